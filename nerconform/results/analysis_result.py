"""Analysis: which errors a prediction makes: confusion of types, classes of error, and the sentence behind each."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from msgspec import field
from msgspec.structs import replace

from nerconform.results.comparison import CitedUnit
from nerconform.results.constraints import require_known
from nerconform.results.context import Exact, FilesRead
from nerconform.results.values import Number, ResultRecord, SpanRecord

OutcomeCounts = Mapping[str, int]
"""How many rows of the alignment have an outcome: `cor`, `inc`, `par`, `mis`, `spu`; those that are 0 are left out."""


def summed(counts: Iterable[OutcomeCounts]) -> dict[str, int]:
    """Return the sum of counts of outcomes."""
    found: dict[str, int] = {}
    for one in counts:
        for name, number in one.items():
            found[name] = found.get(name, 0) + number
    return found


MISSED, FALSE_POSITIVE = "missed", "false positive"
"""What stands in a table of the confusion in place of the type that is not there."""


class ErrorKind(StrEnum):
    """The class of an error: how gold and predicted entities that are not equal lie to each other."""

    WRONG_TYPE = "wrong type"
    """The bounds are right, the type is not."""
    TOO_LONG = "too long"
    """The prediction contains the gold entity and is longer."""
    TOO_SHORT = "too short"
    """The prediction is a part of the gold entity."""
    SPLIT = "split"
    """Several predictions overlap one gold entity."""
    MERGED = "merged"
    """One prediction overlaps several gold entities."""
    OVERLAPS = "overlaps"
    """Gold and prediction overlap in any other way."""
    MISSED = "missed"
    """No prediction overlaps the gold entity."""
    FALSE_POSITIVE = "false positive"
    """The prediction overlaps no gold entity."""


class ConfusionCell(ResultRecord, frozen=True):
    """The pairs of a gold type and a predicted type; without `gold` false positives, without `pred` missed entities."""

    outcomes: OutcomeCounts
    gold: str | None = None
    pred: str | None = None

    @property
    def pairs(self) -> int:
        """Return how many pairs there are."""
        return sum(self.outcomes.values())


class EntityError(ResultRecord, frozen=True):
    """One error: its class, the sentence by its index, where it stands, the entities of both sides, what they count as.

    `cells` are the cells of the confusion (gold type, predicted type) in which its pairs are counted. `seen` says
    whether the entity is in the training data: `seen`, `other type` or `unseen`.
    """

    kind: ErrorKind
    unit: int
    place: str
    outcomes: OutcomeCounts
    cells: tuple[tuple[str | None, str | None], ...]
    gold: tuple[SpanRecord, ...] = ()
    pred: tuple[SpanRecord, ...] = ()
    seen: str = ""

    def __post_init__(self) -> None:
        """Refuse an error of no entity."""
        if not (self.gold or self.pred):
            message = "an error needs an entity in `gold` or in `pred`"
            raise ValueError(message)

    @property
    def type(self) -> str:
        """Return the type of the first gold entity, of the first prediction where there is no gold entity."""
        return (*self.gold, *self.pred)[0].type

    @property
    def length(self) -> int:
        """Return the length of the first gold entity, of the first prediction where there is no gold entity."""
        first = (*self.gold, *self.pred)[0]
        return (first.end or 0) - (first.start or 0)

    @property
    def types_differ(self) -> bool:
        """Whether a gold entity and a prediction of the error have different types."""
        return bool(self.gold and self.pred) and len({span.type for span in (*self.gold, *self.pred)}) > 1


class ErrorClass(ResultRecord, frozen=True):
    """The errors of one class and type, and the rows of this class that are charged to the type.

    `also_wrong_type` of the `errors` have a wrong type besides; of the class `wrong type` it is all of them. Outcomes
    are charged to the gold entity's type, to the prediction's where there is no gold entity.
    """

    kind: ErrorKind
    type: str
    errors: int
    outcomes: OutcomeCounts
    also_wrong_type: int = 0


class EntityGroup(ResultRecord, frozen=True):
    """The entities that have something in common: `by` says what, `name` which group. `recall` is COR / POS."""

    by: str
    name: str
    outcomes: OutcomeCounts
    recall_number: Number = field(name="recall")

    recall = Exact("recall_number")
    """The share of the gold entities that are correct, `None` where there are none."""

    @property
    def gold_entities(self) -> int:
        """Return how many gold entities there are: all rows that are not spurious."""
        return sum(number for name, number in self.outcomes.items() if name != "spu")


class SentenceSpans(ResultRecord, frozen=True):
    """One sentence with the spans of each side, `gold` first, as they were decoded."""

    tokens: tuple[str, ...]
    sides: Mapping[str, tuple[SpanRecord, ...]]


class ErrorChoice(NamedTuple):
    """Which errors are listed: all that fit every filter which is set."""

    kinds: tuple[ErrorKind, ...] = ()
    gold_types: tuple[str, ...] = ()
    pred_types: tuple[str, ...] = ()
    lengths: tuple[int, int | None] | None = None
    seen: tuple[str, ...] = ()

    def takes(self, error: EntityError) -> bool:
        """Whether an error fits."""
        least, most = self.lengths or (0, None)
        return (
            (not self.kinds or error.kind in self.kinds)
            and (not self.gold_types or any(span.type in self.gold_types for span in error.gold))
            and (not self.pred_types or any(span.type in self.pred_types for span in error.pred))
            and least <= error.length
            and (most is None or error.length <= most)
            and (not self.seen or error.seen in self.seen)
        )

    def __str__(self) -> str:
        """Return the filters as words, nothing without a filter."""
        least, most = self.lengths or (0, None)
        length = f"{least} or more" if most is None else str(least) if least == most else f"{least} to {most}"
        parts = {
            "class": " or ".join(self.kinds),
            "gold type": " or ".join(self.gold_types),
            "predicted type": " or ".join(self.pred_types),
            "length": length if self.lengths else "",
            "training data": " or ".join(self.seen),
        }
        return ", ".join(f"{name} {words}" for name, words in parts.items() if words)


class Analysis(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-analysis-2"):
    """The errors of one prediction under one dialect.

    `counts` are those of the micro average in the `schema`. The `outcomes` of all cells of `confusion` add up to them,
    and so do those of all `classes` with the `correct` pairs, which have equal bounds and equal types. `errors` lists
    every error, or those that `chosen` names; `cited` holds their sentences by index, gold and prediction as decoded.
    With `most_listed`, at most so many errors of each class and type are listed: those of the sentences that come first
    in the order of the BLAKE2b hashes of their numbers. `groups` has the same counts by length, by frequency of the
    type and, with training data, by whether it was seen.
    """

    tool: str
    spec: str
    citation: str
    short: str
    schema: str
    units: int
    counts: OutcomeCounts
    correct: int
    confusion: tuple[ConfusionCell, ...]
    classes: tuple[ErrorClass, ...]
    errors: tuple[EntityError, ...]
    groups: tuple[EntityGroup, ...] = ()
    cited: Mapping[int, CitedUnit] = {}
    aligned: bool = True
    offsets: str = "tokens"
    train: str = ""
    chosen: str = ""
    most_listed: int = 0
    read: FilesRead | None = None

    def __post_init__(self) -> None:
        """Refuse an error whose cell of the confusion, or whose sentence, is missing."""
        cells = {(cell.gold, cell.pred) for cell in self.confusion}
        require_known("`errors.cells`", (cell for error in self.errors for cell in error.cells), "confusion", cells)
        require_known("`errors.unit`", (error.unit for error in self.errors), "cited", self.cited)

    @property
    def gold_entities(self) -> int:
        """Return how many gold entities there are."""
        return sum(number for name, number in self.counts.items() if name != "spu")

    @property
    def recall(self) -> Fraction | None:
        """Return the share of the gold entities that are correct in the schema, `None` where there are none."""
        return Fraction(self.counts.get("cor", 0), self.gold_entities) if self.gold_entities else None

    @property
    def found_errors(self) -> int:
        """Return how many errors there are, listed or not."""
        return sum(one.errors for one in self.classes)

    @property
    def kinds(self) -> tuple[ErrorClass, ...]:
        """Return the classes over all types, most frequent first."""
        found = [self._over_types(kind) for kind in ErrorKind]
        order = list(ErrorKind)
        return tuple(sorted((one for one in found if one.errors), key=lambda one: (-one.errors, order.index(one.kind))))

    def _over_types(self, kind: ErrorKind) -> ErrorClass:
        mine = [one for one in self.classes if one.kind is kind]
        also = sum(one.also_wrong_type for one in mine)
        return ErrorClass(kind, "", sum(one.errors for one in mine), summed(one.outcomes for one in mine), also)

    def of(self, kind: str) -> tuple[EntityError, ...]:
        """Return the listed errors of a class."""
        return tuple(error for error in self.errors if error.kind == kind)

    def chosen_by(self, choice: "ErrorChoice") -> "Analysis":
        """Return the analysis with only those errors listed, and their sentences, that a choice takes."""
        errors = tuple(error for error in self.errors if choice.takes(error))
        units = {error.unit for error in errors}
        cited = {index: unit for index, unit in self.cited.items() if index in units}
        return replace(self, errors=errors, cited=cited, chosen=str(choice))

    def confusion_table(self) -> list[dict[str, object]]:
        """Return the confusion as rows, which `pandas.DataFrame` and `polars.DataFrame` take as they are."""
        return [
            {
                "gold": FALSE_POSITIVE if cell.gold is None else cell.gold,
                "pred": MISSED if cell.pred is None else cell.pred,
                "pairs": cell.pairs,
            }
            for cell in self.confusion
        ]

    def error_table(self) -> list[dict[str, object]]:
        """Return the listed errors as rows, which `pandas.DataFrame` and `polars.DataFrame` take as they are."""
        return [
            {
                "class": str(error.kind),
                "type": error.type,
                "gold": " ".join(map(str, error.gold)),
                "pred": " ".join(map(str, error.pred)),
                "gold_text": " | ".join(span.text for span in error.gold),
                "pred_text": " | ".join(span.text for span in error.pred),
                "seen": error.seen,
                "place": error.place,
            }
            for error in self.errors
        ]
