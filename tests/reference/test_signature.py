"""Dialects and signatures: one canonical form for equal functions, and a witness for every choice (DIA-1 to DIA-7)."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.policies import policy_of
from nerconform.reference.refusals import (
    MalformedSignature,
    SchemesDiffer,
    UndefinedPolicy,
    UnknownAxis,
    UnknownDialect,
    UnknownMeasure,
    UnknownOption,
)
from nerconform.reference.signature import Signature
from tests.reference.exhaustive import LETTERS
from tests.reference.strategies import OPTIONS, dialects, sides, span_units, tag_units
from tests.shares import one_in

MEASURES = ("strict.micro.f1", "partial.macro.recall", "type.weighted.f0.5", "exact.type{A%2CB}.cor", "strict.micro.tp")


def answer(dialect: nc.Dialect, gold: list[Any], pred: list[Any]) -> object:
    """Return every number of an evaluation, or the code of the refusal."""
    try:
        schemas = nc.evaluate(gold, pred, dialect).schemas
        return {name: (result.averages, result.by_type) for name, result in schemas.items()}
    except NerconformError as error:
        return error.code


@given(dialects(), st.sampled_from([None, *MEASURES]))
def test_a_signature_is_read_back_as_the_canonical_dialect_and_its_measure(
    dialect: nc.Dialect, measure: str | None
) -> None:
    text = f"{dialect}|{measure or '*'}|spec:1.0"
    found = nc.parse_signature(text)
    assert found.dialect == dialect.canonical()
    assert str(found) == text
    assert str(found.measure or "*") == (measure or "*")
    assert nc.parse_signature(f"{text} # any note").dialect == found.dialect


@given(dialects())
def test_the_canonical_form_is_its_own(dialect: nc.Dialect) -> None:
    canonical = dialect.canonical()
    assert canonical.canonical() == canonical
    assert str(canonical) == str(dialect)


@given(dialects())
def test_the_long_form_with_every_axis_is_read_too(dialect: nc.Dialect) -> None:
    long = ",".join(f"{axis.name}:{dialect.option(axis.name)}" for axis in AXES)
    assert nc.parse_signature(long).dialect == dialect


@given(st.data())
def test_a_dialect_and_its_canonical_form_give_equal_numbers(data: st.DataObject) -> None:
    dialect = data.draw(dialects())
    spans = data.draw(st.booleans()) and dialect.item == "span"
    units = data.draw(span_units() if spans else tag_units(dialect))
    assert answer(dialect, *sides(units)) == answer(dialect.canonical(), *sides(units))


@given(st.data())
def test_two_dialects_with_one_signature_give_equal_numbers(data: st.DataObject) -> None:
    dialect = data.draw(dialects())
    axis = data.draw(st.sampled_from(list(OPTIONS)))
    option = data.draw(st.sampled_from(OPTIONS[axis]))
    assume(axis not in {"scheme", "policy"})
    other = dialect.set(**{axis: option})
    assume(str(other) == str(dialect))
    assert answer(dialect, *(both := sides(data.draw(tag_units(dialect))))) == answer(other, *both)
    if dialect.item == "span":
        assert answer(dialect, *(both := sides(data.draw(span_units())))) == answer(other, *both)


# A witness for every pair of options of an axis, starting from dialects in which the axis can matter.

STARTS: dict[str, dict[str, str]] = {
    "outside": {"bare": "first-char"},
    "gold": {"policy": "lenient"},
    "scope": {"align": "best"},
    "empty_doc": {"pool": "mean"},
    "unknown": {"policy": "lenient"},
    "item": {"policy": "lenient"},
    "labels_avg": {"empty": "nan"},
    "partial": {},
}


TAGGED = 800


@cache
def pool() -> list[tuple[list[Any], list[Any]]]:
    """Return data in which all choices show: random tags of all schemes, random spans, and a few of each by hand."""
    chance = Random(7)  # noqa: S311 - reproducible data, no secret
    found: list[tuple[list[Any], list[Any]]] = [
        ([], []),
        ([[("X", 0, 300)]], [[("X", 299, 302)]]),
        ([["O", "B-X"], ["I-X"]], [["O", "B-X"], ["O"]]),  # an entity over two sentences, which `pool:flat` joins
    ]
    for number in range(TAGGED):
        plain = number % 4 == 0
        letters = "IB" if plain else chance.choice([*LETTERS.values(), "IBQ", "BIEQ"])
        cuts = ("-",) if plain else chance.choice([("-",), ("-", "_", "--")])
        tags = [f"{letter}{cut}{kind}" for letter in letters for cut in cuts for kind in "XYZ"]
        tags += [] if plain else chance.choice([[], ["B", "OX", "XO", "X-B", "X-I", "X_B-I", "XxB"]])
        units = [(chance.randint(0, 3)) for _ in range(chance.randint(1, 3))]
        found.append(tuple([[chance.choice(["O", *tags]) for _ in range(n)] for n in units] for _ in range(2)))  # type: ignore[arg-type]
    for _ in range(1500):
        units = [chance.randint(0, 3) for _ in range(chance.randint(1, 3))]
        found.append(tuple([_spans(chance) for _ in units] for _ in range(2)))  # type: ignore[arg-type]
    return found


def _spans(chance: Random) -> list[tuple[str, int, int]]:
    """Return a few random spans."""
    spans = []
    for _ in range(chance.randint(0, 4)):
        start, end = sorted(chance.sample(range(6), 2))
        spans.append((chance.choice("XXYZ"), start, end))
    return spans


@lru_cache(maxsize=1)
def answers(dialect: nc.Dialect) -> Callable[[int], object]:
    """Return what gives the answer to each item of the pool, worked out once for a dialect in a row."""
    return cache(lambda number: answer(dialect, *pool()[number]))


def witness(one: nc.Dialect, other: nc.Dialect) -> object:
    """Return data on which two dialects differ, `None` where there is none in the pool."""
    usable = pool()[: TAGGED + 3 if "token" in {one.item, other.item} else None]
    known = answers(one)
    return next((data for number, data in enumerate(usable) if known(number) != answer(other, *data)), None)


@pytest.mark.long
@pytest.mark.parametrize("axis", one_in(4, OPTIONS))
def test_every_two_options_of_an_axis_are_different_functions_somewhere(axis: str) -> None:
    missing = []
    for first, second in combinations(OPTIONS[axis], 2):
        start = nc.Dialect().set(**STARTS.get(axis, {}))
        one, other = start.set(**{axis: first}), start.set(**{axis: second})
        if str(one) != str(other) and witness(one, other) is None:
            missing.append((first, second))
    assert missing == []


@pytest.mark.long
@pytest.mark.parametrize("name", one_in(6, nc.dialects()))
def test_every_neighbour_of_a_named_dialect_with_a_signature_of_its_own_is_another_function(name: str) -> None:
    base, missing = nc.dialects()[name], []
    for axis, options in OPTIONS.items():
        for option in options if axis != "scheme" else []:
            other = base.set(**{axis: option})
            if str(other) != str(base) and witness(base, other) is None:
                missing.append(f"{axis}:{option}")
    assert missing == []


# Forms and errors


def test_a_subset_can_leave_no_gold_span_of_a_type() -> None:
    """The label filter sees B in gold, the subset does not: B is averaged under `union` only (FIL-2, SCO-8)."""
    gold, pred = [[("A", 0, 2), ("A", 0, 1), ("B", 4, 5)]], [[("A", 0, 2), ("A", 0, 1), ("B", 4, 6), ("B", 4, 5)]]
    dialect = nc.dialects()["semeval"].set(subset="nested", labels="gold", labels_avg="gold")
    found = nc.evaluate(gold, pred, dialect)
    assert found.value("strict.macro.f1") == 1
    assert nc.evaluate(gold, pred, found.signature).value("strict.macro.f1") == 1


@pytest.mark.parametrize(
    ("name", "choices", "measure"),
    [
        ("jnlpba-2004-left", "semeval,policy:discard,align:two-sided,round:4-binary-x1", "left.micro.f1"),
        ("n2c2-2018-lenient", "semeval,policy:refuse,align:two-sided", "type.micro.f1"),
        (
            "presidio-pii",
            "semeval,policy:refuse,align:two-sided,overlap:union:90%,cover:joint,partial:1",
            "partial.micro.f2",
        ),
        ("germeval-2014", "conlleval", "strict.micro.f1"),
    ],
)
def test_the_name_of_an_official_score_stands_for_its_dialect_and_its_measure(
    name: str, choices: str, measure: str
) -> None:
    assert str(nc.parse_signature(name)) == str(nc.parse_signature(f"{choices}|{measure}"))


def test_a_name_may_be_followed_by_choices() -> None:
    found = nc.parse_signature("conlleval,scheme:BIOES,zero:P1,R0|strict.micro.f1")
    assert found.dialect == nc.dialects()["conlleval"].set(scheme="BIOES", zero="P1,R0")
    assert isinstance(found, Signature)
    assert nc.parse_signature("labels:given{A,B%2CC}").dialect.labels.given == ("A", "B,C")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("nobody", UnknownDialect, "there is no dialect 'nobody'"),
        ("align:phased,colour:red", UnknownAxis, "there is no axis 'colour'"),
        ("align:sideways", UnknownOption, "'sideways' is not a value of the option align"),
        ("semeval,align:none,align:best", MalformedSignature, "has align:none and align:best"),
        ("semeval,conlleval", MalformedSignature, "does not start with the name of a dialect"),
        ("semeval|strict.micro.f1|spec:9.9", MalformedSignature, "is for spec 9.9"),
        ("semeval|strict.micro.f1|strict.micro.f1|spec:1.0", MalformedSignature, "not the signature of a score"),
        ("semeval|strict.micro.accuracy", UnknownMeasure, "there is no measure"),
        ("scheme:IOB1,policy:discard", UndefinedPolicy, "discard has no rules for the tags of IOB1"),
    ],
)
def test_what_is_no_signature_is_refused(text: str, error: type[NerconformError], message: str) -> None:
    with pytest.raises(error, match=message):
        nc.parse_signature(text)
    with pytest.raises(error, match=message):
        nc.evaluate([], [], text)


def test_the_error_of_an_option_names_its_axis() -> None:
    with pytest.raises(UnknownOption) as caught:
        nc.Dialect().set(macro_f="both")
    assert caught.value.place == "macro-f"


def test_a_scheme_is_given_once() -> None:
    with pytest.raises(SchemesDiffer, match="remove scheme:"):
        nc.evaluate([], [], "semeval,scheme:IOB2", scheme="BIOES")
    assert "scheme:BIOES" in nc.evaluate([], [], "semeval", scheme="IOBES").signature


@pytest.mark.parametrize(
    "text",
    [
        "semeval,delimiter:%FF",
        "semeval,labels:given{%FF}",
        "semeval,labels:given{%}",
        "semeval,delimiter:%ZZ",
        "semeval|strict.type{%FF}.f1",
        "semeval,round:\u0662-binary-x1",
        "semeval,overlap:gold:\u0661%",
        "semeval,partial:\u0661",
        "semeval|strict.micro.f\u0662",
    ],
)
def test_what_no_signature_writes_is_refused_with_a_code(text: str) -> None:
    with pytest.raises(NerconformError) as caught:
        nc.parse_signature(text)
    assert caught.value.code in {"unknown-option", "malformed-fraction", "unknown-measure"}


def test_a_dialect_keeps_its_own_hash() -> None:
    one, other = Dialect().set(policy="discard"), replace(Dialect().set(policy="refuse"), policy=policy_of("discard"))
    assert (hash(one), hash(one)) == (hash(other), hash(other))
    assert {one: 1}[other] == 1
    changed = replace(one, policy=policy_of("refuse"))
    assert hash(changed) != hash(one)
    assert changed not in {one: 1}
