"""The tool's reference: its rules keep their ids, name the tests that hold them, and show messages that are valid."""

import re
from pathlib import Path

import fastjsonschema
import pytest
import yaml

from nerconform.asking import messages
from nerconform.base.strict_yaml import schema
from nerconform.reference.policies import lists_of
from nerconform.reference.schemes import scheme_of
from nerconform.suite.clauses import load_clauses
from tests.docs.test_protocol import form_of
from tests.spec.test_spec import CLAUSE, fences, prose, run_examples, slug, table_rows

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference"
PAGES = sorted(FOLDER.glob("*.md"))
FAMILIES = {"AGR": 3, "ANA": 3, "KIT": 7, "CMP": 7, "PRO": 7, "REP": 3, "RNK": 2}
RULES = {f"{family}-{n + 1}" for family, last in FAMILIES.items() for n in range(last)}
MENTION = re.compile(r"\b(?!UTF)[A-Z]{3}-[1-9]\d?\b")


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def sections() -> dict[str, str]:
    """Return the text of every rule by its id."""
    found: dict[str, str] = {}
    for page in PAGES:
        _, *parts = re.split(CLAUSE, text_of(page.name))
        for name, text in zip(parts[::3], parts[2::3], strict=True):
            assert name not in found, name
            found[name] = text
    return found


def test_every_rule_is_there_once_and_none_is_a_clause() -> None:
    assert sections().keys() == RULES | {"DEC-15"}
    assert not sections().keys() & load_clauses().keys()


@pytest.mark.parametrize("rule", sorted(sections()))
def test_a_rule_names_the_tests_that_hold_it_and_shows_an_example(rule: str) -> None:
    text = sections()[rule]
    tests = re.findall(r"`(tests/[\w/]+\.py)`", text)
    assert tests
    assert all((ROOT / test).is_file() for test in tests)
    assert {fence.language for fence in fences(text)} & {"python", "yaml"}


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.long if page.stem == "exported-cases" else ()) for page in PAGES],
    ids=lambda page: page.stem,
)
def test_every_example_of_a_page_runs(page: Path) -> None:
    failures = run_examples(text_of(page.name), f"docs/reference/{page.name}")
    assert not failures, failures


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_mentions_exists(page: Path) -> None:
    text = prose(text_of(page.name))
    assert set(MENTION.findall(text)) <= RULES | {"DEC-15"} | load_clauses().keys()
    for target, fragment in re.findall(r"\]\(([^)#:\s]+)(?:#([\w-]+))?\)", text):
        found = FOLDER / target
        assert found.exists(), target
        heads = re.findall(r"^#+ (.+)$", prose(found.read_text(encoding="utf-8")), re.MULTILINE) if fragment else []
        assert not fragment or fragment in {slug(head) for head in heads}, (target, fragment)


def test_every_page_and_its_rules_are_in_the_list() -> None:
    rows = re.findall(
        r"^\| \[.+?\]\(([\w.]+)\) \| ([A-Z]{3})-(\d+)(?: to [A-Z]{3}-(\d+))? \|", text_of("README.md"), re.MULTILINE
    )
    listed = {
        file: [f"{family}-{n}" for n in range(int(first), int(last or first) + 1)] for file, family, first, last in rows
    }
    rules = {page.name: [m[0] for m in CLAUSE.findall(text_of(page.name))] for page in PAGES}
    assert listed == {page: ids for page, ids in rules.items() if ids}
    assert all(f"]({page})" in text_of("README.md") for page in rules.keys() - {"README.md"})


def test_every_message_that_is_shown_is_valid() -> None:
    messages = text_of("protocol.md").partition("### PRO-6")[0]
    blocks = re.findall(r"^```yaml\n(.*?)^```$", messages, re.MULTILINE | re.DOTALL)
    shown = [message for block in blocks for message in yaml.safe_load(block)]
    assert {form_of(message) for message in shown} >= {"start", "start-answer", "dialect", "run", "run-answer", "stop"}
    for message in shown:
        assert fastjsonschema.compile(schema(f"protocol-{form_of(message)}"))(message) == message


def test_every_fault_is_in_the_table() -> None:
    codes = {fault.code for fault in messages.Fault.__subclasses__()}
    assert set(re.findall(r"^\| ([a-z-]+) \|", sections()["PRO-6"], re.MULTILINE)) - {"fault"} == codes


def test_the_family_is_that_of_the_reference() -> None:
    head, *rows = table_rows(sections()["DEC-15"])
    for scheme, *cells in rows:
        written = {
            point: tuple(re.findall(r"`([^`]+)`", cell)) for point, cell in zip(head[1:], cells, strict=True) if cell
        }
        assert written == dict(lists_of(scheme_of(scheme)))
