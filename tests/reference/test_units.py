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
