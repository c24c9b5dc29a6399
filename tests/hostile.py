"""Metrics that misbehave: they print, exit, raise what nobody catches, change their input, return odd things."""

import os
import sys
from decimal import Decimal

import numpy as np

from tests import miniatures

Tags = list[list[str]]


def prints(gold: Tags, pred: Tags) -> float:
    """Print on both channels, and be right."""
    print("noise")  # noqa: T201 - that is the point
    sys.stderr.write("noise\n")
    return miniatures.sound(gold, pred)["f1"]


def leaves(gold: Tags, pred: Tags) -> float:
    """End the program."""
    sys.exit(len(gold) + len(pred))


def ends_its_process(gold: Tags, pred: Tags) -> float:
    """End the process at once."""
    os._exit(0 * (len(gold) + len(pred)))


class Unusual(BaseException):
    """An exception that is no `Exception`."""


def raises_what_nobody_catches(gold: Tags, pred: Tags) -> float:
    """Raise outside the usual hierarchy."""
    raise Unusual(gold, pred)


class Unprintable(Exception):
    """An exception that cannot say what it is."""

    def __str__(self) -> str:
        """Fail."""
        raise RuntimeError


def raises_the_unprintable(gold: Tags, pred: Tags) -> float:
    """Raise what has no message."""
    raise Unprintable(gold, pred)


def empties_its_input(gold: Tags, pred: Tags) -> float:
    """Be right, and leave nothing of what was passed."""
    f1 = miniatures.sound(gold, pred)["f1"]
    for side in (gold, pred):
        for unit in side:
            unit.clear()
        side.clear()
    return f1


def single_precision(gold: Tags, pred: Tags) -> float:
    """Be right to the digits of a 32-bit float."""
    return float(np.float32(miniatures.sound(gold, pred)["f1"]))


def decimal(gold: Tags, pred: Tags) -> Decimal:
    """Return a decimal number."""
    return Decimal(miniatures.sound(gold, pred)["f1"])


def text(gold: Tags, pred: Tags) -> str:
    """Return words."""
    return f"{len(gold)} and {len(pred)} sentences, all fine"
