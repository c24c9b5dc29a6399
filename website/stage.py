"""Stage: the sources of the site, in the layout of the repository, so that links between pages stay as they are."""

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from website.clauses import chapters
from website.defect_pages import defect_pages
from website.library_pages import library_pages
from website.markup import table, toctree
from website.reading_pages import reading_pages
from website.reference_pages import reference_pages
from website.result_pages import result_pages
from website.stored_results import stored_results

ROOT = Path(__file__).resolve().parents[1]
_TEXT = ("*.md", "docs/**/*.md", "spec/*.md", "examples/**/*.md", "benchmarks/*.md", "reports/**/*.md")
_MADE = {"README": "results/index", "trophies": "results/trophies", "releases": "results/releases"}
"""Reports in Markdown whose place on the site another page has."""
_PLAIN = frozenset({"search", "verification"})
"""Reports that are pages of the site as they are, beside those that begin with `rank-`."""
_CODE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(\]\(<?)([^()\s<>]+)(>?\))")
_IN_ORDER: Mapping[str, str] = {
    "docs/guides/README": "first-check",
    "docs/contributing/README": "golden-case",
    "docs/reference/README": "commands",
}
"""Pages that list the pages of their folder, and the page that stands first."""


def stage(target: Path) -> None:
    """Write every page of the site, and the files to which pages lead."""
    results = stored_results()
    pages = {name: text for name, text in _texts().items() if _place(name) == name}
    pages |= chapters(pages, results)
    pages |= defect_pages(results) | library_pages(results) | reading_pages() | reference_pages()
    pages |= result_pages(results)
    for name, text in pages.items():
        if name in _IN_ORDER.keys() | {"spec/README"}:
            pages[name] = f"{text}\n{toctree(_folder(name, pages))}"
    files: set[str] = set()
    for name, text in list(pages.items()):
        pages[name] = _linked(name, text, pages, files)
    for name, text in pages.items():
        path = target / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
    for name in files:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target / name)


def _texts() -> dict[str, str]:
    """Return the texts of the repository, by their paths without suffix."""
    paths = sorted({path for pattern in _TEXT for path in ROOT.glob(pattern)})
    return {path.relative_to(ROOT).with_suffix("").as_posix(): path.read_text(encoding="utf-8") for path in paths}


def _place(name: str) -> str:
    """Return where the page of a text is on the site; reports in Markdown have pages of their own."""
    folder, _, stem = name.rpartition("/")
    if folder != "reports" or stem in _PLAIN or stem.startswith("rank-"):
        return name
    return _MADE.get(stem, f"results/{stem}")


def _folder(name: str, pages: Mapping[str, str]) -> list[str]:
    """Return the pages beside one, in their order."""
    folder, first = name.rpartition("/")[0], _IN_ORDER.get(name, "")
    found = [PurePosixPath(one).name for one in pages if one.rpartition("/")[0] == folder and one != name]
    return sorted(found, key=lambda one: (one != first, _number(one), one))


def _number(name: str) -> int:
    """Return the number of a chapter; a page without number comes last."""
    found = re.match(r"\d+", name)
    return int(found[0]) if found else 99


def _linked(name: str, text: str, pages: dict[str, str], files: set[str]) -> str:
    """Return a page with links that lead to pages of the site, and note the files to which it leads."""
    folder = PurePosixPath(name).parent

    def moved(found: re.Match[str]) -> str:
        path, mark, fragment = found[2].partition("#")
        if "://" in path or not path:
            return found[0]
        target = os.path.normpath(path[1:] if path[0] == "/" else folder / path)
        if not target.endswith(".md") and (ROOT / target).is_dir():
            target = f"{target}/README.md"
        if target.endswith(".md"):
            stem = _place(target.removesuffix(".md"))
            if stem not in pages:
                pages[stem] = _linked(stem, _listing(PurePosixPath(stem).parent), pages, files)
            mark, fragment = (mark, fragment) if f"{stem}.md" == target else ("", "")
            target = f"{stem}.md"
        elif (ROOT / target).is_file():
            files.add(target)
            mark = fragment = ""
        return f"{found[1]}{os.path.relpath(target, folder)}{mark}{fragment}{found[3]}"

    parts, at = [], 0
    for code in _CODE.finditer(text):
        parts += [_LINK.sub(moved, text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*parts, _LINK.sub(moved, text[at:])])


def _listing(folder: PurePosixPath) -> str:
    """Return a page that lists the files of a folder which has no text."""
    found = sorted(path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    rows = [
        [f"[{path.relative_to(ROOT / folder).as_posix()}]({path.relative_to(ROOT / folder).as_posix()})"]
        for path in found
    ]
    return f"---\norphan: true\n---\n\n# Files in {folder}\n\n{table(['file'], rows)}"
