"""spaCy's readers of tags: spans alone, what they refuse, and what they take, derived by hand from their source."""

from dataclasses import replace

import pytest

from nerconform.asking.observation import Refusal, Unsupported
from nerconform.asking.protocol import ask
from nerconform.asking.question import Ask, Part
from nerconform.libraries.library import libraries
from nerconform.libraries.spacy.adapter import SpacyTags
from nerconform.reference.decoding import Side
from nerconform.reference.measures import Measure
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import answer, raw, run, tags
from tests.steps import SPACY

pytestmark = SPACY
RELEASE = libraries()["spacy"].recorded
BILUO, IOB = (SpacyTags(reader, RELEASE) for reader in ("biluo", "iob"))


@pytest.mark.parametrize(
    ("reader", "scheme", "unit", "expected"),
    [
        (BILUO, "BILOU", "B-A I-A L-A U-B O", [("A", 0, 3), ("B", 3, 4)]),
        (BILUO, "BILOU", "B-A O L-B", [("B", 0, 3)]),
        (BILUO, "BILOU", "B-A U-B L-A", [("A", 0, 3), ("B", 1, 2)]),
        (BILUO, "BILOU", "B-A B-B O", []),
        (BILUO, "BILOU", "O-A OX -", [("", 2, 3)]),
        (IOB, "IOB2", "B-A I-A B-A I-B", [("A", 0, 2), ("A", 2, 3), ("B", 3, 4)]),
        (IOB, "IOB1", "I-A I-A B-A O", [("A", 0, 2), ("A", 2, 3)]),
        (IOB, "IOB2", "B-A L-A S-B XYZ", [("A", 0, 2), ("B", 2, 3), ("Z", 3, 4)]),
        (IOB, "IOB2", "O-A I-A B I", [("A", 0, 2), ("", 2, 4)]),
    ],
)
def test_spans_are_read(reader: SpacyTags, scheme: str, unit: str, expected: list[tuple[str, int, int]]) -> None:
    outside = " ".join("O" for _ in unit.split())
    found = answer(reader, tags([unit], [outside], scheme=scheme))
    assert found.spans == {Side.GOLD: [tuple(Span(*one) for one in expected)], Side.PRED: [()]}
    assert found.values == {}


@pytest.mark.parametrize(
    ("reader", "scheme", "unit"),
    [
        (BILUO, "BILOU", "I-A"),
        (BILUO, "BILOU", "B-A L-A L-A"),
        (BILUO, "BILOU", "S-A"),
        (IOB, "IOB2", "B"),
        (IOB, "IOB1", "O I-"),
    ],
)
def test_tags_are_refused(reader: SpacyTags, scheme: str, unit: str) -> None:
    assert isinstance(ask(reader, tags([unit], [unit], scheme=scheme)), Refusal)


def test_what_they_cannot_be_handed_is_unsupported() -> None:
    for question in (
        tags(["O"], ["O"], scheme="IOB2"),
        tags(["O"], [], scheme="BILOU"),
        tags(["O"], ["O"], scheme="BILOU", policy="lenient"),
        replace(tags(["O"], ["O"], scheme="BILOU"), ask=Ask.REPORT),
        raw([["O"]], [["O"]]),
    ):
        assert isinstance(BILUO.observe(question), Unsupported)
    assert isinstance(IOB.observe(tags(["O"], ["O"], scheme="BILOU")), Unsupported)
    assert not BILUO.answers(Measure.parse("strict.micro.f1"), tags(["O"], ["O"], scheme="BILOU"))
    assert [part for part in Part if BILUO.holds(part, tags(["O"], ["O"]))] == [Part.SPANS]


@pytest.mark.parametrize(("reader", "scheme"), [(BILUO, "BILOU"), (IOB, "IOB2")])
def test_a_reproduction_prints_what_was_observed(reader: SpacyTags, scheme: str) -> None:
    printed = run(reader.reproduction(tags(["B-A L-A"], ["O B-B L-B"], scheme=scheme)))
    assert printed.splitlines() == ["[('A', 0, 2)]", "[('B', 1, 3)]"]
