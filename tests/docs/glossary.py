"""`python -m tests.docs.glossary`: write `docs/glossary.md` from `docs/glossary.yaml`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from nerconform.reporting.markdown_parts import text
from nerconform.reporting.run_markdown import slug
from nerconform.suite.clauses import load_clauses

DOCS = Path(__file__).parents[2] / "docs"
PAGE, SOURCE = DOCS / "glossary.md", DOCS / "glossary.yaml"
_HEAD = """\
# Glossary

Each word has one meaning in nerconform, one definition and one example. A span is written as its type and its bounds:
PER[0,2) is an entity PER that covers tokens 0 and 1.

This page is written by `python -m tests.docs.glossary` from `docs/glossary.yaml`."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word: its definition in one sentence, an example, the clause that defines it, and what proves the example.

    `also` are its other forms.
    """

    term: str
    says: str
    example: str
    clause: str = ""
    also: tuple[str, ...] = ()
    holds: str = "True"

    @property
    def names(self) -> frozenset[str]:
        """Return the word and its other forms."""
        return frozenset({self.term.replace("`", ""), *self.also})

    def lines(self) -> Iterator[str]:
        """Yield the lines of the page about this word."""
        yield from (f"### {self.term}", "", f"{self.says}{self._link()}", "", f"Example: {self.example}", "")

    def _link(self) -> str:
        if not self.clause:
            return ""
        clause = load_clauses()[self.clause]
        return f" ([{clause.id}](../{clause.file}#{slug(str(clause))}))"


def groups() -> dict[str, list[Term]]:
    """Return the words under the headings of the page, in its order."""
    read = yaml.safe_load(SOURCE.read_text(encoding="utf-8"))
    return {
        one["group"]: [Term(**{**term, "also": tuple(term.get("also", ()))}) for term in one["terms"]] for one in read
    }


def page() -> str:
    """Return the page: an index of all words, then the words in groups."""
    found = groups()
    words = sorted((term for terms in found.values() for term in terms), key=lambda one: slug(one.term))
    index = ", ".join(f"[{one.term}](#{slug(one.term)})" for one in words)
    lines = [*_HEAD.splitlines(), "", f"{index}.", ""]
    for group, terms in found.items():
        lines += [f"## {group}", "", *(line for term in terms for line in term.lines())]
    return text(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
