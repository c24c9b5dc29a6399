"""What cannot be asked: exit status 2, one line on stderr, and never a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from nerconform.commands import check
from tests.commands.conftest import Command

RUN = '{"format": "nerconform-run-2", "tool": "0", "spec": "1.0", "fixtures": "1", "implementations": [%s]}'
FILES = {
    "list.json": "[]",
    "empty.json": "",
    "half.json": '{"format":\n',
    "latin.json": '{"format": "\xe9"}',
    "deep.json": "[" * 100_000,
    "other.json": '{"format": "something-else"}',
    "extra.json": RUN % '{"name": "a", "version": "b", "causes": [], "more": 1}',
    "verdict.json": RUN
    % '{"name": "a", "version": "b", "causes": [], "results": [{"case": "a.b", "kind": "core", "clauses": ["DEC-1"], '
    '"level": "legal-data", "verdict": "maybe"}]}',
    "reason.json": RUN
    % '{"name": "a", "version": "b", "causes": [], "results": [{"case": "a.b", "kind": "core", "clauses": ["DEC-1"], '
    '"level": "legal-data", "verdict": "unsupported"}]}',
}

QUESTIONS = {
    "unknown implementation": (("check", "nothing"), "'nothing' is not a metric that nerconform can ask"),
    "module that is not there": (("check", "nothing.at.all:evaluate"), "nothing.at.all"),
    "function that is not there": (("check", "miniature:other"), "has no function 'other'"),
    "unknown dialect": (("check", "miniature:evaluate", "--dialect", "nothing"), "nothing"),
    "unknown case": (("check", "miniature:evaluate", "--case", "no.such"), "no golden case matches 'no.such'"),
    "known file that is not there": (("check", "miniature:evaluate", "--known", "none.yaml"), "none.yaml"),
    "run that is not there": (("report", "none.json"), "none.json: the file cannot be read"),
    "run that is a folder": (("report", "."), "the file cannot be read"),
    "run that is not JSON": (
        ("report", "half.json"),
        "half.json: the file is not valid JSON: Expecting value: line 2 column 1",
    ),
    "run that is empty": (
        ("report", "empty.json"),
        "empty.json: the file is not valid JSON: Expecting value: line 1 column 1",
    ),
    "run that is not UTF-8": (("report", "latin.json"), "latin.json: the file is not UTF-8"),
    "run that is too deep": (("report", "deep.json"), "deep.json: the file has JSON that is nested too deeply"),
    "run that is a list": (
        ("report", "list.json"),
        "list.json: this is not a result of nerconform: $: expected `object`, got `array`",
    ),
    "run of another format": (
        ("report", "other.json"),
        "other.json: this is not a result of nerconform: $.format: invalid value 'something-else'",
    ),
    "run with more keys": (("report", "extra.json"), "$.implementations[0]: object contains unknown field `more`"),
    "run with another verdict": (("report", "verdict.json"), "results[0].verdict: invalid enum value 'maybe'"),
    "unsupported without a reason": (
        ("report", "reason.json"),
        "$.implementations[0].results[0]: an unsupported case needs a reason",
    ),
    "nothing of that name": (("explain", "small.orphn"), "Do you mean small.orphan"),
    "nothing near that name": (("explain", "zzzzzzzz"), "nerconform list"),
    "axis that is none": (("explain", "a:b"), "there is no axis 'a'"),
    "mode that is none": (("explain", "seqeval:strct"), "Do you mean seqeval:strict or"),
    "folder of a draft": (
        ("known", "--write", "reference:semeval", "--output", "none/k.yaml"),
        "the folder of the output does not exist",
    ),
    "measure that is none": (("explain", "semeval|strict.f1"), "there is no measure"),
    "output that is a file": (
        ("check", "miniature:evaluate", "--output", "miniature.py"),
        "miniature.py: there is no report format for '.py'",
    ),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_cannot_be_asked_is_said_in_one_line(name: str, home: Path, command: Command) -> None:
    for file, text in FILES.items():
        (home / file).write_bytes(text.encode("latin-1"))
    args, words = QUESTIONS[name]
    status, out, err = command(*args)
    assert (status, out) == (2, "")
    assert err.startswith("nerconform: error: ")
    assert words in err
    assert len(err) < 2000
    assert "Traceback" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (
            ("check",),
            "check: no metric is named, and pyproject.toml: the file has no table [tool.nerconform]. Add [tool.",
        ),
        (
            ("check",),
            'metric = "mymodel.metrics:compute" and dialect = "conlleval". Or name one:\n  nerconform check seqeval\n',
        ),
        (("smoke",), "smoke: IMPLEMENTATION is missing. For example:\n  nerconform smoke 'exec:./my-metric --json'\n"),
        (("check", "--scheme", "BIOES"), "check: --scheme is given, and no metric is named. Name the metric, "),
        (("check", "seqeval", "--scale", "0"), "scale: 0.0 is not a number from 0.000001 to 1000000. Write the "),
        (("check", "seqeval", "--scale", "inf"), "scale: inf is not a number from 0.000001 to 1000000. Write the "),
        (("check", "--scale", "100"), "check: --scale is given, and no metric is named. Name the metric, "),
        (
            ("check", "reference:conlleval", "--levels", "legal"),
            "levels: golden cases have no level 'legal'. A level is the kind of data that the metric gets: ",
        ),
        (("report",), "report: an argument is missing. For example:\n  nerconform report run.json\n"),
        (("list", "dialect"), "list: WHAT: there is no value 'dialect'. Do you mean dialects?"),
        (
            ("check", "x", "--format", "pdf"),
            "check has no format 'pdf'. Use text, json, markdown, summary, html, junit",
        ),
        (("validate", "x", "--format", "html"), "validate has no format 'html'. Use text, json, markdown or github."),
        (("score", "x", "--jobs", "0"), "score: --jobs: '0' is not a whole number from 1 to 1024"),
        (("score", "x", "--resamples", "9" * 5000), "score: --resamples: '999"),
        (("score", "x", "--seed", "9" * 5000), "999': a number has 5000 digits, and the limit is 300. "),
        (("score", "x", "--resamples", "1000001"), "'1000001' is not a whole number from 0 to 1000000. "),
        (("compare", "x", "--resamples", "1000001"), "'1000001' is not a whole number from 0 to 1000000. "),
        (("diff-reports", "a.json", "b.json", "c.json"), "unexpected argument: c.json"),
    ],
)
def test_what_argparse_refuses_exits_with_two_and_says_what_to_write(
    args: tuple[str, ...], words: str, command: Command
) -> None:
    status, out, err = command(*args)
    assert (status, out) == (2, "")
    assert err.startswith("nerconform: error: ")
    assert words in err


def test_without_arguments_the_beginning_of_the_help_is_printed(command: Command) -> None:
    status, out, err = command()
    assert (status, err) == (0, "")
    assert out.split("\n\n")[0] == command("--help")[1].split("\n\n")[0] == "usage: nerconform VERB ... [options]"
    assert out.splitlines()[-1].startswith("more: nerconform --help")


@pytest.mark.usefixtures("home")
def test_an_interrupt_is_said_in_one_line(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "run", interrupted)
    said = "nerconform: stopped before the end, by Ctrl-C or SIGTERM\n"
    assert command("check", "miniature:evaluate") == (130, "", said)


@pytest.mark.usefixtures("home")
def test_a_mistake_of_the_kit_is_not_taken_for_a_verdict(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_args: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(check, "run", broken)
    status, _, err = command("check", "miniature:evaluate")
    assert status == 70
    assert "internal error" in err


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    code = (
        "import os, sys; read, write = os.pipe(); os.dup2(write, 1); os.close(read); "
        "from nerconform.commands.main import main; sys.exit(main(['explain', 'semeval']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
@pytest.mark.parametrize("args", [("explain", "semeval"), ("--version",), ("lint", "--help"), ()])
def test_a_full_disk_is_an_error_without_a_traceback(args: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        asked = [sys.executable, "-m", "nerconform", *args]
        done = subprocess.run(asked, stdout=full, stderr=subprocess.PIPE, check=False, text=True)
        silent = subprocess.run(asked, stdout=full, stderr=full, check=False).returncode
    message = "output: No space left on device. Check the file, its folder and the free space on the disk."
    assert (done.returncode, done.stderr) == (2, f"nerconform: error: {message}\n")
    assert silent == 2  # not 1, which is a verdict


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_a_command_that_is_stopped_has_its_status_where_nothing_can_be_said() -> None:
    code = (
        "import sys; from nerconform.commands import explain, main\n"
        "def stopped(_): raise KeyboardInterrupt\n"
        "explain.run = stopped; sys.exit(main.main(['explain', 'semeval']))"
    )
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-c", code], stderr=full, check=False)
    assert done.returncode == 130


def test_the_module_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nerconform", "--version"], capture_output=True, check=False, text=True
    )
    assert done.returncode == 0
    assert done.stdout.startswith("nerconform ")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from nerconform.commands.verb_parser import build_parser; build_parser()[0].format_help(); "
        "print([name for name in ('rich', 'yaml', 'fastjsonschema', 'seqeval', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "[]\n"


def test_a_closed_stdout_ends_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "a.conll"
    file.write_text("a B-X B-X\n", encoding="utf-8")
    command = f"exec {sys.executable} -m nerconform score {file} >&-"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.long
def test_what_a_metric_prints_past_python_stays_out_of_the_result(tmp_path: Path) -> None:
    text = "import os\ndef loud(gold, pred):\n os.system('echo noise')\n os.write(1, b'noise')\n return 1.0\n"
    (tmp_path / "loud_metric.py").write_text(text, encoding="utf-8")
    line = [
        sys.executable,
        "-m",
        "nerconform",
        "check",
        "loud_metric:loud",
        "--case",
        "mat.exact.*",
        "--format",
        "json",
    ]
    done = subprocess.run(line, capture_output=True, check=False, text=True, cwd=tmp_path)
    assert (done.returncode, "noise" in done.stdout) == (1, False)
    assert json.loads(done.stdout)["format"] == "nerconform-run-2"


def test_a_mode_that_is_asked_by_name_alone_is_explained(command: Command) -> None:
    status, out, err = command("explain", "seqeval:strict:none", "--format", "json")
    (found,) = json.loads(out)["topics"]
    assert (status, err, found["kind"]) == (0, "", "implementation")
    assert found["facts"]["seqeval:strict:none"] == "judged by the rules of seqeval-strict, asked in IOB2"
    assert [command("explain", name, "--format", "text")[0] for name in ("exec:./x", "seqscore:none:BIOES")] == [0, 0]


def test_what_shows_counts_alone_is_not_identified_with_an_empty_reason(command: Command) -> None:
    pytest.importorskip("seqeval")
    _, _, err = command("identify", "seqeval:performance-measure")
    assert "this metric gives no scores or spans in any scheme. " in err
