"""`python -m benchmarks.sweep`: every policy of a family beside one report of seqeval, on the same data.

The corpus is that of `benchmarks.corpus` in BIOES: gold as it is, and a prediction in which 3 % of the tags are random
ones. CPU times are taken in one process, every contestant once in each round; the table has medians and their ratios.
"""

import argparse
import gc
import platform
import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from importlib.metadata import version

from seqeval.metrics import classification_report

from benchmarks import page
from benchmarks.corpus import TYPES, Corpus, corpus
from nerconform.api import convert, evaluate
from nerconform.families.policy_sweep import sweep
from nerconform.reference.policies import size_of
from nerconform.reference.schemes import Scheme

BASE = "seqeval classification_report, once"
_TAGS = ("O", *(f"{letter}-{kind}" for kind in TYPES for letter in "BIES"))
_SEED = 17


def bioes(tokens: int = 200_000, noise: float = 0.03) -> Corpus:
    """Return the corpus in BIOES; every predicted tag is a random one with probability `noise`."""
    chance = random.Random(_SEED)  # noqa: S311 - a corpus, not a secret
    gold = [convert(tags, "IOB2", "BIOES") for tags in corpus(tokens).gold]
    pred = [[chance.choice(_TAGS) if chance.random() < noise else tag for tag in tags] for tags in gold]
    return Corpus(gold, pred)


def _swept(dialect: str, measure: str) -> Callable[[Corpus], float]:
    def run(data: Corpus) -> float:
        swept = sweep(data.gold, data.pred, dialect, "BIOES", measure=measure)
        swept.to_dict()
        return next(float(one.value or 0) for one in swept.named if one.name == "lenient")

    return run


def _seqeval(data: Corpus) -> float:
    report = classification_report(data.gold, data.pred, output_dict=True)
    return float(report["micro avg"]["f1-score"])


CONTESTANTS: Mapping[str, Callable[[Corpus], float]] = {
    "sweep, strict micro F1, semeval": _swept("semeval", "strict.micro.f1"),
    "sweep, strict micro F1, conlleval": _swept("conlleval", "strict.micro.f1"),
    "sweep, strict macro F1, semeval": _swept("semeval", "strict.macro.f1"),
    "sweep, strict micro F1, mean over units": _swept("semeval,pool:mean", "strict.micro.f1"),
    "one policy, semeval": lambda data: float(evaluate(data.gold, data.pred, "semeval", "BIOES").f1 or 0),
    BASE: _seqeval,
}


def times(data: Corpus, rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the median CPU seconds of each contestant, and its number under `lenient`."""
    found: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    scores: dict[str, float] = {}
    for _ in range(rounds):
        for name, run in CONTESTANTS.items():
            gc.collect()
            start = time.process_time()
            scores[name] = run(data)
            found[name].append(time.process_time() - start)
    return {name: statistics.median(seconds) for name, seconds in found.items()}, scores


def table(seconds: Mapping[str, float], scores: Mapping[str, float], data: Corpus, rounds: int) -> str:
    """Return the results as a Markdown table, with what was measured on what."""
    rows = [
        f"| {name} | {one:.2f} | {one / seconds[BASE]:.2f} | {100 * scores[name]:.2f} |"
        for name, one in seconds.items()
    ]
    peers = ", ".join(f"{name} {version(name)}" for name in ("nerconform", "seqeval"))
    head = (
        f"{data.tokens} tokens in {len(data.gold)} sentences of BIOES, {size_of(Scheme.BIOES)} policies, "
        f"{rounds} rounds; {peers}; Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    heads = "| | median CPU seconds | times seqeval's | under lenient |"
    return "\n".join([head, "", heads, "|---|---:|---:|---:|", *rows]) + "\n"


def main() -> None:
    """Measure, print the table, and with --write put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    data = bioes(args.tokens)
    text = table(*times(data, args.rounds), data, args.rounds)
    sys.stdout.write(text)
    if args.write:
        page.write("sweep", text)


if __name__ == "__main__":
    main()
