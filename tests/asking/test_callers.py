"""Metrics at an import path run in a child: whatever they do to their process, every question gets its verdict."""

import cProfile
import importlib
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from nerconform.asking import callers, process
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.calling import Calling, WrongKey
from nerconform.asking.imports import CannotImport, NotCallable
from nerconform.asking.messages import CannotStart, OutOfTime
from nerconform.asking.observation import Answer, Crash, Observation, Refusal
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Form
from nerconform.libraries.registry import resolve, resolved
from nerconform.reference.measures import Measure
from nerconform.reference.named import named
from tests.libraries.asking_libraries import tags

METRICS = '''
import builtins, os, sys, time

def halves(gold, pred):
    """Half of the first gold tags are right; enough to tell one answer from another."""
    return 1.0 if gold == pred else 0.5

def own(gold, pred):
    return float(os.getpid() == int(os.environ["KIT_PID"]))

def on_two_units(what):
    def metric(gold, pred):
        if len(gold) == 2:
            what()
        return halves(gold, pred)
    return metric

class Silent(Exception):
    def __str__(self):
        raise SystemExit(0)

class Kind(ValueError):
    pass

def raises(error):
    def what():
        raise error
    return what

def _length_of_nothing():
    builtins.len = None

quits = on_two_units(lambda: os._exit(0))
leaves = on_two_units(lambda: sys.exit(0))
silent = on_two_units(raises(Silent()))
refuses = on_two_units(raises(Kind("no")))
clears = on_two_units(lambda: sys.modules.clear())
breaks = on_two_units(_length_of_nothing)
def sleeps(gold, pred):
    time.sleep(60)

hangs = on_two_units(lambda: time.sleep(60))
spins = on_two_units(lambda: [None for _ in iter(int, 1)])
forks = on_two_units(lambda: os.fork())
reads = on_two_units(lambda: sys.stdin.read())
prints = on_two_units(lambda: print("x" * 100_000))
large = on_two_units(lambda: {}["x" * 300_000])
long_name = on_two_units(raises(type("E" * 3_000_000, (Exception,), {})()))

def seqeval_inside(gold, pred):
    import seqeval.metrics
    return seqeval.metrics.f1_score(gold, pred)

class Sentence(list):
    def __deepcopy__(self, memo):
        raise TypeError("a sentence that nobody may copy")

def changes(gold, pred):
    gold.clear()
    return 1.0

nothing = 3
'''
ONE = tags(["B-A"], ["B-A"], "f1")
TWO = tags(["B-A", "B-A"], ["B-A", "B-A"], "f1")
F1 = Measure.parse("strict.micro.f1")


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "odd_metrics.py").write_text(METRICS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIT_PID", str(os.getpid()))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "odd_metrics", raising=False)
    return "odd_metrics"


def metric(path: str, *, seconds: float = 30, in_process: bool = False) -> Implementation:
    (found,) = resolve(path, limits=Limits(seconds), calling=Calling(in_process=in_process))
    return found


def answered(observation: Observation) -> object:
    assert isinstance(observation, Answer), observation
    return observation.values[F1]


def test_a_metric_runs_in_a_child_and_on_request_here(module: str) -> None:
    assert answered(ask(metric(f"{module}:own"), ONE)) == 0
    assert "odd_metrics" not in sys.modules
    assert answered(ask(metric(f"{module}:own", in_process=True), ONE)) == 1


def test_a_system_without_process_groups_calls_functions_here_and_no_commands(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "HAS_GROUPS", False)
    monkeypatch.setenv("KIT_PID", str(os.getpid()))
    (here,) = resolve(f"{module}:own")
    assert ask(here, tags(["B-A"], ["B-A"], "f1")) == Answer({Measure.parse("strict.micro.f1"): 1.0})
    with pytest.raises(CannotStart, match="Linux and macOS"):
        resolve("exec:cat")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("quits", "ChildEnded"),
        ("leaves", "SystemExit"),
        ("silent", "Silent"),
        ("clears", None),
        ("forks", None),
        ("reads", None),
        ("prints", None),
        ("large", "KeyError"),
    ],
)
def test_one_bad_answer_spoils_no_other(module: str, name: str, error: str | None) -> None:
    found = metric(f"{module}:{name}")
    for _ in range(2):
        observation = ask(found, TWO)
        if error is None:
            assert answered(observation) == 1
        else:
            assert isinstance(observation, Crash)
            assert observation.error == error
        if name != "clears":
            assert answered(ask(found, ONE)) == 1


@pytest.mark.parametrize("in_process", [False, True])
def test_the_message_and_the_name_of_an_exception_are_cut(module: str, *, in_process: bool) -> None:
    for name in ("large", "long_name"):
        observation = ask(metric(f"{module}:{name}", in_process=in_process), TWO)
        assert isinstance(observation, Crash)
        assert max(len(observation.error), len(observation.message)) == 4000


@pytest.mark.parametrize("shadow", ["fractions.py", "json.py", "nerconform.py"])
def test_no_file_of_the_working_directory_stands_in_for_the_kit_or_the_standard_library(
    module: str, shadow: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / shadow).write_text("raise RuntimeError('a file of the working directory')\n", encoding="utf-8")
    if shadow == "nerconform.py":  # another installation
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert answered(ask(metric(f"{module}:halves"), ONE)) == 1


@pytest.mark.parametrize("in_process", [False, True])
def test_a_metric_that_hangs_at_its_first_question_is_named_and_so_is_what_to_do(
    module: str, *, in_process: bool
) -> None:
    with pytest.raises(OutOfTime) as late:
        metric(f"{module}:sleeps", seconds=0.3, in_process=in_process)
    assert late.value.place == f"{module}:sleeps"
    assert late.value.message == "the metric did not answer within 0.3 s"
    assert "--timeout 600" in late.value.hint
    assert "newline" not in late.value.hint


def test_an_import_that_never_ends_has_a_limit_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("never_there.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    monkeypatch.setattr(callers, "_START_SECONDS", 0.5)
    with pytest.raises(OutOfTime, match=r"the import of 'never_there' did not end within 0.5 s") as late:
        metric("never_there:halves", seconds=0.1)
    assert "A limit below 60 s is for answers" in late.value.hint


def test_a_child_changes_its_own_data_and_so_nothing_is_copied_for_it(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = metric(f"{module}:changes")
    monkeypatch.setitem(sys.modules, module, importlib.import_module(module))
    gold = [sys.modules[module].Sentence(["B-A"])]
    assert answered(ask(found, replace(ONE, gold=gold, form=Form.RAW))) == 1
    assert gold == [["B-A"]]
    here = metric(f"{module}:changes", in_process=True)
    with pytest.raises(TypeError, match="nobody may copy"):
        ask(here, replace(ONE, gold=gold, form=Form.RAW))


def test_what_breaks_its_own_process_breaks_no_other(module: str) -> None:
    ask(metric(f"{module}:breaks"), TWO)
    assert len([0]) == 1
    assert answered(ask(metric(f"{module}:halves"), ONE)) == 1


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.parametrize("name", ["hangs", "spins"])
def test_the_time_limit_holds_in_a_child_and_here(module: str, name: str, *, in_process: bool) -> None:
    found = metric(f"{module}:{name}", seconds=0.5, in_process=in_process)
    started = time.monotonic()
    observation = ask(found, TWO)
    assert time.monotonic() - started < 20
    assert isinstance(observation, Crash)
    assert observation.error == OutOfTime.__name__
    assert "0.5 s" in observation.message
    assert answered(ask(found, ONE)) == 1


@pytest.mark.filterwarnings("ignore:Exception ignored")  # time may be up in the middle of a callback of another library
def test_a_library_has_a_time_limit_too() -> None:
    importlib.import_module("seqeval.metrics")  # time must not be up in the middle of the import
    (found,) = resolved("seqeval:default", None, Limits(0.25))
    many = tags(["B-A I-A O"] * 60_000, ["B-A I-A O"] * 60_000, "f1")
    observation = ask(found, many)
    assert isinstance(observation, Crash)
    assert "the metric did not answer within 0.25 s" in observation.message
    (unhurried,) = resolved("seqeval:default", None, Limits(60))
    assert answered(ask(unhurried, ONE)) == 1


def test_a_subclass_of_a_declared_exception_refuses(module: str) -> None:
    for in_process in (False, True):
        assert ask(metric(f"{module}:refuses", in_process=in_process), TWO) == Refusal("Kind", "no")


def test_the_kit_knows_what_the_child_imported(module: str) -> None:
    found = metric(f"{module}:seqeval_inside")
    ask(found, ONE)
    assert "seqeval" in found.caller.modules  # type: ignore[attr-defined]
    assert "seqeval" not in metric(f"{module}:halves").caller.modules  # type: ignore[attr-defined]


def test_in_this_process_the_kit_knows_whose_code_has_run_and_not_what_others_imported(module: str) -> None:
    importlib.import_module("seqeval.metrics")
    for name, runs in (("seqeval_inside", True), ("halves", False)):
        found = metric(f"{module}:{name}", in_process=True)
        ask(found, ONE)
        assert ("seqeval" in found.caller.modules) is runs  # type: ignore[attr-defined]


def test_a_profiler_of_the_caller_s_own_is_left_alone(module: str) -> None:
    events: list[str] = []

    def mine(_frame: object, event: str, _argument: object) -> None:
        events.append(event)

    importlib.import_module("seqeval.metrics")
    found = metric(f"{module}:halves", in_process=True)
    sys.setprofile(mine)
    try:
        ask(found, ONE)
        assert sys.getprofile() is mine
    finally:
        sys.setprofile(None)
    assert events
    assert "seqeval" in found.caller.modules, "what cannot be recorded may be anything that is imported"  # type: ignore[attr-defined]


def in_a_thread(gold: list[list[str]], pred: list[list[str]]) -> float:
    with ThreadPoolExecutor(1) as pool:
        score = importlib.import_module("seqeval.metrics").f1_score
        return float(pool.submit(score, gold, pred).result())


def profiled(gold: list[list[str]], pred: list[list[str]]) -> float:
    with cProfile.Profile():
        return float(importlib.import_module("seqeval.metrics").f1_score(gold, pred))


def without_a_name(_gold: list[list[str]], _pred: list[list[str]]) -> float:
    exec("(lambda: None)()", {"__name__": ["no text"]})  # noqa: S102 - a module may have any name
    return 0.5


@pytest.mark.parametrize("function", [in_a_thread, profiled, without_a_name])
def test_code_is_seen_to_run_in_threads_and_beside_a_profiler_of_the_metric(function: Callable[..., float]) -> None:
    importlib.import_module("seqeval.metrics")
    found = CallableImplementation("own:seen", function, named("conlleval"))
    ask(found, ONE)
    assert ("seqeval" in found.caller.modules) is (function is not without_a_name)
    assert (sys.getprofile(), threading.getprofile()) == (None, None)


def test_a_thread_that_goes_on_is_watched_no_more() -> None:
    asked: Queue[str] = Queue()
    seen: Queue[object] = Queue()

    def goes_on() -> None:
        while asked.get():
            seen.put((sys.getprofile(),))

    def starts(_gold: list[list[str]], _pred: list[list[str]]) -> float:
        Thread(target=goes_on, daemon=True).start()
        return 0.5

    found = CallableImplementation("own:starts", starts, named("conlleval"))
    ask(found, ONE)
    asked.put("look")
    seen.get(timeout=10)
    asked.put("look")
    assert seen.get(timeout=10) == (None,)
    asked.put("")


def test_a_profiler_of_threads_of_the_caller_s_own_is_left_alone(module: str) -> None:
    def mine(_frame: object, _event: str, _argument: object) -> None:
        """Look at nothing."""

    threading.setprofile(mine)
    try:
        ask(metric(f"{module}:halves", in_process=True), ONE)
        assert threading.getprofile() is mine
    finally:
        threading.setprofile(None)


def test_calls_after_the_first_fifty_are_not_recorded() -> None:
    calls: list[object] = []

    def late(gold: list[list[str]], pred: list[list[str]]) -> float:
        calls.append(gold)
        return float(importlib.import_module("seqeval.metrics").f1_score(gold, pred)) if len(calls) > 50 else 0.5

    found = CallableImplementation("own:late", late, named("conlleval"))
    for _ in range(60):
        ask(found, ONE)
    assert len(calls) >= 60
    assert "seqeval" not in found.caller.modules


def test_it_knows_where_the_function_stands(module: str, tmp_path: Path) -> None:
    file, line = metric(f"{module}:halves").caller.facts.source  # type: ignore[attr-defined]
    assert Path(file) == tmp_path / "odd_metrics.py"
    assert METRICS.splitlines()[line - 1].startswith("def halves")


def test_what_cannot_be_called_is_refused_as_before(module: str) -> None:
    with pytest.raises(CannotImport, match="no_such_module"):
        metric("no_such_module:evaluate")
    with pytest.raises(NotCallable, match="int, not a function"):
        metric(f"{module}:nothing")
    with pytest.raises(NotCallable, match="has no function 'missing'"):
        metric(f"{module}:missing")
    with pytest.raises(WrongKey, match="its options cannot be sent there"):
        resolve(f"{module}:halves", calling=Calling(options={"key": lambda: None}))
