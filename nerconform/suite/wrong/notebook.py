"""Wrong counts of a notebook (document 000), which takes them by hand to explain the two modes of seqeval.

In its lenient half every span can be right or missed, but only spans of the type under study can be false positives.
In its strict half the letters are the types: a run of tags of one letter is an item, a wrong run of B counts twice, and
a wrong run of any other letter not at all.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from nerconform.reference.counting import Counts, Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span
from nerconform.suite.wrong.evaluator import Mistake

_SPLIT = {"B": 2}
"""How often the notebook counts a wrong run of a letter: it takes every span for a B and what follows it."""


def _spurious(times: Callable[[Tally, str], int]) -> Change:
    """Return the change that counts the spurious spans of each type so many times."""

    def change(pipeline: Pipeline) -> Pipeline:
        def count(units: Iterable[Outcomes]) -> Tally:
            return fixed(pipeline.count(units))

        def fixed(tally: Tally) -> Tally:
            rows = {
                kind: {schema: replace(counts, spu=counts.spu * times(tally, kind)) for schema, counts in row.items()}
                for kind, row in tally.by_type.items()
            }
            total = {schema: sum((row[schema] for row in rows.values()), Counts()) for schema in tally.total}
            return replace(tally, total=total, by_type=rows, units=tuple(map(fixed, tally.units)))

        return replace(pipeline, count=count)

    return change


def _studied(tally: Tally, kind: str) -> int:
    """Return 1 for the type under study, the first of the gold, and 0 for every other."""
    return int(kind == min(tally.gold_types, default=kind))


def _runs_of_letters(pipeline: Pipeline) -> Pipeline:
    """Make an item of each run of tags of one letter, with the letter as its type, and count the wrong ones so."""

    def decode(marks: Sequence[Mark], side: Side) -> Spans:  # noqa: ARG001 - the step's signature
        runs = []
        for letter, run in groupby(range(len(marks)), lambda position: marks[position].role):
            positions = list(run)
            if letter != "O":
                runs.append(Span(letter, positions[0], positions[-1] + 1))
        return tuple(runs)

    return _spurious(lambda _, letter: _SPLIT.get(letter, 0))(replace(pipeline, decode=decode))


WRONG: tuple[Mistake, ...] = (
    Mistake(
        "false-positives-of-one-type",
        "Only spans of the first gold type are counted as false positives.",
        _spurious(_studied),
        ("seqeval",),
    ),
    Mistake(
        "runs-of-one-letter",
        "Runs of one letter are the items, and of the wrong ones those of B count twice, the others never.",
        _runs_of_letters,
        ("seqeval-strict",),
    ),
)
