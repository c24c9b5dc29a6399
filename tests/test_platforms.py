"""No path of the code is of POSIX alone: what only Linux and macOS have stands behind a question whether it is there.

`tests/without_posix` takes these names from a process of Python, so every verb can be tried without them.
"""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.posix_names import MODULES, NAMES

ROOT = Path(__file__).parent.parent
GUARDED = {
    "nerconform/asking/process.py": {"os.set_blocking", "os.killpg", "signal.SIGKILL", "start_new_session"},
    "nerconform/asking/protocol.py": {"signal.SIGALRM", "signal.ITIMER_REAL", "signal.setitimer"},
}
"""What only POSIX has, by module: `HAS_GROUPS` and `hasattr` guard it. The tests below run without it."""
METRIC = '''
def evaluate(gold, pred):
    """Return the F1 of equal tags other than O."""
    pairs = [pair for sides in zip(gold, pred) for pair in zip(*sides)]
    found, due = sum(p != "O" for _, p in pairs), sum(g != "O" for g, _ in pairs)
    return 2 * sum(g == p != "O" for g, p in pairs) / (found + due) if found + due else 0.0
'''
RUN = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from nerconform.commands.main import main
found = []
for command in json.load(sys.stdin):
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(command)
    found.append([command, status, out.getvalue(), err.getvalue()])
json.dump(found, sys.stdout)
"""
DATA = str(ROOT / "docs" / "data" / "predictions.conll")
RUN_VERBS: tuple[tuple[int, str], ...] = (
    (1, "check mine:evaluate --in-process --case decode.* --output run.json"),
    (0, "diff seqeval:default conlleval --examples 60"),
    (0, f"compare {DATA}"),
    (0, f"score {DATA} --part part.json"),
    (0, f"analyze {DATA}"),
    (0, f"agree {DATA} other.conll --resamples 20"),
    (0, "merge part.json"),
    (1, f"validate {DATA}"),
    (0, f"convert {DATA} --to BIOES --column -1 --policy lenient --output tags.bioes"),
    (0, f"sweep {DATA}"),
    (0, f"rank --gold-inside {DATA} other.conll --resamples 20"),
    (1, "identify mine:evaluate"),
    (0, "explain DEC-5"),
    (0, "list dialects"),
    (0, "report run.json --badge public"),
    (0, "diff-reports run.json run.json"),
    (0, "export cases --claim schemas"),
    (0, "known --write mine:evaluate --dialect conlleval --in-process --output known.yaml"),
    (0, "upstream seqeval"),
    (0, "smoke mine:evaluate"),
    (0, "lint --no-kills"),
)
"""A command of every verb but `releases`, which asks commands, and its exit status."""


def _posix_names(path: Path) -> Iterator[str]:
    """Yield what a module names of POSIX alone."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in {*MODULES, *NAMES}:
            own = NAMES.get(node.module or "", frozenset(alias.name for alias in node.names))
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name in own)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in NAMES.get(node.value.id, frozenset()):
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.keyword) and node.arg in {"start_new_session", "preexec_fn", "process_group"}:
            yield node.arg


def test_only_two_modules_name_what_posix_alone_has() -> None:
    found = {path.relative_to(ROOT).as_posix(): {*_posix_names(path)} for path in (ROOT / "nerconform").rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == GUARDED


def _without_posix() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "without_posix"), str(ROOT)])}


def _ran(folder: Path, environment: dict[str, str]) -> list[list[object]]:
    """Run all commands in one process, in a folder of its own, and return what each gave."""
    folder.mkdir()
    (folder / "mine.py").write_text(METRIC, encoding="utf-8")
    (folder / "other.conll").write_bytes(Path(DATA).read_bytes())
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps([command.split() for _, command in RUN_VERBS]),
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    found: list[list[object]] = json.loads(done.stdout)
    return found


@pytest.mark.long
def test_every_verb_says_the_same_without_posix(tmp_path: Path) -> None:
    here = _ran(tmp_path / "here", {**os.environ, "PYTHONPATH": str(ROOT)})
    assert [(status, command) for command, status, *_ in here] == [
        (status, command.split()) for status, command in RUN_VERBS
    ]
    assert _ran(tmp_path / "elsewhere", _without_posix()) == here
    files = [
        sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file() and "pycache" not in str(path))
        for one in (tmp_path / "here", tmp_path / "elsewhere")
    ]
    assert files[0] == files[1]


def test_every_verb_but_one_is_run() -> None:
    verbs = json.loads((ROOT / "nerconform" / "commands" / "verbs.json").read_text(encoding="utf-8"))["verbs"]
    assert {command.split()[0] for _, command in RUN_VERBS} == {*verbs} - {"releases"}


@pytest.mark.parametrize("command", ["check exec:cat", "releases seqeval"])
def test_without_posix_a_command_is_refused_with_a_remedy(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nerconform", *command.split()],
        capture_output=True,
        text=True,
        check=False,
        env=_without_posix(),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "only on Linux and macOS. Use WSL" in done.stderr
    assert len(done.stderr.splitlines()) == 1
