"""`python -m benchmarks.ranking`: four systems ranked under every policy of BIOES, on generated predictions.

The gold standard is that of `benchmarks.sweep`. Each of four systems makes mistakes of its own kind in the tags of some
entities: random tags, entities that end without E, entities that begin with I, and entities whose type changes in
the middle. So each policy favours another system. Everything is drawn from one seed.

With `--files` it ranks files instead, each with gold and prediction, under every policy of their scheme.
"""

import argparse
import gc
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from benchmarks import page
from benchmarks.corpus import TYPES, Side
from benchmarks.sweep import bioes
from nerconform.api import resolve
from nerconform.products.rank.rank_systems import DEFAULT_MEASURE, RankTerms, rank, rank_files
from nerconform.reference.measures import Measure
from nerconform.reference.policies import size_of
from nerconform.reference.schemes import Scheme
from nerconform.reporting.ranking_view import swap_words, verdict
from nerconform.results.ranking_result import Ranking

_TAGS = ("O", *(f"{letter}-{kind}" for kind in TYPES for letter in "BIES"))
_SEED = 23
_RATE = 0.03
"""The share of tags, or of the entities of two tokens and more, in which a system makes its mistake."""
_OFTEN = 0.3
_RANDOM = 0.022
"""The share of random tags that the other systems make beside their own mistake."""


def _no_end(tag: str, _: random.Random) -> str:
    return f"I{tag[1:]}" if tag.startswith("E-") else tag


def _no_begin(tag: str, _: random.Random) -> str:
    return f"I{tag[1:]}" if tag.startswith("B-") else tag


def _other_type(tag: str, chance: random.Random) -> str:
    return f"E-{chance.choice(TYPES)}" if tag.startswith("E-") else tag


MISTAKES: Mapping[str, Callable[[str, random.Random], str] | None] = {
    "random-tags": None,
    "no-end": _no_end,
    "no-begin": _no_begin,
    "type-changes": _other_type,
}
"""What each system does to a tag in which it makes its mistake; the first makes no other than random tags."""


class Ranked(NamedTuple):
    """The systems on one gold standard."""

    gold: Side
    systems: Mapping[str, Side]


def systems(tokens: int = 200_000, seed: int = _SEED) -> Ranked:
    """Return four predictions in BIOES for about so many tokens; the same seed gives the same tags."""
    gold = bioes(tokens).gold
    found = {}
    for name, mistake in MISTAKES.items():
        chance = random.Random(f"{seed} {name}")  # noqa: S311 - a corpus, not a secret
        found[name] = [[_predicted(tag, mistake, chance) for tag in tags] for tags in gold]
    return Ranked(gold, found)


def _predicted(tag: str, mistake: Callable[[str, random.Random], str] | None, chance: random.Random) -> str:
    if chance.random() < (_RATE if mistake is None else _RANDOM):
        return chance.choice(_TAGS)
    return tag if mistake is None or chance.random() >= _OFTEN else mistake(tag, chance)


def measured(data: Ranked, rounds: int) -> tuple[float, Ranking]:
    """Return the median CPU seconds of a ranking with 10,000 resamples, and the ranking."""
    seconds = []
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        found = rank(data.gold, data.systems, "semeval", "BIOES")
        found.to_dict()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds), found


def table(seconds: float, found: Ranking, data: Ranked, rounds: int) -> str:
    """Return the results as Markdown, with what was measured on what."""
    tokens = sum(map(len, data.gold))
    head = (
        f"{tokens} tokens in {len(data.gold)} sentences of BIOES, {len(data.systems)} systems, "
        f"{size_of(Scheme.BIOES)} policies, {rounds} rounds; nerconform {version('nerconform')}; "
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    lines = [head, "", f"**{seconds:.1f} CPU seconds.** {verdict(found)}", ""]
    lines += [f"- {swap_words(pair, found)}" for pair in found.swapping]
    return "\n".join(lines) + "\n"


def measured_files(files: Sequence[Path], scheme: str, rounds: int) -> str:
    """Return the median CPU seconds of the ranking of files, read anew each time, as Markdown."""
    terms, seconds = RankTerms(resolve("semeval", scheme), Measure.parse(DEFAULT_MEASURE)), []
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        found = rank_files(None, files, terms)
        found.to_dict()
        seconds.append(time.process_time() - start)
    names = ", ".join(one.name for one in found.systems)
    head = f"{names}: {found.units} sentences of {scheme}, {found.policies} policies, {rounds} rounds; "
    head += f"nerconform {version('nerconform')}; Python {platform.python_version()}, {platform.system()}."
    return f"{head}\n\n**{statistics.median(seconds):.1f} CPU seconds.** {verdict(found)}\n"


def main() -> None:
    """Measure, print the results, and with --write put them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokens", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--files", type=Path, nargs="+", help="rank these files instead")
    parser.add_argument("--scheme", default="IOB2", help="the scheme of the files (default: IOB2)")
    parser.add_argument("--write", action="store_true", help="put the results into benchmarks/README.md")
    args = parser.parse_args()
    if args.files:
        text = measured_files(args.files, args.scheme, args.rounds)
        sys.stdout.write(text)
        if args.write:
            page.write("ranking of files", text)
        return
    data = systems(args.tokens)
    text = table(*measured(data, args.rounds), data, args.rounds)
    sys.stdout.write(text)
    if args.write:
        page.write("ranking", text)


if __name__ == "__main__":
    main()
