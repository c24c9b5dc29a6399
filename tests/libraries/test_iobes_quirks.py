"""The quirks of iobes against the library: on drawn corpora, and on every short sequence with other letters."""

from itertools import product

import iobes
import pytest

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from tests.libraries.asking_quirks import Triples, differing
from tests.libraries.searching import explained, of_tags, search

FUNCTIONS = {
    "IOB1": iobes.parse_spans_iob,
    "IOB2": iobes.parse_spans_bio,
    "BIOES": iobes.parse_spans_iobes,
    "BILOU": iobes.parse_spans_bilou,
}


@pytest.mark.parametrize("scheme", FUNCTIONS)
def test_unknown_letters_and_bare_ones_are_read_as_it_reads_them(scheme: str) -> None:
    unknown, bare = (QUIRKS[f"iobes.{name}"] for name in ("unknown-letter-is-outside", "bare-letter-is-its-own-type"))
    pipeline = bare.change(unknown.change(Pipeline.of(unknown.dialect(Scheme(scheme)))))

    def parsed(tags: list[str]) -> Triples:
        return sorted((span.type, span.start, span.end) for span in FUNCTIONS[scheme](tags))

    letters = ["O", "B", "I", "B-", "B-X", "I-X", "I-I", "Q-X", "O-X", "S-X", "L-X", "-X", "X"]
    assert differing(pipeline, parsed, product(letters, repeat=3)) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("mode", "own"),
    [
        pytest.param("iobes", "bmewo-name-error", marks=pytest.mark.long),
        pytest.param("iobes:errors", "bmewo-errors-uncalled", marks=pytest.mark.long),
        ("iobes:convert", "iob-looks-at-types-alone"),
    ],
)
def test_whatever_it_decodes_is_explained(mode: str, own: str) -> None:
    found = search(mode, 250, of_tags(["IOB1", "IOB2", "BIOES", "BILOU", "BMEWO"]))
    assert found.unexplained == []
    assert found.classes == {
        f"iobes.{name}" for name in (own, "unknown-letter-is-outside", "bare-letter-is-its-own-type")
    }


@pytest.mark.parametrize(("gold", "causes"), [("I-O B-O", ["iobes.iob-looks-at-types-alone"]), ("I-X B-X", [])])
def test_in_iob_a_type_that_is_called_o_is_outside(gold: str, causes: list[str]) -> None:
    assert explained("iobes:convert", [gold.split()], [["O", "O"]], scheme="IOB1") == causes


def test_the_function_that_is_spelled_right_reads_bmewo() -> None:
    found = search("iobes", 100, of_tags(["BMEOW"]))
    assert found.unexplained == []
    assert "iobes.bmewo-name-error" not in found.classes
