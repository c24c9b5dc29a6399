"""Unit draws: how many resamples may be drawn, from which seed."""

import pytest

from nerconform.base.bounds import MAX_DIGITS, MAX_RESAMPLES
from nerconform.reference.refusals import UnknownOption
from nerconform.stats.unit_draws import drawing


def test_resamples_and_seed_at_their_limits_are_drawn() -> None:
    seed = 10**MAX_DIGITS - 1
    drawn = drawing(MAX_RESAMPLES, seed)
    assert drawn is not None
    assert (drawn.resamples, drawn.seed) == (MAX_RESAMPLES, seed)
    assert drawing(0, 0) is None


@pytest.mark.parametrize(
    ("resamples", "seed", "message"),
    [
        (MAX_RESAMPLES + 1, 0, f"the argument resamples is 1000001, not a whole number from 0 to {MAX_RESAMPLES}"),
        (-1, 0, f"the argument resamples is -1, not a whole number from 0 to {MAX_RESAMPLES}"),
        (True, 0, f"the argument resamples is True, not a whole number from 0 to {MAX_RESAMPLES}"),
        (1.0, 0, f"the argument resamples is 1.0, not a whole number from 0 to {MAX_RESAMPLES}"),
        (1, -1, f"the argument seed is -1, not a whole number of 0 or more, of at most {MAX_DIGITS} digits"),
        (1, 10**MAX_DIGITS, f"the argument seed is a number of more than {MAX_DIGITS} digits, not a whole number of"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_limit(resamples: object, seed: object, message: str) -> None:
    with pytest.raises(UnknownOption) as caught:
        drawing(resamples, seed)
    assert caught.value.message.startswith(message)
    assert caught.value.place == message.split()[2]
