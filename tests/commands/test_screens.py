"""The first screen of every verb on real data, at 80 columns: whole outputs, and at most 25 lines."""

import json
import re
import shlex
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from nerconform.commands.verb_parser import command_table
from tests.commands.conftest import Command

ROOT = Path(__file__).parents[2]
WRITTEN = json.loads((ROOT / "tests" / "reading" / "screens.json").read_text(encoding="utf-8"))
OTHER = [
    "nerconform check tests.diagnosis.metrics.tags_scored:bounds_only --dialect conlleval",
    "nerconform check tests.diagnosis.metrics.wrapped:seqeval_macro --dialect conlleval",
    "nerconform score docs/data/predictions.conll --schemas all",
    "nerconform score docs/data/predictions.conll --dialect conlleval --full-signature",
    "nerconform score docs/data/predictions.conll --measure strict.micro.f1 --measure type.macro.recall",
    "nerconform compare examples/illegal-tags/predictions.conll --scheme BIOES --resamples 0",
    "nerconform identify reference:hipe",
    "nerconform list clauses",
    "nerconform list mutants",
    "nerconform lint --no-kills",
]
"""Commands beside those that people read for the sheet of `tests/reading/`."""
REFUSED = {
    "nerconform known examples.wrong_metric:f1",
    "nerconform check tests.diagnosis.metrics.tokens:micro --dialect conlleval",
    "nerconform check examples.harnesses.no_such:f1",
    "nerconform score docs/data/predictions.conll --scheme IOB",
    "nerconform convert docs/data/predictions.conll --to BIOES",
}
"""What cannot be asked: it has no screen, but an error on stderr."""
LONG = {
    "nerconform check seqeval",
    "nerconform check examples.wrong_metric:f1",
    "nerconform lint",
    "nerconform lint --no-kills",
    "nerconform identify seqeval:strict:IOB2",
    "nerconform identify reference:hipe",
    "nerconform check nervaluate",
    "nerconform check seqeval nervaluate",
    "nerconform check tests.diagnosis.metrics.tags_scored:bounds_only --dialect conlleval",
    "nerconform check tests.diagnosis.metrics.wrapped:seqeval_macro --dialect conlleval",
}
"""What takes many seconds."""
BLOCKS = {
    "nerconform check seqeval nervaluate": 2,
    "nerconform report reports/releases.json": 2,
    "nerconform score docs/data/predictions.conll --schemas all": 4,
}
"""How many libraries, or tables that were asked for, a screen shows; each takes 25 lines."""
RECORDED = {"seqeval": "1.2.2", "nervaluate": "1.2.1"}
SCREENS = [
    pytest.param(line, marks=pytest.mark.long if line in LONG or " diff " in line else ())
    for line in (*WRITTEN, *OTHER)
    if line not in REFUSED and line != "nerconform"
]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in the project's folder, with the recorded releases."""
    monkeypatch.chdir(ROOT)
    if any(version(name) != number for name, number in RECORDED.items()):
        pytest.skip("other releases are installed than those that the screens speak of")


def _name(line: str) -> str:
    return f"screen-{re.sub('[^a-z0-9]+', '-', line.removeprefix('nerconform ').lower()).strip('-')}.txt"


@pytest.mark.parametrize("line", SCREENS)
def test_a_first_screen_is_the_stored_one_in_at_most_25_lines(
    line: str, command: Command, snapshot: Callable[[str, str], None]
) -> None:
    _, *args = shlex.split(line)
    status, out, _ = command(*args, width=80)
    lines = out.splitlines()
    assert status in ({0} if line.startswith("nerconform lint") else {0, 1})
    assert 0 < len(lines) <= 25 * BLOCKS.get(line, 1)
    assert [one for one in lines if len(one) > 80 and "spec:1.0" not in one] == []
    assert "\x1b" not in out
    snapshot(_name(line), re.sub(r"random:numpy-[\d.]+", "random:numpy", out))


@pytest.mark.parametrize("line", sorted(REFUSED))
def test_what_cannot_be_asked_has_no_screen(line: str, command: Command) -> None:
    _, *args = shlex.split(line)
    assert command(*args)[:2] == (2, "")


def test_the_first_screen_of_seqeval_shows_two_right_numbers_for_the_same_predictions() -> None:
    """Ten of 14 gold entities are found; a strict reading drops one of two false positives."""
    text = (Path(__file__).parent / "snapshots" / _name("nerconform check seqeval")).read_text(encoding="utf-8")
    assert "F1 10/13  10 correct, 2 false positives, 4 missed: default" in text
    assert "F1 4/5    10 correct, 1 false positive, 4 missed: strict, strict:auto" in text


@pytest.mark.parametrize("what", ["cases", "clauses"])
def test_every_chapter_of_the_spec_is_said_in_words(what: str, command: Command) -> None:
    """The file of a chapter, such as `3-decoding`, stands where a chapter has no words."""
    _, out, _ = command("list", what, width=80)
    _, _, *rows = out.split("\nabout ")[1].splitlines()
    assert len(rows) > 10
    assert not [row for row in rows if re.match(r"\d+-", row)]


def test_without_a_verb_every_verb_is_named_in_at_most_25_lines(command: Command) -> None:
    status, out, err = command()
    assert (status, err) == (0, "")
    assert len(out.splitlines()) <= 25
    assert max(map(len, out.splitlines())) <= 80
    named = [
        verb for line in out.split("all verbs:\n")[1].split("\n\n")[0].splitlines() for verb in line[21:].split(", ")
    ]
    assert sorted(named) == sorted(command_table()["verbs"])


def test_every_stored_screen_is_that_of_a_command() -> None:
    stored = {path.name for path in (Path(__file__).parent / "snapshots").glob("screen-*")}
    assert stored == {_name(str(one.values[0])) for one in SCREENS}
