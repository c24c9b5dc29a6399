"""Claims: what the author of a scorer can say of it in one name, each a dialect and a list of golden cases."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from nerconform.asking.question import Ask, Form
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure, has_measure
from nerconform.reference.outcomes import EXTENSIONS, FOUR
from nerconform.reference.schemes import ALIASES, Scheme
from nerconform.reference.signature import parse_dialect
from nerconform.results.run import Level
from nerconform.suite.cases import Case, CaseKind, Suite


class UnknownClaim(NerconformError):
    """No claim has this name."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: `says` what it means in words, `dialect` names the rules, `cases` show it; all of them have to pass."""

    name: str
    says: str
    dialect: str
    level: Level
    cases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of claim: which cases it takes."""

    says: str
    dialect: str
    level: Level
    takes: Callable[[Case], bool]


def _is_plain(case: Case) -> bool:
    """Whether a case has tags, imposes no choice, and is asked for numbers."""
    question = case.question
    return question.form is Form.TAGS and not question.choices and question.ask is Ask.SCORES


def _asks(case: Case, wanted: Callable[[Measure], bool]) -> bool:
    return any(wanted(measure) for expected in case.expectations for measure in expected.numbers)


def _is_spans(case: Case) -> bool:
    return case.question.written_form is Form.SPANS and not case.question.choices


def _tests(case: Case, chapter: str) -> bool:
    return case.clauses[0].startswith(f"{chapter}-")


_LEGAL = "Exact matching is right on legal tags of every scheme: counts, precision, recall and F1, in all and per type"
_POLICY = "On illegal tags, such as I-PER after O, the policy `{}` is followed everywhere: {}"
_POLICIES = (
    ("lenient", "conlleval", "every token with a type is part of an entity, even without its B"),
    (
        "discard",
        "iob2-discard",
        "only complete entities count, whose first and last token the prefixes of the scheme mark",
    ),
    ("refuse", "conlleval,policy:refuse", "a sentence with an illegal tag is rejected with an error"),
)
"""Policies for illegal tags, the dialect of each, and its meaning."""
_KINDS: Mapping[str, _Kind] = {
    "legal-data": _Kind(f"{_LEGAL}.", "conlleval", Level.LEGAL_DATA, _is_plain),
    "spans": _Kind("Exact matching is right on spans.", "conlleval", Level.LEGAL_DATA, _is_spans),
    "pieces": _Kind(
        "Exact matching is right on spans of several pieces.",
        "conlleval",
        Level.LEGAL_DATA,
        lambda case: case.question.written_form is Form.PIECES and not case.question.choices,
    ),
    "layers": _Kind(
        "Exact matching is right on sentences with several layers of tags.",
        "conlleval",
        Level.LEGAL_DATA,
        lambda case: case.question.form is Form.LAYERS and not case.question.choices,
    ),
    "averages": _Kind(
        "Macro and weighted averages are right on legal tags.",
        "conlleval",
        Level.LEGAL_DATA,
        lambda case: _is_plain(case) and _asks(case, lambda measure: measure.scope in {"macro", "weighted"}),
    ),
    "schemas": _Kind(
        "The schemas strict, exact, partial and type are right on legal tags.",
        "semeval",
        Level.LEGAL_DATA,
        lambda case: _is_plain(case) and _asks(case, lambda measure: measure.schema in FOUR[1:]),
    ),
    "schemas:extensions": _Kind(
        "The schemas left, right and partial-type are right on legal tags.",
        "semeval",
        Level.LEGAL_DATA,
        lambda case: _is_plain(case) and _asks(case, lambda measure: measure.schema in EXTENSIONS),
    ),
    "alignment:phased": _Kind(
        "Each prediction meets the gold span that the alignment `phased` gives it, on tags and on spans: an equal one, "
        "else one with equal bounds, else one that overlaps it.",
        "semeval",
        Level.LEGAL_DATA,
        lambda case: (_is_plain(case) or _is_spans(case)) and _tests(case, "MAT"),
    ),
    **{
        f"illegal-tags:{policy}": _Kind(f"{_POLICY.format(policy, meaning)}.", dialect, Level.ILLEGAL_TAGS, _is_plain)
        for policy, dialect, meaning in _POLICIES
    },
    **{
        f"schemes:{scheme}": _Kind(
            f"Exact matching is right on legal tags of the scheme {scheme}.",
            "conlleval",
            Level.LEGAL_DATA,
            lambda case, scheme=scheme: _is_plain(case) and _scheme(case) == scheme,  # type: ignore[misc] # bound now
        )
        for scheme in Scheme
    },
    "bad-input": _Kind(
        "What has no score is rejected: sides of different lengths, tags without a prefix, None in place of tags.",
        "conlleval",
        Level.BAD_INPUT,
        lambda case: case.kind is CaseKind.CONTRACT and case.question.ask is Ask.SCORES,
    ),
}


_KNOWN = (
    "Exact matching on legal tags: legal-data. On spans: spans, or pieces (spans with gaps). On layers of tags: "
    "layers. Macro and weighted averages: averages. Credit for overlaps: schemas, schemas:extensions, "
    f"alignment:phased. Illegal tags: {', '.join(f'illegal-tags:{policy}' for policy, *_ in _POLICIES)}. One scheme: "
    "schemes:IOB2, and so for each scheme. Errors for bad input: bad-input."
)
"""The claims, each with what it says in a few words."""


def _answers(case: Case, dialect: Dialect) -> bool:
    """Whether the case asks something in a dialect: some policies are not defined in some schemes (DIA-7)."""
    if case.kind is CaseKind.CONTRACT:
        return True
    try:
        mine = dialect.set(**{"scheme": case.question.scheme, **case.question.choices})
    except NerconformError:
        return False
    expected = case.expectation(mine)
    if expected is None:
        return False
    asked = (has_measure(mine, measure) for measure in expected.numbers)
    return bool(expected.refused or expected.spans or expected.rows is not None or any(asked))


def _scheme(case: Case) -> str:
    return ALIASES.get(case.question.scheme, case.question.scheme)


def claims(suite: Suite) -> Iterator[Claim]:
    """Yield every claim that has a case."""
    for name in _KINDS:
        found = _claim(name, suite)
        if found.cases:
            yield found


def claim_named(text: str, suite: Suite) -> Claim:
    """Return the claim of this name; `schemes:IOB2+BIOES` joins several of one kind. Raises `UnknownClaim`."""
    kind, colon, options = text.partition(":")
    names = [f"{kind}{colon}{option}" for option in options.split("+")]
    for name in names:
        if name not in _KINDS:
            raise no_claim(name)
    parts = [_claim(name, suite) for name in names]
    cases = dict.fromkeys(case for part in parts for case in part.cases)
    if len({part.dialect for part in parts}) > 1:
        raise UnknownClaim(
            f"{text!r} joins claims that are checked by different rules of scoring",
            place="--claim",
            hint=f"Check one claim at a time: --claim {names[0]}.",
        )
    return Claim(text, " ".join(part.says for part in parts), parts[0].dialect, parts[0].level, tuple(cases))


def no_claim(name: str) -> UnknownClaim:
    """Return the error for a claim that there is not."""
    near = get_close_matches(name, _KINDS, 1, 0.4)
    hint = f"Do you mean {near[0]}? {_KNOWN}" if near else _KNOWN
    return UnknownClaim(
        f"there is no claim {name!r}; a claim says what a metric gets right", place="--claim", hint=hint
    )


def _claim(name: str, suite: Suite) -> Claim:
    kind = _KINDS[name]
    dialect = parse_dialect(kind.dialect)
    cases = (case for case in suite.cases if case.level is kind.level and kind.takes(case) and _answers(case, dialect))
    return Claim(name, kind.says, kind.dialect, kind.level, tuple(case.id for case in cases))
