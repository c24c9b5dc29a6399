"""Identification as a record: probes, answers and near dialects as plain data."""

from nerconform.asking.question import Form
from nerconform.asking.records import number, spans, units
from nerconform.products.identify.boxes import DecodedSpans, NamedNumbers, Outcome, Probe, RefusedProbe
from nerconform.products.identify.separation import ProbeStep
from nerconform.results.identification_result import NearDialect, ProbeAnswer, ProbeStepRecord
from nerconform.results.values import ErrorObserved, Units, UnsupportedObserved, ValuesObserved


def answer_record(outcome: Outcome) -> ProbeAnswer:
    """Return an answer as data."""
    match outcome:
        case NamedNumbers(values):
            return ValuesObserved({name: number(value) for name, value in values.items()})
        case DecodedSpans(found):
            return tuple(map(spans, found))
        case RefusedProbe(error, message):
            return ErrorObserved(error, message, refusal=True)
    return UnsupportedObserved(outcome.reason)


def step_record(step: ProbeStep) -> ProbeStepRecord:
    """Return a step as data."""
    gold, pred = _sides(step.probe)
    before, after = step.left
    return ProbeStepRecord(
        form=str(step.probe.form),
        gold=gold,
        pred=pred,
        answer=answer_record(step.outcome),
        stage=step.stage,
        before=before,
        after=after,
        excluded=step.excluded,
        fitted=step.fitted,
    )


def near_record(  # noqa: PLR0913 - a dialect, how near it comes, and where it fails
    signature: str,
    names: tuple[str, ...],
    matched: int,
    asked: int,
    *,
    probe: Probe,
    due: ProbeAnswer,
    outcome: Outcome,
) -> NearDialect:
    """Return a dialect that comes near as data."""
    gold, pred = _sides(probe)
    return NearDialect(
        form=str(probe.form),
        gold=gold,
        pred=pred,
        answer=answer_record(outcome),
        signature=signature,
        names=names,
        matched=matched,
        asked=asked,
        due=due,
    )


def _sides(probe: Probe) -> tuple[Units, Units]:
    gold, pred = ([list(unit) for unit in side] for side in (probe.gold, probe.pred))
    return units(gold, Form.TAGS), units(pred, Form.TAGS)
