"""Frames: results as the rows of a data frame, for pandas or polars."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import convert

from nerconform.base.errors import NerconformError
from nerconform.results.analysis_result import FALSE_POSITIVE, MISSED, SentenceSpans
from nerconform.results.comparison import Comparison
from nerconform.results.context import Interval, PythonNumber, python_number
from nerconform.results.identification_result import Identification
from nerconform.results.ranking_result import Ranking
from nerconform.results.run import Run
from nerconform.results.score_result import RATIOS, EvaluationScores, RowScores
from nerconform.results.sweep_result import Sweep
from nerconform.results.values import ExactNumber, SideCounts

_LIBRARIES = ("pandas", "polars")
OUTCOMES = ("cor", "inc", "par", "mis", "spu")
Rows = list[dict[str, Any]]


class NoFrames(NerconformError):
    """Data frames need pandas or polars, and the one that is wanted is not installed."""

    code = "no-frames"


def frame(result: object, library: str | None = None) -> Any:  # noqa: ANN401 - of a library that may not be here
    """Return a result as a data frame of the library that is named, or else of the first that is installed."""
    names = _LIBRARIES if library is None else (library,)
    found = next((name for name in names if name in _LIBRARIES and find_spec(name)), None)
    if found is None:
        message = f"a data frame is made with {' or '.join(names)}, which is not installed"
        raise NoFrames(message, place="to_frame", hint=f"Run: pip install {names[0]}.")
    return import_module(found).DataFrame(rows(result))


def rows(result: object) -> Rows:
    """Return the rows of a result: numbers as doubles, `None` where there is none."""
    return list(_ROWS[type(result).__name__](result))


def _double(value: PythonNumber) -> float | None:
    return None if value is None else float(value)


def _bounds(interval: Interval | None) -> dict[str, float | None]:
    return {"low": None, "high": None} if interval is None else {"low": interval.low, "high": interval.high}


def scores_of(evaluation: Any) -> EvaluationScores:  # noqa: ANN401 - an evaluation of the reference, which is no record
    """Return the record of an evaluation."""
    found: EvaluationScores = convert(evaluation.to_dict(), EvaluationScores)
    return found


def _evaluation(result: object) -> Iterator[dict[str, Any]]:
    """Yield a row for each schema and type or average."""
    for schema, found in scores_of(result).schemas.items():
        of_types = [(kind, "type", row) for kind, row in found.by_type.items()]
        averages = [(name, "average", row) for name, row in found.averages.by_name().items()]
        for scope, kind, row in of_types + averages:
            yield {"schema": schema, "scope": scope, "kind": kind, **_row(row)}


def _row(row: RowScores) -> dict[str, Any]:
    ratios = {name: _double(python_number(getattr(row, name))) for name in RATIOS}
    counts = {}
    for name, count in row.counts.items():
        if not isinstance(count, SideCounts):
            counts[name] = float(count.fraction) if isinstance(count, ExactNumber) else count
    return {**ratios, **counts}


def _ranking(result: Ranking) -> Iterator[dict[str, Any]]:
    """Yield a row for each system, the best first."""
    for one in result.systems:
        numbers = {"value": one.value, "precision": one.precision, "recall": one.recall}
        yield {
            "place": one.place,
            "system": one.name,
            **{name: _double(value) for name, value in numbers.items()},
            **_bounds(one.interval),
            "support": one.support,
        }


def _comparison(result: Comparison) -> Iterator[dict[str, Any]]:
    """Yield a row for each library or dialect."""
    for one in result.columns:
        against: dict[str, float | None] = {"second": None, "difference": None, "p": None}
        if one.against is not None:
            against = {
                name: _double(value)
                for name, value in (
                    ("second", one.against.value),
                    ("difference", one.against.difference),
                    ("p", one.against.p),
                )
            }
        yield {
            "name": one.name,
            "version": one.version,
            "dialect": one.short,
            "numbers_from": str(one.numbers_from),
            "value": _double(one.value),
            **_bounds(one.interval),
            **against,
            "refused": one.refused,
        }


def _sweep(result: Sweep) -> Iterator[dict[str, Any]]:
    """Yield a row for each policy where all were asked for, else for each value with how many policies give it."""
    if result.every:
        yield from ({"policy": one.policy, "value": _double(one.value)} for one in result.every)
        return
    for share in result.distribution:
        yield {"value": _double(share.value), "policies": share.policies}


def _run(result: Run) -> Iterator[dict[str, Any]]:
    """Yield a row for each implementation and golden case."""
    for one in result.implementations:
        for case in one.results:
            yield {
                "implementation": one.name,
                "version": one.version,
                "case": case.case,
                "level": str(case.level),
                "verdict": str(case.verdict),
                "reason": case.reason,
                "cause": case.cause,
            }


def _identification(result: Identification) -> Iterator[dict[str, Any]]:
    """Yield a row for each probe."""
    for number, step in enumerate(result.steps, 1):
        yield {
            "probe": number,
            "stage": step.stage,
            "form": step.form,
            "before": step.before,
            "after": step.after,
            "fitted": step.fitted,
        }


def _confusion(result: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - a confusion of the reference, which is no record
    """Yield a row for each gold type and predicted type."""
    for (gold, pred), counts in result.cells.items():
        names = {"gold": FALSE_POSITIVE if gold is None else gold, "pred": MISSED if pred is None else pred}
        yield {**names, "pairs": result[gold, pred], **dict(zip(OUTCOMES, counts.as_tuple(), strict=True))}


def _sentence(result: SentenceSpans) -> Iterator[dict[str, Any]]:
    """Yield a row for each span."""
    for side, spans in result.sides.items():
        for span in spans:
            yield {"side": side, "type": span.type, "start": span.start, "end": span.end, "text": span.text}


_ROWS: Mapping[str, Callable[[Any], Iterator[dict[str, Any]]]] = {
    "Agreement": lambda result: iter(result.pair_table()),
    "Analysis": lambda result: iter(result.error_table()),
    "Comparison": _comparison,
    "Confusion": _confusion,
    "Evaluation": _evaluation,
    "Identification": _identification,
    "Ranking": _ranking,
    "Run": _run,
    "SentenceSpans": _sentence,
    "Sweep": _sweep,
}
"""Who makes the rows of a result, by the name of its class."""
