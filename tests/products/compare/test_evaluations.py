"""PathEvaluations give exactly what the reference gives, though they decode and match only what is new."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.versus import ChangedDialect
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk
from nerconform.products.compare.evaluations import NoEvaluation, PathEvaluation, PathEvaluations
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.option_values import Rounding
from nerconform.reference.options import Pool
from nerconform.reference.pipeline import Pipeline
from tests.reference.strategies import dialects, sides, span_units, tag_units

SCHEME = "IOB2"


def evaluated(dialect: nc.Dialect, gold: object, pred: object, *quirks: Quirk) -> Evaluation | str:
    """Return what the whole pipeline gives, or the type of the error."""
    pipeline = Pipeline.of(dialect)
    try:
        for quirk in quirks:
            pipeline = quirk.on(Given(gold, pred, dialect))(pipeline)
        return pipeline.evaluate(gold, pred, outcomes=True)
    except NerconformError as error:
        return type(error).__name__
    except LibraryRaises as raised:
        return raised.error


def is_same(reading: PathEvaluation | NoEvaluation, due: Evaluation | str) -> bool:
    """Whether a reading has the tally and the scores of an evaluation; units of a mean may come in another order."""
    if isinstance(reading, NoEvaluation):
        return reading.error == due
    assert isinstance(due, Evaluation), due
    mine, theirs = reading.evaluation.tally, due.tally
    if sorted(map(repr, mine.units)) != sorted(map(repr, theirs.units)):
        return False
    apart = replace(mine, units=()) == replace(theirs, units=())
    return apart and {**reading.evaluation.schemas} == {**due.schemas}


@given(st.data())
def test_every_path_reads_as_the_pipeline_does(data: st.DataObject) -> None:
    first = data.draw(dialects(scheme=SCHEME, affix="prefix", delimiter="-"))
    gold, pred = sides(data.draw(tag_units(first)))
    readings = PathEvaluations(gold, pred)
    for dialect in (first, *data.draw(st.lists(dialects(scheme=SCHEME, affix="prefix", delimiter="-"), max_size=3))):
        assert is_same(readings.along(ChangedDialect(dialect)), evaluated(dialect, gold, pred)), str(dialect)


@pytest.mark.parametrize("units", [[], [["B-X", "O"]], [["B-X", "O"], ["B-Y", "O"]]])
def test_a_path_has_the_schemas_of_its_dialect_whichever_was_read_before(units: list[list[str]]) -> None:
    shared = nc.Dialect().set(scheme=SCHEME)
    apart = shared.set(align="input-best", scope="schema")
    for dialects_read in ((shared, apart), (apart, shared)):
        readings = PathEvaluations(units, units)
        for dialect in dialects_read:
            assert is_same(readings.along(ChangedDialect(dialect)), evaluated(dialect, units, units))


@given(units=span_units(), drawn=st.lists(dialects(scheme=SCHEME), min_size=1, max_size=3))
def test_spans_are_read_as_the_pipeline_reads_them(units: list[tuple[object, object]], drawn: list[nc.Dialect]) -> None:
    gold, pred = sides(units)
    readings = PathEvaluations(gold, pred)
    for dialect in drawn:
        assert is_same(readings.along(ChangedDialect(dialect)), evaluated(dialect, gold, pred)), str(dialect)


@given(st.data())
def test_a_quirk_is_asked_only_where_it_can_fire_and_nothing_is_lost(data: st.DataObject) -> None:
    quirk = data.draw(st.sampled_from([one for one in QUIRKS.values() if any(s == SCHEME for s in one.schemes)]))
    dialect = nc.Dialect().set(scheme=SCHEME, **quirk.base)
    gold, pred = sides(data.draw(tag_units(dialect)))
    # What a quirk promises (`fires` never says no where it changes an answer) some leave to another of their library.
    units = [([one], [other]) for one, other in zip(gold, pred, strict=True)]
    idle = [unit for unit in units if not quirk.fires(Given(*unit, dialect))]
    assume(all(evaluated(dialect, *unit) == evaluated(dialect, *unit, quirk) for unit in idle))
    reading = PathEvaluations(gold, pred).along(ChangedDialect(dialect, (quirk,)))
    due = evaluated(dialect, gold, pred, quirk)
    if isinstance(reading, PathEvaluation) and isinstance(due, Evaluation) and not due.tally.total:
        assert not reading.evaluation.tally.total
    else:
        assert is_same(reading, due)


@given(st.data())
def test_the_outcomes_of_units_add_up_to_the_tally(data: st.DataObject) -> None:
    dialect = data.draw(
        dialects(scheme=SCHEME, affix="prefix", delimiter="-", policy="lenient", gold="same", round="exact")
    )
    gold, pred = sides(data.draw(tag_units(dialect, odd=False)))
    reading = PathEvaluations(gold, pred).along(ChangedDialect(dialect))
    assert isinstance(reading, PathEvaluation)
    alone = Pipeline.of(replace(dialect, pool=Pool.CORPUS, round=Rounding()))
    assert len(reading.outcomes) == len(gold)
    assert alone.count(reading.outcomes).total == reading.evaluation.tally.total


def test_rows_of_data_read_as_one_unit_stand_in_the_unit_where_they_begin() -> None:
    gold = [["B-X", "I-X"], [], ["I-X", "O", "B-Y"]]
    reading = PathEvaluations(gold, gold).along(ChangedDialect(nc.dialects()["conlleval"].set(pool="flat")))
    assert isinstance(reading, PathEvaluation)
    spans = [[tuple(row.gold or ()) for row in unit.rows["strict"]] for unit in reading.outcomes]  # type: ignore[index]
    assert spans == [[("X", 0, 3)], [], [("Y", 2, 3)]]
