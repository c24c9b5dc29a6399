"""A small home for the kit, so that whole outputs depend on nothing but the command line itself."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fastjsonschema
import pytest

from nerconform.base import resources
from nerconform.commands.main import main
from nerconform.libraries.defects import Defect
from nerconform.products.explain import topics
from nerconform.suite import case_runs, known, lint

HERE = Path(__file__).parent
DEFECT = Defect(
    id="miniature.end-not-read",
    library="miniature",
    title="The end of a span is not looked at",
    clause="DEC-1",
    versions=">=1.0,<2",
    what_happens="The metric compares starts. A span that begins where a gold span begins is right for it, "
    "wherever it ends.",
    link="https://example.org/miniature/issues/1",
    fixed_in="2.0",
    pinned={"miniature:evaluate": {name: {"strict.micro.f1": "1"} for name in ("small.end", "small.end-alone")}},
    pinned_versions=">=1.0,<2",
    place="miniature/defects.yaml:3",
)
"""What the small metric is known to get wrong."""
Command = Callable[..., tuple[int, str, str]]


def has_printed_form(schema: str, out: str) -> Any:  # noqa: ANN401 - whatever the JSON holds
    """Return the data of an output, which have the form of the JSON Schema that its verb printed."""
    form = _as_draft_7(json.loads(schema))
    data = json.loads(out)
    fastjsonschema.compile(form, use_default=False)(data)
    return data


def _as_draft_7(schema: Any) -> Any:  # noqa: ANN401
    """Return a schema of draft 2020-12 as fastjsonschema knows it: the items of tuples have other keywords there."""
    if isinstance(schema, list):
        return [_as_draft_7(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    old = {key: _as_draft_7(value) for key, value in schema.items()}
    if isinstance(old.get("prefixItems"), list):
        old["additionalItems"] = old.pop("items", True)
        old["items"] = old.pop("prefixItems")
    if old.get("$schema") == "https://json-schema.org/draft/2020-12/schema":
        old["$schema"] = "http://json-schema.org/draft-07/schema#"
    return old


def but_one_sentence(err: str) -> str:
    """Return what stands on stderr, without the note that a whole file is one sentence, as small files are."""
    return "".join(line for line in err.splitlines(keepends=True) if "the whole file is one sentence" not in line)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put a small spec and a small suite in the place of the real ones, and a small metric beside them."""
    folder = tmp_path / "home"
    shutil.copytree(HERE / "home", folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(resources.spec_dir() / "formats", folder / "spec" / "formats")
    monkeypatch.setattr(resources, "_homes", lambda: [folder])
    monkeypatch.setattr(lint, "all_defects", lambda: iter([DEFECT]))
    causes = tuple(known._pinned(DEFECT, name) for name in DEFECT.pinned)
    monkeypatch.setattr(known, "_of_library", lambda library: causes if library == DEFECT.library else ())
    monkeypatch.setattr(known, "folders", lambda: (DEFECT.library,))
    monkeypatch.setattr(known, "library_in", lambda folder: SimpleNamespace(name=folder))
    for module in (case_runs, topics):
        monkeypatch.setattr(module, "__version__", "0.0.0")
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    sys.modules.pop("miniature", None)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs the command line at a width and gives exit status, stdout and stderr."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)

    def run(*args: str, width: int = 80) -> tuple[int, str, str]:
        monkeypatch.setenv("COLUMNS", str(width))
        try:
            status = main(args)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def snapshot() -> Callable[[str, str], None]:
    """Return a function that compares a text with a stored one; `UPDATE_SNAPSHOTS=1` writes it instead."""

    def compare(name: str, text: str) -> None:
        path = HERE / "snapshots" / name
        if os.environ.get("UPDATE_SNAPSHOTS") == "1":
            path.write_bytes(text.encode("utf-8"))
        assert text == path.read_bytes().decode("utf-8"), f"{name} has changed; see it with UPDATE_SNAPSHOTS=1"

    return compare
