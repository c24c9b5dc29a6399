"""`nerconform list`: what there is."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from nerconform.base.json_text import dumps
from nerconform.base.report_form import ReportForm
from nerconform.commands.output import form_of, is_whole, show, write
from nerconform.libraries.library import selectors
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.named import NAMED, SCORES
from nerconform.reporting.layout import LINES, WIDTH, ScreenLine, columns, folded, listing, print_lines
from nerconform.suite.cases import load_suite
from nerconform.suite.clauses import load_clauses
from nerconform.suite.mutants import mutants

Items = Sequence[Mapping[str, str]]


def run(args: argparse.Namespace) -> int:
    """Print the first of the list, or all: a line for each item, two where a terminal is narrow. Returns 0."""
    items = _LISTS[args.what]()
    if form_of(args) is ReportForm.JSON:
        write(dumps({"what": args.what, "items": items}))
        return 0
    if is_whole(args):
        rows = [tuple(item.values()) for item in items]
        show(lambda console: console.print(listing(rows, tuple(items[0]), console)))
    else:
        show(partial(print_lines, _screen(args.what, items)))
    return 0


def _screen(what: str, items: Items) -> list[ScreenLine]:
    """Return the first screen: how many there are, and a line for each, or for each group of what are too many."""
    shown = _grouped(what, items) if what in _GROUPS else items
    rows = [tuple(item.values()) for item in shown]
    room = LINES - 4
    heads = tuple(shown[0])
    lines = columns(_fitting(rows if len(rows) <= room else rows[: room - 1], heads), heads)
    more = [f"and {len(rows) - room + 1} more {what if what not in _GROUPS else 'groups'}"] if len(rows) > room else []
    end = ScreenLine(f"more: --verbose (all {len(items)} in full), --format json", "dim")
    head = f"{len(items)} {_WHAT[what]}"
    return [*(ScreenLine(line, "bold") for line in folded(head)), *map(ScreenLine, [*lines, *more]), end]


def _fitting(rows: Sequence[tuple[str, ...]], heads: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return rows whose last cell has as many whole words as there is room for, and how many more there are."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    room = WIDTH - sum(width + 2 for width in widths[:-1])
    return [(*others, _as_many(last, room)) for *others, last in rows]


def _as_many(text: str, room: int) -> str:
    """Return a text, or its first words and how many more there are."""
    words, number = text.split(), 0
    if len(text) <= room:
        return text
    while len(" ".join(words[: number + 1])) + len(f" and {len(words)} more") <= room:
        number += 1
    number -= words[number - 1 : number] == ["and"]
    return f"{' '.join(words[:number])} and {len(words) - number} more"


def _grouped(what: str, items: Items) -> Items:
    """Return one item for each group: its name, how many it holds, and the first of them; of a library what it is."""
    key, mark, shown = _GROUPS[what]
    groups: dict[str, list[Mapping[str, str]]] = {}
    for item in items:
        groups.setdefault(item[key].partition(mark)[0], []).append(item)
    if what == "implementations":
        heads = [(one[0], str(len(one))) for one in groups.values()]
        return [{key: one[key], "names": number, shown: _without(one[key], one[shown])} for one, number in heads]
    return [{"group": name, what: str(len(one)), "the first": one[0][shown]} for name, one in groups.items()]


def _without(name: str, sentence: str) -> str:
    """Return what a sentence says of a name, without the name before the colon."""
    said = sentence[len(name) + 2 :] if sentence.lower().startswith(f"{name}: ") else sentence
    return said[:1].upper() + said[1:] if said != sentence else said


def _implementations() -> Items:

    return [{"name": one.name, "what it is": one.sentence} for one in selectors()]


def _cases() -> Items:

    return [
        {"case": case.id, "kind": str(case.kind), "clause": case.clauses[0], "why": case.why}
        for case in load_suite().cases
    ]


def _clauses() -> Items:

    cases = load_suite().cases
    counts = {name: sum(name in case.clauses for case in cases) for name in load_clauses()}
    return [
        {"clause": clause.id, "title": clause.title, "cases": str(counts[clause.id]), "place": clause.place}
        for clause in load_clauses().values()
    ]


def _dialects() -> Items:

    default = Dialect()
    found = [(name, dialect, "") for name, dialect in NAMED.items()]
    found += [(name, score.dialect, f" score:{score.measure}") for name, score in SCORES.items()]
    return [
        {
            "dialect": name,
            "what differs from the standard rules": " ".join(
                f"{axis.name}:{dialect.option(axis.name)}"
                for axis in AXES
                if dialect.option(axis.name) != default.option(axis.name)
            )
            + said,
        }
        for name, dialect, said in found
    ]


def _mutants() -> Items:

    return [{"mutant": mutant.name, "of": mutant.base, "equivalent because": mutant.equivalent} for mutant in mutants()]


_GROUPS: Mapping[str, tuple[str, str, str]] = {
    "implementations": ("name", ":", "what it is"),
    "cases": ("case", ".", "case"),
    "clauses": ("clause", "-", "title"),
    "mutants": ("mutant", "/", "mutant"),
}
"""Of what is grouped on the first screen: the field whose first part names the group, what ends that part, and the
field of the first item that is shown."""
_WHAT = {
    "implementations": "names for `nerconform check`: a library's own name runs all its modes, its other names run one",
    "cases": "golden cases, each an input with the right result (nerconform explain CASE shows one)",
    "clauses": "clauses of the spec, the written rules (nerconform explain CLAUSE shows one)",
    "dialects": "dialects: named sets of rules for scoring (nerconform explain NAME says each rule in words)",
    "mutants": "mutants: scorers with one deliberate mistake, each of which a golden case must catch",
}
_LISTS: Mapping[str, Callable[[], Items]] = {
    "implementations": _implementations,
    "cases": _cases,
    "clauses": _clauses,
    "dialects": _dialects,
    "mutants": _mutants,
}
