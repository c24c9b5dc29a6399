"""The run part of a signature: what was read, and what is said where it is not the same."""

import pytest

from nerconform.formats.provenance import NotReproduced, RunPart, SourceFile, UnitKind, require_same
from nerconform.reference.refusals import MalformedSignature

ONE, TWO = "1" * 64, "2" * 64
RUN = RunPart("0.1.0", UnitKind.DOCUMENT, (ONE, TWO), "gold:-2,separator:%09")
SOURCES = [SourceFile("a.conll", ONE), SourceFile("b.conll", TWO)]


def test_the_text_is_read_back() -> None:
    assert RunPart.parse(str(RUN)) == RUN


def test_what_is_left_out_is_empty() -> None:
    assert RunPart.parse("") == RunPart("", None, (), "")
    assert RunPart.parse(" unit:sentence ") == RunPart("", UnitKind.SENTENCE, (), "")


def test_of_a_part_that_is_said_again_the_last_counts() -> None:
    text = "nerconform:1 read:a unit:sentence nerconform:2 read:b unit:document"
    assert RunPart.parse(text) == RunPart("2", UnitKind.DOCUMENT, (), "b")


@pytest.mark.parametrize("text", ["unit:page", "sha256:12", f"sha256:{'G' * 64}", "bytes:3", "sentence"])
def test_what_is_no_run_part_is_refused(text: str) -> None:
    with pytest.raises(MalformedSignature, match="after '#'"):
        RunPart.parse(text)


def test_the_same_input_passes_whatever_the_release() -> None:
    require_same(RUN._replace(tool="9.9.9"), RUN, SOURCES)
    require_same(RunPart("", None, (), ""), RUN, SOURCES)


def test_gold_and_prediction_are_told_apart() -> None:
    with pytest.raises(NotReproduced, match=r"a\.conll is not the file of.*; b\.conll is not the file of"):
        require_same(RUN._replace(digests=(TWO, ONE)), RUN, SOURCES)


def test_the_numbers_of_files_are_compared() -> None:
    with pytest.raises(NotReproduced, match=r"the signature is for 1 file\(s\), and 2 are given"):
        require_same(RUN._replace(digests=(ONE,)), RUN, SOURCES)


def test_unit_and_reading_are_compared() -> None:
    with pytest.raises(NotReproduced, match=r"`unit` is 'document'.*; `read` is 'gold:-2"):
        require_same(RUN._replace(unit=UnitKind.SENTENCE, reader="default"), RUN, SOURCES)


def test_what_is_said_of_intervals_is_read_and_changes_nothing() -> None:
    plain = RunPart.parse("nerconform:0.1.0 unit:sentence read:default")
    assert RunPart.parse("nerconform:0.1.0 unit:sentence read:default resamples:10 seed:3 random:numpy-2.0") == plain
