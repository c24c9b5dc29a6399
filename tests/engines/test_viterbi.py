"""Constrained decoding on arrays: always the answer of the reference, and without it where that is certain."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.engines import viterbi_floats as engine
from nerconform.engines import viterbi_floats as rounding
from nerconform.reference.viterbi import best_path, viterbi_decode
from tests.reference.brute_paths import TIES, best, seeded, some_labels
from tests.reference.exhaustive import LETTERS, alphabet
from tests.shares import EVERY

every_scheme = pytest.mark.parametrize("scheme", list(LETTERS))
Decode = Callable[..., object]
DTYPES = ["float16", "float32", "float64", ">f4", "int8", "uint16", "int64"]


def answer(decode: Decode, *data: object) -> object:
    """Return the tags, or the words with which the data are refused."""
    try:
        return decode(*data)
    except NerconformError as error:
        return str(error)


@pytest.fixture(autouse=True, scope="module")
def searched() -> Iterator[None]:
    """Let the engine search what it would leave to the reference for being little, as the data of most tests are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "_MIN_SUMS", 0)
        yield


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by the length of each unit that goes to the reference."""
    lengths: list[int] = []

    def counted(rows: Sequence[Any], *others: Any) -> list[int]:  # noqa: ANN401 # passed on
        lengths.append(len(rows))
        return best_path(rows, *others)

    monkeypatch.setattr(engine, "best_path", counted)
    return lengths


@st.composite
def batches(draw: st.DrawFn) -> tuple[NDArray[Any], list[str], str, list[int]]:
    """Draw padded logits that are full of ties, labels, a scheme and lengths."""
    scheme = draw(st.sampled_from(list(LETTERS)))
    labels = draw(st.permutations(alphabet(scheme, ("X", "Y", "Z"))))
    labels = labels[: draw(st.integers(1, len(labels)))]
    counts = draw(st.lists(st.integers(0, 8), max_size=5))
    shape = (len(counts), draw(st.integers(max(counts, default=0), 9)), len(labels))
    numbers = draw(st.sampled_from(list(TIES.values())))
    cells = draw(st.lists(st.sampled_from(numbers), min_size=1, max_size=60))
    order = np.random.default_rng(draw(st.integers(0, 2**32)))
    return order.choice(np.array(cells), size=shape), labels, scheme, counts


@given(batches())
def test_batches_full_of_ties_are_decoded_as_by_the_reference(
    batch: tuple[NDArray[Any], list[str], str, list[int]],
) -> None:
    logits, labels, scheme, counts = batch
    expected = answer(viterbi_decode, logits, labels, scheme, counts)
    assert answer(engine.viterbi_decode, logits, labels, scheme, counts) == expected
    rows = [unit[:count] for unit, count in zip(logits, counts, strict=True)]
    joined = np.concatenate([np.empty((0, len(labels))), *rows])
    assert answer(engine.viterbi_decode, joined, labels, scheme, counts) == expected


@given(batches(), st.sampled_from(DTYPES))
def test_numbers_of_every_width_are_decoded_as_by_the_reference(
    batch: tuple[NDArray[Any], list[str], str, list[int]], dtype: str
) -> None:
    logits, labels, scheme, counts = batch
    with np.errstate(all="ignore"):
        narrow = logits.astype(dtype)
    expected = answer(viterbi_decode, narrow, labels, scheme, counts)
    assert answer(engine.viterbi_decode, narrow, labels, scheme, counts) == expected


@every_scheme
@pytest.mark.parametrize("rounds", [6, pytest.param(60 if EVERY else 20, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", TIES)
def test_the_answer_is_the_best_of_all_legal_sequences(scheme: str, name: str, rounds: int) -> None:
    chance = seeded(scheme, name)
    for _ in range(rounds):
        labels = some_labels(chance, scheme)
        counts = [chance.randint(1, 4) for _ in range(8)]
        rows = [[chance.choice(TIES[name]) for _ in labels] for _ in range(sum(counts))]
        logits = np.array(rows, dtype=np.float64)
        starts = np.cumsum(counts) - counts
        expected = [best(logits[a : a + n].tolist(), labels, scheme) for a, n in zip(starts, counts, strict=True)]
        kept = [unit for unit, tags in enumerate(expected) if tags is not None]
        good = [logits[starts[unit] : starts[unit] + counts[unit]] for unit in kept]
        if len(kept) < len(counts):
            with pytest.raises(NerconformError, match="no-legal-sequence"):
                engine.viterbi_decode(logits, labels, scheme, counts)
        if kept:
            found = engine.viterbi_decode(np.concatenate(good), labels, scheme, [len(unit) for unit in good])
            assert found == [expected[unit] for unit in kept]


@pytest.mark.long
@every_scheme
def test_long_units_of_usual_numbers_never_need_the_reference(scheme: str, asked: list[int]) -> None:
    numbers = np.random.default_rng(4)
    labels = alphabet(scheme, ("A", "B", "C", "D"))
    counts = numbers.integers(1, 120, 30)
    for dtype in (np.float32, np.float64):
        logits = numbers.normal(size=(counts.sum(), len(labels))).astype(dtype)
        found = engine.viterbi_decode(logits, labels, scheme, counts)
        assert not asked
        assert found == viterbi_decode(logits, labels, scheme, counts)
        assert not any(nc.violations(tags, scheme) for tags in found)


@every_scheme
def test_ties_of_sums_that_are_not_rounded_never_need_the_reference(scheme: str, asked: list[int]) -> None:
    numbers = np.random.default_rng(5)
    labels = alphabet(scheme)
    counts = numbers.integers(1, 60, 20)
    for logits in (
        numbers.integers(-1, 2, (counts.sum(), len(labels))),
        numbers.normal(size=(counts.sum(), len(labels))).astype(np.float16),
        numbers.choice([0.0, 0.25, 3.5e-5], (counts.sum(), len(labels))).astype(np.float32),
    ):
        found = engine.viterbi_decode(logits, labels, scheme, counts)
        assert not asked
        assert found == viterbi_decode(logits, labels, scheme, counts)


def test_sums_that_rounding_could_reverse_go_to_the_reference(asked: list[int]) -> None:
    labels = ["B-X", "O", "I-X"]
    rows = np.array([[0.0, 1e16, 0.0], *[[0.0, 1.0, 0.0]] * 40, [0.0, 0.0, 0.25]])
    other = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    found = engine.viterbi_decode(np.concatenate([other, rows, other]), labels, "IOB2", [2, 42, 2])
    assert found == [["B-X", "B-X"], ["O"] * 41 + ["B-X"], ["B-X", "B-X"]]
    assert asked == [42]


def test_sums_that_could_overflow_go_to_the_reference(asked: list[int]) -> None:
    labels = ["O", "B-X", "I-X"]
    rows = np.array([[0, 1e308, 1.7e308], [0, 1e308, 1.7e308], [0, 0, 1.7e308]])
    assert engine.viterbi_decode(rows, labels, "IOB2") == ["B-X", "I-X", "I-X"] == best(rows.tolist(), labels, "IOB2")
    assert asked == [3]


@pytest.mark.parametrize(
    "logits",
    [[[0.0, 1.0, 5.0]], np.ma.array([[0.0, 1.0, 5.0]]), np.zeros(3), np.zeros((2, 4)), np.zeros((1, 1, 1, 3))],
    ids=["list", "masked", "one row", "four columns", "four axes"],
)
def test_what_is_no_table_of_the_labels_is_left_to_the_reference(logits: object) -> None:
    data = logits, ["O", "B-X", "I-X"], "IOB2"
    found = answer(engine.viterbi_decode, *data)
    assert found == answer(viterbi_decode, *data)
    assert found == ["B-X"] or isinstance(found, str)


def test_one_long_unit_goes_to_the_reference_and_many_units_do_not(
    asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_MIN_SUMS", 64)
    labels = alphabet("BIOES", ("A", "B", "C", "D"))
    logits = np.random.default_rng(8).standard_normal((400, len(labels)))
    assert engine.viterbi_decode(logits, labels, "BIOES") == viterbi_decode(logits, labels, "BIOES")
    assert asked == [400]
    assert engine.viterbi_decode(logits, labels, "BIOES", [10] * 40) == viterbi_decode(
        logits, labels, "BIOES", [10] * 40
    )
    assert asked == [400]


def test_what_is_legal_by_itself_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "search", None)
    monkeypatch.setattr(engine, "reference_decode", None)
    labels = ["B-X", "O", "I-X"]
    assert engine.viterbi_decode(np.zeros((2, 2, 3)), labels, "IOB2", [2, 2]) == [["B-X", "B-X"]] * 2
    assert engine.viterbi_decode(np.zeros((3, 2, 3)), labels, "IOB2", [1, 2, 0]) == [["B-X"], ["B-X", "B-X"], []]
    assert engine.viterbi_decode(np.zeros((0, 3)), labels, "IOB2") == []
    assert engine.viterbi_decode(np.zeros((2, 0, 3), dtype=np.int8), labels, "IOB2", [0, 0]) == [[], []]
    rows = np.array([[0.0, 1e16, 0.0], *[[0.0, 1.0, 0.0]] * 400])
    assert engine.viterbi_decode(rows, labels, "IOB2") == ["O"] * 401
    assert engine.viterbi_decode(np.zeros((2, 3)), labels, "IOB2") == ["B-X", "B-X"]


@pytest.mark.parametrize("held", [1, 40, 300])
def test_however_many_units_are_held_at_once_the_answers_are_the_same(
    held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_MAX_SUMS", held)
    numbers = np.random.default_rng(6)
    labels = alphabet("BIOES")
    counts = numbers.permutation([0, 1, 2, 3, 5, 8, 13, 0, 1, 2, 3, 5, 8, 13])
    logits = numbers.integers(-2, 3, (counts.sum(), len(labels))).astype(np.float32)
    expected = viterbi_decode(logits, labels, "BIOES", counts)
    assert engine.viterbi_decode(logits, labels, "BIOES", counts) == expected


NUMBERS = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([0.1, 1e16, 1.0, 3.0, 5e-324, -1e-300])


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=8))
def test_sums_beyond_the_margin_are_in_their_exact_order(pairs: list[tuple[float, float]]) -> None:
    rows = np.array(pairs)
    sizes = rounding.magnitudes(rows, np.array([0]))
    (margin,) = rounding.margins(sizes, np.array([len(rows)]))
    one, two = rows[0]
    with np.errstate(over="ignore", invalid="ignore"):
        for left, right in rows[1:]:
            one, two = one + left, two + right
        apart = two < one - margin
    exact = [sum(map(Fraction, column)) for column in zip(*pairs, strict=True)]
    assert not apart or exact[1] < exact[0]
    if rounding.are_exact(rows, np.array([0]), sizes)[0]:
        assert [Fraction(float(one)), Fraction(float(two))] == exact


@pytest.mark.parametrize(
    ("rows", "exact"),
    [
        ([[1.0, 2.0], [3.0, -4.5]], True),
        ([[0.0, -np.inf], [0.0, 0.0]], True),
        ([[2.0**52, 0.0], [0.5, 0.0]], False),
        ([[2.0**51, 0.0], [0.5, 0.0]], True),
        ([[0.1, 0.2], [0.3, 0.0]], False),
        ([[5e-324, 1e-323], [1.5e-323, 0.0]], True),
        ([[1e300, 0.0], [1.0, 0.0]], False),
        ([[2.0**1023, 0.0], [2.0**1023, 0.0]], False),
    ],
)
def test_sums_are_exact_where_all_numbers_share_a_power_of_two_that_is_not_too_small(
    rows: list[list[float]], *, exact: bool
) -> None:
    found = np.array([*rows, [0.1, 0.1]])
    starts = np.array([0, 2])
    assert rounding.are_exact(found, starts, rounding.magnitudes(found, starts)).tolist() == [exact, True]


def test_minus_infinity_is_left_out_of_the_bound_of_sums() -> None:
    rows = np.array([[-np.inf, 0.25], [0.5, -1.0], [-np.inf, -np.inf]])
    assert rounding.magnitudes(rows, np.array([0, 2])).tolist() == [1.25, 0.0]


@pytest.mark.parametrize("lengths", [[2], [2, 2, 2], [3, 2], [2, 3], [1, -1]])
@pytest.mark.parametrize("shape", [(2, 2, 3), (4, 3)])
def test_lengths_that_do_not_fit_are_refused_in_the_words_of_the_reference(
    shape: tuple[int, ...], lengths: list[int]
) -> None:
    data = np.zeros(shape), ["O", "B-X", "I-X"], "IOB2", lengths
    expected = answer(viterbi_decode, *data)
    assert isinstance(expected, str)
    assert answer(engine.viterbi_decode, *data) == expected


@pytest.mark.parametrize("lengths", [[2, 2], [1, 2], [0, 2]])
def test_padding_is_cut_from_the_end_of_each_unit(lengths: list[int]) -> None:
    rows = np.array([[[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    whole = [["B-X", "I-X"], ["O", "B-X"]]
    found = engine.viterbi_decode(rows, ["O", "B-X", "I-X"], "IOB2", lengths)
    assert found == [tags[:length] for tags, length in zip(whole, lengths, strict=True)]


class Tensor:
    """What NumPy cannot read, but says itself what is in it."""

    def __array__(self) -> NDArray[Any]:
        """Refuse."""
        raise TypeError

    def tolist(self) -> list[list[float]]:
        """Return the numbers."""
        return [[0.0, 1.0, 5.0]]


def test_a_tensor_that_numpy_cannot_read_is_asked_for_its_numbers() -> None:
    assert nc.viterbi_decode(Tensor(), ["O", "B-X", "I-X"], "IOB2") == ["B-X"]


def test_arrays_go_to_the_engine_and_lists_to_the_reference(asked: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    rows, labels = [[0.0, 1.0, 5.0]], ["O", "B-X", "I-X"]
    monkeypatch.setattr(engine, "viterbi_decode", lambda *data: asked.append(len(data)))
    assert nc.viterbi_decode(rows, labels, "IOB2") == ["B-X"]
    assert not asked
    nc.viterbi_decode(np.array(rows), labels, "IOB2")
    assert asked == [4]


def test_without_numpy_there_is_the_reference() -> None:
    code = """if True:
        import sys
        sys.modules["numpy"] = None
        import nerconform as nc
        class Tensor:
            __array__ = None
            def tolist(self):
                return [[0.0, 1.0, 5.0]]
        print(nc.viterbi_decode(Tensor(), ["O", "B-X", "I-X"], "IOB2"))
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "['B-X']\n"
