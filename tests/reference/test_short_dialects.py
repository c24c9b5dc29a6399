"""Short forms of dialects are short, and mean the same."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.schemes import Scheme
from nerconform.reference.signature import _short_form, parse_dialect, short_dialect

CHOICES = [
    *(("scheme", scheme) for scheme in Scheme),
    *(("item", "token"), ("zero", "P1,R0"), ("labels", "given{A,B}"), ("delimiter", "::"), ("align", "best")),
    *(("pool", "mean"), ("round", "2-half-up-x100"), ("policy", "refuse"), ("overlap", "union:50%")),
]


def _dialects() -> Iterator[Dialect]:
    """Yield every named dialect with every choice that its scheme defines."""
    for dialect in NAMED.values():
        for axis, option in CHOICES:
            with suppress(UndefinedPolicy):
                yield dialect.set(**{axis: option})


@pytest.mark.parametrize("dialect", list(_dialects()), ids=str)
def test_a_short_form_means_the_same(dialect: Dialect) -> None:
    short = short_dialect(str(dialect))
    assert str(parse_dialect(short)) == str(dialect)
    assert len(short) < len(str(dialect))
    assert short.count(":") <= 4


@pytest.mark.parametrize("name", NAMED)
def test_a_named_dialect_is_its_name(name: str) -> None:
    assert short_dialect(str(NAMED[name])) == name


def test_what_is_no_dialect_stays() -> None:
    assert short_dialect("something of another release") == "something of another release"


def test_the_default_is_near_semeval() -> None:
    assert short_dialect(str(Dialect())) == "semeval,policy:refuse"
    assert {axis.name for axis in AXES} >= {"policy"}


@pytest.mark.parametrize(
    ("choices", "short"),
    [
        # `scope` is a choice only where each schema can have pairs of its own, and `input` is what is left without it.
        ({"align": "input", "pool": "mean"}, "nervaluate-1,scope:shared,pool:mean"),
        ({"pool": "mean", "empty": "nan"}, "nervaluate-1,pool:mean,empty:nan"),
        ({"scheme": "IOB1", "empty": "nan"}, "nervaluate-1,scheme:IOB1,empty:nan"),
    ],
)
def test_a_short_form_has_no_choice_that_follows_from_another(choices: dict[str, str], short: str) -> None:
    assert short_dialect(str(NAMED["nervaluate-1"].set(**choices))) == short


def test_a_name_without_a_meaning_in_the_scheme_is_no_short_form() -> None:
    """`discard`, the policy of `iob2-discard` and `seqeval-strict`, has no rules for IOB1."""
    dialect = NAMED["conlleval"].set(scheme="IOB1")
    assert _short_form("iob2-discard", dialect) is None
    assert _short_form("seqeval-strict", dialect) is None
    assert _short_form("conlleval", dialect) == "conlleval,scheme:IOB1"
