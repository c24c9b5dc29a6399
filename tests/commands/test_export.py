"""`nerconform export`: the files on disk, the first screen, and what it refuses."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.commands.conftest import Command, has_printed_form


@pytest.mark.usefixtures("home")
def test_the_files_are_written_and_listed(tmp_path: Path, command: Command) -> None:
    folder = tmp_path / "a" / "cases"
    status, out, err = command("export", str(folder), "--packages")
    assert (status, err) == (0, "")
    assert len(out.splitlines()) <= 25
    assert "nerconform-cases.json" in out
    for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    old = json.loads((folder / "nerconform-cases.json").read_text(encoding="utf-8"))
    del old["cases"][0]
    (tmp_path / "old.json").write_text(json.dumps(old), encoding="utf-8")
    status, out, _ = command("export", str(folder), "--since", str(tmp_path / "old.json"))
    assert status == 0
    assert "1 case moved" in out


@pytest.mark.usefixtures("home")
def test_the_result_has_the_printed_form(tmp_path: Path, command: Command) -> None:
    _, schema, _ = command("export", "--json-schema")
    _, out, _ = command("export", str(tmp_path), "--claim", "legal-data", "--format", "json")
    has_printed_form(schema, out)


@pytest.mark.usefixtures("home")
def test_an_unknown_claim_and_a_file_that_is_no_export_are_refused(tmp_path: Path, command: Command) -> None:
    status, _, err = command("export", str(tmp_path), "--claim", "legal")
    assert status == 2
    assert "legal-data" in err
    (tmp_path / "old.json").write_text("{}", encoding="utf-8")
    status, _, err = command("export", str(tmp_path), "--since", str(tmp_path / "old.json"))
    assert status == 2
    assert "old.json" in err


@pytest.mark.usefixtures("home")
def test_badges_of_a_run_are_written(tmp_path: Path, command: Command) -> None:
    run = tmp_path / "run.json"
    status, out, _ = command("check", "reference:conlleval", "--claim", "legal-data", "--output", str(run))
    assert status == 0
    assert "- reference:conlleval (held to conlleval): kept, no answer wrong" in out
    status, out, err = command("report", str(run), "--badge", str(tmp_path / "public"))
    assert (status, err) == (0, "")
    assert out.splitlines() == [str(tmp_path / "public" / name) for name in ("badge.json", "badge.svg")]
