"""Branches: policies whose options are said only as far as the tags have asked for them (DEC-4).

A branch is a set of policies: some points have an option, the others any. Going through tags, a branch parts where
the decoder comes to a point that is open, so that what is kept grows with what was asked, never with all there are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from nerconform.base.errors import NerconformError
from nerconform.reference.actions import actions_of, points_of
from nerconform.reference.decoding import Decode, Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.filtering import Spans
from nerconform.reference.points import OPTIONS, REFUSE, Option, Points
from nerconform.reference.policies import Policy
from nerconform.reference.schemes import Mark, Scheme, prefix_of, roles_of
from nerconform.reference.spans import Span

Leaf = tuple[Points, Spans | None]
"""A branch, and what it makes of the tags; `None` is a refusal."""
Asked = tuple[tuple[tuple[int, Option], ...], Spans | None]
"""The options that decide what becomes of some tags, each with the place of its point, and what becomes of them."""
_MAX_KEPT_TAGS = 4
_MAX_DECODERS = 2000
_MAX_KEPT_ANSWERS = 500
_REFUSAL_WEIGHT = 4
_OTHER_POINTS = {"I": ("I1", "I2"), "E": ("E1", "E2"), "B": ("B",), "S": ("S",), "O": ("O",)}


class Branches:
    """The branches of one scheme; what one makes of some tags is worked out once."""

    def __init__(self, scheme: Scheme) -> None:
        """Start without any."""
        self.scheme = scheme
        self.points = [name for name in OPTIONS if name in points_of(scheme)]
        self._known: dict[tuple[bool, tuple[Mark, ...]], tuple[Asked, ...]] = {}
        self._decoders: dict[Points, Decode] = {}

    def roots(self) -> list[Points]:
        """Return the branches before anything was asked: with R, and without it."""
        return [Points(R=again) for again in (False, True) if not again or "R" in points_of(self.scheme)]

    def is_whole(self, branch: Points) -> bool:
        """Whether every point of the scheme has its option."""
        return all(getattr(branch, name) is not None for name in self.points)

    def policy(self, branch: Points) -> Policy:
        """Return the policy of a branch under its usual name; what is still open is refused."""
        return Policy.of(self._filled(branch)).canonical(self.scheme)

    def of(self, policy: Policy) -> Points:
        """Return the branch that holds only one policy."""
        return policy.at(self.scheme)

    def weight(self, branch: Points) -> float:
        """Return how likely a branch is beside others: who refuses at one point is likely to refuse at the next."""
        return float(_REFUSAL_WEIGHT ** sum(option == REFUSE for option in branch[:-1]))

    def leaves(self, branch: Points, marks: tuple[Mark, ...]) -> tuple[Leaf, ...]:
        """Return the parts of a branch that differ on these tags, and what each makes of them."""
        if len(marks) > _MAX_KEPT_TAGS or self.is_whole(branch):
            return tuple(self._walk(branch, marks, None))
        return tuple(
            (self._joined(branch, asked), spans)
            for asked, spans in self._asked(branch.R, marks)
            if all(branch[at] is None or branch[at] == option for at, option in asked)
        )

    def _asked(self, again: bool, marks: tuple[Mark, ...]) -> tuple[Asked, ...]:  # noqa: FBT001 - R as the branch has it
        """Return what any policy makes of some tags: the options that decide it, by the places of their points."""
        key = (again, marks)
        if key not in self._known:
            if len(self._known) >= _MAX_KEPT_ANSWERS:
                self._known.clear()
            self._known[key] = tuple(
                (tuple((at, option) for at, option in enumerate(leaf[:-1]) if option is not None), spans)
                for leaf, spans in self._walk(Points(R=again), marks, None)
            )
        return self._known[key]

    @staticmethod
    def _joined(branch: Points, asked: Iterable[tuple[int, Option]]) -> Points:
        options = list(branch[:-1])
        for at, option in asked:
            options[at] = option
        return Points._make([*options, branch.R])

    def decoding_to(self, branch: Points, marks: tuple[Mark, ...], due: Spans) -> Iterator[Points]:
        """Yield the parts of a branch that decode the tags to these spans. Parts that have gone astray end early."""
        return (leaf for leaf, spans in self._walk(branch, marks, due) if spans == due)

    def units(
        self, branch: Points, units: Sequence[tuple[Mark, ...]], most: int
    ) -> Iterator[tuple[Points, tuple[Spans, ...] | None]]:
        """Yield the parts of a branch that differ on these units, and the spans of each unit; not more than `most`."""
        found: list[tuple[Points, tuple[Spans, ...] | None]] = [(branch, ())]
        for marks in units:
            further: list[tuple[Points, tuple[Spans, ...] | None]] = []
            for part, before in found:
                if before is None:
                    further.append((part, None))
                    continue
                leaves = self.leaves(part, marks)
                further += [(leaf, None if spans is None else (*before, spans)) for leaf, spans in leaves]
            found = further
            if len(found) > most:
                return
        yield from found

    def _walk(self, branch: Points, marks: Sequence[Mark], due: Spans | None) -> Iterator[Leaf]:
        """Decode; where the decoder stops at an open point, go on with each of its options."""
        found = self._decode(branch, marks)
        if not isinstance(found, int):
            yield branch, found
            return
        point = self._point(branch, marks, found)
        if point is None:
            yield branch, None
        elif due is None or self._on_the_way(branch, marks[:found], due):
            for option in OPTIONS[point].values():
                yield from self._walk(branch._replace(**{point: option}), marks, due)  # type: ignore[arg-type] # a point

    def _on_the_way(self, branch: Points, marks: Sequence[Mark], due: Spans) -> bool:
        """Whether the spans closed so far are the first ones due; one that a later tag can re-open is not counted."""
        closed = self._decode(branch._replace(F=OPTIONS["F"]["drop"]), marks)
        if isinstance(closed, int):
            return True
        shut = "F" in self.points and not branch.R and self.scheme is not Scheme.IOE1
        sure = [span for span in closed if span.end < len(marks) or shut]
        return tuple(sure) == due[: len(sure)]

    def _point(self, branch: Points, marks: Sequence[Mark], position: int) -> str | None:
        """Return the open point at which the decoder stopped, `None` if it is one whose option is to refuse."""
        role = marks[position].role if position < len(marks) else None
        names = ("F",) if role is None else _OTHER_POINTS[role]
        for name in names:
            if name in self.points and getattr(branch, name) is None:
                passing = next(option for option in OPTIONS[name].values() if option != REFUSE)
                if self._decode(branch._replace(**{name: passing}), marks) != position:  # type: ignore[arg-type] # as above
                    return name
        return None

    def _decode(self, branch: Points, marks: Sequence[Mark]) -> Spans | int:
        """Return the spans, or the position at which the tags are refused."""
        if branch not in self._decoders:
            if len(self._decoders) >= _MAX_DECODERS:  # the reference keeps a table for each as well
                self._decoders.clear()
                actions_of.cache_clear()
            self._decoders[branch] = decoder(Dialect(scheme=self.scheme, policy=Policy.of(self._filled(branch))))
        try:
            return self._decoders[branch](marks, Side.PRED)
        except NerconformError as error:
            return int(error.place.rsplit(" ", 1)[-1])

    def _filled(self, branch: Points) -> Points:
        return branch._replace(**{name: REFUSE for name in self.points if getattr(branch, name) is None})  # type: ignore[arg-type] # points


_FOUR = (
    "B-X O E-X B-X I-Y E-X E-X E-X I-Y E-Y B-X B-X E-X O S-X E-X B-X "
    "S-X B-Y I-X E-X E-Y B-X S-Y S-X B-Y E-X E-Y B-Y B-X O O B-Y I-Y"
)
_ROLES: Mapping[Scheme, str] = MappingProxyType(
    {
        Scheme.IO: "I-X I-X O I-Y I-X",
        Scheme.IOB1: "I-X B-Y",
        Scheme.IOB2: "I-Y I-Y B-Y I-X",
        Scheme.IOE1: "E-X E-Y E-Y I-X E-Y I-X E-Y O I-Y E-Y",
        Scheme.IOE2: "I-Y I-X I-X E-X I-Y E-X E-Y I-X O E-X I-Y I-X I-X I-X",
    }
)


def fingerprint(scheme: Scheme, types: tuple[str, str]) -> list[str]:
    """Return the tags of the fingerprint, in the prefixes of the scheme and with these two types."""
    names = dict(zip("XY", types, strict=True))
    parts = (tag.partition("-") for tag in _ROLES.get(scheme, _FOUR).split())
    return [prefix if prefix == "O" else f"{prefix_of(scheme, prefix)}-{names[kind]}" for prefix, _, kind in parts]


def legal(scheme: Scheme, types: tuple[str, str]) -> list[str]:
    """Return a legal unit that shows every prefix of a scheme, and spans that touch."""
    one, other = types
    spans = [
        (one, 0, 1),
        (one, 1, 3),
        (one, 3, 4),
        (one, 4, 5),
        (other, 5, 6),
        (one, 7, 10),
        (one, 10, 12),
        (other, 13, 15),
    ]
    return encode_spans([Span(*span) for span in spans], 16, scheme)


def tags_of(scheme: Scheme, types: tuple[str, str]) -> list[str]:
    """Return `O` and every prefix with each of the two types."""
    return ["O", *(f"{prefix}-{kind}" for prefix in roles_of(scheme) for kind in types)]
