"""What changed between two runs: every turn of a case, by hand; and laws that hold for any two runs (REP-3)."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nerconform.results.run import (
    BAD,
    CaseAnswer,
    Changes,
    ImplementationRun,
    Level,
    Result,
    Run,
    Turn,
    Verdict,
    accepted,
    changes,
)
from nerconform.results.values import BadResult, Mismatch, decode, encode, number_of
from tests.reporting.odd import odd_run
from tests.reporting.sample import SAMPLE


def result(verdict: Verdict, case: str = "a.b", got: float = 0.5, cause: str = "", reason: str = "") -> Result:
    mismatches = (
        () if verdict in {Verdict.PASS, Verdict.UNSUPPORTED} else (Mismatch("strict.micro.f1", 1, number_of(got)),)
    )
    return Result(case, "core", ("DEC-1",), Level.LEGAL_DATA, verdict, reason, mismatches, cause)


def run(*results: Result, name: str = "mylib", version: str = "mylib 1.0") -> Run:
    return Run((ImplementationRun(name, version, results),), tool="0", spec="1.0", fixtures="1")


PASS, FAIL, KNOWN = result(Verdict.PASS), result(Verdict.FAIL), result(Verdict.KNOWN, cause="why")
UNSUPPORTED = result(Verdict.UNSUPPORTED, reason="no")
TURNS: list[tuple[str, Result | None, Result | None, Turn | None]] = [
    ("as before", FAIL, FAIL, None),
    ("right as before", PASS, PASS, None),
    ("newly wrong", PASS, FAIL, Turn.NEW),
    ("wrong where it was known", KNOWN, FAIL, Turn.NEW),
    ("wrong where it was not asked", UNSUPPORTED, FAIL, Turn.NEW),
    ("wrong in a new case", None, FAIL, Turn.NEW),
    ("another wrong number", FAIL, result(Verdict.FAIL, got=0.6), Turn.CHANGED),
    ("the same number but for the last digits", FAIL, result(Verdict.FAIL, got=0.50000000000001), None),
    ("a crash where it was wrong", FAIL, result(Verdict.ERROR, reason="IndexError"), Turn.CHANGED),
    ("another crash", result(Verdict.ERROR, reason="A"), result(Verdict.ERROR, reason="B"), Turn.CHANGED),
    ("explained", FAIL, KNOWN, Turn.EXPLAINED),
    ("mended", FAIL, PASS, Turn.GONE),
    ("known, and mended", KNOWN, PASS, Turn.GONE),
    ("wrong, and not asked any more", FAIL, UNSUPPORTED, Turn.GONE),
    ("wrong, and the case is gone", FAIL, None, Turn.GONE),
    ("newly known", PASS, KNOWN, Turn.OTHER),
    ("another cause", KNOWN, replace(KNOWN, cause="other"), Turn.OTHER),
    ("not asked any more", PASS, UNSUPPORTED, Turn.OTHER),
    ("not asked for another reason", UNSUPPORTED, replace(UNSUPPORTED, reason="never"), None),
    ("a right case is gone", PASS, None, None),
]


@pytest.mark.parametrize(("before", "after", "turn"), [row[1:] for row in TURNS], ids=[row[0] for row in TURNS])
def test_every_turn(before: Result | None, after: Result | None, turn: Turn | None) -> None:
    old, new = (run(*([one] if one else [])) for one in (before, after))
    found = changes(old, new)
    assert decode(encode(found), Changes, "x") == found
    assert [change.turn for change in found.implementations[0].changes] == ([turn] if turn else [])
    assert found.worse == (turn in {Turn.NEW, Turn.CHANGED})
    wrong = after is not None and after.verdict in BAD
    assert accepted(old, new) == ({("mylib", "a.b")} if wrong and turn is None else set())


def test_a_change_tells_verdicts_and_what_came() -> None:
    (change,) = changes(run(KNOWN), run(result(Verdict.FAIL, got=0.25))).implementations[0].changes
    assert change.before == CaseAnswer(Verdict.KNOWN, cause="why", mismatches=KNOWN.mismatches)
    assert change.clause == "DEC-1"
    assert str(change.before) == "strict.micro.f1: expected 1, got 0.5"
    assert str(change.after) == "strict.micro.f1: expected 1, got 0.25"


def test_implementations_are_matched_by_name_whatever_their_version() -> None:
    old, new = run(PASS, version="mylib 1.0"), run(FAIL, version="mylib 2.0")
    (one,) = changes(old, new).implementations
    assert (one.version_before, one.version_after, one.changes[0].turn) == ("mylib 1.0", "mylib 2.0", Turn.NEW)


def test_what_was_not_asked_before_is_new_if_it_is_wrong_and_what_is_not_asked_now_is_no_change() -> None:
    here, there = run(FAIL, name="here"), run(FAIL, name="there")
    found = {one.name: one for one in changes(here, there).implementations}
    assert [(change.before, change.turn) for change in found["there"].changes] == [(None, Turn.NEW)]
    assert (found["here"].changes, found["here"].version_after) == ((), "")


@given(st.lists(st.integers(0, 60), min_size=2, max_size=2))
def test_a_run_differs_from_itself_in_nothing_and_worse_is_what_is_wrong_and_not_accepted(seeds: Sequence[int]) -> None:
    old, new = (odd_run(seed, texts=("a", "b", "TAG-1")) for seed in seeds)
    new = replace(new, implementations=tuple(
        replace(one, name=other.name) for one, other in zip(new.implementations, old.implementations, strict=True)
    ))  # fmt: skip
    assert not any(one.changes for one in changes(new, new).implementations)
    wrong = {(one.name, each.case) for one in new.implementations for each in one.results if each.verdict in BAD}
    found = changes(old, new)
    assert found.worse == len(wrong - accepted(old, new))
    assert sum(one.kept for one in found.implementations) == len(accepted(old, new))
    assert accepted(new, new) == wrong


@pytest.mark.parametrize("spoil", ["format", "turn", "before"])
def test_the_published_form_refuses_other_data(spoil: str) -> None:
    data = json.loads(encode(changes(run(), SAMPLE)))
    change = data["implementations"][0]["changes"][0]
    match spoil:
        case "format":
            data["format"] = "nerconform-run-2"
        case "turn":
            change["turn"] = "worse"
        case "before":
            del change["before"]
    with pytest.raises(BadResult):
        decode(json.dumps(data), Changes, "x")
