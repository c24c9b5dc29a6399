"""Finding: one thing that an implementation does otherwise, whatever result it comes from: a card of a page."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from nerconform.base.plain_text import counted
from nerconform.reporting.run_view import FirstMismatch
from nerconform.reporting.web.line_drawing import InputDrawing
from nerconform.results.run import Result
from nerconform.results.values import ClauseRecord, Mismatch, Number, RefusalDue, as_fraction

_CHAPTERS = {"1": "parse", "2": "decode", "3": "decode", "4": "filter", "5": "match", "6": "count", "7": "score"}
_WEB = re.compile(r"https?://[^\s\"'<>\\]+")


class Finding(NamedTuple):
    """One card.

    `state` is a verdict, or `explained` and `unexplained` of a search. `effects` say what it does to scores, `facts`
    are labels with words, `shown` its cases with the first thing that differs. `drawing` draws the smallest input, on
    which `mismatches` are what differs; `times` counts the inputs of a search that showed it.
    """

    anchor: str
    subject: str
    state: str
    title: str
    kinds: tuple[str, ...] = ()
    step: str = ""
    clause: str = ""
    clause_title: str = ""
    clause_words: str = ""
    words: str = ""
    effects: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    link: str = ""
    shown: tuple[tuple[str, FirstMismatch], ...] = ()
    smallest: str = ""
    why: str = ""
    drawing: InputDrawing = InputDrawing()
    mismatches: tuple[Mismatch, ...] = ()
    sides: tuple[str, str] = ("expected", "got")
    reproduction: str = ""
    case: str = ""
    times: int = 0

    @property
    def many(self) -> str:
        """Return on how much it was seen, in words."""
        count, noun = (self.times, "input") if self.times else (len(self.shown), "case")
        return counted(count, noun) if count else ""


def step_of(clause: str, clauses: Mapping[str, ClauseRecord]) -> str:
    """Return the step of the path that a clause is about, `input` or `other` where it is about none."""
    if clause not in clauses:
        return "other"
    chapter = clauses[clause].place.rpartition("/")[2].partition("-")[0]
    return "input" if chapter == "8" else _CHAPTERS.get(chapter, "other")


def link_of(text: str) -> str:
    """Return a link if it is one to the web, else nothing: a page follows no other kind."""
    return text if _WEB.fullmatch(text) else ""


_F1 = "strict.micro.f1"
_NO_SCORE = "No score where one is due, in {}."
_CRASH = "An exception that does not say what is wrong with the input, in {}."
_TAKEN = "A score for input that has to be refused, in {}."


def effect(results: Sequence[Result]) -> tuple[str, ...]:
    """Return one short sentence for each thing that happens to scores; none where nothing can be said."""
    moved = [change for result in results for change in _moved(result.mismatches)]
    up, down = [move for move in moved if move > 0], [move for move in moved if move < 0]
    words = [_by("Too high", up), _by("Too low", down)]
    kinds = Counter(filter(None, map(_instead, results)))
    words += [text.format(counted(kinds[text], "case")) for text in (_NO_SCORE, _CRASH, _TAKEN) if kinds[text]]
    others = len(results) - kinds.total() - len(moved)
    words += [f"Other numbers than strict micro F1 differ, in {counted(others, 'case')}."] if others > 0 else []
    return tuple(word for word in words if word)


def _moved(mismatches: Iterable[Mismatch]) -> list[Fraction]:
    """Return by how much F1 is off, if it is, and if both values are numbers."""
    for one in mismatches:
        if one.asked == _F1:
            right, got = (
                None if not isinstance(value, Number) else as_fraction(value) for value in (one.expected, one.got)
            )
            return [] if right is None or got is None else [got - right]
    return []


def _by(word: str, moves: Sequence[Fraction]) -> str:
    """Return by how much F1 is off in one direction."""
    if not moves:
        return ""
    largest = max(map(abs, moves))
    often = "" if len(moves) == 1 else f" (the largest of {counted(len(moves), 'case')})"
    return f"{word}: strict micro F1 by {float(largest):.3f}{often}."


def _instead(result: Result) -> str:
    """Return what came in place of an answer, or of a refusal; nothing where numbers differ."""
    if result.mismatches and result.mismatches[0].asked != "answer":
        return ""
    if not any(isinstance(one.expected, RefusalDue) for one in result.mismatches):
        return _NO_SCORE
    return _CRASH if result.reason else _TAKEN
