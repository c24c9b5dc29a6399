"""Black boxes: random dialects and policies as plain functions, and small scorers that no dialect describes."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

import nerconform as nc
from nerconform.reference.decoding import Side
from nerconform.reference.options import Align, Item
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.points import OPTIONS, Points, points_of
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.schemes import Scheme

TYPES = ("PER", "LOC", "ORG", "MISC")
SCHEMES = (Scheme.IOB2, Scheme.IOB2, Scheme.BIOES, Scheme.IOB1, Scheme.IOE2, Scheme.BILOU)
_CHOICES: dict[str, Sequence[str]] = {
    "overlap": ["any", "gold:1%", "gold:50%", "union:50%"],
    "scope": ["shared", "schema"],
    "attribution": ["gold", "refilter"],
    "pool": ["corpus", "corpus", "mean", "flat"],
    "empty_doc": ["omit", "0", "1"],
    "partial": ["1/2", "1/2", "0", "1"],
    "zero": [f"P{one},R{other}" for one, other in product(("0", "1", "nan", "omit"), repeat=2)],
    "empty": ["zero", "nan"],
    "macro_f": ["mean", "of-means"],
    "gold": ["same", "legal"],
    "bare": ["refuse", "untyped", "first-char", "two-chars", "outside", "single"],
    "outside": ["whole", "by-prefix"],
    "unknown": ["refuse", "as-I", "single"],
    "align": [align for align in Align if align not in {"two-sided", "fair", "gold-order"}],  # those are of scorers
    "round": ["exact", "exact", "exact", "2-half-up-x100", "4-half-even-x1", "3-binary-x1"],
}
_LABELS = ["union", "union", "gold", "given{PER}", "given{LOC,ORG}", "given{MISC,ORG,PER}", "given{LOC,MISC,ORG,PER}"]
_FAMILY = {
    "B": ("emit+open", "drop+open", "emit+ignore", "drop+ignore"),
    "I1": ("ignore", "open"),
    "I2": ("emit+open", "drop+open", "emit+ignore", "drop+ignore", "keep"),
    "O": ("emit", "drop", "keep"),
    "E1": ("ignore", "single"),
    "E2": ("emit+single", "drop+ignore", "close"),
    "S": ("emit+single", "drop+single", "emit+ignore", "drop+ignore"),
    "F": ("emit", "drop"),
}


class Scorer(NamedTuple):
    """A dialect, and which of its numbers a function returns."""

    dialect: nc.Dialect
    schema: str
    average: str
    shape: str

    def function(self) -> Callable[[Any, Any], object]:
        """Return the function."""
        pipeline = Pipeline.of(self.dialect)

        def score(gold: Any, pred: Any) -> object:  # noqa: ANN401 - tags, as a scorer gets them
            row = pipeline.evaluate(gold, pred).schemas[self.schema].averages[self.average]
            values = [_number(value) for value in (row.precision, row.recall, row.f1)]
            if self.shape == "f1":
                return values[2]
            names = ("precision", "recall", "f1")
            return tuple(values) if self.shape == "three" else dict(zip(names, values, strict=True))

        return score


def _number(value: Fraction | None) -> float:
    return float("nan") if value is None else float(value)


def draw_scorer(seed: int) -> Scorer:
    """Return a random scorer: every axis at random, a policy of the family or a named one."""
    random = Random(seed)  # noqa: S311 - data
    scheme = random.choice(SCHEMES)
    choices = {axis: random.choice(options) for axis, options in _CHOICES.items()}
    choices["labels"] = random.choice(_LABELS)
    choices["labels_avg"] = random.choice(_LABELS if choices["labels"] == "union" else ["union", "gold"])
    dialect = nc.Dialect(scheme=scheme, policy=_policy(random, scheme)).set(**choices)
    if random.random() < 0.08:
        tokens = {"item": "token", "labels": "union", "labels_avg": "union", "pool": "corpus"}
        dialect = dialect.set(**tokens)
    schemas = (
        ["strict"]
        if dialect.align is Align.NONE or dialect.item is Item.TOKEN
        else ["strict", "exact", "partial", "type"]
    )
    average = random.choice(["micro", "micro", "macro", "weighted"])
    return Scorer(dialect.canonical(), random.choice(schemas), average, random.choice(["f1", "three", "mapping"]))


def _policy(random: Random, scheme: Scheme) -> Policy:
    if random.random() < 0.4:
        return random.choice([policy for policy in POLICIES.values() if scheme in policy.points])
    names = points_of(scheme) - {"R"}
    options = {name: OPTIONS[name][random.choice(_FAMILY[name])] for name in sorted(names)}
    return Policy.of(Points(**options))  # type: ignore[arg-type] # R is a flag


def draw_policy(random: Random, scheme: Scheme, *, refusing: bool) -> Policy:
    """Return a policy with any option at any point, refusals among them if wanted."""
    options = {
        name: random.choice([option for text, option in OPTIONS[name].items() if refusing or text != "refuse"])
        for name in sorted(points_of(scheme) - {"R"})
    }
    again = "R" in points_of(scheme) and random.random() < 0.2
    return Policy.of(Points(**options, R=again))


def decoder_of(scheme: Scheme, policy: Policy) -> Callable[[list[str]], object]:
    """Return a decoder as a plain function."""
    pipeline = Pipeline.of(nc.Dialect(scheme=scheme, policy=policy))
    return lambda tags: pipeline.decode(pipeline.parse(tags), Side.PRED)
