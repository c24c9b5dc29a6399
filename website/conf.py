"""Configuration of Sphinx: Markdown, docstrings, one theme that loads nothing, and links from every clause's id."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes

from nerconform.reporting.web.pages import script, styles
from nerconform.suite.clauses import load_clauses
from nerconform.version import __version__

project = "nerconform"
author = "The nerconform developers"
project_copyright = ""
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
exclude_patterns: list[str] = []
default_role = "code"
nitpicky = False
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

myst_heading_anchors = 4
myst_enable_extensions: list[str] = []
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "nerconform"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_static_path = [str(Path(__file__).parent / "static")]
html_css_files = ["pages.css", "site.css"]
html_js_files = [("pages.js", {"defer": "defer"})]
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

_CLAUSE = re.compile(r"\b[A-Z]{3}-[1-9][0-9]?\b")
_CLAUSES = {name: (Path(one.place.partition(":")[0]).stem, name.lower()) for name, one in load_clauses().items()}
_ROOT = re.compile(r":root \{(.*?)\}", re.DOTALL)


def _with_clause_links(app: Any, doctree: nodes.document, docname: str) -> None:  # noqa: ANN401 - Sphinx is not typed here
    """Link every mention of a clause in running text to the clause."""
    for text in list(doctree.findall(nodes.Text)):
        parent = text.parent
        inside = (nodes.literal, nodes.reference, nodes.title, nodes.literal_block, nodes.raw, nodes.target)
        if isinstance(parent, inside) or isinstance(getattr(parent, "parent", None), (nodes.reference, nodes.title)):
            continue
        parts: list[nodes.Node] = []
        at = 0
        for found in _CLAUSE.finditer(text):
            if found[0] not in _CLAUSES:
                continue
            chapter, anchor = _CLAUSES[found[0]]
            link = app.builder.get_relative_uri(docname, f"spec/{chapter}") + f"#{anchor}"
            parts += [nodes.Text(text[at : found.start()]), nodes.reference("", found[0], refuri=link, internal=True)]
            at = found.end()
        if parts:
            parent.replace(text, [*parts, nodes.Text(text[at:])])


def _write_assets(app: Any, _: object) -> None:  # noqa: ANN401 - as above
    """Write the style sheet and the script that the pages of results have in common with single pages."""
    folder = Path(app.outdir, "_static")
    if folder.is_dir():
        folder.joinpath("pages.css").write_text(_scoped(styles()), encoding="utf-8")
        folder.joinpath("pages.js").write_text(script(), encoding="utf-8")


_NAMED = {
    '<aside class="sidebar-drawer"': '<aside class="sidebar-drawer" aria-label="Site"',
    '<aside class="toc-drawer': '<aside aria-label="This page" class="toc-drawer',
    '<div class="highlight"><pre>': '<div class="highlight"><pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" role="group" aria-label="Table" class="table-wrapper',
    'role="heading"': 'role="heading" aria-level="2"',
    '<noscript>\n<div class="admonition error">': '<h1>Search</h1>\n<noscript>\n<div class="admonition error">',
}
"""What the theme leaves out for screen readers and the keyboard."""


def _name_regions(app: Any, _: object) -> None:  # noqa: ANN401 - as above
    """Name the parts of every page for screen readers, and let the keyboard reach what scrolls."""
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if 'aria-label="Site"' not in text:
            for before, after in _NAMED.items():
                text = text.replace(before, after)
            path.write_text(text, encoding="utf-8")


def _scoped(css: str) -> str:
    """Return the style of single pages for parts of a page, with the colours of the reader's choice."""
    light, dark = _ROOT.findall(css)[:2]
    return (
        f"body {{{light}}}\n"
        f'@media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {{{dark}}} }}\n'
        f'body[data-theme="dark"] {{{dark}}}\n'
        f".nc {{\n{css}\n}}\n"
    )


def setup(app: Any) -> None:  # noqa: ANN401 - as above
    """Connect what this site adds to Sphinx."""
    app.connect("doctree-resolved", _with_clause_links)
    app.connect("build-finished", _write_assets)
    app.connect("build-finished", _name_regions)
