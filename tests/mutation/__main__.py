"""`python -m tests.mutation --seed 1 --mutants 300`: how many mutants of the kit's own source its tests kill.

A sample of mutants is drawn by its seed from four rooms. For each a process is forked from one that has collected the
tests, and the changed code is put into its functions. Mutants of the reference are first held to the golden cases.
What is left meets the tests that touch the changed line, up to the first failure: first all of its own room, then the
quickest of the rooms that use it, for 30 CPU seconds at most. A mutant under which a test takes ten times as long is
killed, too. Which test touches which line is measured with coverage.py (`pip install -e '.[mutation]'`) and kept in
`build/`, and measured again if the test's file or a file that it touches has changed. With `--only TEXT` just the
mutants run whose line, file or old code holds the text. `--again LOG` runs the survivors that an earlier run listed,
wherever they stand now. The equivalent mutants that `equivalents.md` lists with a reason are not run. `--listed` runs
them alone: a test that kills one refutes its reason.
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
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from itertools import groupby, islice
from pathlib import Path
from typing import IO, NamedTuple, TypeVar

import pytest
from _pytest.runner import runtestprotocol

from nerconform.products.check.adequacy import disagreements
from nerconform.suite.cases import Case, Suite, load_suite
from tests.mutation import equivalents
from tests.mutation.forked import Ended, Existing, Unfit, install, run_all
from tests.mutation.source_mutants import SourceMutant, again, mutated, source_mutants

_Row = TypeVar("_Row")
ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build"
PACKAGE = ROOT / "nerconform"
ROOMS = ("reference", "engines", "diagnosis", "formats")
PACKAGES = tuple(f"nerconform.{room}" for room in ROOMS)
USERS = (
    *("asking", "commands", "compat", "contract", "distributed", "families"),
    *("files", "products", "reporting", "results", "stats", "suite"),
)
"""The rooms that use these four, and whose tests do so in their own process."""
GOLDEN = "golden cases"
_LIMIT = 900
"""CPU seconds of one process: of a file of tests that is mapped, or of a mutant."""
_QUICK = {"diagnosis": 20.0}
_QUICK_ELSEWHERE = 1.5
"""A test that takes more CPU seconds is left out: it would run for too many mutants. A diagnosis takes some."""
_SLOWER, _GRACE = 10, 5
"""A test, or a golden case, is ended after so many times its own CPU seconds, and some more."""
_ELSEWHERE = 30.0
"""CPU seconds for the tests of other rooms, of one mutant."""


class Touched(NamedTuple):
    """What one test takes and touches: CPU seconds, lines by file, and a digest of its own file and of those files."""

    seconds: float
    lines: Mapping[str, frozenset[int]]
    digest: bytes


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
        self.listed = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run mutants until as many ran as are asked for; the unfit ones are replaced by the next."""
        load_suite()  # once: every process that is forked has it
        self.existing = Existing.of(PACKAGE, (*PACKAGES, "tests."))
        rooms = self.args.room or ROOMS
        drawn = source_mutants(PACKAGE, rooms)
        equivalent = [*_equivalent(rooms, drawn)]
        random.Random(self.args.seed).shuffle(drawn)  # noqa: S311 - a sample, no secret
        if self.args.again:
            found = [*again(drawn, self.args.again.read_text(encoding="utf-8"), PACKAGE)]
            drawn = [one for one in found if one is not None]
            print(f"{len(found) - len(drawn)} of the {len(found)} survivors are gone: no such change is made any more")  # noqa: T201
        if self.args.only:
            drawn = [one for one in drawn if self.args.only in str(one)]
        if self.args.listed:
            drawn, equivalent = equivalent, []
        print(f"{len(drawn)} mutants, {len(session.items)} tests")  # noqa: T201
        left = self._without(equivalent, drawn)
        while some := list(islice(left, self.args.mutants - len(self.found))):
            self._run_all(some, session.items)
        return True

    def _without(self, equivalent: Sequence[SourceMutant], drawn: Sequence[SourceMutant]) -> Iterator[SourceMutant]:
        """Yield the mutants that are drawn, and count the equivalent ones among them."""
        listed = {(one.file, one.number) for one in equivalent}
        for one in drawn:
            if (one.file, one.number) in listed:
                self.listed += 1
            else:
                yield one

    def _run_all(self, mutants: Sequence[SourceMutant], items: Sequence[pytest.Item]) -> None:
        """Ask the golden cases, then run the tests of each room that has mutants left, and of its users."""
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
        if not left:
            return
        tests = {item.nodeid: item for item in items}
        self.map = self._mapped(items)
        left.sort(key=_room)
        tasks = ((one, partial(self._tested, one, tests)) for one in left)
        for mutant, found in run_all(tasks, self.args.jobs, _LIMIT):
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
        """Return the tests that touch the lines: those of its room, then of others up to a limit of time.

        Of each, first what killed other mutants of the file, then the quickest.
        """
        path = str(PACKAGE / mutant.file)
        touching = [
            name for name, one in self.map.items() if not one.lines.get(path, frozenset()).isdisjoint(mutant.lines)
        ]

        def order(name: str) -> tuple[bool, bool, float]:
            seconds = self.map[name].seconds
            return not _is_own(name, mutant), not (self.favourites[f"{mutant.file} {name}"] and seconds < 1), seconds

        chosen: list[str] = []
        elsewhere = 0.0
        for name in sorted(touching, key=order):
            elsewhere += 0 if _is_own(name, mutant) else self.map[name].seconds
            if elsewhere > _ELSEWHERE:
                break
            chosen.append(name)
        return chosen

    def _of_cases(self) -> dict[str, Touched]:
        """Return what each golden case touches."""
        suite = load_suite()
        found = _kept("cases", {case.id: ROOT / case.file for case in suite.cases})
        missing = [case for case in suite.cases if case.id not in found]
        for _, touched in self._measured({ROOT: missing}, _map_cases):
            _keep("cases", found := found | touched)
        return found

    def _mapped(self, items: Sequence[pytest.Item]) -> dict[str, Touched]:
        """Return what each test touches; those that fail without a mutant, or take too long, are left out."""
        found = _kept("map", {item.nodeid: item.path for item in items})
        while missing := [item for item in items if item.nodeid not in found]:
            tasks = {path: list(group) for path, group in groupby(missing, lambda item: item.path)}
            for path, touched in self._measured(tasks, _map):
                found |= touched
                late = [item for item in tasks[path] if item.nodeid not in found]
                is_slow = not touched and path.parent.name not in ROOMS  # what its tests share takes too long
                found |= {item.nodeid: Touched(-1, {}, _digest(path, {})) for item in (late if is_slow else late[:1])}
                _keep("map", found)
                print(f"map: {len(found)} of {len(items)} tests, {path.relative_to(ROOT)}", flush=True)  # noqa: T201
        return {name: one for name, one in found.items() if one.seconds >= 0}

    def _measured(
        self, tasks: Mapping[Path, Sequence[_Row]], mapping: Callable[[Sequence[_Row], Path, Existing], None]
    ) -> Iterator[tuple[Path, dict[str, Touched]]]:
        """Yield what each row of each file touches: of all rows, or of those before one that takes too long."""
        with tempfile.TemporaryDirectory() as folder:
            written = {path: Path(folder, str(at)) for at, path in enumerate(tasks)}
            forks = ((path, partial(mapping, rows, written[path], self.existing)) for path, rows in tasks.items())
            for path, _ in run_all(forks, self.args.jobs, _LIMIT):
                yield path, dict(_read(written[path]))


def _equivalent(rooms: Sequence[str], every: Sequence[SourceMutant]) -> Iterator[SourceMutant]:
    """Yield the listed mutants of some rooms. Raises `NotOne` if an entry of the list is not about exactly one."""
    for one in equivalents.entries(equivalents.LIST.read_text(encoding="utf-8")):
        if one.file.startswith(tuple(f"{room}/" for room in rooms)):
            yield equivalents.mutant_of(one, every, PACKAGE)


def _room(mutant: SourceMutant) -> str:
    return mutant.file.partition("/")[0]


def _is_own(test: str, mutant: SourceMutant) -> bool:
    """Whether a test is in the room of a mutant."""
    return test.startswith(f"tests/{_room(mutant)}/")


@cache
def _held(file: Path | str) -> bytes:
    """Return a digest of what a file held when it was asked for first."""
    return sha256(Path(file).read_bytes()).digest() if Path(file).exists() else b""


def _digest(test: Path, lines: Mapping[str, frozenset[int]]) -> bytes:
    return sha256(b"".join([_held(test), *map(_held, sorted(lines))])).digest()


def _kept(name: str, files: Mapping[str, Path]) -> dict[str, Touched]:
    """Return what an earlier run measured of the tests, or cases, in these files, where no file has changed since."""
    path = BUILD / f"mutation-{name}.pickle"
    found: dict[str, Touched] = pickle.loads(path.read_bytes()) if path.exists() else {}  # noqa: S301 - our own
    return {name: one for name, one in found.items() if name in files and one.digest == _digest(files[name], one.lines)}


def _keep(name: str, found: Mapping[str, Touched]) -> None:
    BUILD.mkdir(exist_ok=True)
    (BUILD / f"mutation-{name}.pickle").write_bytes(pickle.dumps(found))


class _Measuring:
    """Writes which lines of the rooms run, and how long."""

    def __init__(self, file: IO[bytes], existing: Existing) -> None:
        coverage = import_module("coverage")  # an extra, of this command alone
        include = [f"{PACKAGE / room}/*" for room in ROOMS]
        self.measured = coverage.Coverage(data_file=None, config_file=False, include=include, messages=False)
        self.caches = [one for one in existing.caches if one.__module__.startswith(PACKAGES)]
        self.file = file

    def run(self, name: str, path: Path, task: Callable[[], bool]) -> None:
        """Run a test or a case of a file: a task that says whether it passes; with empty caches."""
        for one in self.caches:
            one.cache_clear()
        self.measured.erase()
        self.measured.start()
        start = time.process_time()
        passed = task()
        seconds = time.process_time() - start
        self.measured.stop()
        data = self.measured.get_data()
        lines = {name: frozenset(data.lines(name) or ()) for name in data.measured_files()}
        pickle.dump((name, Touched(seconds if passed else -1, lines, _digest(path, lines))), self.file)
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
            measuring.run(item.nodeid, item.path, partial(passes, item, after))


def _map_cases(cases: Sequence[Case], path: Path, existing: Existing) -> None:
    """Ask golden cases, and write what each touches."""
    suite = load_suite()
    with path.open("wb") as file:
        measuring = _Measuring(file, existing)
        for case in cases:
            measuring.run(case.id, ROOT / case.file, partial(_is_right, suite, case))


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
    heads = ["room", "mutants", "killed by golden cases", "by tests of the room", "by tests of its users", "rate"]
    lines = [f"| {' | '.join(heads)} |", f"|---{'|---:' * 5}|"]
    for room in (*ROOMS, ""):
        mine = [one for one in found if one.mutant.file.startswith(room)]
        killed = [one for one in mine if one.by]
        golden = sum(one.by == GOLDEN for one in mine)
        elsewhere = sum(one.by.startswith("tests/") and not _is_own(one.by, one.mutant) for one in mine)
        rate = f"{100 * len(killed) / len(mine):.1f} %" if mine else ""
        own = len(killed) - golden - elsewhere
        lines.append(f"| {room or 'all'} | {len(mine)} | {golden} | {own} | {elsewhere} | {rate} |")
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
    parser.add_argument("--listed", action="store_true", help="only the equivalent mutants that are listed")
    args = parser.parse_args()
    if args.golden:
        args.room = ["reference"]
    os.environ["CI"] = "1"  # the same examples every time
    run = Mutation(args)
    rooms = ["mutation"] if args.golden else [*(args.room or ROOMS), *USERS]
    folders = [str(ROOT / "tests" / room) for room in rooms]
    options = ["-q", "-s", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    status = pytest.main([*options, *folders], plugins=[run])
    if not run.found:
        return int(status) or 1
    print(f"\nseed {args.seed}: {len(run.found)} mutants, and {run.listed} equivalent, listed\n\n{summary(run.found)}")  # noqa: T201
    return int(args.listed and any(one.by for one in run.found))


if __name__ == "__main__":
    sys.exit(main())
