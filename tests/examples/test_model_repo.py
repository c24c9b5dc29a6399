"""The model repository: its tests are green, and each mistake that people make turns them red and is named.

Everything runs in processes of its own, with the installation of nerconform that this Python has; `.ci/run` runs this
module in a fresh environment, against the wheel.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest

REPOSITORY = Path(__file__).parents[2] / "examples" / "model-repo"


class Fault(NamedTuple):
    """One edit of one file, and what the red run has to say (patterns of lines)."""

    name: str
    file: str
    old: str
    new: str
    says: tuple[str, ...]


METRICS, MODEL = "tagger/metrics.py", "tagger/model.py"
FAULTS = (
    Fault(
        "i-read-as-o",
        METRICS,
        "get_entities(tags)",
        'get_entities([tag if tag[0] == "B" else "O" for tag in tags])',
        (r"I tags are read as O\..*\[inside-as-outside\]",),
    ),
    Fault(
        "last-entity-dropped",
        METRICS,
        "set(get_entities(tags))",
        "set(get_entities(tags)[:-1])",
        (r"The last entity of every sentence is lost\..*\[last-entity-lost\]",),
    ),
    Fault(
        "units-flattened",
        METRICS,
        "    right = act = pos = 0\n",
        "    gold, pred = [sum(gold, [])], [sum(pred, [])]\n    right = act = pos = 0\n",
        (r"All sentences are joined into one.*\[pool:flat\]",),
    ),
    Fault(
        "types-ignored",
        METRICS,
        "set(get_entities(tags))",
        "{(start, end) for _, start, end in get_entities(tags)}",
        (r"A prediction with the start and end of a gold entity is right, whatever its type\..*\[ignores-type\]",),
    ),
    Fault(
        "gold-and-prediction-swapped",
        METRICS,
        "zip(gold, pred, strict=True)",
        "zip(pred, gold, strict=True)",
        (r"(Gold is used as the prediction|Precision is returned as).*\[(sides-swapped|p-and-r-swapped)\]",),
    ),
    Fault(
        "macro-reported-as-micro",
        METRICS,
        "    return ratios(right, act, pos)\n",
        "    kinds = {one[0] for side in (gold, pred) for unit in side for one in entities(unit)}\n"
        "    rows = [compute_type(gold, pred, kind) for kind in sorted(kinds)]\n"
        "    return {name: sum(row[name] for row in rows) / max(1, len(rows)) for name in ratios(0, 0, 0)}\n\n\n"
        "def compute_type(gold, pred, kind):\n"
        "    sides = [[{one for one in entities(unit) if one[0] == kind} for unit in side] for side in (gold, pred)]\n"
        "    right = sum(len(one & other) for one, other in zip(*sides))\n"
        "    return ratios(right, *(sum(map(len, side)) for side in reversed(sides)))\n",
        (r"The macro average is returned as the micro average\..*\[micro-is-macro\]",),
    ),
    Fault(
        "tokens-counted",
        METRICS,
        "set(get_entities(tags))",
        "{(kind, at, at) for kind, start, end in get_entities(tags) for at in range(start, end + 1)}",
        (r"Each token of an entity counts as an entity\..*\[tokens-as-entities\]",),
    ),
    Fault(
        "f-is-a-mean",
        METRICS,
        '"f1": 2 * right / (act + pos) if act + pos else 0.0',
        '"f1": ((right / act if act else 0.0) + (right / pos if pos else 0.0)) / 2',
        (r"F1 is the arithmetic mean of precision and recall.*\[f-is-arithmetic-mean\]",),
    ),
    Fault(
        "tags-read-as-io",
        METRICS,
        "set(get_entities(tags))",
        'set(get_entities([re.sub("^B", "I", tag) for tag in tags]))',
        (r"Two entities of one type without O.*\[touching-entities-merged\]",),
    ),
    Fault(
        "wrong-scheme-in-the-settings",
        "pyproject.toml",
        'dialect = "conlleval"',
        'dialect = "conlleval"\nscheme = "BIOES"',
        (r"refused: ValueError: not a tag of IOB2: 'S-", r"dialect  conlleval,scheme:BIOES"),
    ),
    Fault(
        "upgraded-library",
        "seqeval/metrics/sequence_labeling.py",
        "chunks.append((prev_type, ",
        "chunks.append((prev_type.upper(), ",
        (r"Types that differ only in upper and lower case.*\[type-case-folded\]",),
    ),
    Fault(
        "illegal-predictions",
        MODEL,
        "    return tags\n",
        '    return [f"I{tag[1:]}" if tag != "O" else tag for tag in tags]\n',
        (r"\d+ illegal tags in IOB2:", r"sentence 0, position 0: ", r"The score|pinned|illegal tags"),
    ),
    Fault(
        "damaged-data",
        "data/test.conll",
        "B-ORG",
        "I-ORG",
        (r"test\.conll:\d+: .*I-ORG", r"FAILED tests/test_model\.py::test_data\[test\.conll\]"),
    ),
    Fault(
        "other-rules-for-the-pinned-score",
        "tests/test_model.py",
        'f1="0.9478"',
        'f1="0.9500"',
        (r"The score has changed; the rules are those of the signature:", r"pinned 0\.9500, now 236/249 = 0\.947791"),
    ),
)


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of the repository with the plugin of this installation."""
    spec = importlib.util.find_spec("nerconform")
    assert spec is not None
    assert spec.origin is not None
    paths = [str(Path(spec.origin).parents[1])]
    if not any(one.value == "nerconform.pytest_plugin" for one in metadata.entry_points(group="pytest11")):
        entry = folder / "entry" / "nerconform_entry-0.dist-info"  # as in an installation newer than this environment
        entry.mkdir(parents=True)
        (entry / "METADATA").write_text("Metadata-Version: 2.1\nName: nerconform-entry\nVersion: 0\n")
        (entry / "entry_points.txt").write_text("[pytest11]\nnerconform = nerconform.pytest_plugin\n")
        paths.append(str(entry.parent))
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "GITHUB_"))}
    env["PYTHONPATH"] = os.pathsep.join(paths)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *args]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a copy of the example."""
    copy = tmp_path / "model-repo"
    shutil.copytree(REPOSITORY, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.mark.long
def test_the_repository_is_green(repository: Path) -> None:
    done = run(repository)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d+) golden cases: \1 pass", done.stdout)
    assert found
    assert int(found[1]) > 250


def test_its_data_are_those_that_its_script_makes(repository: Path) -> None:
    before = {path.name: path.read_bytes() for path in (repository / "data").iterdir()}
    subprocess.run([sys.executable, "make_data.py"], cwd=repository, check=True)
    assert before == {path.name: path.read_bytes() for path in (repository / "data").iterdir()} != {}


TRIED = FAULTS[:: int(os.environ.get("ONE_FAULT_IN", "5"))]
"""Every second fault in the step of `.ci/run` that runs against the wheel; fewer where all the tests are run."""


@pytest.mark.long
@pytest.mark.parametrize("fault", TRIED, ids=[fault.name for fault in TRIED])
def test_a_fault_makes_it_red_and_is_named(fault: Fault, repository: Path) -> None:
    """Inject one fault and run.

    "Upgraded library" is a copy of the installed seqeval in the repository, changed in one line as a release might be:
    no release of seqeval behind 1.2.2 exists to upgrade to.
    """
    if fault.file.startswith("seqeval/"):
        seqeval = importlib.util.find_spec("seqeval")
        assert seqeval is not None
        assert seqeval.origin is not None
        shutil.copytree(Path(seqeval.origin).parent, repository / "seqeval")
    path = repository / fault.file
    text = path.read_text(encoding="utf-8")
    assert fault.old in text
    path.write_text(text.replace(fault.old, fault.new, 1), encoding="utf-8")
    scoring = fault.file.startswith(("seqeval/", METRICS, "pyproject"))
    done = run(repository, "nerconform::tagger.metrics:compute" if scoring else "tests")
    assert done.returncode == 1, done.stdout + done.stderr
    for pattern in fault.says:
        assert re.search(pattern, done.stdout), f"{pattern}\n{done.stdout[-4000:]}"
    assert "nerconform/plugin" not in done.stdout
