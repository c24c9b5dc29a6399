"""Explanation: what `explain` says of one thing, as data and on a terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from nerconform.reporting.layout import grid, indented, listing


class Table(NamedTuple):
    """Rows of text under a title."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of one clause, case, cause, signature or implementation.

    `words` are prose, that of a clause in Markdown; `facts` are short, each with its label.
    """

    kind: str
    name: str
    title: str
    words: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the explanation as plain data."""
        tables = [
            {"title": table.title, "rows": [dict(zip(table.columns, row, strict=True)) for row in table.rows]}
            for table in self.tables
        ]
        head = {"kind": self.kind, "name": self.name, "title": self.title, "words": self.words}
        return {**head, "facts": {label: fact for label, fact in self.facts if fact}, "tables": tables}


SCHEMA = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "Explanations",
    "description": "What `explain` says: one explanation, or several where one name stands for several things.",
    "type": "object",
    "required": ["explanations"],
    "additionalProperties": False,
    "properties": {"explanations": {"type": "array", "minItems": 1, "items": {"$ref": "#/definitions/explanation"}}},
    "definitions": {
        "explanation": {
            "type": "object",
            "required": ["kind", "name", "title", "words", "facts", "tables"],
            "additionalProperties": False,
            "properties": {
                "kind": {"enum": ["clause", "case", "cause", "quirk", "signature", "implementation"]},
                "name": {"type": "string"},
                "title": {"type": "string"},
                "words": {"type": "string"},
                "facts": {"type": "object", "additionalProperties": {"type": "string"}},
                "tables": {"type": "array", "items": {"$ref": "#/definitions/table"}},
            },
        },
        "table": {
            "type": "object",
            "required": ["title", "rows"],
            "additionalProperties": False,
            "properties": {
                "title": {"type": "string"},
                "rows": {
                    "type": "array",
                    "items": {"type": "object", "additionalProperties": {"type": "string"}},
                },
            },
        },
    },
}
"""The JSON Schema of what `explain` prints in a pipe."""


def print_explanations(explanations: Sequence[Explanation], console: Console) -> None:
    """Print explanations, one below the other."""
    for number, explanation in enumerate(explanations):
        if number:
            console.print()
        _print(explanation, console)


def _print(explanation: Explanation, console: Console) -> None:
    kind = (f"  ({explanation.kind})", "dim")
    console.print(Text.assemble((explanation.name, "bold"), f"  {explanation.title}".rstrip(), kind))
    if explanation.words:
        console.print()
    if explanation.kind == "clause":
        console.print(Markdown(explanation.words, code_theme="ansi_dark"))
    elif explanation.words:
        # A signature is there to be copied, so it is one line, however long.
        console.print(Text(explanation.words), soft_wrap=explanation.kind == "signature")
    facts = [(Text(label, "dim"), fact) for label, fact in explanation.facts if fact]
    if facts:
        console.print()
        console.print(grid(facts))
    for table in explanation.tables:
        console.print()
        if table.title:
            console.print(Text(table.title, "bold"))
        console.print(indented(listing(table.rows, table.columns, console)))
