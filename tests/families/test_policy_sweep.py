"""A sweep gives for each policy of the family exactly what evaluating that policy alone gives."""

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from statistics import quantiles
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.families import tag_blocks as blocks
from nerconform.families.behaviours import Choices
from nerconform.families.effects import Spread, Value
from nerconform.families.policy_sweep import sweep
from nerconform.families.tag_blocks import Looks
from nerconform.reference import decoding
from nerconform.reference.points import Actions, Points
from nerconform.reference.policies import POLICIES, Policy, family_of, lists_of, size_of
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.signature import parse_dialect
from nerconform.reference.tags import parser
from nerconform.results.sweep_result import NamedPolicy, Sweep, ValueShare
from nerconform.results.values import ExactNumber, decode, encode
from tests.reference.exhaustive import FOUR_LETTERS, LETTERS, alphabet
from tests.reference.strategies import choices
from tests.shares import one_in

MEASURES = (
    "strict.micro.f1",
    "strict.micro.fp",
    "strict.macro.f2",
    "strict.weighted.recall",
    "strict.type{X}.precision",
    "partial.micro.f0.5",
    "type.macro.f1",
    "exact.type{Y}.inc",
)
ACROSS = {
    "means over units": {"pool": "mean", "gold": "same"},
    "one unit": {"pool": "flat", "gold": "same"},
    "types of the gold": {"labels": "gold", "gold": "same"},
    "types of the gold in means": {"labels": "gold", "pool": "mean", "gold": "same"},
}
_SOME = 18
Data = tuple[nc.Dialect, list[list[str]], list[list[str]]]


def _tags(dialect: nc.Dialect) -> list[str]:
    """Return the tags of a scheme, and some that only this dialect can read."""
    odd = [*(["?-X"] if dialect.unknown != "refuse" else []), *(["X"] if dialect.bare == "single" else [])]
    tags = [tag.split("-") for tag in (*alphabet(str(dialect.scheme)), *odd)]
    return [dialect.delimiter.join(tag if dialect.affix == "prefix" else tag[::-1]) for tag in tags]


@st.composite
def data(draw: st.DrawFn, /, **fixed: str) -> Data:
    """Draw a dialect, and units of tags in its scheme, most of them illegal; some of the gold is the prediction."""
    dialect = nc.Dialect().set(**draw(choices(item="span", subset="all", **fixed)))
    tag = st.sampled_from(_tags(dialect))
    pred = draw(st.lists(st.lists(tag, max_size=7), max_size=3))
    gold = [draw(st.just(unit) | st.lists(tag, min_size=len(unit), max_size=len(unit))) for unit in pred]
    if dialect.gold == "legal":
        gold = [["O"] * len(unit) for unit in pred]
    return dialect, gold, pred


def _alone(dialect: nc.Dialect, policy: Policy, measure: str, gold: object, pred: object) -> Value:
    """Return the value under one policy; `None` where a type has no row."""
    try:
        return nc.evaluate(gold, pred, replace(dialect, policy=policy)).value(measure)
    except NotAnswered:
        return None


def _is_exact(drawn: Data, measure: str) -> None:
    """Hold a sweep to evaluations: of all policies of a small family, of some of a large one, of those with names."""
    dialect, gold, pred = drawn
    family = list(family_of(dialect.scheme))
    some = random.Random(repr(drawn[1:])).sample(range(len(family)), min(_SOME, len(family)))  # noqa: S311 - a sample
    alone = {number: _alone(dialect, Policy.of(family[number]), measure, gold, pred) for number in some}
    try:
        swept = sweep(gold, pred, dialect, measure=measure, every=True)
    except NotAnswered:
        assert set(alone.values()) == {None}
        return
    values = swept.values
    assert len(values) == len(family)
    assert {number: values[number] for number in some} == alone
    for one in swept.named:
        policy = POLICIES.get(one.name, dialect.policy)
        if one.refused:
            with pytest.raises(NerconformError, match="may not"):
                nc.evaluate(gold, pred, replace(dialect, policy=policy))
        else:
            assert one.value == _alone(dialect, policy, measure, gold, pred)


@pytest.mark.long
@pytest.mark.parametrize("scheme", sorted(LETTERS.keys() - FOUR_LETTERS))
@given(st.data())
@settings(max_examples=15)
def test_each_number_of_a_small_family_is_that_of_its_policy_alone(scheme: str, draw: st.DataObject) -> None:
    _is_exact(draw.draw(data(scheme=scheme)), draw.draw(st.sampled_from(MEASURES)))


@pytest.mark.long
@pytest.mark.parametrize("scheme", one_in(2, FOUR_LETTERS))
@given(st.data())
@settings(max_examples=30)
def test_each_number_of_a_large_family_is_that_of_its_policy_alone(scheme: str, draw: st.DataObject) -> None:
    _is_exact(draw.draw(data(scheme=scheme)), draw.draw(st.sampled_from(MEASURES)))


@pytest.mark.long
@pytest.mark.parametrize("choice", one_in(2, ACROSS))
@given(st.data())
@settings(max_examples=40)
def test_choices_that_look_across_units_are_exact_too(choice: str, draw: st.DataObject) -> None:
    scheme = draw.draw(st.sampled_from(["IOB2", "IOE1", "IOE2", "BIOES"]))
    _is_exact(draw.draw(data(scheme=scheme, **ACROSS[choice])), draw.draw(st.sampled_from(MEASURES)))


def test_a_subset_of_the_entities_is_refused() -> None:
    with pytest.raises(NotAnswered, match="subset:nested leaves some out") as found:
        sweep([["B-X"]], [["B-X"]], nc.Dialect().set(subset="nested"))
    assert "subset=all" in found.value.hint


def _spread(swept: Sweep) -> Spread:
    """Return the distribution of a sweep."""
    values = [one.value for one in swept.distribution if one.value is not None]
    return Spread(tuple(values), tuple(one.policies for one in swept.distribution))


GOLD = ["B-X I-X E-X O S-Y B-X E-X O S-X B-Y I-Y E-Y", "S-X O B-Y I-Y I-Y E-Y"]
PRED = ["B-X O E-X I-Y S-Y B-X I-Y E-X S-X B-Y B-Y E-X", "I-X O B-Y S-Y E-X I-Y"]
"""Predictions that meet every decision point of BIOES."""


def _split(units: list[str]) -> list[list[str]]:
    return [unit.split() for unit in units]


@pytest.mark.long
def test_all_5760_numbers_are_those_of_their_policies_alone() -> None:
    swept = sweep(_split(GOLD), _split(PRED), scheme="BIOES", measure="strict.macro.f1", every=True)
    dialect = replace(parse_dialect(swept.dialect), scheme=Scheme.BIOES)
    alone = [
        _alone(dialect, Policy.of(points), "strict.macro.f1", _split(GOLD), _split(PRED))
        for points in family_of(Scheme.BIOES)
    ]
    assert len(alone) == 5760
    assert list(swept.values) == alone
    assert all(effect.units for effect in swept.effects)


def test_an_orphan_i_by_hand() -> None:
    """`open` finds the span, `ignore` nothing, `single` two wrong ones; I2 is never met."""
    swept = sweep([["B-X", "I-X"]], [["I-X", "I-X"]])
    assert _spread(swept) == Spread((0, 1), (12, 6))
    ignored, opened = (f"if I is outside an entity, the tag {does}" for does in ("is read as O", "starts an entity"))
    assert swept.minimum == ValueShare(ExactNumber(0), 12, "points{I1=ignore,I2=emit+open}", ignored)
    assert swept.maximum == ValueShare(ExactNumber(1), 6, "lenient", opened)
    assert list(swept.quartiles) == [0, 0, 1]
    one, two = swept.effects
    assert (one.point, one.units, one.settings, one.moved, one.largest, one.typical) == ("I1", 1, 6, 6, 1, 1)
    assert one.medians == {"ignore": 0, "open": 1, "single": 0}
    assert (two.point, two.units, two.settings, two.moved, two.largest, two.lower) == ("I2", 0, 3, 0, 0, "")
    assert {one.name: one.value for one in swept.named} == {
        "refuse": None,
        "lenient": 1,
        "discard": 0,
        "ncrfpp": 0,
        "lample": 1,
    }
    assert swept.named[0].refused == "pred, sentence 0, position 0: 'I-X' may not be the first tag (SCH-5) in IOB2"
    pred = swept.touched["pred"]
    assert (pred.units, pred.touched_units, pred.entities, pred.touched_entities) == (1, 1, 1, 1)
    assert (pred.kinds, pred.points) == ({"pair": 0, "start": 1, "end": 0}, {"I1": 1, "I2": 0})
    assert pred.letters == {"start then I-X": 1}


def test_named_policies_outside_the_family_stand_beside_it() -> None:
    swept = sweep(_split(GOLD), _split(PRED), scheme="BIOES")
    assert {one.name for one in swept.named if one.in_family} == {"lenient", "discard", "jie"}
    assert {one.name for one in swept.named if one.refused} == {"refuse", "allennlp-bioul"}
    assert {one.name for one in swept.named} == set(POLICIES)
    for scheme in ("IOB1", "IOE2"):
        names = [one.name for one in sweep([["O"]], [["I-X"]], scheme=scheme).named]
        assert names == [name for name, policy in POLICIES.items() if Scheme(scheme) in policy.points]


def test_the_policy_of_the_dialect_is_marked_if_it_has_no_name() -> None:
    own = nc.dialects()["semeval"].set(policy="points{I1=single,I2=refuse}")
    *_, last = sweep([["B-X"]], [["I-X"]], own).named
    assert (last.name, last.value, last.in_family) == ("points{I1=single,I2=refuse}", 1, False)
    same = nc.dialects()["semeval"].set(policy="points{I1=open,I2=emit+open}")
    assert len(sweep([["B-X"]], [["I-X"]], same).named) == 5


def test_illegal_gold_is_swept_with_the_prediction_or_refused() -> None:
    swept = sweep([["I-X"]], [["B-X"]])
    assert _spread(swept).numbers == (0, 1)
    assert (swept.touched["gold"].touched_units, swept.touched["pred"].touched_units) == (1, 0)
    both = sweep([["I-X"]], [["I-X"]], every=True)
    assert list(both.values) == [
        _alone(parse_dialect(both.dialect), Policy.of(points), "strict.micro.f1", [["I-X"]], [["I-X"]])
        for points in family_of(Scheme.IOB2)
    ]
    with pytest.raises(NerconformError, match=r"^gold, sentence 0, position 0: 'I-X' may not be the first tag"):
        sweep([["I-X"]], [["B-X"]], "semeval,gold:legal")


def test_legal_data_have_one_number() -> None:
    swept = sweep([["B-X", "E-X", "O"]], [["B-X", "E-X", "S-X"]], scheme="BIOES")
    assert _spread(swept) == Spread((Fraction(2, 3),), (5760,))
    assert [one.moved for one in swept.effects] == [0] * 8
    assert not any(one.refused for one in swept.named)


def test_a_side_may_be_spans() -> None:
    once = sweep([[("X", 0, 2)], []], [["I-X", "I-X"], ["O"]])
    assert _spread(once).numbers == (0, 1)
    assert once.touched["gold"].units == 2
    flat = sweep([["O"], [*"OO"]], [["O"], ["B-X", "I-X"]], "semeval,pool:flat")
    assert _spread(flat).numbers == (0,)
    moved = sweep(
        [[("X", 0, 1)], [("X", 0, 2)]], [["O"], ["I-X", "I-X"]], "semeval,pool:flat", measure="strict.micro.tp"
    )
    assert _spread(moved).numbers == (0, 1)
    with pytest.raises(NotAnswered, match="gold and predictions are spans"):
        sweep([[("X", 0, 2)]], [[("X", 0, 2)]])


def test_tokens_have_no_policy() -> None:
    with pytest.raises(NotAnswered, match="With item:token the score compares tags one by one"):
        sweep([["O"]], [["O"]], "semeval,item:token")


def test_a_type_that_has_a_row_under_some_policies_has_a_number_there() -> None:
    swept = sweep([["O"]], [["I-X"]], measure="strict.type{X}.fp")
    assert (swept.undefined, _spread(swept)) == (6, Spread((1,), (12,)))
    assert {one.name: one.value for one in swept.named}["discard"] is None
    assert (swept.effects[0].settings, swept.effects[0].medians["ignore"]) == (0, None)
    with pytest.raises(NotAnswered, match="the data have no entity of the type 'Z'"):
        sweep([["O"]], [["I-X"]], measure="strict.type{Z}.fp")


def test_no_data_have_a_number_too() -> None:
    assert _spread(sweep([], [])).numbers == (0,)
    assert _spread(sweep([[]], [[]], "semeval,pool:flat")).numbers == (0,)


def test_what_evaluate_refuses_is_refused() -> None:
    for gold, pred, code in (
        ([["O"]], [["O", "O"]], "lengths-differ"),
        ([["O"]], [], "units-differ"),
        (["O"], ["O"], "flat-input"),
        ([["O"]], [["Q-X"]], "unknown-prefix"),
    ):
        with pytest.raises(NerconformError) as caught:
            sweep(gold, pred)
        assert caught.value.code == code


def test_best_legal_tags_stand_beside_the_family() -> None:
    swept = sweep([["B-X", "I-X"]], [["I-X", "I-X"]], viterbi=[["B-X", "I-X"]])
    assert swept.viterbi == NamedPolicy("viterbi", ExactNumber(1))


def test_signatures_are_those_of_the_swept_dialect() -> None:
    swept = sweep([["B-X"]], [["I-X"]], "conlleval", measure="strict.micro.f2")
    due = nc.evaluate([["B-X"]], [["I-X"]], "conlleval").signature_of("strict.micro.f2")
    assert swept.signature == due.replace("policy:lenient", "policy:*")
    # `refuse` alone would leave the axis `gold` without a part; under other policies it has one.
    refusing = sweep([["B-X"]], [["I-X"]], nc.Dialect())
    assert ",policy:*,unknown:refuse,gold:same," in refusing.signature
    assert sweep([["O"]], [["I-X"]], scheme="IO").signature == nc.evaluate([], [], scheme="IO").signature_of(
        "strict.micro.f1"
    )


def test_a_sweep_is_frozen_and_reads_back_as_itself() -> None:
    swept = nc.sweep(_split(GOLD), _split(PRED), scheme="BIOES")
    with pytest.raises(AttributeError):
        swept.units = 3  # type: ignore[misc] # that is the point
    assert decode(encode(swept), Sweep, "") == swept
    assert (sum(one.policies for one in swept.distribution), swept.every) == (5760, ())
    every = nc.sweep(_split(GOLD), _split(PRED), scheme="BIOES", every=True)
    assert decode(encode(every), Sweep, "") == every
    family = list(family_of(Scheme.BIOES))
    for number in (0, 17, 5759):
        policy = parse_dialect(every.dialect).set(policy=every.every[number].policy).policy
        assert policy.at(Scheme.BIOES) == Policy.of(family[number]).at(Scheme.BIOES)


def test_the_work_grows_with_what_the_data_can_become_not_with_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[object] = []

    def transduce(moves: Actions, marks: Sequence[Mark]) -> tuple[nc.Span, ...]:
        runs.append(marks)
        return decoding.transduce(moves, marks)

    monkeypatch.setattr(blocks, "transduce", transduce)

    def work(copies: int) -> int:
        runs.clear()
        sweep(_split(GOLD) * copies, _split(PRED) * copies, scheme="BIOES")
        return len(runs)

    once = work(1)
    assert once < 5760
    assert work(50) == once


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    sweep(_split(GOLD), _split(PRED), scheme="BIOES", progress=lambda *args: told.append(args))
    assert told[-1] == ("policies", 5760, 5760)
    assert all(done <= total for _, done, total in told)


@pytest.mark.parametrize("scheme", LETTERS)
def test_the_behaviours_of_tags_are_those_of_the_family(scheme: str) -> None:
    """Assignments exclude each other and cover the family."""
    found = Choices(Scheme(scheme))
    marks = parser(nc.Dialect(scheme=Scheme(scheme)))([*alphabet(scheme), *reversed(alphabet(scheme))])
    ways = list(found.behaviours(blocks.Piece(marks).decoded))
    sizes = [len(options) for options in lists_of(Scheme(scheme)).values()]
    assert found.sizes == tuple(sizes)
    covered = 0
    for assignment, _ in ways:
        free = 1
        for option, size in zip(assignment, sizes, strict=True):
            free *= size if option is None else 1
        covered += free
    assert covered == size_of(Scheme(scheme))


@pytest.mark.parametrize("scheme", LETTERS)
@given(st.data())
def test_illegal_transitions_are_all_found_and_each_has_a_point(scheme: str, draw: st.DataObject) -> None:
    tags = draw.draw(st.lists(st.sampled_from(alphabet(scheme)), max_size=8))
    dialect = nc.Dialect(scheme=Scheme(scheme))
    choices_ = Choices(dialect.scheme)
    looks = Looks(dialect.scheme, choices_)
    marks = parser(dialect)(tags)
    violations = nc.violations(tags, scheme)
    positions = looks.illegal(marks)
    assert positions == tuple(one.position for one in violations)
    spans = nc.decode(tags, scheme)
    looks.counts.add(blocks.ReadSide(marks, spans, positions))
    touched = looks.counts.record(choices_.points)
    involved = {token for one in violations for token in (one.position - 1, one.position)}
    assert touched.touched_entities == sum(not involved.isdisjoint(range(span.start, span.end)) for span in spans)
    assert touched.transitions == len(violations) == sum(touched.points.values()) == sum(touched.letters.values())
    assert touched.kinds == {
        "pair": sum(one.before is not None and one.after is not None for one in violations),
        "start": sum(one.before is None for one in violations),
        "end": sum(one.after is None for one in violations),
    }


POINTS = {
    "B-X B-X": "B",
    "I-X B-X": "B",
    "O I-X": "I1",
    "S-Y I-X": "I1",
    "E-X I-X": "I1",
    "B-X I-Y": "I2",
    "I-X O": "O",
    "O E-X": "E1",
    "S-X E-X": "E1",
    "I-X E-Y": "E2",
    "B-X S-X": "S",
}


@pytest.mark.parametrize("pair", POINTS)
def test_the_pairs_of_bioes_are_decided_where_the_spec_says(pair: str) -> None:
    looks = Looks(Scheme.BIOES, Choices(Scheme.BIOES))
    looks.illegal(parser(nc.Dialect(scheme=Scheme.BIOES))(pair.split()))
    assert [look.point for look in looks.counts.found if look.kind == "pair"] == [POINTS[pair]]


@given(st.lists(st.fractions(), min_size=2, max_size=30))
def test_quartiles_are_those_of_the_standard_library(numbers: list[Fraction]) -> None:
    spread = Spread.of([*numbers, None])
    found = [spread.quantile(Fraction(number, 4)) for number in (1, 2, 3)]
    assert found == quantiles(numbers, n=4, method="inclusive")


def test_one_number_is_its_own_quartile_and_no_number_has_none() -> None:
    assert Spread.of([7]).quantile(Fraction(1, 4)) == 7
    assert Spread.of([None]).median is None


def _without(points: Points, name: str) -> tuple[object, ...]:
    return tuple(option for point, option in points._asdict().items() if point != name)


def test_effects_are_changes_of_one_point_alone() -> None:
    """Against a table of all settings, made anew."""
    swept = sweep(_split(GOLD), _split(PRED), scheme="BIOES", every=True)
    family, values_ = list(family_of(Scheme.BIOES)), swept.values
    for effect in swept.effects:
        settings_: dict[object, list[Any]] = {}
        for points, value in zip(family, values_, strict=True):
            settings_.setdefault(_without(points, effect.point), []).append(value)
        changes = [max(values) - min(values) for values in settings_.values()]
        assert (effect.settings, effect.moved) == (len(changes), sum(change > 0 for change in changes))
        assert effect.largest == max(changes)
        assert effect.typical == Spread.of(changes).median
        if effect.lower:
            texts = [one.policy for one in swept.every]
            lower, higher = texts.index(effect.lower), texts.index(effect.higher)
            assert Fraction(values_[higher] or 0) - Fraction(values_[lower] or 0) == effect.largest
            before, after = family[lower], family[higher]
            assert _without(before, effect.point) == _without(after, effect.point)
            assert before != after
