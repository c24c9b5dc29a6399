"""`python -m benchmarks.drop_in`: `nerconform.compat.seqeval` beside seqeval, the same calls on the same data.

The corpus is that of `benchmarks.corpus`. CPU times are taken in one process, both contestants once in each round; a
ratio is that of two times of one round, and the table has medians, with the quartiles in brackets.
"""

import argparse
import platform
import statistics
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import version
from typing import Any

from seqeval import metrics as theirs
from seqeval.scheme import IOB2

from benchmarks import page
from benchmarks.corpus import Corpus, corpus
from benchmarks.engines import Times, ratio, times
from nerconform.compat.seqeval import metrics as ours

Call = Callable[[Any, Corpus], float]
"""The module whose functions are called, and the data, in; the micro F1 out."""


def _report(module: Any, data: Corpus, **options: Any) -> float:  # noqa: ANN401 - either module, its arguments
    found = module.classification_report(data.gold, data.pred, output_dict=True, **options)
    return float(found["micro avg"]["f1-score"])


def _f1(module: Any, data: Corpus) -> float:  # noqa: ANN401 - either module
    return float(module.f1_score(data.gold, data.pred))


CALLS: Mapping[str, Call] = {
    "classification_report": _report,
    "classification_report, strict IOB2": partial(_report, mode="strict", scheme=IOB2),
    "f1_score": _f1,
}


def measured(data: Corpus, rounds: int) -> tuple[Mapping[str, Times], Mapping[str, tuple[float, float]]]:
    """Return for each call the times of both, seqeval's under `seqeval`, and their micro F1."""
    taken, scores = {}, {}
    for name, call in CALLS.items():
        sides = {"seqeval": partial(call, theirs), "drop-in": partial(call, ours)}
        scores[name] = (sides["seqeval"](data), sides["drop-in"](data))
        taken[name] = times(sides, data, rounds)
    return taken, scores


def table(taken: Mapping[str, Times], scores: Mapping[str, tuple[float, float]], data: Corpus, rounds: int) -> str:
    """Return the figures as Markdown."""
    facts = f"{data.tokens} tokens in {len(data.gold)} sentences, {rounds} rounds; nerconform {version('nerconform')}, "
    facts += f"seqeval {version('seqeval')}; Python {platform.python_version()}, {platform.system()}."
    heads = "| | seqeval, median CPU seconds | drop-in | times as fast | micro F1 of both |"
    rows = [
        f"| {name} | {statistics.median(sides['seqeval']):.2f} | {statistics.median(sides['drop-in']):.3f} | "
        f"{ratio(sides, 'seqeval', 'drop-in')} | {100 * scores[name][0]:.2f}, {100 * scores[name][1]:.2f} |"
        for name, sides in taken.items()
    ]
    return "\n".join([facts, "", heads, "|---|---:|---:|---:|---:|", *rows])


def main() -> None:
    """Measure, print the table, and with `--write` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    data = corpus(args.tokens)
    found = table(*measured(data, args.rounds), data, args.rounds)
    sys.stdout.write(f"{found}\n")
    if args.write:
        page.write("drop-in", found)


if __name__ == "__main__":
    main()
