"""The export: what it holds, that it is the same twice, and that the reference keeps every claim."""

import hashlib
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.api import evaluate, resolve
from nerconform.asking.question import Form
from nerconform.base.errors import NerconformError
from nerconform.products.export.compiled_cases import compiled
from nerconform.products.export.data_packages import LICENCE_TEXT
from nerconform.products.export.export_files import ALL, CHECKSUMS, SCHEMA, Exported, export, text_of
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.results.exported_cases import ExportedCase, ExportedCases, ExportedNumber
from nerconform.results.values import decode
from nerconform.suite.cases import CaseKind, load_suite
from nerconform.suite.claims import UnknownClaim, claim_named, claims
from nerconform.suite.judge import asked_dialects

MAX_BYTES = 4 * 2**20
"""What the file of all cases may hold: small enough to be kept in any repository."""


@pytest.fixture(scope="module")
def exported() -> Exported:
    return export(with_packages=True)


@pytest.fixture(scope="module")
def whole(exported: Exported) -> ExportedCases:
    found: ExportedCases = decode(exported.files[ALL], ExportedCases, ALL)
    return found


@pytest.mark.long
def test_two_exports_are_the_same_to_the_last_byte(exported: Exported) -> None:
    assert text_of(compiled(load_suite())) == exported.files[ALL]
    assert export(with_packages=True).files == exported.files


@pytest.mark.long
def test_checksums_are_those_of_the_files(exported: Exported) -> None:
    lines = dict(line.split("  ")[::-1] for line in exported.files[CHECKSUMS].splitlines())
    sums = {
        name: hashlib.sha256(text.encode()).hexdigest() for name, text in exported.files.items() if name != CHECKSUMS
    }
    assert lines == sums == {one.name: one.sha256 for one in exported.record.files}


def test_the_size_is_limited_and_the_text_is_ascii(exported: Exported) -> None:
    assert len(exported.files[ALL]) < MAX_BYTES
    assert all(text.isascii() for name, text in exported.files.items() if name.endswith(".json"))


def test_every_golden_case_is_there_and_every_named_dialect_has_an_answer(whole: ExportedCases) -> None:
    assert [case.id for case in whole.cases] == [case.id for case in load_suite().cases]
    assert {case.form for case in whole.cases} == {*Form}
    for case in whole.cases:
        assert case.answers, case.id
        named = [name for answer in case.answers for name in answer.dialects]
        assert len(named) == len(set(named)), case.id
        if named == ["*"]:
            continue
        for name, dialect in NAMED.items():
            try:
                dialect.set(
                    scheme=case.scheme, **{axis.replace("-", "_"): option for axis, option in case.choices.items()}
                )
            except NerconformError:
                continue
            assert name in named, case.id
    assert {name for case in whole.cases for answer in case.answers for name in answer.dialects} <= {
        "*",
        *whole.dialects,
    }


def test_every_answer_that_a_case_states_is_exported(whole: ExportedCases) -> None:
    exported = {case.id: {name for answer in case.answers for name in answer.dialects} for case in whole.cases}
    for case in load_suite().cases:
        asked = asked_dialects(case)
        assert exported[case.id] >= asked.keys()
        if case.kind is not CaseKind.CONTRACT:
            answered = [case.expectation(dialect) for dialect in asked.values()]
            assert all(any(one is expected for one in answered) for expected in case.expectations), case.id


def test_an_option_that_no_named_dialect_has_is_written_out(whole: ExportedCases) -> None:
    # gold PER[0,3), predicted PER[0,1): credit:share finds a third of the gold entity, and credit:tokens one token
    case = next(case for case in whole.cases if case.id == "sides.credit-of-an-overlap")
    found = {
        name: dict(_numbers(case, f"semeval,credit:{name}"))["partial.micro.tp_gold"] for name in ("share", "tokens")
    }
    assert found == {"share": ExportedNumber("1/3", 1 / 3), "tokens": 1}
    assert whole.dialects["semeval,credit:share"].options["credit"] == "share"


def _numbers(case: ExportedCase, name: str) -> Iterator[tuple[str, int | ExportedNumber]]:
    for answer in case.answers:
        if name in answer.dialects:
            yield from answer.numbers.items()


def test_a_case_of_the_readme_is_written_out_by_hand(whole: ExportedCases) -> None:
    # gold `O B-PER I-PER I-PER O`, predicted without the B: `lenient` reads that entity, `discard` none
    case = next(case for case in whole.cases if case.id == "decode.lenient-orphan-run")
    lenient, discard = (dict(_numbers(case, name)) for name in ("conlleval", "iob2-discard"))
    assert lenient["strict.micro.tp"] == 1
    assert lenient["strict.micro.f1"] == ExportedNumber("1", 1.0)
    assert discard["strict.micro.fn"] == 1
    assert discard["strict.micro.f1"] == ExportedNumber("0", 0.0)
    assert next(answer.refused for answer in case.answers if "semeval-jar" in answer.dialects) == "illegal-transition"


def test_doubles_are_the_nearest_ones_and_counts_add_up(whole: ExportedCases) -> None:
    for case in whole.cases:
        for answer in case.answers:
            ratios = [number for number in answer.numbers.values() if isinstance(number, ExportedNumber)]
            assert all(one.double == (None if one.exact is None else float(Fraction(one.exact))) for one in ratios)
            for schema in Schema:
                row = [answer.numbers.get(f"{schema}.micro.{name}") for name in ("tp", "fp", "fn", "act", "pos")]
                if None not in row:
                    exact = (one.exact if isinstance(one, ExportedNumber) else one for one in row)
                    tp, fp, fn, act, pos = (Fraction(one) for one in exact if one is not None)
                    assert (tp + fp, tp + fn) == (act, pos), case.id


@pytest.mark.parametrize("name", [claim.name for claim in claims(load_suite())])
def test_the_reference_keeps_every_claim(name: str, whole: ExportedCases) -> None:
    claim = whole.claims[name]
    assert claim.says.endswith(".")
    assert claim.cases
    dialect = resolve(claim.dialect)
    for case in whole.cases:
        if case.id not in claim.cases or case.form.startswith("raw"):
            continue
        mine = [answer for answer in case.answers if {claim.dialect, "*"} & {*answer.dialects}]
        assert len(mine) == 1, case.id
        if mine[0].refused:
            with pytest.raises(NerconformError):
                evaluate(case.gold, case.pred, dialect.set(**{"scheme": case.scheme, **case.choices}))
            continue
        found = evaluate(case.gold, case.pred, dialect.set(**{"scheme": case.scheme, **case.choices}))
        for measure, number in mine[0].numbers.items():
            right = number if isinstance(number, int) else number.exact and Fraction(number.exact)
            assert found.value(measure) == right, f"{case.id}: {measure}"


def test_claims_are_joined_and_unknown_ones_refused() -> None:
    suite = load_suite()
    both = claim_named("schemes:IOB2+BIOES", suite)
    parts = [claim_named(f"schemes:{scheme}", suite) for scheme in ("IOB2", "BIOES")]
    assert both.cases == parts[0].cases + parts[1].cases
    for name in ("nope", "schemes:IOB3", "illegal-tags:lenient+discard"):
        with pytest.raises(UnknownClaim):
            claim_named(name, suite)
    with pytest.raises(UnknownClaim):
        export(["nope"])


def test_one_claim_alone_is_exported(exported: Exported) -> None:
    found = export(["illegal-tags:lenient"])
    assert list(found.files) == ["claims/illegal-tags-lenient.json", SCHEMA, "LICENSE", CHECKSUMS]
    assert found.files["claims/illegal-tags-lenient.json"] == exported.files["claims/illegal-tags-lenient.json"]


@pytest.mark.long
def test_a_diff_names_the_answers_that_moved(exported: Exported, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    data = json.loads(exported.files[ALL])
    gone, asked, answered = data["cases"][:3]
    data["cases"].append({**gone, "id": "a.case-of-old"})
    asked["gold"][0] = [*asked["gold"][0], "O"]
    measure = next(key for key in answered["answers"][0]["numbers"] if key.endswith(".tp"))
    answered["answers"][0]["numbers"][measure] += 1
    data["cases"].remove(gone)
    path.write_text(json.dumps(data), encoding="utf-8")
    moved = export(["legal-data"], against=path).record.moved
    assert [(one.case, one.turn) for one in moved] == [
        (gone["id"], "new"),
        (asked["id"], "asked otherwise"),
        (answered["id"], "answered otherwise"),
        ("a.case-of-old", "gone"),
    ]
    assert moved[2].dialects == tuple(answered["answers"][0]["dialects"])
    assert all(one.why for one in moved)


def test_the_licence_is_that_of_the_project() -> None:
    assert Path(__file__).parents[3].joinpath("LICENSE").read_text(encoding="utf-8") == LICENCE_TEXT


@given(st.sampled_from(load_suite().cases))
def test_the_text_of_an_export_is_read_back(case: object) -> None:
    whole = ExportedCases("1.0", "1", "MIT", "", {}, {}, {}, {"}\n": getattr(case, "why", "")}, ())
    assert decode(text_of(whole), ExportedCases, "text") == whole
