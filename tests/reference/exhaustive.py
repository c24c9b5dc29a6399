"""Everything small: all tag sequences and all span sets up to a length, and the schemes written down once more.

Nothing here uses the reference. What a scheme is follows from `tags_of_spans` alone: a sequence is legal if it is the
encoding of some span set, and two tags may stand side by side if they do so in some encoding.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

TYPES = ("X", "Y")
Triple = tuple[str, int, int]
SpanSet = tuple[Triple, ...]

LETTERS = {
    "IO": "I",
    "IOB1": "IB",
    "IOB2": "IB",
    "IOE1": "IE",
    "IOE2": "IE",
    "BIOES": "BIES",
    "BILOU": "BILU",
    "BMES": "BMES",
    "BMEWO": "BMEW",
    "BIOS": "BIS",
}
FOUR_LETTERS = {"BIOES": "BIES", "BILOU": "BILU", "BMES": "BMES", "BMEWO": "BMEW"}
"""The letters for the first, inner, last and only token."""


def alphabet(scheme: str, types: Sequence[str] = TYPES) -> list[str]:
    """Return every tag of a scheme over these types."""
    return ["O", *(f"{letter}-{kind}" for letter in LETTERS[scheme] for kind in types)]


def sequences(scheme: str, longest: int, types: Sequence[str] = TYPES) -> Iterator[tuple[str, ...]]:
    """Yield every sequence of tags up to a length, the empty one first."""
    for length in range(longest + 1):
        yield from product(alphabet(scheme, types), repeat=length)


@cache
def span_sets(length: int, types: tuple[str, ...] = TYPES) -> tuple[SpanSet, ...]:
    """Return every set of disjoint spans over `length` tokens, in order: by what the last token belongs to."""
    if length == 0:
        return ((),)
    found = list(span_sets(length - 1, types))
    for start in range(length):
        found += [(*before, (kind, start, length)) for before in span_sets(start, types) for kind in types]
    return tuple(found)


def tags_of_spans(spans: SpanSet, length: int, scheme: str) -> tuple[str, ...]:
    """Write down flat spans, token by token, as each scheme describes itself."""
    return tuple(_tag(spans, token, scheme) for token in range(length))


def _tag(spans: SpanSet, token: int, scheme: str) -> str:
    """Return the tag of one token."""
    inside = [span for span in spans if span[1] <= token < span[2]]
    if not inside:
        return "O"
    kind, start, end = inside[0]
    first, last = token == start, token == end - 1
    if scheme in FOUR_LETTERS:
        begin, inner, close, only = tuple(FOUR_LETTERS[scheme])
        letter = {(True, True): only, (True, False): begin, (False, True): close}.get((first, last), inner)
    elif scheme == "BIOS":
        letter = "S" if first and last else "B" if first else "I"
    elif scheme == "IOB2" or (scheme == "IOB1" and any((kind, start) == (other[0], other[2]) for other in spans)):
        letter = "B" if first else "I"
    elif scheme == "IOE2" or (scheme == "IOE1" and any((kind, end) == (other[0], other[1]) for other in spans)):
        letter = "E" if last else "I"
    else:
        letter = "I"
    return f"{letter}-{kind}"


@cache
def encodings(scheme: str, length: int) -> frozenset[tuple[str, ...]]:
    """Return the encodings of all span sets of a length."""
    return frozenset(tags_of_spans(spans, length, scheme) for spans in span_sets(length))


@cache
def bigrams(scheme: str, longest: int = 5) -> frozenset[tuple[str | None, str | None]]:
    """Return the pairs that occur side by side in encodings; `None` is the start and the end of a unit."""
    return frozenset(
        pair
        for length in range(1, longest + 1)
        for tags in encodings(scheme, length)
        for pair in zip((None, *tags), (*tags, None), strict=True)
    )


def all_spans(length: int, types: Sequence[str] = TYPES) -> list[Triple]:
    """Return every span over `length` tokens, in canonical order."""
    bounds = [(start, end) for start in range(length) for end in range(start + 1, length + 1)]
    return [(kind, start, end) for start, end in bounds for kind in types]


def span_lists(length: int, most: int, types: Sequence[str] = TYPES) -> list[SpanSet]:
    """Return every list of up to `most` spans: any order, nested, overlapping and repeated ones too."""
    spans = all_spans(length, types)
    return [chosen for size in range(most + 1) for chosen in product(spans, repeat=size)]


def span_multisets(length: int, most: int, types: Sequence[str] = TYPES) -> list[SpanSet]:
    """Return every multiset of up to `most` spans, in canonical order."""
    spans = all_spans(length, types)
    return [chosen for size in range(most + 1) for chosen in combinations_with_replacement(spans, size)]
