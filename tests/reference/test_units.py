"""Units of any kind are lists at the border: a series with labels of its own, arrays, tuples that lie."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.evaluation import ExactRatio


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

    def test_doubles_are_keyed_by_measures_that_can_be_asked_for(self) -> None:
        found = self.evaluation.to_floats()
        assert found["strict.micro.recall"] == 1 / 3
        assert found["strict.type{y}.recall"] == 0
        assert {name: self.evaluation.value(name) for name in found} == pytest.approx(found)

    def test_an_undefined_ratio_is_none(self) -> None:
        evaluation = nc.evaluate([["O"]], [["O"]], "conlleval,zero:nan")
        assert evaluation.to_floats()["strict.micro.f1"] is None
