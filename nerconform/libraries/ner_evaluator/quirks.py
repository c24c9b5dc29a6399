"""Quirks of ner-evaluator: recall of the predictions, and repeated predictions."""

from dataclasses import replace
from functools import partial

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import has_span, members, of_counts, raises_at_units
from nerconform.reference.counting import Counts
from nerconform.reference.filtering import Units
from nerconform.reference.schemes import Scheme


def _missed_as_invented(counts: Counts) -> Counts:
    """Count as missed what is predicted wrongly, and nothing else."""
    return replace(counts, mis=counts.spu)


def _has_repeated(units: Units) -> bool:
    """Whether a gold span is predicted more often than it is there."""
    return any(pred.count(span) > gold.count(span) for gold, pred in units for span in {*gold} & {*pred})


def _may_repeat(given: Given) -> bool:
    """Whether a unit has two predictions that are equal."""
    return any(len(members(unit)) > len({*map(str, members(unit))}) for unit in members(given.pred))


_quirk = partial(Quirk, base={"policy": "lenient", "align": "none", "round": "2-binary-x1"}, schemes=(Scheme.IOB2,))
QUIRKS = (
    _quirk("ner-evaluator.missed-entities-are-not-counted", Step.COUNT, has_span, of_counts(_missed_as_invented)),
    _quirk(
        "ner-evaluator.repeated-prediction-crashes",
        Step.MATCH,
        _may_repeat,
        raises_at_units(_has_repeated, "ValueError"),
    ),
)
