"""Finding: one thing that an implementation does otherwise, whatever result it comes from: a card of a page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from nerconform.reporting.web.drawn_spans import Sketch
from nerconform.results.run import Mismatch
from nerconform.suite.clauses import Clause

_CHAPTERS = {"1": "parse", "2": "decode", "3": "decode", "4": "filter", "5": "match", "6": "count", "7": "score"}
_WEB = re.compile(r"https?://[^\s\"'<>\\]+")


@dataclass(frozen=True, slots=True)
class Shown:
    """One case of a finding: the first thing that differs, and how many more do."""

    case: str
    kind: str
    first: Mismatch
    more: int
    place: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One card.

    `state` is a verdict, or `explained` and `unexplained` of a search. `effects` say what it does to scores, `facts`
    are labels with words. `sketch` draws the smallest input, on which `mismatches` are what differs; `times` counts the
    inputs of a search that showed it.
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
    shown: tuple[Shown, ...] = ()
    smallest: str = ""
    why: str = ""
    sketch: Sketch = field(default_factory=Sketch)
    mismatches: tuple[Mismatch, ...] = ()
    sides: tuple[str, str] = ("expected", "got")
    reproduction: str = ""
    case: str = ""
    times: int = 0

    @property
    def many(self) -> str:
        """Return on how much it was seen, in words."""
        count, noun = (self.times, "input") if self.times else (len(self.shown), "case")
        return f"{count} {noun}{'' if count == 1 else 's'}" if count else ""


def step_of(clause: str, clauses: Mapping[str, Clause]) -> str:
    """Return the step of the path that a clause is about, `input` or `other` where it is about none."""
    if clause not in clauses:
        return "other"
    chapter = clauses[clause].file.rpartition("/")[2].partition("-")[0]
    return "input" if chapter == "8" else _CHAPTERS.get(chapter, "other")


def link_of(text: str) -> str:
    """Return a link if it is one to the web, else nothing: a page follows no other kind."""
    return text if _WEB.fullmatch(text) else ""
