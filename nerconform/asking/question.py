"""Questions: what an implementation is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from nerconform.reference.measures import Measure
from nerconform.reference.spans import PiecedSpan, Span

TagUnits = Sequence[Sequence[str]]
SpanUnits = Sequence[Sequence[Span]]


class Form(StrEnum):
    """In which form the data stand."""

    TAGS = "tags"
    """Lists of units, each a list of tags."""
    SPANS = "spans"
    """Lists of units, each a list of `Span`, in list order, ends exclusive."""
    PIECES = "pieces"
    """The same, where at least one span has several pieces (MAT-13): in messages and exported cases alone."""
    MENTIONS = "mentions"
    """Lists of units of which at least one has entities without offsets, or its text (LOC-1)."""
    LAYERS = "layers"
    """Lists of units of which at least one has several layers of tags (INP-6)."""
    RAW = "raw"
    """Bad input in place of tags, to be passed on as it is."""
    RAW_SPANS = "raw-spans"
    """Bad input in place of spans: only who takes spans in the form of this project can be asked."""


class Ask(StrEnum):
    """By which way the implementation is asked."""

    SCORES = "scores"
    """By its interface for programs."""
    REPORT = "report"
    """By its printed text report, which is read back."""


class Part(StrEnum):
    """What an answer can hold beside measures."""

    SPANS = "spans"
    """The decoded spans of both sides."""
    PAIRS = "pairs"
    """Which span met which, per schema."""
    ROWS = "rows"
    """Which types have a row."""


@dataclass(frozen=True, slots=True)
class Question:
    """Data, the scheme of their tags, choices that are imposed, and which numbers are wanted."""

    gold: object
    pred: object
    form: Form
    scheme: str = "IOB2"
    choices: Mapping[str, str] = field(default_factory=dict)
    ask: Ask = Ask.SCORES
    measures: frozenset[Measure] = frozenset()
    parts: frozenset[Part] = frozenset()

    @property
    def is_ordinary(self) -> bool:
        """Whether libraries can be asked: their spans have no gaps, and their sentences no layers."""
        return not self.has_pieces and self.form is not Form.LAYERS

    @property
    def written_form(self) -> Form:
        """Return the form as messages and exported cases name it."""
        return Form.PIECES if self.form is Form.SPANS and self.has_pieces else self.form

    @property
    def has_pieces(self) -> bool:
        """Whether a span has gaps (MAT-13)."""
        sides = (side for side in (self.gold, self.pred) if isinstance(side, list))
        units = (unit for side in sides for unit in side if isinstance(unit, list))
        return any(isinstance(one, PiecedSpan) for unit in units for one in unit)
