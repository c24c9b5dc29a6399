"""Mistakes: what people really get wrong in evaluators of their own, as causes of a divergence (KIT-6)."""

import re
from collections.abc import Collection
from functools import cache

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.external import External
from nerconform.asking.protocol import Implementation
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Quirk, Shown, Step
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.suite.mutants import WRONG
from nerconform.suite.wrong.evaluator import Mistake


def mistakes_of(implementation: Implementation) -> tuple[Quirk, ...]:
    """Return every mistake of the suite's wrong evaluators, for a metric of somebody's own; none for a library.

    What a library does otherwise is a quirk of it, which somebody has read in its source.
    """
    own = isinstance(implementation, CallableImplementation) or (
        isinstance(implementation, External) and not implementation.serves
    )
    return mistakes() if own else ()


@cache
def mistakes() -> tuple[Quirk, ...]:
    """Return the mistakes of the suite's wrong evaluators as quirks without a library."""
    return tuple(
        Quirk(
            id=wrong.name,
            library="",
            versions="",
            step=_step(wrong),
            title=wrong.says.rstrip("."),
            prose="",
            clause="DIA-1",
            base={},
            schemes=tuple(Scheme),
            fires=lambda _: True,
            change=wrong.change,
            shown=Shown(Scheme.IOB2, "", ""),
        )
        for wrong in WRONG
    )


def _step(wrong: Mistake) -> Step:
    """Return the first step that a mistake changes."""
    before = Pipeline.of(NAMED[wrong.bases[0]])
    after = wrong.change(before)
    return next(step for step in Step if getattr(before, step) is not getattr(after, step))


def slug(name: str) -> str:
    """Return the name of a cause as an id may be written."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "find"


def speaks_of(entries: Collection[str], cause: str) -> bool:
    """Whether one of these entries is about a cause; a draft whose name is taken has a number behind it."""
    return any(re.fullmatch(rf"{re.escape(slug(cause))}(-\d+)?", entry) for entry in entries)


def pinned_quirks(entries: Collection[str]) -> tuple[Quirk, ...]:
    """Return the mistakes and the quirks of other libraries that entries speak of, as quirks of the metric."""
    return tuple(quirk for quirk in (*QUIRKS.values(), *mistakes()) if speaks_of(entries, quirk.id))
