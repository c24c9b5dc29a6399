"""A dialect without a name is held to the cases that hold for it, and to no others."""

import pytest

import nerconform as nc
from nerconform.libraries.registry import resolve
from nerconform.results.run import BAD, Verdict
from nerconform.suite.case_runs import check_one
from nerconform.suite.cases import load_suite
from nerconform.suite.known import load_known
from nerconform.suite.mutants import mutants
from tests.shares import one_in

LEAST = 3
"""How many cases a dialect must be asked at least: a kit that asks nothing passes everybody."""
CASES = [case for case in load_suite().cases if case.id.startswith(("sco.", "cnt.", "policy."))]
NEIGHBOURS = sorted(
    {
        mutant.name.replace("/", ",", 1)
        for mutant in mutants()
        if ":" in mutant.name and mutant.base in {"semeval", "conlleval"} and "given" not in mutant.name
    }
)


@pytest.mark.long
@pytest.mark.parametrize("dialect", one_in(3, NEIGHBOURS))
def test_the_reference_passes_in_every_dialect_one_choice_from_a_named_one(dialect: str) -> None:
    name, choice = dialect.split(",", 1)
    scheme = "BIOES" if choice in {"policy:jie", "policy:allennlp-bioul"} else "IOB2"
    (reference,) = resolve(f"reference:{name},scheme:{scheme},{choice}")
    run = check_one(reference, CASES, load_known())
    assert [result.case for result in run.results if result.verdict in BAD] == []
    assert run.count(Verdict.PASS) >= LEAST


@pytest.mark.parametrize("policy", ["jie", "ncrfpp", "lample", "allennlp-bioul"])
def test_a_policy_that_no_named_dialect_has_is_held_to_the_cases_that_speak_of_it(policy: str) -> None:
    (reference,) = resolve(f"reference:conlleval,scheme:BIOES,policy:{policy}")
    run = check_one(reference, [case for case in CASES if case.id.startswith("policy.")], load_known())
    assert run.count(Verdict.PASS) >= 17
    assert [result.case for result in run.results if result.verdict in BAD] == []


def test_a_case_that_depends_on_an_unsaid_choice_is_not_asked() -> None:
    (run,) = nc.check("reference:conlleval,zero:1", cases=["sco.zero.nothing-predicted"]).implementations
    (result,) = run.results
    assert (result.verdict, result.reason) == (Verdict.UNSUPPORTED, "the case says nothing about these choices")


def test_a_case_that_does_not_depend_on_it_still_is() -> None:
    (run,) = nc.check("reference:conlleval,zero:1", cases=["mat.exact.equal-span"]).implementations
    assert [result.verdict for result in run.results] == [Verdict.PASS]
