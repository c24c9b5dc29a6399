"""Limits: how long an implementation may take, and how many processes work."""

import argparse

_DAY = 86400
_MOST_JOBS = 1024


def add_timeout(parser: argparse.ArgumentParser) -> None:
    """Add `--timeout`."""
    parser.add_argument(
        "--timeout", type=seconds, default=60.0, metavar="S", help="seconds for each answer of a command (default: 60)"
    )


def seconds(text: str) -> float:
    """Return a time limit: more than nothing, and at most a day."""
    value = float(text)
    if not 0 < value <= _DAY:
        raise ValueError(text)
    return value


def jobs(text: str) -> int:
    """Return a number of processes: one at least."""
    value = int(text)
    if not 1 <= value <= _MOST_JOBS:
        raise ValueError(text)
    return value


def whole_number(text: str) -> int:
    """Return a whole number that is not negative."""
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value
