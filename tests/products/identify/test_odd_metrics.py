"""Odd metrics: identify ends in an answer whatever a metric does, and names nothing that `check` contradicts."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.calling import Calling
from nerconform.asking.messages import OutOfTime
from nerconform.asking.observation import Refusal
from nerconform.asking.outputs import UnreadableResult
from nerconform.products.identify.boxes import (
    Box,
    DecodedSpans,
    DecoderFunction,
    NamedNumbers,
    ScorerFunction,
    probe_of,
)
from nerconform.products.identify.identifier import identify
from nerconform.products.identify.separation import CannotIdentify
from nerconform.reference.named import named
from nerconform.reference.refusals import UnknownOption
from tests.shares import one_in

Tags = list[list[str]]
Metric = Callable[[Tags, Tags], object]
PAIR = ("PER", "LOC")


def f1(gold: Tags, pred: Tags) -> float:
    return float(nc.evaluate(gold, pred, "conlleval").f1 or 0)


def share(gold: Tags, pred: Tags) -> float:
    """Return a number from 0 to 1 that depends on the data and on nothing else."""
    return sha256(repr((gold, pred)).encode()).digest()[0] / 255


def pairs(gold: Tags, pred: Tags) -> Iterator[tuple[str, str]]:
    return (pair for sides in zip(gold, pred, strict=True) for pair in zip(*sides, strict=True))


def tokens_without_o(gold: Tags, pred: Tags) -> float:
    found = list(pairs(gold, pred))
    right = sum(one == other != "O" for one, other in found)
    marked = sum((one != "O") + (other != "O") for one, other in found)
    return 2 * right / marked if marked else 0.0


def raises_now_and_then(gold: Tags, pred: Tags) -> float:
    if share(gold, pred) > 0.6:
        raise RuntimeError
    return f1(gold, pred)


def folded(gold: Tags, pred: Tags) -> float:
    first, second = (
        [[tag if tag == "O" else tag[:2] + tag[2:].lower() for tag in unit] for unit in side] for side in (gold, pred)
    )
    return f1(first, second)


def last_part(gold: Tags, pred: Tags) -> float:
    first, second = (
        [[tag if tag == "O" else f"{tag[0]}-{tag.rpartition('-')[2]}" for tag in unit] for unit in side]
        for side in (gold, pred)
    )
    return f1(first, second)


def short_types(gold: Tags, pred: Tags) -> float:
    first, second = ([[tag[:5] for tag in unit] for unit in side] for side in (gold, pred))
    return f1(first, second)


def one_type(gold: Tags, pred: Tags) -> float:
    first, second = ([[tag if tag[2:] == "PER" else "O" for tag in unit] for unit in side] for side in (gold, pred))
    return f1(first, second)


def by_name(gold: Tags, pred: Tags) -> float:
    return f1(gold, pred) if any("LOC" in tag for unit in gold for tag in unit) else 0.25


OUTSIDE: dict[str, Metric] = {
    "a constant": lambda gold, pred: 0.5,  # noqa: ARG005 - a constant
    "zero": lambda gold, pred: 0.0,  # noqa: ARG005 - a constant
    "nan": lambda gold, pred: float("nan"),  # noqa: ARG005 - a constant
    "infinite": lambda gold, pred: float("inf"),  # noqa: ARG005 - a constant
    "huge": lambda gold, pred: 1e308 * share(gold, pred),
    "by hash": share,
    "negative": lambda gold, pred: -f1(gold, pred),
    "now a number, now nan": lambda gold, pred: f1(gold, pred) if share(gold, pred) > 0.5 else float("nan"),
    "now a number, now nothing": lambda gold, pred: f1(gold, pred) if share(gold, pred) > 0.5 else None,
    "now one, now three": lambda gold, pred: f1(gold, pred) if share(gold, pred) > 0.5 else (0.1, 0.2, 0.3),
    "raises now and then": raises_now_and_then,
    "tokens without O": tokens_without_o,
    "depends on the name of a type": by_name,
    "folds the case of types": folded,
    "splits types at the last hyphen": last_part,
    "cuts types": short_types,
}


QUICK = {"a constant"}


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.long) for name in one_in(6, OUTSIDE)]
)
def test_what_no_dialect_describes_is_outside_and_the_nearest_fails(name: str) -> None:
    found = identify(OUTSIDE[name], types=PAIR)
    assert not found.identified
    assert found.names == ()
    assert found.failed
    assert found.nearest
    assert len(found.steps) <= 40
    assert all(near.matched < near.asked for near in found.nearest)


@pytest.mark.long
def test_a_metric_of_one_type_is_identified() -> None:
    found = identify(one_type, types=PAIR)
    assert found.identified, found.nearest
    assert "labels:given{PER}" in found.signature


@pytest.mark.long
@pytest.mark.parametrize("types", [("PER",), ("A", "B")])
def test_few_types_do(types: tuple[str, ...]) -> None:
    found = identify(f1, types=types)
    assert found.identified
    assert "conlleval" in found.names


def test_a_decoder_of_one_type_is_identified() -> None:
    found = identify(lambda tags: nc.decode(tags, policy="discard"), scheme="IOB2", types=["PER"])
    assert (found.identified, found.names) == (True, ("discard", "ncrfpp"))


def test_texts_are_no_numbers() -> None:
    with pytest.raises(UnreadableResult, match="str"):
        identify(lambda gold, pred: str(f1(gold, pred)), types=PAIR)


def hangs(*_sides: object) -> None:
    time.sleep(30)


@pytest.mark.parametrize("kind", ["scorer", "decoder"])
def test_a_function_that_never_answers_is_named_after_one_time_limit(kind: str) -> None:
    started = time.monotonic()
    with pytest.raises(OutOfTime, match=r"did not answer within 0.2 s.*--timeout 600") as late:
        identify(hangs, kind=kind, types=PAIR, timeout=0.2)
    assert late.value.place.endswith(":hangs")
    assert time.monotonic() - started < 5
    with pytest.raises(UnknownOption, match="not a number of seconds"):
        identify(hangs, kind=kind, timeout=float("inf"))


def test_a_question_that_takes_too_long_after_others_were_answered_is_refused() -> None:
    def late(*sides: Tags) -> object:
        if len(sides[0]) == 5:
            time.sleep(30)
        return 0.5 if len(sides) > 1 else []

    def decodes(tags: list[str]) -> list[tuple[str, int, int]]:
        return [*late(tags), ("PER", 0, 1)]  # type: ignore[arg-type, misc] # it returns a list here

    scorer = CallableImplementation("own:late", late, named("conlleval"))
    scorer.time_limit = 0.2
    boxes: tuple[Box, ...] = (ScorerFunction("own", scorer), DecoderFunction("own:decodes", "own", decodes, 0.2))
    short, long = (probe_of([(("B-PER",) * length,) * 2] * length) for length in (1, 5))
    for box in boxes:
        assert isinstance(box.ask(short), NamedNumbers | DecodedSpans)
        refused = box.ask(long)
        assert isinstance(refused, Refusal)
        assert refused.error == "OutOfTime"
    assert boxes[0].held_to(named("conlleval")).time_limit == 0.2  # type: ignore[attr-defined] # a scorer


METRICS = '''"""A metric that tells where it runs."""
import os
from pathlib import Path

import nerconform as nc


def compute(gold, pred):
    Path("ran").write_text(str(os.getpid()))
    return float(nc.evaluate(gold, pred, "conlleval").f1 or 0)


def swapped(pred, gold):
    found = nc.evaluate(gold, pred, "conlleval")
    return tuple(float(one or 0) for one in (found.precision, found.recall, found.f1))


def ends(gold, pred):
    os._exit(3)


def model(data):
    labels = ["O", "B-DRUG", "I-DRUG"]
    sides = [[[labels[one] for one, mark in zip(row, marks) if mark != -100]
              for row, marks in zip(side, data.label_ids)]
             for side in (data.label_ids, data.predictions.argmax(-1))]
    return {"f1": float(nc.evaluate(*sides, "conlleval").f1 or 0)}
'''


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the metrics into a folder, and work there."""
    (tmp_path / "placed.py").write_text(METRICS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "placed", raising=False)
    return tmp_path


@pytest.mark.long
def test_a_path_is_called_in_a_child(home: Path) -> None:
    found = identify("placed:compute", types=PAIR[:1])
    assert "conlleval" in found.names
    assert int((home / "ran").read_text()) != os.getpid()
    assert "placed" not in sys.modules
    again = identify("placed:compute", types=PAIR[:1], calling=Calling(in_process=True))
    assert int((home / "ran").read_text()) == os.getpid()
    assert again == found


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_swapped_arguments_are_called_by_their_names() -> None:
    found = identify("placed:swapped", types=PAIR)
    assert "conlleval" in found.names


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_a_metric_that_ends_its_process_does_not_end_this_one() -> None:
    with pytest.raises(CannotIdentify, match="legal data"):
        identify("placed:ends", types=PAIR)


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_a_model_is_asked_with_its_own_types() -> None:
    calling = Calling(input="eval-prediction", id2label=["O", "B-DRUG", "I-DRUG"])
    found = identify("placed:model", calling=calling)
    assert found.identified, found.nearest
    assert "conlleval" in found.names
