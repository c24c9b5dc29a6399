"""Functions given by an import path: what is read of their results, and what they are held to."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.callers import Function
from nerconform.asking.calling import Calling
from nerconform.asking.imports import CannotImport, NotCallable, load
from nerconform.asking.inputs import InputForm
from nerconform.asking.observation import Crash, Refusal, Unsupported
from nerconform.asking.outputs import UnreadableResult, read_output
from nerconform.asking.protocol import ask
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from tests.libraries.asking_libraries import raw, run, spans, tags, values

ALL = ("precision", "recall", "f1")
THREE = {"precision": 0.1, "recall": 0.2, "f1": 0.3}


def made(function: Function, dialect: Dialect = NAMED["conlleval"]) -> CallableImplementation:
    return CallableImplementation("mypkg.metrics:evaluate", function, dialect)


@pytest.mark.parametrize(
    ("result", "read"),
    [
        (0.5, {"f1": 0.5}),
        (1, {"f1": 1.0}),
        (Fraction(1, 3), {"f1": Fraction(1, 3)}),
        ((0.1, 0.2, 0.3), {"precision": 0.1, "recall": 0.2, "f1": 0.3}),
        ({"f": 0.5}, {"f1": 0.5}),
        ({"precision": 0.5, "f1-score": 0.25}, {"precision": 0.5, "f1": 0.25}),
        ({"overall_precision": 0.1, "overall_recall": 0.2, "overall_f1": 0.3}, THREE),
        ({"A": {"f1-score": 1.0}, "micro avg": {"precision": 0.1, "recall": 0.2, "f1-score": 0.3, "support": 2}},
         THREE),
    ],
)  # fmt: skip
def test_results_are_read_in_their_usual_forms(result: object, read: dict[str, object]) -> None:
    values = {str(measure): value for measure, value in read_output(result).values.items()}
    assert {name: values[f"strict.micro.{name}"] for name in ALL if f"strict.micro.{name}" in values} == read


SCHEMAS = ("strict", "exact", "partial", "type")
COUNTED = {"COR": 1, "INC": 2, "PAR": 0, "MIS": 3, "SPU": 4}


@pytest.mark.parametrize(
    ("each", "read"),
    [
        (0.3, {"f1": 0.3}),
        ((0.1, 0.2, 0.3), THREE),
        ({"f1": 0.3}, {"f1": 0.3}),
        (COUNTED, {"cor": 1, "inc": 2, "par": 0, "mis": 3, "spu": 4, "pos": 6, "act": 7, "tp": 1, "fp": 6, "fn": 5}),
    ],
)
def test_the_four_schemas_are_read_in_every_form_of_one_score(each: object, read: dict[str, object]) -> None:
    values = {str(measure): value for measure, value in read_output(dict.fromkeys(SCHEMAS, each)).values.items()}
    assert values == {f"{schema}.micro.{name}": value for schema in SCHEMAS for name, value in read.items()}


def removes_in_the_loop(gold: Sequence[list[Hashable]], pred: Sequence[list[Hashable]]) -> float:
    """Take lists of anything, and pass over what follows a match."""
    right = total = 0
    for one, other in zip(gold, pred, strict=True):
        free, left = list(one), list(other)
        for item in left:
            if item in free:
                free.remove(item)
                left.remove(item)
                right += 1
        total += len(one) + len(other)
    return 2 * right / total if total else 0.0


def tells_only_equal_data(gold: object, pred: object) -> float:
    return 1.0 if gold == pred else 0.5


def test_a_wrong_metric_to_which_tags_are_spans_is_asked_with_spans() -> None:
    assert made(removes_in_the_loop).form is InputForm.SPANS
    assert made(tells_only_equal_data).form is InputForm.TAGS


@pytest.mark.parametrize("result", [None, "0.5", True, (0.1, 0.2), (0.1, 0.2, 0.3, "x"), {}, {"f1": "1"}])
def test_anything_else_is_an_error_that_names_both(result: object) -> None:
    with pytest.raises(UnreadableResult, match=r"Return a number \(F1\)") as found:
        read_output(result)
    assert type(result).__name__ in str(found.value)
    assert found.value.code == "unreadable-result"


def test_only_what_the_result_holds_is_declared() -> None:
    question = tags(["B-A"], ["B-A"], *ALL, "strict.macro.f1", "f2", "pos", "strict.type{A}.f1")
    assert values(made(lambda _gold, _pred: 1.0), question) == {"strict.micro.f1": 1.0}
    found = values(made(lambda _gold, _pred: (1.0, 0.5, 2 / 3)), question)
    assert found == {"strict.micro.precision": 1.0, "strict.micro.recall": 0.5, "strict.micro.f1": 2 / 3}


def test_a_function_that_fails_on_one_span_is_asked_for_f1() -> None:
    def broken(gold: object, pred: object) -> float:
        raise KeyError((gold, pred))

    question = tags(["B-A"], ["B-A"], *ALL)
    assert [made(broken).answers(measure, question) for measure in sorted(question.measures)] == [True, False, False]
    assert isinstance(ask(made(broken), question), Crash)


def test_both_sides_are_lists_of_lists_of_tags() -> None:
    seen: list[tuple[object, object]] = []

    def watch(gold: object, pred: object) -> float:
        seen.append((gold, pred))
        return 0.0

    ask(made(watch), tags(["B-A O"], ["O O"]))
    ask(made(watch), raw("anything", 3))
    seen = [sides for sides in seen if sides != ([["B-PER", "O"]], [["B-PER", "O"]])]  # the first look
    assert seen == [([["B-A", "O"]], [["O", "O"]]), ("anything", 3)]


def by_sets(gold: Sequence[Iterable[Hashable]], pred: Sequence[Iterable[Hashable]]) -> float:
    """Compare what each sentence lists, which may be spans or tags."""
    pairs = [(set(one), set(other)) for one, other in zip(gold, pred, strict=True)]
    total = sum(len(one) + len(other) for one, other in pairs)
    return 2 * sum(len(one & other) for one, other in pairs) / total if total else 0.0


def by_token(gold: Sequence[Sequence[Hashable]], pred: Sequence[Sequence[Hashable]]) -> float:
    """Return the share of equal tokens, which may be tags or anything else."""
    pairs = [pair for sides in zip(gold, pred, strict=True) for pair in zip(*sides, strict=False)]
    return sum(one == other for one, other in pairs) / len(pairs) if pairs else 0.0


@pytest.mark.parametrize(("metric", "form"), [(by_sets, InputForm.SPANS), (by_token, InputForm.TAGS)])
def test_a_function_for_which_the_order_of_tags_is_nothing_takes_spans(
    metric: Callable[..., float], form: InputForm
) -> None:
    assert made(metric).form is form


def test_a_function_of_spans_that_is_said_to_take_tags_is_believed() -> None:
    said = CallableImplementation("m:f", by_sets, NAMED["conlleval"], Calling(input="tags"))
    assert said.form is InputForm.TAGS


def test_a_value_error_is_a_refusal() -> None:
    def refuse(gold: object, pred: object) -> float:
        message = "lengths differ"
        raise ValueError(message, gold, pred)

    refused = ask(made(refuse), raw([["O"]], [[]]))
    assert isinstance(refused, Refusal)
    assert "lengths differ" in refused.message


def test_a_function_is_held_to_the_scheme_and_choices_of_its_dialect() -> None:
    metric = made(lambda _gold, _pred: 1.0)
    assert metric.dialect(tags(["B-A"], ["B-A"])) == NAMED["conlleval"]
    assert metric.dialect(tags(["B-A"], ["B-A"], align="none")) == NAMED["conlleval"]
    for other in (tags([], [], scheme="BIOES"), tags([], [], scheme="IOB"), tags([], [], zero="1"), spans([], [])):
        assert isinstance(metric.dialect(other), Unsupported)
    bioes = NAMED["conlleval"].set(scheme="BIOES")
    assert made(lambda _gold, _pred: 1.0, bioes).dialect(tags([], [], scheme="IOBES")) == bioes


def test_a_function_is_found_in_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_metric.py").write_text("VALUE = 3\ndef evaluate(gold, pred):\n    return float(gold == pred)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [path for path in __import__("sys").path if path])
    metric = CallableImplementation("my_own_metric:evaluate", load("my_own_metric:evaluate"), NAMED["conlleval"])
    question = tags(["B-A"], ["B-A"], "f1")
    assert values(metric, question) == {"strict.micro.f1": 1.0}
    assert metric.version == "my_own_metric, no version"
    assert run(metric.reproduction(question)) == "1.0\n"
    with pytest.raises(NotCallable, match="is of type int, not a function"):
        load("my_own_metric:VALUE")
    with pytest.raises(NotCallable, match="has no function 'f1'"):
        load("my_own_metric:f1")


def test_an_import_that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_broken_metric.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CannotImport, match="ZeroDivisionError"):
        load("my_broken_metric:evaluate")
    with pytest.raises(CannotImport, match="Python finds no module no_such_package") as found:
        load("no_such_package.metrics:evaluate")
    assert found.value.hint
    with pytest.raises(CannotImport, match="Python found xml, which has no module no_such_module"):
        load("xml.no_such_module:evaluate")


def test_scores_of_types_alone_are_said_to_lack_the_score_over_all() -> None:
    with pytest.raises(UnreadableResult, match=r"each type \(PER, LOC\) and no score over all types") as found:
        read_output({"PER": {"f1": 0.5}, "LOC": {"precision": 0.5, "recall": 1.0, "f1": 2 / 3}})
    assert '"PER": {...}' in found.value.hint
    with pytest.raises(UnreadableResult, match="in which there is no score"):
        read_output({})
