"""`nerconform score`: whole outputs, signatures that reproduce, and what it refuses."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.json_text import dumps
from nerconform.commands.verb_parser import build_parser
from nerconform.files import evaluated_files, score_files
from nerconform.formats.reader_options import FileFormat
from nerconform.reference.outcomes import Schema
from nerconform.results.score_result import FileScores
from nerconform.results.values import decode, encode, schema_of
from tests.commands.conftest import Command, but_one_sentence

DATA = Path(__file__).parent / "data"
HIPE = Path(__file__).parent / "hipe"
TEXT = ("--format", "text")
TWO = ("gold.bioes", "pred.bioes", "--scheme", "BIOES")

OUTPUTS = {
    "score-semeval.txt": ("both.conll", *TEXT),
    "score-conlleval.txt": ("both.conll", "--dialect", "conlleval", *TEXT),
    "score-two-files.txt": (*TWO, "--set", "policy=discard", *TEXT),
    "score-rounded.txt": ("both.conll", "--dialect", "seqscore", *TEXT),
    "score-documents.txt": ("documents.conll", "--unit", "document", "--set", "pool=mean", *TEXT),
    "score-undefined.txt": ("both.conll", "--set", "zero=nan", "--set", "labels=given{LOC}", *TEXT),
    "score-measures.txt": ("both.conll", "--measure", "strict.micro.f1", "--measure", "type.type{ORG}.cor", *TEXT),
    "score.json": ("both.conll", "--measure", "partial.macro.f0.5", "--measure", "strict.micro.tp", "--format", "json"),
    "score.csv.txt": ("both.conll", "--dialect", "conlleval", "--format", "csv"),
    "score-measures.csv.txt": ("both.conll", "--measure", "strict.micro.f1", "--format", "csv"),
    "score.md.txt": ("names.conll", "--dialect", "conlleval", "--format", "markdown"),
    "score-measures.md.txt": ("both.conll", "--measure", "strict.micro.f1", "--format", "markdown"),
    "score.tex.txt": ("both.conll", "--format", "latex"),
    "score-names.tex.txt": ("names.conll", "--dialect", "conlleval", "--format", "latex"),
    "score-measures.tex.txt": ("both.conll", "--measure", "strict.type{ORG}.f1", "--format", "latex"),
}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand beside the files, and be of a release that does not change."""
    monkeypatch.chdir(DATA)
    for module in (evaluated_files, score_files):
        monkeypatch.setattr(module, "__version__", "0.0.0")


@pytest.mark.parametrize("pool", ["corpus", "mean"])
def test_a_file_in_the_layout_of_hipe_scores_as_its_scorer_prints(pool: str, command: Command) -> None:
    recorded = json.loads((HIPE / "recorded.json").read_text(encoding="utf-8"))["answer"]
    names = "P_micro R_micro F1_micro" if pool == "corpus" else "P_macro_doc R_macro_doc F1_macro_doc"
    options = ("--dialect", "hipe", "--set", f"pool={pool}", "--unit", "document", "--document", "# document_id")
    status, out, err = command(
        "score",
        str(HIPE / "gold.tsv"),
        str(HIPE / "pred.tsv"),
        *options,
        "--comment",
        "#",
        "--resamples",
        "0",
        "--format",
        "json",
    )
    assert (status, err) == (0, "")
    schemas = json.loads(out)["schemas"]
    for key, due in recorded.items():
        kind, schema = key.split()
        found = schemas[{"ent_type": "type"}.get(schema, schema)]
        if kind == "ALL":
            row = found["averages"]["micro"]
        else:
            row = next(one for name, one in found["by_type"].items() if name.upper() == kind)
        ours = [row["counts"][name] for name in ("cor", "inc", "par", "mis", "spu", "pos", "act")]
        counts = "correct incorrect partial missed spurious possible actual"
        assert ours == [due[name] for name in counts.split()], key
        ratios = [row[name] for name in ("precision", "recall", "f1")]
        for ratio, name in zip(ratios, names.split(), strict=True):
            if due[name] is not None:
                assert ratio["numerator"] / ratio.get("denominator", 1) == pytest.approx(due[name], abs=1e-12), key


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    status, out, err = command("score", *OUTPUTS[name], "--resamples", "0")
    assert (status, but_one_sentence(err)) == (0, "")
    assert ".json" in name or not any(line != line.rstrip() for line in out.splitlines())
    snapshot(name, out)


def test_a_table_of_four_schemas_fits_a_terminal_of_80_columns(command: Command) -> None:
    _, out, _ = command("score", "both.conll", *TEXT)
    assert max(len(line) for line in out.splitlines() if "#" not in line) <= 80


def test_micro_f1_has_an_interval_that_a_seed_fixes(command: Command) -> None:
    first, again, other = (_json(command, "both.conll", "--seed", seed)["intervals"] for seed in ("1", "1", "2"))
    assert first.keys() == {"strict", "exact", "partial", "type"}
    assert first == again
    for schema, interval in first.items():
        assert 0 <= interval["low"] <= interval["high"] <= 1, schema
    assert other.keys() == first.keys()


def test_the_interval_is_that_of_compare(command: Command) -> None:
    interval = _json(command, "both.conll", "--dialect", "conlleval", "--resamples", "200", "--seed", "3")["intervals"]
    args = ("both.conll", "--with", "reference:conlleval", "--resamples", "200", "--seed", "3", "--format", "json")
    _, out, _ = command("compare", *args)
    assert interval["strict"] == json.loads(out)["columns"][0]["interval"]


@pytest.mark.parametrize("measure", ["strict.macro.f1", "strict.weighted.f1", "strict.type{PER}.f1"])
def test_every_f1_has_the_interval_of_compare(command: Command, measure: str) -> None:
    drawn = ("--resamples", "200", "--seed", "3")
    found = _json(command, "both.conll", "--dialect", "conlleval", "--intervals", "all", *drawn)
    named = ("--with", "reference:conlleval", "--measure", measure)
    _, out, _ = command("compare", "both.conll", *named, *drawn, "--format", "json")
    assert found["row_intervals"][measure] == json.loads(out)["columns"][0]["interval"]
    asked = _json(command, "both.conll", "--dialect", "conlleval", "--intervals", "all", "--measure", measure, *drawn)
    assert asked["measures"][0]["interval"] == found["row_intervals"][measure]


def test_intervals_of_types_need_to_be_asked_for(command: Command) -> None:
    assert "row_intervals" not in _json(command, "both.conll")
    _, out, _ = command("score", "documents.conll", "--unit", "document", "--intervals", "all")
    head, *rows = (line for line in out.splitlines() if line.startswith(("strict  ", "LOC", "macro", "weighted")))
    assert head.endswith("f1 95 %")
    assert all(row.endswith("]") for row in rows)
    assert max(len(line) for line in out.splitlines() if "#" not in line) <= 80


def test_text_says_how_intervals_were_drawn_or_why_there_are_none(command: Command) -> None:
    _, out, _ = command("score", "documents.conll", "--unit", "document", *TEXT)
    assert "micro f1, 95 % interval: [" in out
    assert "intervals: per cent, 1000 resamples of documents, seed 0" in out
    _, out, _ = command("score", "both.conll", "--set", "pool=mean", *TEXT)
    assert "no interval: pool:mean averages over" in out
    _, out, _ = command("score", "both.conll", "--resamples", "0", *TEXT)
    assert "interval" not in out


def test_a_measure_of_the_micro_average_has_its_own_interval(command: Command) -> None:
    args = ("--measure", "strict.micro.recall", "--measure", "strict.macro.f1", "--measure", "strict.micro.tp")
    found = _json(command, "both.conll", *args)["measures"]
    assert ["interval" in one for one in found] == [True, False, False]


def _json(command: Command, *args: str) -> dict[str, Any]:
    status, out, err = command("score", *args, "--format", "json")
    assert (status, but_one_sentence(err)) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_json_reads_back_as_itself(command: Command) -> None:
    _, schema, _ = command("score", "--json-schema")
    assert schema == dumps(schema_of(FileScores))
    for args in OUTPUTS.values():
        _, out, _ = command("score", *args, "--format", "json")
        assert encode(decode(out, FileScores, "")) == out


def test_the_digest_is_that_of_the_bytes(command: Command) -> None:
    found = _json(command, *TWO)
    digests = [hashlib.sha256((DATA / name).read_bytes()).hexdigest() for name in TWO[:2]]
    assert [one["sha256"] for one in found["read"]["inputs"]] == digests
    assert " ".join(f"sha256:{digest}" for digest in digests) in str(found["citation"])


ASKED = [
    ("both.conll", "--measure", "strict.micro.f1"),
    ("both.conll", "--dialect", "nervaluate-1", "--set", "zero=P1,R0", "--measure", "type.macro.recall"),
    (*TWO, "--set", "policy=discard", "--measure", "exact.type{ORG}.mis"),
    ("documents.conll", "--unit", "document", "--set", "pool=mean", "--measure", "strict.micro.f1"),
    ("both.conll", "--gold-column", "2", "--pred-column", "-2", "--separator", "space", "--measure", "strict.micro.f1"),
]


@pytest.mark.parametrize("args", ASKED)
def test_a_signature_pasted_back_gives_the_number_again(args: tuple[str, ...], command: Command) -> None:
    (once,) = _json(command, *args)["measures"]
    files = args[:2] if args == ASKED[2] else args[:1]
    (again,) = _json(command, *files, "--signature", once["citation"])["measures"]
    assert again == once


def test_a_signature_without_run_part_is_a_dialect_and_a_measure(command: Command) -> None:
    found = _json(command, "both.conll", "--signature", "conlleval|strict.micro.f1")
    assert found["measures"][0]["value"] == {"is": "exact", "numerator": 1, "denominator": 2}


def test_a_signature_of_everything_gives_everything(command: Command) -> None:
    once = _json(command, "both.conll")
    assert _json(command, "both.conll", "--signature", str(once["citation"])) == once


def test_a_signature_of_another_input_says_so(command: Command) -> None:
    citation = str(_json(command, "both.conll")["citation"])
    status, out, err = command("score", "names.conll", "--signature", citation)
    assert (status, out) == (2, "")
    assert "names.conll is not the file of the signature: sha256 " in err
    assert "remove '#' and what follows it" in err


def test_a_signature_of_one_file_is_not_that_of_two(command: Command, tmp_path: Path) -> None:
    citation = str(_json(command, "both.conll")["citation"])
    again = tmp_path / "again.conll"
    again.write_bytes(Path("both.conll").read_bytes())
    status, out, err = command("score", "both.conll", str(again), "--gold-column", "1", "--signature", citation)
    assert (status, out) == (2, "")
    assert "the signature is for 1 file(s), and 2 are given" in err


def test_everything_that_differs_is_said_at_once(command: Command) -> None:
    citation = str(_json(command, "documents.conll")["citation"])
    args = ("--gold-column", "2", "--pred-column", "1", "--unit", "document", "--signature", citation)
    status, out, err = command("score", "documents.conll", *args)
    assert (status, out) == (2, "")
    assert "`unit` is 'document', and the signature says 'sentence'" in err
    assert "`read` is 'gold:2,pred:1', and the signature says 'default'" in err


def test_the_short_signature_of_the_first_screen_gives_the_same_numbers_again(command: Command) -> None:
    _, screen, _ = command("score", "both.conll", "--set", "zero=1")
    (short,) = [line for line in screen.splitlines() if "|spec:" in line]
    assert short.startswith("semeval,zero:1|strict.micro.f1|spec:1.0 # nerconform:0.0.0 unit:sentence sha256:")
    measured = ("--set", "zero=1", "--measure", "strict.micro.f1")
    assert _json(command, "both.conll", "--signature", short) == _json(command, "both.conll", *measured)
    every = short.replace("|strict.micro.f1|", "|*|")
    assert _json(command, "both.conll", "--signature", every) == _json(command, "both.conll", "--set", "zero=1")


def test_the_full_signature_says_every_choice_and_the_same_of_the_run(command: Command) -> None:
    lines = [command("score", "both.conll", *more)[1].splitlines() for more in ((), ("--full-signature",))]
    short, full = (next(line for line in one if "|spec:" in line) for one in lines)
    every = _json(command, "both.conll")["citation"]
    assert full == every.replace("|*|", "|strict.micro.f1|")
    assert full.split("#")[1] == short.split("#")[1]
    measured = ("--measure", "strict.micro.f1", "--full-signature")
    assert full in command("score", "both.conll", *measured)[1].splitlines()
    several = command("score", "both.conll", "--schemas", "strict,exact", "--full-signature")[1].splitlines()
    assert every in several


@pytest.mark.parametrize(
    ("asked", "shown"),
    [((), ["strict"]), (("exact", "type"), ["exact", "type"]), (("all",), list(Schema))],
)
def test_one_table_is_shown_unless_others_are_asked_for(
    asked: tuple[str, ...], shown: list[str], command: Command
) -> None:
    args = ("--schemas", ",".join(asked)) if asked else ()
    _, out, _ = command("score", "both.conll", *args)
    assert [line.split()[0] for line in out.splitlines() if "precision  recall" in line] == shown
    _, written, _ = command("score", "both.conll", *args, "--format", "csv")
    schemas = dict.fromkeys(line.split(",")[0] for line in written.splitlines()[1:])
    assert list(schemas) == (shown if asked else ["strict", "exact", "partial", "type"])


REFUSED = {
    "three files": (("both.conll", "both.conll", "both.conll"), "GOLD PRED"),
    "signature and dialect": (
        ("both.conll", "--signature", "semeval", "--dialect", "hipe"),
        "Remove --dialect or --signature",
    ),
    "signature and measure": (
        ("both.conll", "--signature", "semeval", "--measure", "x"),
        "Remove --measure or --signature",
    ),
    "measure without a row": (("both.conll", "--measure", "strict.type{GPE}.f1"), "scores: LOC, ORG, PER"),
    "schema without alignment": (
        ("both.conll", "--dialect", "conlleval", "--measure", "partial.micro.f1"),
        "use a dialect with other schemas",
    ),
    "another spec": (
        ("both.conll", "--signature", "semeval|*|spec:0.9"),
        "the signature is for spec 0.9, and this nerconform has spec",
    ),
    "choice without option": (("both.conll", "--set", "policy"), "is not AXIS=OPTION"),
    "choice of no axis": (("both.conll", "--set", "=x"), "is not AXIS=OPTION"),
    "axis twice": (("both.conll", "--set", "zero=1", "--set", "zero=0"), "has zero:1 and zero:0"),
    "two schemes": (("both.conll", "--scheme", "IOB1", "--set", "scheme=BIOES"), "remove scheme:"),
    "one annotation": (("iob1.conll",), "iob1.conll:1: there is only one column of tags"),
    "no documents": (("both.conll", "--unit", "document"), "the file does not say where documents start"),
    "unknown part of a run": (
        ("both.conll", "--signature", "semeval # bytes:7"),
        "'bytes:7' is not a part of a signature",
    ),
    "unknown unit of a run": (
        ("both.conll", "--signature", "semeval # unit:page"),
        "`unit:page` is not a part of a signature",
    ),
    "digest that is none": (("both.conll", "--signature", "semeval # sha256:12"), "'12' is not a SHA-256"),
    "bare tag": (
        ("both.conll", "--set", "delimiter=_"),
        "both.conll:4, gold: the tag 'B-ORG' is neither O nor PREFIX_TYPE",
    ),
    "a schema that the dialect does not answer": (
        ("both.conll", "--dialect", "conlleval", "--schemas", "partial"),
        "there is no schema 'partial'",
    ),
    "illegal transition": (
        ("both.conll", "--set", "policy=refuse"),
        "both.conll:14, pred: 'I-PER' may not follow 'O' (SCH-5) in IOB2",
    ),
    "illegal end": (
        (*TWO, "--set", "policy=refuse"),
        "pred.bioes:3, pred: 'O' may not follow 'I-ORG' (SCH-8) in BIOES",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_leaves_nothing_behind(name: str, command: Command) -> None:
    args, words = REFUSED[name]
    status, out, err = command("score", *args, "--format", "csv")
    assert (status, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_a_pipe_cannot_be_cited(command: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    status, out, err = command("score", str(tmp_path / "pipe"))
    assert (status, out) == (2, "")
    assert "this is a pipe or a device, not a file. Save the data to a file first" in err


def test_flat_pooling_joins_sentences_before_it_decodes(command: Command) -> None:
    found = _json(command, "documents.conll", "--set", "pool=flat", "--unit", "document")
    assert found["units"] == 2
    assert found["schemas"]["strict"]["averages"]["micro"]["counts"]["pos"] == 3


def test_the_formats_that_can_be_named_are_those_that_can_be_read() -> None:
    option = build_parser()[1]["score"].option_of("--input-format")
    assert option is not None
    assert option.choices == list(FileFormat)


def test_who_counts_can_be_said_and_changes_nothing_else(command: Command) -> None:
    pytest.importorskip("numpy")
    outputs = [
        json.loads(command("score", str(DATA / "both.conll"), "--engine", name, "--format", "json")[1])
        for name in ("columnar", "reference")
    ]
    assert [output.pop("engine") for output in outputs] == ["columnar", "reference"]
    assert outputs[0] == outputs[1]


def test_processes_that_cannot_share_the_work_are_a_note_beside_the_same_output(command: Command) -> None:
    pytest.importorskip("numpy")
    arguments = ("score", str(DATA / "both.conll"), "--engine", "columnar", "--dialect", "hipe")
    alone, several = command(*arguments), command(*arguments, "--jobs", "2")
    assert several[:2] == alone[:2]
    note = (
        "nerconform: note: --jobs has no effect, one process counts everything: "
        "labels:gold looks at all sentences together\n"
    )
    assert (alone[2], several[2]) == ("", note)


def test_what_the_columnar_engine_does_not_serve_is_an_error_if_it_was_asked_for(command: Command) -> None:
    pytest.importorskip("numpy")
    status, _, error = command("score", str(DATA / "both.conll"), "--engine", "columnar", "--set", "pool=mean")
    assert status == 2
    assert "pool:mean counts every sentence by itself. Use --engine auto" in error


@pytest.mark.parametrize("jobs", ["0", "-1", "x", "5000"])
def test_a_number_of_processes_is_one_at_least(command: Command, jobs: str) -> None:
    status, _, error = command("score", "both.conll", "--jobs", jobs)
    assert status == 2
    assert "--jobs" in error


@pytest.fixture
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand beside a wide and a narrow file."""
    monkeypatch.chdir(tmp_path)
    for name, text in WIDE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


WIDE = {
    "gold": "a NN B-X\nb VB O\n\nc VB O\n",
    "pred": "a NN x y B-X\nb VB x y O\n\nc VB x y O\n",
    "narrow": "a B-X\nb O\n\nc O\n",
}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gold", "pred"], [("gold", 2, 3, "gold"), ("pred", 4, 5, "pred")]),
        (["gold", "narrow"], [("gold", 2, 3, "gold")]),
        (["gold", "pred", "--pred-column", "4"], [("gold", 2, 3, "gold")]),
        (["gold", "pred", "--gold-column", "-1", "--pred-column", "-1"], []),
        (["narrow", "gold", "--encoding", "latin-1"], [("gold", 2, 3, "pred")]),
    ],
)
@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("verb", [("score",), ("sweep",), ("compare", "--with", "conlleval", "--resamples", "0")])
def test_a_column_that_was_chosen_unsaid_is_named(
    verb: tuple[str, ...],
    arguments: list[str],
    said: list[tuple[str, int, int, str]],
    command: Command,
) -> None:
    status, _, err = command(*verb[:1], *arguments, *verb[1:])
    assert status == 0
    assert err.splitlines() == [
        f"nerconform: note: {file}: the {side} tags are read from column {column}, the last of {width} "
        f"(numbered from 0); to use another column: --{side}-column N"
        for file, column, width, side in said
    ]


def test_the_signature_scores_the_same_file_again_and_no_other(command: Command, tmp_path: Path) -> None:
    file, other = tmp_path / "both.conll", tmp_path / "other.conll"
    file.write_text("w B-X B-X\nw B-X O\n")
    other.write_text("w B-X B-X\n")
    shown = json.loads(command("score", str(file), "--as", "conlleval_pl", "--format", "json")[1])
    again = command("score", str(file), "--signature", shown["citation"].replace("|*|", "|strict.micro.f1|"))
    assert again[0] == 0
    assert "66.67" in again[1]
    refused = command("score", str(other), "--signature", shown["citation"])
    assert refused[0] == 2
    assert "is not the file of the signature" in refused[2]


@pytest.mark.parametrize(
    "option", ["--dialect=semeval", "--set=policy=discard", "--unit=document", "--scheme=BIOES", "--jobs=2"]
)
def test_a_program_leaves_no_choice_of_rules(option: str, command: Command, tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("w B-X B-X\n")
    status, _, said = command("score", str(file), "--as", "conlleval_pl", option)
    assert status == 2
    assert option.partition("=")[0] in said


def test_a_program_is_compared_with_a_dialect_step_by_step(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "both.conll"
    file.write_text("w B-0 B\n\nw B-X B-X\n")
    names = "as:conlleval_pl,reference:conlleval,bare:untyped"
    status, out, _ = command("compare", str(file), "--with", names, "--resamples", "0", "--format", "json")
    assert status == 0
    shown = json.loads(out)
    assert [one["name"] for one in shown["columns"]] == [
        "as:conlleval_pl-2004.1.26",
        "reference:conlleval,bare:untyped",
    ]
    causes = [change["cause"]["id"] for step in shown["bridges"][0]["steps"] for change in step["changes"]]
    assert "conlleval-pl.type-0-is-none" in causes
    assert shown["columns"][0]["citation"].startswith("as:conlleval_pl-2004.1.26|strict.micro.f1|spec:1.0 # ")


@pytest.mark.parametrize("types", [3, 10, 11, 12, 13, 40])
def test_a_long_name_and_many_types_fit_into_the_first_screen(command: Command, tmp_path: Path, types: int) -> None:
    path = tmp_path / ("results_of_an_experiment_" * 3) / "predictions.conll"
    path.parent.mkdir()
    path.write_text("".join(f"w B-T{at} {'O' if at % 2 else 'I-T1'}\n\n" for at in range(types)))
    lines = command("score", str(path))[1].splitlines()
    assert len(lines) <= 25
    assert "by the rules that `nerconform explain semeval` lists" in " ".join(" ".join(lines).split())
