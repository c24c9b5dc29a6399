"""Entities without offsets by definition: chapter 11 written a second time, with nothing of the package."""

import re
from collections.abc import Sequence
from typing import Any

from tests.reference.brute_tags import Refused

Span = tuple[str, int, int]


def located(gold: Sequence[Any], pred: Sequence[Any], text: str | None, location: str) -> tuple[list[Span], list[Span]]:
    """Return the spans of both sides, each a list of `(type, text)` or of `(type, start, end)` in characters."""
    if location == "aligned":
        return _aligned(gold, pred, text)
    sides = []
    for side in (gold, pred):
        pairs = []
        for entity in side:
            if len(entity) == 3 and text is None:
                raise Refused("no-text")
            words = entity[1] if len(entity) == 2 else (text or "")[entity[1] : entity[2]]
            pairs.append((entity[0], words if location == "text" else words.strip().lower()))
        sides.append(pairs)
    if location == "text-present" and sides[1]:
        if text is None:
            raise Refused("no-text")
        left = {words: len(re.findall(re.escape(words), text.lower())) for _, words in sides[1]}
        kept = []
        for kind, words in sides[1]:
            left[words] -= 1
            if left[words] >= 0:
                kept.append((kind, words))
        sides[1] = kept
    texts: list[str] = []
    for _, words in sides[0] + sides[1]:
        texts += [] if words in texts else [words]
    gold_spans, pred_spans = (
        [(kind, texts.index(words), texts.index(words) + 1) for kind, words in side] for side in sides
    )
    return gold_spans, pred_spans


def _aligned(gold: Sequence[Any], pred: Sequence[Any], text: str | None) -> tuple[list[Span], list[Span]]:
    if text is None:
        if any(len(entity) == 2 for entity in (*gold, *pred)):
            raise Refused("no-text")
        return list(gold), list(pred)
    absent: list[str] = []
    sides: list[list[Span]] = []
    for side in (gold, pred):
        placed: list[Span] = []
        for number, entity in enumerate(side):
            if len(entity) == 3:
                placed.append(entity)
                continue
            words = entity[1].strip()
            nth = sum(len(other) == 2 and other[1].strip() == words for other in side[:number])
            places = occurrences(words, text)
            if not places and words not in absent:
                absent.append(words)
            start = places[nth % len(places)] if places else len(text) + absent.index(words)
            placed.append((entity[0], start, start + (len(words) if places else 1)))
        sides.append(placed)
    return sides[0], sides[1]


def occurrences(words: str, text: str) -> list[int]:
    """Return the places of LOC-5: whole words if there are any, without overlaps, from left to right."""
    places = [match.start() for match in re.finditer(f"(?={re.escape(words)})", text)]
    padded = f" {text} "
    whole = []
    for place in places:
        before, first = padded[place], padded[place + 1]
        last, after = padded[place + len(words)], padded[place + len(words) + 1]
        if not (before.isalnum() and first.isalnum()) and not (last.isalnum() and after.isalnum()):
            whole.append(place)
    found: list[int] = []
    for place in whole or places:
        if not any(place < other + len(words) for other in found):
            found.append(place)
    return found
