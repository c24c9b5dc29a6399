"""All right, and yet different: the age paradox of document 000 with its counts."""

import nerconform as nc
from nerconform.reporting.run_view import differing


def test_the_age_paradox_is_shown_with_its_counts() -> None:
    run = nc.check("seqeval", "nervaluate", cases=["documents.000.age.*"])
    paradox = next(case for case in differing(run) if case.case == "documents.000.age.second")
    shown = {one.names: (one.choices, one.numbers) for one in paradox.answers}
    lenient = ("policy:lenient", ("10", "2", "4", "5/6", "5/7", "10/13"))
    strict = ("policy:discard", ("10", "1", "4", "10/11", "5/7", "4/5"))
    assert shown == {
        ("seqeval:default", "nervaluate"): lenient,
        ("seqeval:strict", "seqeval:strict:auto"): strict,
    }


def test_cases_on_which_all_agree_are_left_out() -> None:
    run = nc.check("seqeval", cases=["documents.000.age.first"])
    assert differing(run) == []


def test_the_same_numbers_are_shown_once() -> None:
    run = nc.check("seqeval", cases=["documents.000.age.second*"])
    cases = differing(run)
    assert len(cases) > 1
    assert [case.case for case in differing(run, distinct=True)] == ["documents.000.age.second"]
