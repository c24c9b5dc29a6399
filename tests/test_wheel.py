"""The wheel: what it holds, and that it works away from the checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from this checkout, with the build backend of this environment."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_nothing_but_the_package_lands_in_site_packages(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"nerconform", f"{wheel.name.split('-py3')[0]}.dist-info"}
    assert {"nerconform/spec/VERSION", "nerconform/fixtures/VERSION", "nerconform/py.typed"} <= set(names)
    fixtures = {path.relative_to(ROOT).as_posix() for path in (ROOT / "fixtures").rglob("*.yaml")}
    templates = {path.relative_to(ROOT).as_posix() for path in (ROOT / "nerconform/reporting/templates").iterdir()}
    assert fixtures | templates <= {name.removeprefix("nerconform/") for name in names} | set(names)


@pytest.mark.long
def test_the_wheel_checks_seqeval_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(home), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    env = {**os.environ, "PYTHONPATH": str(home)}
    where = "import nerconform.base.resources as r; print(r.spec_dir()); print(r.fixtures_dir())"
    found = subprocess.run(
        [sys.executable, "-c", where], cwd=tmp_path, env=env, check=True, capture_output=True, text=True
    )
    assert found.stdout.split() == [str(home / "nerconform" / "spec"), str(home / "nerconform" / "fixtures")]
    page = tmp_path / "report.html"
    command = [sys.executable, "-m", "nerconform", "check", "seqeval", "--format", "text", "--output", str(page)]
    run = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "seqeval:strict" in run.stdout
    assert "<h1>What the golden cases say</h1>" in page.read_text(encoding="utf-8")
