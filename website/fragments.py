"""Fragments: parts of pages that templates make, those of the package and those beside this module."""

from pathlib import Path

from nerconform.reporting.web import pages

_TEMPLATES = Path(__file__).parent / "templates"


def fragment(template: str, **context: object) -> str:
    """Return the content that a template makes."""
    return pages.fragment(template, _TEMPLATES, **context)
