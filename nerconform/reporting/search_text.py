"""Searches: what was found between two sides, as text, and long searches as one page of Markdown."""

import shlex
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import markdown_parts
from nerconform.reporting.layout import Cell, grid, indented
from nerconform.results.search_result import Found, Input, Search, Searches
from nerconform.results.values import Cause, Mismatch, unit_texts


def print_searches(found: Searches, console: Console) -> None:
    """Print every search: how much was asked, then each class with its smallest input, then one line of summary."""
    for search in found.searches:
        console.rule(
            Text.assemble((plain(search.right), "bold"), f"  {plain(search.version)}"), align="left", style="dim"
        )
        console.print(Text(_asked(search), "dim"))
        console.print()
        for each in search.classes:
            _print_class(search, each, console)
    for search in found.searches:
        console.print(Text(summary_of(search), "bold red" if search.unexplained else "green"))


def _asked(search: Search) -> str:
    """Return what was asked, how fast, and where the time went."""
    if search.untried:
        return f"Not asked: {search.untried}."
    times = search.times
    shares = [
        (name, getattr(times, name) / times.total if times.total else 0.0) for name in ("generator", "library", "kit")
    ]
    where = ", ".join(f"{name} {share:.0%}" for name, share in shares if share)
    generated = search.source == "generated"
    plural = "" if search.examples == 1 else "s"
    kind = f"generated input{plural}, seed {search.seed}" if generated else f"unit{plural} of {plain(search.source)}"
    replayed = f", {search.replayed} of them kept finds that differ still" if search.replayed else ""
    rate = f"{search.per_second:.0f} per second ({where})"
    return f"against {plain(search.left)}: {search.examples} {kind}{replayed}; {rate}"


def summary_of(search: Search) -> str:
    """Return in one line how many inputs differ, and how many of these nothing explains."""
    head = f"{plain(search.left)} and {plain(search.right)}{', interrupted' if search.interrupted else ''}"
    if search.untried:
        return f"{head}: not asked."
    if not search.divergent:
        return f"{head}: no difference on {counted(search.examples, 'input')}."
    explained = [found for found in search.classes if found.explained]
    causes = counted(len(explained), "cause")
    end = f"{search.unexplained} of them unexplained" if search.unexplained else "all explained"
    return f"{head}: {search.divergent} of {search.examples} inputs differ, {end}; {causes}."


def _print_class(search: Search, found: Found, console: Console) -> None:
    """Print one class: what it is, the smallest input, both answers, the first difference, why, and how to see it."""
    style = "bold" if found.explained else "bold red"
    number = f"on {counted(found.fired, 'input')}"
    verified = f", verified on {found.verified_on}" if found.verified_on else ""
    console.print(Text.assemble((plain(found.title), style), (f"  {plain(found.id)}  {number}{verified}", "dim")))
    console.print(indented(grid(_input_rows(found.input))))
    left, right = (plain(name) for name in (search.left, search.right))
    console.print(indented(grid(_answer_rows(found.mismatches), heads=("differs", left, right))))
    if found.first_difference:
        first = found.first_difference
        rows = [
            ["first difference at step", first.step],
            [f"  {left}", plain(first.left)],
            [f"  {right}", plain(first.right)],
        ]
        console.print(indented(grid(rows)))
    for cause in found.causes:
        console.print(indented(Text(_cause_line(cause))))
        if cause.words:
            console.print(indented(Text(plain(cause.words), "dim"), 4))
    _print_block("reproduce", found.reproduction, console)
    _print_block("as a case", found.case, console)
    console.print()


def _print_block(head: str, text: str, console: Console) -> None:
    """Print lines to be copied: from the first column, and never broken."""
    if text:
        console.print(Text(head, "dim"))
        for line in text.splitlines():
            console.print(Text(plain(line)), soft_wrap=True)


def _input_rows(found: Input) -> list[list[Cell]]:
    """Return the rows of an input: how it was asked, then its units."""
    asked = [found.scheme or found.form, *(f"{axis}:{option}" for axis, option in found.choices.items())]
    rows: list[list[Cell]] = [["asked in", ", ".join([*asked, *(["report"] if found.ask == "report" else [])])]]
    if found.place:
        rows.append(["found at", plain(found.place)])
    for name, side in (("gold", found.gold), ("pred", found.pred)):
        rows += [[name if not index else "", plain(unit)] for index, unit in enumerate(unit_texts(side))] or [
            [name, "no unit"]
        ]
    return rows


def _answer_rows(mismatches: tuple[Mismatch, ...]) -> list[list[Cell]]:
    """Return both answers side by side, where they differ."""
    return [[one.asked, plain(one.expected_text), plain(one.got_text)] for one in mismatches]


def _cause_line(cause: Cause) -> str:
    """Return a cause with its clause, and whose it is."""
    whose = f" ({plain(cause.whose)})" if cause.whose else ""
    clause = f" [{cause.clause}]" if cause.clause else ""
    link = f" {cause.link}" if cause.link else ""
    return f"because {plain(cause.id)}: {plain(cause.title)}{clause}{whose}{link}"


def render(found: Searches) -> str:
    """Return the page of what one command found."""
    return search_page([found])


def search_page(found: Sequence[Searches]) -> str:
    """Return the page: one row for each search, then the causes of each with the smallest input."""
    heads = ["implementation", "version", "seed", "inputs", "differ", "unexplained", "causes"]
    searches = [(search, each.tool) for each in found for search in each.searches]
    body = ([_name(one), one.version, *_numbers(one)] for one, _ in searches)
    lines = ["# Searches", "", *markdown_parts.prose("search"), *markdown_parts.rows(heads, body, right=2)]
    for one, tool in searches:
        lines += [f"## {_name(one)}", "", *_classes(one, tool)]
    return markdown_parts.text(lines)


def _name(search: Search) -> str:
    """Return who was searched: the reference is not worth a word."""
    return search.right if search.left == "reference" else f"{search.left} and {search.right}"


def _numbers(search: Search) -> tuple[object, ...]:
    causes = sum(found.explained for found in search.classes)
    return search.seed, search.examples, search.divergent, search.unexplained, causes


def _classes(search: Search, tool: str) -> list[str]:
    """Return the table of causes, with the smallest input of each in a line."""
    words = f"`nerconform diff {shlex.quote(search.right)} --examples {search.examples} --seed {search.seed}`"
    body = (
        [markdown_parts.code(found.id), found.title, _input(found.input), found.fired, found.verified_on]
        for found in search.classes
    )
    heads = ["cause", "what it is", "smallest input", "fired", "verified on"]
    end = ", ended before its time" if search.interrupted else ""
    return [f"{words}, nerconform {tool}{end}.", "", *markdown_parts.rows(heads, body, right=3)]


def _input(found: Input) -> str:
    """Return an input: how it was asked, gold, and prediction."""
    asked = [found.scheme or "spans", *(f"{axis}:{option}" for axis, option in found.choices.items())]
    asked += ["report"] if found.ask == "report" else []
    sides = (markdown_parts.code(" / ".join(unit_texts(side)) or "no unit") for side in (found.gold, found.pred))
    return f"{', '.join(asked)}: {' against '.join(sides)}"
