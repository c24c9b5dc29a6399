"""The columnar engine is one more implementation: the evaluations and the errors of the reference."""

from collections import UserList
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nerconform as nc
from nerconform.asking.question import Form
from nerconform.base.errors import NerconformError
from nerconform.engines.choice import NotServed, evaluate
from nerconform.engines.columnar import Columnar
from nerconform.formats.read import read
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.outcomes import Pair, Schema
from nerconform.suite import strategies as ner
from nerconform.suite.cases import load_suite
from tests.corpora.test_wnut17 import CORPUS, HAS_CORPUS
from tests.engines.asking import answer, assert_alike, serves
from tests.reference.strategies import dialects, sides, tag_units

every_dialect = pytest.mark.parametrize("name", list(nc.dialects()))


@given(st.data())
def test_random_dialects_answer_or_refuse_random_tags_as_the_reference_does(data: st.DataObject) -> None:
    pool = data.draw(st.sampled_from(["corpus", "flat"]))
    dialect = data.draw(dialects(pool=pool).filter(serves))
    gold, pred = sides(data.draw(tag_units(dialect, odd=data.draw(st.booleans()))))
    assert_alike(dialect, gold, pred)


@settings(max_examples=30)
@given(st.data())
@every_dialect
def test_named_dialects_answer_random_corpora_as_the_reference_does(name: str, data: st.DataObject) -> None:
    scheme = data.draw(st.sampled_from(list(nc.dialects()[name].policy.points)))
    dialect = nc.dialects()[name].set(scheme=str(scheme))
    gold, pred = data.draw(ner.corpora(str(scheme), gold=ner.Tagging.ANY, size=ner.LARGE))
    assert_alike(dialect, gold, pred)


@pytest.mark.long
def test_every_golden_case_of_tags_is_answered_in_every_named_dialect_as_by_the_reference() -> None:
    asked = served = 0
    for case in load_suite().cases:
        question = case.question
        if question.form not in {Form.TAGS, Form.RAW}:
            continue
        for name in nc.dialects():
            try:
                dialect = nc.dialects()[name].set(**{"scheme": question.scheme, **question.choices})
            except NerconformError:
                continue
            asked += 1
            expected = answer(dialect, question.gold, question.pred, "reference")
            found = answer(dialect, question.gold, question.pred, "columnar")
            if isinstance(found, Evaluation) or not isinstance(expected, Evaluation):
                assert found == expected, (case.id, name)
                served += 1
            else:
                assert found[0] is NotServed, (case.id, name)
                assert dialect.pool == "mean" or question.form is Form.RAW or of_scorers(dialect), (case.id, name)
    assert served > 0.9 * asked > 500


def of_scorers(dialect: nc.Dialect) -> bool:
    """Whether a dialect makes a choice that only official scorers make."""
    plain = {"subset": "all", "credit": "fixed", "cover": "single", "weights": "whole"}
    departs = any(dialect.option(axis) != option for axis, option in plain.items())
    return departs or dialect.align in {"two-sided", "fair", "gold-order"}


@pytest.mark.long
@pytest.mark.skipif(not HAS_CORPUS, reason="the corpora are not on this machine")
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.tsv")), ids=lambda path: path.stem)
@every_dialect
def test_real_output_is_evaluated_as_by_the_reference(name: str, path: Path) -> None:
    records = list(read(path))
    gold, pred = [record.gold for record in records], [record.pred or () for record in records]
    for policy in ("lenient", "discard"):
        for scheme in ("IOB2", "BIOES"):
            dialect = nc.dialects()[name].set(policy=policy, scheme=scheme, unknown="as-I")
            assert_alike(dialect, gold, pred)


BAD: dict[str, tuple[Any, Any]] = {
    "lengths": ([["O", "B-X"]], [["O"]]),
    "lengths of the second unit": ([["O"], ["O", "B-X"]], [["O"], ["O"]]),
    "units": ([["O"]], [["O"], ["O"]]),
    "a flat list": (["O", "B-X"], ["O", "B-X"]),
    "a flat list of spans": ([("X", 0, 1)], [("X", 0, 1)]),
    "a string": ("O", "O"),
    "a string as unit": ([["O"], "O"], [["O"], ["O"]]),
    "None": (None, [["O"]]),
    "None as unit": ([["O"], None], [["O"], ["O"]]),
    "a mapping as unit": ([{"tags": ["O"]}], [["O"]]),
    "an empty tag": ([["O", "B-X"]], [["O", ""]]),
    "a number as tag": ([["O", 3]], [["O", "O"]]),
    "a list as tag": ([["O", ["O"]]], [["O", "O"]]),
    "a span behind tags": ([["O", ("X", 0, 1)]], [["O", "O"]]),
    "a letter of another scheme": ([["O"], ["O", "E-X"]], [["O"], ["O", "O"]]),
    "a tag without a type": ([["O"], ["O", "O"]], [["O"], ["O", "B-"]]),
    "an illegal transition": ([["O", "B-X"], ["O"]], [["B-X", "I-X"], ["I-X"]]),
    "illegal transitions on both sides": ([["O"], ["O", "I-Y"]], [["O"], ["I-X", "O"]]),
    "a reversed span": ([[("X", 2, 1)]], [[]]),
    "a span beyond the tags": ([["O", "O"]], [[("X", 1, 3)]]),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("choices", [{}, {"gold": "legal", "policy": "lenient"}, {"pool": "flat"}, {"item": "token"}])
def test_bad_input_is_refused_by_the_reference_in_its_own_words(what: str, choices: dict[str, str]) -> None:
    dialect = nc.Dialect().set(**choices)
    expected = answer(dialect, *BAD[what], "reference")
    if not isinstance(expected, Evaluation):
        assert answer(dialect, *BAD[what], "columnar") == expected
        assert answer(dialect, *BAD[what], "auto") == expected
    else:
        assert_alike(dialect, *BAD[what])


def test_a_bad_tag_among_more_than_a_byte_can_number_is_refused_in_the_words_of_the_reference() -> None:
    units = [[f"B-X{number}" for number in range(300)], ["O", "B-", "O"]]
    assert answer(nc.Dialect(), units, units, "columnar") == answer(nc.Dialect(), units, units, "reference")
    assert_alike(nc.Dialect(), units[:1], units[:1])


def test_bad_input_is_refused_without_a_trace_of_the_engine() -> None:
    with pytest.raises(NerconformError, match="illegal-transition") as caught:
        evaluate(nc.Dialect(), [["O"]], [["I-X"]], "columnar")
    assert caught.value.__context__ is None or not isinstance(caught.value.__context__, NotServed)


class Odd:
    """What cannot be looked up."""

    def __hash__(self) -> int:
        """Fail."""
        raise ValueError


def test_an_object_that_cannot_be_looked_up_is_left_to_the_reference() -> None:
    for engine in ("columnar", "reference"):
        with pytest.raises(ValueError, match=r"^$"):
            evaluate(nc.Dialect(), [["O", Odd()]], [["O", "O"]], engine)


@pytest.mark.parametrize(
    ("gold", "reason"),
    [
        ([[MappingProxyType({"type": "X", "start": 0, "end": 1})]], "a tag cannot be read"),
        (UserList([["B-X"]]), "a side is neither a list nor a tuple"),
        ([np.array(["B-X"])], "a sentence is neither a list nor a tuple"),
    ],
)
def test_what_only_the_reference_reads_is_not_served_and_the_reason_is_told(gold: Any, reason: str) -> None:  # noqa: ANN401
    with pytest.raises(NotServed, match=f"the columnar engine cannot score this: {reason} .not-served."):
        evaluate(nc.Dialect(), gold, [["B-X"]], "columnar")


def test_all_sentences_in_a_row_are_one_for_tokens_too() -> None:
    """The tag of each token is an entity; `pool` changes no count then, and is none of the canonical choices."""
    dialect = nc.Dialect().set(item="token", pool="flat")
    found = evaluate(dialect, [["B-X"], ["O", "B-Y"]], [["B-X"], ["O", "O"]], "columnar", outcomes=True)
    (unit,) = found.outcomes or ()
    spans = [nc.Span("B-X", 0, 1), nc.Span("O", 1, 2), nc.Span("O", 2, 3), nc.Span("B-Y", 2, 3)]
    assert unit.rows[Schema.EXACT] == (Pair(spans[0], spans[0]), Pair(spans[1], spans[1]), Pair(spans[3], spans[2]))


@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        ({"pool": "mean"}, "pool:mean"),
        ({"align": "two-sided"}, "align:two-sided"),
        ({"align": "fair", "weights": "given{BES=1/2+0+1/2,BEL=1/2+1/2+0,BEO=1/2+1/4+1/4}"}, "weights:given"),
        ({"subset": "flat"}, "subset:flat"),
        ({"location": "text"}, "location:text"),
    ],
)
def test_a_dialect_that_counts_more_than_outcomes_of_all_spans_is_not_served(
    choices: dict[str, str], reason: str
) -> None:
    with pytest.raises(NotServed, match=reason):
        Columnar.of(nc.Dialect().set(**choices))


@pytest.mark.parametrize("form", [tuple, list])
def test_tuples_and_lists_are_one(form: Callable[[Any], Any]) -> None:
    units = form([form(["B-X", "I-X"]), form(["O"])])
    assert evaluate(nc.Dialect(), units, units, "columnar").counts.as_tuple() == (1, 0, 0, 0, 0)
    assert_alike(nc.Dialect(), units, units)
