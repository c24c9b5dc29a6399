"""Markdown parts: tables, code and blocks, of which pages are made."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path


def prose(page: str, **words: object) -> list[str]:
    """Return the lines at the head of a page, which stand in `templates/`, with words for its fields."""
    file = Path(__file__).with_name("templates") / f"{page}.md"
    return [*file.read_text(encoding="utf-8").format(**words).splitlines(), ""]


def text(lines: Iterable[str]) -> str:
    """Join lines, with one empty line at most between two, and with no HTML: names from files may hold some."""
    kept: list[str] = []
    for line in without_html(lines):
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).rstrip() + "\n"


_FENCE = re.compile(r" {0,3}(`{3,})[^`]*")
_HTML = re.compile(r"<(?=[A-Za-z/!?])(?!https?://[^\s<>]*>)")
_LINE_END = re.compile(r"\r\n|\n|\r")
_CELL_END = re.compile(r"(?<!\\)\|")
_RUN = re.compile(r"\\?`+")


def without_html(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines with each `<` escaped that stands outside code and does not begin a link such as <https://...>.

    Code spans are trusted only while every backtick of the paragraph belongs to one: after that, where a span begins
    is anybody's guess.
    """
    fence, paired = "", True
    for line in (part for one in lines for part in _LINE_END.split(one)):
        if fence:
            fence = "" if line.strip() == fence else fence
            yield line
        elif found := _FENCE.fullmatch(line):
            fence, paired = found[1], True
            yield line
        else:
            # A table is split into cells before spans are found, so a span never reaches over the end of a cell.
            cells = [_without_html_in(cell) for cell in _CELL_END.split(line)]
            paired = not line.strip() or (paired and None not in cells)
            safe = "|".join(map(str, cells)) if paired else _HTML.sub("&lt;", line)
            yield f"\\{safe}" if safe.lstrip().startswith("~~~") else safe


def _without_html_in(words: str) -> str | None:
    """Return words without HTML outside their code spans, `None` where a backtick belongs to no span."""
    runs = [(found.start(), found[0]) for found in _RUN.finditer(words)]
    ends, seen = [0] * len(runs), dict[str, int]()
    for index in reversed(range(len(runs))):
        ends[index] = seen.get(runs[index][1], 0)
        seen[runs[index][1]] = index
    pieces, index, at = list[str](), 0, 0
    while index < len(runs):
        start, run = runs[index]
        if not ends[index] or run.startswith("\\"):
            return None
        end = runs[ends[index]][0] + len(run)
        pieces += [_HTML.sub("&lt;", words[at:start]), words[start:end]]
        index, at = ends[index] + 1, end
    return "".join([*pieces, _HTML.sub("&lt;", words[at:])])


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
