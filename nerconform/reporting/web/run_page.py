"""Run page: a run as one HTML file."""

from collections.abc import Mapping

from nerconform.reporting import differing as readings
from nerconform.reporting import markdown, view
from nerconform.reporting.web.pages import page
from nerconform.reporting.web.run_view import run_view
from nerconform.results.run import NUMBERS, Run

TITLE = "What the golden cases say"


def render(  # noqa: PLR0913 - what a page alone does not need
    run: Run,
    links: Mapping[str, str] | None = None,
    *,
    title: str = TITLE,
    nav: object = None,
    pages: Mapping[str, str] | None = None,
    first: int = 0,
) -> str:
    """Return the page; `links` say where clauses and cases stand, by their ids, `nav` what other pages there are.

    Where `pages` name a page for each implementation, this one is their index, and holds no findings itself; `first` is
    then the place of the first implementation of a page in that index. Raises `MissingJinja`.
    """
    return page(
        "run.html",
        title=title,
        nav=nav,
        versions=markdown.versions(run),
        exit=view.EXIT[run.passed],
        view=run_view(run, first),
        links=links or {},
        pages=pages or {},
        numbers=NUMBERS,
        readings_title=readings.TITLE,
        readings_words=readings.WORDS,
    )
