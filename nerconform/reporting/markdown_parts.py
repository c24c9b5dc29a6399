"""Markdown parts: tables, code and blocks, of which pages are made."""

from collections.abc import Iterable, Sequence
from pathlib import Path


def prose(page: str, **words: object) -> list[str]:
    """Return the lines at the head of a page, which stand in `templates/`, with words for its fields."""
    file = Path(__file__).with_name("templates") / f"{page}.md"
    return [*file.read_text(encoding="utf-8").format(**words).splitlines(), ""]


def text(lines: Iterable[str]) -> str:
    """Join lines, with one empty line at most between two."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).rstrip() + "\n"


def code(words: str) -> str:
    """Return words as code, safe in a table cell: a fence longer than any of theirs, and no bare pipe."""
    words = " ".join(words.split()).replace("|", "\\|")
    if not words:
        return ""
    fence = "`" * (max((len(run) for run in _ticks(words)), default=0) + 1)
    pad = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{pad}{words}{pad}{fence}"


def escaped(words: str) -> str:
    """Return words in which every character stands for itself."""
    return "".join(f"\\{character}" if character in "\\`*_<>[]|#" else character for character in words)


def _ticks(words: str) -> list[str]:
    """Return every run of backticks."""
    return "".join(character if character == "`" else " " for character in words).split()


def block(words: str, language: str = "") -> list[str]:
    """Return a fenced block, its fence longer than any inside."""
    fence = "`" * max(3, *(len(run) + 1 for run in _ticks(words)), 3)
    return [fence + language, *words.rstrip().splitlines(), fence, ""]


def rows(heads: Sequence[str], body: Iterable[Sequence[object]], right: int | None = None) -> list[str]:
    """Return a table; from column `right` on, numbers stand at the right."""
    ends = ["---:" if right is not None and index >= right else "---" for index in range(len(heads))]
    lines = [heads, ends, *([str(cell) for cell in row] for row in body)]
    return [f"| {' | '.join(line)} |" for line in lines] + [""]
