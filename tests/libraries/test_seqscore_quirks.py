"""The quirks of seqscore's repairs against the library, on every short sequence."""

import pytest
from seqscore.encoding import get_encoding
from seqscore.validation import validate_labels

from nerconform.asking.question import Ask
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import LibraryRaises
from nerconform.reference.schemes import Scheme
from tests.libraries.asking_quirks import Answer, differing
from tests.libraries.searching import answer_of, explained, of_spans, of_tags, search
from tests.reference.exhaustive import sequences


def repaired(encoding: str, repair: str, tags: list[str]) -> Answer:
    """Return the mentions of a unit after its repair, or what is raised in place of one."""
    found = get_encoding(encoding)
    try:
        checked = validate_labels(tags, found, repair=repair)
    except (NotImplementedError, ValueError) as error:
        return type(error).__name__
    assert not checked.errors
    return sorted((one.type, one.span.start, one.span.end) for one in found.decode_labels(tags))


@pytest.mark.long
@pytest.mark.parametrize("repair", ["conlleval", "discard"])
@pytest.mark.parametrize(
    ("scheme", "encoding"), [("BIOES", "BIOES"), ("BILOU", "BILOU"), ("BMES", "BMES"), ("BMEWO", "BMEOW")]
)
def test_encodings_of_four_letters_have_no_repair(scheme: str, encoding: str, repair: str) -> None:
    pipeline = QUIRKS["seqscore.repair-not-implemented"].pipeline(Scheme(scheme))
    for tags in map(list, sequences(scheme, 3)):
        try:
            found: int | str = int(pipeline.evaluate([tags], [tags]).counts.pos)
        except LibraryRaises as raised:
            found = raised.error
        expected = repaired(encoding, repair, tags)
        assert found == (expected if isinstance(expected, str) else len(expected)), tags


def test_iob_has_no_discard() -> None:
    pipeline = QUIRKS["seqscore.iob-without-discard"].pipeline(Scheme.IOB1)
    assert differing(pipeline, lambda tags: repaired("IOB", "discard", tags), sequences("IOB1", 4)) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "repair", ["conlleval", *(pytest.param(repair, marks=pytest.mark.long) for repair in ("discard", "none"))]
)
def test_whatever_it_answers_about_tags_is_explained(repair: str) -> None:
    schemes = {"conlleval": ["IOB1", "IOB2"], "discard": ["IOB2"]}.get(
        repair, ["IO", "IOB1", "IOB2", "BIOES", "BILOU", "BMES", "BMEWO"]
    )
    found = search(f"seqscore:{repair}", 150, of_tags(schemes), choices=[{}, {"item": "token"}], asks=list(Ask))
    assert found.unexplained == []
    assert "seqscore.printed-accuracy-after-repair" in found.classes


@pytest.mark.long
@pytest.mark.parametrize(
    ("mode", "scheme", "cause"),
    [
        ("conlleval:BIOES", "BIOES", "repair-not-implemented"),
        pytest.param("conlleval:IO", "IO", "repair-not-implemented", marks=pytest.mark.long),
        pytest.param("discard:BMEWO", "BMEWO", "repair-not-implemented", marks=pytest.mark.long),
        ("runs", "IOB2", "standard-error-of-one-run"),
    ],
)
def test_what_its_functions_and_its_command_line_take_beside_is_explained(mode: str, scheme: str, cause: str) -> None:
    found = search(f"seqscore:{mode}", 100, of_tags([scheme]), asks=list(Ask))
    assert found.unexplained == []
    assert f"seqscore.{cause}" in found.classes


def test_whatever_it_answers_about_spans_is_right() -> None:
    found = search("seqscore:none", 100, of_spans())
    assert (found.unexplained, found.classes) == ([], set())


def test_an_untyped_tag_fails_in_the_order_in_which_units_are_read() -> None:
    """Predictions come first; on the command line the file of the gold does."""
    gold, pred = [["Q"]], [["B-"]]
    for ask, error in ((Ask.SCORES, "AssertionError"), (Ask.REPORT, "InvalidLabelError")):
        assert answer_of("seqscore:conlleval", gold, pred, ask=ask) == error
    assert explained("seqscore:conlleval", gold, pred) == ["seqscore.type-missing-asserted"]
