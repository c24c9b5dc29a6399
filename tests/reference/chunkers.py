"""Independent decoders: chunks are runs of tags cut at boundaries, and a policy keeps some of the chunks.

The reference has one transducer with decision points; here there is none. A run is cut between two tags where the
first ends something or the second begins something or the types differ; `discard` then keeps the well-formed chunks.
`conlleval_chunks` is a second one, from the published tables of starts and ends of conlleval.pl (2004-01-26).
"""

import re
from collections.abc import Sequence
from itertools import pairwise

Tag = tuple[str, str]
"""Letter and type; `O` has no type. Letters are those of BIOES; `!` begins a chunk, `1` is one of its own."""
Spans = tuple[tuple[str, int, int], ...]

KEEP = {
    "IO": r".*",
    "IOB2": r"[B!1].*",
    "IOE2": r"(.*E|1);?|[I!]I*;",
    "BIOES": r"(S|1|[B!]I*E);?|[B!]I*;",
    "BIOS": r"(S|1|BI+|!I*);?|B;",
}
"""Which chunks `discard` keeps, as the letters that they may have; `;` stands behind a chunk that a `!` ends."""
OF_LETTER = {"BILOU": {"L": "E", "U": "S"}, "BMES": {"M": "I"}, "BMEWO": {"M": "I", "W": "S"}}


def lenient(tags: Sequence[Tag]) -> Spans:
    """Return every chunk."""
    return tuple((tags[start][1], start, end) for start, end in _chunks(tags))


def discard(tags: Sequence[Tag], scheme: str) -> Spans:
    """Return the chunks that the scheme could have written."""
    form = re.compile(KEEP.get(scheme, KEEP["BIOES"]))
    letters = "".join(letter for letter, _ in tags)

    def is_kept(start: int, end: int) -> bool:
        return form.fullmatch(letters[start:end] + (";" if letters[end : end + 1] == "!" else "")) is not None

    return tuple((tags[start][1], start, end) for start, end in _chunks(tags) if is_kept(start, end))


def _chunks(tags: Sequence[Tag]) -> list[tuple[int, int]]:
    """Return the bounds of the chunks."""
    cuts = [0, *(i for i in range(1, len(tags)) if _is_cut(tags[i - 1], tags[i])), len(tags)]
    return [(start, end) for start, end in pairwise(cuts) if start < end and tags[start][0] != "O"]


def _is_cut(before: Tag, after: Tag) -> bool:
    """Whether a chunk ends or begins between two tags."""
    return before[0] in "OES1" or after[0] in "OBS!1" or before[1] != after[1]


def split(tag: str, scheme: str = "") -> Tag:
    """Read a well-formed tag."""
    if tag == "O":
        return "O", ""
    letter, kind = tag.split("-", 1)
    return OF_LETTER.get(scheme, {}).get(letter, letter), kind


_ENDS = {"BB", "BO", "IB", "IO", "EE", "EI", "EO"}
_STARTS = {"BB", "IB", "OB", "OI", "EE", "EI", "OE"}


def conlleval_chunks(tags: Sequence[Tag]) -> Spans:
    """Return the chunks of conlleval.pl's tables of pairs that start and end a chunk."""
    spans: list[tuple[str, int, int]] = []
    begun: int | None = None
    before: Tag = ("O", "")
    for position, after in enumerate([*tags, ("O", "")]):
        pair, other = before[0] + after[0], before[1] != after[1]
        if begun is not None and (pair in _ENDS or (before[0] != "O" and other)):
            spans.append((before[1], begun, position))
            begun = None
        if pair in _STARTS or (after[0] != "O" and other):
            begun = position
        before = after
    return tuple(spans)
