"""Tagged files: what `validate` finds illegal in them, and what `convert` changed or lost."""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from nerconform.results.score_result import TextsFound
from nerconform.results.values import ResultRecord


class FindingKind(StrEnum):
    """What is wrong at a place."""

    PAIR = "pair"
    """A tag may not follow the one before it."""
    START = "start"
    """A tag may not stand first in a sentence."""
    END = "end"
    """A sentence may not end after a tag."""
    BARE = "bare"
    """A tag has no delimiter or no type (TAG-5)."""
    UNKNOWN = "unknown"
    """A letter does not belong to the scheme (TAG-6)."""
    EMPTY = "empty"
    """A tag is the empty string (TAG-8)."""
    ABSENT = "absent"
    """The text of an entity without offsets is not in its sentence (LOC-5)."""


class TagFinding(ResultRecord, frozen=True):
    """One thing that is wrong: where, which tag, which kind, by which clause, and in words.

    `line` is counted from 1; `tag` is the one that may not stand there, and under `end` the last one of its sentence.
    """

    file: str
    line: int
    side: str
    tag: str
    kind: FindingKind
    clause: str
    message: str

    @property
    def place(self) -> str:
        """Return `file:line`."""
        return f"{self.file}:{self.line}"


class TagForm(ResultRecord, frozen=True):
    """How tags are written: in which scheme, on which side the letter stands, and what stands between."""

    scheme: str
    affix: str
    delimiter: str


class SideFindings(ResultRecord, frozen=True):
    """One side of one file: how much there is, what is wrong, and in which other schemes nothing would be.

    `transitions` counts the illegal ones by what they look like, such as `O then I-X`. `legal_in` says as what every
    sequence here would be legal; it is empty where nothing is wrong. `texts` says of a side without tags, whose
    entities have no offsets, how often their texts stand in their sentences.
    """

    file: str
    side: str
    units: int
    tags: int
    findings: tuple[TagFinding, ...] = ()
    transitions: Mapping[str, int] = {}
    legal_in: tuple[TagForm, ...] = ()
    texts: TextsFound | None = None

    @property
    def kinds(self) -> dict[str, int]:
        """Return how many findings there are of each kind."""
        found = Counter(finding.kind for finding in self.findings)
        return {str(kind): found[kind] for kind in FindingKind}


class SpanFate(StrEnum):
    """What became of a span between two files of the same sentences."""

    LOST = "lost"
    """It is not there."""
    CUT = "cut"
    """A part of it is there."""
    DOUBLED = "doubled"
    """It is several."""
    MOVED = "moved"
    """It has another start or end, outside what it was."""
    ADDED = "added"
    """It was not there."""


class SpanChange(ResultRecord, frozen=True):
    """One span that is not as it was: its place in the original file, what became of it, and where it is now."""

    file: str
    line: int
    fate: SpanFate
    type: str
    start: int
    end: int
    now: str
    message: str


class OriginalSpans(ResultRecord, frozen=True):
    """The spans of an original file held against those of a processed one, sentence by sentence."""

    original: str
    file: str
    units: int
    spans: int
    changes: tuple[SpanChange, ...] = ()

    @property
    def fates(self) -> dict[str, int]:
        """Return how many spans met each fate."""
        found = Counter(change.fate for change in self.changes)
        return {str(fate): found[fate] for fate in SpanFate}

    @property
    def kept(self) -> int:
        """Return how many spans of the original are as they were."""
        return self.spans - sum(count for fate, count in self.fates.items() if fate != SpanFate.ADDED)


class Validation(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-validation-2"):
    """What is illegal in all files, side by side, and what became of the spans of an original file."""

    tool: str
    spec: str
    scheme: str
    legal: bool
    sides: tuple[SideFindings, ...]
    original: OriginalSpans | None = None

    @property
    def is_sound(self) -> bool:
        """Whether everything is legal, and every span is as it was."""
        return self.legal and not (self.original and self.original.changes)


class CountedPlaces(ResultRecord, frozen=True):
    """How often something happened, and the first places, each `file:line` with words."""

    count: int = 0
    places: tuple[str, ...] = ()


class ConvertedFile(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-conversion-2"):
    """A file whose tags were written in another scheme.

    `repaired` counts the illegal transitions that the policy decided, `merged` the spans that became one with the span
    before them because the scheme is lossy (SCH-9).
    """

    tool: str
    spec: str
    file: str
    policy: str
    source: TagForm
    target: TagForm
    repaired: CountedPlaces = CountedPlaces()
    merged: CountedPlaces = CountedPlaces()
