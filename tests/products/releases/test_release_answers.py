"""Releases: two of a metric of one's own, installed by pip from wheels built here, without a network."""

import json
import os
import zipfile
from pathlib import Path

import pytest

from nerconform.asking.question import Ask, Form
from nerconform.commands.main import main
from nerconform.libraries.registry import UnknownImplementation
from nerconform.products.releases.release_answers import NoSuchRelease, differential, releases
from nerconform.reporting.releases_text import render
from nerconform.reporting.report_writers import files
from nerconform.results.releases_result import Releases
from nerconform.results.run import Verdict
from nerconform.results.values import decode

pytestmark = pytest.mark.skipif(os.name != "posix", reason="commands are asked on Linux and macOS alone")

METRIC = """
def entities(units):
    found = set()
    for unit, tags in enumerate(units):
        start, kind = None, ""
        for place, tag in enumerate([*tags, "O"]):
            letter, _, name = tag.partition("-")
            if start is not None and not (letter == "I" and name == kind):
                found.add((unit, kind, start, place))
                start = None
            if letter != "O" and start is None:
                start, kind = place, name
    return found


def f1(gold, pred):
    if [len(unit) for unit in gold] != [len(unit) for unit in pred]:
        raise ValueError("units differ")
    gold, pred = entities(gold), entities(pred)
    if not gold and not pred:
        return {nothing}
    return 2 * len(gold & pred) / (len(gold) + len(pred))
"""
NOTHING = {"1.0": "1.0", "1.1": "0.0"}
"""What two releases answer where there is nothing to find."""
LIBRARY = "tinymetric=tinymetric:f1"


def wheel(folder: Path, version: str, nothing: str) -> None:
    """Write a wheel of one module: what a backend makes of it, without the need to install one."""
    info = f"tinymetric-{version}.dist-info"
    files = {
        "tinymetric.py": METRIC.replace("{nothing}", nothing),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: tinymetric\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"tinymetric-{version}-py3-none-any.whl", "w") as archive:
        for name, text in {**files, f"{info}/RECORD": record}.items():
            archive.writestr(name, text)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with two releases, and with a third that is no wheel at all."""
    folder = tmp_path_factory.mktemp("wheels")
    for version, nothing in NOTHING.items():
        wheel(folder, version, nothing)
    (folder / "tinymetric-1.2-py3-none-any.whl").write_bytes(b"this is no wheel")
    return folder


@pytest.fixture(scope="module")
def offline(wheels: Path) -> dict[str, str]:
    """Return the settings by which pip finds the wheels and asks nobody else."""
    return {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PIP_CONFIG_FILE": os.devnull}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder for environments, which the tests here share."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def found(offline: dict[str, str], cache: Path) -> Releases:
    """Return what was found of the two releases and of the one that is not there."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in offline.items():
            patch.setenv(name, value)
        return releases(LIBRARY, examples=40, seed=3, cache=cache, dialect="conlleval")


@pytest.mark.long
def test_every_release_that_pip_lists_has_a_row(found: Releases) -> None:
    (library,) = found.libraries
    assert [row.release for row in library.releases] == ["1.2", "1.1", "1.0"]
    broken, *asked = library.releases
    assert not broken.modes
    assert "tinymetric" in broken.reason
    assert [mode.name for row in asked for mode in row.modes] == ["tinymetric:f1"] * 2
    assert all(row.modes[0].verdicts[Verdict.PASS] > 50 for row in asked)


@pytest.mark.long
def test_the_answer_that_changed_is_shown_with_the_release_and_the_smallest_question(found: Releases) -> None:
    (library,) = found.libraries
    change, unrefused = library.changes
    for one in library.changes:
        assert (one.mode, one.before, one.after) == ("tinymetric:f1", "1.0", "1.1")
        (difference,) = one.example.differences
        assert str(difference) == "strict.micro.f1: expected 1, got 0"
    assert (change.example.gold, change.example.pred, change.golden) == ((("O", "O"),), (("O", "O"),), 2)
    assert (change.gone, change.new, change.choices, change.kept) == ((), (), (), ())
    assert (unrefused.example.question, unrefused.golden) == ("input.flat-single-letters", 1)
    assert unrefused.kept == ("unrefused.flat-input",), "neither refuses a flat list, and each finds nothing in it"


@pytest.mark.long
def test_what_is_right_has_no_cause_and_what_is_wrong_is_counted(found: Releases) -> None:
    (library,) = found.libraries
    _, after, before = (row.modes[0] if row.modes else None for row in library.releases)
    assert after is not None
    assert before is not None
    assert after.verdicts[Verdict.PASS] > before.verdicts[Verdict.PASS]
    assert (after.asked, after.declared + after.explained + after.unexplained) == (before.asked, before.asked)
    assert before.unexplained > after.unexplained
    assert set(after.causes) == set(before.causes)
    assert all(library.titles[cause].endswith(" gets a score instead of an error") for cause in after.causes)


@pytest.mark.long
def test_the_same_seed_finds_the_same(found: Releases, offline: dict[str, str], cache: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**offline, "PIP_FIND_LINKS": os.devnull}.items():
            patch.setenv(name, value)  # nothing can be installed any more: the environments are there
        again = releases(LIBRARY, versions=["1.1", "1.0"], examples=40, seed=3, cache=cache, dialect="conlleval")
    assert again.libraries[0].changes == found.libraries[0].changes


def test_the_pages_say_it_and_the_file_reads_back_as_itself(found: Releases) -> None:
    page = render(found)
    assert "2 of 3 releases install." in page
    assert "**1.1** (before: 1.0)" in page
    assert "`strict.micro.f1` was `1`, is `0`" in page
    written = files(found)
    assert written["releases.md"] == page
    assert decode(written["releases.json"], Releases, "x") == found


@pytest.mark.long
def test_the_command_prints_and_writes(
    offline: dict[str, str],
    cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in {**offline, "COLUMNS": "120"}.items():
        monkeypatch.setenv(name, value)
    args = ("releases", LIBRARY, "--dialect", "conlleval", "--versions", "1.0,1.1", "--examples", "5")
    to = ("--cache", str(cache), "--output", str(tmp_path / "reports"))
    assert main([*args, *to, "--format", "text"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert "2 changes, 1 without a cause." in out
    assert {path.name for path in (tmp_path / "reports").iterdir()} == {"releases.md", "releases.json"}
    assert main([*args, *to, "--format", "json"]) == 1
    written = json.loads((tmp_path / "reports" / "releases.json").read_text(encoding="utf-8"))
    assert json.loads(capsys.readouterr().out) == written


def test_a_release_that_cannot_be_installed_keeps_the_reason_of_pip(
    offline: dict[str, str], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in offline.items():
        monkeypatch.setenv(name, value)
    found = releases(LIBRARY, versions=["7.0"], examples=0, cache=cache)
    (row,) = found.libraries[0].releases
    assert row.reason.startswith("Could not find a version that satisfies the requirement tinymetric==7.0")
    assert not list(cache.glob(".*"))


def test_what_is_no_library_and_no_version_is_refused(cache: Path) -> None:
    with pytest.raises(UnknownImplementation, match="knows no library 'nothing'"):
        releases("nothing", examples=0, cache=cache)
    with pytest.raises(NoSuchRelease, match="Invalid version: 'one'"):
        releases("seqeval", versions=["one"], examples=0, cache=cache)
    with pytest.raises(NoSuchRelease, match=r"the version '999.*999' has more than 300 characters"):
        releases("seqeval", versions=["9" * 5000], examples=0, cache=cache)


@pytest.mark.long
def test_releases_are_named_or_in_a_range(
    offline: dict[str, str], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in offline.items():
        monkeypatch.setenv(name, value)

    def asked(*versions: str) -> list[str]:
        found = releases(LIBRARY, versions=versions, examples=0, cache=cache)
        return [row.release for row in found.libraries[0].releases]

    assert asked(">=1.0", "<1.2") == ["1.1", "1.0"]
    assert asked("==1.0") == ["1.0"]
    with pytest.raises(
        NoSuchRelease, match=r"no release of tinymetric is in the range >=3.*Name some of these: --versions 1.0,1.1"
    ):
        asked(">=3")
    with pytest.raises(NoSuchRelease, match=r"--versions 1.2.0,1.2.2"):
        asked(">=one")


def test_it_is_no_success_where_no_release_installs(
    offline: dict[str, str], cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in offline.items():
        monkeypatch.setenv(name, value)
    assert main(["releases", LIBRARY, "--versions", "7.0", "--cache", str(cache), "--format", "text"]) == 2
    assert "tinymetric 7.0 is not installed: Could not find a version" in capsys.readouterr().out


def test_no_version_is_not_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["releases", "seqeval", "--versions", ","]) == 2
    assert "--versions" in capsys.readouterr().err


def test_the_random_questions_are_seeded_and_of_every_kind() -> None:
    questions = differential(60, 1)
    assert questions == differential(60, 1)
    assert questions != differential(60, 2)
    assert len(questions) == 60
    assert {question.form for question in questions} == {Form.TAGS, Form.SPANS}
    assert {question.ask for question in questions} == set(Ask)
    assert {"IOB1", "IOB2", "IOE2", "BIOES", "BILOU"} <= {question.scheme for question in questions}
    assert differential(0, 1) == ()
