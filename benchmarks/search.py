"""`python -m benchmarks.search`: how fast `nerconform diff` searches, and where the time goes.

Without `--data`, generated inputs: examples per second, and the shares of generator, library and kit. With `--data`,
units of a file: what the kit adds to the time that the library itself takes. All times are CPU time, of the fastest
of three rounds with data.
"""

import argparse
import platform
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from time import process_time
from typing import NamedTuple

from benchmarks import page
from nerconform.diagnosis.versus import Versus, versus_of
from nerconform.formats.reader_options import ReaderOptions
from nerconform.libraries.registry import resolve
from nerconform.products.search.classes import Classes
from nerconform.products.search.data_search import Data, asked_about, read_data, search_data
from nerconform.products.search.random_search import Budget, search
from nerconform.results.search_result import Search
from nerconform.version import __version__

NAMES = ("seqeval", "nervaluate", "seqscore", "conlleval", "iobes", "eval4ner", "nereval", "sklearn-crfsuite")
_ROUNDS = 3


def generated(names: Sequence[str], examples: int) -> list[Search]:
    """Return a search of each of these implementations, all with one seed."""
    budget = Budget(examples)
    return [found for name in names for found in search(resolve(name), budget=budget, now=process_time).searches]


class Measured(NamedTuple):
    """A search of data, and the seconds that the library's calls take by themselves; which of them is asked."""

    search: Search
    alone: float


def data(names: Sequence[str], path: Path, scheme: str = "IOB2") -> Iterator[Measured]:
    """Yield a search of each of these implementations over the units of a file that holds both sides."""
    units = read_data(path, None, ReaderOptions())
    for name in names:
        for index in range(len(versus_of(resolve(name)))):
            own = alone(_fresh(name, index), units, scheme)
            rounds = [search_data(_fresh(name, index), units, scheme) for _ in range(_ROUNDS)]
            yield Measured(min(rounds, key=lambda found: found.times.total), own)


def _fresh(name: str, index: int) -> Versus:
    """Return an inquiry that remembers nothing, by the clock of the CPU."""
    inquiry = versus_of(resolve(name))[index]
    inquiry.clock.now = process_time
    return inquiry


def alone(inquiry: Versus, units: Data, scheme: str) -> float:
    """Return how long the plain Python takes that asks the library alone about all units once, as `diff` prints it."""
    way, units = asked_about(inquiry, units, scheme)
    if way is None:
        return 0.0
    question = Classes(inquiry).question(way, units.gold, units.pred)
    code = compile(inquiry.sides[0].reproduction(question), "reproduction", "exec")

    def run() -> None:
        with redirect_stdout(StringIO()), suppress(Exception):  # an exception is its answer
            exec(code, {})  # noqa: S102 - what the kit prints itself

    run()  # imports
    return min(_timed(run) for _ in range(_ROUNDS))


def _timed(run: Callable[[], None]) -> float:
    start = process_time()
    run()
    return process_time() - start


def table(searches: Sequence[Search]) -> str:
    """Return the results of searches of generated inputs as a Markdown table."""
    heads = "| | inputs | per second | generator | library | kit | differ | unexplained |"
    rows = [
        f"| {one.right} | {one.examples} | {one.per_second:.0f} | {_shares(one)} "
        f"| {one.divergent} | {one.unexplained} |"
        for one in searches
    ]
    return "\n".join([_head(), "", heads, "|---|---:|---:|---:|---:|---:|---:|---:|", *rows]) + "\n"


def data_table(found: Sequence[Measured]) -> str:
    """Return the results of searches of data as a Markdown table."""
    heads = "| | units | library alone, ms | asked, ms | kit, ms | kit / asked | adds to alone | differ | unexplained |"
    rows = [
        f"| {one.right} | {one.examples} | {1000 * own:.0f} | {1000 * one.times.library:.0f} "
        f"| {1000 * one.times.kit:.0f} | {added(one):.0%} | {one.times.total / own - 1:.0%} "
        f"| {one.divergent} | {one.unexplained} |"
        for one, own in found
    ]
    return "\n".join([_head(), "", heads, "|---|---:|---:|---:|---:|---:|---:|---:|---:|", *rows]) + "\n"


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
        text = data_table([*data(args.implementation, args.data)])
    else:
        text = table(generated(args.implementation, args.examples))
    sys.stdout.write(text)
    if args.write:
        page.write("search" if args.data is None else "search of data", text)


if __name__ == "__main__":
    main()
