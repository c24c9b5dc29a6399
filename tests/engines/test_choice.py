"""Who answers an evaluation: never seen in its numbers, always in its `engine`."""

import subprocess
import sys
from types import MappingProxyType

import numpy  # noqa: F401, ICN001 - once it is loaded, few tokens are enough for the columnar engine
import pytest

import nerconform as nc
from nerconform.api import resolve
from nerconform.engines import choice
from nerconform.engines.choice import NotServed
from nerconform.reference.decoding import Side
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.spans import Span

FEW = [["B-X", "I-X", "O"]]
MANY = FEW * 100
SPANS = [[("X", 0, 2), ("Y", 2, 3)]] * 300
ODD = [*SPANS, [MappingProxyType({"type": "X", "start": 0, "end": 2})]]
GAP = [["O", "B-X", "O"]] * 100


def test_the_evaluation_says_who_counted_and_why_it_was_the_reference() -> None:
    assert nc.evaluate(MANY, GAP).engine == "columnar"
    assert nc.evaluate(FEW, FEW, engine="columnar").engine == "columnar"
    assert nc.evaluate(FEW, FEW).engine == "reference: the input is small"
    assert nc.evaluate(MANY, GAP, engine="reference").engine == "reference"
    assert nc.evaluate(SPANS, SPANS).engine == "columnar"
    assert nc.evaluate(ODD, ODD).engine == "reference: a span cannot be read"
    assert nc.evaluate(MANY, GAP, outcomes=True).engine == "columnar"
    assert nc.evaluate(MANY, GAP, "semeval,pool:mean").engine == "reference: pool:mean counts every sentence by itself"


def test_who_counted_makes_no_difference() -> None:
    fast, slow = (nc.evaluate(MANY, GAP, engine=engine) for engine in ("columnar", "reference"))
    assert fast == slow
    assert fast.to_dict() == slow.to_dict()
    assert fast.counts.as_tuple() == (0, 100, 0, 0, 0)
    assert repr(fast) == repr(slow)


def test_evaluations_of_both_engines_add_up() -> None:
    fast, slow = (nc.evaluate(MANY, GAP, engine=engine) for engine in ("columnar", "reference"))
    whole = nc.evaluate(MANY * 2, GAP * 2, engine="reference")
    assert fast + fast == fast + slow == slow + slow == whole
    assert (fast + fast).engine == "columnar"
    assert (fast + slow).engine == (slow + fast + fast).engine == "columnar + reference"


def test_outcomes_are_kept_if_they_are_asked_for() -> None:
    for engine in ("columnar", "reference"):
        assert len(nc.evaluate(MANY, GAP, outcomes=True, engine=engine).outcomes or ()) == 100
        assert nc.evaluate(MANY, GAP, engine=engine).outcomes is None


def test_what_the_columnar_engine_does_not_serve_is_an_error_where_it_was_asked_for() -> None:
    with pytest.raises(NotServed, match=r"pool:mean .* Use --engine auto"):
        nc.evaluate(MANY, GAP, "semeval,pool:mean", engine="columnar")
    with pytest.raises(NotServed, match="a span cannot be read"):
        nc.evaluate(ODD, ODD, engine="columnar")


@pytest.mark.parametrize("name", ["fast", "", 5, None])
def test_there_are_three_engines(name: str) -> None:
    with pytest.raises(UnknownOption, match=r"Use auto .*, reference .* or columnar"):
        nc.evaluate(FEW, FEW, engine=name)


def test_the_columnar_engine_is_used_from_the_size_on_at_which_it_is_faster() -> None:
    few = [["O"]] * choice.MIN_COLUMNAR_ITEMS
    assert nc.evaluate(few, few).engine == "reference: the input is small"
    assert nc.evaluate([*few, ["O"]], [*few, ["O"]]).engine == "columnar"


@pytest.mark.parametrize("gold", [None, "O", [None], [5], {"O"}])
def test_the_size_of_anything_else_is_no_question(gold: object) -> None:
    assert choice._size(gold) in {0, 1}


def told(code: str) -> str:
    """Return what a fresh interpreter prints."""
    head = "import sys\nimport nerconform as nc\nmany = [['B-X', 'O']] * 60_000\n"
    done = subprocess.run([sys.executable, "-c", head + code], capture_output=True, check=True, text=True)
    return done.stdout.strip()


def test_a_small_evaluation_does_not_load_numpy() -> None:
    code = "print(nc.evaluate(many[:40_000], many[:40_000]).engine, 'numpy' in sys.modules)"
    assert told(code) == "reference: the input is small False"


def test_a_large_one_does() -> None:
    assert told("print(nc.evaluate(many, many).engine, 'numpy' in sys.modules)") == "columnar True"


def test_without_numpy_there_is_the_reference_and_a_word_on_what_to_install() -> None:
    code = """if True:
        sys.modules["numpy"] = None
        found = nc.evaluate(many, many)
        print(found.engine, found.counts.tp)
        try:
            nc.evaluate(many, many, engine="columnar")
        except ValueError as error:
            print(error)
    """
    assert told(code).splitlines() == [
        "reference: NumPy is not installed 60000",
        (
            "the columnar engine cannot score this: NumPy is not installed [not-served] "
            "Run: pip install 'nerconform[engines]'."
        ),
    ]


@pytest.mark.parametrize(
    ("gold", "small"),
    [
        ([["O"] * choice.MIN_COLUMNAR_ITEMS], True),
        ([["O"] * choice.MIN_COLUMNAR_ITEMS, ["O"]], False),
        ((["O"] * choice.MIN_COLUMNAR_ITEMS, ["O"]), False),
        ([1, 2], True),
        ("O" * 1000, True),
        (None, True),
    ],
)
def test_spans_are_decoded_by_arrays_where_these_save_time(gold: object, *, small: bool) -> None:
    for spans in (True, False):
        found = choice.decoded(resolve("semeval"), gold, gold, spans=spans)
        assert (found is None) is small


def test_decoded_spans_are_those_of_each_unit() -> None:
    gold = [["B-X", "I-X"], ["O"], ["B-Y", "B-X"], *[["O"]] * choice.MIN_COLUMNAR_ITEMS]
    pred = [["O", "B-X"], ["B-Z"], ["O", "O"], *[["O"]] * choice.MIN_COLUMNAR_ITEMS]
    found = choice.decoded(resolve("semeval"), gold, pred, spans=True)
    assert found is not None
    evaluation, sides = found
    nothing: list[tuple[Span, ...]] = [()] * choice.MIN_COLUMNAR_ITEMS
    assert sides == {
        Side.GOLD: [(Span("X", 0, 2),), (), (Span("Y", 0, 1), Span("X", 1, 2)), *nothing],
        Side.PRED: [(Span("X", 1, 2),), (Span("Z", 0, 1),), (), *nothing],
    }
    assert evaluation.counts.as_tuple() == (0, 1, 0, 2, 1)
    assert evaluation.engine == "columnar"
    flat = resolve("semeval,pool:flat")
    assert choice.decoded(flat, gold, pred, spans=True) is None
    assert choice.decoded(flat, gold, pred, spans=False) == (nc.evaluate(gold, pred, flat), {})


def test_a_refusal_to_serve_says_what_to_do() -> None:
    with pytest.raises(NotServed, match="the engine reference was asked for"):
        choice.columnar(choice.Engine.REFERENCE, resolve("semeval"))
    with pytest.raises(NotServed, match="the input is small"):
        choice.columnar(choice.Engine.AUTO, resolve("semeval"), small=True)
    for asked, small in ((choice.Engine.AUTO, False), (choice.Engine.COLUMNAR, True)):
        assert choice.columnar(asked, resolve("semeval"), small=small).dialect == resolve("semeval")
