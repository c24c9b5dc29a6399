"""Effect: what a cause does to the scores of the cases that show it, in words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from nerconform.results.run import Mismatch, Result

_F1 = "strict.micro.f1"
_NONE = "No score where one is due, in {}."
_CRASH = "An exception that does not say what is wrong with the input, in {}."
_TAKEN = "A score for input that has to be refused, in {}."


def effect(results: Sequence[Result]) -> tuple[str, ...]:
    """Return one short sentence for each thing that happens to scores; none where nothing can be said."""
    moved = [change for result in results for change in _moved(result.mismatches)]
    up, down = [move for move in moved if move > 0], [move for move in moved if move < 0]
    words = [_by("Too high", up), _by("Too low", down)]
    kinds = Counter(filter(None, map(_instead, results)))
    words += [text.format(_cases(kinds[text])) for text in (_NONE, _CRASH, _TAKEN) if kinds[text]]
    others = len(results) - kinds.total() - len(moved)
    words += [f"Other numbers than strict micro F1 differ, in {_cases(others)}."] if others > 0 else []
    return tuple(word for word in words if word)


def _moved(mismatches: Iterable[Mismatch]) -> list[Fraction]:
    """Return by how much F1 is off, if it is, and if both values are numbers."""
    for one in mismatches:
        if one.asked == _F1:
            try:
                return [Fraction(one.got.split(" ")[0]) - Fraction(one.expected)]
            except (ValueError, ZeroDivisionError):
                return []
    return []


def _by(word: str, moves: Sequence[Fraction]) -> str:
    """Return by how much F1 is off in one direction."""
    if not moves:
        return ""
    largest = max(map(abs, moves))
    often = "" if len(moves) == 1 else f" (the largest of {_cases(len(moves))})"
    return f"{word}: strict micro F1 by {float(largest):.3f}{often}."


def _instead(result: Result) -> str:
    """Return what came in place of an answer, or of a refusal; nothing where numbers differ."""
    first = result.mismatches[0] if result.mismatches else Mismatch("answer", "", "")
    if first.asked != "answer":
        return ""
    if not first.expected.startswith("refused"):
        return _NONE
    return _CRASH if result.reason else _TAKEN


def _cases(number: int) -> str:
    return "1 case" if number == 1 else f"{number} cases"
