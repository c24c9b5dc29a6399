"""Modes that are asked by their names alone: what each hands over, with values derived by hand."""

import ast
import re
from dataclasses import replace
from importlib import metadata

import pytest
from packaging.version import Version

from nerconform.asking.observation import Answer, Crash, Refusal, Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Ask, Part
from nerconform.libraries.registry import UnknownImplementation, resolve
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import raw, run, spans, tags, values

IS_ONE = Version(metadata.version("nervaluate")).major == 1
ORPHAN = (["B-X I-X"], ["I-X I-X"])
"""Right leniently, and in strict mode a miss."""


def one(name: str) -> Implementation:
    (found,) = resolve(name)
    assert found.name == name
    return found


def errors(name: str, gold: list[str], pred: list[str]) -> str:
    """Return the type of the exception in which a question about tags ends."""
    observation = ask(one(name), tags(gold, pred, "f1"))
    assert isinstance(observation, Crash | Refusal), observation
    return observation.error


@pytest.mark.parametrize("name", ["seqeval:strict:none", "seqeval:scheme"])
def test_what_looks_strict_is_lenient(name: str) -> None:
    assert values(one("seqeval:strict"), tags(*ORPHAN, "f1")) == {"strict.micro.f1": 0.0}
    assert values(one(name), tags(*ORPHAN, "f1", "strict.macro.f1")) == {"strict.micro.f1": 1.0, "strict.macro.f1": 1.0}
    dialect = one(name).dialect(tags(*ORPHAN))
    assert isinstance(dialect, Dialect)
    assert dialect.policy.name == "discard"


def test_functions_of_one_number_have_no_report_and_no_rows() -> None:
    assert isinstance(one("seqeval:strict:none").dialect(tags(*ORPHAN, by=Ask.REPORT)), Unsupported)
    assert values(one("seqeval:strict:none"), tags(*ORPHAN, "strict.type{X}.f1", "pos")) == {}


def test_units_that_weigh_nothing_count() -> None:
    # One entity, found; behind it the same entity, missed, with the weight 0: recall is 1/2, and should be 1.
    asked = tags(["B-X"], ["B-X"], "precision", "recall")
    assert values(one("seqeval:sample-weight"), asked) == {"strict.micro.precision": 1.0, "strict.micro.recall": 0.5}
    assert isinstance(one("seqeval:sample-weight").dialect(tags(["O"], ["O"], item="token")), Unsupported)
    assert isinstance(one("seqeval:sample-weight").dialect(raw(None, None)), Unsupported)


def test_units_that_are_no_lists_are_refused_and_their_accuracy_is_of_whole_units() -> None:
    assert {errors(f"seqeval:{made}", ["B-X"], ["B-X"]) for made in ("tuples", "arrays")} == {"TypeError"}
    # Three of four tokens are right, and one of two units.
    asked = tags(["B-X O", "O O"], ["B-X O", "O B-X"], "recall", item="token")
    assert values(one("seqeval:default"), asked) == {"strict.micro.recall": 3 / 4}
    assert values(one("seqeval:tuples"), asked) == {"strict.micro.recall": 1 / 2}
    assert isinstance(one("seqeval:arrays").dialect(asked), Unsupported)
    assert isinstance(one("seqeval:tuples").dialect(tags(["O"], ["O"], by=Ask.REPORT)), Unsupported)
    assert isinstance(one("seqeval:tuples").dialect(raw(None, None)), Unsupported)


def test_default_mode_can_be_asked_about_schemes_that_it_does_not_know() -> None:
    # Two spans of one token, which it reads as one.
    asked = tags(["U-X U-X"], ["U-X U-X"], "pos", scheme="BILOU")
    assert isinstance(one("seqeval:default").dialect(asked), Unsupported)
    assert values(one("seqeval:default:BILOU"), asked) == {"strict.micro.pos": 1}
    assert isinstance(one("seqeval:default:BILOU").dialect(tags(*ORPHAN)), Unsupported)


def test_a_scheme_is_no_name() -> None:
    assert errors("seqeval:scheme:name", *ORPHAN) == "TypeError"
    assert "scheme='IOB2'" in one("seqeval:scheme:name").reproduction(tags(*ORPHAN))


def test_entities_reads_with_a_delimiter_and_counts_nothing() -> None:
    entities = one("seqeval:strict:entities")
    asked = replace(tags(["B_X I_X"], ["O B_X"], delimiter="_"), parts=frozenset({Part.SPANS}))
    answer = ask(entities, asked)
    assert isinstance(answer, Answer)
    assert answer.spans == {Side.GOLD: [(Span("X", 0, 2),)], Side.PRED: [(Span("X", 1, 2),)]}
    assert "delimiter='_'" in entities.reproduction(asked)
    assert "[[(0, X, 0, 2)]]" in run(entities.reproduction(asked))
    assert values(entities, tags(["O"], ["O"], "f1", "pos")) == {}
    for other in (
        raw(None, None),
        tags(["O"], ["O", "O"]),
        tags(["O"], ["O"], item="token"),
        tags([""], [""], delimiter=""),
    ):
        assert isinstance(entities.dialect(other), Unsupported)


def test_counts_of_tokens_call_a_wrong_tag_no_miss() -> None:
    # Right: B-X. Predicted for another tag: I-Y for I-X. Missed: B-X.
    asked = tags(["B-X I-X O B-X"], ["B-X I-Y O O"], "tp", "fp", "fn")
    counts = {"strict.micro.tp": 1, "strict.micro.fp": 1, "strict.micro.fn": 1}
    assert values(one("seqeval:performance-measure"), asked) == counts
    assert values(one("seqeval:performance-measure"), tags(["O"], ["O"], "tp")) == {"strict.micro.tp": 0}


@pytest.mark.parametrize("name", ["seqeval:default", "seqeval:strict", "seqeval:strict:auto"])
def test_a_policy_that_does_not_exist_is_handed_over_as_a_mode(name: str) -> None:
    asked = tags(*ORPHAN, "f1", policy="bogus")
    assert values(one(name), asked) == {"strict.micro.f1": 1.0}
    assert "mode='bogus'" in one(name).reproduction(asked)
    assert "mode='strict'" not in one(name).reproduction(asked)
    assert isinstance(one(name).dialect(tags(*ORPHAN, policy="refuse")), Unsupported)


def test_sequences_of_two_tags_are_right_twice() -> None:
    # Two of three tags are right.
    asked = tags(["B-X I-X O"], ["B-X O O"], "recall", "precision")
    assert values(one("sklearn-crfsuite:sequences"), asked) == {"strict.micro.recall": pytest.approx(4 / 3)}
    assert isinstance(one("sklearn-crfsuite:sequences").dialect(tags(["O"], ["O O"])), Unsupported)


def test_without_an_average_tags_are_no_classes() -> None:
    # Both tokens are right.
    asked = tags(["O O"], ["O O"], "precision", "recall", "f1")
    ratios = ("precision", "recall", "f1")
    assert values(one("sklearn-crfsuite:no-average"), asked) == {f"strict.micro.{ratio}": 0.0 for ratio in ratios}
    assert errors("sklearn-crfsuite:no-average", ["B-X O"], ["B-X O"]) == "ValueError"
    assert isinstance(one("sklearn-crfsuite:no-average").observe(tags(["O"], ["O O"], "f1")), Unsupported)


@pytest.mark.skipif(not IS_ONE, reason="0.x answers otherwise")
def test_a_loader_of_nervaluate_that_is_not_named_needs_a_first_item() -> None:
    assert values(one("nervaluate:auto"), tags(["B-X"], ["B-X"], "tp")) == {"strict.micro.tp": 1}
    assert errors("nervaluate:auto", ["", "B-X"], ["", "B-X"]) == "IndexError"
    assert errors("nervaluate:auto", [], []) == "ValueError"


def test_a_text_for_nervaluate_is_read_where_it_has_two_columns_and_tabs() -> None:
    gold, pred = ["B-X I-X O", "", "B-Y"], ["B-X I-X B-X", "", "O"]
    asked = tags(gold, pred, "cor", "mis", "spu")
    counts = {"strict.micro.cor": 1, "strict.micro.mis": 1, "strict.micro.spu": 1}
    assert values(one("nervaluate:conll"), asked) == values(one("nervaluate"), asked) == counts
    assert isinstance(one("nervaluate:conll").dialect(tags(gold, pred, scheme="BIOES")), Unsupported)


@pytest.mark.skipif(not IS_ONE, reason="0.x answers otherwise")
def test_a_text_for_nervaluate_is_refused_where_its_tags_stand_elsewhere() -> None:
    assert {errors(f"nervaluate:conll:{way}", ["B-X"], ["B-X"]) for way in ("columns", "blanks")} == {"ValueError"}


def test_a_second_evaluation_by_nervaluate_is_the_first_but_in_0_x() -> None:
    asked = spans([[Span("X", 0, 1)]], [[Span("X", 0, 1)]], "strict.micro.tp")
    assert values(one("nervaluate:again"), asked) == {"strict.micro.tp": 1 if IS_ONE else 2}
    assert isinstance(one("nervaluate:again").dialect(tags(["O"], ["O"])), Unsupported)
    assert isinstance(one("nervaluate:again:tags").dialect(spans([[]], [[]])), Unsupported)
    assert isinstance(one("nervaluate:ends").dialect(tags(["O"], ["O"])), Unsupported)


@pytest.mark.skipif(not IS_ONE, reason="0.x answers otherwise")
def test_tags_can_be_evaluated_twice() -> None:
    assert values(one("nervaluate:again:tags"), tags(["B-X"], ["B-X"], "tp")) == {"strict.micro.tp": 1}
    again = one("nervaluate:again:tags").reproduction(tags(["O"], ["O"], "tp"))
    assert again.count("evaluator.evaluate()") == 2


def test_exclusive_ends_are_handed_over_as_they_are() -> None:
    # Read as inclusive, [0,2) and [2,3) are 0 to 2 and 2 to 3: they share a token.
    asked = spans([[Span("X", 0, 2)]], [[Span("X", 2, 3)]], "partial.micro.par")
    assert values(one("nervaluate"), asked) == {"partial.micro.par": 0}
    assert values(one("nervaluate:ends"), asked) == {"partial.micro.par": 1}
    assert "'end': 2" in one("nervaluate:ends").reproduction(asked)


@pytest.mark.skipif(not IS_ONE, reason="0.x answers otherwise")
def test_a_file_of_windows_has_carriage_returns_in_its_tags() -> None:
    assert errors("nervaluate:conll:returns", ["O B-X"], ["O B-X"]) == "ValueError"
    lost = tags(["B-X I-X O"], ["B-X I-X O"], "tp", "pos")
    assert values(one("nervaluate:conll:returns"), lost) == {"strict.micro.tp": 0, "strict.micro.pos": 0}
    code = one("nervaluate:conll:returns").reproduction(tags(["B-X O", "O"], ["B-X O", "O"], "tp"))
    assert "gold = 'w\\tB-X\\r\\nw\\tO\\r\\n\\r\\nw\\tO'" in code


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "measure", "printed"),
    [
        ("seqeval:strict:none", "f1", "[1.0, 1.0, 1.0]"),
        ("seqeval:scheme", "f1", "'micro avg': {'precision': 1.0"),
        ("seqeval:sample-weight", "recall", "'micro avg': {'precision': 1.0, 'recall': 0.5"),
        ("seqeval:performance-measure", "tp", "{'TP': 1, 'FP': 1, 'FN': 0, 'TN': 0}"),
        ("sklearn-crfsuite:sequences", "recall", "1.0"),
    ],
)
def test_a_reproduction_asks_the_same(name: str, measure: str, printed: str) -> None:
    code = one(name).reproduction(tags(*ORPHAN, measure))
    ast.parse(code)
    assert printed in re.sub(r"np\.float64\(([^)]*)\)", r"\1", run(code))


@pytest.mark.skipif(not IS_ONE, reason="0.x answers otherwise")
def test_a_reproduction_of_nervaluate_writes_the_text_of_the_file() -> None:
    code = one("nervaluate:conll").reproduction(tags(["B-X O", "O"], ["B-X O", "O"], "tp"))
    assert "gold = 'w\\tB-X\\nw\\tO\\n\\nw\\tO'" in code
    assert "correct=1" in run(code)
    assert "loader" not in one("nervaluate:auto").reproduction(tags(["O"], ["O"], "tp"))
    again = one("nervaluate:again").reproduction(spans([[]], [[]], "strict.micro.tp"))
    assert again.count("evaluator.evaluate()") == 2


@pytest.mark.parametrize("text", ["nervaluate:", "nervaluate:conll:", "seqeval:strict:none:", "sklearn-crfsuite:"])
def test_a_name_with_nothing_behind_it_is_none(text: str) -> None:
    with pytest.raises(UnknownImplementation):
        resolve(text)
