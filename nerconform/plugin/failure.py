"""Failure: what is printed where an item fails, in the words of the kit's reports."""

import io
from collections.abc import Callable, Sequence
from types import SimpleNamespace

from _pytest._code.code import TerminalRepr
from _pytest._io import TerminalWriter
from rich.console import Console

from nerconform.reporting.pretty import print_divergence
from nerconform.reporting.search_pretty import print_searches, summary_of
from nerconform.results.run import Result
from nerconform.results.search_result import Search, Searches
from nerconform.suite.known import KnownCause

_WIDTH = 100
_LONGEST = 120


class Failure(TerminalRepr):
    """A text, and one line of it for the summary of the run."""

    def __init__(self, text: str, line: str) -> None:
        """Print this."""
        self.text = text
        self.line = line
        self.reprcrash = SimpleNamespace(message=line)

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def toterminal(self, tw: TerminalWriter) -> None:
        """Write the text."""
        tw.line(self.text)


def of_case(result: Result, because: Sequence[str]) -> Failure:
    """Return the failure of a golden case."""
    text = printed(lambda console: print_divergence(result, because, console))
    first = result.mismatches[0] if result.mismatches else None
    words = f"{first.asked}: expected {first.expected}, got {first.got}" if first else result.reason
    return Failure(text, _line(words))


def of_known(cause: KnownCause, stale: Sequence[str]) -> Failure:
    """Return the failure of an entry of the list of known divergences."""
    lines = [
        f"The known divergence {cause.id} ({cause.place}) is stale:",
        *(f"  {one}" for one in stale),
        "Remove what is gone, and pin what has changed: pytest --nerconform-known-write marks the lines. Where it was",
        "an upgrade of the library, versions and fixed_in say until when it was true.",
    ]
    return Failure("\n".join(lines), _line(f"stale: {stale[0]}"))


def of_search(found: Search) -> Failure:
    """Return the failure of a search: every class, with its smallest input."""
    return Failure(printed(lambda console: print_searches(Searches((found,)), console)), _line(summary_of(found)))


def printed(print_to: Callable[[Console], object], width: int = _WIDTH) -> str:
    """Return what is printed on a console without colours."""
    out = io.StringIO()
    print_to(Console(file=out, width=width, color_system=None, markup=False, highlight=False, emoji=False))
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip().split("\n"))


def _line(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."
