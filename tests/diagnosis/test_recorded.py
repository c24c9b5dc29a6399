"""What evaluations that are no part of this project answered, reproduced by choices and the quirks of each."""

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from nerconform.base.errors import NerconformError
from nerconform.commands.explain import explain
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Given, LibraryRaises
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.spans import Span

Group = dict[str, Any]
Answer = dict[str, Any]
Units = list[list[Any]]

FILES = {
    path.stem.removeprefix("recorded_"): yaml.load(path.read_text(encoding="utf-8"), yaml.CBaseLoader)  # noqa: S506
    for path in sorted((Path(__file__).parent / "data").glob("recorded_*.yaml"))
}
"""All scalars are text, so that a printed number keeps its digits; this loader makes text, lists and maps alone."""
GROUPS = [(name, group) for name, file in FILES.items() for group in file["groups"]]
NOT_BY_DATA_ALONE = {
    *("seqeval.zero-division-is-not-checked", "seqeval.mode-is-not-checked"),
    "allennlp.tiny-in-denominators",
}
"""Quirks that fire by an imposed choice, which is not recorded, or where another one has made spans of O."""
_DOUBLES = {
    *("allennlp", "evaluate", "faireval", "flair", "hipe_scorer", "n2c2", "ncrfpp", "neleval", "nestednereval"),
    "seqnereval",
}
_ULPS = 4e-16

every_group = pytest.mark.parametrize(
    ("name", "group"),
    GROUPS,
    ids=[f"{name}-{group['scheme']}-{group.get('form', 'tags')}-{index}" for index, (name, group) in enumerate(GROUPS)],
)


def pipeline_of(group: Group, quirks: list[str], sides: tuple[Units, Units]) -> Pipeline:
    """Return the path of the choices of a group, with these quirks on these data."""
    choices = {axis.replace("-", "_"): option for axis, option in group["choices"].items()}
    dialect = Dialect().set(scheme=group["scheme"], **choices)
    pipeline = Pipeline.of(dialect)
    for quirk in quirks:
        pipeline = QUIRKS[quirk].on(Given(*sides, dialect))(pipeline)
    return pipeline


def side(text: str, group: Group) -> Units:
    """Return the units of one side."""
    units = [unit.strip() for unit in text.split("|")]
    if group.get("form") != "spans":
        return [unit.split() for unit in units]
    return [[span(one) for one in unit.split(", ") if one] for unit in units]


def span(text: str) -> Span:
    kind, start, end = text.split()
    return Span(kind, int(start), int(end))


def value(evaluation: Evaluation, measure: str) -> Fraction | int | str | None:
    """Return one number, `-` for a type that has no row."""
    try:
        return evaluation.value(measure)
    except NotAnswered:
        return "-"


def is_recorded(text: str, found: Fraction | int | str | None, *, double: bool) -> bool:
    """Whether a number is the recorded one: printed to the last digit, a double to its last two bits."""
    if found is None or isinstance(found, str):
        return text == ("nan" if found is None else found)
    if text in {"-", "nan"}:
        return False
    if double and "." in text:
        return math.isclose(float(text), float(found), rel_tol=_ULPS)
    return Fraction(text) == found


def reproduces(name: str, group: Group, quirks: list[str], answer: Answer) -> bool:
    """Whether choices and these quirks give a recorded answer, all of it."""
    sides = side(answer["gold"], group), side(answer["pred"], group)
    try:
        evaluation = pipeline_of(group, quirks, sides).evaluate(*sides)
        found = [value(evaluation, measure) for measure in group["measures"]] if "values" in answer else []
    except LibraryRaises as raised:
        return raised.error == answer.get("error")
    except NerconformError:
        return "error" in answer and answer["error"] == group.get("refuses")
    if "error" in answer:
        return False
    pairs = zip(answer["values"], found, strict=True)
    return all(is_recorded(text, number, double=name in _DOUBLES) for text, number in pairs)


def wrong(name: str, group: Group, quirks: list[str]) -> list[Answer]:
    """Return the answers that choices and these quirks do not give."""
    return [answer for answer in group["answers"] if not reproduces(name, group, quirks, answer)]


@every_group
def test_every_recorded_answer_is_given_by_choices_and_quirks(name: str, group: Group) -> None:
    assert wrong(name, group, group["quirks"]) == []


@every_group
def test_no_quirk_is_named_that_the_answers_do_not_need(name: str, group: Group) -> None:
    for quirk in group["quirks"]:
        assert wrong(name, group, [one for one in group["quirks"] if one != quirk]), quirk


@pytest.mark.long
@every_group
def test_a_quirk_can_fire_wherever_a_recorded_answer_needs_it(name: str, group: Group) -> None:
    choices = {axis.replace("-", "_"): option for axis, option in group["choices"].items()}
    dialect = Dialect().set(scheme=group["scheme"], **choices)
    for quirk in {*group["quirks"]} - NOT_BY_DATA_ALONE:
        for answer in wrong(name, group, [other for other in group["quirks"] if other != quirk]):
            given = Given(side(answer["gold"], group), side(answer["pred"], group), dialect)
            assert QUIRKS[quirk].fires(given), (quirk, answer)


@pytest.mark.long
@every_group
def test_the_quirks_may_be_added_in_any_order(name: str, group: Group) -> None:
    assert wrong(name, group, group["quirks"][::-1]) == []


def test_all_answers_are_there_and_say_of_what_revision_they_are() -> None:
    sizes = {name: sum(len(group["answers"]) for group in file["groups"]) for name, file in FILES.items()}
    assert sizes == {
        "allennlp": 70,
        "brateval": 60,
        "conlleval_pl": 113,
        "dilated_cnn_ner": 50,
        "evaliob2_pl": 46,
        "evaluate": 118,
        "faireval": 60,
        "flair": 55,
        "hipe_scorer": 53,
        "n2c2": 50,
        "ncrfpp": 70,
        "neleval": 50,
        "nereval_perl": 40,
        "nestednereval": 72,
        "semeval_jar": 51,
        "seqnereval": 70,
    }
    for name, file in FILES.items():
        revisions = {one["revision"] for one in file["revisions"]}
        assert {group["revision"] for group in file["groups"]} == revisions, name


@pytest.mark.parametrize("name", FILES)
def test_a_revision_is_a_commit_or_a_release_and_every_file_of_it_has_its_digest(name: str) -> None:
    for one in FILES[name]["revisions"]:
        assert re.fullmatch(r"[0-9a-f]{40}|\d+(\.\d+)+", one["revision"])
        assert one["files"]
        assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in one["files"].values())


@pytest.mark.long
@pytest.mark.parametrize("quirk", sorted({quirk for _, group in GROUPS for quirk in group["quirks"]}))
def test_explain_tells_the_quirks_that_the_answers_need(quirk: str) -> None:
    assert ("defect", QUIRKS[quirk].title) in [(told.kind, told.title) for told in explain(quirk)]


@pytest.mark.parametrize(
    ("text", "found", "double", "same"),
    [
        ("0.43", Fraction(43, 100), False, True),
        ("0.43", Fraction(3, 7), False, False),
        ("0.9999999999999001", Fraction(1), True, False),
        ("nan", None, False, True),
        ("0.0", None, True, False),
        ("-", "-", False, True),
        ("0", "-", False, False),
        ("-", 0, False, False),
    ],
)
def test_numbers_are_compared_to_their_last_digit(
    text: str, found: Fraction | int | str | None, *, double: bool, same: bool
) -> None:
    assert is_recorded(text, found, double=double) is same
