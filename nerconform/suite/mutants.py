"""Mutants: the wrong metrics that golden cases must catch.

A mutant pretends to be a named dialect and is not. Two kinds: the *neighbours*, which make one choice otherwise, as
many a library does without saying so, and the wrong evaluators that people really write.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

from nerconform.reference.dialect import AXES, Axis, Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.schemes import Scheme
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_averages import AVERAGES
from nerconform.suite.wrong_counts import COUNTING, NOTEBOOK
from nerconform.suite.wrong_filtering import FILTERING
from nerconform.suite.wrong_locating import LOCATING
from nerconform.suite.wrong_matching import ALIGNMENT, MATCHING
from nerconform.suite.wrong_reading import READING
from nerconform.suite.wrong_schemas import OUTCOMES
from nerconform.suite.wrong_scores import EPSILONS, SCORING
from nerconform.suite.wrong_spans import DECODING
from nerconform.suite.wrong_tags import CUTTING
from nerconform.suite.wrong_tokens import TOKENS


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong metric: `change` makes it of the pipeline of the dialect `base`, in any scheme and with any choices.

    `says` is one sentence that tells what is wrong. `equivalent` is empty; for a mutant that answers like its base on
    all input it holds the argument, and no case has to catch it.
    """

    name: str
    base: str
    change: Change
    says: str
    equivalent: str = ""


OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "delimiter": ("-", "_", "--"),
        "policy": tuple(POLICIES),
        "labels": ("union", "gold", "given{PER}"),
        "overlap": ("any", "gold:1%", "gold:50%", "gold:100%", "union:50%"),
        "types": ("present", "given{PER}"),
        "partial": ("1/2", "0", "1/3", "1"),
        "zero": ("0", "1", "nan", "omit", "P1,R0", "P0,R1", "Pnan,R0", "P0,Rnan", "Pomit,R0", "P0,Romit"),
        "labels-avg": ("union", "gold", "given{PER}"),
        "round": (
            "exact",
            *(f"2-{rule}-x{scale}" for rule in ("half-up", "half-even", "binary") for scale in (1, 100)),
            "3-half-up-x1",
            "3-half-up-x100",
        ),
    }
)
"""The options that stand for an axis without a closed list; every other axis has its own."""

WRONG: tuple[Mistake, ...] = (
    *READING,
    *TOKENS,
    *DECODING,
    *CUTTING,
    *LOCATING,
    *FILTERING,
    *MATCHING,
    *ALIGNMENT,
    *OUTCOMES,
    *COUNTING,
    *SCORING,
    *EPSILONS,
    *AVERAGES,
    *NOTEBOOK,
)
"""The wrong evaluators, in the order of the path."""


@cache
def mutants() -> tuple[Mutant, ...]:
    """Return every mutant: the neighbours of each named dialect, then the wrong evaluators."""
    return (*neighbours(), *wrong_evaluators())


def neighbours() -> tuple[Mutant, ...]:
    """Return each dialect that differs from a named one in one choice, and is not equal to it as a function (DIA-5)."""
    return tuple(
        Mutant(f"{name}/{axis.name}:{option}", name, other_choice(axis, option), _says(axis, option))
        for name, dialect in NAMED.items()
        for axis in AXES
        for option in _other_options(dialect, axis)
    )


def wrong_evaluators() -> tuple[Mutant, ...]:
    """Return the wrong evaluators, each for every dialect that it pretends to be."""
    return tuple(
        Mutant(f"{base}/{wrong.name}", base, wrong.change, wrong.says) for wrong in WRONG for base in wrong.bases
    )


def other_choice(axis: Axis, option: str) -> Change:
    """Return the change to another choice on one axis, even where a case imposes that axis.

    The pipeline stays as it is where the choices exclude each other (DIA-7). The dialect changes with the steps: a
    metric that makes another choice answers as that choice does, schemas that it lacks included.
    """
    value = axis.read(option)

    def change(pipeline: Pipeline) -> Pipeline:
        try:
            return Pipeline.of(replace(pipeline.dialect, **{axis.attribute: value}))
        except UndefinedPolicy:
            return pipeline

    return change


def _says(axis: Axis, option: str) -> str:
    """Return what is wrong with a neighbour."""
    return f"It uses the option {axis.name}:{option}."


def _other_options(dialect: Dialect, axis: Axis) -> Iterator[str]:
    """Yield the options that make another function of the dialect; the scheme is a fact about the data (DIA-6)."""
    if axis.name == "scheme":
        return
    options = OPTIONS.get(axis.name) or tuple(str(option) for option in type(axis.default))  # type: ignore[attr-defined]
    for option in options:
        if any(_differs(dialect, axis, option, scheme) for scheme in Scheme):
            yield option


def _differs(dialect: Dialect, axis: Axis, option: str, scheme: Scheme) -> bool:
    """Whether the option makes another function of the dialect in a scheme that defines both."""
    try:
        here = replace(dialect, scheme=scheme)
        return str(replace(here, **{axis.attribute: axis.read(option)})) != str(here)
    except UndefinedPolicy:
        return False
