"""The reference equals the second evaluator: exhaustively on small data, and on random data in random dialects."""

from collections import Counter
from itertools import product
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.matching import matcher
from nerconform.reference.options import Bare
from nerconform.reference.outcomes import Outcomes
from tests.reference import brute
from tests.reference.brute_scores import Numbers
from tests.reference.exhaustive import SpanSet, encodings, sequences, span_lists, span_multisets
from tests.reference.strategies import ALIGNED, ALIGNMENTS, OPTIONS, dialects, sides, span_units, tag_units
from tests.shares import one_in

SORTED = ["phased", "best", "none", "all-overlaps"]
"""Readings that do not look at the order of the lists."""


def numbers(evaluation: Evaluation, measures: list[str]) -> Numbers:
    """Return what an evaluation says to these measures."""
    return {measure: evaluation.value(measure) for measure in measures}


def agree(gold: list[Any], pred: list[Any], dialect: nc.Dialect, *, betas: bool = True) -> None:
    """Assert that both evaluators say the same, refusals included; F2 and F0.5 too, unless that takes too long."""
    try:
        expected = brute.evaluate(gold, pred, dialect)
    except brute.Refused as refused:
        codes = refused.codes
    else:
        codes = set()
    if codes:
        with pytest.raises(NerconformError) as caught:
            nc.evaluate(gold, pred, dialect)
        assert caught.value.code in codes
        return
    found = nc.evaluate(gold, pred, dialect)
    if not betas:
        expected = {measure: value for measure, value in expected.items() if not measure.endswith((".f2", ".f0.5"))}
    assert numbers(found, list(expected)) == expected
    assert set(found.by_type) == {unquote(key.split("{")[1].split("}")[0]) for key in expected if "{" in key}


def rows(unit: Outcomes) -> dict[str, Counter[brute.Row]]:
    """Return the rows of a unit in every schema."""
    return {str(schema): Counter((pair.gold, pair.pred) for pair in pairs) for schema, pairs in unit.rows.items()}


def first_type_is_x(gold: SpanSet, pred: SpanSet) -> bool:
    """Whether the first span is of type X: the rest is the same with the types' names exchanged."""
    return next((span[0] for span in (*gold, *pred)), "X") == "X"


def matches_alike(gold: SpanSet, pred: SpanSet, dialect: nc.Dialect, options: brute.Options) -> None:
    """Assert the rows of one unit."""
    spans = [tuple(nc.Span(*span) for span in side) for side in (gold, pred)]
    found = rows(matcher(dialect)(*spans))
    for schema, pairs in found.items():
        assert pairs == Counter(brute.rows_of(gold, pred, schema, options)), (gold, pred, schema)


@pytest.mark.long
@pytest.mark.parametrize("align", one_in(2, SORTED))
@pytest.mark.parametrize("duplicates", ["multiset", "by-value"])
def test_rows_of_all_multisets_of_two_spans_over_three_tokens(align: str, duplicates: str) -> None:
    dialect = nc.Dialect().set(align=align, duplicates=duplicates, scope="schema" if align == "best" else "shared")
    options, spans = brute.options_of(dialect), span_multisets(3, 2)
    for gold, pred in product(spans, spans):
        if first_type_is_x(gold, pred):
            matches_alike(gold, pred, dialect, options)


@pytest.mark.parametrize("tokens", [2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("align", [name for name in ALIGNMENTS if name not in SORTED])
def test_rows_of_all_lists_of_two_spans_over_a_few_tokens(align: str, tokens: int) -> None:
    dialect = nc.Dialect().set(align=align, scope="schema" if align == "input-best" else "shared")
    options, spans = brute.options_of(dialect), span_lists(tokens, 2)
    for gold, pred in product(spans, spans):
        if first_type_is_x(gold, pred):
            matches_alike(gold, pred, dialect, options)


@pytest.mark.long
@pytest.mark.parametrize("align", ["phased", "best", "input"])
def test_rows_of_all_multisets_of_three_predictions_against_two_gold_spans_over_two_tokens(align: str) -> None:
    dialect = nc.Dialect().set(align=align)
    options = brute.options_of(dialect)
    for gold, pred in product(span_multisets(2, 2), span_multisets(2, 3)):
        matches_alike(gold, pred, dialect, options)
        matches_alike(pred, gold, dialect, options)


@pytest.mark.long
@pytest.mark.parametrize(
    "overlap", one_in(2, ["gold:34%", "gold:50%", "gold:100%", "union:34%", "union:67%", "union:100%"])
)
def test_thresholds_on_all_pairs_of_spans_over_five_tokens(overlap: str) -> None:
    dialect = nc.Dialect().set(overlap=overlap)
    for gold, pred in product(span_multisets(5, 1), span_multisets(5, 1)):
        matches_alike(gold, pred, dialect, brute.options_of(dialect))


@pytest.mark.long
@pytest.mark.parametrize("name", one_in(6, nc.dialects()))
def test_every_number_of_all_sequence_pairs_of_up_to_two_tags_in_every_named_dialect(name: str) -> None:
    for gold, pred in product(sequences("IOB2", 2), sequences("IOB2", 2)):
        if len(gold) == len(pred) and next((tag[-1] for tag in (*gold, *pred) if tag != "O"), "X") == "X":
            agree([gold], [pred], nc.dialects()[name], betas=False)


@pytest.mark.long
def test_counts_of_all_pairs_of_legal_gold_and_any_prediction_of_three_tags() -> None:
    dialect = nc.dialects()["semeval"]
    options = brute.options_of(dialect)
    for gold, pred in product(sorted(encodings("IOB2", 3)), sequences("IOB2", 3)):
        if len(pred) == 3:
            tallies = brute.tallies(brute.spans_of_units([gold], [pred], options), options, ("X", "Y"))
            for schema, result in nc.evaluate([gold], [pred], dialect).schemas.items():
                expected = [tallies[schema, None, outcome] for outcome in ("cor", "inc", "par", "mis", "spu")]
                assert list(result.counts.as_tuple()) == expected


@settings(max_examples=150)
@given(dialects(item="span"), span_units())
@pytest.mark.long
def test_every_number_of_random_spans_in_random_dialects(dialect: nc.Dialect, units: list[tuple[Any, Any]]) -> None:
    agree(*sides(units), dialect)


@pytest.mark.long
@settings(max_examples=500)
@given(st.data())
def test_every_number_of_random_tags_in_random_dialects(data: st.DataObject) -> None:
    dialect = data.draw(dialects())
    odd = data.draw(st.booleans()) or dialect.bare in {Bare.FIRST_CHAR, Bare.TWO_CHARS}
    agree(*sides(data.draw(tag_units(dialect, odd=odd))), dialect)


@settings(max_examples=200)
@given(st.data())
def test_letters_outside_the_scheme_and_tags_without_type_under_every_policy(data: st.DataObject) -> None:
    dialect = nc.Dialect().set(
        align="none",
        scheme=data.draw(st.sampled_from(["IO", "IOB2", "IOE2", "BIOES", "BMEWO"])),
        policy=data.draw(st.sampled_from(["lenient", "discard"])),
        unknown=data.draw(st.sampled_from(OPTIONS["unknown"][1:])),
        bare=data.draw(st.sampled_from(["untyped", "outside", "single", "first-char"])),
        affix=data.draw(st.sampled_from(["prefix", "suffix"])),
        gold=data.draw(st.sampled_from(["same", "legal"])),
    )
    agree(*sides(data.draw(tag_units(dialect))), dialect, betas=False)


@pytest.mark.long
@settings(max_examples=60)
@pytest.mark.parametrize("align", ALIGNED)
@given(units=span_units(5, 5), data=st.data())
def test_every_number_of_random_spans_in_every_reading(
    align: str, units: list[tuple[Any, Any]], data: st.DataObject
) -> None:
    agree(*sides(units), data.draw(dialects(item="span", align=align, round="exact")))


@given(st.sampled_from([name for name in nc.dialects() if name not in {"iob2-discard", "seqeval-strict"}]), st.data())
def test_every_number_of_random_tags_in_every_named_dialect(name: str, data: st.DataObject) -> None:
    dialect = nc.dialects()[name].set(
        scheme=data.draw(st.sampled_from(["IO", "IOB1", "IOE1", "IOE2", "BIOES", "BILOU"]))
    )
    agree(*sides(data.draw(tag_units(dialect, odd=data.draw(st.booleans())))), dialect)
