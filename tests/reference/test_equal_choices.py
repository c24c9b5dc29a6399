"""Each rule of DIA-5 that makes two choices one holds where its condition does, and stops where it does not."""

from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from tests.shares import EVERY


class Rule(NamedTuple):
    """Two choices, under what they are one, and under what they are not although the rest of the condition holds."""

    one: dict[str, str]
    other: dict[str, str]
    equal: dict[str, str]
    apart: dict[str, str]


def _axis(axis: str, one: str, other: str, equal: dict[str, str], apart: dict[str, str]) -> Rule:
    return Rule({axis: one}, {axis: other}, equal, apart)


_LENIENT = {"policy": "lenient"}
_TWO_SIDED, _EQUAL = {"align": "two-sided"}, {"overlap": "union:100%"}
_SHARE = _TWO_SIDED | {"credit": "share"}
_ONE_TYPE, _NESTING, _OUTER = {"labels": "given{X}"}, {"subset": "nesting"}, {"subset": "outer"}
_REFUSED = "B=refuse,I1=refuse,I2={},O=keep,E1=refuse,E2=close-as,S=refuse,F=refuse"
_CLOSED = "I1=open,I2=emit+open,O=emit,E2={},F=emit"
RULES = {
    "delimiter": _axis("delimiter", "-", "_", {"bare": "two-chars"} | _LENIENT, {"bare": "first-char"} | _LENIENT),
    "outside": _axis("outside", "whole", "by-prefix", {"bare": "two-chars"}, {"bare": "first-char"} | _LENIENT),
    "outside, suffix": _axis(
        "outside",
        "whole",
        "by-prefix",
        {"bare": "untyped", "affix": "suffix"},
        {"bare": "first-char", "affix": "suffix", "policy": "lenient"},
    ),
    "policy": _axis("policy", "lenient", "refuse", {"scheme": "IO"}, {"scheme": "IOB2"}),
    "gold": _axis("gold", "same", "legal", {"policy": "refuse"}, _LENIENT),
    "gold, scheme": _axis("gold", "same", "legal", {"scheme": "IO", "policy": "lenient"}, _LENIENT),
    "scope": _axis("scope", "shared", "schema", {"align": "input"}, {"align": "input-best"}),
    "scope, best": _axis("scope", "shared", "schema", {"align": "phased"}, {"align": "best"}),
    "overlap": _axis("overlap", "any", "gold:100%", {"align": "none"}, {"align": "phased"}),
    "partial": _axis("partial", "1/2", "1", {"align": "none"}, {"align": "phased"}),
    "partial, overlap": _axis("partial", "1/2", "1", {"overlap": "union:100%"}, {"overlap": "union:50%"}),
    "cover": _axis("cover", "single", "joint", _SHARE | {"align": "phased"}, _SHARE),
    "cover, overlap": _axis("cover", "single", "joint", {"align": "phased"} | _EQUAL, _TWO_SIDED | _EQUAL),
    "cover, credit": _axis("cover", "single", "joint", _TWO_SIDED, _SHARE),
    "credit": _axis("credit", "fixed", "share", {"align": "phased"}, _TWO_SIDED),
    "credit, overlap": _axis("credit", "fixed", "share", _TWO_SIDED | _EQUAL, _TWO_SIDED),
    "credit, cover": _axis("credit", "fixed", "share", _TWO_SIDED | _EQUAL, _TWO_SIDED | _EQUAL | {"cover": "joint"}),
    "weights": _axis("weights", "whole", "halves", {"align": "two-sided"}, {"align": "phased"}),
    "partial, credit": _axis("partial", "1/2", "1", _SHARE, _TWO_SIDED),
    "partial, cover": _axis(
        "partial", "1/2", "1", _TWO_SIDED | _EQUAL, _TWO_SIDED | _EQUAL | {"cover": "Pjoint,Rsingle"}
    ),
    "partial, weights": _axis("partial", "1/2", "1", {"weights": "halves"}, {"weights": "whole"}),
    "attribution": _axis("attribution", "gold", "refilter", {"align": "none"}, {"align": "phased"}),
    "attribution, labels": _axis("attribution", "gold", "refilter", _ONE_TYPE, {"labels": "given{X,Y}"}),
    "attribution, subset": _axis("attribution", "gold", "refilter", _ONE_TYPE, _ONE_TYPE | _NESTING),
    "attribution, subset of tokens": _axis(
        "attribution", "gold", "refilter", _ONE_TYPE | _NESTING | {"item": "token"}, _ONE_TYPE | _NESTING
    ),
    "empty": _axis("empty", "zero", "nan", {"labels_avg": "given{X,Y}"}, {"labels_avg": "gold"}),
    "empty, zero": _axis("empty", "zero", "nan", {"zero": "nan"}, {"zero": "P0,Rnan"}),
    "macro-f": _axis("macro_f", "mean", "of-means", {"labels_avg": "given{X}"}, {"labels_avg": "given{X,Y}"}),
    "macro-f, pool": _axis(
        "macro_f", "mean", "of-means", {"labels_avg": "given{X}"}, {"labels_avg": "given{X}", "pool": "mean"}
    ),
    "macro-f, labels": _axis("macro_f", "mean", "of-means", _ONE_TYPE, {}),
    "macro-f, subset": _axis("macro_f", "mean", "of-means", _ONE_TYPE, _ONE_TYPE | _NESTING),
    "empty-doc": _axis("empty_doc", "omit", "1", {"pool": "corpus"}, {"pool": "mean"}),
    "duplicates": _axis("duplicates", "multiset", "set", {"item": "token"}, {"item": "span"}),
    "duplicates of two sides": _axis("duplicates", "multiset", "by-value", _TWO_SIDED, {}),
    "duplicates of two sides, set": _axis("duplicates", "multiset", "set", {"item": "token"}, _TWO_SIDED),
    "scope of tokens": _axis(
        "scope", "shared", "schema", {"item": "token", "align": "best"}, {"item": "token", "align": "gold-order"}
    ),
    "input and input-best": _axis("align", "input", "input-best", {"scope": "shared"}, {"scope": "schema"}),
    "alignments of tokens": _axis("align", "phased", "best", {"item": "token"}, {"item": "span"}),
    "phased and best": _axis(
        "align",
        "phased",
        "best",
        {"scope": "shared", "overlap": "union:100%"},
        {"scope": "schema", "overlap": "union:100%"},
    ),
    "phased and best, overlap": _axis(
        "align",
        "phased",
        "best",
        {"scope": "shared", "overlap": "union:100%"},
        {"scope": "shared", "overlap": "union:50%"},
    ),
    "corpus and flat": _axis("pool", "corpus", "flat", {"item": "token"}, _LENIENT),
    "averages of gold": _axis("labels_avg", "union", "gold", {"labels": "gold"}, {"labels": "union"}),
    "averages of gold, subset": _axis(
        "labels_avg", "union", "gold", {"labels": "gold", "item": "token"} | _OUTER, {"labels": "gold"} | _OUTER
    ),
    "averages of gold, empty": _axis(
        "labels_avg", "union", "gold", {"labels": "gold", "empty": "nan"}, {"labels": "union", "empty": "nan"}
    ),
    "averages of a type, gold": _axis("labels_avg", "union", "given{X}", _ONE_TYPE, {"labels": "gold"}),
    "averages of one type, empty": Rule(
        {"labels_avg": "union", "empty": "zero"},
        {"labels_avg": "given{X}", "empty": "nan"},
        _ONE_TYPE | _OUTER,
        _ONE_TYPE | _NESTING,
    ),
    "averages of one type": Rule(
        {"labels_avg": "union", "empty": "zero"}, {"labels_avg": "given{X}"}, _ONE_TYPE, {"labels": "given{X,Y}"}
    ),
    "averages of one type in gold": _axis("labels_avg", "union", "gold", _ONE_TYPE, _ONE_TYPE | {"zero": "P1,R0"}),
    "averages of one type in gold, empty": _axis(
        "labels_avg", "union", "gold", _ONE_TYPE, _ONE_TYPE | {"empty": "nan"}
    ),
    "I2 retypes, a span that E closes": _axis(
        "policy",
        f"points{{{_REFUSED.format('keep')}}}",
        f"points{{{_REFUSED.format('retype')}}}",
        {"scheme": "BIOES"},
        {"scheme": "BIOES", "unknown": "single"},
    ),
    "I2 retypes, a bare tag": _axis(
        "policy",
        f"points{{{_REFUSED.format('keep')}}}",
        f"points{{{_REFUSED.format('retype')}}}",
        {"scheme": "BIOES"},
        {"scheme": "BIOES", "bare": "single"},
    ),
    "E2 closes in IOE1": _axis(
        "policy",
        f"points{{B=emit+open,E1=single,S=emit+single,{_CLOSED.format('close')}}}",
        f"points{{B=emit+open,E1=single,S=emit+single,{_CLOSED.format('keep')}}}",
        {"scheme": "IOE1"},
        {"scheme": "IOE2"},
    ),
}
_NESTED, _DEEPER = [("X", 0, 1), ("X", 0, 2)], [("X", 0, 1), ("X", 0, 3)]


@cache
def pool() -> list[tuple[list[Any], list[Any], bool]]:
    """Return random data: tags of all schemes, some odd, and spans; whether they are spans stands beside them."""
    chance = Random(11)  # noqa: S311 - reproducible data, no secret
    found: list[tuple[list[Any], list[Any], bool]] = [
        ([], [], False),
        ([[("Y", 0, 1)]], [[("X", 0, 1), ("Y", 0, 1)]], True),
        ([["B-X", "I-Y", "Q-Z"]], [["B-X", "I-Y", "Q-Z"]], False),
        ([_NESTED, _NESTED, _DEEPER], [_NESTED, [], _DEEPER], True),
    ]
    for number in range(900):
        letters = chance.choice(["IB", "IE", "BIES", "BIESQ"])
        plain = [f"{letter}-{kind}" for letter in letters for kind in "XYZ"]
        odd = [[], ["OX", "XO", "B", "B_X", "X-B", "X-I", "X_B", "BxX", "O-X", "X-O"]][number % 2]
        tags = ["O", *(plain if chance.random() < 0.7 else plain[:2]), *odd]
        sizes = [chance.randint(1, 4) for _ in range(chance.randint(1, 2))]
        gold, pred = ([[chance.choice(tags) for _ in range(size)] for size in sizes] for _ in range(2))
        found.append((gold, pred, False))
    for _ in range(900):
        sides = [[_spans(chance) for _ in range(2)] for _ in range(2)]
        found.append((sides[0], sides[1], True))
    return found


def _spans(chance: Random) -> list[tuple[str, int, int]]:
    bounds = [(start, end) for start in range(3) for end in range(start + 1, 5)]
    return [(chance.choice("XXYZ"), *chance.choice(bounds)) for _ in range(chance.randint(0, 3))]


def _answer(gold: list[Any], pred: list[Any], dialect: nc.Dialect) -> object:
    try:
        return nc.evaluate(gold, pred, dialect).to_dict() | {"signature": ""}
    except NerconformError as error:
        return error.code


def _dialects(rule: Rule, condition: dict[str, str]) -> tuple[nc.Dialect, nc.Dialect]:
    one, other = (nc.Dialect().set(**(condition | choice)) for choice in (rule.one, rule.other))
    return one, other


def _usable(one: nc.Dialect) -> list[tuple[list[Any], list[Any], bool]]:
    return [data for data in pool() if one.item == "span" or not data[2]]


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_where_the_condition_holds_the_two_have_one_form(rule: Rule) -> None:
    one, other = _dialects(rule, rule.equal)
    assert one.canonical() == other.canonical()
    assert str(one) == str(other)


@pytest.mark.parametrize("step", [24, pytest.param(1 if EVERY else 10, marks=pytest.mark.long)])
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_where_the_condition_holds_the_two_have_equal_numbers(rule: Rule, step: int) -> None:
    one, other = _dialects(rule, rule.equal)
    for gold, pred, _ in _usable(one)[::step]:
        assert _answer(gold, pred, one) == _answer(gold, pred, other), (gold, pred)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_where_it_does_not_hold_they_have_two_forms(rule: Rule) -> None:
    one, other = _dialects(rule, rule.apart)
    assert one.canonical() != other.canonical()
    assert str(one) != str(other)


@pytest.mark.long
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_where_it_does_not_hold_they_differ_somewhere(rule: Rule) -> None:
    one, other = _dialects(rule, rule.apart)
    assert any(_answer(gold, pred, one) != _answer(gold, pred, other) for gold, pred, _ in _usable(one))


def test_the_form_names_no_choice_that_makes_no_difference() -> None:
    """The tags of IO are never illegal, and a dialect without alignment asks for no overlap (DIA-5)."""
    form = str(nc.Dialect().set(scheme="IO", align="none", overlap="gold:50%"))
    assert {"scheme:IO", "align:none", "bare:refuse", "labels:union"} <= set(form.split(","))
    assert not {"policy", "gold", "overlap", "partial", "attribution", "scope"} & {
        choice.partition(":")[0] for choice in form.split(",")
    }


def test_a_choice_of_a_later_axis_is_named_where_it_is_not_the_default() -> None:
    form = str(nc.Dialect().set(subset="outer")).split(",")
    assert "subset:outer" in form
    assert not [choice for choice in form if choice.startswith(("rename:", "location:", "weights:"))]
