"""The list of records: every cause, case and command that it names is there (KIT-7)."""

import re
from pathlib import Path

import pytest
import yaml

from nerconform.comparison.causes import QUIRKS
from nerconform.implementations.registry import library_of
from nerconform.reference.dialect import axis_of
from nerconform.suite.cases import load_suite

PAGE = Path(__file__).resolve().parents[2] / "docs" / "divergences.md"
EVIDENCE = Path(__file__).resolve().parents[3] / "shared" / "evidence" / "divergences.yaml"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if re.match(r"\| [A-Z]", line)
]


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
    cases = {case.id for case in load_suite().cases}
    named = {name for *_, found in ROWS for name in re.findall(r"case `([^`]+)`", found)}
    assert named
    assert named <= cases
    asked = {name for *_, found in ROWS for line in re.findall(r"`diff ([^`]+)`", found) for name in line.split()}
    assert {"seqeval:default", "nervaluate", "reference:conlleval"} <= asked
    for name in asked:
        library_of(name)


@pytest.mark.skipif(not EVIDENCE.is_file(), reason="the evidence is not on this machine")
def test_no_record_is_left_out() -> None:
    records = yaml.safe_load(EVIDENCE.read_text(encoding="utf-8"))["divergences"]
    assert sorted(record["id"] for record in records) == sorted(row[0] for row in ROWS)
