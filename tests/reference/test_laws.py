"""The laws of the spec, each for the readings where it holds, else the smallest counterexample (LAW-1 to LAW-9)."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference.credits import Amount
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.refusals import CannotAdd, LengthsDiffer
from tests.reference.strategies import (
    ALIGNED,
    ALIGNMENTS,
    LEGAL,
    OPTIONS,
    choices,
    dialects,
    flat_units,
    sides,
    span,
    span_units,
)

Units = list[tuple[Any, Any]]
Triple = tuple[str, int, int]
SCHEMAS = ("strict", "exact", "partial", "type")
SYMMETRIC = [("none", "shared"), ("phased", "shared"), ("all-overlaps", "shared"), ("best", "schema")]
UNORDERED = ["none", "phased", "best", "all-overlaps"]


def evaluate(units: Units, **axes: str) -> Evaluation:
    """Evaluate units in the default dialect with other choices."""
    return nc.evaluate(*sides(units), nc.Dialect().set(**axes))


def one(gold: list[Triple], pred: list[Triple], **axes: str) -> Evaluation:
    """Evaluate one unit."""
    return evaluate([(gold, pred)], **axes)


def swapped(units: Units) -> Units:
    """Exchange gold and prediction."""
    return [(pred, gold) for gold, pred in units]


def outcomes(evaluation: Evaluation, schema: str) -> tuple[Amount, ...]:
    """Return COR, INC, PAR, MIS, SPU of a schema."""
    return evaluation.schemas[schema].counts.as_tuple()


# LAW-1


@given(st.sampled_from(LEGAL), st.sampled_from(["shared", "schema"]), st.sampled_from(OPTIONS["overlap"]), span_units())
def test_pos_is_the_number_of_gold_spans_and_act_that_of_predictions(
    align: str, scope: str, overlap: str, units: Units
) -> None:
    gold, pred = sides(units)
    for result in evaluate(units, align=align, scope=scope, overlap=overlap).schemas.values():
        assert (result.counts.pos, result.counts.act) == (sum(map(len, gold)), sum(map(len, pred)))


@given(st.sampled_from(LEGAL), span_units())
def test_under_set_pos_and_act_are_the_numbers_of_different_spans(align: str, units: Units) -> None:
    for result in evaluate(units, align=align, duplicates="set").schemas.values():
        sizes = tuple(sum(len(set(unit)) for unit in side) for side in sides(units))
        assert (result.counts.pos, result.counts.act) == sizes


def test_absorb_first_any_and_sweep_count_a_span_as_often_as_it_is_met() -> None:
    whole, halves = [("X", 0, 2)], [("X", 0, 1), ("X", 1, 2)]
    for align, expected in {"first-any": (2, 2), "all-overlaps": (2, 2), "absorb": (1, 2)}.items():
        counts = one(whole, halves, align=align).counts
        assert (counts.pos, counts.act) == expected
    for align, expected in {"first-any": (2, 1), "all-overlaps": (2, 2), "absorb": (2, 2)}.items():
        counts = one(halves, whole, align=align).counts
        assert (counts.pos, counts.act) == expected


def test_under_by_value_a_gold_span_met_twice_counts_twice() -> None:
    counts = one([("X", 0, 1)], [("X", 0, 1)] * 2, duplicates="by-value").counts
    assert (counts.cor, counts.pos, counts.act) == (2, 2, 2)
    assert one([("X", 0, 1)] * 2, [("X", 0, 1)], duplicates="by-value").counts.pos == 1
    assert one([("X", 0, 1)] * 2, [], duplicates="by-value").counts.mis == 2


# LAW-2, LAW-3


@given(st.sampled_from(ALIGNED), st.sampled_from(OPTIONS["duplicates"]), span_units())
def test_missing_and_spurious_are_the_same_in_all_schemas_under_a_shared_alignment(
    align: str, duplicates: str, units: Units
) -> None:
    found = evaluate(units, align=align, duplicates=duplicates)
    assert len({outcomes(found, schema)[3:] for schema in SCHEMAS}) == 1


@given(st.sampled_from(ALIGNED), st.sampled_from(OPTIONS["duplicates"]), span_units())
def test_strict_is_at_most_exact_and_type_and_exact_is_at_most_partial_under_a_shared_alignment(
    align: str, duplicates: str, units: Units
) -> None:
    strict, exact, partial, kind = (
        outcomes(evaluate(units, align=align, duplicates=duplicates), schema)[0] for schema in SCHEMAS
    )
    assert strict <= exact <= partial
    assert strict <= kind


@pytest.mark.parametrize("align", ["best", "input-best"])
def test_with_an_alignment_for_each_schema_missing_differs_between_schemas(align: str) -> None:
    gold, pred = [("X", 0, 2), ("Y", 2, 4)], [("Y", 1, 3), ("X", 3, 4)]
    found = one(gold, pred, align=align, scope="schema")
    assert outcomes(found, "strict") == (0, 2, 0, 0, 0)
    assert outcomes(found, "type") == (1, 0, 0, 1, 1)


# LAW-4


def intersection(units: Units) -> int:
    """Return the size of the multiset intersection."""
    return sum((Counter(gold) & Counter(pred)).total() for gold, pred in units)


@given(st.sampled_from(["phased", "best", "none"]), st.sampled_from(["shared", "schema"]), span_units())
def test_strict_is_exact_matching_under_phased_and_best(align: str, scope: str, units: Units) -> None:
    counts = evaluate(units, align=align, scope=scope).counts
    assert counts.tp == intersection(units)
    exact = evaluate(units, align="none")
    assert (counts.fp, counts.fn) == (exact.counts.fp, exact.counts.fn)


@given(st.sampled_from(LEGAL), flat_units())
def test_on_flat_spans_strict_is_exact_matching_under_every_one_to_one_reading(align: str, units: Units) -> None:
    assert evaluate(units, align=align, scope="schema").counts.tp == intersection(units)


@pytest.mark.parametrize("align", ["input", "input-best"])
def test_on_nested_spans_reading_in_input_order_loses_an_equal_pair(align: str) -> None:
    assert one([("X", 0, 1)], [("Y", 0, 1), ("X", 0, 1)], align=align, scope="schema").counts.tp == 0


# LAW-5


@given(st.data(), span_units())
def test_the_order_of_units_never_matters(data: st.DataObject, units: Units) -> None:
    dialect = data.draw(dialects(item="span"))
    assume((dialect.pool, dialect.subset) != ("flat", "nesting"))  # the type of a nesting holds its positions
    again = data.draw(st.permutations(units))
    assert nc.evaluate(*sides(units), dialect).to_dict() == nc.evaluate(*sides(again), dialect).to_dict()


def test_in_one_text_the_type_of_a_nesting_depends_on_the_order_of_units() -> None:
    nested, alone = [("X", 0, 1), ("X", 0, 2)], [("X", 0, 1)]
    orders = [
        nc.evaluate([[], []], pred, "semeval,subset:nesting,pool:flat") for pred in ([nested, alone], [alone, nested])
    ]
    assert [list(one.by_type) for one in orders] == [["X[0,1) X[0,2)"], ["X[1,2) X[1,3)"]]
    assert [one.counts.act for one in orders] == [1, 1]


@given(st.sampled_from(UNORDERED), st.data(), span_units())
def test_the_order_of_spans_does_not_matter_under_phased_none_best_and_sweep(
    align: str, data: st.DataObject, units: Units
) -> None:
    dialect = data.draw(dialects(item="span", align=align))
    again = [tuple(data.draw(st.permutations(side)) for side in unit) for unit in units]
    mixed = [(gold, pred) for gold, pred in again]
    assert nc.evaluate(*sides(units), dialect).to_dict() == nc.evaluate(*sides(mixed), dialect).to_dict()


@given(st.data(), flat_units())
def test_the_order_of_flat_spans_does_not_matter_under_absorb(data: st.DataObject, units: Units) -> None:
    mixed = [(data.draw(st.permutations(gold)), data.draw(st.permutations(pred))) for gold, pred in units]
    assert evaluate(units, align="absorb").to_dict() == evaluate(mixed, align="absorb").to_dict()


ORDERED: list[tuple[str, str, list[Triple], list[Triple]]] = [
    ("input", "type", [("X", 0, 2)], [("X", 0, 1), ("Y", 1, 2)]),
    ("input-best", "type", [("X", 0, 2)], [("X", 0, 1), ("Y", 1, 2)]),
    ("input", "strict", [("X", 0, 1)], [("X", 0, 1), ("Y", 0, 1)]),
    ("absorb", "type", [("X", 0, 1)], [("X", 0, 2), ("Y", 0, 2)]),
]


@pytest.mark.parametrize(("align", "schema", "gold", "pred"), ORDERED)
def test_the_order_of_predictions_matters(align: str, schema: str, gold: list[Triple], pred: list[Triple]) -> None:
    found = [outcomes(one(gold, order, align=align), schema)[0] for order in (pred, pred[::-1])]
    assert found == [1, 0]


def test_the_order_of_predictions_with_one_end_decides_under_absorb_which_of_them_is_spurious() -> None:
    gold, pred = [("X", 0, 2)], [("X", 0, 2), ("X", 1, 2)]
    found = [outcomes(one(gold, order, align="absorb"), "strict") for order in (pred, pred[::-1])]
    assert found == [(1, 0, 0, 0, 1), (1, 1, 0, 0, 0)]


def test_the_order_of_gold_spans_matters_under_first_any_and_that_of_predictions_does_not() -> None:
    gold, pred = [("X", 0, 1), ("Y", 1, 2)], [("X", 0, 2)]
    found = [outcomes(one(order, pred, align="first-any"), "type")[0] for order in (gold, gold[::-1])]
    assert found == [1, 0]


@given(st.data(), span_units())
def test_the_order_of_predictions_does_not_matter_under_first_any(data: st.DataObject, units: Units) -> None:
    mixed = [(gold, data.draw(st.permutations(pred))) for gold, pred in units]
    assert evaluate(units, align="first-any").to_dict() == evaluate(mixed, align="first-any").to_dict()


# LAW-6


def mirrored(units: Units, schemas: tuple[str, ...] = SCHEMAS, **axes: str) -> bool:
    """Whether swapping the sides swaps precision and recall of the micro average and leaves F1, in these schemas."""
    here, there = evaluate(units, **axes).schemas, evaluate(swapped(units), **axes).schemas
    return all(
        (here[name].precision, here[name].recall, here[name].f1)
        == (there[name].recall, there[name].precision, there[name].f1)
        for name in schemas
        if name in here
    )


@pytest.mark.parametrize(("align", "scope"), SYMMETRIC)
@given(
    overlap=st.sampled_from(["any", "union:1%", "union:34%", "union:50%", "union:100%"]),
    duplicates=st.sampled_from(["multiset", "set"]),
    units=span_units(),
)
def test_swapping_the_sides_swaps_precision_and_recall(
    align: str, scope: str, overlap: str, duplicates: str, units: Units
) -> None:
    assert mirrored(units, align=align, scope=scope, overlap=overlap, duplicates=duplicates)


@given(span_units())
def test_phased_gives_the_same_pairs_from_either_side(units: Units) -> None:
    rows = [nc.evaluate(*sides(some), nc.Dialect(), outcomes=True).outcomes or () for some in (units, swapped(units))]
    for here, there in zip(*rows, strict=True):
        for schema, pairs in here.rows.items():
            assert Counter(pairs) == Counter((pred, gold) for gold, pred in there.rows[schema])


@given(st.sampled_from(["phased", "best"]), st.sampled_from(OPTIONS["overlap"]), span_units())
def test_the_strict_schema_is_symmetric_under_phased_and_best_whatever_the_threshold(
    align: str, overlap: str, units: Units
) -> None:
    assert mirrored(units, ("strict",), align=align, overlap=overlap)


@given(flat_units())
def test_on_flat_sorted_spans_input_is_symmetric_and_input_best_except_in_the_type_schema(units: Units) -> None:
    assert mirrored(units, align="input")
    assert mirrored(units, ("strict", "exact", "partial"), align="input-best", scope="schema")


WHOLE: list[Triple] = [("X", 0, 2), ("X", 3, 4)]
HALVES: list[Triple] = [("X", 0, 1), ("X", 1, 2), ("X", 3, 4)]
ONE_SIDED: list[tuple[str, str, list[Triple], list[Triple]]] = [
    ("absorb", "strict exact partial type", WHOLE, HALVES),
    ("first-any", "strict exact partial type", WHOLE, HALVES),
    ("input", "strict type", [("X", 0, 1)], [("Y", 0, 1), ("X", 0, 1)]),
    ("input", "exact partial", [("X", 0, 1)], [("X", 0, 2), ("X", 0, 1)]),
    ("input-best scope:schema", "type", [("X", 0, 2)], [("Y", 0, 1), ("X", 1, 2)]),
    ("input-best scope:schema", "strict", [("X", 0, 1)], [("Y", 0, 1), ("X", 0, 1)]),
    ("phased overlap:gold:50%", "partial type", [("X", 0, 1)], [("X", 0, 3)]),
    ("best overlap:gold:50%", "partial type", [("X", 0, 1)], [("X", 0, 3)]),
    ("all-overlaps overlap:gold:50%", "partial type", [("X", 0, 1)], [("X", 0, 3)]),
    ("none duplicates:by-value", "strict", [("X", 0, 1), ("Y", 1, 2)], [("X", 0, 1), ("X", 0, 1)]),
    ("phased duplicates:by-value", "partial", [("X", 0, 1), ("X", 0, 1)], [("X", 0, 2)]),
]


@pytest.mark.parametrize(("choice", "schemas", "gold", "pred"), ONE_SIDED)
def test_swapping_the_sides_does_not_swap_precision_and_recall(
    choice: str, schemas: str, gold: list[Triple], pred: list[Triple]
) -> None:
    align, *others = choice.split()
    axes = dict(other.split(":", 1) for other in others)
    for schema in schemas.split():
        assert not mirrored([(gold, pred)], (schema,), align=align, **axes)


@given(span_units(), st.sampled_from(["union:50%", "any"]))
def test_rows_per_type_are_symmetric_under_refilter(units: Units, overlap: str) -> None:
    axes = {"attribution": "refilter", "overlap": overlap}
    here, there = evaluate(units, **axes), evaluate(swapped(units), **axes)
    for schema in SCHEMAS:
        rows = there.schemas[schema].by_type
        for kind, row in here.schemas[schema].by_type.items():
            assert (row.precision, row.recall, row.f1) == (rows[kind].recall, rows[kind].precision, rows[kind].f1)


def test_rows_per_type_are_not_symmetric_where_a_pair_is_charged_to_the_gold_type() -> None:
    gold, pred = [("X", 0, 1), ("X", 1, 2)], [("Y", 0, 1), ("X", 1, 2)]
    here, there = one(gold, pred).by_type["X"], one(pred, gold).by_type["X"]
    assert (str(here.precision), str(here.recall)) == ("1/2", "1/2")
    assert (str(there.precision), str(there.recall)) == ("1", "1")


# LAW-7


@given(st.sampled_from(["none", "phased", "best"]), span_units(), span(), st.integers(0, 2))
def test_adding_a_correct_span_that_was_not_predicted_never_lowers_micro_f1(
    align: str, units: Units, extra: Triple, where: int
) -> None:
    assume(units)
    gold, pred = units[where % len(units)]
    assume(gold.count(extra) > pred.count(extra))
    better = list(units)
    better[where % len(units)] = (gold, [*pred, extra])
    here, there = evaluate(units, align=align), evaluate(better, align=align)
    for before, after in ((here.f1, there.f1), (here.precision, there.precision), (here.recall, there.recall)):
        assert before is not None
        assert after is not None
        assert after >= before


# LAW-8


@given(st.data(), span_units(), span_units())
def test_the_sum_of_two_evaluations_is_the_evaluation_of_both(data: st.DataObject, first: Units, second: Units) -> None:
    dialect = data.draw(dialects(item="span"))
    parts = [nc.evaluate(*sides(units), dialect, outcomes=True) for units in (first, second)]
    whole = nc.evaluate(*sides(first + second), dialect, outcomes=True)
    if dialect.canonical().option("labels") == "gold" or dialect.canonical().option("pool") == "flat":
        with pytest.raises(CannotAdd, match="depends on all other sentences"):
            parts[0] + parts[1]
        return
    both = parts[0] + parts[1]
    assert (both, both.to_dict(), both.outcomes) == (whole, whole.to_dict(), whole.outcomes)


@given(choices(item="span"), choices(item="span"))
def test_evaluations_of_two_dialects_do_not_add_up(first: dict[str, str], second: dict[str, str]) -> None:
    mine, theirs = (nc.Dialect().set(**some) for some in (first, second))
    assume(mine.canonical() != theirs.canonical())
    with pytest.raises(CannotAdd, match="by different rules cannot be added"):
        nc.evaluate([], [], mine) + nc.evaluate([], [], theirs)


def test_a_part_counts_what_the_whole_counts_or_an_empty_list_stands_opposite_its_tags() -> None:
    annotations: list[list[Any]] = [[], ["O"], ["B-X"], [("X", 0, 1)]]
    refused = asked = 0
    pairs: Units = [(gold, pred) for gold in annotations for pred in annotations]
    for units in product(pairs, repeat=2):
        try:
            whole = nc.evaluate(*sides(list(units)))
        except LengthsDiffer:
            assert any(_is_empty_opposite_tags(unit) for unit in units)
            continue
        try:
            parts = [nc.evaluate(*sides([unit])) for unit in units]
        except LengthsDiffer as error:
            hint = error.hint or ""
            refused += any(_is_empty_opposite_tags(unit) for unit in units) and "write O for each token" in hint
            asked += 1
        else:
            assert (parts[0] + parts[1]).to_dict() == whole.to_dict()
    assert refused == asked > 0


def _is_empty_opposite_tags(unit: tuple[list[Any], list[Any]]) -> bool:
    return [] in unit and any(side and isinstance(side[0], str) for side in unit)


def test_every_reading_is_in_one_of_the_lists_above() -> None:
    assert set(ALIGNMENTS) == {*LEGAL, "absorb", "first-any", "all-overlaps", "gold-order", "fair"}
