"""`nerconform list`: what there is."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import NamedTuple

from nerconform.base.json_text import dumps
from nerconform.base.report_form import ReportForm
from nerconform.commands.output import form_of, is_whole, show, write
from nerconform.libraries.library import selectors
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.named import NAMED, SCORES, STANDARD
from nerconform.reference.words import few_words
from nerconform.reporting.layout import WIDTH, ScreenLine, folded, listing, print_lines
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


class _FirstScreen(NamedTuple):
    """What the first screen of a list says: a sentence, a table, a note, and what `--verbose` shows."""

    head: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    whole: str
    note: str = ""


def _screen(what: str, items: Items) -> list[ScreenLine]:
    """Return the first screen: what there is, a line or two for each, and how all are listed."""
    found = _FIRST[what](items)
    widths = [max(map(len, column)) + 2 for column in zip(found.heads, *found.rows, strict=True)]
    lines = [ScreenLine(line, "bold") for line in folded(found.head)]
    for number, row in enumerate((found.heads, *found.rows)):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        text = folded("".join(cells).rstrip(), " " * sum(widths[:-1]), most=_MOST_LINES)
        lines += [ScreenLine(line, "" if number else "dim") for line in text]
    lines += [ScreenLine(line) for line in folded(found.note)]
    return [*lines, ScreenLine(f"more: --verbose ({found.whole}), --format json", "dim")]


def _first_implementations(items: Items) -> _FirstScreen:
    """Return each library, and each way to name a metric of one's own, with what it is."""
    found: dict[str, tuple[str, str]] = {}
    for item in items:
        name, said = item["name"], item["what it is"]
        found.setdefault(name.partition(":")[0], (name, _without(name, said)))
    mode = next(item["name"] for item in items if ":" in item["name"])
    return _FirstScreen(
        "`nerconform check NAME` checks a library or a metric of your own. NAME can be:",
        ("NAME", "what it is"),
        list(found.values()),
        f"each mode by name, such as {mode}",
    )


def _without(name: str, sentence: str) -> str:
    """Return what a sentence says of a name, without the name before the colon."""
    said = sentence[len(name) + 2 :] if sentence.lower().startswith(f"{name}: ") else sentence
    return said[:1].upper() + said[1:] if said != sentence else said


def _first_cases(items: Items) -> _FirstScreen:
    """Return for each chapter of the spec how many golden cases test its clauses, and the first of them."""
    clauses = load_clauses()
    chapters: dict[str, list[str]] = {}
    for item in items:
        chapters.setdefault(_chapter(clauses[item["clause"]].file), []).append(item["case"])
    order = dict.fromkeys(_chapter(clause.file) for clause in clauses.values())
    return _FirstScreen(
        f"{len(items)} golden cases: small inputs with the right result (nerconform explain {items[0]['case']} shows "
        "one)",
        ("about", "cases", "for example"),
        [(_ABOUT.get(name, name), str(len(chapters[name])), chapters[name][0]) for name in order if name in chapters],
        f"all {len(items)} with their reasons",
    )


def _first_clauses(items: Items) -> _FirstScreen:
    """Return for each chapter of the spec which clauses it has."""
    chapters: dict[str, dict[str, list[str]]] = {}
    for item in items:
        chapter = chapters.setdefault(item["place"].partition(":")[0], {})
        chapter.setdefault(item["clause"].partition("-")[0], []).append(item["clause"])
    rows = [
        (_ABOUT.get(_chapter(file), _chapter(file)), ", ".join(map(_ends, groups.values())))
        for file, groups in chapters.items()
    ]
    return _FirstScreen(
        f"{len(items)} clauses: the rules of the spec (nerconform explain {items[0]['clause']} shows one)",
        ("about", "clauses"),
        rows,
        f"the titles of all {len(items)}",
    )


def _ends(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _chapter(file: str) -> str:
    """Return the name of a chapter by its file."""
    return PurePosixPath(file).stem


def _first_dialects(items: Items) -> _FirstScreen:
    """Return the two rules of each named dialect that change F1 most often."""
    rows = [
        (name, few_words(dialect, "policy").removeprefix(f"{_ILLEGAL} "), few_words(dialect, "align"))
        for name, dialect in NAMED.items()
    ]
    return _FirstScreen(
        "--dialect NAME chooses the rules by which scores are computed, among them:",
        ("NAME", _ILLEGAL, "how predictions are paired with gold"),
        rows,
        f"all {len(items)}",
        f"Without --dialect the rules are those of {STANDARD}. Names with the same words above differ in other rules: "
        f"nerconform explain NAME. {len(SCORES)} more names are scores of shared tasks and of other scorers, "
        f"such as {next(iter(SCORES))}.",
    )


def _first_mutants(items: Items) -> _FirstScreen:
    """Return some of the mistakes that people make, of which mutants consist beside other options."""
    said = {item["mistake"]: item["mutant"].partition("/")[2] for item in items}
    # Where the words name the mutant, it is another option and not a mistake.
    made = [words for words, name in said.items() if name not in words and len(words) <= WIDTH]
    step = max(len(made) // _MISTAKES, 1)
    return _FirstScreen(
        f"{len(items)} mutants: scorers with one mistake on purpose, which a golden case must detect",
        ("for example",),
        [(words,) for words in made[::step][:_MISTAKES]],
        f"all {len(items)}",
    )


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

    return [
        {
            "mutant": mutant.name,
            "of": mutant.base,
            "equivalent because": mutant.equivalent,
            "mistake": mutant.says,
        }
        for mutant in mutants()
    ]


_ABOUT = {
    "1-tags": "one tag: its prefix and type",
    "2-schemes": "schemes such as IOB2 and BIOES",
    "3-decoding": "entities from tags, and illegal tags",
    "4-filter": "which entities are scored",
    "5-matching": "which prediction matches which gold entity",
    "6-counting": "what counts as correct, wrong or missed",
    "7-scores": "precision, recall, F1 and their averages",
    "8-input": "bad input, which must raise an error",
    "9-dialects": "named sets of rules",
    "10-laws": "laws that every input keeps",
    "11-text": "entities given by text, without positions",
    "12-viterbi": "the best legal tags for a model's numbers",
}
"""What the chapters of the spec are about."""
_ILLEGAL = "I-PER after O"
"""The illegal tag that `few_words` speaks of in IOB2."""
_MOST_LINES = 2
_MISTAKES = 19
_FIRST: Mapping[str, Callable[[Items], _FirstScreen]] = {
    "implementations": _first_implementations,
    "cases": _first_cases,
    "clauses": _first_clauses,
    "dialects": _first_dialects,
    "mutants": _first_mutants,
}
_LISTS: Mapping[str, Callable[[], Items]] = {
    "implementations": _implementations,
    "cases": _cases,
    "clauses": _clauses,
    "dialects": _dialects,
    "mutants": _mutants,
}
