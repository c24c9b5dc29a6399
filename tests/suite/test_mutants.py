"""Mutants are wrong: a seeded search over small corpora finds for each an input on which it differs from its base."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from nerconform.asking.question import Form
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect, axis_of
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import COUNTS, OUTCOME_COUNTS
from nerconform.reference.named import NAMED
from nerconform.reference.options import Align
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered, UndefinedPolicy
from nerconform.reference.schemes import Scheme, roles_of
from nerconform.reference.spans import Span
from nerconform.suite.cases import CaseKind, load_suite
from nerconform.suite.mutants import (
    OPTIONS,
    WRONG,
    Mutant,
    mutants,
    neighbours,
    other_choice,
    sampled,
    sampled_neighbours,
    wrong_evaluators,
)
from tests.shares import one_in

_MALFORMED = ("PER", "B", "B-", "-PER", "PER-B", "B_PER", "X-PER", "OX", "O-PER", "B--PER-", "I-a-b", "B-a-b", "B-b")
_RATIOS = ("precision", "recall", "f1")
_SPAN_TYPES = ("PER", "LOC", "per")


class Corpus(NamedTuple):
    """Both sides of some units in one scheme, and the choices that are imposed on every dialect."""

    scheme: str
    gold: Sequence[Any]
    pred: Sequence[Any]
    choices: Mapping[str, str] = MappingProxyType({})


_Key = tuple[str, str, str]
"""Schema, scope, quantity."""
Answer = Mapping[_Key, object] | str
"""The numbers of a pipeline, or the code of its refusal."""


def _numbers(evaluation: Evaluation) -> Answer:
    """Return every number of an evaluation, and one F2."""
    aligned = evaluation.dialect.align is not Align.NONE
    asked = [name for name in COUNTS if aligned or name not in OUTCOME_COUNTS]
    found: dict[_Key, object] = {("strict", "micro", "f2"): evaluation.value("strict.micro.f2")}
    for schema in Schema:
        try:
            result = evaluation.schemas[schema]
        except (KeyError, NotAnswered):
            continue
        rows = [*result.averages.items(), *((f"type {kind}", row) for kind, row in result.by_type.items())]
        for scope, row in rows:
            found.update({(schema, scope, name): getattr(row, name) for name in _RATIOS})
            if row.counts is not None:
                found.update({(schema, scope, name): getattr(row.counts, name) for name in asked})
    return found


def _answer(pipeline: Pipeline | str, corpus: Corpus) -> Answer:
    if isinstance(pipeline, str):
        return pipeline
    try:
        return _numbers(pipeline.evaluate(corpus.gold, corpus.pred, outcomes=True))
    except NerconformError as error:
        return error.code


def _pipeline(base: str, corpus: Corpus, mutant: Mutant | None = None) -> Pipeline | str | None:
    """Return the path of a base or a mutant, the code of its refusal of the choices, `None` where it has no policy."""
    dialect = NAMED.get(base) or sampled()[base]
    choices = {"scheme": corpus.scheme, **corpus.choices}
    try:
        pipeline = Pipeline.of(dialect.set(**(mutant.chosen(choices) if mutant else choices)))
    except UndefinedPolicy as error:
        return error.code if "policy" in choices else None
    except NerconformError as error:
        return error.code
    return mutant.change(pipeline) if mutant else pipeline


def _tags(choose: random.Random, letters: list[str], length: int, malformed: float) -> list[str]:
    wild = [letter + "-" + kind for letter in letters for kind in ("PER", "LOC")]
    return [
        choose.choice(_MALFORMED) if choose.random() < malformed else choose.choice([*wild, "O", "O"])
        for _ in range(length)
    ]


def _other(choose: random.Random, tags: list[str], letters: list[str], malformed: float) -> list[str]:
    """Return a prediction: the gold with some tags changed, so that there is something right."""
    fresh = _tags(choose, letters, len(tags), malformed)
    return [new if choose.random() < 0.4 else old for old, new in zip(tags, fresh, strict=True)]


def _tag_corpus(choose: random.Random) -> Corpus:
    scheme = choose.choice([Scheme.IOB2, Scheme.IOB2, Scheme.BIOES, Scheme.IOE2, Scheme.IOB1, Scheme.IO, Scheme.BMES])
    letters = list(roles_of(scheme))
    malformed = choose.choice([0, 0, 0, 0.15])
    gold = [_tags(choose, letters, choose.randint(0, 6), malformed) for _ in range(choose.randint(1, 3))]
    return Corpus(scheme, gold, [_other(choose, tags, letters, malformed) for tags in gold])


def _span(choose: random.Random) -> Span:
    start = choose.randint(0, 5)
    return Span(choose.choice(_SPAN_TYPES), start, start + choose.choice([1, 1, 2, 3, 150]))


def _span_corpus(choose: random.Random) -> Corpus:
    gold, pred = [], []
    for _ in range(choose.randint(1, 3)):
        pool = [_span(choose) for _ in range(4)]
        gold.append([choose.choice(pool) for _ in range(choose.randint(0, 4))])
        pred.append([choose.choice([*pool, _span(choose)]) for _ in range(choose.randint(0, 4))])
    return Corpus(Scheme.IOB2, gold, pred)


def _one_of(right: int, wrong: int) -> Corpus:
    """Return a corpus with this many right and wrong predictions: its precision may lie between two decimals."""
    gold = [Span("PER", at, at + 1) for at in range(right)]
    return Corpus(Scheme.IOB2, [gold], [[*gold, *(Span("PER", 100 + at, 101 + at) for at in range(wrong))]])


def _of_cases() -> Iterator[Corpus]:
    """Yield the entities without offsets of the golden cases, and what is bad input to everybody."""
    for case in load_suite().cases:
        question = case.question
        if question.form is Form.MENTIONS or case.kind is CaseKind.CONTRACT:
            yield Corpus(question.scheme, question.gold, question.pred, dict(question.choices))  # type: ignore[arg-type]


_SUFFIXED = ("O", "PER-B", "PER-I", "LOC-I")
"""Tags with the prefix at their end, for the dialects that read them so."""


_SMALL = 200
"""Characters that small gold data have at most."""


@cache
def _corpora() -> tuple[Corpus, ...]:
    choose = random.Random(20130613)  # noqa: S311 - a search, not a secret
    found = [
        Corpus(Scheme.IOB2, [], []),
        Corpus(Scheme.IOB2, [[]], [[]]),
        _one_of(1, 7),
        _one_of(1, 31),
        Corpus(Scheme.IOB2, [[Span("PER", 0, 101)]], [[Span("LOC", 100, 102)]]),
        Corpus(Scheme.IOB2, [["B-PER"]] * 60, [["B-PER"]] * 60),
        Corpus(Scheme.IOB2, [["B-PER"]] * 60, [["B-PER"]] * 20 + [["O"]] * 40),
        Corpus(Scheme.IOB2, [[*["O"] * 600, "B-MISC"]], [[*["O"] * 600, "B-MISC"]]),
        Corpus(Scheme.IOB2, [["B-a_b", "B-a_c"]], [["B-a_c", "B-a_b"]]),
        Corpus(Scheme.IOB2, [["B-JOB-TITLE"]], [["B-JOB-TITLE"]]),
        *(Corpus(Scheme.IOB2, [list(tags)], [list(tags)]) for tags in product(_SUFFIXED, repeat=3)),
        Corpus(Scheme.IOB2, [["B-PER"], ["B-PER"]], [["B-PER"]]),
        Corpus(Scheme.IOB2, [["B-PER", "B-PER"]], [["B-PER"]]),
        Corpus(Scheme.IOB2, [["B-O", "B-micro avg", "B-LOC"]], [["B-O", "B-micro avg", "O"]]),
        Corpus(Scheme.IOB2, [["B-PER", "I-PERCENT"]], [["B-PER", "I-PERCENT"]]),
    ]
    return (*found, *_of_cases(), *(kind(choose) for _ in range(700) for kind in (_tag_corpus, _span_corpus)))


@cache
def _right(base: str, number: int) -> Answer | None:
    """Return what the base answers on one corpus, `None` where it is not asked."""
    pipeline = _pipeline(base, _corpora()[number])
    return None if pipeline is None else _answer(pipeline, _corpora()[number])


def _differs(right: Answer, wrong: Answer) -> bool:
    """Whether a number that the base answers is another or not there, or one side refuses."""
    if isinstance(right, str) or isinstance(wrong, str):
        return right != wrong
    return any(measure not in wrong or wrong[measure] != value for measure, value in right.items())


def some_mutants() -> tuple[Mutant, ...]:
    """Return those that say why they never differ, and a few of the others, which golden cases catch (`lint`)."""
    differ = [mutant for mutant in mutants() if not mutant.equivalent]
    return (*(mutant for mutant in mutants() if mutant.equivalent), *one_in(12, differ))


def _differences(mutant: Mutant) -> Iterator[Corpus]:
    for number, corpus in enumerate(_corpora()):
        right, pipeline = _right(mutant.base, number), _pipeline(mutant.base, corpus, mutant)
        if right is not None and pipeline is not None and _differs(right, _answer(pipeline, corpus)):
            yield corpus


every_kind = pytest.mark.parametrize("mutant", some_mutants(), ids=lambda mutant: mutant.name)


@pytest.mark.long
@every_kind
def test_a_mutant_differs_from_its_base_unless_it_says_why_it_never_does(mutant: Mutant) -> None:
    assert (next(_differences(mutant), None) is None) == bool(mutant.equivalent)


@pytest.mark.long
@every_kind
def test_a_mutant_answers_or_refuses_and_never_crashes(mutant: Mutant) -> None:
    for corpus in _corpora()[:12]:
        pipeline = _pipeline(mutant.base, corpus, mutant)
        assert pipeline is None or _answer(pipeline, corpus) is not None


@pytest.mark.long
@pytest.mark.parametrize("choices", [{"pool": "mean"}, {"pool": "flat"}, {"attribution": "refilter"}, {"item": "token"},
                                     {"types": "given{ORG}"}, {"zero": "nan"}, {"policy": "refuse"}],
                         ids=str)  # fmt: skip
def test_wrong_evaluators_live_with_choices_that_a_case_imposes(choices: dict[str, str]) -> None:
    for mutant in one_in(10, wrong_evaluators()):
        pipeline = mutant.change(Pipeline.of(NAMED[mutant.base].set(**choices)))
        for corpus in (one for one in _corpora()[:12] if len(str(one.gold)) < _SMALL):
            assert _answer(pipeline, corpus) is not None


def test_names_are_unique_and_the_order_is_fixed() -> None:
    names = Counter(mutant.name for mutant in mutants())
    assert max(names.values()) == 1
    assert mutants() == mutants()
    assert [mutant.name for mutant in neighbours()] == [mutant.name for mutant in mutants()[: len(neighbours())]]


@pytest.mark.long
def test_there_are_forty_wrong_evaluators_and_neighbours_of_every_named_dialect() -> None:
    assert len(WRONG) >= 40
    assert {mutant.base for mutant in neighbours()} == set(NAMED)
    assert {mutant.base for mutant in sampled_neighbours()} == set(sampled())
    assert not {str(dialect) for dialect in sampled().values()} & {str(dialect) for dialect in NAMED.values()}
    assert all(mutant.name.startswith(f"{mutant.base}/") and mutant.says.endswith(".") for mutant in mutants())


def test_a_neighbour_is_never_equal_to_its_base_by_the_canonical_form() -> None:
    for mutant in neighbours():
        bases = [Pipeline.of(NAMED[mutant.base].set(scheme=scheme)) for scheme in ("IOB2", "BIOES")]
        assert any(str(mutant.change(base).dialect) != str(base.dialect) for base in bases)


def test_options_that_stand_for_an_axis_are_read_back_as_they_are_written() -> None:
    for name, options in OPTIONS.items():
        dialects = [Dialect().set(**{"scheme": "BIOES", axis_of(name).attribute: option}) for option in options]
        assert [dialect.option(name) for dialect in dialects] == list(options)


def test_a_neighbour_changes_an_axis_that_a_case_imposes() -> None:
    imposed = Pipeline.of(NAMED["conlleval"].set(zero="1"))
    change = other_choice(axis_of("zero"), "nan")
    assert change(imposed).dialect.option("zero") == "nan"


def test_a_neighbour_stays_where_the_scheme_has_no_such_policy() -> None:
    pipeline = Pipeline.of(NAMED["conlleval"].set(scheme="IOB1"))
    assert other_choice(axis_of("policy"), "discard")(pipeline) is pipeline


def test_a_mutant_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        mutants()[0].name = "another"  # type: ignore[misc] # that is the test
