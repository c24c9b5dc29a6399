"""What the tests of pages need: Chromium, Node.js, and three packages of npm in the folder that NODE_PATH names."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
NEEDED = ("playwright-core", "axe-core", "html-validate")
Visit = Callable[[Sequence[dict[str, object]]], list[dict[str, Any]]]


@pytest.fixture(scope="session")
def modules() -> Path:
    """Return the folder of npm's packages; where it or a program is missing, the tests fail and say what is."""
    folder = Path(os.environ.get("NODE_PATH", "node_modules"))
    missing = [name for name in ("node", "chromium") if shutil.which(name) is None]
    missing += [name for name in NEEDED if not (folder / name).is_dir()]
    assert not missing, f"no {', no '.join(missing)}: .ci/run installs them"
    return folder


@pytest.fixture(scope="session")
def visit(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Visit:
    """Return a function that opens pages in Chromium and gives what it saw of each."""

    def run(visits: Sequence[dict[str, object]]) -> list[dict[str, Any]]:
        plan = tmp_path_factory.mktemp("plan") / "plan.json"
        plan.write_text(json.dumps({"chromium": shutil.which("chromium"), "visits": list(visits)}), encoding="utf-8")
        command = ["node", str(HERE / "visit.cjs"), str(plan)]
        environment = {**os.environ, "NODE_PATH": str(modules)}
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=environment)
        assert done.returncode == 0, done.stderr[-2000:]
        found: list[dict[str, Any]] = json.loads(done.stdout)
        return found

    return run


@pytest.fixture(scope="session")
def invalid(modules: Path) -> Callable[[Path], list[str]]:
    """Return a function that validates every page in a folder and gives what is wrong."""

    def run(folder: Path) -> list[str]:
        (folder / ".htmlvalidate.json").write_text('{"root": true, "extends": ["html-validate:standard"]}')
        program = modules / "html-validate" / "bin" / "html-validate.mjs"
        command = ["node", str(program), "--formatter", "json", str(folder / "**" / "*.html")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        found = json.loads(done.stdout)
        return [f"{Path(one['filePath']).name}: {message['message']}" for one in found for message in one["messages"]]

    return run
