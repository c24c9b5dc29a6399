"""Mutants: the wrong metrics that golden cases must catch.

A mutant pretends to be a dialect and is not. Three kinds: the *neighbours* of the named dialects and of a sample of
others, which make one choice otherwise, as many a library does without saying so; the wrong evaluators that people
really write; and those that answer bad input.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random
from types import MappingProxyType
from typing import Any

from nerconform.asking.reference import Chosen, ReferenceImplementation, unchanged
from nerconform.reference.dialect import AXES, Axis, Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.options import ALIGN_OF_SCORERS, AXES_OF_SCORERS
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.schemes import Scheme
from nerconform.suite.lenient_reading import TAGGED
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_arrays import ARRAYS
from nerconform.suite.wrong_averages import AVERAGES
from nerconform.suite.wrong_bounds import BOUNDS
from nerconform.suite.wrong_choices import CHOOSING
from nerconform.suite.wrong_corpus import CORPUS
from nerconform.suite.wrong_counts import COUNTING, NOTEBOOK
from nerconform.suite.wrong_credits import CREDITS
from nerconform.suite.wrong_filtering import FILTERING
from nerconform.suite.wrong_formulas import FORMULAS
from nerconform.suite.wrong_locating import LOCATING
from nerconform.suite.wrong_lookups import LOOKUPS
from nerconform.suite.wrong_loops import LOOPS
from nerconform.suite.wrong_matching import ALIGNMENT, MATCHING
from nerconform.suite.wrong_mixtures import MIXTURES
from nerconform.suite.wrong_pairing import PAIRING
from nerconform.suite.wrong_parsing import PARSING
from nerconform.suite.wrong_schemas import OUTCOMES
from nerconform.suite.wrong_scores import EPSILONS, SCORING
from nerconform.suite.wrong_sides import SIDES
from nerconform.suite.wrong_spans import DECODING
from nerconform.suite.wrong_tags import CUTTING
from nerconform.suite.wrong_tokens import TOKENS
from nerconform.suite.wrong_units import UNITS

ACCEPTING: tuple[Mistake, ...] = (*UNITS, *BOUNDS)
"""The wrong evaluators that make something of bad input and are right on good input; `CHOOSING` is beside them."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong metric: `change` makes it of the pipeline of the dialect `base`, in any scheme and with any choices.

    `chosen` makes other choices of those that are asked for, which may be none. `of_bad_input` says that it is right on
    good input.
    `says` is one sentence that tells what is wrong. `equivalent` is empty; for a mutant that answers like its base on
    all input it holds the argument, and no case has to catch it.
    """

    name: str
    base: str
    change: Change
    says: str
    equivalent: str = ""
    chosen: Chosen = dict
    of_bad_input: bool = False

    @property
    def dialect(self) -> Dialect:
        """Return the dialect that it pretends to be."""
        return NAMED.get(self.base) or sampled()[self.base]

    def implementation(self) -> ReferenceImplementation:
        """Return the metric, which can be asked."""
        return ReferenceImplementation(self.name, self.dialect, self.change, self.chosen)


OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "delimiter": ("-", "_", "--"),
        "policy": tuple(POLICIES),
        "rename": ("none", "given{LOC=PER}"),
        "labels": ("union", "gold", "given{PER}"),
        "overlap": ("any", "gold:1%", "gold:50%", "gold:100%", "union:50%"),
        "cover": ("single", "joint", "Pjoint,Rsingle", "Psingle,Rjoint"),
        "weights": ("whole", "halves", "given{BES=1/2+0+1/2,BEL=1/2+1/2+0,BEO=1/2+1/4+1/4}"),
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

_SAMPLED = 24
"""Dialects without a name whose neighbours are mutants."""
_REDRAWN = 3
"""Choices in which each differs from a named one."""
_NOT_DRAWN = frozenset({"scheme", "item", *AXES_OF_SCORERS})
"""Axes on which no other choice is drawn; named dialects have neighbours on those of official scorers."""
_NEIGHBOURS = 5
"""Neighbours of each."""

WRONG: tuple[Mistake, ...] = (
    *PARSING,
    *ARRAYS,
    *TOKENS,
    *DECODING,
    *CUTTING,
    *LOCATING,
    *FILTERING,
    *CORPUS,
    *LOOPS,
    *LOOKUPS,
    *MATCHING,
    *ALIGNMENT,
    *OUTCOMES,
    *SIDES,
    *CREDITS,
    *PAIRING,
    *COUNTING,
    *SCORING,
    *FORMULAS,
    *EPSILONS,
    *AVERAGES,
    *MIXTURES,
    *NOTEBOOK,
)
"""The wrong evaluators, in the order of the path."""


@cache
def mutants() -> tuple[Mutant, ...]:
    """Return every mutant: neighbours of named dialects and of others, wrong evaluators, those that take bad input."""
    return (*neighbours(), *sampled_neighbours(), *wrong_evaluators(), *accepting())


@cache
def neighbours() -> tuple[Mutant, ...]:
    """Return each dialect that differs from a named one in one choice, and is not equal to it as a function (DIA-5)."""
    return tuple(
        Mutant(f"{name}/{axis.name}:{option}", name, other_choice(axis, option), _says(axis, option))
        for name, dialect in NAMED.items()
        for axis in AXES
        for option in _other_options(dialect, axis)
    )


@cache
def sampled() -> Mapping[str, Dialect]:
    """Return dialects without a name, by the names of their mutants: named ones with a few choices drawn by a seed."""
    found: dict[str, Dialect] = {}
    known = {str(dialect) for dialect in NAMED.values()}
    while len(found) < _SAMPLED:
        chance = Random(f"dialect {len(found)}")  # noqa: S311 - a sample, no secret
        dialect = None
        while dialect is None or str(dialect) in known:
            named = NAMED[chance.choice(tuple(NAMED))]
            axes = chance.sample([axis for axis in AXES if axis.name not in _NOT_DRAWN], _REDRAWN)
            dialect = _defined(named, {axis.attribute: chance.choice(_drawn(_options(axis))) for axis in axes})
        found[f"sampled-{len(found)}"] = dialect
    return MappingProxyType(found)


def _drawn(options: Sequence[str]) -> list[str]:
    """Return the options that are drawn for dialects without a name: not those of official scorers."""
    return [option for option in options if option not in ALIGN_OF_SCORERS]


def _defined(named: Dialect, choices: Mapping[str, str]) -> Dialect | None:
    """Return a named dialect with other choices, `None` where they exclude each other."""
    try:
        return named.set(**choices)
    except UndefinedPolicy:
        return None


@cache
def sampled_neighbours() -> tuple[Mutant, ...]:
    """Return a few dialects that differ from each sampled one in one choice, and are not equal to it as functions."""
    return tuple(
        Mutant(f"{name}/{axis.name}:{option}", name, other_choice(axis, option), _says(axis, option))
        for name, dialect in sampled().items()
        for axis, option in Random(name).sample(  # noqa: S311 - a sample, no secret
            [
                (axis, option)
                for axis in AXES
                if axis.name not in AXES_OF_SCORERS
                for option in _drawn(tuple(_other_options(dialect, axis)))
            ],
            _NEIGHBOURS,
        )
    )


@cache
def accepting() -> tuple[Mutant, ...]:
    """Return the metrics that make something of bad input."""
    reading = (
        Mutant(f"{base}/{one.name}", base, one.change, one.says, of_bad_input=True)
        for one in ACCEPTING
        for base in one.bases
    )
    choosing = (
        Mutant(f"{base}/{one.name}", base, unchanged, one.says, chosen=one.chosen, of_bad_input=True)
        for one in CHOOSING
        for base in TAGGED
    )
    return (*reading, *choosing)


@cache
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
    for option in _options(axis):
        value = axis.read(option)
        if any(_differs(here, axis, value) for here in _in_every_scheme(dialect)):
            yield option


@lru_cache(maxsize=1)
def _in_every_scheme(dialect: Dialect) -> tuple[Dialect, ...]:
    """Return the dialect in each scheme that defines it."""
    found = []
    for scheme in Scheme:
        with suppress(UndefinedPolicy):
            found.append(replace(dialect, scheme=scheme))
    return tuple(found)


def _options(axis: Axis) -> tuple[str, ...]:
    """Return the options that are tried on an axis."""
    return OPTIONS.get(axis.name) or tuple(str(option) for option in type(axis.default))  # type: ignore[attr-defined]


def _differs(here: Dialect, axis: Axis, value: Any) -> bool:  # noqa: ANN401 - a value of the axis
    """Whether the option makes another function of the dialect, in a scheme that defines both."""
    try:
        return getattr(here, axis.attribute) != value and str(replace(here, **{axis.attribute: value})) != str(here)
    except UndefinedPolicy:
        return False
