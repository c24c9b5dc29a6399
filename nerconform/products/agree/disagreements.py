"""Disagreements: entities that not all annotators mark alike, and the labels of tokens that coefficients compare."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from nerconform.reference.filtering import Spans
from nerconform.reference.spans import Span, canonical
from nerconform.results.agreement_result import Disagreement, DisagreementKind, MarkedSpan
from nerconform.results.values import SpanRecord

_OUTSIDE = "O"


def disagreements_of(
    unit: int, place: Callable[[int, int], str], words: Sequence[str], sides: Sequence[Spans], names: Sequence[str]
) -> Iterator[Disagreement]:
    """Yield the disagreements of one sentence; `sides` are the spans of each annotator in the order of `names`.

    Spans that hang together by overlaps are one disagreement, unless every annotator marks the same of them.
    """
    for group in _groups(sides):
        found = [Counter(span for span in side if span in group) for side in sides]
        if all(one == found[0] for one in found):
            continue
        spans = tuple(
            MarkedSpan(
                SpanRecord(span.type, span.start, span.end, span.pieces, _text(span, words)),
                tuple(name for name, own in zip(names, found, strict=True) if span in own),
            )
            for span in sorted(group, key=canonical)
        )
        yield Disagreement(_kind(found), unit, place(unit, min(span.start for span in group)), spans)


def _text(span: Span, words: Sequence[str]) -> str:
    """Return the words of a span."""
    pieces = span.pieces or ((span.start, span.end),)
    return " ... ".join(" ".join(words[start:end]) for start, end in pieces)


def _groups(sides: Sequence[Spans]) -> Iterator[set[Span]]:
    """Yield the spans of all annotators, cut where no span crosses."""
    group: set[Span] = set()
    reach = 0
    for span in sorted({span for side in sides for span in side}, key=canonical):
        if group and span.start >= reach:
            yield group
            group = set()
        group.add(span)
        reach = max(reach, span.end)
    if group:
        yield group


def _kind(found: Sequence[Counter[Span]]) -> DisagreementKind:
    """Return what annotators disagree about."""
    if not all(found):
        return DisagreementKind.PRESENCE
    bounds = {tuple(sorted((span.start, span.end) for span in own.elements())) for own in found}
    types = {tuple(sorted(span.type for span in own.elements())) for own in found}
    if len(bounds) == 1:
        return DisagreementKind.TYPE
    return DisagreementKind.BOUNDS if len(types) == 1 else DisagreementKind.BOTH


def labels_of(spans: Spans, length: int) -> list[str]:
    """Return the label of each token: the type of the span that covers it, of several all types, `O` of none."""
    covering: list[set[str]] = [set() for _ in range(length)]
    for span in spans:
        for token in range(span.start, min(span.end, length)):
            covering[token].add(span.type)
    return ["+".join(sorted(types)) or _OUTSIDE for types in covering]
