"""A child may do what it likes: the kit says what was wrong, in time, and nothing of it is left."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nerconform.asking import process
from nerconform.asking.messages import CannotStart, ChildEnded, Fault, LineTooLong, OutOfStep, OutOfTime
from nerconform.asking.process import Child, Limits
from tests.asking.ended import gone, is_there

SCRIPT = Path(__file__).parent / "children" / "misbehave.py"
START, DIALECT, STOP = b'{"command": "start"}', b'{"command": "dialect"}', b'{"command": "stop"}'
PATIENT = Limits(seconds=60, size=1 << 20)
HASTY = PATIENT._replace(seconds=0.3)


def child(way: str, more: str = "", limits: Limits = PATIENT) -> Child:
    return Child([sys.executable, "-S", "-E", str(SCRIPT), way, more], limits, STOP)


def run(number: int, padding: int = 0) -> bytes:
    return b'{"command": "run", "id": %d, "gold": "%s"}' % (number, b"x" * padding)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask twice to go in quick succession, but wait long for a child to end where the machine is busy."""
    monkeypatch.setattr(process, "_GRACE_SECONDS", 20)
    monkeypatch.setattr(process, "_SIGNAL_SECONDS", 0.2)


def test_lines_are_answered_by_lines() -> None:
    one = child("good")
    assert b'"misbehave"' in one.exchange(START)
    assert one.exchange(DIALECT) == b'{"ok": true}'
    assert [one.exchange(run(number)) for number in (1, 2, 3)] == [
        b'{"id": %d, "values": {"strict.micro.tp": %d}}' % (number, number) for number in (1, 2, 3)
    ]
    one.stop()
    assert one._process.returncode == 0


@pytest.mark.parametrize(
    ("way", "fault", "words"),
    [
        ("crash", ChildEnded, ["exit status 3", "reading the model / Traceback: the model is gone"]),
        ("segfault", ChildEnded, ["killed by signal 11 (SIGSEGV)"]),
        ("hang", OutOfTime, ["did not answer within 0.3 s"]),
        ("half-and-exit", ChildEnded, ["exit status 0", 'its last line has no newline: \'{"id": 2, "val\'']),
        ("half-and-hang", OutOfTime, ["within 0.3 s", "its last line has no newline"]),
        ("endless", LineTooLong, ["more than 1048576 bytes"]),
        ("close-input", OutOfTime, ["did not answer within"]),
        ("close-output", ChildEnded, ["closed its standard output"]),
        ("ignore-sigterm", OutOfTime, ["did not answer within"]),
        ("noisy-crash", ChildEnded, ["exit status 1", "xxx", " / the end"]),
        ("noisy-close", ChildEnded, ["exit status 1", "the end"]),
    ],
)
def test_whatever_a_child_does_is_named_and_the_child_reaped(
    way: str, fault: type[Fault], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = child(way)
    one.exchange(START)
    one.exchange(run(1))
    if fault is OutOfTime:
        one.limits = HASTY
    if way == "close-output":
        monkeypatch.setattr(process, "_GRACE_SECONDS", 0.2)
    with pytest.raises(fault) as found:
        one.exchange(run(2))
    assert [word for word in words if word not in found.value.message] == []
    assert found.value.hint
    assert len(found.value.message) < 1500
    one.kill()
    assert one._process.returncode is not None
    assert gone(one._process.pid)


def test_an_answer_may_be_as_long_as_its_question_gives_reason_for() -> None:
    assert Limits().bytes_for(b"x" * 100) == (1 << 20) + 6400
    assert Limits(size=5000).bytes_for(b"x" * 100) == 5000
    one = child("endless", limits=Limits())
    one.exchange(START)
    with pytest.raises(LineTooLong, match="the limit for this answer") as found:
        one.exchange(run(2))
    assert f"more than {Limits().bytes_for(run(2))} bytes" in found.value.message
    assert "1 MiB plus 64 bytes for each byte of its question" in found.value.hint
    one.kill()


def test_megabytes_on_standard_error_stop_nothing() -> None:
    one = child("noisy", limits=Limits())
    one.exchange(START)
    assert one.exchange(run(2)) == b'{"id": 2, "values": {"strict.micro.tp": 2}}'
    assert one.last_words().endswith("x" * 200)
    one.stop()


def test_a_grandchild_that_holds_the_streams_does_not_hold_the_kit(tmp_path: Path) -> None:
    one = child("grandchild", str(tmp_path / "pid"))
    one.exchange(START)
    with pytest.raises(ChildEnded, match="exit status 0"):
        one.exchange(run(2))
    one.kill()
    assert gone(int((tmp_path / "pid").read_text(encoding="ascii")))


def test_a_child_that_does_not_read_a_long_question_is_out_of_time() -> None:
    one = child("start-deaf", limits=HASTY)
    with pytest.raises(OutOfTime, match="did not read its question"):
        one.exchange(run(1, padding=1 << 20))
    one.kill()


def test_a_long_question_arrives_whole() -> None:
    one = child("good", limits=Limits())
    assert one.exchange(run(1, padding=1 << 22)) == b'{"id": 1, "values": {"strict.micro.tp": 1}}'
    one.stop()


def test_a_child_that_closed_its_input_is_found_out_by_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = child("close-input")
    one.exchange(START)
    os.write(one._stream("stdin").fileno(), run(2) + b"\n")
    while "closed" not in one.last_words():
        time.sleep(0.01)
    monkeypatch.setattr(process, "_GRACE_SECONDS", 0.2)
    with pytest.raises(ChildEnded, match="closed its standard input"):
        one.exchange(run(3, padding=1 << 20))
    one.kill()


def test_what_was_said_unasked_is_found_before_the_next_question() -> None:
    one = child("twice")
    one.exchange(START)
    one.exchange(run(2))
    with pytest.raises(OutOfStep, match="before it was asked a question"):
        one.exchange(run(3))
    one.kill()


def test_a_child_that_ended_between_questions_is_found() -> None:
    one = child("good")
    one.exchange(START)
    os.kill(one._process.pid, signal.SIGKILL)
    with pytest.raises(ChildEnded, match=r"killed by signal 9 \(SIGKILL\)"):
        one.exchange(run(1))
    one.kill()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["./no-such-program"], "there is no program './no-such-program'"),
        (["no-such-program-on-the-path"], "or its interpreter is missing"),
        (["/etc/passwd"], "is not executable"),
        (["/"], "is not executable"),
        (["true\0"], "cannot be run"),
    ],
)
def test_what_cannot_be_started_is_said(command: list[str], words: str) -> None:
    with pytest.raises(CannotStart) as found:
        Child(command, PATIENT)
    assert words in found.value.message
    assert found.value.hint


def test_a_script_without_a_first_line_is_said(tmp_path: Path) -> None:
    script = tmp_path / "metric"
    script.write_bytes(b"\0\1\2 no program\n")
    script.chmod(0o755)
    with pytest.raises(CannotStart, match="cannot be run") as found:
        Child([str(script)], PATIENT)
    assert "#!" in found.value.hint


def test_other_systems_are_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "HAS_GROUPS", False)
    with pytest.raises(CannotStart, match="Linux and macOS") as found:
        process._start(["metric"])
    assert "WSL" in found.value.hint


def test_a_child_that_nobody_needs_is_told_so_and_reaped(tmp_path: Path) -> None:
    told = tmp_path / "farewell"
    one = child("good", str(told))
    one.exchange(START)
    pid = one._process.pid
    del one
    assert gone(pid)
    assert told.read_text(encoding="ascii") == "stopped"


def test_a_child_that_does_not_go_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_GRACE_SECONDS", 0.2)
    one = child("stubborn")
    one.exchange(START)
    one.stop()
    assert one._process.returncode is not None
    assert gone(one._process.pid)


def test_the_end_of_the_kit_ends_the_child(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from nerconform.asking.process import Child, Limits\n"
        f"one = Child({[sys.executable, str(SCRIPT), 'good']!r}, Limits(), b'{{}}')\n"
        'one.exchange(b\'{"command": "start"}\')\n'
        "print(one._process.pid, flush=True)\n"
        "raise SystemExit(7)\n"
    )
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    read = os.popen(f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}")  # noqa: S605 - quoted
    assert gone(int(read.read()))
    assert os.waitstatus_to_exitcode(read.close() or 0) == 7


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_child_that_never_reads_ends_where_the_kit_is_killed(way: signal.Signals) -> None:
    program = (
        "import sys\n"
        "from nerconform.asking.process import Child, Limits\n"
        "one = Child([sys.executable, '-c', 'while True: pass'], Limits())\n"
        "print(one._process.pid, flush=True)\n"
        "one.exchange(b'')\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as kit:
        assert kit.stdout is not None
        running = int(kit.stdout.readline())
        assert is_there(running)
        kit.send_signal(way)
    assert gone(running)


def test_of_a_child_that_ended_before_its_first_question_the_question_is_shown() -> None:
    one = Child(["false"], PATIENT)
    one._process.wait(20)
    with pytest.raises(ChildEnded) as caught:
        one.exchange(START)
    assert caught.value.hint.endswith(f"run: echo {shlex.quote(START.decode())} | false")


def test_no_guard_is_left() -> None:
    one = child("good")
    one.exchange(START)
    assert one._guard is not None
    assert one._guard.poll() is None
    one.stop()
    assert one._guard.returncode == -signal.SIGKILL
