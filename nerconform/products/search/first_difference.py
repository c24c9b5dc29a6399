"""First difference: the first step of the path at which two pipelines give two results for one input."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import LibraryRaises, Own, Step
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans, Stream
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Mark
from nerconform.reference.units import Unit
from nerconform.results.search_result import FirstDifference
from nerconform.suite.agreement import show
from nerconform.suite.judge import show_spans


class _Raised(NamedTuple):
    """An exception in place of a result."""

    error: str


_Trace = dict[Step, list[Any]]
_MOST = 160


def first_difference(gold: object, pred: object, left: Pipeline, right: Pipeline) -> FirstDifference | None:
    """Return where two paths differ first on this input, `None` where they give the same at every step."""
    one, other = _trace(left, gold, pred), _trace(right, gold, pred)
    for step in Step:
        for here, there in zip(one[step], other[step], strict=False):
            if here != there and _is_shown(here, there):
                return FirstDifference(str(step), *_different_texts(here, there))
        if len(one[step]) != len(other[step]) and _ends(one, step) != _ends(other, step):
            return FirstDifference(str(step), _last(one, step), _last(other, step))
    return None


def _is_shown(here: object, there: object) -> bool:
    """Whether two results can be laid side by side: not what a quirk hands on to itself, beside anything but an end."""
    return not (_is_own(here) or _is_own(there)) or isinstance(here, _Raised) or isinstance(there, _Raised)


def _is_own(found: object) -> bool:
    """Whether a result, or a part of it, is what a quirk hands on to a later step of its own."""
    return isinstance(found, Own) or (type(found) is tuple and any(map(_is_own, found)))


def _ends(trace: _Trace, step: Step) -> bool:
    """Whether the path ends in this step, by an exception."""
    return bool(trace[step]) and isinstance(trace[step][-1], _Raised)


def _last(trace: _Trace, step: Step) -> str:
    return _show(trace[step][-1]) if trace[step] else "nothing"


def _trace(pipeline: Pipeline, gold: object, pred: object) -> _Trace:
    """Return the results of every call of every step, in order; an exception stands where it was raised.

    Of marks there are as many as tags: what a quirk sets behind a unit is left out.
    """
    trace: _Trace = {step: [] for step in Step}

    def noted(step: Step, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: object) -> Any:  # noqa: ANN401 - whatever the step returns
            try:
                found = function(*args, **options)
            except (NerconformError, LibraryRaises) as error:
                if not any(_ends(trace, each) for each in Step):
                    trace[step].append(_Raised(_name(error)))
                raise
            trace[step].append(found[: len(args[0])] if step is Step.PARSE else found)
            return found

        return call

    def filtered(units: Stream) -> Stream:
        return tuple(pipeline.filter(list(units)))

    def counted(units: Iterable[Outcomes]) -> Tally:
        return pipeline.count(list(units))

    def read(left: object, right: object) -> Sequence[Unit]:
        try:
            return pipeline.read(left, right)
        except (NerconformError, LibraryRaises) as error:
            trace[Step.PARSE].append(_Raised(_name(error)))
            raise

    watched = replace(
        pipeline,
        read=read,
        parse=noted(Step.PARSE, pipeline.parse),
        decode=noted(Step.DECODE, pipeline.decode),
        filter=noted(Step.FILTER, filtered),
        match=noted(Step.MATCH, pipeline.match),
        count=noted(Step.COUNT, counted),
        score=noted(Step.SCORE, pipeline.score),
    )
    with suppress(NerconformError, LibraryRaises):
        _ = watched.evaluate(gold, pred).schemas
    return trace


def _name(error: NerconformError | LibraryRaises) -> str:
    """Return a refusal or a predicted exception by its type."""
    return error.error if isinstance(error, LibraryRaises) else f"refused: {type(error).__name__}"


def _different_texts(here: object, there: object) -> tuple[str, str]:
    """Return two results that differ as two texts that do: where the strict numbers are alike, what else is not."""
    left, right = _show(here), _show(there)
    if left == right:
        parts = zip(_parts(here), _parts(there), strict=False)
        left, right = next(((one, other) for one, other in parts if one != other), (left, right))
    return left, right


def _parts(found: object) -> Iterator[str]:
    """Yield texts of all that a result of matching or counting holds."""
    match found:
        case Outcomes(rows):
            yield from (f"{schema}: {_rows(rows[schema])}" for schema in sorted(rows))
        case Tally(total, by_type):
            yield f"rows: {', '.join(sorted(map(_named, by_type))) or 'none'}"
            yield from (f"{schema}: {_outcomes(total[schema])}" for schema in sorted(total))
            for kind in sorted(by_type):
                yield from (f"{_named(kind)}, {schema}: {_outcomes(row)}" for schema, row in by_type[kind].items())


def _named(kind: str) -> str:
    return kind or "(no type)"


def _outcomes(counts: Counts) -> str:
    shown = {"COR": counts.cor, "INC": counts.inc, "PAR": counts.par, "MIS": counts.mis, "SPU": counts.spu}
    return ", ".join(f"{name} {number}" for name, number in shown.items())


def _rows(rows: Iterable[tuple[Any, Any]]) -> str:
    return "; ".join(f"{_one(gold)} ~ {_one(pred)}" for gold, pred in rows) or "none"


def _show(found: object) -> str:
    """Return one result of a step as text."""
    match found:
        case _Raised(error):
            text = error
        case Outcomes(rows):
            text = _rows(rows[Schema.STRICT])
        case Tally(total) if not total:
            text = "no results"
        case Tally(total):
            counts = total[Schema.STRICT]
            text = f"tp {counts.tp}, fp {counts.fp}, fn {counts.fn}"
        case tuple():
            text = _show_listing(found)
        case _:
            text = _show_scores(found)
    return text if len(text) <= _MOST else f"{text[:_MOST]} …"


def _show_scores(found: Any) -> str:  # noqa: ANN401 - the scores of every schema
    """Return precision, recall and F of the strict averages."""
    averages = found[Schema.STRICT].averages if found else {}
    shown = {name: map(show, (score.precision, score.recall, score.f)) for name, score in averages.items()}
    return ", ".join(f"{name} {' '.join(numbers)}" for name, numbers in shown.items()) or "no results"


def _show_listing(found: Sequence[Any]) -> str:
    """Return marks, spans, or the spans of both sides of all units."""
    if all(isinstance(one, Mark) for one in found):
        return " ".join(map(_mark, found)) or "none"
    if all(isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], tuple) for one in found):  # noqa: PLR2004
        units: Sequence[tuple[Spans, Spans]] = found
        return "; ".join(f"{show_spans(gold)} / {show_spans(pred)}" for gold, pred in units) or "none"
    return show_spans(found)


def _mark(mark: Mark) -> str:
    """Return a mark as role and type; one that a quirk hands on to itself as its tag."""
    if isinstance(mark, Own):
        return mark.text
    return mark.role if mark.role == "O" else f"{mark.role}({mark.type})"


def _one(span: Any) -> str:  # noqa: ANN401 - a span or none
    return "-" if span is None else show_spans([span])
