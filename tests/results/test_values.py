"""Values: what a record is made of goes into JSON and comes back, and what is wrong in a file is named by its path."""

import json
import math
from fractions import Fraction

import pytest

from nerconform.results.run import is_pinned
from nerconform.results.values import (
    AnswerDue,
    BadResult,
    Cause,
    CauseKind,
    Count,
    DoubleNumber,
    ErrorObserved,
    ExactNumber,
    Mismatch,
    NothingObserved,
    Number,
    PairRecord,
    PairsObserved,
    PrintedNumber,
    RawInput,
    RefusalDue,
    ResultRecord,
    RowsObserved,
    SideCounts,
    SpanRecord,
    SpansObserved,
    UndefinedNumber,
    Unit,
    Units,
    UnsupportedObserved,
    ValuesObserved,
    as_fraction,
    decode,
    encode,
    number_of,
    schema_of,
    unit_text,
)


class Thing(ResultRecord, frozen=True, tag_field="format", tag="nerconform-thing-2"):
    """A record with one field of every sort."""

    number: Number = 0
    count: Count = 0
    units: Units = ()
    mismatches: tuple[Mismatch, ...] = ()
    cause: Cause | None = None


PER = SpanRecord("PER", 0, 2)
OBSERVED = (
    3,
    ExactNumber(1, 3),
    DoubleNumber(0.5),
    PrintedNumber("0.50"),
    UndefinedNumber(),
    SpansObserved((PER,)),
    PairsObserved((PairRecord(PER, None),)),
    RowsObserved(("LOC", "PER")),
    ValuesObserved({"strict.micro.f1": ExactNumber(1)}),
    ErrorObserved("KeyError", "'B'"),
    RefusalDue("bad-unit"),
    AnswerDue(),
    NothingObserved(),
    UnsupportedObserved("no spans"),
)


@pytest.mark.parametrize("observed", OBSERVED, ids=lambda one: type(one).__name__)
def test_whatever_was_observed_comes_back_as_itself(observed: object) -> None:
    thing = Thing(mismatches=(Mismatch("answer", observed, observed),))  # type: ignore[arg-type] # each of the union
    assert decode(encode(thing), Thing, "x.json") == thing


@pytest.mark.parametrize("value", [0, 7, Fraction(1, 3), Fraction(10**40, 3), 0.1, math.inf, None])
def test_a_number_keeps_its_value(value: float | Fraction | None) -> None:
    back = decode(encode(Thing(number=number_of(value))), Thing, "x.json").number
    assert back == number_of(value)
    assert as_fraction(back) == (None if value in {None, math.inf} else Fraction(value or 0))


def test_a_nan_is_text_in_json_and_a_nan_again_in_python() -> None:
    text = encode(Thing(number=number_of(math.nan)))
    assert '"nan"' in text
    assert math.isnan(float(decode(text, Thing, "x.json").number))


def test_counts_may_be_rational_and_differ_by_side() -> None:
    thing = Thing(count=SideCounts(2, ExactNumber(3, 2)))
    assert decode(encode(thing), Thing, "x.json") == thing


@pytest.mark.parametrize(
    "unit",
    [
        ("B-PER", "I-PER", "O"),
        (PER,),
        (SpanRecord("PER", 0, 5, pieces=((0, 1), (4, 5))),),
        (SpanRecord("PER", text="Ada"),),
        RawInput("None"),
        (),
    ],
)
def test_units_of_every_sort_come_back(unit: Unit) -> None:
    thing = Thing(units=(unit, unit))
    assert decode(encode(thing), Thing, "x.json") == thing


def test_a_side_that_is_no_list_is_kept_as_python_writes_it() -> None:
    thing = Thing(units=RawInput("3"))
    assert decode(encode(thing), Thing, "x.json") == thing


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        (("B-PER", "O"), "B-PER O"),
        ((), "(empty)"),
        (("B-a b", "O"), "['B-a b', 'O']"),
        (("",), "['']"),
        ((PER, SpanRecord("LOC", 3, 4)), "PER[0,2) LOC[3,4)"),
        ((SpanRecord("PER", 0, 5, pieces=((0, 1), (4, 5))),), "PER[0,1)+[4,5)"),
        ((SpanRecord("PER", text="Ada"),), 'PER "Ada"'),
        (RawInput("None"), "None"),
    ],
)
def test_a_unit_reads_on_one_line(unit: Unit, text: str) -> None:
    assert unit_text(unit) == text


def test_a_cause_without_words_is_short() -> None:
    cause = Cause("round", CauseKind.CHOICE, "Four decimals")
    assert json.loads(encode(cause)) == {"id": "round", "kind": "choice", "title": "Four decimals"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "nerconform-thing-2", "numbr": 1}', "$: object contains unknown field `numbr`"),
        ('{"format": "nerconform-thing-2", "mismatches": [{"asked": 1}]}', "$.mismatches[0].asked: expected `str`"),
        ('{"format": "nerconform-thing-2", "number": {"is": "other"}}', "$.number.is: invalid value 'other'"),
        ('{"format": "something"}', "$.format: invalid value 'something'"),
        ("[1]", "$: expected `object`, got `array`"),
        ("{", "not valid JSON"),
        ('{"format": "nerconform-run-1", "tool": "0.1.0"}', "written by nerconform 0.1.0"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_file_and_path(text: str, words: str) -> None:
    with pytest.raises(BadResult) as raised:
        decode(text, Thing, "x.json", "`nerconform check`")
    assert words in str(raised.value)
    assert raised.value.place == "x.json"
    assert "`nerconform check`" in raised.value.hint


def test_the_schema_names_every_field_and_refuses_others() -> None:
    schema = schema_of(Thing)
    thing = schema["$defs"]["Thing"]
    assert thing["additionalProperties"] is False
    assert {"format", "number", "count", "units", "mismatches", "cause"} == thing["properties"].keys()


def test_a_pinned_text_may_leave_its_end_open() -> None:
    """Releases of Python word one error differently: `max() arg is an empty sequence`, `max() iterable ... empty`."""
    pinned = {"answer": "ValueError: max() ..."}
    assert is_pinned(pinned, {"answer": "ValueError: max() iterable argument is empty"})
    assert not is_pinned(pinned, {"answer": "ValueError: min() arg is an empty sequence"})
    assert not is_pinned({"answer": "ValueError: max()"}, {"answer": "ValueError: max() arg"})
