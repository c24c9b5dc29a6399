"""The bibliography: every key that is cited exists, every key is cited, and a document's file is named only there."""

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from nerconform.suite.cases import load_suite

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "spec" / "bibliography.md"
KEYS = re.findall(r"^### (\S+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
CASES = [path for path in (ROOT / "fixtures").rglob("*.yaml") if path.parent.name != "known"]
TEXTS = [path for folder in ("spec", "docs") for path in (ROOT / folder).rglob("*.md") if path != PAGE]
CODE = re.compile(r"```.*?^```$|``[^\n]*?``|`[^`\n]*`", re.MULTILINE | re.DOTALL)


@cache
def cited(path: Path) -> set[str]:
    """Return the keys that a page or a file of cases cites, in square brackets or as the source of a case."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        found = re.findall(r"(?<!\[)\[([A-Za-z][\w.-]*)\](?![(\]])", CODE.sub("", text))
        return set(found)
    data = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - safe, and in C
    notes = [data["prose"], *(note["effect"] for note in data.get("flags", {}).values())]
    notes += [case.get("note", "") for case in data["cases"]]
    sources = {case["source"]["document"] for case in data["cases"] if "document" in case["source"]}
    return sources | {key for key in re.findall(r"\[([A-Za-z][\w.-]*)\]", " ".join(notes)) if key in KEYS}


def test_every_key_that_is_cited_exists() -> None:
    assert len(set(KEYS)) == len(KEYS)
    for path in [*TEXTS, *CASES]:
        assert cited(path) <= set(KEYS), path


def test_every_key_is_cited() -> None:
    assert set().union(*map(cited, [*TEXTS, *CASES])) == set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_an_entry_has_a_title_and_nothing_twice(key: str) -> None:
    _, _, entry = PAGE.read_text(encoding="utf-8").partition(f"### {key}\n")
    fields = re.findall(r"^- (\w+): ", entry.partition("\n#")[0], re.MULTILINE)
    assert "Title" in fields
    assert len(set(fields)) == len(fields)
    assert set(fields) <= {"Author", "Title", "Year", "URL", "Accessed", "File"}


def test_the_file_of_a_document_is_named_once() -> None:
    name = re.compile(r"\b\d{3}_[0-9a-f]{16}\b")
    found = name.findall(PAGE.read_text(encoding="utf-8"))
    assert [file[:3] for file in found] == ["000", "001", "002", "003", "004"]
    for path in [*TEXTS, *(ROOT / "fixtures").rglob("*.yaml")]:
        assert not name.search(path.read_text(encoding="utf-8")), path


def test_the_source_of_a_case_begins_with_its_key() -> None:
    case = load_suite().case("documents.001.scheme.iob2")
    assert case is not None
    assert case.source == "Kroutikov, the example, BIO"
