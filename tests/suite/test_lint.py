"""The suite keeps its own rules, and lint finds each broken one.

That golden cases kill every mutant is a screen of `tests/commands/test_screens.py`, which `nerconform lint` prints.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from nerconform.products.check.adequacy import disagreements, untold_policies
from nerconform.suite.cases import Suite, load_suite
from nerconform.suite.clauses import load_clauses
from nerconform.suite.known import load_known
from nerconform.suite.lint import lint

SUITE = load_suite()
TESTS = Path(__file__).parents[1]


def test_the_suite_has_no_finding() -> None:
    assert lint(SUITE, load_clauses(), load_known(), TESTS) == ()


@pytest.mark.long
def test_the_reference_agrees_with_every_case_in_every_named_dialect() -> None:
    assert list(disagreements(SUITE)) == []
    assert list(untold_policies(SUITE)) == []


CASE = """prose: A group of cases for a test of lint.
flags: {a-flag: {bug: a kind of bug, effect: none here}}
cases:
  - id: a.case
    kind: dialect
    clause: DEC-5
    why: One sentence about it.
    source: constructed
    flags: [a-flag]
    gold: ["B-PER I-PER O"]
    pred: ["I-PER I-PER O"]
    expect:
      - when: {policy: lenient}
        micro: {strict: {tp: 1, fp: 0, fn: 0}}
      - when: {policy: discard}
        micro: {strict: {tp: 0, fp: 0, fn: 1}}
      - when: {policy: refuse}
        refused: illegal-transition
"""


def suite_of(folder: Path, text: str) -> Suite:
    (folder / "1-a.yaml").write_text(text, encoding="utf-8")
    (folder / "VERSION").write_text("0\n", encoding="utf-8")
    return load_suite(folder)


def test_a_sound_case_has_no_finding(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, CASE)
    findings = lint(suite, {"DEC-5": load_clauses()["DEC-5"]}, (), None)
    assert findings == ()
    assert list(disagreements(suite)) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    flags: [a-flag]\n", "", "a dialect case needs a flag"),
        ("    flags: [a-flag]\n", "", "no case has the flag 'a-flag'"),
        ("flags: [a-flag]", "flags: [a-flag, other]", "the flag 'other' is not described in this file"),
        ("clause: DEC-5", "clause: DEC-99", "there is no clause DEC-99"),
        ("clause: DEC-5", "clause: DEC-99", "no case tests DEC-5"),
        ("kind: dialect", "kind: core", "a core case can have only one answer"),
        ("kind: dialect", "kind: contract", "a contract case must expect an error"),
        ("kind: dialect", "kind: erratum", "an erratum needs the printed values"),
        ("{policy: discard}", "{policy: lenient}", "2 expectations apply to the dialect"),
        ("{policy: discard}", "{policy: lenient}", "0 expectations apply to the dialect"),
        ("{policy: discard}", "{policy: bogus}", "there is no policy 'bogus'"),
        ("{policy: discard}", "{polity: discard}", "there is no axis 'polity'"),
        (
            "{tp: 1, fp: 0, fn: 0}",
            "{tp: 1, fp: 0, fn: 0, act: 2}",
            "strict.micro.act is 2, and the other numbers give 1",
        ),
        (
            "{tp: 1, fp: 0, fn: 0}",
            "{tp: 1, fp: 0, fn: 0, f1: 1/2}",
            "strict.micro.f1 is 1/2, and the other numbers give 1",
        ),
    ],
)
def test_each_broken_rule_is_found_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    suite = suite_of(tmp_path, CASE.replace(old, new, 1))
    findings = lint(suite, {"DEC-5": load_clauses()["DEC-5"]}, (), None)
    found = [str(finding) for finding in findings if message in finding.message]
    assert found, findings
    assert all(".yaml:" in text or "spec/" in text for text in found)


def test_a_wrong_expected_value_is_found(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, CASE.replace("{tp: 1, fp: 0, fn: 0}", "{tp: 1, fp: 1, fn: 0}", 1))
    findings = [str(finding) for finding in disagreements(suite)]
    assert findings
    assert (
        "fixtures/1-a.yaml:4: the reference answers otherwise in semeval: strict.micro.fp: 1 expected, 0" in findings[0]
    )


def test_a_wrong_error_code_is_found(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, CASE.replace("illegal-transition", "malformed-tag"))
    assert "rejects the input with illegal-transition, not with malformed-tag" in str(next(iter(disagreements(suite))))


def test_printed_values_must_agree_except_in_an_erratum(tmp_path: Path) -> None:
    core = CASE[: CASE.index("    expect:")].replace("I-PER I-PER O", "B-PER I-PER O").replace("dialect", "erratum")
    core += "    expect: {micro: {strict: {tp: 1, fp: 0, fn: 0, f1: 1}}}\n    printed: {micro: {strict: {f1: '%s'}}}\n"
    clauses = {"DEC-5": load_clauses()["DEC-5"]}
    assert lint(suite_of(tmp_path, core % "0.50"), clauses, (), None) == ()
    (finding,) = lint(suite_of(tmp_path, core % "1.00"), clauses, (), None)
    assert finding.message == "no printed value contradicts the definition"
    (finding,) = lint(suite_of(tmp_path, core.replace("erratum", "core") % "0.50"), clauses, (), None)
    assert finding.message == "strict.micro.f1 is printed as 0.50, which is wrong"


def test_two_policies_that_no_case_tells_apart_are_found() -> None:
    groups = tuple(group for group in SUITE.groups if group.file != "fixtures/3-policies.yaml")
    found = [str(finding) for finding in untold_policies(replace(SUITE, groups=groups))]
    (bmes,) = (finding for finding in found if "in BMES no case tells apart" in finding)
    assert "jie and ncrfpp" in bmes
    assert not any("in IOB2" in finding for finding in found)
