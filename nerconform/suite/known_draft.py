"""Drafts of known divergences: the file as text, with what a person still has to write marked by `TODO`.

An existing file keeps every line of it: drafts are put behind its causes, and what is stale is marked in a comment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from nerconform.base.strict_yaml import BadFile, Document, check_form, loads
from nerconform.libraries.defects import Pinned

_STALE = "# STALE: "
_PROSE = "Drafted by `nerconform known --write`: say why, wherever TODO stands."


@dataclass(frozen=True, slots=True)
class Draft:
    """One cause as it is drafted: what a file of known divergences says of it. `cases` are by implementation."""

    id: str
    library: str
    versions: str
    title: str
    words: str
    clause: str
    cases: Mapping[str, Mapping[str, Pinned]]
    link: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the cause in the form of the file."""
        head = {"cause": self.id, "library": self.library, "versions": self.versions}
        words = {"title": self.title, "words": self.words, "clause": self.clause}
        link = {"link": self.link} if self.link else {}
        cases = {name: {case: dict(got) for case, got in found.items()} for name, found in self.cases.items()}
        return {**head, **words, **link, "cases": cases}


@dataclass(frozen=True, slots=True)
class Stale:
    """A known divergence that is gone or has changed, and where it stands."""

    cause: str
    implementation: str
    case: str
    place: str
    words: str


def new_file(drafts: Sequence[Draft], stale: Sequence[Stale] = ()) -> str:
    """Return a file with these causes; what is stale in other files is told in comments at its head."""
    if not drafts:
        return "".join(_told(stale)) + f"prose: {_scalar(_PROSE)}\ncauses: []\n"
    return "".join(_told(stale)) + f"prose: {_scalar(_PROSE)}\ncauses:\n{_causes(drafts, '  ')}"


def added(text: str, name: str, drafts: Sequence[Draft], stale: Sequence[Stale]) -> str:
    """Return the text of an existing file with these causes behind its own, and its stale ones marked.

    Raises `BadFile` where its causes are not the last of it, one on each line: nothing can be put behind them.
    """
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(_STALE)]
    before = loads("\n".join(lines) + "\n", name)
    check_form(before, "known")
    indent = _indent(before, lines)
    for number, words in sorted(_marks(before, stale), reverse=True):
        at = lines[number - 1]
        lines.insert(number - 1, f"{at[: len(at) - len(at.lstrip())]}{_STALE}{words}")
    others = [one for one in stale if not _is_in(one, before)]
    found = "".join(_told(others)) + "\n".join(lines) + "\n" + _causes(drafts, indent)
    _check(found, name, before, drafts)
    return found


def _check(text: str, name: str, before: Document, drafts: Sequence[Draft]) -> None:
    """Raise `BadFile` where the text does not say what it said before and what was drafted."""
    wanted = [*before.data["causes"], *(draft.to_dict() for draft in drafts)]
    try:
        same = loads(text, name).data == {**before.data, "causes": wanted}
    except BadFile:
        same = False
    if not same:
        hint = (
            "Write the new entries to another file (--output new.yaml, without --known), and copy them into this file."
        )
        place = before.place("causes")
        raise BadFile(
            "new entries can be added only where each entry (`- cause:`) starts on its own line, and in this "
            "file one does not",
            place=place,
            hint=hint,
        )


def _indent(document: Document, lines: Sequence[str]) -> str:
    """Return what stands before the first cause."""
    number = document.lines.get(("causes", 0), 1)
    return lines[number - 1][: len(lines[number - 1]) - len(lines[number - 1].lstrip())]


def _marks(document: Document, stale: Sequence[Stale]) -> list[tuple[int, str]]:
    """Return the line above which each stale entry of this file is marked, and the words."""
    places = {
        (data["cause"], name, case): document.lines[("causes", index, "cases", name, case)]
        for index, data in enumerate(document.data["causes"])
        for name, cases in data["cases"].items()
        for case in cases
    }
    keys = ((one.cause, one.implementation, one.case) for one in stale)
    return [(places[key], one.words) for key, one in zip(keys, stale, strict=True) if key in places]


def _is_in(one: Stale, document: Document) -> bool:
    return bool(_marks(document, [one]))


def _told(stale: Sequence[Stale]) -> list[str]:
    """Return a comment for each stale entry of another file."""
    return [f"{_STALE}{one.place}: {one.cause}, {one.case}: {one.words}\n" for one in stale]


def _causes(drafts: Sequence[Draft], indent: str) -> str:
    """Return causes as items of a list at this indentation."""
    return "".join(line for draft in drafts for line in _item(draft, indent))


def _item(draft: Draft, indent: str) -> list[str]:
    data = draft.to_dict()
    cases = data.pop("cases")
    heads = [f"{name}: {_scalar(value)}" for name, value in data.items()]
    lines = [f"{indent}- {heads[0]}", *(f"{indent}  {head}" for head in heads[1:]), f"{indent}  cases:"]
    for name, found in cases.items():
        lines.append(f"{indent}    {_key(name)}:")
        for case, got in found.items():
            lines.append(f"{indent}      {_key(case)}:")
            lines += [f"{indent}        {_key(asked)}: {_scalar(value)}" for asked, value in got.items()]
    return [f"{line}\n" for line in lines]


def _scalar(text: str) -> str:
    """Return a text in double quotes, on one line, as the strict loader reads it back."""
    written: str = yaml.safe_dump(text, default_style='"', allow_unicode=True, width=float("inf"))
    return written.rstrip("\n")


def _key(text: str) -> str:
    """Return a key; plain where it is a plain word."""
    plain = text and all(one.isalnum() or one in "._-" for one in text) and text[0].isalpha() and text.isascii()
    return text if plain and text not in {"true", "false", "null"} else _scalar(text)
