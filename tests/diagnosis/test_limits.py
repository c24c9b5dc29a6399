"""Limits: how many sentences or tokens a metric reads is found by asking, and nothing is found where there is none."""

from collections.abc import Callable

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.diagnosis.limits import limits
from nerconform.reference.named import NAMED
from nerconform.suite.wrong_filtering import first_units
from tests import miniatures
from tests.miniatures import Metric, Result, Tags

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


def whole_batches(size: int, *, alone: bool) -> Metric:
    """Return a metric that drops the last batch; `alone`: even where there is no other one."""

    def metric(gold: Tags, pred: Tags) -> Result:
        kept = len(gold) // size * size
        return miniatures.sound(*(side[: kept if kept or alone else size] for side in (gold, pred)))

    return metric


def mean_of_batches(size: int) -> Metric:
    """Return a metric that averages the recall of batches."""

    def metric(gold: Tags, pred: Tags) -> Result:
        if len(gold) != len(pred):
            raise ValueError
        starts = range(0, len(gold), size)
        found = [miniatures.sound(gold[at : at + size], pred[at : at + size])["recall"] for at in starts]
        return {"recall": sum(found) / len(found)}

    return metric


def names(metric: Metric) -> list[str]:
    found = limits(CallableImplementation("own:metric", metric, CONLLEVAL), CONLLEVAL)
    return [cause.id for change in found for cause in change.causes]


@pytest.mark.parametrize(
    ("size", "sizes", "read"),
    [
        # Of 1097 sentences 1088 are read, of 547 it is 544: by each divisor of 544 beyond the 9 that are left.
        (32, [16, 17, 32, 34, 68, 136, 272], 1088),
        (2, [2], 1096),  # 1096 and 546 have no other divisor in common
        (512, [128, 256, 512], 1024),  # 1024 and 512, and 73 are left
    ],
)
@pytest.mark.parametrize("alone", [False, True])
def test_a_last_batch_that_is_dropped_has_every_size_that_reads_as_much(
    size: int, sizes: list[int], read: int, *, alone: bool
) -> None:
    words = "-even-alone" if alone else ""
    batches = [f"last-batch-of-{each}-dropped{words}" for each in sizes]
    assert names(whole_batches(size, alone=alone)) == [f"first-{read}-units-only", *batches]


@pytest.mark.parametrize("size", [2, 32, 100, 512])
def test_a_mean_of_batches_counts_the_first_sentence_as_one_of_full_batches(size: int) -> None:
    """The first of 1097 sentences makes one of 35 * 32, and of 547 one of 18 * 32: no smaller size divides both so."""
    assert names(mean_of_batches(size)) == [f"means-of-batches-of-{size}"]


def cut_predictions(gold: Tags, pred: Tags) -> Result:
    return miniatures.sound(gold, [[*unit[:512], *["O"] * len(unit[512:])] for unit in pred])


def rounded_first_47(gold: Tags, pred: Tags) -> Result:
    """Return a recall from which 47 cannot be read: 1/47 is 0.02, as 1/50 is."""
    return {"recall": round(miniatures.sound(gold[:47], pred[:47])["recall"], 2)}


def first_two(gold: Tags, pred: Tags) -> Result:
    return miniatures.sound(gold[:2], pred[:2])


def first_one(gold: Tags, pred: Tags) -> Result:
    return miniatures.sound(gold[:1], pred[:1])


def fails_on_many_sentences(gold: Tags, pred: Tags) -> Result:
    if len(gold) > 1000:
        raise MemoryError
    return first_tokens(gold, pred)


def fails_on_two_entities(gold: Tags, pred: Tags) -> Result:
    """Fail where the exact number is looked for."""
    if sum(tag != "O" for unit in gold for tag in unit) == 2:
        raise ValueError
    return miniatures.sound(gold[:50], pred[:50])


def loses_all_of_many(gold: Tags, pred: Tags) -> Result:
    return miniatures.sound(gold, pred if len(gold) < 100 else [["O"] * len(unit) for unit in pred])


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        (cut_predictions, ["predictions-after-512-outside"]),
        (rounded_first_47, ["first-47-units-only"]),
        (first_two, ["first-2-units-only"]),
        (first_one, ["first-1-units-only"]),
        (fails_on_many_sentences, []),
        (fails_on_two_entities, []),
        (loses_all_of_many, []),
    ],
)
def test_a_limit_is_found_where_answers_to_large_inputs_show_it(metric: Metric, expected: list[str]) -> None:
    assert [name for name in names(metric) if "batch" not in name] == expected


def loses_all_of_long(gold: Tags, pred: Tags) -> Result:
    """Find nothing in long sentences."""
    return miniatures.sound(gold, [unit if len(unit) < 100 else ["O"] * len(unit) for unit in pred])


@pytest.mark.parametrize("metric", [miniatures.sound, loses_all_of_many, loses_all_of_long])
def test_who_reads_everything_or_nothing_is_asked_three_large_inputs(metric: Metric) -> None:
    """Many sentences, one long sentence, and one of which everything is predicted."""
    large: list[tuple[int, int]] = []

    def counted(gold: Tags, pred: Tags) -> Result:
        if sum(map(len, gold)) > 500:
            large.append((len(gold), sum(tag != "O" for unit in pred for tag in unit)))
        return metric(gold, pred)

    assert names(counted) == []
    assert large == [(1097, 1), (1, 1), (1, 1097)]


def test_no_position_beyond_the_last_is_looked_for_and_both_sides_are_equally_long() -> None:
    """The score of one in 1097 is rounded to one in 1000, so a limit is looked for, and there is none."""
    sizes: list[list[list[int]]] = []

    def rounded(gold: Tags, pred: Tags) -> Result:
        sizes.append([[*map(len, side)] for side in (gold, pred)])
        return {"recall": round(miniatures.sound(gold, pred)["recall"], 3)}

    assert names(rounded) == []
    assert all(gold == pred for gold, pred in sizes)
    assert max(sum(gold) for gold, _ in sizes) == 1097
    assert len({tuple(gold) for gold, _ in sizes if sum(gold) > 500}) == 2  # many sentences, or one


def test_other_numbers_that_show_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nerconform.diagnosis.limits.parameters", lambda _: [first_units(7)])
    assert names(first_two)[:2] == ["first-7-units-only", "first-2-units-only"]
