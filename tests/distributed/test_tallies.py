"""Tallies: the counts of parts add up to the counts of all, however the data are cut and the parts are added."""

import json
import pickle
import random
from hashlib import sha256
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.bounds import MAX_RESAMPLES
from nerconform.distributed import unit_tallies
from nerconform.distributed.tallies import merged
from nerconform.engines.vectors import UnitKinds
from nerconform.formats.arrow_columns import NullInColumn, WrongColumn
from nerconform.formats.file_errors import MissingColumn
from nerconform.reference.measures import Measure
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import CannotAdd, NotAnswered, UnknownOption
from nerconform.results.context import Interval, Resampling
from nerconform.results.tally_part import TallyPart, text_of
from nerconform.results.values import BadResult, decode
from nerconform.stats.resampler import Resampler, telling
from nerconform.stats.unit_draws import unsampled_choice
from tests.reference.strategies import dialects, sides, span_units, tag_units

PARTS = {"pool": "corpus", "labels": "union"}
GOLD = [["B-PER", "I-PER", "O"], ["B-LOC", "O"], ["O"], ["B-ORG", "B-PER"]]
PRED = [["B-PER", "O", "O"], ["B-LOC", "O"], ["B-LOC"], ["B-ORG", "I-ORG"]]
BATCH = pa.table({"gold": GOLD, "pred": PRED})


def span_type() -> Any:  # noqa: ANN401 - pyarrow has no types
    return pa.list_(pa.struct([("type", pa.string()), ("start", pa.int64()), ("end", pa.int64())]))


def table(units: list[tuple[Any, Any]], kind: Any) -> Any:  # noqa: ANN401 - pyarrow has no types
    return pa.table({name: pa.array(side, kind) for name, side in zip(("gold", "pred"), sides(units), strict=True)})


def in_parts(whole: Any, data: st.DataObject, dialect: nc.Dialect) -> nc.Tally:  # noqa: ANN401 - pyarrow has no types
    """Cut a table, count the parts (slices of it), and add them in any order and tree."""
    cuts = sorted(data.draw(st.lists(st.integers(0, whole.num_rows), max_size=4)))
    bounds = zip([0, *cuts], [*cuts, whole.num_rows], strict=True)
    parts = [nc.tally_arrow(whole.slice(start, end - start), dialect=dialect) for start, end in bounds]
    parts = [nc.Tally.from_json(part.to_json()) if data.draw(st.booleans()) else part for part in parts]
    order = random.Random(data.draw(st.integers(0, 99)))  # noqa: S311 - no secret
    while len(parts) > 1:
        order.shuffle(parts)
        parts.append(parts.pop() + parts.pop())
    return parts[0]


@given(st.data())
def test_tags_in_parts_count_as_in_one_process(data: st.DataObject) -> None:
    dialect = data.draw(dialects(**PARTS))
    units = data.draw(tag_units(dialect, odd=False))
    try:
        expected = nc.evaluate(*sides(units), dialect, engine="reference")
    except nc.NerconformError as error:
        with pytest.raises(type(error)):
            nc.tally_arrow(table(units, pa.list_(pa.string())), dialect=dialect)
        return
    found = in_parts(table(units, pa.list_(pa.string())), data, dialect)
    assert found.units == len(units)
    assert found.counts == expected.tally
    assert found.evaluation().to_dict() == expected.to_dict()


@given(st.data(), span_units())
def test_intervals_of_parts_are_those_of_one_process(data: st.DataObject, units: list[tuple[Any, Any]]) -> None:
    """The reference counts all sentences or documents at once; the parts are cut between documents."""
    dialect = data.draw(dialects(item="span", **PARTS))
    assume(not unsampled_choice(dialect))
    names = [f"d{number}" for number in range(len(units)) for _ in range(data.draw(st.integers(1, 2)))][: len(units)]
    whole = table([tuple([_structs(side) for side in unit]) for unit in units], span_type())  # type: ignore[misc]
    by = data.draw(st.sampled_from([None, "doc"]))
    cuts = data.draw(st.lists(st.integers(0, len(units)), max_size=4))
    allowed = sorted(cut for cut in cuts if by is None or cut in {0, len(units)} or names[cut] != names[cut - 1])
    bounds = zip([0, *allowed], [*allowed, len(units)], strict=True)
    rows = whole.append_column("doc", pa.array(names, pa.string()))
    parts = [nc.tally_arrow(rows.slice(start, end - start), dialect=dialect, resampling=True, document=by)
             for start, end in bounds]  # fmt: skip
    data.draw(st.randoms(use_true_random=False)).shuffle(parts)
    found = nc.Tally.from_arrow(pa.Table.from_batches([part.to_arrow() for part in parts if part.units] or
                                                      [parts[0].to_arrow()]))  # fmt: skip
    whole_again = merged(parts)
    found = data.draw(st.sampled_from([whole_again, found, nc.Tally.from_json(whole_again.to_json())]))
    kinds = UnitKinds()
    gold, pred = sides(_documents(units, names) if by else units)
    telling(Pipeline.of(dialect), kinds).evaluate(gold, pred)
    assert found.units == len(gold)
    assert (found.unit_tally.vectors or UnitKinds()) == kinds
    if not units:
        return
    measure = Measure.parse("strict.micro.f1")
    expected = Resampler(measure, Resampling(20, 5, "")).of_kinds(kinds, dialect)
    if isinstance(expected, Interval):
        assert found.interval(str(measure), 20, 5) == expected
    else:
        with pytest.raises(NotAnswered, match="there is no interval"):
            found.interval(str(measure), 20, 5)


@pytest.mark.parametrize(("resamples", "error"), [(0, NotAnswered), (MAX_RESAMPLES + 1, UnknownOption)])
def test_an_interval_needs_resamples_and_not_too_many(resamples: int, error: type[Exception]) -> None:
    tally = nc.tally_arrow(BATCH, dialect="hipe,labels:union", resampling=True)
    with pytest.raises(error, match="the argument resamples is"):
        tally.interval(resamples=resamples)


def _structs(side: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - spans as they are drawn
    return [dict(zip(("type", "start", "end"), span, strict=True)) for span in side]


def _documents(units: list[tuple[Any, Any]], names: list[str]) -> list[tuple[Any, Any]]:
    """Return one unit for each document: its sentences beside each other, so far apart that no span meets another."""
    far = 1000
    found: dict[str, tuple[list[Any], list[Any]]] = {}
    for number, (unit, name) in enumerate(zip(units, names, strict=True)):
        for whole, side in zip(found.setdefault(name, ([], [])), unit, strict=True):
            whole += [(kind, start + far * number, end + far * number) for kind, start, end in side]
    return list(found.values())


@given(st.data(), span_units())
def test_spans_in_parts_count_as_in_one_process(data: st.DataObject, units: list[tuple[Any, Any]]) -> None:
    dialect = data.draw(dialects(item="span", **PARTS))
    structs = [tuple([dict(zip(("type", "start", "end"), span, strict=True)) for span in side] for side in unit)
               for unit in units]  # fmt: skip
    found = in_parts(table(structs, span_type()), data, dialect)  # type: ignore[arg-type]
    assert found.evaluation().to_dict() == nc.evaluate(*sides(units), dialect, engine="reference").to_dict()


def test_the_counts_by_hand() -> None:
    # Row 0: PER[0,2) meets PER[0,1). Row 1: equal. Row 2: spurious. Row 3: ORG[0,1) meets ORG[0,2), PER[1,2) is missed.
    found = nc.tally_arrow(BATCH, dialect="semeval")
    assert found.units == 4
    counts = {schema: one.as_tuple() for schema, one in found.counts.total.items()}
    assert counts == {"strict": (1, 2, 0, 1, 1), "exact": (1, 2, 0, 1, 1), "partial": (1, 0, 2, 1, 1),
                      "type": (3, 0, 0, 1, 1), "left": (3, 0, 0, 1, 1), "right": (1, 2, 0, 1, 1),
                      "partial-type": (1, 0, 2, 1, 1)}  # fmt: skip
    assert found.evaluation().value("strict.type{PER}.inc") == found.evaluation().value("strict.type{PER}.mis") == 1
    assert found.signature == nc.evaluate(GOLD, PRED).signature


def test_sum_and_the_empty_tally() -> None:
    one = nc.tally_arrow(BATCH, dialect="conlleval")
    assert sum([one, one]) == one + one
    assert one + nc.Tally.empty(one.dialect) == one
    assert nc.tally_arrow(BATCH.slice(4), dialect="conlleval") == nc.Tally.empty(one.dialect)


def test_json_and_arrow_hold_a_tally() -> None:
    one = nc.tally_arrow(BATCH)
    assert nc.Tally.from_json(one.to_json()) == one
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own bytes
    assert nc.Tally.from_arrow(one.to_arrow()) == one
    both = pa.Table.from_batches([one.to_arrow(), one.to_arrow()])
    shuffled = both.take(random.Random(1).sample(range(both.num_rows), both.num_rows))  # noqa: S311 - no secret
    assert nc.Tally.from_arrow(shuffled) == one + one


def test_the_size_of_counts_for_resampling_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["B-X"] * (1 + number) for number in range(100)]
    part = nc.tally_arrow(pa.table({"gold": rows, "pred": rows}), resampling=True)
    assert len(part.to_json()) - len(nc.tally_arrow(pa.table({"gold": rows, "pred": rows})).to_json()) < 100 * 70
    monkeypatch.setattr(unit_tallies, "MAX_VECTORS", 99)
    with pytest.raises(unit_tallies.TooManyVectors, match="more than 99 different counts"):
        nc.tally_arrow(pa.table({"gold": rows, "pred": rows}), resampling=True)
    with pytest.raises(unit_tallies.TooManyVectors, match="more than 99 different counts"):
        nc.Tally.from_json(part.to_json())


def test_what_a_tally_has_no_interval_of_is_refused() -> None:
    plain, full = nc.tally_arrow(BATCH), nc.tally_arrow(BATCH, resampling=True)
    with pytest.raises(NotAnswered, match="which this tally does not keep"):
        plain.interval()
    for measure in ("strict.macro.f1", "strict.micro.tp", "strict.type{PER}.f1"):
        with pytest.raises(NotAnswered, match="counts that were added up give intervals only for micro"):
            full.interval(measure)
    for parts in ([plain, full], [full, plain]):
        with pytest.raises(CannotAdd, match="one part has the counts that intervals need"):
            sum(parts)
    document = nc.tally_arrow(BATCH.append_column("doc", pa.array([1, 1, 2, 3])), document="doc")
    assert document.units == 3
    assert document.unit_tally.documents == frozenset("123")
    with pytest.raises(CannotAdd, match="by sentence, and another with --unit document"):
        plain + document


@pytest.mark.parametrize(
    ("column", "error", "words"),
    [
        (pa.array(["a", None, "a", "b"]), NullInColumn, "row 1, column 'doc': the column of documents has no value"),
        (pa.array([0.5] * 4), WrongColumn, "holds values of type double, which cannot"),
        (pa.array(["a", "b", "b", "a"]), unit_tallies.SplitDocument, "the document 'a' do not follow each other"),
    ],
)
def test_documents_that_cannot_be_told_apart_are_refused(column: Any, error: Any, words: str) -> None:  # noqa: ANN401
    with pytest.raises(error, match=words):
        nc.tally_arrow(BATCH.append_column("doc", column), document="doc")
    with pytest.raises(MissingColumn, match="no column 'other', which should hold documents"):
        nc.tally_arrow(BATCH.append_column("doc", column), document="other")


def test_a_part_of_20_types_takes_at_most_20_kilobytes() -> None:
    """Counts have the digits of 10^15 entities, every outcome occurs, and the part names a hundred files."""
    types = [f"TYPE{number}" for number in range(20)]
    gold = [["O", f"B-{one}", f"I-{one}"] for one in types] + [[f"B-{one}", "O"] for one in types] * 2
    pred = [["O", "O", f"B-{other}"] for other in types[::-1]] + [[f"B-{one}", "O"] for one in types]
    pred += [["O", f"B-{one}"] for one in types]
    part = nc.tally_arrow(pa.table({"gold": gold, "pred": pred}))
    for _ in range(44):
        part += part
    assert len(part.counts.by_type) == 20
    assert min(max(one["partial"].as_tuple()) for one in part.counts.by_type.values()) > 10**13  # type: ignore[index]
    sources = tuple(sha256(str(number).encode()).hexdigest() for number in range(100))
    assert len(text_of(part.record(sources))) <= 20_000


@pytest.mark.parametrize(("axis", "option"), [("pool", "mean"), ("pool", "flat"), ("labels", "gold")])
def test_a_choice_that_needs_all_data_at_once_is_refused_before_anything_is_counted(axis: str, option: str) -> None:
    dialect = nc.Dialect().set(**{axis: option})
    with pytest.raises(CannotAdd, match=f"{axis}:{option}"):
        nc.tally_arrow(BATCH.slice(4), dialect=dialect)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: data["total"].pop("type"), "other schemas"),
        (lambda data: data["total"]["strict"].__setitem__(0, 7), "do not sum up"),
        (lambda data: data["types"].pop("PER"), "do not sum up"),
        (lambda data: data.update(units=-1), ">= 0"),
        (lambda data: data.update(signature="conlleval,pool:mean|*|spec:1.0"), "pool:mean"),
        (lambda data: data.update(signature="conlleval|*|spec:0.9"), "spec 0.9"),
        (lambda data: data.update(more=1), "more"),
        (lambda data: data.update(vectors=["4 1 0"]), "another length"),
        (lambda data: data.update(vectors=["4" + " 0" * 20]), "vectors of units do not sum up"),
        (lambda data: data.update(vectors=["x"]), "vectors"),
        (lambda data: data.update(documents=["a"]), "names documents"),
    ],
)
def test_a_damaged_part_is_refused(spoil: Any, message: str) -> None:  # noqa: ANN401 - a test's function
    data = json.loads(nc.tally_arrow(BATCH).to_json())
    spoil(data)
    with pytest.raises(BadResult, match=message):
        nc.Tally.from_json(json.dumps(data))


def test_a_table_that_lacks_a_row_is_refused() -> None:
    rows = pa.Table.from_batches([nc.tally_arrow(BATCH).to_arrow()])
    for gone in range(rows.num_rows):
        with pytest.raises(BadResult):
            nc.Tally.from_arrow(rows.take([row for row in range(rows.num_rows) if row != gone]))


def test_the_record_says_which_bytes_were_counted() -> None:
    part = nc.tally_arrow(BATCH).record(("ab",))
    assert decode(json.dumps(part.to_dict()), TallyPart, "x") == part
    assert part.sources == ("ab",)
