"""`nerconform known --write`: what it drafts, what it keeps, and that nobody can use it before he has written."""

from pathlib import Path

import pytest

import nerconform as nc
from nerconform.base.strict_yaml import BadFile, loads
from nerconform.commands.main import main
from nerconform.products.check.drafting import draft
from nerconform.results.run import Verdict
from nerconform.suite.known import load_known
from nerconform.suite.known_draft import Draft, Stale, added, new_file

METRIC = "tests.miniatures:ignores_type"
CASES = ["mat.exact.*", "input.unit-*"]
FILE = """# Written by hand.
prose: What we know of our metric.

causes:
    # The first of them.
    - cause: ignores-the-type
      library: tests
      versions: ">=0"
      title: It compares bounds alone
      words: The metric never looks at the type, so a wrong type is right.
      clause: MAT-1
      cases:
        tests.miniatures:ignores_type:
          mat.exact.equal-span: {strict.micro.f1: "0.5"}  # no more
"""


def case(name: str = "a.b") -> dict[str, dict[str, dict[str, str]]]:
    return {METRIC: {name: {"strict.type{É: #}.f1": "0.5", "answer": 'a "b"\\n: - '}}}


def a_draft(name: str = "todo-mat-1", **more: str) -> Draft:
    told = {"title": "TODO: say what it does", "words": "TODO: say why it does so.", "clause": "MAT-1", **more}
    return Draft(name, "tests", ">=0", told["title"], told["words"], told["clause"], case(), told.get("link", ""))


@pytest.mark.long
def test_a_wrong_metric_is_drafted_case_by_case_with_what_came() -> None:
    found = draft(METRIC, dialect="conlleval", cases=CASES)
    run = nc.check(METRIC, dialect="conlleval", cases=CASES).implementations[0]
    wrong = {result.case: result for result in run.results if result.verdict in {Verdict.FAIL, Verdict.ERROR}}
    drafted = {name: got for one in found.drafts for name, got in one.cases[METRIC].items()}
    assert drafted.keys() == wrong.keys() != set()
    for name, got in drafted.items():
        assert got == {mismatch.asked: mismatch.got_text for mismatch in wrong[name].mismatches}
    assert found.stale == ()


@pytest.mark.long
def test_divergences_that_are_alike_are_one_draft_and_others_are_not() -> None:
    found = draft(METRIC, dialect="conlleval", cases=CASES)
    ids = [one.id for one in found.drafts]
    assert len(ids) == len(set(ids)) < sum(len(one.cases[METRIC]) for one in found.drafts)
    assert all(one.words.startswith("TODO: ") for one in found.drafts)
    explained = [one for one in found.drafts if one.id == "ignores-type"]
    others = [one for one in found.drafts if one.id != "ignores-type"]
    assert [one.title for one in explained] == [
        "A prediction with the start and end of a gold entity is right, whatever its type"
    ]
    assert all(one.title.startswith("TODO: ") and one.clause.lower() in one.id for one in others)


@pytest.mark.long
def test_a_draft_is_refused_until_somebody_has_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "known.yaml"
    args = [METRIC, "--dialect", "conlleval", *(part for name in CASES for part in ("--case", name))]
    assert main(["known", "--write", *args, "--output", str(path)]) == 0
    for verb in (["check", *args], ["lint", "--no-kills"]):
        assert main([*verb, "--known", str(path)]) == 2
        assert (
            f"nerconform: error: {path}:7: `words` of the cause 'ignores-type' still contains"
            in capsys.readouterr().err
        )
    text = path.read_text(encoding="utf-8").replace("TODO: say what", "The metric").replace("TODO: say why", "Because")
    path.write_text(text, encoding="utf-8")
    assert main(["check", *args, "--known", str(path), "--format", "json"]) == 0
    run = nc.check(METRIC, dialect="conlleval", cases=CASES, known=path)
    assert run.passed
    assert run.implementations[0].count(Verdict.KNOWN) > 1


@pytest.mark.long
def test_a_quirk_that_reproduces_a_divergence_gives_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerconform.suite.known._of_library", lambda _: ())
    found = draft("seqeval:default", cases=["bare.dot"])
    (one,) = found.drafts
    assert one.id == "seqeval-dot-is-outside"
    assert (one.library, one.versions) == ("seqeval", "==1.2.2")
    assert "TODO" not in one.title + one.words


@pytest.mark.long
def test_what_exists_stays_line_by_line_and_what_is_stale_is_marked(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(FILE, encoding="utf-8")
    args = ["known", "--write", METRIC, "--dialect", "conlleval", "--case", "mat.exact.*"]
    assert main([*args, "--known", str(path), "--output", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    marked = [line for line in text.splitlines() if "# STALE: " in line]
    assert len(marked) == 1
    assert text.index(marked[0]) < text.index("mat.exact.equal-span: {")
    assert text.replace(marked[0] + "\n", "").startswith(FILE)
    causes = load_known(path, drafts=True)
    assert next(cause.id for cause in causes if cause.library == "tests") == "ignores-the-type"
    assert main([*args, "--known", str(path), "--output", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == text  # nothing is drafted or marked twice


@pytest.mark.long
def test_a_divergence_that_is_gone_or_has_changed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(FILE, encoding="utf-8")
    (gone,) = draft(METRIC, dialect="conlleval", known=path, cases=["mat.exact.equal-span"]).stale
    assert (gone.cause, gone.case, gone.words) == ("ignores-the-type", "mat.exact.equal-span", "gone")
    path.write_text(FILE.replace("mat.exact.equal-span", "cnt.incorrect-is-in-both"), encoding="utf-8")
    (changed,) = draft(METRIC, dialect="conlleval", known=path, cases=["cnt.incorrect-is-in-both"]).stale
    assert changed.words == "now strict.micro.precision=1, strict.micro.recall=1, strict.micro.f1=1"


def test_any_text_is_read_back_as_it_was_written() -> None:
    odd = a_draft(
        title="TODO: \u2028 a: b # \U0001f600 'x'", words='TODO: "quoted"\nand \x7f \\ more', link="https://a.b/#c"
    )
    data = loads(new_file([odd, a_draft("other")])).data
    assert data["causes"] == [odd.to_dict(), a_draft("other").to_dict()]
    assert loads(new_file([])).data["causes"] == []


def test_what_is_stale_in_another_file_is_told_at_the_head() -> None:
    stale = Stale("gone-cause", "seqeval:default", "a.b", "known.yaml:3", "gone")
    assert new_file([], [stale]).startswith("# STALE: known.yaml:3: gone-cause, a.b: gone\nprose:")


def test_a_list_in_brackets_cannot_be_added_to() -> None:
    text = "prose: x\ncauses: []\n"
    with pytest.raises(BadFile, match=r"known\.yaml:2: new entries can be added only where"):
        added(text, "known.yaml", [a_draft()], [])


def test_a_file_that_somebody_may_have_written_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(FILE, encoding="utf-8")
    assert main(["known", "--write", METRIC, "--output", str(path)]) == 2
    assert "the file exists already" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == FILE
