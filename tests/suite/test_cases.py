"""Reading golden cases: form, derived numbers, questions without answers."""

from dataclasses import fields
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from nerconform.asking.question import Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.base.resources import fixtures_dir
from nerconform.base.strict_yaml import BadFile
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.filtering import Spans
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Scheme
from nerconform.suite import cases
from nerconform.suite.cases import Case, load_suite

HEAD = "prose: A group of cases for a test of the loader.\nflags: {a-flag: {bug: a kind of bug, effect: none here}}\n"
CASE = """cases:
  - id: a.case
    kind: core
    clause: MAT-1
    why: One sentence about it.
    source: constructed
    gold: ["B-PER I-PER O"]
    pred: ["B-PER I-PER B-LOC"]
    expect: {micro: {strict: {tp: 1, fp: 1, fn: 0}}}
"""


def read(folder: Path, text: str) -> Case:
    (folder / "1-a.yaml").write_text(text, encoding="utf-8")
    (folder / "VERSION").write_text("0\n", encoding="utf-8")
    return load_suite(folder).cases[0]


def test_counts_and_ratios_follow_from_what_is_written(tmp_path: Path) -> None:
    numbers = read(tmp_path, HEAD + CASE).expectations[0].numbers
    texts = {str(measure): value for measure, value in numbers.items()}
    assert texts == {
        "strict.micro.tp": 1,
        "strict.micro.fp": 1,
        "strict.micro.fn": 0,
        "strict.micro.act": 2,
        "strict.micro.pos": 1,
        "strict.micro.precision": Fraction(1, 2),
        "strict.micro.recall": 1,
        "strict.micro.f1": Fraction(2, 3),
    }


def test_the_credit_of_par_enters_ratios(tmp_path: Path) -> None:
    counts = "{micro: {partial: {cor: 1, inc: 0, par: 1, mis: 1, spu: 0}}}"
    case = read(tmp_path, HEAD + CASE.replace("{micro: {strict: {tp: 1, fp: 1, fn: 0}}}", counts))
    numbers = case.expectations[0].numbers
    assert numbers[Measure.parse("partial.micro.precision")] == Fraction(3, 4)
    assert numbers[Measure.parse("partial.micro.recall")] == Fraction(1, 2)


def test_undefined_ratios_do_not_follow(tmp_path: Path) -> None:
    case = read(tmp_path, HEAD + CASE.replace("{tp: 1, fp: 1, fn: 0}", "{tp: 0, fp: 0, fn: 2}"))
    numbers = case.expectations[0].numbers
    assert Measure.parse("strict.micro.precision") not in numbers
    assert Measure.parse("strict.micro.f1") not in numbers


def test_a_question_holds_no_expected_value() -> None:
    names = {field.name for field in fields(Question)}
    assert names == {"gold", "pred", "form", "scheme", "choices", "ask", "measures", "parts"}
    for case in load_suite().cases:
        assert all(isinstance(measure, Measure) for measure in case.question.measures)


def test_the_parts_that_are_asked_follow_from_the_expectation(tmp_path: Path) -> None:
    assert read(tmp_path, HEAD + CASE).question.parts == frozenset()
    rows = CASE.replace("{micro:", "{rows: [PER], micro:")
    assert read(tmp_path, HEAD + rows).question.parts == {Part.ROWS}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kind: core", "kind: odd", "1-a.yaml:5: cases.0.kind must be one of"),
        ("    why: One sentence about it.\n", "", "1-a.yaml:4: cases.0 must contain"),
        ("tp: 1", "tp: 1/2", "tp is a count, and '1/2' is not a whole number"),
        ("tp: 1", "tpp: 1", "must not contain"),
        ("{tp: 1, fp: 1, fn: 0}", "{precision: 0.5}", "'0.5' is not a fraction"),
        ("id: a.case", "id: A Case", "must match pattern"),
    ],
)
def test_a_malformed_case_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        read(tmp_path, (HEAD + CASE).replace(old, new))
    assert message in str(caught.value)


def test_an_id_that_stands_twice_is_refused(tmp_path: Path) -> None:
    (tmp_path / "2-b.yaml").write_text(HEAD + CASE, encoding="utf-8")
    with pytest.raises(
        BadFile, match=r"two golden cases have the id 'a.case': this one, and the one at fixtures/1-a.yaml:4"
    ):
        read(tmp_path, HEAD + CASE)


def test_the_suite_is_of_the_promised_size_and_covers_every_document() -> None:
    suite = load_suite()
    assert len(suite.cases) > 400
    documents = {case.id.split(".")[1] for case in suite.cases if case.id.startswith("documents.")}
    assert documents == {"000", "001", "002", "003", "004"}
    assert {case.question.written_form for case in suite.cases} == set(Form)


def test_every_named_dialect_has_one_answer_to_each_case_of_the_age_paradox() -> None:
    suite = load_suite()
    case = suite.case("documents.000.age.second")
    assert case is not None
    counts = {}
    for name in ("conlleval", "iob2-discard"):
        expected = case.expectation(NAMED[name])
        assert expected is not None
        counts[name] = [expected.numbers[Measure.parse(f"strict.micro.{one}")] for one in ("tp", "fp", "fn", "f1")]
    assert counts == {"conlleval": [10, 2, 4, Fraction(10, 13)], "iob2-discard": [10, 1, 4, Fraction(4, 5)]}


def decoded(scheme: Scheme, policy: str, tags: list[str]) -> Spans | None:
    """Return the spans, or `None` for a refusal, be it of the policy or of tags that the case reads otherwise."""
    pipeline = Pipeline.of(Dialect(scheme=scheme).set(policy=policy))
    try:
        return pipeline.decode(pipeline.parse(tags), Side.PRED)
    except NerconformError:
        return None


CASES = load_suite().cases


@pytest.mark.parametrize("scheme", [scheme for scheme in Scheme if scheme is not Scheme.IO])
def test_some_case_separates_every_two_named_policies_that_differ(scheme: Scheme) -> None:
    asked = [
        case.question.pred
        for case in CASES
        if any(one.startswith("DEC-") for one in case.clauses)
        and case.question.scheme == scheme
        and case.question.form is Form.TAGS
    ]
    units = [unit for side in asked if isinstance(side, list) for unit in side]
    policies = {name: policy for name, policy in POLICIES.items() if scheme in policy.points}
    answers = {name: [decoded(scheme, name, unit) for unit in units] for name in policies}
    differ = [
        (one, other)
        for one, other in combinations(policies, 2)
        if policies[one].canonical(scheme) != policies[other].canonical(scheme)
    ]
    assert differ
    assert [pair for pair in differ if answers[pair[0]] == answers[pair[1]]] == []


def test_the_files_of_this_installation_have_the_form_of_their_schema() -> None:
    assert load_suite(fixtures_dir()) == load_suite()


def test_a_file_of_this_installation_that_cannot_be_read_is_held_to_its_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "1-a.yaml").write_text(HEAD + CASE.replace("    kind: core\n", ""), encoding="utf-8")
    monkeypatch.setattr(cases, "fixtures_dir", lambda: tmp_path)
    with pytest.raises(BadFile, match=r"1-a\.yaml:\d+: cases\.0 must contain \['kind'\]"):
        load_suite()
