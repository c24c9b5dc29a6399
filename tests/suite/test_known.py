"""Known divergences: the file, the range of versions, and what happens when a value changes (KIT-3)."""

import re
import shlex
import sys
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.base.strict_yaml import BadFile
from nerconform.libraries.defects import all_defects, defects_of
from nerconform.results.run import Verdict
from nerconform.suite import known
from nerconform.suite.cases import load_suite
from nerconform.suite.known import load_known

ENTRY = """prose: Divergences of a metric of one's own.
causes:
  - cause: ignores-the-type
    library: nerconform spec
    versions: ">=1.0"
    title: It compares bounds alone
    words: The metric never looks at the type, so a wrong type is right.
    clause: MAT-1
    cases:
      reference:seqeval:
        mat.exact.equal-span: {strict.micro.f1: "0.5"}
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "known.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_kits_own_list_names_every_library_and_links_clauses() -> None:
    causes = load_known()
    libraries = (
        "conlleval conlleval.pl eval4ner gliner iobes named-entity-evaluator ner-evaluator ner-metrics nereval"
        " nervaluate presidio-evaluator seqeval seqnereval seqscore sklearn-crfsuite spacy spaneval"
    )
    assert {cause.library for cause in causes} == set(libraries.split())
    assert all(cause.cases and cause.words and cause.clause for cause in causes)


def test_divergences_of_a_library_are_read_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def of_library(library: str) -> tuple[()]:
        read.append(library)
        return ()

    monkeypatch.setattr(known, "_of_library", of_library)
    found = load_known()
    assert found.covering("mypkg.metrics:f1", "mypkg 1.0") == []
    assert found.of("seqeval", "nervaluate") == []
    assert read == ["mypkg.metrics", "seqeval", "nervaluate"]


def test_every_defect_is_found_by_the_name_of_its_library() -> None:
    every = tuple(all_defects())
    found = [one for library in dict.fromkeys(defect.library for defect in every) for one in defects_of(library)]
    assert sorted(one.id for one in found) == sorted(one.id for one in every)


def test_an_entry_of_a_function_or_a_library_is_found_by_its_name() -> None:
    found = load_known()
    strict = found.covering("seqeval:strict:IOB2", "seqeval 1.2.2")
    assert strict
    assert {cause.library for cause in strict} == {"seqeval"}
    assert len(found) == sum(len(defect.pinned) for defect in all_defects())


def test_an_entry_speaks_of_its_range_of_versions_alone(tmp_path: Path) -> None:
    text = ENTRY.replace('">=1.0"', '">=1.2,<1.3"')
    cause = load_known(write(tmp_path, text))[-1]
    name = "reference:seqeval"
    covered = [cause.covers(name, f"nerconform spec {version}") for version in ("1.1", "1.2", "1.2.9", "1.3", "odd")]
    assert covered == [False, True, True, False, False]
    assert not cause.covers("another", "nerconform spec 1.2")


@pytest.mark.long
def test_an_entry_whose_divergence_is_gone_fails_the_run(tmp_path: Path) -> None:
    run = nc.check("reference:seqeval", known=write(tmp_path, ENTRY), cases=["mat.exact.equal-span"])
    (result,) = run.implementations[0].results
    assert (result.verdict, run.passed) == (Verdict.FAIL, False)
    assert result.reason.startswith("the known divergence ignores-the-type is gone (")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("words: The metric never", "words: TODO never", "known.yaml:7: `words` of the cause 'ignores-the-type' still"),
        (
            "title: It compares",
            "title: TODO It compares",
            "known.yaml:6: `title` of the cause 'ignores-the-type' still",
        ),
        ("clause: MAT-1", "clause: MAT-99", "known.yaml:8: the spec has no clause MAT-99"),
        ("reference:seqeval:", "seqevall:", "known.yaml:10: 'seqevall' is not a metric that nerconform can ask"),
        (
            "reference:seqeval:",
            "seqeval:strickt:",
            "known.yaml:10: 'seqeval:strickt' names a mode that seqeval does not have",
        ),
        ("reference:seqeval:", "reference:seqevall:", "known.yaml:10: there is no dialect 'seqevall'"),
        (
            "library: nerconform spec",
            "library: seqeval",
            "known.yaml:4: the entry names the library 'seqeval', and reference:seqeval belongs to 'nerconf",
        ),
        ('">=1.0"', '"1.0 or so"', "known.yaml:3: Invalid specifier"),
        ("    clause: MAT-1\n", "", "known.yaml:3: causes.0 must contain"),
        ("    clause: MAT-1\n", "    clause: MAT-1\n    since: yesterday\n", "must not contain {'since'} properties"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        load_known(write(tmp_path, ENTRY.replace(old, new)))
    assert message in str(caught.value)


def test_a_draft_is_read_where_drafts_are_wanted(tmp_path: Path) -> None:
    path = write(tmp_path, ENTRY.replace("The metric never", "TODO The metric never"))
    assert load_known(path, drafts=True)[-1].words.startswith("TODO ")


def test_a_metric_of_ones_own_under_another_library_is_refused_when_it_is_asked(tmp_path: Path) -> None:
    text = ENTRY.replace("reference:seqeval:", "tests.miniatures:strict:").replace("nerconform spec", "mypkg")
    cause = load_known(write(tmp_path, text))[-1]
    assert not cause.covers("seqeval:strict", "seqeval 1.2.2")
    with pytest.raises(
        BadFile,
        match=r"known\.yaml:3: the entry names the library 'mypkg', and tests\.miniatures:strict belongs to 'tests'",
    ):
        cause.covers("tests.miniatures:strict", "tests, no version")
    other = load_known(write(tmp_path, text.replace("mypkg", "tests")))[-1]
    assert other.covers("tests.miniatures:strict", "tests, no version")


def test_what_is_known_of_a_library_holds_for_a_child_that_serves_it() -> None:
    command = shlex.join([sys.executable, "-m", "nerconform.libraries.serve", "seqeval:default"])
    case = "input.unit-number"
    here, there = nc.check("seqeval:default", f"exec:{command}", cases=[case]).implementations
    assert [(run.results[0].verdict, run.results[0].cause) for run in (here, there)] == [
        (Verdict.KNOWN, "unit-not-checked")
    ] * 2


def test_the_example_of_the_reference_can_be_used_as_it_stands(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "suite.md").read_text(encoding="utf-8")
    (example,) = (fence for fence in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if "causes:" in fence)
    (cause,) = load_known(write(tmp_path, example))[-1:]
    assert cause.implementation == "mypkg.metrics:evaluate"
    assert set(cause.cases) <= {case.id for case in load_suite().cases}


@pytest.mark.long
def test_what_is_known_of_strict_holds_for_strict_in_one_scheme() -> None:
    (run,) = nc.check("seqeval:strict:IOB2").implementations
    assert run.passed
    assert run.count(Verdict.KNOWN) > 0
