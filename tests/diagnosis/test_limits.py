"""Limits: how many sentences or tokens a metric reads is found by asking, and nothing is found where there is none."""

from collections.abc import Callable

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.diagnosis.limits import limits
from nerconform.reference.named import NAMED
from tests import miniatures
from tests.miniatures import Result, Tags

CONLLEVAL = NAMED["conlleval"]


def first_tokens(gold: Tags, pred: Tags) -> Result:
    return miniatures.sound(*([unit[:512] for unit in side] for side in (gold, pred)))


def first_sentences(gold: Tags, pred: Tags) -> Result:
    return miniatures.sound(gold[:1000], pred[:1000])


def halves_what_is_large(gold: Tags, pred: Tags) -> Result:
    """Return half of every ratio of many entities: it reads all of them."""
    found = miniatures.sound(gold, pred)
    entities = sum(tag != "O" for unit in pred for tag in unit)
    return {name: value / 2 for name, value in found.items()} if entities > 100 else found


def beyond_one(gold: Tags, pred: Tags) -> Result:
    return {"f1": 2.0 * bool(gold and pred)}


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (miniatures.sound, []),
        (halves_what_is_large, []),
        (beyond_one, []),
        (first_tokens, ["tokens-after-512-cut"]),
        (first_sentences, ["first-1000-units-only"]),
    ],
)
def test_what_is_read_is_found_to_the_last_one(function: Callable[[Tags, Tags], Result], expected: list[str]) -> None:
    found = limits(CallableImplementation("own:metric", function, CONLLEVAL), CONLLEVAL)
    assert [cause.id for change in found for cause in change.causes] == expected
