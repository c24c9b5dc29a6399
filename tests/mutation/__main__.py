"""`python -m tests.mutation --seed 1 --mutants 300`: how many mutants of the kit's own source its tests kill.

A sample of mutants is drawn by its seed from four rooms. For each a process is forked from one that has collected the
tests, and the changed code is put into its functions. Mutants of the reference are first held to the golden cases.
What is left meets the tests of its own room that touch the changed line, up to the first failure. A mutant under which
a test takes ten times as long is killed, too. Which tests touch which line is measured once for each room, with
coverage.py (`pip install -e '.[mutation]'`), and kept in `build/`. With `--only TEXT` just the mutants run whose line,
file or old code holds the text. `--again LOG` runs the survivors that an earlier run listed, wherever they stand now.
"""

import argparse
import os
import pickle
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import groupby, islice
from pathlib import Path
from typing import IO, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from nerconform.products.check.adequacy import disagreements
from nerconform.suite.cases import Case, Suite, load_suite
from tests.mutation.forked import Ended, Existing, Unfit, install, run_all
from tests.mutation.source_mutants import SourceMutant, again, mutated, source_mutants

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "nerconform"
ROOMS = ("reference", "engines", "diagnosis", "formats")
PACKAGES = tuple(f"nerconform.{room}" for room in ROOMS)
GOLDEN = "golden cases"
_LIMIT = 900
"""CPU seconds of one process: of a file of tests that is mapped, or of a mutant."""
_QUICK = {"diagnosis": 20.0}
_QUICK_ELSEWHERE = 1.5
"""A test that takes more CPU seconds is left out: it would run for too many mutants. A diagnosis takes some."""
_SLOWER, _GRACE = 10, 5
"""A test, or a golden case, is ended after so many times its own CPU seconds, and some more."""


class Touched(NamedTuple):
    """What one test takes and touches: CPU seconds, and lines by file."""

    seconds: float
    lines: Mapping[str, frozenset[int]]


class Killed(NamedTuple):
    """What became of a mutant: the test that killed it (empty: it survives), and how many tests ran."""

    mutant: SourceMutant
    by: str
    ran: int


class Mutation:
    """The plugin that runs mutants in place of tests."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.map: dict[str, Touched] = {}
        self.existing = Existing((), ())
        self.found: list[Killed] = []
        self.favourites: Counter[str] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run mutants until as many ran as are asked for; the unfit ones are replaced by the next."""
        load_suite()  # once: every process that is forked has it
        self.existing = Existing.of(PACKAGE, (*PACKAGES, "tests."))
        drawn = source_mutants(PACKAGE, self.args.room or ROOMS)
        random.Random(self.args.seed).shuffle(drawn)  # noqa: S311 - a sample, no secret
        if self.args.again:
            found = [*again(drawn, self.args.again.read_text(encoding="utf-8"), PACKAGE)]
            drawn = [one for one in found if one is not None]
            print(f"{len(found) - len(drawn)} of the {len(found)} survivors are gone: no such change is made any more")  # noqa: T201
        if self.args.only:
            drawn = [one for one in drawn if self.args.only in str(one)]
        print(f"{len(drawn)} mutants, {len(session.items)} tests")  # noqa: T201
        left = iter(drawn)
        while some := list(islice(left, self.args.mutants - len(self.found))):
            self._run_all(some, session.items)
        return True

    def _run_all(self, mutants: Sequence[SourceMutant], items: Sequence[pytest.Item]) -> None:
        """Ask the golden cases, then map and run the tests of each room that has mutants left."""
        of_reference = [one for one in mutants if one.file.startswith("reference/")]
        self.map = self._of_cases() if of_reference else {}
        left = [one for one in mutants if one not in of_reference]
        for mutant, found in run_all(
            ((one, partial(self._asked, one)) for one in of_reference), self.args.jobs, _LIMIT
        ):
            if isinstance(found, Killed) and not found.by and not self.args.golden:
                left.append(mutant)
            else:
                self._enter(mutant, found)
        for room in ROOMS[::-1]:
            mine = [one for one in left if one.file.startswith(f"{room}/")]
            tests = {item.nodeid: item for item in items if mine and item.nodeid.startswith(f"tests/{room}/")}
            self.map = self._mapped([*tests.values()])
            for mutant, found in run_all(
                ((one, partial(self._tested, one, tests)) for one in mine), self.args.jobs, _LIMIT
            ):
                self._enter(mutant, found)

    def _enter(self, mutant: SourceMutant, found: "Killed | Unfit | Ended") -> None:
        """Take down and print what became of a mutant."""
        if isinstance(found, Unfit):
            print(f"unfit\t{mutant} ({found})", flush=True)  # noqa: T201
            return
        if isinstance(found, Ended):
            found = Killed(self._told(mutant), "time limit" if found.is_late else "crash", 0)
        self.found.append(found)
        self.favourites[f"{mutant.file} {found.by}"] += 1
        print(f"{len(self.found)}\t{found.by or 'SURVIVES'}\t{found.ran}\t{found.mutant}", flush=True)  # noqa: T201

    def _told(self, mutant: SourceMutant) -> SourceMutant:
        return mutated((PACKAGE / mutant.file).read_text(encoding="utf-8"), mutant)[1]

    def _install(self, mutant: SourceMutant) -> SourceMutant:
        """Put a mutant into this process, which is its own. Raises `Unfit`."""
        path = PACKAGE / mutant.file
        source = path.read_text(encoding="utf-8")
        tree, mutant = mutated(source, mutant)
        install(path, source, tree, self.existing)
        return mutant

    def _asked(self, mutant: SourceMutant) -> Killed | Unfit:
        """Return whether a golden case kills a mutant."""
        try:
            mutant = self._install(mutant)
        except Unfit as error:
            return error
        chosen = self._chosen(mutant)
        suite = load_suite()
        cases = {case.id: case for case in suite.cases}
        for number, name in enumerate(chosen, 1):
            signal.setitimer(signal.ITIMER_VIRTUAL, _SLOWER * self.map[name].seconds + _GRACE)
            if not _is_right(suite, cases[name]):
                return Killed(mutant, GOLDEN, number)
        return Killed(mutant, "", len(chosen))

    def _tested(self, mutant: SourceMutant, items: Mapping[str, pytest.Item]) -> Killed | Unfit:
        """Return which of the tests that touch its lines kills a mutant."""
        try:
            mutant = self._install(mutant)
        except Unfit as error:
            return error
        chosen = self._chosen(mutant)
        for number, name in enumerate(chosen, 1):
            after = items[chosen[number]] if number < len(chosen) else None
            signal.setitimer(signal.ITIMER_VIRTUAL, _SLOWER * self.map[name].seconds + _GRACE)
            reports = runtestprotocol(items[name], log=False, nextitem=after)
            if any(report.failed for report in reports):
                return Killed(mutant, name, number)
        return Killed(mutant, "", len(chosen))

    def _chosen(self, mutant: SourceMutant) -> list[str]:
        """Return the tests that touch the lines: first what killed other mutants of the file, then the quickest."""
        path = str(PACKAGE / mutant.file)
        touching = [
            name for name, one in self.map.items() if not one.lines.get(path, frozenset()).isdisjoint(mutant.lines)
        ]

        def order(name: str) -> tuple[bool, float]:
            seconds = self.map[name].seconds
            return not (self.favourites[f"{mutant.file} {name}"] and seconds < 1), seconds

        return sorted(touching, key=order)

    def _of_cases(self) -> dict[str, Touched]:
        """Return what each golden case touches."""
        kept = ROOT / "build" / "mutation-cases.pickle"
        if not kept.exists():
            kept.parent.mkdir(exist_ok=True)
            path = kept.with_suffix(".new")
            ((_, ended),) = run_all([("", partial(_map_cases, path, self.existing))], 1, _LIMIT)
            assert ended is None, ended
            path.replace(kept)
        return dict(_read(kept))

    def _mapped(self, items: Sequence[pytest.Item]) -> dict[str, Touched]:
        """Return what each test touches; those that fail without a mutant, or take too long, are left out."""
        kept = ROOT / "build" / "mutation-map.pickle"
        found: dict[str, Touched] = pickle.loads(kept.read_bytes()) if kept.exists() else {}  # noqa: S301 - our own
        kept.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            while missing := [item for item in items if item.nodeid not in found]:
                files = groupby(missing, lambda item: item.nodeid.partition("::")[0])
                tasks = {name: list(group) for name, group in files}
                for file, result in run_all(
                    (
                        (file, partial(_map, group, Path(folder, str(at)), self.existing))
                        for at, (file, group) in enumerate(tasks.items())
                    ),
                    self.args.jobs,
                    _LIMIT,
                ):
                    path = Path(folder, str([*tasks].index(file)))
                    found |= dict(_read(path))
                    path.unlink(missing_ok=True)
                    if isinstance(result, Ended):
                        late = next(item.nodeid for item in tasks[file] if item.nodeid not in found)
                        found[late] = Touched(-1, {})
                    kept.write_bytes(pickle.dumps(found))
                    print(f"map: {len(found)} of {len(items)} tests, {file}", flush=True)  # noqa: T201
        names = {item.nodeid for item in items}
        return {name: one for name, one in found.items() if name in names and one.seconds >= 0}


class _Measuring:
    """Writes which lines of the rooms run, and how long."""

    def __init__(self, file: IO[bytes], existing: Existing) -> None:
        coverage = import_module("coverage")  # an extra, of this command alone
        include = [f"{PACKAGE / room}/*" for room in ROOMS]
        self.measured = coverage.Coverage(data_file=None, config_file=False, include=include, messages=False)
        self.caches = [one for one in existing.caches if one.__module__.startswith(PACKAGES)]
        self.file = file

    def run(self, name: str, task: Callable[[], bool]) -> None:
        """Run a task, which says whether it passes, with empty caches."""
        for cache in self.caches:
            cache.cache_clear()
        self.measured.erase()
        self.measured.start()
        start = time.process_time()
        passed = task()
        seconds = time.process_time() - start
        self.measured.stop()
        data = self.measured.get_data()
        lines = {name: frozenset(data.lines(name) or ()) for name in data.measured_files()}
        pickle.dump((name, Touched(seconds if passed else -1, lines)), self.file)
        self.file.flush()


def _map(items: Sequence[pytest.Item], path: Path, existing: Existing) -> None:
    """Run tests, and write what each touches; the first that takes too long ends the process."""

    def passes(item: pytest.Item, after: pytest.Item | None) -> bool:
        room = item.path.parent.name
        signal.setitimer(signal.ITIMER_VIRTUAL, _QUICK.get(room, _QUICK_ELSEWHERE))
        passed = all(report.passed for report in runtestprotocol(item, log=False, nextitem=after))
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return passed

    with path.open("wb") as file:
        measuring = _Measuring(file, existing)
        for item, after in zip(items, [*items[1:], None], strict=True):
            measuring.run(item.nodeid, partial(passes, item, after))


def _map_cases(path: Path, existing: Existing) -> None:
    """Ask the golden cases, and write what each touches."""
    suite = load_suite()
    with path.open("wb") as file:
        measuring = _Measuring(file, existing)
        for case in suite.cases:
            measuring.run(case.id, partial(_is_right, suite, case))


def _is_right(suite: Suite, case: Case) -> bool:
    """Whether the reference, as it is in this process, passes a golden case in every dialect."""
    try:
        return next(disagreements(Suite((replace(suite.groups[0], cases=(case,)),), suite.version)), None) is None
    except Exception:  # noqa: BLE001 - whatever a mutant raises
        return False


def _read(path: Path) -> Iterator[tuple[str, Touched]]:
    """Yield what a process has written, whole or not."""
    with path.open("rb") as file, suppress(EOFError, pickle.UnpicklingError):
        while True:
            yield pickle.load(file)  # noqa: S301 - our own


def summary(found: Sequence[Killed]) -> str:
    """Return the rates by room as a Markdown table, and the survivors as a list."""
    lines = ["| room | mutants | killed | by golden cases | by other tests | rate |", "|---|---:|---:|---:|---:|---:|"]
    for room in (*ROOMS, ""):
        mine = [one for one in found if one.mutant.file.startswith(room)]
        killed = [one for one in mine if one.by]
        golden = sum(one.by == GOLDEN for one in mine)
        rate = f"{100 * len(killed) / len(mine):.1f} %" if mine else ""
        lines.append(f"| {room or 'all'} | {len(mine)} | {len(killed)} | {golden} | {len(killed) - golden} | {rate} |")
    survivors = sorted(str(one.mutant) for one in found if not one.by)
    return "\n".join([*lines, "", *(f"- {one}" for one in survivors)])


def main() -> int:
    """Run the mutants, and print the rates and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--room", action="append", choices=ROOMS, help="only this room (repeatable)")
    parser.add_argument("--golden", action="store_true", help="only the golden cases, no test: for the reference")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--again", type=Path, metavar="LOG", help="only the survivors that the output of a run lists")
    args = parser.parse_args()
    if args.golden:
        args.room = ["reference"]
    os.environ["CI"] = "1"  # the same examples every time
    run = Mutation(args)
    folders = [str(ROOT / "tests" / folder) for folder in (["mutation"] if args.golden else args.room or ROOMS)]
    options = ["-q", "-s", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    status = pytest.main([*options, *folders], plugins=[run])
    if not run.found:
        return int(status) or 1
    print(f"\nseed {args.seed}: {len(run.found)} mutants\n\n{summary(run.found)}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
