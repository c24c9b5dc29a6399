"""Wrong arrays: mistakes in which columns of label arrays are compared, and in what -100 stands for."""

from collections.abc import Callable
from itertools import pairwise

from nerconform.asking.array_rows import array_rows
from nerconform.base.plain_text import counted
from nerconform.reference.refusals import LengthsDiffer
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_parsing import TAGGED, Tags, of_tags


def _from_second_column(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Take as many predictions as there are labels, from the second column on."""
    rows = array_rows(gold, pred)
    found = [list(row[1 : len(unit) + 1]) for row, unit in zip(rows.pred, gold, strict=True)]
    return gold, [[*row, *["O"] * (len(unit) - len(row))] for row, unit in zip(found, gold, strict=True)]


def _from_second_column_if_long(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Do the same, and refuse rows that are too short."""
    rows = array_rows(gold, pred)
    for number, (row, unit) in enumerate(zip(rows.pred, gold, strict=True)):
        if len(row) <= len(unit):
            message = f"row {number} has {counted(len(row), 'prediction')}, and {len(unit) + 1} are needed"
            raise LengthsDiffer(message, hint="Give each row one prediction more than gold has labels, for [CLS].")
    return _from_second_column(gold, pred)


def _of_pieces(replaced: Callable[[str], bool]) -> Callable[[Tags, Tags], tuple[Tags, Tags]]:
    """Return what lets a prediction where gold is -100 replace the one before it, if that may be `replaced`."""

    def fix(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
        rows = array_rows(gold, pred)
        found: list[list[str]] = []
        for labels, guesses in zip(rows.gold, rows.pred, strict=True):
            words: list[str] = []
            for label, guess in zip(labels, guesses, strict=True):
                if label is not None:
                    words.append(guess)
                elif words and replaced(words[-1]):
                    words[-1] = guess
            found.append(words)
        return gold, found

    return fix


def _ignored_as_predicted(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Read -100 in gold as what is predicted there."""
    rows = array_rows(gold, pred)
    both = zip(rows.gold, rows.pred, strict=True)
    return [
        [guess if tag is None else tag for tag, guess in zip(row, guesses, strict=True)] for row, guesses in both
    ], rows.pred


def _ignored_as_before(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Repeat the label before a -100, with I for B, and keep what is predicted there."""
    rows = array_rows(gold, pred)
    found: list[list[str]] = []
    for row in rows.gold:
        labels: list[str] = []
        for tag in row:
            before = labels[-1] if labels else "O"
            labels.append(f"I{before[1:]}" if tag is None and before.startswith("B") else tag or before)
        found.append(labels)
    return found, rows.pred


def _cut_at_lengths(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Join all sentences and cut them at the lengths of sentences, as if these were positions."""
    bounds = [0, *map(len, gold), None]
    joined = [[tag for unit in side for tag in unit] for side in (gold, pred)]
    left, right = ([side[one:other] for one, other in pairwise(bounds)] for side in joined)
    return left, right


ARRAYS: tuple[Mistake, ...] = (
    Mistake(
        "predictions-from-second-column",
        "Predictions are taken from the second column on, as many as gold has labels: after a -100 inside a row "
        "labels of different tokens are compared.",
        of_tags(_from_second_column),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "predictions-from-second-column-if-long",
        "Predictions are taken from the second column on, as many as gold has labels: after a -100 inside a row "
        "labels of different tokens are compared, and a row without special tokens is rejected as too short.",
        of_tags(_from_second_column_if_long),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "last-piece-predicts",
        "A prediction where gold is -100 replaces the prediction of the label before it, so the last piece of a word "
        "counts.",
        of_tags(_of_pieces(lambda _: True)),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "piece-inside-predicts",
        "A prediction where gold is -100 replaces the prediction of the label before it if that is O, so a piece of a "
        "word or a special token can predict an entity.",
        of_tags(_of_pieces(lambda tag: tag == "O")),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "ignored-as-predicted",
        "The label -100 in gold is read as what is predicted there, so a prediction there is right.",
        of_tags(_ignored_as_predicted),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "cut-at-lengths",
        "All sentences are joined and cut again at their lengths, as by np.split(tags, lengths), which takes "
        "positions: sentences are cut at wrong places, and if one is shorter than the one before, tokens count twice.",
        of_tags(_cut_at_lengths),
        TAGGED,
        of_arrays=True,
    ),
    Mistake(
        "ignored-as-before",
        "The label -100 in gold is read as the label before it, with I for B, and predictions there count.",
        of_tags(_ignored_as_before),
        TAGGED,
        of_arrays=True,
    ),
)
