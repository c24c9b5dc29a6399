"""Spans of several pieces as brat, WebAnno and JSON Lines write them (MAT-13)."""

from fractions import Fraction
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.files.score_files import score_files
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.reference.spans import Span, span_of_pieces

TEXT = "lung and breast\ncancer is rare"
LUNG = span_of_pieces("DIS", [(0, 4), (16, 22)])


def _gold(path: Path) -> tuple[object, ...]:
    (record,) = read(path, None, ReaderOptions())
    return tuple(record.gold or ())


def test_brat_reads_pieces_and_compares_their_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    path = tmp_path / "a.ann"
    path.write_text("T1\tDIS 0 4;16 22\tlung cancer\nT2\tDIS 9 15;16 22\tbreast cancer\n", encoding="utf-8")
    assert _gold(path) == (LUNG, Span("DIS", 9, 22))  # a gap of nothing but the end of a line is none
    path.write_text("T1\tDIS 0 4;16 22\tlung tumour\n", encoding="utf-8")
    with pytest.raises(nc.NerconformError, match="the file says 'lung tumour'"):
        _gold(path)


def test_brat_reads_pieces_without_the_text(tmp_path: Path) -> None:
    path = tmp_path / "a.ann"
    path.write_text("T1\tDIS 16 22;0 4\tcancer lung\n", encoding="utf-8")
    assert _gold(path) == (LUNG,)


def test_webanno_reads_a_span_with_a_gap(tmp_path: Path) -> None:
    head = "#FORMAT=WebAnno TSV 3.3\n#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value\n\n"
    rows = ["1-1\t0-4\tlung\t*[1]\tDIS[1]", "1-2\t5-8\tand\t_\t_", "1-3\t9-15\tbreast\t*[2]\tDIS[2]"]
    rows.append("1-4\t16-22\tcancer\t*[1]|*[2]\tDIS[1]|DIS[2]")
    path = tmp_path / "a.tsv"
    path.write_text(f"{head}#Text=lung and breast cancer\n" + "\n".join(rows) + "\n", encoding="utf-8")
    assert _gold(path) == (span_of_pieces("DIS", [(0, 1), (3, 4)]), Span("DIS", 2, 4))


def test_json_lines_read_pieces_and_refuse_what_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    line = '{"tokens": ["lung", "and", "breast", "cancer"], "gold": [{"type": "DIS", "pieces": %s}], "pred": []}\n'
    path.write_text(line % "[[3, 4], [0, 1]]", encoding="utf-8")
    assert _gold(path) == (span_of_pieces("DIS", [(0, 1), (3, 4)]),)
    for pieces in ("[]", "[[0, 1], [3]]", "[[0, 2], [1, 3]]", "[[0, 1], [3, 9]]"):
        path.write_text(line % pieces, encoding="utf-8")
        with pytest.raises(nc.NerconformError, match="jsonl:1"):
            _gold(path)


def test_a_file_with_pieces_is_scored_by_the_reference(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lung, breast = '{"type": "DIS", "pieces": [[0, 1], [3, 4]]}', '["DIS", 2, 4]'
    tokens = '"tokens": ["lung", "and", "breast", "cancer"]'
    sides = f'"gold": [{lung}, {breast}], "pred": [["DIS", 0, 4], {breast}]'
    path.write_text(f"{{{tokens}, {sides}}}\n", encoding="utf-8")
    for engine in ("auto", "reference"):
        found = score_files(path, None, nc.dialects()["semeval"], engine=engine).evaluation
        # [0,4) and the pieces [0,1) and [3,4) share two tokens: PAR. [2,4) is COR. (1 + 1/2) / 2 = 3/4.
        assert (found.f1, found.schemas["partial"].f1) == (Fraction(1, 2), Fraction(3, 4))
