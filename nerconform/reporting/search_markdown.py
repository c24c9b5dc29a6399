"""Search Markdown: what long searches found, as one page."""

import shlex
from collections.abc import Sequence

from nerconform.reporting import markdown_parts
from nerconform.results.search_result import Input, Search, Searches
from nerconform.results.values import Units, unit_texts

_PROSE = """\
Random corpora, the same for the same seed, on which a library is held to the reference in the dialect that it declares.
Where they differ, the reference changed by the causes that are named gives exactly what the library gave, on that input
and on its neighbours; what nothing explains is counted as *unexplained*. *fired* is the number of inputs on
which a cause was part of the explanation, *verified on* that of all inputs on which the explanation was checked,
neighbours included. `nerconform explain CAUSE` says more about each.

The searches stand in `search/`, as `nerconform diff` wrote them, and `nerconform report --searches
reports/search/*.json` makes this page. Where the number of inputs is no round one, a budget of seconds ended the
search, or two searches of different seeds add up; the command below a heading has the number that was reached. Where
the strategies have changed since, or Hypothesis draws otherwise, a command draws other inputs of the same kinds."""


def search_page(found: Sequence[Searches]) -> str:
    """Return the page: one row for each search, then the causes of each with the smallest input."""
    heads = ["implementation", "version", "seed", "inputs", "differ", "unexplained", "causes"]
    searches = [(search, each.tool) for each in found for search in each.searches]
    body = ([_name(one), one.version, *_numbers(one)] for one, _ in searches)
    lines = ["# Searches", "", *_PROSE.splitlines(), "", *markdown_parts.rows(heads, body, right=2)]
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
    return f"{', '.join(asked)}: {' against '.join(map(_side, (found.gold, found.pred)))}"


def _side(units: Units) -> str:
    return markdown_parts.code(" / ".join(unit_texts(units)) or "no unit")
