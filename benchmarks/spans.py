"""`python -m benchmarks.spans`: spans and outcomes on the columnar engine, beside tags and beside libraries of spans.

The spans are those of the corpus of tags, on both sides, as tuples and as dictionaries; moved to characters; and with a
longer span around one in ten, so that spans overlap. CPU times are taken in one process, every contestant once in each
round; a ratio is that of two times of one round, and the table has medians, with the quartiles in brackets.

spaneval is no extra of the project: `pip install --target DIR spaneval`, and `--spaneval DIR`.
"""

import argparse
import platform
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from nervaluate.evaluator import Evaluator

from benchmarks import page
from benchmarks.corpus import TYPES, Corpus, corpus
from benchmarks.engines import ratio, times
from nerconform.api import decode, evaluate

TAGS, NERVALUATE, SPANEVAL = "columnar, tags", "nervaluate, dict loader", "spaneval, four strategies"
OVERLAPPING = "columnar, overlapping spans"
"""More spans than the libraries are given."""
_WIDTH = 6
"""Characters of a token."""
_EVERY = 10
"""One span in so many has a longer one around it."""

Spans = list[list[tuple[str, int, int]]]


class Sides(NamedTuple):
    """Gold and predicted spans."""

    gold: Spans
    pred: Spans

    def map(self, change: Callable[[tuple[str, int, int]], Any]) -> tuple[list[Any], list[Any]]:
        """Return both sides with every span written otherwise."""
        gold, pred = ([[change(span) for span in unit] for unit in side] for side in self)
        return gold, pred

    def nested(self) -> "Sides":
        """Return both sides with a longer span around one span in ten, the same on both sides where both have it."""
        return Sides(*([[outer for span in unit for outer in _around(span)] for unit in side] for side in self))


def _around(span: tuple[str, int, int]) -> list[tuple[str, int, int]]:
    start, end = span[1:]
    return [("GROUP", max(0, start - 1), end + 2), span] if (start + end) % _EVERY == 0 else [span]


def spans_of(data: Corpus) -> Sides:
    """Return the spans of a corpus of tags."""
    return Sides(*([[tuple(span) for span in decode(unit)] for unit in side] for side in data))


def ours(gold: Any, pred: Any, *, outcomes: bool = False) -> Callable[[Corpus], float]:  # noqa: ANN401 - tags or spans
    """Return the call of the columnar engine on these units."""

    def run(_: Corpus) -> float:
        return float(evaluate(gold, pred, engine="columnar", outcomes=outcomes).schemas["strict"].f1 or 0)

    return run


def nervaluate(sides: Sides) -> Callable[[Corpus], float]:
    """Return the call of nervaluate, whose ends are inclusive."""
    gold, pred = sides.map(lambda span: {"label": span[0], "start": span[1], "end": span[2] - 1})

    def run(_: Corpus) -> float:
        found: dict[str, Any] = Evaluator(gold, pred, tags=list(TYPES), loader="dict").evaluate()
        return float(found["overall"]["strict"].f1)

    return run


def spaneval(folder: Path, sides: Sides) -> Callable[[Corpus], float]:
    """Return the call of spaneval on its own entities, which are made beforehand."""
    sys.path.append(str(folder))
    library, strategies = import_module("spaneval"), import_module("spaneval.strategies")
    entity = import_module("spaneval.entity").Entity
    gold, pred = sides.map(lambda span: entity(*span))

    def run(_: Corpus) -> float:
        results = library.evaluate(gold, pred)
        asked = (strategies.Exact, strategies.Partial, strategies.EntType, strategies.Strict)
        found = [(results.metrics(one()), results.metrics_by_type(one())) for one in asked]
        return float(found[-1][0].f1)

    return run


def contestants(data: Corpus, folder: Path | None) -> Mapping[str, Callable[[Corpus], float]]:
    """Return every contestant; each has its own form of the corpus."""
    sides = spans_of(data)
    characters = sides.map(lambda span: (span[0], _WIDTH * span[1], _WIDTH * span[2] - 1))
    found = {
        TAGS: ours(*data),
        "columnar, spans": ours(*sides),
        "columnar, spans as dictionaries": ours(
            *sides.map(lambda span: {"label": span[0], "start": span[1], "end": span[2]})
        ),
        "columnar, spans of characters": ours(*characters),
        OVERLAPPING: ours(*sides.nested()),
        "columnar, tags, outcomes": ours(*data, outcomes=True),
        "columnar, spans, outcomes": ours(*sides, outcomes=True),
        NERVALUATE: nervaluate(sides),
    }
    return {**found, SPANEVAL: spaneval(folder, sides)} if folder else found


def table(taken: Mapping[str, Sequence[float]], scores: Mapping[str, float]) -> str:
    """Return the ratios as a Markdown table."""
    peers = [name for name in (NERVALUATE, SPANEVAL) if name in taken]
    heads = [
        "",
        f"times as long as {TAGS}",
        *(f"times as fast as {name}" for name in peers),
        "strict micro F1, as each gives it",
    ]
    rows = [
        [
            name,
            ratio(taken, name, TAGS),
            *("" if name == OVERLAPPING else ratio(taken, peer, name) for peer in peers),
            f"{100 * scores[name]:.2f}",
        ]
        for name in taken
    ]
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, ["---", *["---:"] * (len(heads) - 1)], *rows)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print the table, and with `--write` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--spaneval", type=Path, metavar="DIR", help="where spaneval is installed, to be measured, too")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    data = corpus(args.tokens)
    runs = contestants(data, args.spaneval)
    scores = {name: run(data) for name, run in runs.items()}
    peers = ", ".join(f"{name} {version(name)}" for name in ("nerconform", "nervaluate", "numpy"))
    peers += f", spaneval {version('spaneval')}" if args.spaneval else ""
    head = (
        f"{data.tokens} tokens in {len(data.gold)} sentences, {args.rounds} rounds; {peers}; "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    text = f"{head}\n\n{table(times(runs, data, args.rounds), scores)}"
    sys.stdout.write(text)
    if args.write:
        page.write("spans", text)


if __name__ == "__main__":
    main()
