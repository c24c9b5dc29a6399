"""`check` with a claim: whoever keeps it passes, whatever dialect was declared, and a known wrong answer does not."""

import pytest

import nerconform as nc
from nerconform.reference.refusals import UnknownOption
from nerconform.results.run import Run, Verdict
from nerconform.results.values import decode, encode
from nerconform.suite.claims import UnknownClaim


@pytest.mark.long
def test_a_claim_holds_everybody_to_its_dialect() -> None:
    run = nc.check("reference:conlleval", "reference:iob2-discard", claim="illegal-tags:discard")
    assert run.claim is not None
    assert run.claim.dialect == "iob2-discard"
    lenient, discarding = run.implementations
    assert (lenient.keeps_claim, discarding.keeps_claim, run.status) == (False, True, 1)
    assert discarding.count(Verdict.PASS) == len(discarding.results)
    assert decode(encode(run), Run, "a run") == run


def test_a_function_is_asked_the_cases_of_the_claim_only() -> None:
    run = nc.check("nerconform.compat.seqeval.metrics:f1_score", claim="schemes:IOB2+BIOES")
    assert run.passed
    assert {result.level for result in run.implementations[0].results} == {"legal-data"}


@pytest.mark.long
def test_a_known_wrong_answer_does_not_keep_a_claim() -> None:
    run = nc.check("seqeval:strict:IOE1", claim="schemes:IOE1")
    assert not run.passed


def test_a_claim_names_dialect_cases_and_levels_itself() -> None:
    for more in ({"dialect": "semeval"}, {"cases": "a.*"}, {"levels": ["legal-data"]}):
        with pytest.raises(UnknownOption, match="claim"):
            nc.check("seqeval", claim="legal-data", **more)
    with pytest.raises(UnknownClaim, match="legal"):
        nc.check("seqeval", claim="legal")
