"""Whole outputs of `nerconform identify`, and its exit status."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.base.json_text import dumps
from nerconform.products.identify import decoders, scorers
from nerconform.results.identification_result import Identification
from nerconform.results.values import decode, encode, schema_of
from tests.commands.conftest import Command

BOXES = '''"""Black boxes."""


def spans(tags):
    """Return the spans of one unit; an I that does not go on is passed over, ends are inclusive."""
    found = []
    for at, tag in enumerate(tags):
        letter, _, kind = tag.partition("-")
        if letter == "B":
            found.append([kind, at, at])
        elif letter == "I" and found and found[-1][0] == kind and found[-1][2] == at - 1:
            found[-1][2] = at
    return found


def first(tags):
    """Return the first span alone."""
    return spans(tags)[:1]


def accuracy(gold, pred):
    """Return the share of equal tags."""
    pairs = [pair for unit in zip(gold, pred) for pair in zip(*unit)]
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else 0.0


def constant(gold, pred):
    """Return what it always returns."""
    return 0.5


def hangs(gold, pred):
    """Never answer."""
    while True:
        pass


def three(gold, pred, average):
    """Want more than there is."""
'''
TEXT = ("--format", "text")
OUTPUTS = {
    "identify-decoder.txt": (0, ("identify", "boxes:spans", "--scheme", "IOB2", *TEXT), 80),
    "identify-decoder-outside.txt": (
        1,
        ("identify", "boxes:first", "--scheme", "IOB2", "--types", "x,y", *TEXT),
        120,
    ),
    "identify-tokens.txt": (0, ("identify", "boxes:accuracy", "--scheme", "BIOES", *TEXT), 100),
    "identify-outside.txt": (1, ("identify", "miniature:evaluate", *TEXT), 100),
    "identify.json": (0, ("identify", "boxes:spans", "--scheme", "IOB2", "--types", "x,y", "--format", "json"), 80),
}


LONG = {"identify-tokens.txt", "identify-outside.txt"}


@pytest.fixture
def boxes(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put some black boxes into the small home."""
    (home / "boxes.py").write_text(BOXES, encoding="utf-8")
    for module in (decoders, scorers):
        monkeypatch.setattr(module, "__version__", "0.0.0")
    monkeypatch.delitem(__import__("sys").modules, "boxes", raising=False)
    return home


@pytest.mark.usefixtures("boxes")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in LONG else ()) for name in OUTPUTS]
)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    due, args, width = OUTPUTS[name]
    status, out, err = command(*args, width=width)
    assert (status, err) == (due, "")
    assert not any(line != line.rstrip() for line in out.splitlines()) or ".json" in name
    snapshot(name, out)


@pytest.mark.usefixtures("boxes")
@pytest.mark.parametrize(
    "args",
    [
        ("boxes:spans",),
        ("reference:conlleval", "--decoder"),
        pytest.param(("boxes:accuracy", "--scorer"), marks=pytest.mark.long),
        pytest.param(("miniature:evaluate",), marks=pytest.mark.long),
        pytest.param(("reference:semeval",), marks=pytest.mark.long),
    ],
)
def test_output_has_the_printed_form(args: tuple[str, ...], command: Command) -> None:
    status, schema, err = command("identify", "--json-schema")
    assert (status, err) == (0, "")
    status, out, _ = command("identify", *args, "--format", "json")
    found: Identification = decode(out, Identification, "")
    assert (schema, encode(found)) == (dumps(schema_of(Identification)), out)
    assert status == (0 if found.identified else 1)
    assert len(found.steps) <= (12 if found.kind == "decoder" else 40)


QUESTIONS = {
    "nothing of that name": (("nothing",), "'nothing' is not a metric that nerconform can ask"),
    "a family": (("seqeval",), "seqeval:default"),
    "a function that is not there": (("boxes:nothing",), "has no function 'nothing'"),
    "three arguments": (("boxes:three",), "gold, pred, average"),
    "a scheme that is none": (("boxes:spans", "--scheme", "XY"), "there is no scheme 'XY'"),
    "a scorer as a decoder": (("boxes:accuracy", "--decoder"), "the decoder reads no scheme right"),
    "no answer in time": (("boxes:hangs", "--timeout", "0.3"), "boxes:hangs: the metric did not answer within 0.3 s"),
    "types that are one twice": (("boxes:accuracy", "--types", "A,A"), "types are given"),
}


@pytest.mark.usefixtures("boxes")
@pytest.mark.parametrize("name", QUESTIONS)
def test_what_cannot_be_asked_is_said_in_one_line(name: str, command: Command) -> None:
    args, words = QUESTIONS[name]
    status, out, err = command("identify", *args)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
