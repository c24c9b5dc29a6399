"""Entities without offsets (chapter 11): equal to the second evaluator, and counted as found once, often or never."""

from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.locating import TextCounts, locator, occurrences, text_counts, texts_of
from nerconform.reference.options import Location
from nerconform.reference.units import read_units
from tests.reference import brute, brute_texts
from tests.reference.strategies import choices

LOCATIONS = [str(location) for location in Location if location is not Location.OFFSETS]
texts = st.text("aA .", min_size=1, max_size=8)
mentions = st.tuples(st.sampled_from("XY"), texts.map(lambda text: text[:3]).filter(lambda text: text.strip()))


@st.composite
def entities(draw: st.DrawFn, text: str | None) -> list[Any]:
    """Draw one side of a sentence: mentions, or spans of its text."""
    if text is None or draw(st.booleans()):
        return draw(st.lists(mentions, max_size=4))
    bounds = [(start, end) for start in range(len(text)) for end in range(start + 1, len(text) + 1)]
    spans = st.tuples(st.sampled_from("XY"), st.sampled_from(bounds)).map(lambda span: (span[0], *span[1]))
    return draw(st.lists(spans, max_size=3))


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str | None, list[Any], list[Any]]:
    """Draw a sentence, with its text or without."""
    text = draw(st.none() | texts)
    return text, draw(entities(text)), draw(entities(text))


def passed(drawn: list[tuple[str | None, list[Any], list[Any]]]) -> tuple[list[Any], list[Any]]:
    """Return both sides as they are passed; gold holds the text."""
    gold = [side if text is None else {"text": text, "entities": side} for text, side, _ in drawn]
    return gold, [side for _, _, side in drawn]


@pytest.mark.parametrize("location", LOCATIONS)
@settings(max_examples=30)
@given(drawn=st.lists(sentences(), max_size=3), data=st.data())
def test_every_number_is_that_of_the_second_evaluator(
    location: str, drawn: list[tuple[str | None, list[Any], list[Any]]], data: st.DataObject
) -> None:
    pool = data.draw(st.sampled_from(["corpus", "mean"]))
    dialect = nc.Dialect().set(**data.draw(choices(item="span", pool=pool, location=location)))
    gold, pred = passed(drawn)
    try:
        located = [brute_texts.located(one, other, text, location) for text, one, other in drawn]
        expected = brute.evaluate([one for one, _ in located], [other for _, other in located], dialect)
    except brute.Refused as refused:
        codes = refused.codes
    else:
        codes = set()
    if codes:
        with pytest.raises(NerconformError) as caught:
            nc.evaluate(gold, pred, dialect)
        assert caught.value.code in codes
        return
    found = nc.evaluate(gold, pred, dialect)
    assert {measure: found.value(measure) for measure in expected} == expected
    assert set(found.by_type) == {unquote(key.split("{")[1].split("}")[0]) for key in expected if "{" in key}


@pytest.mark.parametrize("location", LOCATIONS)
@settings(max_examples=40)
@given(drawn=st.lists(sentences(), max_size=2), data=st.data())
def test_equal_signatures_mean_equal_numbers(
    location: str, drawn: list[tuple[str | None, list[Any], list[Any]]], data: st.DataObject
) -> None:
    dialect = nc.Dialect().set(**data.draw(choices(location=location)))

    def answer(one: nc.Dialect) -> object:
        try:
            return nc.evaluate(*passed(drawn), one).to_dict()["schemas"]
        except NerconformError as error:
            return error.code

    assert answer(dialect) == answer(dialect.canonical())
    assert nc.parse_signature(str(dialect)).dialect == dialect.canonical()


@given(words=texts, text=texts)
def test_occurrences_are_those_of_the_definition(words: str, text: str) -> None:
    assert occurrences(words, text) == brute_texts.occurrences(words, text)


@pytest.mark.parametrize(
    ("words", "text", "starts"),
    [
        ("Ada", "Ada met Ada", [0, 8]),
        ("aa", "aaaaa", [0, 2]),  # no two overlap
        ("an", "banana", [1, 3]),
        ("a", "banana a", [7]),  # once as a whole word
        ("ana", "ana banana", [0]),
        ("ana", "banana ana", [7]),
        ("a b", "a b c", [0]),
        ("7", "a7 b", [1]),
        ("x", "banana", []),
        ("a", "baab", [1, 2]),
        ("an", "ban an", [4]),
        ("an", "ana an", [4]),
    ],
)
def test_a_text_stands_where_it_is_a_whole_word_else_anywhere_without_overlaps(
    words: str, text: str, starts: list[int]
) -> None:
    assert occurrences(words, text) == starts


def located(unit: dict[str, Any] | list[Any], pred: list[Any], location: str) -> list[list[tuple[str, int, int]]]:
    """Return where the entities of both sides of a sentence are compared."""
    (read,) = read_units([unit], [pred])
    sides = locator(nc.Dialect().set(location=location))(read, read.gold.spans, read.pred.spans)
    return [[tuple(span) for span in side] for side in sides]  # type: ignore[misc] # type, start, end


def named(*texts: str) -> list[tuple[str, str]]:
    return [("X", text) for text in texts]


def at(*bounds: tuple[int, int]) -> list[tuple[str, int, int]]:
    return [("X", *one) for one in bounds]


@pytest.mark.parametrize(
    ("gold", "pred", "in_gold", "in_pred"),
    [
        # The first mention is the first occurrence, the second one the second, and then it begins again.
        (named("Ada", "Ada", "Ada"), named("Ada"), at((0, 3), (8, 11), (0, 3)), at((0, 3))),
        (named("met"), named(" met "), at((4, 7)), at((4, 7))),
        # A text that is not found stands after the text, which has 11 characters; each text at a place of its own.
        (named("Eve", "Bo", "Eve"), named("Bo", "Cy"), at((11, 12), (12, 13), (11, 12)), at((12, 13), (13, 14))),
        ([("X", 4, 7)], named("Ada"), at((4, 7)), at((0, 3))),
    ],
)
def test_a_mention_is_aligned_with_its_occurrences_or_stands_after_the_text(
    gold: list[Any], pred: list[Any], in_gold: list[Any], in_pred: list[Any]
) -> None:
    assert located({"text": "Ada met Ada", "entities": gold}, pred, "aligned") == [in_gold, in_pred]


def test_spans_of_tokens_are_aligned_by_their_characters() -> None:
    """The tokens are joined by a blank: `met` has the characters 4 to 6, `met Ada` those from 4 to 10."""
    unit = {"tokens": ["Ada", "met", "Ada"], "entities": [("X", 1, 3)]}
    assert located(unit, named("met Ada", "met"), "aligned") == [at((4, 11)), at((4, 11), (4, 7))]
    assert located(unit, at((0, 1)), "aligned") == [at((4, 11)), at((0, 3))]


@pytest.mark.parametrize("choices", [{"location": "offsets"}, {"location": "text", "item": "token"}])
def test_where_offsets_or_tokens_are_compared_nothing_is_looked_for(choices: dict[str, str]) -> None:
    (read,) = read_units([{"tokens": ["Ada", "met"], "entities": at((1, 2))}], [at((0, 1))])
    found = locator(nc.Dialect().set(**choices))(read, read.gold.spans, read.pred.spans)
    assert found == ((nc.Span("X", 1, 2),), (nc.Span("X", 0, 1),))


def test_without_a_text_spans_stay_where_they_are_and_mentions_of_either_side_are_rejected() -> None:
    assert located(at((4, 7)), at((0, 3)), "aligned") == [at((4, 7)), at((0, 3))]
    for gold, pred in ((named("Ada"), at((0, 3))), (at((0, 3)), named("Ada")), (named("Ada"), named("Ada"))):
        with pytest.raises(NerconformError, match="has no text in which to find them"):
            located(gold, pred, "aligned")
    with pytest.raises(NerconformError, match="has no text in which to find them"):
        located(named("Ada"), at((0, 3)), "text")
    assert located(named("Ada"), named("Bo"), "text") == [at((0, 1)), at((1, 2))]


@pytest.mark.parametrize(
    ("location", "in_gold", "in_pred"),
    [
        ("text", [0, 1, 2, 3], [0, 3, 4, 0, 2]),  # Ada, ` Ada`, ada, Bo; then BO is new
        ("text-lower", [0, 0, 0, 1], [0, 1, 1, 0, 0]),
        ("text-present", [0, 0, 0, 1], [0, 1, 0]),  # the text has one Bo and two Ada
    ],
)
def test_every_distinct_text_has_a_position_of_its_own(location: str, in_gold: list[int], in_pred: list[int]) -> None:
    unit = {"text": "Ada and ada met Bo.", "entities": named("Ada", " Ada", "ada", "Bo")}
    expected = [at(*((number, number + 1) for number in side)) for side in (in_gold, in_pred)]
    assert located(unit, named("Ada", "Bo", "BO", "Ada", "ada"), location) == expected


@pytest.mark.parametrize(
    ("location", "once", "several", "absent"),
    [("aligned", 1, 1, 2), ("text", 1, 1, 2), ("text-lower", 2, 1, 1), ("text-present", 2, 1, 1)],
)
def test_texts_found_once_several_times_and_never_are_counted(
    location: str, once: int, several: int, absent: int
) -> None:
    gold = [{"text": "Ada met Ada in Paris.", "entities": [("PER", 0, 3)]}]
    pred = [[("PER", "Ada"), ("LOC", "Paris"), ("LOC", "paris"), ("PER", "Eve")]]
    found = nc.evaluate(gold, pred, f"conlleval,location:{location}")
    assert found.texts == {"gold": TextCounts(), "pred": TextCounts(once, several, absent)}
    assert (found + found).texts["pred"] == TextCounts(2 * once, 2 * several, 2 * absent)


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("offsets", ["", "", ""]),
        ("aligned", ["Ada", "Paris", "Eve"]),
        ("text", ["Ada", "Paris", "Eve"]),
        ("text-lower", ["Ada", "Paris", "Eve"]),
    ],
)
def test_a_located_span_has_the_text_that_was_written(location: str, expected: list[str]) -> None:
    dialect = nc.Dialect().set(location=location)
    unit = {"text": "Ada in Paris", "entities": [("PER", 0, 3)]}
    (read,) = read_units([unit], [[("LOC", "Paris"), ("PER", "Eve")]])
    found = texts_of(dialect, read, (nc.Span("PER", 0, 3),), ())
    assert sorted(found.values()) == sorted(filter(None, expected))


def test_each_located_span_has_its_own_text() -> None:
    """The text has 12 characters; what it does not hold stands after it."""
    unit = {"text": "Ada in Paris", "entities": [("PER", 0, 3)]}
    (read,) = read_units([unit], [[("LOC", "paris"), ("LOC", "Paris"), ("PER", "Eve")]])
    expected = {
        "text": {("PER", 0, 1): "Ada", ("LOC", 1, 2): "paris", ("LOC", 2, 3): "Paris", ("PER", 3, 4): "Eve"},
        "text-lower": {("PER", 0, 1): "Ada", ("LOC", 1, 2): "paris", ("PER", 2, 3): "Eve"},
        "text-present": {("PER", 0, 1): "Ada", ("LOC", 1, 2): "paris"},
        "aligned": {("PER", 0, 3): "Ada", ("LOC", 12, 13): "paris", ("LOC", 7, 12): "Paris", ("PER", 13, 14): "Eve"},
        "offsets": {},
    }
    for location, texts_by_span in expected.items():
        dialect = nc.Dialect().set(location=location)
        assert texts_of(dialect, read, (nc.Span("PER", 0, 3),), ()) == texts_by_span


def test_where_no_sentence_has_a_text_or_a_mention_nothing_is_said_of_texts() -> None:
    assert nc.evaluate([[("PER", "Ada")]], [[("PER", "Ada")]], "conlleval,location:text").texts == {}
    spans = [{"text": "Ada", "entities": [("PER", 0, 3)]}]
    assert nc.evaluate(spans, spans, "conlleval,location:text").texts == {}
    (read,) = read_units([named("Ada")], [named("Ada")])
    assert text_counts(Location.TEXT, read, read.gold) == TextCounts()


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        ({"text": "Ada", "entities": "PER"}, "not-a-unit"),
        ({"text": 7, "entities": []}, "not-a-unit"),
        ({"tokens": ["Ada", 7], "entities": []}, "not-a-unit"),
        ({"tokens": "Ada", "entities": []}, "not-a-unit"),
        ({"text": "Ada", "entities": ["B-PER"]}, "no-text"),
        ({"tokens": ["Ada"], "entities": ["B-PER", "O"]}, "lengths-differ"),
        ({"text": "Ada", "entities": [("PER", 0, 4)]}, "invalid-span"),
        ({"text": "Ada"}, "not-a-unit"),
    ],
)
def test_a_sentence_with_its_text_is_checked_and_an_error_says_where(unit: dict[str, Any], code: str) -> None:
    with pytest.raises(NerconformError, match="sentence 1") as caught:
        nc.evaluate([[], unit], [[], []], "conlleval,location:text")
    assert caught.value.code == code


@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_many_sentences_are_counted_whatever_engine_is_asked(engine: str) -> None:
    gold = [{"text": "Ada met Bo.", "entities": [("PER", 0, 3), ("PER", 8, 10)]}] * 500
    pred = [[("PER", "Ada")]] * 500
    counts = nc.evaluate(gold, pred, "semeval,location:aligned", engine=engine).counts
    assert (counts.tp, counts.fp, counts.fn) == (500, 0, 500)
