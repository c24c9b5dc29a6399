"""The decision points read a second time: a recursive definition of what DEC-4 says, in the words of its tables.

The reference compiles a table of moves per scheme and runs through it; here each tag is looked at by itself, the point
is found from what is illegal, and the option is applied as its text form says.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Tag = tuple[str, str]
"""Role and type; `O` has no type."""
Triples = tuple[tuple[str, int, int], ...]


class Refused(Exception):
    """The option of the point at this position is `refuse`."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class Pending(NamedTuple):
    """A span that has been opened; `closed` where a tag has closed it, and the next tag still has a say."""

    type: str
    start: int
    closed: bool = False


class Reading(NamedTuple):
    """A scheme and the text forms of the options; `reopen` is the rule R."""

    scheme: str
    options: Mapping[str, str]
    reopen: bool = False

    @property
    def holds(self) -> bool:
        """Whether a closed span stays in sight."""
        return self.reopen or self.scheme == "IOE1"

    def spans(self, tags: Sequence[Tag], position: int = 0, pending: Pending | None = None) -> Triples:
        """Return the spans of `tags` from a position on, with what is pending there. Raises `Refused`."""
        tag = tags[position] if position < len(tags) else ("end", "")
        if pending is not None and pending.closed and self.scheme == "BIOS":
            if tag == ("I", pending.type):
                return self.spans(tags, position + 1, pending)
            return ((pending.type, pending.start, position), *self.spans(tags, position, None))
        if pending is not None and pending.closed and self.reopen:
            if tag[0] in {"I", "E"} and tag[1] == pending.type:
                return self.spans(tags, position + 1, pending._replace(closed=tag[0] == "E"))
            return ((pending.type, pending.start, position), *self.spans(tags, position, None))
        fate, use = self._decide(pending, tag, position)
        found, after = self._meet(pending, fate, tag[1], position)
        if use == "open":
            after = Pending(tag[1], position)
        elif use == "single" and self.holds:
            after = Pending(tag[1], position, closed=True)
        elif use == "single":
            found = (*found, (tag[1], position, position + 1))
        if after is not None and self.scheme == "BIOS" and tag[0] == "I":
            after = after._replace(closed=True)
        return found if tag[0] == "end" else (*found, *self.spans(tags, position + 1, after))

    def _decide(self, pending: Pending | None, tag: Tag, position: int) -> tuple[str, str]:
        """Return what becomes of the pending span, and what of the tag."""
        point = self._point(pending, tag)
        option = self.options[point] if point else _legal(pending, tag)
        if option == "refuse":
            raise Refused(position)
        if option in {"open", "single", "ignore"}:
            return "emit", option
        fate, _, use = option.partition("+")
        return fate, use

    def _point(self, pending: Pending | None, tag: Tag) -> str:
        """Return the decision point at a tag or at the end; empty where the transition is legal."""
        role, scheme = tag[0], self.scheme
        if pending is None:
            orphans = {"BIOES": {"I": "I1", "E": "E1"}, "BIOS": {"I": "I1"}, "IOB2": {"I": "I1"}, "IOB1": {"B": "B"}}
            return orphans.get(scheme, {}).get(role, "")
        other = tag[1] != pending.type
        at_end = scheme in {"BIOES", "BIOS", "IOE2"} or pending.closed
        illegal = {
            "B": scheme in {"BIOES", "BIOS"} or (scheme == "IOB1" and other),
            "S": scheme in {"BIOES", "BIOS"},
            "I": other and (scheme in {"BIOES", "BIOS", "IOB2", "IOE2"} or pending.closed),
            "E": other and at_end,
            "O": at_end,
            "end": at_end,
        }
        return {"I": "I2", "E": "E2", "end": "F"}.get(role, role) if illegal[role] else ""

    def _meet(self, pending: Pending | None, fate: str, kind: str, position: int) -> tuple[Triples, Pending | None]:
        """Return the spans that the pending one becomes, and what of it stays pending."""
        if pending is None or fate == "drop":
            return (), None
        if fate in {"keep", "retype"}:
            return (), pending._replace(type=pending.type if fate == "keep" else kind)
        if fate in {"close", "close-as"}:
            named = pending.type if fate == "close" else kind
            if self.holds:
                return (), Pending(named, pending.start, closed=True)
            return ((named, pending.start, position + 1),), None
        end = pending.start + 1 if fate == "head" else position
        return ((pending.type, pending.start, end),), None


def _legal(pending: Pending | None, tag: Tag) -> str:
    """Return what a legal tag does, as if it were an option."""
    if pending is not None and not pending.closed and tag[1] == pending.type and tag[0] in {"I", "E"}:
        return "keep" if tag[0] == "I" else "close"
    return {"B": "emit+open", "I": "emit+open", "S": "emit+single", "E": "emit+single"}.get(tag[0], "emit")
