"""The glossary is what its source gives, complete, plain and true."""

import re
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.credits import Amount
from nerconform.reference.measures import AVERAGES
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Outcome, Schema
from nerconform.reference.policies import POLICIES, size_of
from nerconform.reference.schemes import ALIASES, Scheme, scheme_of
from nerconform.reporting.run_markdown import slug
from nerconform.suite.cases import load_suite
from tests.docs.glossary import PAGE, Term, groups, page
from tests.reading.banned_words import found_in

ROOT = Path(__file__).parents[2]
TERMS = [term for terms in groups().values() for term in terms]
NAMES = {name for term in TERMS for name in term.names}
LINK = re.compile(r"\((?:[\w./-]*/)?glossary\.md#([\w-]+)\)")
MOST_WORDS = 30
Spans = list[tuple[str, int, int]]


def in_canonical_order(span: tuple[str, int, int]) -> tuple[int, int, str]:
    """Return what spans are sorted by in canonical order."""
    kind, start, end = span
    return start, end, kind


def decoded(tags: str, scheme: str = "IOB2", **choices: str) -> str:
    """Return the spans of a sentence, as the page writes them."""
    dialect = nc.Dialect().set(**{"scheme": scheme, "policy": "lenient", **choices})
    found = nc.evaluate([tags.split()], [tags.split()], dialect, outcomes=True)
    spans = [row.gold for one in found.outcomes or () for row in one.rows[Schema.STRICT] if row.gold]
    return " ".join(f"{span.type}[{span.start},{span.end})" for span in sorted(spans, key=in_canonical_order))


def encoded(scheme: str, *spans: tuple[str, int, int]) -> str:
    """Return the tags of spans that cover all tokens."""
    return " ".join(nc.encode(spans, max(end for *_, end in spans), scheme))


def refused(tags: str, **choices: str) -> str:
    """Return the code with which a sentence is refused, empty if it is not."""
    try:
        decoded(tags, **choices)
    except NerconformError as error:
        return error.code
    return ""


def refused_data(gold: list[list[str]], pred: list[list[str]]) -> str:
    """Return the code with which data are refused."""
    with pytest.raises(NerconformError) as caught:
        nc.evaluate(gold, pred)
    return caught.value.code


def counted(gold: Spans, pred: Spans, schema: str = "strict", **choices: str) -> tuple[Amount, ...]:
    """Return COR, INC, PAR, MIS and SPU of one sentence."""
    return nc.evaluate([gold], [pred], nc.Dialect().set(**choices)).schemas[Schema(schema)].counts.as_tuple()


def scored(gold: Spans, pred: Spans, measure: str) -> str:
    """Return one number of one sentence as a fraction."""
    return str(nc.evaluate([gold], [pred]).value(measure))


PROOF = {
    "nc": nc,
    "decoded": decoded,
    "encoded": encoded,
    "refused": refused,
    "refused_data": refused_data,
    "counted": counted,
    "scored": scored,
    "family_size": lambda scheme: size_of(scheme_of(scheme)),
    "in_canonical_order": in_canonical_order,
    "CASES": {case.id for case in load_suite().cases},
    "SCHEMAS": [str(schema) for schema in Schema],
    "TWO": (("PER", 0, 2), ("PER", 2, 3)),
    "RARE_RIGHT": [("PER", 0, 1), ("LOC", 1, 2), ("LOC", 2, 3), ("LOC", 3, 4)],
}


def test_the_page_is_what_its_source_gives() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.docs.glossary"


def test_every_term_of_the_spec_is_in_it() -> None:
    text = " ".join((ROOT / "spec" / "0-terms.md").read_text(encoding="utf-8").split())
    heads = {head.lower() for head in re.findall(r"- \*\*(.+?)\.\*\*", text)}
    inner = {one.lower() for one in re.findall(r"(?<!\*)\*(?!\*)([^*]+?)(?<!\*)\*(?!\*)", text)}
    assert {"unit", "pending span", "free"} <= heads | inner
    assert heads | inner <= {name.lower() for name in NAMES}


def test_every_name_of_the_reference_is_in_it() -> None:
    listed = [*Scheme, *ALIASES, *POLICIES, *Align, *Schema, *AVERAGES]
    missing = {str(name) for name in listed} - NAMES - {name.removesuffix(" (policy)") for name in NAMES}
    assert missing == set()
    assert {str(outcome).upper() for outcome in Outcome} <= NAMES


def test_no_word_has_two_meanings() -> None:
    names = [name for term in TERMS for name in term.names]
    assert len(names) == len(set(names))
    heads = [slug(term.term) for term in TERMS] + [slug(group) for group in groups()]
    assert len(heads) == len(set(heads))


@pytest.mark.parametrize("term", TERMS, ids=lambda term: slug(term.term))
def test_a_definition_is_one_plain_sentence(term: Term) -> None:
    assert re.fullmatch(r"[A-Zn][^.]*\.", term.says.replace("SemEval-2013 task 9.1", ""))
    assert len(term.says.split()) <= MOST_WORDS
    plain = re.sub(r"`[^`]*`", "", f"{term.says}\n{term.example}")
    assert [*found_in(plain)] == []


@pytest.mark.parametrize("term", TERMS, ids=lambda term: slug(term.term))
def test_an_example_is_true(term: Term) -> None:
    assert term.example
    assert eval(term.holds, dict(PROOF))  # noqa: S307 - our own source


def test_links_to_the_glossary_lead_to_a_word() -> None:
    heads = {slug(term.term) for term in TERMS}
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "spec").rglob("*.md")]
    assert {name for path in pages for name in LINK.findall(path.read_text(encoding="utf-8"))} <= heads
