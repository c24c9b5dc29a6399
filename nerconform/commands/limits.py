"""Limits: how long an implementation may take, how much is drawn at random, how many processes work."""

import argparse
import os
from collections.abc import Callable
from importlib import util

Group = argparse._ActionsContainer  # noqa: SLF001 - argparse has no public name for a parser or a group
_DAY = 86400
_MAX_EXAMPLES = 100_000
_MAX_JOBS = 1024


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return how an option is read that is a whole number."""

    def read(text: str) -> int:
        value = int(text) if text.strip().removeprefix("-").isdecimal() else least - 1
        if value < least or (most is not None and value > most):
            span = f"of {least} or more" if most is None else f"from {least} to {most}"
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {span}")
        return value

    return read


def seconds(text: str) -> float:
    """Return a time limit: more than nothing, and at most a day."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= _DAY:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0, at most {_DAY}")
    return value


def add_timeout(group: Group) -> None:
    """Add `--timeout`."""
    words = "seconds that a command (exec:...) may take for one answer (default: 60)"
    group.add_argument("--timeout", type=seconds, default=60.0, metavar="S", help=words)


def add_seed(group: Group) -> None:
    """Add `--seed`."""
    words = "seed of the random numbers; the same seed gives the same result (default: 0)"
    group.add_argument("--seed", type=whole(0), default=0, metavar="N", help=words)


def add_examples(group: Group, default: int, *, least: int) -> None:
    """Add `--examples`; the verb replaces None by its default."""
    words = f"number of random inputs (default: {default})"
    group.add_argument("--examples", type=whole(least, _MAX_EXAMPLES), metavar="N", help=words)


def add_jobs(group: Group) -> None:
    """Add `--jobs`."""
    words = "processes that share a large file (default: 1)"
    group.add_argument("--jobs", type=whole(1, _MAX_JOBS), default=1, metavar="N", help=words)


def prepare_drawing() -> None:
    """Raise `NotInstalled` without the extra that draws random inputs; else say where Hypothesis keeps its files.

    They belong into the cache, not into the folder in which somebody works.
    """
    from nerconform.libraries.registry import NotInstalled
    from nerconform.products.releases.environments import cache_folder

    if util.find_spec("hypothesis") is None:
        message = "random inputs need Hypothesis, which is not installed"
        raise NotInstalled(message, hint="pip install 'nerconform[search]'.")
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache_folder() / "hypothesis"))
