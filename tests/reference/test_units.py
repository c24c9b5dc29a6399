"""Units of any kind are lists at the border: a series with labels of its own, arrays, tuples that lie."""

import copy
import json
import math
import operator
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.exact_ratio import ExactRatio
from nerconform.reference.mentions import Source, is_mention
from nerconform.reference.units import read_units


class Labelled:
    """What one group of a pandas `groupby` is: members under labels that begin anywhere."""

    def __init__(self, *members: str) -> None:
        self.members = {number + 7: member for number, member in enumerate(members)}

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.members)

    def __getitem__(self, label: int) -> str:
        """Return the member under a label, not at a position."""
        return self.members[label]

    def __iter__(self) -> Iterator[str]:
        """Yield the members in order."""
        return iter(self.members.values())


class Lying(tuple[Any, ...]):
    """A tuple that says it has more members than it has."""

    __slots__ = ()

    def __len__(self) -> int:
        """Return what is not so."""
        return 9


GOLD = [["B-x", "O"], ["B-y"]]


@pytest.mark.parametrize("repeats", [1, 2000], ids=["reference", "columnar"])
@pytest.mark.parametrize("kind", [Labelled, lambda *tags: np.array(tags), lambda *tags: Lying(tags), lambda *t: t])
def test_a_unit_may_be_anything_that_has_members_and_a_length(kind: Callable[..., Any], repeats: int) -> None:
    units = [kind(*unit) for unit in GOLD] * repeats
    counts = nc.evaluate(GOLD * repeats, units).counts
    assert (counts.tp, counts.fp, counts.fn) == (2 * repeats, 0, 0)


@pytest.mark.parametrize("unit", [np.array("B-x"), np.float64(1)])
def test_an_array_of_no_dimension_is_refused_with_its_place(unit: object) -> None:
    with pytest.raises(NerconformError, match="1") as found:
        nc.evaluate([["O"], ["B-x"]], [["O"], unit])
    assert found.value.code == "not-a-unit"


HUGE = 10**5000


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        (HUGE, "not-a-unit"),
        ([HUGE], "not-a-tag"),
        ([[HUGE], "O"], "invalid-span"),
        ([("A", -HUGE, HUGE)], "invalid-span"),
        ([("A", 0, HUGE)], "invalid-span"),
        ([("A", -(10**999), 10**999)], "invalid-span"),
        ([(HUGE, 0, 1)], "invalid-span"),
        ([{"type": "A", "pieces": HUGE}], "invalid-span"),
        ([("A", HUGE)], "invalid-span"),
        ({"text": HUGE, "entities": []}, "not-a-unit"),
        ({"tokens": [HUGE], "entities": []}, "not-a-unit"),
        ({"text": "a", "entities": [("A", "a"), HUGE]}, "invalid-mention"),
        ({"layers": HUGE}, "not-a-unit"),
    ],
    ids=lambda _: "",
)
def test_a_number_of_too_many_digits_is_refused_and_not_shown(unit: object, code: str) -> None:
    with pytest.raises(NerconformError) as found:
        nc.evaluate([["O"], unit], [["O"], ["O"]])
    assert (found.value.code, found.value.place.startswith("gold")) == (code, True)
    assert len(found.value.message) < 200


class TestNumbers:
    """What people do with ratios."""

    evaluation: ClassVar = nc.evaluate([["B-x", "B-y", "B-x"]], [["B-x", "O", "O"]])

    def test_a_ratio_is_exact_and_can_be_formatted_as_a_float(self) -> None:
        assert self.evaluation.recall == Fraction(1, 3)
        assert isinstance(self.evaluation.recall, ExactRatio)
        assert f"{self.evaluation.recall:.2f} {self.evaluation.f1:.0%} {self.evaluation.recall}" == "0.33 50% 1/3"

    def test_a_ratio_is_serialised_and_logged_as_a_float(self) -> None:
        assert json.loads(json.dumps({"f1": self.evaluation.recall})) == {"f1": 1 / 3}
        assert "%.3f" % (self.evaluation.recall or 0,) == "0.333"  # noqa: UP031 - as `logging` formats
        assert np.array([self.evaluation.recall]).dtype == np.float64
        assert f"{100 * (self.evaluation.recall or 0):.2f}" == "33.33"

    @pytest.mark.parametrize("copied", [copy.deepcopy, lambda ratio: pickle.loads(pickle.dumps(ratio))])  # noqa: S301 - ours
    def test_a_copy_of_a_ratio_is_exact(self, copied: Callable[[Any], Any]) -> None:
        assert copied(self.evaluation.recall) == Fraction(1, 3)

    def test_a_ratio_is_the_fraction_in_every_operation(self) -> None:
        found: Any = self.evaluation.recall
        third = Fraction(1, 3)
        two = Fraction(2, 5)
        assert (hash(found), str(found), repr(found)) == (hash(third), str(third), repr(third))
        for operation in (operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod):
            assert operation(found, two) == operation(third, two)
            assert operation(two, found) == operation(two, third)
        for compared in (operator.lt, operator.le, operator.eq, operator.ne, operator.ge, operator.gt):
            for other in (third, two, 1 / 3, 0, "1/3"):
                if not isinstance(other, str) or compared in {operator.eq, operator.ne}:
                    assert compared(found, other) == compared(third, other)
                    assert compared(other, found) == compared(other, third)
        for single in (operator.neg, operator.pos, abs, round, int, math.floor, math.ceil, bool, float):
            assert single(found) == single(third)
        assert (sum([found, found]), found**2, 2 - found) == (Fraction(2, 3), Fraction(1, 9), Fraction(5, 3))

    def test_doubles_are_keyed_by_measures_that_can_be_asked_for(self) -> None:
        found = self.evaluation.to_floats()
        assert found["strict.micro.recall"] == 1 / 3
        assert found["strict.type{y}.recall"] == 0
        assert {name: self.evaluation.value(name) for name in found} == pytest.approx(found)

    def test_an_undefined_ratio_is_none(self) -> None:
        evaluation = nc.evaluate([["O"]], [["O"]], "conlleval,zero:nan")
        assert evaluation.to_floats()["strict.micro.f1"] is None


@pytest.mark.parametrize(
    ("gold", "pred", "message"),
    [
        ([["O", "O"]], [[]], "pred has no tags, and gold has 2"),
        ([[]], [["O", "O", "O"]], "gold has no tags, and pred has 3"),
        ([["O", "O"]], [["O"]], "gold has 2 tags, and pred has 1"),
        ([["O"]], [["O", "O"]], "gold has 1 tag, and pred has 2"),
        ([["O"]], [["O"], ["O"]], "gold has 1 sentences, and pred has 2"),
        ([["O", "O"]], [[("x", 0, 3)]], "the span ('x', 0, 3) ends after the end of the sentence, which has 2 tokens"),
        (
            [{"layers": [["O"], ["O", "O"]]}],
            [["O"]],
            "the layers of one sentence have different numbers of tags: 1, 2",
        ),
        ([{"layers": [["O"], [("x", 0, 1)]]}], [["O"]], "one layer has tags, and another layer has spans"),
        (
            [{"tokens": ["a", "b"], "entities": ["O"]}],
            [["O"]],
            "1 tag for 2 tokens",
        ),
        ([{"text": "ab", "entities": []}], [{"text": "ac", "entities": []}], "'ab' in gold, 'ac' in pred"),
        ([[("x", "a"), ("x", " ")]], [[]], "the text of the entity ('x', ' ') is blank"),
        ([[("x", "a"), ("x", 7)]], [[]], "('x', 7) is not an entity with a type and a text"),
        ([[("x", "a"), (7, "a")]], [[]], "(7, 'a') is not an entity with a type and a text"),
        ([[("x", "a"), (7, " ")]], [[]], "(7, ' ') is not an entity with a type and a text"),
        ([[("x", "a"), ("x", "a", "b")]], [[]], "('x', 'a', 'b') is not an entity with a type and a text"),
        ([[("x", "a"), {"text": "a"}]], [[]], "{'text': 'a'} is not an entity with a type and a text"),
        ([[("x", "a"), {"type": "x"}]], [[]], "{'type': 'x'} is not an entity with a type and a text"),
        ([[("x", 0, 1), (7, 0, 1)]], [[]], "the type of the span is 7, not a string"),
        ([[("x", 0, 1), ("x", 1, 1)]], [[]], "the span starts at 1 and ends at 1"),
        ([[("x", 0, 1), ("x", -1, 1)]], [[]], "the span starts at -1 and ends at 1"),
        ([[("x", 0, 1), ("x", True, 2)]], [[]], "('x', True, 2) is not a span (type, start, end) with whole numbers"),
        (["O", "B-x"], [["O"]], "gold is one flat list of tags or spans, not a list of sentences: ['O', ...]"),
        ([["O"]], [("x", 0, 1)], "pred is one flat list of tags or spans, not a list of sentences: [('x', 0, 1), ...]"),
        ([["O"]], "O", "expected a list of sentences, found the str 'O'"),
        ([["O"], 7], [["O"], ["O"]], "sentence 1 is the int 7, not a list of tags or spans"),
    ],
)
def test_what_cannot_be_read_is_named(gold: object, pred: object, message: str) -> None:
    with pytest.raises(NerconformError) as caught:
        read_units(gold, pred)
    assert message in caught.value.message


X = nc.Span("x", 0, 2)


@pytest.mark.parametrize(
    "given",
    [
        X,
        ("x", 0, 2),
        ["x", 0, 2],
        ("x", np.int8(0), np.int64(2)),
        {"type": "x", "start": 0, "end": 2},
        {"label": "x", "start": 0, "end": 2},
        {"type": "x", "label": "y", "start": 0, "end": 2},
        {"type": "x", "start": 0, "end": 2, "pieces": []},
    ],
)
def test_a_span_may_be_written_in_several_ways(given: object) -> None:
    (unit,) = read_units([[("y", 3, 4), given]], [[]])
    assert unit.gold.spans == (("y", 3, 4), X)


@pytest.mark.parametrize(
    "given", [("x", "a b"), ["x", "a b"], {"type": "x", "text": "a b"}, {"label": "x", "text": "a b"}]
)
def test_an_entity_without_offsets_may_be_written_in_several_ways(given: object) -> None:
    (unit,) = read_units([[]], [[given]])
    assert unit.pred.mentions == (("x", "a b"),)
    assert unit.pred.length is None
    assert not is_mention({"type": "x", "text": "a", "start": 0, "end": 1})
    assert not is_mention({"type": "x"})


def test_an_empty_sentence_has_spans_where_another_one_of_its_side_has_some() -> None:
    """Without tags it has no length that the other side would have to share."""
    first, second = read_units([[], [("x", 0, 1)]], [["O"], ["O", "O"]])
    assert (first.gold.length, first.pred.length, second.pred.length) == (None, 1, 2)
    (alone,) = read_units([[]], [[]])
    assert (alone.gold.length, alone.pred.length) == (0, 0)


def test_the_text_of_tokens_is_theirs_with_single_spaces() -> None:
    source = Source.of_tokens(["Ada", "met", "Bo"])
    assert (source.text, source.starts) == ("Ada met Bo", (0, 4, 8, 11))
    assert source.in_characters(nc.Span("x", 1, 3)) == ("x", 4, 10)
    assert source.mention(nc.Span("x", 0, 2)) == ("x", "Ada met")
    assert Source("Ada met Bo").mention(nc.Span("x", 8, 10)) == ("x", "Bo")
    for one in (source, Source("Ada")):
        with pytest.raises(NerconformError, match="ends after the end of the sentence"):
            one.in_characters(nc.Span("x", 0, 4))
