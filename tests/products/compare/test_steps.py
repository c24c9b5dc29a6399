"""A bridge adds up to the whole difference, whatever the data and wherever it leads."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Step
from nerconform.products.compare.evaluations import Computation, PathEvaluations
from nerconform.products.compare.steps import bridge
from nerconform.reference.measures import Measure
from nerconform.reference.schemes import Scheme
from nerconform.results.bridge import Bridge, PathValue
from nerconform.results.values import ExactNumber, SideCounts
from tests.reference.strategies import dialects, sides, tag_units
from tests.results.whole import whole

F1 = "strict.micro.f1"
MEASURES = (F1, "strict.macro.f1", "partial.micro.recall", "type.weighted.f2", "exact.micro.par", "strict.type{X}.fp")
WRITTEN = {"affix": "prefix", "delimiter": "-"}
STEPS = [str(step) for step in Step]


def built(gold: object, pred: object, left: str, right: str, measures: tuple[str, str] = (F1, F1)) -> Bridge:
    """Return the bridge between two dialects in their text forms."""
    ways = [
        Computation(ChangedDialect(nc.parse_signature(text).dialect), Measure.parse(measure))
        for text, measure in zip((left, right), measures, strict=True)
    ]
    return bridge(PathEvaluations(gold, pred), ways[0], ways[1], ("left", "right"))  # type: ignore[arg-type]


def value(dialect: nc.Dialect, gold: object, pred: object, measure: Measure) -> Fraction | int | None:
    """Return what `evaluate` gives, a ratio as a ratio."""
    found = nc.evaluate(gold, pred, dialect).value(measure)
    return found / dialect.round.scale if isinstance(found, Fraction) else found


def _value(found: PathValue) -> tuple[object, object]:
    """Return value and counts."""
    return found.number, found.counts


@given(st.data())
def test_the_steps_sum_to_the_difference_exactly(data: st.DataObject) -> None:
    left, right = (data.draw(dialects(scheme="IOB2", **WRITTEN)) for _ in range(2))
    gold, pred = sides(data.draw(tag_units(left)))
    ends = [Measure.parse(data.draw(st.sampled_from(MEASURES))) for _ in range(2)]
    found = bridge(
        PathEvaluations(gold, pred),
        Computation(ChangedDialect(left), ends[0]),
        Computation(ChangedDialect(right), ends[1]),
        ("left", "right"),
    )
    try:
        due = [value(dialect, gold, pred, one) for dialect, one in zip((left, right), ends, strict=True)]
    except NerconformError:
        assert found.broken
        assert not found.steps
        return
    assert [found.left.value, found.right.value] == due
    assert not found.broken
    values = [found.left, *(step.after for step in found.steps)]
    assert [_value(step.before) for step in found.steps] == list(map(_value, values))[:-1]
    assert _value(values[-1]) == _value(found.right) or not found.steps
    if None not in due:
        assert found.remainder == 0
        assert sum(step.change for step in found.steps) == due[1] - due[0]  # type: ignore[misc, operator]
    for first, second in pairwise(values):
        both = {*first.counts} & {*second.counts}
        assert all(
            isinstance(each.counts[name], int | ExactNumber | SideCounts) for each in (first, second) for name in both
        )


@given(st.data())
def test_the_units_of_a_step_cause_all_of_its_counts(data: st.DataObject) -> None:
    measure = Measure.parse(data.draw(st.sampled_from([F1, "exact.macro.f1", "strict.weighted.recall"])))
    fixed = {"labels": "union", "pool": "corpus", "item": "span", "weights": "whole"}
    fixed |= {} if measure.scope == "micro" else {"attribution": "gold"}
    left, right = (data.draw(dialects(scheme="BIOES", **WRITTEN, **fixed)) for _ in range(2))
    assume("two-sided" not in {left.align, right.align})
    gold, pred = sides(data.draw(tag_units(left)))
    found = bridge(
        PathEvaluations(gold, pred),
        Computation(ChangedDialect(left), measure),
        Computation(ChangedDialect(right), measure),
        ("left", "right"),
    )
    for step in found.steps:
        both = {*step.before.counts} & {*step.after.counts}
        moved = Counter({name: whole(step.after.counts[name]) - whole(step.before.counts[name]) for name in both})
        caused: Counter[str] = Counter()
        for unit in step.units:
            assert unit.before or unit.after
            for name in both:
                caused[name] += whole(unit.counts[name])
        assert all(caused[name] == moved[name] for name in both), step


@given(st.data())
def test_quirks_of_two_libraries_lead_from_one_to_the_other(data: st.DataObject) -> None:
    known = [quirk for quirk in QUIRKS.values() if Scheme.IOB2 in quirk.schemes and not quirk.base.get("affix")]
    ways = []
    for _ in range(2):
        quirk = data.draw(st.sampled_from(known))
        ways.append(Computation(ChangedDialect(quirk.dialect(Scheme.IOB2), (quirk,)), Measure.parse(F1), "x"))
    gold, pred = sides(data.draw(tag_units(ways[0].path.dialect)))
    found = bridge(PathEvaluations(gold, pred), ways[0], ways[1], ("left", "right"))
    assert found.broken or found.remainder == 0 or None in {found.left.value, found.right.value}
    if not found.broken:
        due = {(part, "undone") for part in _ids(ways[0]) - _ids(ways[1])}
        due |= {(part, "done") for part in _ids(ways[1]) - _ids(ways[0])}
        changes = [one for step in found.steps for one in step.changes if one.cause.kind == "quirk"]
        assert {(one.cause.id, one.after) for one in changes} == due


def _ids(computation: Computation) -> set[str]:
    return {quirk.id for quirk in computation.path.quirks}


def test_steps_are_taken_in_the_order_of_the_path() -> None:
    tags = [["B-X", "O", "I-X"]]
    found = built(tags, tags, "seqeval", "nervaluate-1,round:2-half-up-x100", (F1, "type.macro.f1"))
    order = [change.cause.step for step in found.steps for change in step.changes]
    assert order == sorted(order, key=STEPS.index)
    assert found.steps[-1].changes[-1].cause.id == "round"


def test_two_choices_that_need_each_other_show_their_interaction() -> None:
    # An orphan I, then an unknown letter. Gold: X at 0. Under `refuse` no I may stand alone, so each choice moves F1.
    gold, pred = [["B-X", "O", "O"]], [["I-X", "O", "I-Y"]]
    found = built(gold, pred, "iob2-discard", "conlleval,labels:given{X}")
    policy, labels = found.steps
    # discard: 0 of 1. lenient: X is found and Y is spurious, F1 = 2/3. Y filtered: 1. Filtering alone changes nothing.
    assert [step.changes[0].cause.id for step in (policy, labels)] == ["policy", "labels"]
    assert (policy.change, labels.change) == (Fraction(2, 3), Fraction(1, 3))
    assert (policy.interaction, labels.alone, labels.interaction) == (0, 0, Fraction(1, 3))


def test_a_choice_that_has_no_number_alone_waits_or_goes_together() -> None:
    # A bare tag: only `untyped` and `first-char` read it. bare:refuse has no number as long as the tag takes part.
    gold, pred = [["B-X"]], [["B-X"]]
    aligned = built(gold, pred, "nervaluate-1", "conlleval", ("type.micro.f1", F1))
    parts = [change.cause.id for step in aligned.steps for change in step.changes]
    assert parts.index("schema") < parts.index("align")  # without alignment there is no schema `type`
    assert aligned.remainder == 0


def test_two_choices_that_have_no_number_alone_are_one_step_and_a_third_waits() -> None:
    # Read from the left at `-` the tags are B and I of two types, from the right at `_` they are B and B. No other pair
    # of the choices reads them, and `policy:refuse` takes only the second reading.
    tags, left = [["B-X_B", "I-Y_B"]], "conlleval,affix:prefix,delimiter:-,bare:refuse,unknown:refuse"
    found = built(tags, tags, left, "conlleval,affix:suffix,delimiter:_,bare:refuse,unknown:refuse,policy:refuse")
    steps = [[change.cause.id for change in step.changes] for step in found.steps]
    assert steps == [["affix", "delimiter"], ["policy"]]


def test_an_end_without_a_number_is_no_end() -> None:
    found = built([["B-X", "I-Y"]], [["B-X", "I-Y"]], "conlleval", "conlleval,policy:refuse")
    assert found.broken.startswith("right gives no strict.micro.f1: IllegalTransition: gold, sentence 0, position 1")
    assert not found.steps


def test_a_number_that_is_undefined_at_one_end_has_no_difference() -> None:
    found = built([["O"]], [["O"]], "conlleval", "conlleval,zero:nan")
    (step,) = found.steps
    assert (found.difference, step.change, found.remainder) == (None, None, None)
    assert (step.before.value, step.after.value) == (0, None)


def test_rounding_is_a_step_in_the_unit_of_ratios() -> None:
    exact = built([["B-X", "O"]], [["B-X", "B-X"]], "conlleval", "conlleval,round:2-half-up-x100")
    assert exact.difference == Fraction(6667, 10000) - Fraction(2, 3)
    found = built([["B-X", "B-X"]], [["B-X", "O"]], "conlleval", "conlleval,round:1-half-up-x100")
    # tp 1, fp 0, fn 1: F1 = 2/3, printed 66.7, that is 667/1000.
    assert found.difference == Fraction(667, 1000) - Fraction(2, 3)
