"""A model repository in a folder, and pytest run in it with the plugin, as an installation has it."""

import sys
from contextlib import suppress
from importlib import import_module, metadata
from pathlib import Path

import pytest

import nerconform
import nerconform.plugin.assertions
import nerconform.plugin.session
import nerconform.products.search.random_search

for _heavy in ("numpy", "seqeval.metrics", "sklearn_crfsuite", "nervaluate"):
    with suppress(ImportError):  # kept in memory where it is there: pytester forgets what is imported inside
        import_module(_heavy)

METRICS = '''
"""Metrics of a small repository."""


def spans(tags):
    """Return (type, start, end) of a unit in IOB2, an orphan I opening a span; raises ValueError."""
    found, open_at = [], None
    for position, tag in enumerate([*tags, "O"]):
        if not isinstance(tag, str) or (tag != "O" and (tag[:2] not in ("B-", "I-") or len(tag) < 3)):
            raise ValueError(f"no tag: {tag!r}")
        goes_on = open_at is not None and tag[0] == "I" and tag[2:] == open_at[0]
        if open_at is not None and not goes_on:
            found.append((*open_at, position))
            open_at = None
        if tag != "O" and not goes_on:
            open_at = (tag[2:], position)
    return found


def read(gold, pred):
    """Return the spans of both sides. Raises ValueError."""
    for units in (gold, pred):
        if not isinstance(units, list) or not all(isinstance(unit, list) for unit in units):
            raise ValueError("not lists of lists of tags")
    if list(map(len, gold)) != list(map(len, pred)):
        raise ValueError("units or lengths differ")
    return [spans(unit) for unit in gold], [spans(unit) for unit in pred]


def score(gold, pred):
    """Return precision, recall and F1."""
    right = sum(len(set(one) & set(other)) for one, other in zip(gold, pred))
    act, pos = sum(map(len, pred)), sum(map(len, gold))
    return right / act if act else 0.0, right / pos if pos else 0.0, 2 * right / (act + pos) if act + pos else 0.0


def compute(gold, pred):
    """The metric as it should be."""
    return score(*read(gold, pred))


def ignores_type(gold, pred):
    """A wrong metric."""
    return score(*[[[one[1:] for one in unit] for unit in side] for side in read(gold, pred)])


def knows_one_type(gold, pred):
    """A metric that raises on every type but PER."""
    return score(*[[[({"PER": 0}[kind], *place) for kind, *place in unit] for unit in side]
                   for side in read(gold, pred)])


def accepts_everything(gold, pred):
    """Right on what has a score, and never a refusal."""
    try:
        return compute(gold, pred)
    except ValueError:
        return 0.0, 0.0, 0.0


def three(gold, pred, average):
    """A function of other arguments."""
    return 1.0


def evaluation(gold, pred):
    """A result in which nothing is found by itself."""
    return {"eval_f1": compute(gold, pred)[2], "eval_loss": 0.1}
'''


@pytest.fixture
def repository(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Return a repository with two metrics and no settings."""
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    home = Path(nerconform.__file__).parents[1]
    entry = pytester.mkdir("entry")
    if not any(one.value == "nerconform.pytest_plugin" for one in metadata.entry_points(group="pytest11")):
        info = entry / "nerconform_entry-0.dist-info"  # as in an installation newer than this environment
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: nerconform-entry\nVersion: 0\n")
        (info / "entry_points.txt").write_text("[pytest11]\nnerconform = nerconform.pytest_plugin\n")
        monkeypatch.syspath_prepend(entry)
    paths = [str(home), str(entry), str(pytester.path)]
    monkeypatch.setenv("PYTHONPATH", ":".join(paths))
    monkeypatch.setattr(sys, "path", [*sys.path, str(pytester.path)])
    pytester.makepyfile(my_metrics=METRICS)
    return pytester


def configure(repository: pytest.Pytester, *lines: str, ini: str = "") -> None:
    """Write the settings."""
    text = "\n".join(["[tool.nerconform]", *lines, "[tool.pytest.ini_options]", ini, ""])
    repository.makepyprojecttoml(text)
