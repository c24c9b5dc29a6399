"""The built site: links lead somewhere, nothing comes from elsewhere, and Chromium and axe find nothing wrong."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.pages.conftest import Visit, invalid, modules, visit  # noqa: F401 - fixtures

pytestmark = pytest.mark.step("site")
PAGES = (
    "index",
    "search",
    "schemes",
    "dialects",
    "api",
    "README",
    "docs/tutorial",
    "docs/glossary",
    "docs/guides/first-check",
    "docs/reference/commands",
    "spec/3-decoding",
    "libraries/index",
    "libraries/seqeval",
    "defects/index",
    "defects/seqeval/strict-ioe1",
    "results/index",
    "results/nervaluate",
    "results/releases",
    "results/trophies",
    "results/errata",
    "results/cases",
    "results/cases-4-filter",
)
PHONE = 390


class _Page(HTMLParser):
    """Collects where a page leads, what it loads, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids += [found["id"]] if "id" in found else []
        self.hrefs += [found["href"]] if tag == "a" and "href" in found else []
        self.loads += [found["href"]] if tag == "link" and found.get("rel") != "canonical" else []
        self.loads += [found["src"]] if "src" in found else []


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, _Page]:
    """Return every page by its path."""
    return {path: _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def test_every_link_leads_somewhere(pages: dict[Path, _Page]) -> None:
    broken = set()
    for path, page in pages.items():
        for href in page.hrefs:
            target, _, fragment = href.partition("#")
            if "://" in href or target.startswith("mailto:"):
                continue
            file = (path.parent / unquote(target.partition("?")[0])).resolve() if target else path
            found = file.is_file() and (not fragment or file not in pages or unquote(fragment) in pages[file].ids)
            broken |= set() if found else {f"{path.name}: {href}"}
    assert broken == set()


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, _Page]) -> None:
    assert {load for page in pages.values() for load in page.loads if "//" in load} == set()
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert {url for text in styles for url in re.findall(r"url\([\"']?(https?:|//)[^)]*", text)} == set()


def test_no_anchor_stands_twice(pages: dict[Path, _Page]) -> None:
    for path, page in pages.items():
        assert len(set(page.ids)) == len(page.ids), (path, [one for one in page.ids if page.ids.count(one) > 1])


def test_no_page_names_a_path_of_the_machine_that_built_it(site: Path, pages: dict[Path, _Page]) -> None:
    own = {str(Path.home()), str(Path(__file__).resolve().parents[2])} - {"/"}
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert not [one for one in own if f"{one}/" in text], path.relative_to(site)


def test_a_page_is_readable_without_javascript(site: Path) -> None:
    text = (site / "defects/seqeval/strict-ioe1.html").read_text(encoding="utf-8")
    assert '<table class="drawing">' in text
    assert "hidden" not in re.findall(r"<article.*?>", text)[0]


@pytest.fixture(scope="module")
def seen(site: Path, visit: Visit) -> dict[str, dict[str, Any]]:  # noqa: F811 - the fixture
    """Return what the browser saw of each page, by its name."""
    plans = [{"file": str(site / f"{name}.html"), "root": str(site), "axe": True} for name in PAGES]
    found = [one for at in range(0, len(plans), 4) for one in visit(plans[at : at + 4])]
    return dict(zip(PAGES, found, strict=True))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_works_in_a_browser(name: str, seen: dict[str, dict[str, Any]]) -> None:
    one = seen[name]
    assert one["requests"] == []
    assert one["said"] == []
    assert one["width"] == PHONE
    assert one["violations"] == {"light": [], "dark": []}


def test_the_pages_are_valid(site: Path, invalid: Callable[[Path], list[str]], tmp_path: Path) -> None:  # noqa: F811 - the fixture
    for name in PAGES:
        (tmp_path / f"{name.replace('/', '-')}.html").write_bytes((site / f"{name}.html").read_bytes())
    assert invalid(tmp_path) == []
