"""Golden answers: what a scorer makes of the golden cases, so that no identity is named that `check` contradicts.

`check` requires of a function the cases of legal data and of illegal tags, and those are asked. Bad input is left out.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Ask, Form
from nerconform.base.errors import NerconformError
from nerconform.products.identify.boxes import Box, ImplementationScorer, Outcome, Probe, ScorerFunction
from nerconform.products.identify.hypotheses import Hypothesis
from nerconform.products.identify.separation import ProbeSearch
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.results.run import BAD, Level, Verdict
from nerconform.suite.case_runs import check_one, retagged
from nerconform.suite.cases import Case, load_suite
from nerconform.suite.known import load_known

_WRITTEN = frozenset({"affix", "delimiter", "outside"})
"""Choices that say how tags are written; every probe is written in one way."""
_MAX_CONTRADICTIONS = 20


class GoldenAnswer(NamedTuple):
    """A golden case, its data, and what the scorer answers."""

    case: Case
    probe: Probe
    outcome: Outcome


def golden_answers(box: Box, scheme: Scheme) -> list[GoldenAnswer]:
    """Return the answers of a scorer to every golden case in this scheme whose data it takes."""
    found = []
    for case in load_suite().cases:
        own = retagged(case, box.implementation) if isinstance(box, ScorerFunction) else case
        probe = _probe(own, scheme)
        if probe is None or not _takes(box, probe.form):
            continue
        outcome = box.ask(probe)
        if not isinstance(outcome, Unsupported):
            found.append(GoldenAnswer(own, probe, outcome))
    return found


def _probe(case: Case, scheme: Scheme) -> Probe | None:
    """Return the data of a case, `None` where they are bad input, or written in another way."""
    question = case.question
    if question.form not in {Form.TAGS, Form.SPANS} or question.has_pieces:
        return None
    if case.level is Level.BAD_INPUT or question.ask is Ask.REPORT or _WRITTEN & question.choices.keys():
        return None
    with suppress(NerconformError):
        if scheme_of(question.scheme) is scheme and isinstance(question.gold, list) and isinstance(question.pred, list):
            gold, pred = (tuple(map(tuple, side)) for side in (question.gold, question.pred))
            return Probe(gold, pred, question.form)
    return None


def _takes(box: Box, form: Form) -> bool:
    return form is Form.TAGS or (isinstance(box, ImplementationScorer) and box.takes(form))


def contradictions(search: ProbeSearch, one: Hypothesis, golden: Sequence[GoldenAnswer]) -> list[tuple[Probe, Outcome]]:
    """Return the answers to golden cases that a hypothesis does not expect, and that `check` would call wrong.

    A known divergence of a library, inside a function too, contradicts nothing. At most 20 are returned, the smallest.
    """
    wrong = [answer for answer in golden if not search.fits(one, answer.probe, answer.outcome)]
    excused = _excused(search.box, one, [answer.case for answer in wrong]) if wrong else frozenset()
    left = [(answer.probe, answer.outcome) for answer in wrong if answer.case.id not in excused]
    return sorted(left, key=lambda answer: answer[0].size)[:_MAX_CONTRADICTIONS]


def _excused(box: Box, one: Hypothesis, cases: Sequence[Case]) -> frozenset[str]:
    """Return the cases that `check` does not hold against the scorer: nothing that it answers is asked, or it is known.

    A function around a library has the library's known divergences if it is held to the library's own dialect.
    """
    pinned = load_known(None)
    if isinstance(box, ImplementationScorer):
        run = check_one(box.implementation, cases, pinned)
        return frozenset(result.case for result in run.results if result.verdict not in BAD)
    if not isinstance(box, ScorerFunction):
        return frozenset()
    known = [case for case in cases if any(case.id in cause.cases for cause in pinned)]
    runs = [check_one(box.held_to(dialect), known, pinned) for dialect in (one.dialect, *_named_like(one))]
    excusing = {Verdict.KNOWN, Verdict.UNSUPPORTED}
    return frozenset(result.case for run in runs for result in run.results if result.verdict in excusing)


def _named_like(one: Hypothesis) -> list[Dialect]:
    """Return the named dialects that give these numbers on all tags, which cannot repeat a span."""
    found = []
    for named in NAMED.values():
        if one.dialect.scheme in named.policy.points:
            dialect = replace(named, scheme=one.dialect.scheme)
            alike = replace(dialect, duplicates=one.dialect.duplicates)
            found += [dialect] * (Hypothesis(alike, one.view).plain() == one.plain())
    return found


def uncontradicted(
    search: ProbeSearch, answer: Hypothesis, names: Iterable[str], golden: Sequence[GoldenAnswer]
) -> tuple[str, ...]:
    """Return those of the named dialects that no golden case contradicts."""
    scheme = answer.dialect.scheme
    named = {name: Hypothesis(replace(NAMED[name], scheme=scheme), answer.view) for name in names}
    return tuple(name for name, one in named.items() if not contradictions(search, one, golden))
