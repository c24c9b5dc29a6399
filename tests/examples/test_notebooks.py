"""The notebooks of the examples run from top to bottom, and show what they promise; they are stored without outputs."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.steps import NOTEBOOKS

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
PROMISES = {
    "errors": ("822 of 873 gold entities correct", "image/png", "split", "colspan="),
    "first-check": (
        " wrong answers: An I tag after O",
        " wrong answers: An I of another type",
        "<td>fail</td>",
    ),
    "ranking": ("change places under", "image/png", "\\\\toprule", "@misc{nerconform"),
    "two-numbers": ("policy: lenient -> discard", "+1.54", "is better than", "under policy:discard"),
}
"""Words that the outputs of each notebook hold, as JSON writes them."""


def load(path: Path) -> Any:  # noqa: ANN401 - JSON
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_notebook_is_listed_and_stored_without_outputs() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(PROMISES)
    for name in PROMISES:
        assert f"({name}.ipynb)" in page
        cells = [cell for cell in load(FOLDER / f"{name}.ipynb")["cells"] if cell["cell_type"] == "code"]
        assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)


@NOTEBOOKS
@pytest.mark.parametrize("name", PROMISES)
def test_a_notebook_runs_and_shows_what_it_promises(name: str, tmp_path: Path) -> None:
    from nbconvert.preprocessors import ExecutePreprocessor  # noqa: PLC0415 - an extra
    from nbformat import NO_CONVERT, read, write  # noqa: PLC0415

    notebook = read(FOLDER / f"{name}.ipynb", NO_CONVERT)
    ExecutePreprocessor(timeout=300).preprocess(notebook, {"metadata": {"path": str(FOLDER)}})
    write(notebook, tmp_path / "executed.ipynb")
    outputs = [cell["outputs"] for cell in load(tmp_path / "executed.ipynb")["cells"] if cell["cell_type"] == "code"]
    assert all(outputs)
    for words in PROMISES[name]:
        assert words in json.dumps(outputs, ensure_ascii=False), words
