"""Every choice and every measure has its sentence."""

import re
from enum import StrEnum

import pytest

from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.measures import COUNTS, Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import STEPS
from nerconform.reference.points import OPTIONS
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.schemes import Scheme
from nerconform.reference.words import ABOUT, few_words, measure_sentence, points_words, sentence, sentences

MOST_CHARACTERS = 80
"""The longest that a few words are: a line."""
VALUES = {
    "delimiter": ["-", "::"],
    "labels": ["union", "gold", "given{A,B}"],
    "overlap": ["any", "gold:50%", "union:1%"],
    "cover": ["single", "joint", "Pjoint,Rsingle", "Psingle,Rjoint"],
    "rename": ["none", "given{LOCderiv=LOC,LOCpart=LOC}"],
    "weights": ["whole", "halves", "given{BES=1/2+0+1/2}"],
    "types": ["present", "given{A}"],
    "partial": ["1/2", "0"],
    "zero": ["0", "1", "nan", "omit", "P1,R0"],
    "labels-avg": ["union", "gold", "given{A}"],
    "round": ["exact", "2-half-up-x100", "1-half-even-x1", "0-binary-x100"],
    "policy": [*POLICIES, "points{B=keep,I1=single,I2=retype,O=keep,E1=open,E2=close-as,S=keep,F=head,R=reopen}"],
}


def options(axis: str) -> list[str]:
    """Return the options of an axis, or examples where there are many."""
    if axis in VALUES:
        return VALUES[axis]
    default = next(one.default for one in AXES if one.name == axis)
    assert isinstance(default, StrEnum)
    return [str(option) for option in type(default)]


@pytest.mark.parametrize(("axis", "option"), [(axis.name, option) for axis in AXES for option in options(axis.name)])
def test_every_option_has_a_sentence_of_its_own(axis: str, option: str) -> None:
    scheme = "BIOES" if axis == "policy" else "IOB2"
    said = sentence(Dialect().set(**{"scheme": scheme, axis: option}), axis)
    assert re.fullmatch(r"[A-Z].*\.", said)
    assert "{" not in said
    asked = (Dialect().set(**{"scheme": scheme, axis: other}) for other in options(axis) if other != option)
    others = {sentence(dialect, axis) for dialect in asked}
    assert said not in others


@pytest.mark.parametrize(("axis", "option"), [(axis.name, option) for axis in AXES for option in options(axis.name)])
def test_every_option_has_a_few_words_of_its_own(axis: str, option: str) -> None:
    scheme = "BIOES" if axis == "policy" else "IOB2"
    said = few_words(Dialect().set(**{"scheme": scheme, axis: option}), axis)
    assert re.fullmatch(r"[A-Za-z0-9].*[^.]", said)
    assert "{" not in said
    assert option.startswith("points{") or len(said) <= MOST_CHARACTERS
    asked = (Dialect().set(**{"scheme": scheme, axis: other}) for other in options(axis) if other != option)
    assert said not in {few_words(dialect, axis) for dialect in asked}


def test_every_axis_has_words_of_its_own() -> None:
    assert list(ABOUT) == [axis.name for axis in AXES]
    assert len({*ABOUT.values()}) == len(ABOUT)


def test_the_words_of_some_points_are_those_of_the_points_asked_for() -> None:
    """The policy `discard` reads an I without an entity as O, and its I2 ends the entity."""
    points = POLICIES["discard"].at(Scheme.IOB2)
    assert points_words(Scheme.IOB2, points, {"I1"}) == ["if I is outside an entity, the tag is read as O"]
    assert len(points_words(Scheme.IOB2, points, {"I1", "I2"})) == 2
    assert points_words(Scheme.IOB2, points, ()) == []


@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_has_a_sentence_in_every_scheme(scheme: Scheme, policy: str) -> None:
    try:
        dialect = Dialect().set(scheme=scheme, policy=policy)
    except UndefinedPolicy:
        return
    assert sentence(dialect, "policy").endswith(".")


@pytest.mark.parametrize("scheme", Scheme)
def test_every_point_of_a_policy_without_a_name_has_words(scheme: Scheme) -> None:
    for point, options_ in OPTIONS.items():
        for option in options_.values():
            points = POLICIES["lenient"].at(scheme)._replace(**{point: option}, R=True)
            said = sentence(Dialect(scheme=scheme, policy=Policy.of(points)), "policy")
            assert re.fullmatch(r"[A-Z].*\.", said)
            assert "{" not in said


@pytest.mark.parametrize("name", NAMED)
def test_the_sentences_are_those_of_the_printed_choices_in_order(name: str) -> None:
    rows = sentences(NAMED[name])
    assert ",".join(f"{axis}:{option}" for _, axis, option, _ in rows) == str(NAMED[name])
    steps = [step for step, _, _, _ in rows]
    assert steps == sorted(steps, key=list(STEPS).index)


def test_every_axis_belongs_to_one_step() -> None:
    assert [axis for axes in STEPS.values() for axis in axes] == [axis.name for axis in AXES]


def test_an_option_with_commas_keeps_its_axis() -> None:
    rows = sentences(Dialect().set(labels="given{A,B}", zero="P1,R0"))
    assert ("filter", "labels", "given{A,B}") in [row[:3] for row in rows]
    assert ("score", "zero", "P1,R0") in [row[:3] for row in rows]


@pytest.mark.parametrize("quantity", [*COUNTS, "precision", "recall", "f1", "f2", "f0.5"])
def test_every_measure_has_a_sentence_of_its_own(quantity: str) -> None:
    said = {
        measure_sentence(Measure.parse(f"{schema}.{scope}.{quantity}"))
        for schema in Schema
        for scope in ("micro", "macro", "weighted", "type{A%20B}")
    }
    assert len(said) == len(Schema) * 4
    assert any("of the type A B" in words for words in said)
