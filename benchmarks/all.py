"""`python -m benchmarks.all`: every peer and nerconform on the same data, from 1,000 to 10,000,000 tokens.

CPU times are taken with the contestants interleaved, every one once in each round; a ratio is that of two times of one
round, and tables have medians. A contestant is stopped before a size that would take it longer than `--limit` seconds.
`--beside DIR` measures another checkout of nerconform in the same run, instead of all this. `--conlleval FILE` measures
the original conlleval in Perl, too, which is no part of this project. `--write` puts the page, the numbers and the plot
into reports/benchmarks/.
"""

import argparse
import json
import platform
import statistics
import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.beside import beside
from benchmarks.corpus import Corpus, corpus
from benchmarks.engines import BARE, NERVALUATE, SEQEVAL, Times, held, ratio, times
from benchmarks.files import LAYOUTS, PLAIN, measured, ours, write_file
from benchmarks.peers import PEERS

FOLDER = Path(__file__).parents[1] / "reports" / "benchmarks"
PERL = "conlleval (Perl)"
_SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
_SMALL = 100_000
"""Calls are measured in all rounds up to this size, and on larger ones in a few; memory is looked at here."""
_FEW = 2
_MILLION = 1_000_000


class Cost(NamedTuple):
    """What a size costs a contestant: median CPU seconds, and the most MiB, where that was measured."""

    tokens: int
    seconds: float
    memory: float | None = None


Costs = dict[str, list[Cost]]


def from_lists(sizes: Sequence[int], rounds: int, limit: float) -> Costs:
    """Measure calls on lists of tags, up to the size that takes too long."""
    found: Costs = {name: [] for name in PEERS}
    for size in sizes:
        runs = {name: peer.run for name, peer in PEERS.items() if _may(found[name], size, limit)}
        data = corpus(size)
        taken = times(runs, data, rounds if size <= _SMALL else _FEW)
        for name, seconds in taken.items():
            memory = held(name, data, runs[name]) if size == _SMALL else None
            found[name].append(Cost(data.tokens, statistics.median(seconds), memory))
    return found


def _may(costs: Sequence[Cost], size: int, limit: float) -> bool:
    """Whether the next size takes less than the limit, if the cost goes on to grow with the tokens."""
    return not costs or costs[-1].seconds * size / costs[-1].tokens <= limit


def from_files(sizes: Sequence[int], rounds: int, limit: float, perl: Path | None) -> tuple[Costs, dict[str, Times]]:
    """Measure whole processes on files; return the costs in the plain layout, and the times of every layout."""
    names = [f"nerconform score, {layout}" for layout in LAYOUTS] + ([PERL] if perl else [])
    found: Costs = {name: [] for name in names}
    at_sizes: dict[str, Times] = {}
    with TemporaryDirectory() as folder:
        for size in sizes:
            data = corpus(size)
            chosen = [name for name in names if _may(found[name], size, limit)]
            paths = {layout: Path(folder) / layout for layout in LAYOUTS}
            for layout, path in paths.items():
                write_file(data, layout, path)
            tokens = data.tokens
            del data
            taken: dict[str, list[float]] = {name: [] for name in chosen}
            memory = dict.fromkeys(chosen, 0.0)
            for _ in range(rounds if size <= _MILLION else _FEW):
                for name in chosen:
                    layout = name.rpartition(", ")[2]
                    command = (
                        ["perl", str(perl)] if name == PERL else ours(paths[layout], layout, "--dialect=conlleval")
                    )
                    took = measured(command, paths[PLAIN] if name == PERL else None)
                    taken[name].append(took.seconds)
                    memory[name] = max(memory[name], took.memory)
            for name in chosen:
                found[name].append(Cost(tokens, statistics.median(taken[name]), memory[name]))
            at_sizes[str(size)] = taken
    return found, at_sizes


def headline(data: Corpus, rounds: int) -> str:
    """Return the table of ratios on one corpus, with what each computes."""
    runs = {name: peer.run for name, peer in PEERS.items()}
    scores = {name: run(data) for name, run in runs.items()}
    taken = times(runs, data, rounds)
    heads = f"| | bare loops | times as fast as {SEQEVAL} | as {NERVALUATE} | exact micro F1 | computes |"
    rows = []
    for name, peer in PEERS.items():
        score = scores[name]
        f1 = "" if score is None else f"{score if score > 1 else 100 * score:.2f}"
        ratios = [ratio(taken, *pair) for pair in ((name, BARE), (SEQEVAL, name), (NERVALUATE, name))]
        rows.append(f"| {name} | {' | '.join(ratios)} | {f1} | {peer.computes} |")
    return "\n".join([heads, "|---|---:|---:|---:|---:|---|", *rows])


def layouts(at_sizes: Mapping[str, Times], size: int) -> str:
    """Return how many times as fast as Perl each layout is scored, whole processes."""
    taken = at_sizes[str(size)]
    heads = "| | median CPU seconds | times as fast as conlleval in Perl |"
    rows = [
        f"| {name} | {statistics.median(seconds):.2f} | {ratio(taken, PERL, name) if PERL in taken else ''} |"
        for name, seconds in taken.items()
    ]
    return "\n".join([heads, "|---|---:|---:|", *rows])


def growth(costs: Costs, sizes: Sequence[int]) -> str:
    """Return CPU seconds by size, and the factor from each tenth of the last size; empty where it was stopped."""
    heads = f"| | {' | '.join(f'{size:,}' for size in sizes)} | last factor | MiB |"
    rows = []
    for name, found in costs.items():
        cells = [f"{cost.seconds:.2g}" for cost in found] + ["stopped"] * (len(sizes) - len(found))
        factor = f"{found[-1].seconds / found[-2].seconds:.1f}" if len(found) > 1 else ""
        memory = ", ".join(f"{cost.memory:.0f}" for cost in found if cost.memory is not None)
        rows.append(f"| {name} | {' | '.join(cells)} | {factor} | {memory} |")
    return "\n".join([heads, f"|---|{'---:|' * (len(sizes) + 2)}", *rows])


def plot(lists: Costs, files: Costs) -> bytes:
    """Return the cost as the work grows, both axes logarithmic, as SVG."""
    from matplotlib import rc_context  # noqa: PLC0415 - slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415

    with rc_context({"svg.hashsalt": "nerconform", "svg.fonttype": "none"}):
        figure = Figure(figsize=(9, 6), layout="constrained")
        axes = figure.add_subplot()
        for costs, style in ((lists, "-"), (files, "--")):
            for number, (name, found) in enumerate(costs.items()):
                marker = "osv^D<>Pph"[number % 10]
                tokens, seconds = [cost.tokens for cost in found], [cost.seconds for cost in found]
                axes.loglog(tokens, seconds, style, marker=marker, markersize=4, linewidth=1, label=name)
        axes.set(xlabel="tokens", ylabel="CPU seconds", title="Cost as the work grows (dashed: processes on files)")
        axes.grid(visible=True, which="major", linewidth=0.3)
        figure.legend(loc="outside right upper", fontsize=8)
        buffer = BytesIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def main() -> None:
    """Measure, print the page, and with `--write` store it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=int, default=_SIZES[-1], help="the largest size")
    parser.add_argument("--limit", type=float, default=20, help="seconds for one call (default: 20)")
    parser.add_argument("--conlleval", type=Path, metavar="FILE", help="the original conlleval.pl, to be measured, too")
    parser.add_argument(
        "--beside", type=Path, metavar="DIR", help="another checkout of nerconform: print its ratios only"
    )
    parser.add_argument("--write", action="store_true", help="write reports/benchmarks/")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    sizes = [size for size in _SIZES if size <= args.most]
    data = corpus(210_000)
    if args.beside:
        sys.stdout.write(f"{beside(args.beside, data, args.rounds, args.conlleval)}\n")
        return
    peers = ("nerconform", "seqeval", "nervaluate", "seqscore", "conlleval", "numpy")
    facts = f"{', '.join(f'{name} {version(name)}' for name in peers)}; Python {platform.python_version()}, "
    facts += f"{platform.system()} {platform.machine()}; {args.rounds} rounds, "
    facts += f"{_FEW} of calls above {_SMALL:,} tokens and of processes above {_MILLION:,}."
    head = headline(data, args.rounds)
    files, at_sizes = from_files(sizes, args.rounds, args.limit, args.conlleval)
    lists = from_lists(sizes, args.rounds, args.limit)
    size = min(_MILLION, sizes[-1])
    page = PAGE.format(
        facts=facts,
        corpus=f"{data.tokens:,} tokens in {len(data.gold):,} sentences",
        head=head,
        size=f"{size:,}",
        layouts=layouts(at_sizes, size),
        limit=args.limit,
        lists=growth(lists, sizes),
        files=growth(files, sizes),
    )
    sys.stdout.write(page)
    if args.write:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "README.md").write_text(page, encoding="utf-8")
        (FOLDER / "cost.svg").write_bytes(plot(lists, files))
        (FOLDER / "results.json").write_text(json.dumps({"lists": lists, "files": files}, indent=1) + "\n")


PAGE = """# Benchmarks

Written by `python -m benchmarks.all --write`; how it measures stands in [benchmarks/](../../benchmarks/README.md).
{facts}

## From lists of tags, {corpus}, 3 % of the predicted tags random

{head}

Ratios are medians of those within each round, with the quartiles in brackets. A bare loop looks up every tag of both
sides in a dictionary and does nothing else.

## From a file of {size} tokens, whole processes

{layouts}

Perl reads the plain layout, whatever the row. UTF-16 is recoded, and a separator of three bytes stands for one.

## CPU seconds as the work grows

From lists of tags; a call that would take more than {limit:g} seconds is stopped. Memory is what Python and NumPy hold
at most for 100,000 tokens, the lists left out.

{lists}

From files, whole processes; memory is the most that the process held at each size.

{files}

![Cost as the work grows](cost.svg)
"""


if __name__ == "__main__":
    main()
