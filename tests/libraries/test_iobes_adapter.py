"""iobes: a decoder, asked for spans alone."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Crash, Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Part
from nerconform.libraries.iobes.adapter import Iobes
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import answer, raw, run, spans, tags

pytest.importorskip("iobes", reason="iobes is not installed")
IOBES = Iobes("1.5.1")


@pytest.mark.parametrize(
    ("scheme", "unit", "expected"),
    [
        ("IOB1", "I-A B-A I-A I-B", (("A", 0, 1), ("A", 1, 3), ("B", 3, 4))),
        ("IOB2", "B-A I-A B-A O B-B", (("A", 0, 2), ("A", 2, 3), ("B", 4, 5))),
        ("IOB2", "O I-A I-B", (("A", 1, 2), ("B", 2, 3))),
        ("BIOES", "B-A I-A E-A S-A", (("A", 0, 3), ("A", 3, 4))),
        ("BIOES", "B-A I-A O E-B", (("A", 0, 2), ("B", 3, 4))),
        ("BILOU", "B-A L-A U-B", (("A", 0, 2), ("B", 2, 3))),
        ("BMEOW", "B-A M-A E-A W-B", (("A", 0, 3), ("B", 3, 4))),
    ],
)
def test_spans_are_decoded_and_illegal_tags_repaired(
    scheme: str, unit: str, expected: tuple[tuple[str, int, int], ...]
) -> None:
    outside = " ".join("O" for _ in unit.split())
    found = answer(IOBES, tags([unit, outside], [outside, unit], scheme=scheme))
    right = tuple(Span(*one) for one in expected)
    assert found.spans == {Side.GOLD: [right, ()], Side.PRED: [(), right]}
    assert found.values == {}


def test_it_has_spans_and_no_number() -> None:
    question = tags(["B-A"], ["B-A"])
    assert [part for part in Part if IOBES.holds(part, question)] == [Part.SPANS]
    assert not IOBES.answers(Measure.parse("strict.micro.f1"), question)


def test_the_function_that_is_called_bmewo_crashes() -> None:
    crash = ask(IOBES, tags(["B-A E-A"], ["O O"], scheme="BMEWO"))
    assert crash == Crash("NameError", "name 'prase_spans_bmeow' is not defined")


def test_of_two_functions_that_return_errors_one_returns_a_function() -> None:
    errors = Iobes("1.5.1", "errors")
    question = tags(["B-A O"], ["I-A O"])
    assert answer(errors, question).spans == answer(IOBES, question).spans
    crash = ask(errors, tags(["B-A E-A"], ["O O"], scheme="BMEWO"))
    assert crash == Crash("TypeError", "'function' object is not subscriptable")


@pytest.mark.parametrize(
    ("scheme", "unit", "spans"),
    [
        ("IOB1", "I-A B-A O", (("A", 0, 1), ("A", 1, 2))),
        ("IOB2", "B-A I-A B-A", (("A", 0, 2), ("A", 2, 3))),
        ("BIOES", "B-A E-A S-A", (("A", 0, 2), ("A", 2, 3))),
        ("BILOU", "B-A L-A U-B", (("A", 0, 2), ("B", 2, 3))),
        ("BMEWO", "B-A E-A W-A", (("A", 0, 2), ("A", 2, 3))),
        ("BMEOW", "B-A E-A O", (("A", 0, 2),)),
    ],
)
def test_converted_tags_have_the_spans_that_they_had(
    scheme: str, unit: str, spans: tuple[tuple[str, int, int], ...]
) -> None:
    convert, question = Iobes("1.5.1", "convert"), tags([unit], [unit], scheme=scheme)
    right = [tuple(Span(*one) for one in spans)]
    assert answer(convert, question).spans == {Side.GOLD: right, Side.PRED: right}
    assert str([spans[0][0]])[2:-2] in run(convert.reproduction(question))


def test_illegal_tags_are_not_converted() -> None:
    found = ask(Iobes("1.5.1", "convert"), tags(["I-A"], ["O"]))
    assert found == Refusal("ValueError", "Found errors in the tag sequence, cannot be converted")


def test_the_dialect_is_lenient_with_bare_tags_outside() -> None:
    dialect = IOBES.dialect(tags(["B-A"], ["B-A"], scheme="BILOU"))
    assert isinstance(dialect, Dialect)
    assert (str(dialect.policy), dialect.option("bare"), str(dialect.scheme)) == ("lenient", "outside", "BILOU")


@pytest.mark.parametrize("scheme", ["IO", "IOE2", "BMES", "IOB"])
def test_other_schemes_are_unsupported(scheme: str) -> None:
    assert isinstance(IOBES.dialect(tags(["O"], ["O"], scheme=scheme)), Unsupported)


def test_what_is_no_list_of_tags_is_unsupported() -> None:
    for question in (
        spans([[Span("A", 0, 1)]], [[]]),
        tags(["B-A"], []),
        tags(["B-A"], ["B-A O"]),
        replace(tags(["B-A"], ["B-A"]), ask=Ask.REPORT),
        raw(["B-A"], ["B-A"]),
    ):
        assert isinstance(IOBES.observe(question), Unsupported)


def test_raw_tags_reach_it() -> None:
    assert isinstance(ask(IOBES, raw([[None]], [[None]])), Crash)


def test_a_reproduction_prints_the_spans() -> None:
    assert "Span(type='A', start=0, end=2" in run(IOBES.reproduction(tags(["B-A I-A"], ["O O"])))
    assert "is not defined" in run(IOBES.reproduction(tags(["B-A"], ["O"], scheme="BMEWO")))
