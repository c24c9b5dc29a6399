"""Notebook parts: tables, bold words, code and drawings as HTML that stands by itself in a notebook, light or dark."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from nerconform.base.plain_text import plain
from nerconform.reporting.web.line_drawing import Drawing

_STYLE = "border-collapse:collapse;margin:.4em 0"
_CELL = "padding:.15em .6em;border-bottom:1px solid #8885;text-align:"
_SPAN = "padding:.15em .4em;border:1px solid;border-radius:.3em;text-align:center;font-weight:bold;"
_SIDES = {
    "gold": "background:#2f6fc433;border-color:#2f6fc4",
    "prediction": "background:#b2590b33;border-color:#b2590b",
}
"""The colour of the spans of each side, which are told apart by the name of their row, too."""


class NotebookTable(NamedTuple):
    """A table as text; the columns in `left` hold words."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1


def table_html(table: NotebookTable) -> str:
    """Return a table as HTML."""

    def cell(tag: str, at: int, words: str) -> str:
        scope = " scope='col'" if tag == "th" else ""
        return f"<{tag}{scope} style='{_CELL}{'left' if at < table.left else 'right'}'>{escape(words)}</{tag}>"

    head = "".join(cell("th", at, words) for at, words in enumerate(table.heads))
    body = "".join(f"<tr>{''.join(cell('td', at, words) for at, words in enumerate(row))}</tr>" for row in table.rows)
    return f"<table style='{_STYLE}'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def bold(words: str) -> str:
    """Return words in bold."""
    return f"<strong>{escape(words)}</strong>"


def code(words: str) -> str:
    """Return words as code, which can be broken anywhere."""
    return f"<code style='overflow-wrap:anywhere'>{escape(words)}</code>"


def drawing_html(drawing: Drawing) -> str:
    """Return a sentence with the spans of each side below its tokens."""
    head = "".join(
        f"<th scope='col' style='padding:.15em .4em;font-weight:normal'>{_safe(word)}</th>" for word in drawing.heads
    )
    body = []
    for row in drawing.rows:
        cells = "".join(_cell(one.text, one.width, row.side, is_span=one.span) for one in row.cells)
        if row.note:
            cells = f"<td colspan='{max(1, len(drawing.heads))}'>{_safe(row.note)}</td>"
        body.append(
            f"<tr><th scope='row' style='text-align:left;padding-right:.6em'>{_safe(row.side)}</th>{cells}</tr>"
        )
    more = f"<div>and {drawing.more} more tokens</div>" if drawing.more else ""
    table = f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(body)}</tbody>"
    return f"<div style='overflow-x:auto'><table style='border-collapse:separate'>{table}</table>{more}</div>"


def _cell(words: str, width: int, side: str, *, is_span: bool) -> str:
    if not is_span:
        return "<td></td>"
    return f"<td colspan='{width}' style='{_SPAN}{_SIDES.get(side, _SIDES['gold'])}'>{_safe(words)}</td>"


def heat_html(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Return a table of counts, the darker a cell, the larger its share of the row."""
    top = "".join(f"<th scope='col' style='{_CELL}right'>{_safe(word)}</th>" for word in heads)
    body = []
    for name, numbers in rows:
        whole = sum(numbers) or 1
        cells = "".join(
            f"<td style='{_CELL}right;background:#2f6fc4{int(120 * number / whole):02x}'>{number or ''}</td>"
            for number in numbers
        )
        body.append(f"<tr><th scope='row' style='{_CELL}left'>{_safe(name)}</th>{cells}</tr>")
    return f"<table style='{_STYLE}'><thead><tr>{top}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def _safe(words: str) -> str:
    return escape(plain(words))
