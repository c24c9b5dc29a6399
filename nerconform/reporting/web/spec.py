"""Spec: its chapters as pages, with links from each clause to the cases that test it; needs markdown-it."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nerconform.base.resources import spec_dir
from nerconform.reporting.run_markdown import slug
from nerconform.reporting.web.pages import MissingJinja, page

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markupsafe import Markup

_CLAUSE = re.compile(r"([A-Z]{3}-[1-9][0-9]?) ")
_MENTION = re.compile(r"\b[A-Z]{3}-[1-9][0-9]?\b")
_PAGE = re.compile(r"([\w-]+)\.md(#.*)?")


class Chapter(NamedTuple):
    """One chapter: the name of its page, its title, and its text as HTML."""

    page: str
    title: str
    body: "Markup"


def chapters(links: Mapping[str, str], tested: Mapping[str, Sequence[str]]) -> list[Chapter]:
    """Return every chapter; `links` say where clauses and cases stand, `tested` which cases test a clause."""
    writer = _Writer(links, tested)
    files = sorted(spec_dir().glob("*.md"), key=_order)
    return [writer.chapter(path) for path in files]


def chapter_page(chapter: str) -> str:
    """Return the page of a chapter."""
    return "spec.html" if chapter == "README" else f"spec-{chapter}.html"


def _order(path: Path) -> tuple[int, str]:
    number = re.match(r"\d+", path.name)
    return (int(number[0]) if number else 0), path.name


class _Writer:
    """Renders chapters."""

    def __init__(self, links: Mapping[str, str], tested: Mapping[str, Sequence[str]]) -> None:
        self.links = links
        self.tested = tested

    def chapter(self, path: Path) -> Chapter:
        """Return one chapter."""
        from markupsafe import Markup, escape  # noqa: PLC0415 - comes with Jinja2

        parser = _parser()
        parser.add_render_rule("text", lambda _, tokens, index, *__: self._text(tokens, index))
        tokens = parser.parse(path.read_text(encoding="utf-8"))
        parts, title = [], ""
        start = 0
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                words = tokens[index + 1].content
                title = title or words
                found = _CLAUSE.match(words)
                token.attrSet("id", found[1] if found else slug(words))
                if token.tag == "h3":
                    token.tag = tokens[index + 2].tag = "h2"
                if found and found[1] in self.tested:
                    parts += [parser.renderer.render(tokens[start : index + 3], parser.options, {})]
                    parts += [page("tested.html", cases=self.tested[found[1]], links=self.links)]
                    start = index + 3
            for child in token.children or ():
                if child.type == "link_open":
                    child.attrSet("href", self._href(str(child.attrGet("href"))))
        parts += [parser.renderer.render(tokens[start:], parser.options, {})]
        return Chapter(chapter_page(path.stem), str(escape(title)), Markup("").join(map(Markup, parts)))

    def _href(self, href: str) -> str:
        """Return where a link of the spec leads on the site; to other files of the spec, from the folder of reports."""
        found = _PAGE.fullmatch(href)
        if not found:
            return href if "://" in href else f"../spec/{href}"
        fragment = found[2] or ""
        clause = re.match(r"#([a-z]{3}-[0-9]+)-", fragment)
        return chapter_page(found[1]) + (f"#{clause[1].upper()}" if clause else fragment)

    def _text(self, tokens: Sequence[Any], index: int) -> str:
        """Return running text, the clauses that it mentions linked unless it is a link itself."""
        from markupsafe import Markup, escape  # noqa: PLC0415 - comes with Jinja2

        text = str(tokens[index].content)
        depth = sum(token.type == "link_open" for token in tokens[:index])
        if depth > sum(token.type == "link_close" for token in tokens[:index]):
            return str(escape(text))
        parts, at = Markup(), 0
        for found in _MENTION.finditer(text):
            parts += escape(text[at : found.start()])
            link = self.links.get(found[0])
            parts += Markup('<a href="{}">{}</a>').format(link, found[0]) if link else escape(found[0])
            at = found.end()
        return str(parts + escape(text[at:]))


def _parser() -> "MarkdownIt":
    """Return a parser of Markdown that takes no HTML. Raises `MissingJinja`: the two come with one extra."""
    try:
        from markdown_it import MarkdownIt  # noqa: PLC0415 - an extra
    except ImportError:
        hint = "Run: pip install 'nerconform[html]'."
        raise MissingJinja("the site needs markdown-it-py, which is not installed", hint=hint) from None
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule(
        "table_open", lambda *_: '<div class="wide" tabindex="0" role="group" aria-label="Table">\n<table>'
    )
    parser.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
    return parser
