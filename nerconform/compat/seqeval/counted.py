"""Counted: from the arguments of a call to an evaluation."""

import math
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from nerconform.api import evaluate
from nerconform.base.errors import NerconformError
from nerconform.compat.seqeval.scheme import CONLLEVAL_TABLE, detect, meant
from nerconform.reference.counting import Tally, sum_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.named import named
from nerconform.reference.refusals import UnitsDiffer, UnknownOption, UnknownPrefix
from nerconform.reference.schemes import Scheme

Tags = Any
"""Sentences of tags: lists, tuples, or arrays of NumPy."""
_NO_DISCARD = frozenset({Scheme.IOB1, Scheme.IOE1})
"""Schemes without a policy `discard` (DEC-6): strict mode refuses illegal tags there."""
_OF_OTHER_SCHEMES = frozenset("LUMW")
"""Prefixes of BILOU, BMES and BMEWO, which conlleval's table does not have."""


class InvalidWeight(NerconformError):
    """A sample weight is negative or is not a number."""


@dataclass(frozen=True, slots=True)
class SeqevalRules:
    """How a call reads tags: the arguments that say so."""

    mode: str | None = None
    scheme: object = None
    suffix: bool = False
    zero_division: object = "warn"

    def dialect(self, gold: Tags, pred: Tags) -> Dialect:
        """Return the dialect of a call. Raises `UnknownOption`, or the error of the scheme."""
        if self.mode not in {None, "strict"}:
            raise UnknownOption(
                f"mode is {self.mode!r:.60}, and seqeval has no such mode",
                hint="Use mode=None (seqeval's default mode) or mode='strict'.",
            )
        affix = "suffix" if self.suffix else "prefix"
        choices = {"affix": affix, "empty": "zero", "zero": str(self.zero)}
        if self.mode is None:
            scheme = CONLLEVAL_TABLE if self.scheme is None else meant(self.scheme)
            return named("seqeval").set(scheme=scheme, **choices)
        scheme = detect(gold, pred, suffix=self.suffix) if self.scheme is None else meant(self.scheme)
        policy = "refuse" if scheme in _NO_DISCARD else "discard"
        return named("seqeval-strict").set(scheme=scheme, policy=policy, **choices)

    @property
    def zero(self) -> int:
        """Return the value of an undefined ratio. Raises `UnknownOption`."""
        if isinstance(self.zero_division, str) and self.zero_division == "warn":
            return 0
        if isinstance(self.zero_division, int | float) and self.zero_division in {0, 1}:
            return int(self.zero_division)
        message = f"zero_division cannot be {self.zero_division!r:.60}"
        raise UnknownOption(message, hint="Use 0, 1, or 'warn' (0, with a warning).")


class Counted(NamedTuple):
    """An evaluation, and what its counts are to be divided by: more than 1 only with weights that are not whole."""

    evaluation: Evaluation
    per: int = 1


def count(gold: Tags, pred: Tags, rules: SeqevalRules, weights: Iterable[float] | None = None) -> Counted:
    """Return the evaluation of a call, each sentence with its weight.

    A prefix that the scheme lacks is read as I, with a `UserWarning`, in default mode; it raises `UnknownPrefix` in
    strict mode, and where another scheme has it and none was given.
    """
    gold, pred = in_lists(gold), in_lists(pred)
    dialect = rules.dialect(gold, pred)
    if rules.mode is None:
        try:
            found = _counted(gold, pred, dialect.set(unknown="refuse"), weights)
        except UnknownPrefix as error:
            check_prefixes([*gold, *pred], rules, error)
        else:
            evaluation = found.evaluation
            return Counted(Evaluation(dialect, evaluation.tally, evaluation.score, engine=evaluation.engine), found.per)
    return _counted(gold, pred, dialect, weights)


def in_lists(tags: Tags) -> Any:  # noqa: ANN401 - what holds no tags is refused by the evaluation
    """Return arrays of NumPy as lists, and everything else as it is."""
    listed = tags.tolist() if hasattr(tags, "tolist") else tags
    if not isinstance(listed, list | tuple):
        return listed
    return [unit.tolist() if hasattr(unit, "tolist") else unit for unit in listed]


def check_prefixes(sentences: Sequence[Sequence[str]], rules: SeqevalRules, error: UnknownPrefix) -> None:
    """Warn of tags that are read as I. Raises the error where another scheme has their prefix, and none was given."""
    at = -1 if rules.suffix else 0
    scheme = CONLLEVAL_TABLE if rules.scheme is None else meant(rules.scheme)
    known = {"B", "I", "E", "S"} if rules.scheme is None else set()
    tags = {tag for tag in set(chain.from_iterable(sentences)) if tag[at] not in known and tag[at] != "O"}
    if rules.scheme is None and any(tag[at] in _OF_OTHER_SCHEMES for tag in tags):
        error.hint = "Pass the scheme of the data: scheme='BILOU', scheme='BMES' or scheme='BMEWO'."
        raise error
    some = ", ".join(repr(tag) for tag in sorted(tags)[:5])
    named_tags = some if rules.scheme is None else f"prefixes that {scheme} does not have"
    warnings.warn(f"tags with an unknown prefix are read as I: {named_tags}", UserWarning, stacklevel=4)


def _counted(gold: Any, pred: Any, dialect: Dialect, weights: Iterable[float] | None) -> Counted:  # noqa: ANN401 - tags
    if weights is None:
        return Counted(evaluate(gold, pred, dialect))
    numbers = [_weight(weight, position) for position, weight in enumerate(weights)]
    if len(numbers) != len(gold):
        hint = "Pass one weight for each sentence."
        raise UnitsDiffer(
            f"there are {len(numbers)} weights for {len(gold)} sentences", place="sample_weight", hint=hint
        )
    whole = evaluate(gold, pred, dialect)  # refuses what has to be refused, also where its weight is 0
    per = math.lcm(*(number.denominator for number in numbers))
    tallies: list[Tally] = []
    for number in set(numbers) - {0}:
        chosen = [position for position, other in enumerate(numbers) if other == number]
        some = evaluate([gold[one] for one in chosen], [pred[one] for one in chosen], dialect)
        tallies.append(replace(some.tally, times=int(number * per)))
    tally = sum_of(tallies) or evaluate([], [], dialect).tally
    return Counted(Evaluation(dialect, tally, whole.score, engine=whole.engine), per)


def _weight(weight: float, position: int) -> Fraction:
    """Return a weight exactly. Raises `InvalidWeight`."""
    try:
        number = Fraction(float(weight))
    except (TypeError, ValueError, OverflowError):
        number = Fraction(-1)
    if number < 0:
        hint = "Pass numbers that are 0 or more: sample_weight=[1, 2, 0.5]."
        raise InvalidWeight(
            f"the weight of a sentence is {weight!r:.60}, not a number of 0 or more",
            place=f"sample_weight[{position}]",
            hint=hint,
        )
    return number
