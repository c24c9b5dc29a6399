"""FairEval: traditional, fair and weighted scores of spans (Ortmann, LREC 2022), asked through examples/external."""

from dataclasses import replace

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members, of_counts
from nerconform.reference.schemes import Scheme

LIBRARY = Library(package=__name__, name="FairEval")


def _has_copies(given: Given) -> bool:
    """Whether a sentence has two spans on one side, or two tags other than O."""
    units = (members(unit) for side in (given.gold, given.pred) for unit in members(side))
    return any(sum(one != "O" for one in unit) > 1 for unit in units)


QUIRKS = (
    Quirk(
        "faireval.copies-change-precision",
        Step.COUNT,
        _has_copies,
        of_counts(lambda counts: replace(counts, more_cor=0)),
        base={"align": "two-sided"},
        schemes=(Scheme.IOB2,),
    ),
)
