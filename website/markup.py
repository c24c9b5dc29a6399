"""Markup: Markdown of pages that are made of data, not copied."""

import re
from collections.abc import Iterable, Sequence

_CODE = re.compile(r"(`+)(.+?)\1(?!`)", re.DOTALL)
_SPECIAL = re.compile(r"([\\*_\[\]<>|#~${}`^&])")
_FENCE = "`" * 12


def escaped(text: str) -> str:
    """Return text as Markdown: what is between backticks is code, everything else is shown as it is."""
    parts, at = [], 0
    text = " ".join(text.split())
    for found in _CODE.finditer(text):
        parts += [_SPECIAL.sub(r"\\\1", text[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, _SPECIAL.sub(r"\\\1", text[at:])])


def code(text: str) -> str:
    """Return text as code inside a line."""
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence} {text} {fence}" if text[:1] == "`" or text[-1:] == "`" else f"{fence}{text}{fence}"


def raw(html: str) -> str:
    """Return HTML that is part of a page as it is; it is styled as the pages of results are."""
    return f'{_FENCE}{{raw}} html\n<div class="nc">\n{html.strip()}\n</div>\n{_FENCE}\n'


def block(text: str, language: str = "text") -> str:
    """Return a block of code."""
    return f"{_FENCE}{language}\n{text.rstrip()}\n{_FENCE}\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; its cells are Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def toctree(pages: Iterable[str], caption: str = "", *, depth: int = 1) -> str:
    """Return a list of pages for the side bar alone; each page is a path without suffix, from the top after a `/`."""
    options = [":hidden:", f":maxdepth: {depth}", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["```{toctree}", *options, "", *pages, "```", ""])


def page(title: str, *parts: str, wide: bool = False, listed: bool = True) -> str:
    """Return a page; a `wide` one has no list of its headings beside it, and one can be left out of the side bar."""
    head = [*(["hide-toc: true"] if wide else []), *([] if listed else ["orphan: true"])]
    return "\n".join([*(["---", *head, "---", ""] if head else []), f"# {title}", "", *parts])
