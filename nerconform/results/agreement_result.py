"""Agreement: how far several annotators agree, and where they do not."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import field

from nerconform.results.constraints import require_known
from nerconform.results.context import Exact, FilesRead, Interval, PythonNumber, Resampling, python_number
from nerconform.results.values import Number, ResultRecord, SpanRecord


class DisagreementKind(StrEnum):
    """What annotators disagree about."""

    PRESENCE = "presence"
    """Some annotator marks nothing."""
    TYPE = "type"
    """All mark the same bounds, with different types."""
    BOUNDS = "bounds"
    """All mark the same type, with different bounds."""
    BOTH = "type and bounds"
    """All mark something, and neither type nor bounds are the same."""


class MarkedSpan(ResultRecord, frozen=True):
    """An entity, and the annotators who mark it."""

    span: SpanRecord
    annotators: tuple[str, ...]


class Disagreement(ResultRecord, frozen=True):
    """Entities that hang together by overlaps and are not the same for all annotators, from one sentence."""

    kind: DisagreementKind
    unit: int
    place: str
    spans: tuple[MarkedSpan, ...]


class PairAgreement(ResultRecord, frozen=True):
    """Two annotators: F1 of one against the other, which is the same from either side, and Cohen's kappa.

    `entities` says how many entities each marks, `no_interval` why there is no interval.
    """

    first: str
    second: str
    entities: tuple[int, int]
    f1_number: Number = field(name="f1")
    kappa_number: Number = field(name="kappa")
    type_numbers: Mapping[str, Number] = field(name="by_type", default={})
    interval: Interval | None = None
    no_interval: str = ""

    f1 = Exact("f1_number")
    """The micro F1 of the schema."""

    kappa = Exact("kappa_number")
    """Cohen's kappa over tokens; `None` where it is undefined."""

    @property
    def by_type(self) -> Mapping[str, PythonNumber]:
        """Return F1 by type."""
        return {name: python_number(number) for name, number in self.type_numbers.items()}


class Agreement(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-agreement-2"):
    """The agreement of several annotators under one dialect.

    `mean` is the mean F1 over all pairs of annotators, `type_means` the same for each type. Fleiss' kappa and
    Krippendorff's alpha (nominal) are over `tokens`; the label of a token is the type of the entity that covers it, or
    `O`. `no_coefficients` says why there are none. `disagreements` lists where annotators differ, and `sentences` has
    the words of these sentences by their index.
    """

    tool: str
    spec: str
    citation: str
    short: str
    schema: str
    units: int
    annotators: tuple[str, ...]
    pairs: tuple[PairAgreement, ...]
    mean_number: Number = field(name="mean")
    fleiss_number: Number = field(name="fleiss")
    alpha_number: Number = field(name="alpha")
    type_mean_numbers: Mapping[str, Number] = field(name="type_means", default={})
    interval: Interval | None = None
    no_interval: str = ""
    tokens: int = 0
    no_coefficients: str = ""
    disagreements: tuple[Disagreement, ...] = ()
    sentences: Mapping[int, tuple[str, ...]] = {}
    drawn: Resampling | None = None
    read: FilesRead | None = None

    def __post_init__(self) -> None:
        """Refuse an annotator, or a type, that is not listed."""
        spans = (span for one in self.disagreements for span in one.spans)
        require_known(
            "`pairs`", (name for one in self.pairs for name in (one.first, one.second)), "annotators", self.annotators
        )
        require_known(
            "`disagreements`", (name for span in spans for name in span.annotators), "annotators", self.annotators
        )

    mean = Exact("mean_number")
    """The mean F1 over pairs; `None` where no pair has one."""

    fleiss = Exact("fleiss_number")
    """Fleiss' kappa; `None` where it is undefined."""

    alpha = Exact("alpha_number")
    """Krippendorff's alpha; `None` where it is undefined."""

    @property
    def type_means(self) -> Mapping[str, PythonNumber]:
        """Return the mean F1 over pairs by type."""
        return {name: python_number(number) for name, number in self.type_mean_numbers.items()}

    @property
    def kinds(self) -> Mapping[DisagreementKind, int]:
        """Return how many disagreements there are of each kind, most frequent first."""
        found = {kind: sum(one.kind is kind for one in self.disagreements) for kind in DisagreementKind}
        return dict(sorted(((kind, number) for kind, number in found.items() if number), key=lambda one: -one[1]))

    def pair_table(self) -> list[dict[str, object]]:
        """Return the pairs as rows, which `pandas.DataFrame` and `polars.DataFrame` take as they are."""
        return [
            {
                "first": pair.first,
                "second": pair.second,
                "f1": None if pair.f1 is None else float(pair.f1),
                "low": pair.interval and pair.interval.low,
                "high": pair.interval and pair.interval.high,
                "kappa": None if pair.kappa is None else float(pair.kappa),
                **{f"f1 {name}": None if value is None else float(value) for name, value in pair.by_type.items()},
            }
            for pair in self.pairs
        ]
