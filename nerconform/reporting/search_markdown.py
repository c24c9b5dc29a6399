"""Search page: what long searches found, as Markdown, from the JSON that `diff` wrote (KIT-7)."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import fastjsonschema

from nerconform.base.errors import NerconformError
from nerconform.base.forms import schema
from nerconform.reporting import markdown_parts

_PROSE = """\
Random corpora, the same for the same seed, on which a library is held to the reference in the dialect that it declares.
Where they differ, the reference changed by the causes that are named gives exactly what the library gave, on that input
and on its neighbours (KIT-6); what nothing explains is counted as *unexplained*. *fired* is the number of inputs on
which a cause was part of the explanation, *verified on* that of all inputs on which the explanation was checked,
neighbours included. `nerconform explain CAUSE` says more about each.

The searches stand in `search/`, as `nerconform diff` wrote them, and `nerconform report --searches
reports/search/*.json` makes this page. Where the number of inputs is no round one, a budget of seconds ended the
search, or two searches of different seeds add up; the command below a heading has the number that was reached. Where
the strategies have changed since, or Hypothesis draws otherwise, a command draws other inputs of the same kinds."""


class NoSearch(NerconformError):
    """A file does not hold what `nerconform diff --format json` writes."""

    code = "no-search"


def load_searches(path: Path) -> list[dict[str, Any]]:
    """Return the searches of a file that `diff` wrote. Raises `NoSearch`."""
    hint = "Write it with: nerconform diff IMPLEMENTATION --format json."
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        fastjsonschema.compile(schema("search"))(data)
    except (ValueError, fastjsonschema.JsonSchemaValueException) as error:
        raise NoSearch(f"no search is in this file: {error}", place=str(path), hint=hint) from None
    return [{**search, "tool": data["tool"]} for search in data["searches"]]


def search_page(searches: Sequence[Mapping[str, Any]]) -> str:
    """Return the page: one row for each search, then the causes of each with the smallest input."""
    heads = ["implementation", "version", "seed", "inputs", "differ", "unexplained", "causes"]
    body = ([_name(one), one["version"], *_numbers(one)] for one in searches)
    lines = ["# Searches", "", *_PROSE.splitlines(), "", *markdown_parts.rows(heads, body, right=2)]
    for one in searches:
        lines += [f"## {_name(one)}", "", *_classes(one)]
    return markdown_parts.text(lines)


def _name(search: Mapping[str, Any]) -> str:
    """Return who was searched: the reference is not worth a word."""
    right = str(search["right"])
    return right if search["left"] == "reference" else f"{search['left']} and {right}"


def _numbers(search: Mapping[str, Any]) -> tuple[object, ...]:
    causes = sum(bool(found["explained"]) for found in search["classes"])
    return search["seed"], search["examples"], search["divergent"], search["unexplained"], causes


def _classes(search: Mapping[str, Any]) -> list[str]:
    """Return the table of causes, with the smallest input of each in a line."""
    words = f"`nerconform diff {shlex.quote(search['right'])} --examples {search['examples']} --seed {search['seed']}`"
    body = (
        [
            markdown_parts.code(found["id"]),
            found["title"],
            _input(found["input"]),
            found["fired"],
            found.get("verified_on", 0),
        ]
        for found in search["classes"]
    )
    heads = ["cause", "what it is", "smallest input", "fired", "verified on"]
    end = "" if not search.get("interrupted") else ", ended before its time"
    return [f"{words}, nerconform {search['tool']}{end}.", "", *markdown_parts.rows(heads, body, right=3)]


def _input(found: Mapping[str, Any]) -> str:
    """Return an input: how it was asked, gold, and prediction."""
    asked = [found.get("scheme", "spans"), *(f"{axis}:{option}" for axis, option in found.get("choices", {}).items())]
    asked += ["report"] if found["ask"] == "report" else []
    return f"{', '.join(asked)}: {' against '.join(_side(found[side]) for side in ('gold', 'pred'))}"


def _side(units: Sequence[Sequence[object]]) -> str:
    return markdown_parts.code(" / ".join(" ".join(_items(unit)) or "(empty)" for unit in units) or "no unit")


def _items(unit: Sequence[object]) -> Iterator[str]:
    for item in unit:
        yield "{}[{},{})".format(*item) if isinstance(item, list) else str(item)
