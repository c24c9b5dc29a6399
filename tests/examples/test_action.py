"""The GitHub Action: its steps, run as GitHub runs them, with the inputs in place."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def _steps(home: Path, /, **given: str) -> dict[str, int]:
    """Run every step in a folder, with these inputs and the defaults; return the exit status of each."""
    inputs = {name: given.get(name, one.get("default", "")) for name, one in ACTION["inputs"].items()}
    program = home / "bin" / "nerconform"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m nerconform "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    statuses = {}
    for step in ACTION["runs"]["steps"]:
        env = {
            name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], text)
            for name, text in step["env"].items()
        }
        path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        python = f"{ROOT}{os.pathsep}{home}"
        found = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", step["run"]],  # noqa: S607 - as GitHub does
            cwd=home,
            env={**os.environ, "PATH": path, "PYTHONPATH": python, **env},
            capture_output=True,
            text=True,
            check=False,
        )
        statuses[step["id"]] = found.returncode
        assert "error:" not in found.stderr, found.stderr
    return statuses


def test_every_input_is_used_and_no_step_puts_one_into_its_script() -> None:
    used = set(re.findall(r"inputs\.(\w+)", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert used == ACTION["inputs"].keys()
    assert not any("${{" in step["run"] for step in ACTION["runs"]["steps"])


@pytest.mark.long
def test_a_right_metric_passes_and_gets_a_green_badge(tmp_path: Path) -> None:
    statuses = _steps(tmp_path, metric="reference:conlleval", claim="schemes:BILOU", install="")
    assert statuses == {"install": 0, "check": 0, "badge": 0}
    folder = tmp_path / ACTION["inputs"]["folder"]["default"]
    assert json.loads((folder / "badge.json").read_text(encoding="utf-8"))["color"] == "brightgreen"
    assert {path.name for path in folder.iterdir()} == {"run.json", "report.html", "badge.json", "badge.svg"}


@pytest.mark.long
def test_a_metric_that_does_not_keep_its_claim_fails_and_gets_a_red_badge(tmp_path: Path) -> None:
    claim = "illegal-tags:discard"
    statuses = _steps(tmp_path, metric="reference:conlleval", claim=claim, install="", folder="out put")
    assert statuses == {"install": 0, "check": 1, "badge": 0}
    badge = json.loads((tmp_path / "out put" / "badge.json").read_text(encoding="utf-8"))
    assert (badge["label"], badge["color"]) == ("nerconform illegal-tags:discard", "red")
