"""`python -m benchmarks.check_cost`: what `check` of one function costs, and what asking it in a child process adds.

`check` is timed in a process of its own, diagnosis and children included, and the import of the function's
module apart.
A child is to cost less than 0.3 s a run, and less than 20 % a question. With `--write` the tables go to the page.
"""

import argparse
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
    """Return the seconds by the clock that a new process takes to import a module."""
    taken = []
    for code in (f"import {name}", "pass"):
        start = time.perf_counter()
        cpu(folder, "-c", code)
        taken.append(time.perf_counter() - start)
    return taken[0] - taken[1]


def checked(name: str, folder: Path) -> Check:
    """Return what a check of one of the metrics costs, in a folder where their modules stand."""
    whole = cpu(folder, "-m", "nerconform", "check", f"{name}:f1", "--format", "json")
    return Check(whole, cpu(folder, "-c", f"import {name}") - cpu(folder, "-c", "pass"))


class Asked(NamedTuple):
    """Seconds by the clock of a run's first question and of each further one, in this process and in a child.

    The child imports the function's module in its first; this process has imported it before.
    """

    start_here: float
    start_child: float
    here: float
    child: float

    @property
    def added(self) -> float:
        """Return how much longer a question takes in a child, as a share."""
        return self.child / self.here - 1


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
        start = time.perf_counter()
        found.append(make())
        found[-1].look()
        starts.append(time.perf_counter() - start)
    taken: list[list[float]] = [[], []]
    for _ in range(_QUESTIONS):
        for times, metric in zip(taken, found, strict=True):
            question = Question(gold, pred, Form.TAGS, measures=frozenset({_F1}))
            start = time.perf_counter()
            ask(metric, question)
            times.append(time.perf_counter() - start)
    return Asked(*starts, *map(statistics.median, taken))


def table(runs: int) -> str:
    """Measure, and return both tables as Markdown."""
    head = f"nerconform {__version__}; Python {platform.python_version()}, {platform.system()}, {runs} runs."
    lines = [head, "", "| `check` of | CPU seconds | imports of its module | without these |", "|---|---:|---:|---:|"]
    more = [
        "",
        f"| asked {_QUESTIONS} times | sentences | a child adds, s | a question, ms | in a child | added |",
        "|---|---:|---:|---:|---:|---:|",
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
                cells = f"{start:.2f} | {1000 * one.here:.2f} | {1000 * one.child:.2f} | {one.added:.0%}"
                more.append(f"| {module} | {sentences} | {cells} |")
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
