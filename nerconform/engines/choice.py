"""Choice: who answers an evaluation, the reference or the columnar engine; the numbers are the same."""

import sys
from dataclasses import replace
from enum import StrEnum
from importlib.util import find_spec

from nerconform.engines.errors import NotServed
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.errors import UnknownOption
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.options import Pool
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.scoring import scorer
from nerconform.reference.spans import Span

FEW = 200
"""So many gold tokens, or spans, are counted about as fast by either; with more the arrays win."""
FEW_WITHOUT_NUMPY = 100_000
"""So many take the reference about as long as it takes to load NumPy, where that has not been done."""


class Engine(StrEnum):
    """Who counts."""

    AUTO = "auto"
    """The columnar engine where it can answer and saves time, else the reference."""
    REFERENCE = "reference"
    COLUMNAR = "columnar"
    """The columnar engine, or an error."""


def evaluate(
    dialect: Dialect, gold: object, pred: object, engine: str = Engine.AUTO, *, outcomes: bool = False
) -> Evaluation:
    """Return the evaluation of lists of units; its `engine` says who counted, and why it was the reference.

    Raises `UnknownOption` for an engine that does not exist, `NotServed` where the columnar engine was asked for and
    cannot answer, and what the input deserves, which the reference says.
    """
    asked = _engine(engine)
    pipeline = Pipeline.of(dialect)
    if asked is Engine.REFERENCE:
        return pipeline.evaluate(gold, pred, outcomes=outcomes)
    counted = _counted(asked, dialect, gold, pred, outcomes=outcomes)
    if isinstance(counted, Tally):
        return Evaluation(dialect, counted, pipeline.score, engine=Engine.COLUMNAR)
    found = pipeline.evaluate(gold, pred, outcomes=outcomes)
    if asked is Engine.COLUMNAR:
        raise counted
    return replace(found, engine=f"{Engine.REFERENCE}: {counted.reason}")


def prepare(gold: object) -> None:
    """Load NumPy where lists of units are large enough for arrays, so that whoever asks many times has them."""
    if _size(gold) > FEW and find_spec("numpy"):
        import nerconform.engines.columnar  # noqa: F401, PLC0415 # loaded for those who come later


def decoded(
    dialect: Dialect, gold: object, pred: object, *, spans: bool
) -> tuple[Evaluation, dict[Side, list[tuple[Span, ...]]]] | None:
    """Return the evaluation of lists of units, and the spans of each if asked; `None` where arrays save nothing.

    The columnar engine has no spans of units where all of them are one (`pool:flat`).
    """
    try:
        _require(Engine.AUTO, gold, outcomes=spans and dialect.pool is Pool.FLAT)
        from nerconform.engines.columnar import Columnar  # noqa: PLC0415 # NumPy is an extra, and slow to load

        tally, sides = Columnar.of(dialect).decoded(gold, pred)
    except NotServed:
        return None
    evaluation = Evaluation(dialect, tally, scorer(dialect), engine=Engine.COLUMNAR)
    return evaluation, {side: found.units() for side, found in sides.items() if spans}


def _engine(name: str) -> Engine:
    """Return the engine with this name. Raises `UnknownOption`."""
    try:
        return Engine(name)
    except ValueError:
        raise UnknownOption(f"there is no engine {name!r:.60}", hint=f"Use one of: {', '.join(Engine)}.") from None


def _counted(asked: Engine, dialect: Dialect, gold: object, pred: object, *, outcomes: bool) -> Tally | NotServed:
    """Return what the columnar engine counts, or why it does not. Raises at once where no input could be served."""
    try:
        _require(asked, gold, outcomes=outcomes)
        from nerconform.engines.columnar import Columnar  # noqa: PLC0415 # NumPy is an extra, and slow to load

        columnar = Columnar.of(dialect)
    except NotServed as refusal:
        if asked is Engine.COLUMNAR:
            raise
        return refusal
    try:
        return columnar.tally(gold, pred)
    except NotServed as refusal:
        return refusal


def _require(asked: Engine, gold: object, *, outcomes: bool) -> None:
    """Raise `NotServed` where the engine cannot be used, or is not worth it."""
    if outcomes:
        raise NotServed("outcomes are kept by the reference alone")
    if asked is Engine.AUTO and _size(gold) <= (FEW if "numpy" in sys.modules else FEW_WITHOUT_NUMPY):
        raise NotServed("the input is small")
    if not find_spec("numpy"):
        raise NotServed("NumPy is not installed", hint="Install it: pip install 'nerconform[engines]'.")


def _size(gold: object) -> int:
    """Return the number of tokens or spans; of anything but lists of lists 0, for the reference to look at."""
    try:
        return sum(map(len, gold)) if isinstance(gold, list | tuple) else 0
    except TypeError:
        return 0
