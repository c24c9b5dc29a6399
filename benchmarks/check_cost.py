"""`python -m benchmarks.check_cost`: what `check` of one function costs, and what asking it in a child process adds.

`check` is timed in a process of its own, diagnosis and children included, and the import of the function's
module apart.
A child is to cost less than 0.3 s a run, and at most 20 % a question. With `--write` the tables go to the page.
Linux only: the clock of another process is read there.
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import NamedTuple

from benchmarks import page
from benchmarks.corpus import corpus
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.callers import InChild, InProcess
from nerconform.asking.calling import Calling
from nerconform.asking.imports import load
from nerconform.asking.process import Limits
from nerconform.asking.protocol import ask
from nerconform.asking.question import Form, Question
from nerconform.reference.measures import Measure
from nerconform.reference.named import named
from nerconform.version import __version__

OWN = '''
def _spans(tags):
    spans, start, kind = set(), None, None
    for index, tag in enumerate([*tags, "O"]):
        prefix, _, here = tag.partition("-")
        if start is not None and (prefix in ("O", "B") or here != kind):
            spans.add((kind, start, index))
            start = None
        if prefix != "O" and start is None:
            start, kind = index, here
    return spans


def f1(gold, pred):
    """Return exact micro F1."""
    right = found = wanted = 0
    for one, other in zip(gold, pred, strict=True):
        here, there = _spans(one), _spans(other)
        right, wanted, found = right + len(here & there), wanted + len(here), found + len(there)
    return 2 * right / (wanted + found) if wanted + found else 0.0
'''
AROUND = '''
from seqeval.metrics import f1_score


def f1(gold, pred):
    """Return what seqeval says."""
    return f1_score(gold, pred)
'''
METRICS = {"own": OWN, "around_seqeval": AROUND}
_QUESTIONS = 300
_STARTS = 3
"""How many starts are timed; the fastest counts."""
_F1 = Measure.parse("strict.micro.f1")


class Check(NamedTuple):
    """CPU seconds of one `check`: in all, and of the import of the function's module alone."""

    whole: float
    imports: float


def cpu(folder: Path, *command: str) -> float:
    """Return the processor time of a Python process and its children."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], cwd=folder, check=False, capture_output=True)  # noqa: S603 - our own
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def import_seconds(name: str, folder: Path) -> float:
    """Return the seconds by the clock that a new process takes to import a module, at the least."""
    taken = []
    for code in (f"import {name}", "pass"):
        times = []
        for _ in range(_STARTS):
            start = time.perf_counter()
            cpu(folder, "-c", code)
            times.append(time.perf_counter() - start)
        taken.append(min(times))
    return taken[0] - taken[1]


def checked(name: str, folder: Path) -> Check:
    """Return what a check of one of the metrics costs, in a folder where their modules stand."""
    whole = cpu(folder, "-m", "nerconform", "check", f"{name}:f1", "--format", "json")
    return Check(whole, cpu(folder, "-c", f"import {name}") - cpu(folder, "-c", "pass"))


class Cost(NamedTuple):
    """Seconds of one question: by the clock, and of the processors, in which both processes count."""

    clock: float
    cpu: float


class Asked(NamedTuple):
    """Seconds by the clock of a first question, at the least, and the cost of each further one, here and in a child.

    The child imports the function's module in its first; this process has imported it before.
    """

    start_here: float
    start_child: float
    here: Cost
    child: Cost

    @property
    def added(self) -> Cost:
        """Return how much more a question costs in a child, as shares."""
        return Cost(self.child.clock / self.here.clock - 1, self.child.cpu / self.here.cpu - 1)


def cpu_clock(process: int) -> int:
    """Return the number by which Linux knows the clock of the processor time of a process."""
    return ~process << 3 | 2


def asked(path: str, sentences: int) -> Asked:
    """Ask a function about this many sentences at once, in this process and in a child, in turns."""
    data = corpus(sentences * 16)
    gold, pred = list(data.gold[:sentences]), list(data.pred[:sentences])
    starts, found = [], []
    made: list[Callable[[], CallableImplementation]] = [
        lambda: CallableImplementation(path, InProcess(path, load(path), Calling()), named("conlleval")),
        lambda: CallableImplementation(path, InChild(path, Calling(), Limits()), named("conlleval")),
    ]
    for make in made:
        times = []
        for _ in range(_STARTS):
            before = _children()
            start = time.perf_counter()
            metric = make()
            metric.look()
            times.append(time.perf_counter() - start)
        found.append(metric)
        starts.append(min(times))
    clocks = [cpu_clock(process) for process in (os.getpid(), *(_children() - before))]
    taken: list[list[Cost]] = [[], []]
    for _ in range(_QUESTIONS):
        for costs, metric in zip(taken, found, strict=True):
            question = Question(gold, pred, Form.TAGS, measures=frozenset({_F1}))
            start, used = time.perf_counter(), sum(map(time.clock_gettime, clocks))
            ask(metric, question)
            end = time.perf_counter()
            costs.append(Cost(end - start, sum(map(time.clock_gettime, clocks)) - used))
    here, child = (Cost(*map(statistics.median, zip(*costs, strict=True))) for costs in taken)
    return Asked(starts[0], starts[1], here, child)


def _children() -> set[int]:
    """Return the processes that this one has started and that have not ended."""
    return {int(one) for one in Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()}


def table(runs: int) -> str:
    """Measure, and return both tables as Markdown."""
    head = f"nerconform {__version__}; Python {platform.python_version()}, {platform.system()}, {runs} runs."
    lines = [head, "", "| `check` of | CPU seconds | imports of its module | without these |", "|---|---:|---:|---:|"]
    more = [
        "",
        f"| asked {_QUESTIONS} times | sentences | start, s | ms | in a child | added | CPU ms | in a child | added |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for module, source in METRICS.items():
            (folder / f"{module}.py").write_text(source, encoding="utf-8")
        sys.path.insert(0, name)
        for module in METRICS:
            costs = [checked(module, folder) for _ in range(runs)]
            whole, imports = (statistics.median(values) for values in zip(*costs, strict=True))
            lines.append(f"| {module} | {whole:.2f} | {imports:.2f} | {whole - imports:.2f} |")
            load(f"{module}:f1")
            importing = import_seconds(module, folder)
            for sentences in (1, 100, 1000):
                one = asked(f"{module}:f1", sentences)
                start = one.start_child - one.start_here - importing
                cells = (
                    f"{1000 * here:.2f} | {1000 * child:.2f} | {added:.0%}"
                    for here, child, added in zip(one.here, one.child, one.added, strict=True)
                )
                more.append(f"| {module} | {sentences} | {start:.2f} | {' | '.join(cells)} |")
        sys.path.remove(name)
    return "\n".join([*lines, *more]) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and write the page if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="checks of each function (default: 3)")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    args = parser.parse_args(argv)
    found = table(args.runs)
    sys.stdout.write(found)
    if args.write:
        page.write("check_cost", found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
