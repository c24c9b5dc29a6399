"""Files scored as a published program: every figure that the program printed for them, to the last digit."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from nerconform.libraries.program import NotForPrograms, UnknownProgram, program_of, programs
from nerconform.products.programs.score_as_program import score_as
from nerconform.reference.measures import Measure
from nerconform.reference.schemes import Scheme
from nerconform.results.score_result import FileScores, PrintedByProgram

HERE = Path(__file__).parent
PRINTED = [
    (name, number, one)
    for name in ("conlleval_pl", "evaliob2_pl", "nereval_perl")
    for number, one in enumerate(yaml.safe_load((HERE / f"printed_{name}.yaml").read_text("utf-8")))
]
_RECORDED = (HERE.parents[1] / "diagnosis" / "data" / "recorded_semeval_jar.yaml").read_text("utf-8")
JAR = yaml.load(_RECORDED, yaml.BaseLoader)  # noqa: S506 - text, lists and maps alone
HEADS = {"pos": "total", "precision": "prec", "f1": "F1"}


def scored(program: str, file: Path, scheme: Scheme = Scheme.IOB2) -> FileScores:
    return score_as(file, None, programs()[program], scheme)


def printed(program: str, file: Path) -> PrintedByProgram:
    found = scored(program, file).program
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "recorded"),
    [(name, one) for name, _, one in PRINTED],
    ids=[f"{name}-{number}" for name, number, _ in PRINTED],
)
def test_a_script_prints_what_it_printed(name: str, recorded: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("\n".join(recorded["file"].split("/")), encoding="utf-8")
    assert printed(name, file).output.splitlines() == recorded["printed"]


@pytest.mark.long
def test_the_jar_prints_every_recorded_count_ratio_and_row(tmp_path: Path) -> None:
    (group,) = JAR["groups"][:1]
    compared = 0
    for number, answer in enumerate(group["answers"]):
        file = tmp_path / f"{number}.jsonl"
        units = zip(*(spans_of(answer[side]) for side in ("gold", "pred")), strict=True)
        file.write_text("".join(f"{json.dumps({'gold': one, 'pred': other})}\n" for one, other in units))
        figures = printed("semeval_jar", file).figures
        for measure, value in zip(group["measures"], answer["values"], strict=True):
            assert figures[figure_of(Measure.parse(measure))] == value, (answer, measure)
            compared += 1
    assert compared > 1000


def spans_of(text: str) -> list[list[list[object]]]:
    units = (one.strip() for one in text.split("|"))
    return [
        [[kind, int(start), int(end)] for kind, start, end in map(str.split, filter(None, unit.split(", ")))]
        for unit in units
    ]


def figure_of(measure: Measure) -> str:
    """Return the name of a figure that a measure is printed under."""
    if measure.scope == "macro":
        return f"macro {measure.quantity[0].upper()}{'1' if measure.quantity == 'f1' else ''}"
    head = HEADS.get(measure.quantity, measure.quantity)
    return f"{measure.type or measure.schema} {head}"


def test_a_defect_is_named_where_it_changes_a_figure_and_the_right_figure_stands_beside(tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("w B-0 B\nw O O\n")
    found = printed("conlleval_pl", file)
    assert [one.id for one in found.defects] == ["conlleval-pl.type-0-is-none"]
    assert (found.figures["FB1"], found.without_defects["FB1"]) == ("100.00", "0.00")


def test_without_a_defect_no_figure_is_another(tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("w B-X B-X\n")
    found = printed("conlleval_pl", file)
    assert (found.defects, found.without_defects) == ((), {})


def test_a_document_line_is_a_token_of_the_script(tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("-DOCSTART- O O\n\nw B-X B-X\n")
    assert printed("conlleval_pl", file).figures["tokens"] == "2"


def test_tags_are_decoded_by_their_scheme_for_a_program_that_takes_spans(tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("w S-drug S-drug\nw S-drug O\n")
    found = scored("semeval_jar", file, Scheme.BIOES)
    assert found.signature == "as:semeval_jar-2013-02-27,scheme:BIOES|*|spec:1.0"
    assert found.program is not None
    assert found.program.figures["strict total"] == "2"
    assert program_of(found.signature) == (programs()["semeval_jar"], Scheme.BIOES)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("conlleval", "nerconform does not know the program 'conlleval'"),
        ("conlleval_pl-1.0", "conlleval.pl 2004.1.26, not of"),
        ("as:conlleval_pl,policy:discard", "always scores by the same rules"),
    ],
)
def test_a_name_of_no_program_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnknownProgram, match=message):
        program_of(text)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("both.conll", "w B-X B-X\r\n", "carriage return"),
        ("both.jsonl", '{"gold": [["X", 0, 1]], "pred": []}\n', "reads only tags"),
        ("both.jsonl", '{"gold": [["X", "Bonn"]], "pred": [], "text": "Bonn"}\n', "compares positions"),
    ],
)
def test_what_the_script_reads_otherwise_is_refused(name: str, text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(text.encode())
    with pytest.raises(NotForPrograms, match=message) as found:
        scored("conlleval_pl", file)
    assert name in found.value.place


def test_an_error_of_the_data_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("w O O\n\nw X-X B-X\n")
    with pytest.raises(Exception, match="prefix 'X'") as found:
        scored("semeval_jar", file)
    assert f"{file}:3" in str(found.value)


def test_a_type_that_perl_takes_for_false_has_a_row_for_each_side(tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("w B B\n\nw B-X B-X\n")
    lines = printed("conlleval_pl", file).output.splitlines()
    assert [line.partition(":")[0].strip() for line in lines[2:]] == ["", "", "X"]


def test_germeval_loses_an_entity_where_the_next_sentence_begins_with_i(tmp_path: Path) -> None:
    file = tmp_path / "two.tsv"
    file.write_text("1\tBonn\tB-LOC\tO\tB-LOC\tO\n\n1\tKant\tB-LOC\tO\tI-LOC\tO\n2\t.\tO\tO\tO\tO\n")
    found = printed("nereval_perl", file)
    assert [one.id for one in found.defects] == ["nereval-perl.sentences-are-joined"]
    assert (found.figures["1. FB1"], found.without_defects["1. FB1"]) == ("0.00", "100.00")


def test_germeval_refuses_tags_of_other_tasks_and_a_second_file(tmp_path: Path) -> None:
    file, other = tmp_path / "one.tsv", tmp_path / "two.tsv"
    file.write_text("1\tBonn\tB-XX\tO\tB-LOC\tO\n")
    other.write_text("1\tBonn\tB-LOC\tO\n")
    with pytest.raises(NotForPrograms, match="stops with an error at the tag 'B-XX'"):
        scored("nereval_perl", file)
    with pytest.raises(NotForPrograms, match="reads one file"):
        score_as(file, other, programs()["nereval_perl"])
