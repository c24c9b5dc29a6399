"""Badges: what they say, in which colour, and that both forms are well made."""

import json
from xml.etree import ElementTree as ET

import pytest

from nerconform.reporting.badge import badge_files
from nerconform.results.run import ClaimMade, ImplementationRun, Level, Result, Run, Verdict


def run(*verdicts: str, claim: bool = True, names: tuple[str, ...] = ("mine",)) -> Run:
    results = tuple(
        Result(f"case.{number}", "core", ("CNT-1",), Level.LEGAL_DATA, Verdict(verdict), reason="no spans")
        for number, verdict in enumerate(verdicts)
    )
    made = ClaimMade("schemes:IOB2", "Right.", "conlleval") if claim else None
    runs = tuple(ImplementationRun(name, "1", results) for name in names)
    return Run(runs, "0.1.0", "1.0", "1", claim=made)


@pytest.mark.parametrize(
    ("verdicts", "message", "colour"),
    [
        (["pass", "pass", "unsupported"], "100 % of 2 cases", "brightgreen"),
        (["pass"] * 19 + ["known"], "95 % of 20 cases", "yellow"),
        (["pass"] * 2 + ["fail"], "66 % of 3 cases", "red"),
        (["unsupported"], "not asked", "red"),
    ],
)
def test_a_badge_says_how_many_answers_are_right(verdicts: list[str], message: str, colour: str) -> None:
    files = badge_files(run(*verdicts))
    assert json.loads(files["badge.json"]) == {
        "schemaVersion": 1,
        "label": "nerconform schemes:IOB2",
        "message": message,
        "color": colour,
    }
    picture = ET.fromstring(files["badge.svg"])  # noqa: S314 - written above
    texts = [node.text for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["nerconform schemes:IOB2", message]
    assert "http" not in files["badge.svg"].replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_without_a_claim_legal_data_counts_and_several_have_badges_of_their_own() -> None:
    files = badge_files(run("pass", claim=False, names=("a:b", "<&>")))
    assert list(files) == ["a-b-badge.json", "a-b-badge.svg", "----badge.json", "----badge.svg"]
    assert json.loads(files["a-b-badge.json"])["label"] == "nerconform legal-data"
