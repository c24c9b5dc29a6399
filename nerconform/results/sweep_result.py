"""Swept: one number under every policy of a family, and what moves it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from nerconform.families.effects import Effect, effects_of
from nerconform.families.spread import Spread, Value, as_data
from nerconform.families.touched import Touched
from nerconform.formats.provenance import RunPart, SourceFile
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.points import Points
from nerconform.reference.policies import POLICIES, Policy, family_of, lists_of
from nerconform.reference.signature import Signature
from nerconform.version import SPEC_VERSION, __version__

FORMAT = "nerconform-sweep-1"
_QUARTER = Fraction(1, 4)
_ANY = "*"
"""What stands for the policy where all of a family are meant."""


class Marked(NamedTuple):
    """A number that is shown beside the family: that of one policy, or of the best legal tags (`viterbi`).

    `inside` says whether the policy belongs to the family; `refused` says why there is no value.
    """

    name: str
    value: Value
    inside: bool = False
    refused: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        data = {"name": self.name, "in_family": self.inside, "value": as_data(self.value)}
        return {**data, "refused": self.refused or None}


class Extreme(NamedTuple):
    """The least or the greatest value: how many policies have it, and the first of them as a text form."""

    value: Fraction | int
    policies: int
    policy: str

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain data."""
        return {**self._asdict(), "value": as_data(self.value)}


class Read(NamedTuple):
    """Which files were read, and how."""

    run: RunPart
    sources: tuple[SourceFile, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """One measure of a dialect under every policy of the family of its scheme (DEC-15).

    `values` are exact, in the order of the family (the last point varying fastest), `None` where the dialect leaves the
    measure undefined or a type has no row. `named` are the policies that have a name and are defined in the scheme, in
    the family or not, `viterbi` the best legal tags if there were logits. `touched` says for each side how much of the
    data illegal transitions touch, `met` how many units meet each decision point under some policy. The policy of
    `dialect` is the one that it was given with.
    """

    dialect: Dialect
    measure: Measure
    units: int
    values: tuple[Value, ...] = field(repr=False)
    named: tuple[Marked, ...]
    touched: Mapping[str, Touched]
    met: Mapping[str, int]
    viterbi: Marked | None = None
    read: Read | None = None
    _found: list[Spread] = field(init=False, repr=False, compare=False, default_factory=list)

    def policies(self) -> Iterator[str]:
        """Yield the policies of the family in order, each with its name, or with its points."""
        return map(self._policy, family_of(self.dialect.scheme))

    def _policy(self, points: Points) -> str:
        return str(Policy.of(points).canonical(self.dialect.scheme))

    @property
    def spread(self) -> Spread:
        """Return the distinct values of the family in order, and how many policies have each."""
        if not self._found:
            self._found.append(Spread.of(self.values))
        return self._found[0]

    @property
    def minimum(self) -> Extreme | None:
        """Return the least value; `None` where no policy gives one."""
        return self._extreme(0)

    @property
    def maximum(self) -> Extreme | None:
        """Return the greatest value; `None` where no policy gives one."""
        return self._extreme(-1)

    def _extreme(self, at: int) -> Extreme | None:
        numbers, times = self.spread
        if not numbers:
            return None
        family = zip(family_of(self.dialect.scheme), self.values, strict=True)
        first = next(points for points, value in family if value == numbers[at])
        return Extreme(numbers[at], times[at], self._policy(first))

    @property
    def quartiles(self) -> tuple[Fraction | None, Fraction | None, Fraction | None]:
        """Return lower quartile, median and upper quartile of the policies that give a value (`Spread.quantile`)."""
        lower, median, upper = (self.spread.quantile(number * _QUARTER) for number in (1, 2, 3))
        return lower, median, upper

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return what each decision point alone does to the measure."""
        return tuple(effects_of(lists_of(self.dialect.scheme), self.values, self.met))

    @property
    def signature(self) -> str:
        """Return the signature of all the values: `*` stands for the policy."""
        lenient = str(replace(self.dialect, policy=POLICIES["lenient"]))
        return f"{lenient.replace(',policy:lenient,', f',policy:{_ANY},')}|{self.measure}|spec:{SPEC_VERSION}"

    def signature_of(self, policy: str) -> str:
        """Return the signature of the value under one policy."""
        return str(Signature(self.dialect.set(policy=policy), self.measure))

    def to_dict(self, *, every: bool = False) -> dict[str, object]:
        """Return everything as plain data (`spec/formats/sweep.schema.json`); the policies one by one if asked."""
        members = tuple(family_of(self.dialect.scheme))
        lower, median, upper = map(as_data, self.quartiles)
        data: dict[str, object] = {
            "format": FORMAT,
            "tool": __version__,
            "spec": SPEC_VERSION,
            "signature": self.signature,
            "measure": str(self.measure),
            "run": self._run(),
            "units": self.units,
            "family": {
                "scheme": str(self.dialect.scheme),
                "policies": len(self.values),
                "points": {name: list(options) for name, options in lists_of(self.dialect.scheme).items()},
            },
            "undefined": self.values.count(None),
            "minimum": self.minimum and self.minimum.to_dict(),
            "quartiles": {"lower": lower, "median": median, "upper": upper},
            "maximum": self.maximum and self.maximum.to_dict(),
            "distribution": [
                {"value": as_data(number), "policies": times} for number, times in zip(*self.spread, strict=True)
            ],
            "named": [one.to_dict() for one in self.named],
            "viterbi": self.viterbi and self.viterbi.to_dict(),
            "touched": {side: touched.to_dict() for side, touched in self.touched.items()},
            "decision_points": [
                effect.to_dict(lambda number: self._policy(members[number])) for effect in self.effects
            ],
        }
        if every:
            data["policies"] = [
                {"policy": policy, "value": as_data(value)}
                for policy, value in zip(self.policies(), self.values, strict=True)
            ]
        return data

    def _run(self) -> dict[str, object] | None:
        if self.read is None:
            return None
        run, sources = self.read
        inputs = [source._asdict() for source in sources]
        return {"unit": str(run.unit), "reader": run.reader, "inputs": inputs, "citation": self.citation}

    @property
    def citation(self) -> str:
        """Return the signature, and behind `#` what was read, if files were."""
        return self.signature if self.read is None else f"{self.signature} # {self.read.run}"
