"""A stored result with a member edited is written in every form, or refused when it is read."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fuzz.fuzz_borders import restructured
from nerconform.reporting.report_writers import forms, print_first_screen, printed, render
from nerconform.results.stored import Stored, read
from nerconform.results.values import BadResult, decode, encode
from tests.reporting.kinds import one_of_each

KINDS: Mapping[str, str] = {type(one).__name__: encode(one) for one in one_of_each()}
EDITS = 3


@pytest.mark.parametrize(
    "edits", [EDITS, pytest.param(100 * EDITS, marks=pytest.mark.long)], ids=["few edits", "many edits"]
)
@pytest.mark.parametrize("kind", KINDS)
def test_an_edited_result_is_written_or_refused(kind: str, edits: int) -> None:
    chance = Random(kind)  # noqa: S311 - reproducible, no secret
    for _ in range(edits):
        try:
            found: Stored = decode(restructured(chance, KINDS[kind]), Stored, "x.json")
        except BadResult as error:
            assert (error.place, bool(error.hint)) == ("x.json", True)  # noqa: PT017 - being written is right, too
            continue
        pages = [printed(partial(print_first_screen, found)), *(render(found, form) for form in forms(type(found)))]
        assert all(isinstance(page, str) for page in pages)


def _renamed(holder: dict[str, Any]) -> None:
    holder["renamed"] = holder.pop(next(iter(holder)))


CONTRADICTIONS = {
    "a ratio over 0": ("Ranking", lambda data: data["systems"][0]["value"].update(denominator=0), "denominator"),
    "a ratio beyond a double": (
        "Ranking",
        lambda data: data["systems"][0]["value"].update(numerator=10**400),
        "so large that the ratio has more than 308 digits",
    ),
    "a place of 401 digits": (
        "Ranking",
        lambda data: data["systems"][0].update(place=10**400),
        "`place` has a whole number of more than 300 digits",
    ),
    "scores of no schema": ("FileScores", lambda data: data.update(schemas={}), r"\$\.schemas: .* length >= 1"),
    "a shown schema without scores": (
        "FileScores",
        lambda data: data.update(shown_schemas=["zz"]),
        "`schemas` has no 'zz', but `shown_schemas` needs it",
    ),
    "a run of no case": (
        "Run",
        lambda data: data["implementations"][0].update(results=[]),
        r"\$\.implementations\[0\]\.results: .* length >= 1",
    ),
    "a case of no clause": (
        "Run",
        lambda data: data["implementations"][0]["results"][0].update(clauses=[]),
        r"results\[0\]\.clauses: .* length >= 1",
    ),
    "an annotator that is not listed": (
        "Agreement",
        lambda data: data["annotators"].__setitem__(0, "zz"),
        "`annotators` has no 'one', but `pairs` needs it",
    ),
    "a pair of nobody": (
        "Agreement",
        lambda data: data["pairs"][0].update(first=""),
        "`annotators` has no '', but `pairs` needs it",
    ),
    "a renamed decision point": ("Sweep", lambda data: _renamed(data["points"]), "`points` has no 'I1', but `effects`"),
    "a missing kind of illegal transition": (
        "Sweep",
        lambda data: data["touched"]["pred"]["kinds"].pop("end"),
        "`kinds` has no 'end', but every side needs it",
    ),
    "a decision point that one side does not count": (
        "Sweep",
        lambda data: _renamed(data["touched"]["pred"]["points"]),
        "`touched.pred.points` has no 'I1', but `points` needs it",
    ),
    "a ranking of no system": ("Ranking", lambda data: data.update(systems=[]), r"\$\.systems: .* length >= 1"),
    "a place too few": (
        "Ranking",
        lambda data: data["named"][0]["places"].pop(),
        "`named.places` has 1 values, but `systems` has 2",
    ),
    "an error without its cell": (
        "Analysis",
        lambda data: data.update(confusion=[]),
        r"`confusion` has no \(.*\), but `errors.cells` needs it",
    ),
    "an error without its sentence": (
        "Analysis",
        lambda data: data["errors"][0].update(unit=-1),
        "`cited` has no -1, but `errors.unit` needs it",
    ),
    "an error of no entity": (
        "Analysis",
        lambda data: data["errors"][0].update(gold=[], pred=[]),
        r"\$\.errors\[0\]: an error needs an entity",
    ),
    "a step without its sentence": (
        "Comparison",
        lambda data: data.update(cited={}),
        "`cited` has no 0, but `bridges` needs it",
    ),
    "a sentence with a tag too few": (
        "Comparison",
        lambda data: data["cited"]["0"]["pred"].pop(),
        "`pred` has 2 values, but `gold` has 3",
    ),
    "a table with a column too few": (
        "Topics",
        lambda data: data["topics"][0]["tables"][0]["columns"].pop(),
        r"\$\.topics\[0\]\.tables\[0\]: `rows` has 3 values, but `columns` has 2",
    ),
}


@pytest.mark.parametrize(("kind", "edit", "words"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_result_that_contradicts_itself_is_refused_with_its_place(
    kind: str, edit: Callable[[Any], object], words: str, tmp_path: Path
) -> None:
    data = json.loads(KINDS[kind])
    edit(data)
    (tmp_path / "edited.json").write_text(json.dumps(data))
    with pytest.raises(BadResult, match=words) as raised:
        read(tmp_path / "edited.json")
    assert raised.value.place == str(tmp_path / "edited.json")
    assert raised.value.hint.startswith(("Write the file again", "Write a number of at most 300 digits"))
