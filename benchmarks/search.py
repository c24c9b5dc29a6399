"""`python -m benchmarks.search`: how fast `nerconform diff` searches, and where the time goes.

Without `--data`, generated inputs: examples per second, and the shares of generator, library and kit. With `--data`,
units of a file: what the kit adds to the time that the library itself takes.
"""

import argparse
import platform
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from benchmarks import page
from nerconform.comparison.data_search import read_data, search_files
from nerconform.comparison.inquiry import inquiries_of
from nerconform.comparison.searched import Search
from nerconform.comparison.searching import Budget, search
from nerconform.formats.options import ReaderOptions
from nerconform.implementations.registry import resolve
from nerconform.version import __version__

NAMES = ("seqeval", "nervaluate", "seqscore", "conlleval", "iobes", "eval4ner", "nereval", "sklearn-crfsuite")


def generated(names: Sequence[str], examples: int) -> list[Search]:
    """Return a search of each of these implementations, all with one seed."""
    budget = Budget(examples)
    return [found for name in names for found in search(resolve(name), budget=budget).searches]


def data(names: Sequence[str], path: Path, scheme: str = "IOB2") -> list[Search]:
    """Return a search of each of these implementations over the units of a file that holds both sides."""
    units = read_data(path, None, ReaderOptions())
    return [found for name in names for found in search_files(inquiries_of(resolve(name)), units, scheme)]


def table(searches: Sequence[Search]) -> str:
    """Return the results of searches of generated inputs as a Markdown table."""
    heads = "| | inputs | per second | generator | library | kit | differ | unexplained |"
    rows = [
        f"| {one.right} | {one.examples} | {one.per_second:.0f} | {_shares(one)} "
        f"| {one.divergent} | {one.unexplained} |"
        for one in searches
    ]
    return "\n".join([_head(), "", heads, "|---|---:|---:|---:|---:|---:|---:|---:|", *rows]) + "\n"


def data_table(searches: Sequence[Search]) -> str:
    """Return the results of searches of data as a Markdown table."""
    heads = "| | units | library, seconds | kit, seconds | the kit adds | differ | unexplained |"
    rows = [
        f"| {one.right} | {one.examples} | {one.times.library:.2f} | {one.times.kit:.2f} | {added(one):.0%} "
        f"| {one.divergent} | {one.unexplained} |"
        for one in searches
    ]
    return "\n".join([_head(), "", heads, "|---|---:|---:|---:|---:|---:|---:|", *rows]) + "\n"


def added(found: Search) -> float:
    """Return the kit's time as a share of the library's."""
    return found.times.kit / found.times.library if found.times.library else 0.0


def _shares(found: Search) -> str:
    """Return which parts of the time generator, library and kit took, as cells."""
    times = found.times
    return " | ".join(f"{part / times.total:.0%}" for part in (times.generator, times.library, times.kit))


def _head() -> str:
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return f"nerconform {__version__}; {machine}."


def main() -> None:
    """Measure, print the table, and with --write put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("implementation", nargs="*", default=NAMES)
    parser.add_argument("--examples", type=int, default=2000)
    parser.add_argument("--data", type=Path, metavar="FILE", help="a file that holds both sides, in IOB2")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    if args.data is not None:
        text = data_table(data(args.implementation, args.data))
    else:
        text = table(generated(args.implementation, args.examples))
    sys.stdout.write(text)
    if args.write:
        page.write("search" if args.data is None else "search of data", text)


if __name__ == "__main__":
    main()
