"""The list of records: every cause, case and command that it names is there (KIT-7)."""

import re
from pathlib import Path

import pytest
import yaml

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.library import selectors
from nerconform.libraries.registry import declared_by, library_of
from nerconform.libraries.spacy.adapter import WAYS
from nerconform.reference.dialect import axis_of
from nerconform.suite.cases import load_suite

PAGE = Path(__file__).resolve().parents[2] / "docs" / "divergences.md"
EVIDENCE = Path(__file__).resolve().parents[3] / "shared" / "evidence" / "divergences.yaml"
LINES = PAGE.read_text(encoding="utf-8").splitlines()


def rows(beginning: str) -> list[list[str]]:
    """Return the cells of the rows that begin so."""
    lines = (line for line in LINES if re.match(beginning, line))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


ROWS = rows(r"\| [A-Z]")
MORE = rows(r"\| (?!library|record)[a-z]")
CASES = {case.id for case in load_suite().cases}
UNREFUSED = {f"unrefused.{case.expectations[0].refused}" for case in load_suite().cases if case.expectations}
"""What `matrix` calls it where a release answers what has to be refused."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_record_has_a_cause_that_exists_or_a_reason(row: list[str]) -> None:
    _, _, cause, found = row
    name = cause.strip("`")
    if not cause:
        assert found
    elif name not in QUIRKS:
        axis, _, option = name.partition(":")
        axis_of(axis).read(option)
        assert found


def test_the_cases_and_commands_that_are_named_exist() -> None:
    named = {name for *_, found in ROWS for name in re.findall(r"case `([^`]+)`", found)}
    assert named
    assert named <= CASES
    asked = {name for *_, found in ROWS for line in re.findall(r"`diff ([^`]+)`", found) for name in line.split()}
    assert {"seqeval:default", "nervaluate", "reference:conlleval"} <= asked
    for name in asked:
        library_of(name)


@pytest.mark.parametrize("row", MORE, ids=lambda row: f"{row[0]}: {row[1]}")
def test_what_else_a_library_does_is_found_by_what_is_there(row: list[str]) -> None:
    _, _, causes, found = row
    assert found
    for name in re.findall(r"`([^`]+)`", causes):
        if name not in {*QUIRKS, *UNREFUSED}:
            axis, _, option = name.partition(":")
            axis_of(axis).read(option)
    listed = re.findall(r"cases? ((?:`[^`]+`(?:, )?)+)", found)
    assert {name for names in listed for name in re.findall(r"`([^` ]+)`", names)} <= CASES
    for command in re.findall(r"`diff ([^`]+)`", found):
        for name in command.split():
            library_of(name)


@pytest.mark.skipif(not EVIDENCE.is_file(), reason="the evidence is not on this machine")
def test_no_record_is_left_out() -> None:
    records = yaml.safe_load(EVIDENCE.read_text(encoding="utf-8"))["divergences"]
    assert sorted(record["id"] for record in records) == sorted(row[0] for row in ROWS)


def test_every_mode_that_is_asked_by_name_alone_is_named() -> None:
    text = PAGE.read_text(encoding="utf-8")
    told = text[text.index("Some modes are asked by their names alone") : text.index("| record |")]
    modes = {one.name for one in selectors() if re.fullmatch(r"[a-z\d-]+(:[a-z-]+)+", one.name)}
    usual = {one.name for library in ("seqeval", "nervaluate", "ner-metrics", "gliner") for one in declared_by(library)}
    usual |= {"seqeval:strict:auto", "module:function", *(f"spacy:{way}" for way in WAYS)}
    assert modes.intersection(re.findall("`([^`]+)`", told)) == modes - usual
