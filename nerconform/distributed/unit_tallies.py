"""Unit tallies: how many units of a part add each vector of counts, and which documents they are.

Resamples depend on how often each vector comes, and on nothing else. So the tallies of parts add up, in any order, and
give the intervals of one process with the same seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from nerconform.base.errors import NerconformError
from nerconform.engines.vectors import UnitKinds, Vector
from nerconform.formats.provenance import UnitKind
from nerconform.reference.refusals import CannotAdd

MAX_VECTORS = 200_000
"""Distinct vectors of units at most. In JSON each takes some 50 bytes with four schemas, so all take 10 MB."""
MAX_NAMED_DOCUMENTS = 200_000
"""A tally names its documents as long as there are no more, so that a document in two parts is noticed."""


class TooManyVectors(NerconformError):
    """Units differ too much in what they add: the counts for resampling would outgrow the memory of a part."""


class SplitDocument(NerconformError):
    """A document has sentences in two places, so it would be two units."""


def split_document(name: str, place: str = "") -> SplitDocument:
    """Return the error of a document that comes again."""
    hint = "Put all sentences of a document into one part, one after the other."
    return SplitDocument(f"the sentences of the document {name!r:.80} do not follow each other", place=place, hint=hint)


@dataclass(frozen=True, slots=True)
class UnitTally:
    """What the units of a part are, and what they add.

    `vectors` says how many units add each vector: COR, INC, PAR, MIS and SPU for each schema of the dialect. It is
    `None` where nobody asked for resampling. `documents` are the names of the documents, where these are the units and
    there are at most `MAX_NAMED_DOCUMENTS`.
    """

    kind: UnitKind = UnitKind.SENTENCE
    vectors: UnitKinds | None = None
    documents: frozenset[str] = frozenset()

    @property
    def units(self) -> int:
        """Return how many units the vectors speak of."""
        return sum((self.vectors or {}).values())


@dataclass(slots=True)
class UnitTallySum:
    """A sum that grows part by part; memory holds the sum only."""

    found: UnitTally | None = None
    _vectors: UnitKinds = field(default_factory=UnitKinds)
    _documents: set[str] = field(default_factory=set)

    def add(self, part: UnitTally) -> None:
        """Add a part that has units.

        Raises `CannotAdd` for sentences beside documents, or where one part alone has counts for resampling;
        `SplitDocument`, `TooManyVectors`.
        """
        first = self.found = self.found or part
        if first.kind is not part.kind:
            raise CannotAdd(
                "one part was counted by sentence, and another with --unit document, so their intervals "
                "cannot be added",
                hint="Count every part again with --unit document, or every part without it.",
            )
        if (first.vectors is None) is not (part.vectors is None):
            hint = "Count every part again with --resamples 1000, or every part with --resamples 0 (no intervals)."
            raise CannotAdd("one part has the counts that intervals need (--resamples), and another has not", hint=hint)
        if not self._documents.isdisjoint(part.documents):
            raise split_document(min(self._documents & part.documents))
        self._documents |= part.documents
        self._vectors.update(part.vectors or {})
        require_few(self._vectors)

    def tally(self) -> UnitTally:
        """Return the sum, of one part at least."""
        assert self.found is not None  # noqa: S101 - there is one part at least
        few = len(self._documents) <= MAX_NAMED_DOCUMENTS
        vectors = None if self.found.vectors is None else self._vectors
        return UnitTally(self.found.kind, vectors, frozenset(self._documents if few else ()))


def require_few(vectors: Mapping[Vector, int]) -> None:
    """Raise `TooManyVectors` for more than `MAX_VECTORS`."""
    if len(vectors) > MAX_VECTORS:
        message = (
            f"intervals need the counts of each sentence or document, and more than {MAX_VECTORS:,} different "
            "counts are too many to keep"
        )
        hint = "Leave intervals out: --resamples 0, in Python resampling=False."
        raise TooManyVectors(message, hint=hint)


def in_order(vectors: UnitKinds) -> tuple[str, ...]:
    """Return a text for each vector: how many units add it, and its numbers; the most frequent first."""
    found = sorted(vectors.items(), key=lambda one: (-one[1], one[0]))
    return tuple(" ".join(map(str, (times, *vector))) for vector, times in found)
