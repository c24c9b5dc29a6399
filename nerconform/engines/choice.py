"""Choice: who answers an evaluation, the reference or the columnar engine; the numbers are the same."""

import sys
from dataclasses import replace
from enum import StrEnum
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.options import Pool
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.scoring import scorer
from nerconform.reference.spans import Span

if TYPE_CHECKING:
    from nerconform.engines.columnar import Columnar

MIN_COLUMNAR_ITEMS = 200
"""With more gold tokens, or spans, the columnar engine is faster than the reference."""
MIN_COLUMNAR_ITEMS_COLD = 100_000
"""The same where NumPy is not loaded yet: loading it takes longer than the reference takes for fewer."""


class NotServed(NerconformError):
    """The engine that was asked for does not serve this dialect, this input, or this machine."""

    def __init__(
        self, reason: str, hint: str = "Use --engine auto or --engine reference, in Python engine='auto'."
    ) -> None:
        """Keep the reason, which an evaluation by the reference shows."""
        super().__init__(f"the columnar engine cannot score this: {reason}", hint=hint)
        self.reason = reason


class Engine(StrEnum):
    """Who counts."""

    AUTO = "auto"
    """The columnar engine where it can answer and saves time, else the reference."""
    REFERENCE = "reference"
    """The reference."""
    COLUMNAR = "columnar"
    """The columnar engine, or an error."""


def evaluate(
    dialect: Dialect, gold: object, pred: object, engine: str = Engine.AUTO, *, outcomes: bool = False
) -> Evaluation:
    """Return the evaluation of lists of units; its `engine` says who counted, and why it was the reference.

    Raises `UnknownOption` for an engine that does not exist, `NotServed` where the columnar engine was asked for and
    cannot answer, and what the input deserves, which the reference says.
    """
    asked = engine_of(engine)
    pipeline = Pipeline.of(dialect)
    if asked is Engine.COLUMNAR:
        columnar(asked, dialect)  # says at once that no input can be served
    try:
        engine_used = columnar(asked, dialect, small=_is_small(gold))
        tally, kept = engine_used.evaluated(gold, pred, outcomes=outcomes)
    except NotServed as error:
        refusal = error
    else:
        return Evaluation(dialect, tally, pipeline.score, kept, engine=Engine.COLUMNAR)
    found = pipeline.evaluate(gold, pred, outcomes=outcomes)
    if asked is Engine.COLUMNAR:
        raise refusal
    return found if asked is Engine.REFERENCE else replace(found, engine=f"{Engine.REFERENCE}: {refusal.reason}")


def prepare(gold: object) -> None:
    """Load NumPy where lists of units are large enough for arrays, so that whoever asks many times has them."""
    if _size(gold) > MIN_COLUMNAR_ITEMS and find_spec("numpy"):
        import nerconform.engines.columnar  # noqa: F401, PLC0415 # loaded for those who come later


def decoded(
    dialect: Dialect, gold: object, pred: object, *, spans: bool
) -> tuple[Evaluation, dict[Side, list[tuple[Span, ...]]]] | None:
    """Return the evaluation of lists of units, and the spans of each if asked; `None` where arrays save nothing.

    The columnar engine has no spans of units where all of them are one (`pool:flat`).
    """
    if spans and dialect.pool is Pool.FLAT:
        return None
    try:
        tally, sides = columnar(Engine.AUTO, dialect, small=_is_small(gold)).decoded(gold, pred)
    except NotServed:
        return None
    evaluation = Evaluation(dialect, tally, scorer(dialect), engine=Engine.COLUMNAR)
    return evaluation, {side: found.units() for side, found in sides.items() if spans}


def engine_of(name: str) -> Engine:
    """Return the engine with this name. Raises `UnknownOption`."""
    try:
        return Engine(name)
    except ValueError:
        hint = (
            "Use auto (the faster of the two), reference (pure Python) or columnar (NumPy); the scores are the same. "
            "For example: --engine auto, in Python engine='auto'."
        )
        raise UnknownOption(f"there is no engine {short(name)}", hint=hint) from None


def columnar(asked: Engine, dialect: Dialect, *, small: bool = False) -> "Columnar":
    """Return the columnar engine of a dialect.

    Raises `NotServed` where it cannot be used, and, under `auto`, where it saves nothing because the input is `small`.
    """
    if asked is Engine.REFERENCE:
        raise NotServed("the engine reference was asked for")
    if asked is Engine.AUTO and small:
        raise NotServed("the input is small")
    if not find_spec("numpy"):
        raise NotServed("NumPy is not installed", hint="Run: pip install 'nerconform[engines]'.")
    from nerconform.engines.columnar import Columnar  # noqa: PLC0415 # NumPy is an extra, and slow to load

    return Columnar.of(dialect)


def _is_small(gold: object) -> bool:
    """Whether the reference is as fast."""
    return _size(gold) <= (MIN_COLUMNAR_ITEMS if "numpy" in sys.modules else MIN_COLUMNAR_ITEMS_COLD)


def _size(gold: object) -> int:
    """Return the number of tokens or spans; of anything but lists of lists 0, for the reference to look at."""
    try:
        return sum(map(len, gold)) if isinstance(gold, list | tuple) else 0
    except TypeError:
        return 0
