"""Tallies that stand for several units (LAW-8, CNT-6)."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.reference.counting import Counts, Tally, counter, sum_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.scoring import scorer


def tally(cor: int, mis: int, spu: int) -> Tally:
    """Return the tally of a unit with spans of one type."""
    counts = {Schema.STRICT: Counts(cor=cor, mis=mis, spu=spu)}
    return Tally(counts, {"X": counts}, frozenset("X"), frozenset("X"))


tallies = st.builds(tally, *[st.integers(0, 3)] * 3)


@given(tallies, tallies, st.integers(1, 4))
def test_a_tally_of_several_units_is_that_many_tallies(one: Tally, other: Tally, times: int) -> None:
    assert sum_of([replace(one, times=times), other]) == sum_of([other, *[one] * times])


def test_the_mean_over_units_is_that_of_each_type() -> None:
    """X is right in the first unit and missed in the second, Y only in the second: 1/2 and 0, and 0/0 is left out."""
    found = nc.evaluate([["B-X"], ["B-X", "B-Y"]], [["B-X"], ["O", "O"]], nc.Dialect().set(pool="mean"))
    assert [found.by_type[kind].recall for kind in "XY"] == [Fraction(1, 2), 0]


@given(tallies, tallies, st.integers(1, 4))
def test_the_mean_over_units_takes_it_as_that_many(one: Tally, other: Tally, times: int) -> None:
    score = scorer(Dialect().set(pool="mean"))
    together, apart = (
        replace(one, units=units) for units in ((replace(one, times=times), other), (*[one] * times, other))
    )
    found, expected = (score(whole, Fraction(1))[Schema.STRICT] for whole in (together, apart))
    assert found.averages["micro"] == expected.averages["micro"]
    assert found.by_type["X"] == expected.by_type["X"]


class Incorrect(Pair):
    """A row that says that it is INC, whatever its spans, as a changed table of outcomes would."""

    __slots__ = ()

    def outcome(self, schema: Schema) -> Outcome:  # noqa: ARG002 - in every schema
        """Return INC."""
        return Outcome.INC


def test_a_row_is_counted_as_it_judges_itself_also_where_all_schemas_share_it() -> None:
    span = nc.Span("X", 0, 1)
    for row, cells in ((Pair(span, span), (1, 0, 0, 0, 0)), (Incorrect(span, span), (0, 1, 0, 0, 0))):
        tally = counter(Dialect())([Outcomes(dict.fromkeys(Schema, (row,)))])
        assert {counts.as_tuple() for counts in (*tally.total.values(), *tally.by_type["X"].values())} == {cells}
