"""Counts to numbers for the second evaluator: dictionaries of fractions, undefined ratios as the words nan and omit."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from urllib.parse import quote, unquote

Tallies = Counter[tuple[str, str | None, str]]
Ratio = Fraction | str
Numbers = dict[str, Fraction | int | None]
Three = tuple[Ratio, Ratio, Ratio]
"""Precision, recall, F."""
BETAS = {"f1": Fraction(1), "f2": Fraction(2), "f0.5": Fraction(1, 2)}


def scores_of(whole: Tallies, apart: Sequence[Tallies], options: Mapping[str, str]) -> Numbers:
    """Return every number: keys are the texts of measures."""
    numbers: Numbers = {}
    for schema in schemas_of(options):
        table = _Table(whole, apart, options, schema)
        numbers.update(table.numbers())
    return numbers


def schemas_of(options: Mapping[str, str]) -> list[str]:
    """Return the schemas that there are (MAT-1, MAT-14)."""
    if options["align"] == "none":
        return ["strict"]
    own = {"gold-order"} if options["item"] == "token" else {"input-best", "best", "gold-order"}
    apart = options["scope"] == "schema" and options["align"] in own
    return ["strict", "exact", "partial", "type", *([] if apart else ["left", "right", "partial-type"])]


def _types(option: str) -> list[str] | None:
    """Return the given types."""
    return sorted({unquote(kind) for kind in option[6:-1].split(",")}) if option.startswith("given{") else None


class _Table:
    """One schema."""

    def __init__(self, whole: Tallies, apart: Sequence[Tallies], options: Mapping[str, str], schema: str) -> None:
        self.whole, self.apart, self.options, self.schema = whole, apart, options, schema
        gold = {kind for (_, kind, what), n in whole.items() if what == "gold" and n and kind is not None}
        pred = {kind for (_, kind, what), n in whole.items() if what == "pred" and n and kind is not None}
        self.rows = _types(options["types"]) or sorted(gold | pred)
        averaged = gold if options["labels-avg"] == "gold" else gold | pred
        self.labels = _types(options["labels-avg"]) or sorted(averaged)
        text = options["zero"]
        self.zero = tuple(part[1:] for part in text.split(",")) if text.startswith("P") else (text, text)

    def numbers(self) -> Numbers:
        found: Numbers = {}
        for kind in (None, *self.rows):
            scope = "micro" if kind is None else "type{" + quote(kind, safe="") + "}"
            found.update(self._counts(scope, kind))
            found.update(self._printed(scope, lambda beta, kind=kind: self.row(kind, beta)))  # type: ignore[misc]
        found.update(self._printed("macro", self.macro))
        found.update(self._printed("weighted", self.weighted))
        return found

    def _counts(self, scope: str, kind: str | None) -> Numbers:
        count = {what: self.whole[self.schema, kind, what] for what in ("cor", "inc", "par", "mis", "spu")}
        if self.options["align"] == "two-sided":
            return self._of_sides(scope, kind, count)
        pairs = count["cor"] + count["inc"] + count["par"]
        count.update(pos=pairs + count["mis"], act=pairs + count["spu"], tp=count["cor"])
        count.update(fp=count["act"] - count["cor"], fn=count["pos"] - count["cor"])
        hidden = {"cor", "inc", "par", "mis", "spu"} if self.options["align"] == "none" else set()
        return {f"{self.schema}.{scope}.{what}": n for what, n in count.items() if what not in hidden}

    def _of_sides(self, scope: str, kind: str | None, count: Mapping[str, Fraction | int]) -> Numbers:
        """Return the counts of each side (CNT-8)."""
        right, part = (self.whole[self.schema, kind, what] for what in ("cor+", "par+"))
        found = {
            "inc": 0,
            "mis": count["mis"],
            "spu": count["spu"],
            "tp_gold": count["cor"],
            "tp_pred": right,
            "par_gold": count["par"],
            "par_pred": part,
            "fn": count["par"] + count["mis"],
            "fp": part + count["spu"],
            "pos": count["cor"] + count["par"] + count["mis"],
            "act": right + part + count["spu"],
        }
        return {f"{self.schema}.{scope}.{what}": n for what, n in found.items()}

    def _printed(self, scope: str, three: Callable[[Fraction], Three]) -> Numbers:
        found: Numbers = {}
        for name, beta in BETAS.items():
            precision, recall, f = three(beta)
            found[f"{self.schema}.{scope}.{name}"] = printed(f, self.options["round"])
        found[f"{self.schema}.{scope}.precision"] = printed(precision, self.options["round"])
        found[f"{self.schema}.{scope}.recall"] = printed(recall, self.options["round"])
        return found

    def divide(self, tally: Tallies, kind: str | None, empty: Sequence[str], beta: Fraction) -> Three:
        """Return precision, recall and F of one tally (SCO-1 to SCO-4)."""
        n = {what: tally[self.schema, kind, what] for what in ("cor", "inc", "par", "mis", "spu")}
        ratios: list[Ratio] = []
        for other, instead in zip(("spu", "mis"), empty, strict=True):
            side = "+" if other == "spu" and self.options["align"] == "two-sided" else ""
            cor, par = (tally[self.schema, kind, what + side] for what in ("cor", "par"))
            of = cor + n["inc"] + par + n[other]
            right = Fraction(cor + Fraction(self.options["partial"]) * par)
            ratios.append(right / of if of else Fraction(instead) if instead in {"0", "1"} else instead)
        return ratios[0], ratios[1], f_of(ratios[0], ratios[1], beta)

    def row(self, kind: str | None, beta: Fraction) -> Three:
        """Return the scores of one type or of all (SCO-5, CNT-6)."""
        if self.options["pool"] != "mean":
            return self.divide(self.whole, kind, self.zero, beta)
        alone = self.options["empty-doc"]
        units = [self.divide(tally, kind, (alone, alone), beta) for tally in self.apart]
        instead = [Fraction(zero) if zero in {"0", "1"} else zero for zero in self.zero]
        precision = mean([unit[0] for unit in units], nothing=instead[0])
        recall = mean([unit[1] for unit in units], nothing=instead[1])
        of_means = f_of(precision, recall, beta)
        if self.options["macro-f"] == "of-means":
            return precision, recall, of_means
        return precision, recall, mean([unit[2] for unit in units], nothing=of_means)

    def macro(self, beta: Fraction) -> Three:
        """Return the mean over types (SCO-6, SCO-9)."""
        rows = [self.row(kind, beta) for kind in self.labels]
        if not rows:
            if self.options["empty"] == "nan":
                return "nan", "nan", "nan"
            return self.divide(Counter(), None, self.zero, beta)
        precision, recall = mean([row[0] for row in rows]), mean([row[1] for row in rows])
        if self.options["macro-f"] == "of-means":
            return precision, recall, f_of(precision, recall, beta)
        return precision, recall, mean([row[2] for row in rows])

    def weighted(self, beta: Fraction) -> Three:
        """Return the mean over types by their gold spans (SCO-7)."""
        gold = {kind: self._size(kind, "mis") for kind in self.labels}
        if not sum(gold.values()):
            predicted = sum(self._size(kind, "spu") for kind in self.labels)
            return self.divide(Counter(), None, ("0", self.zero[1]) if predicted else self.zero, beta)
        each = [(self.row(kind, beta), gold[kind]) for kind in self.labels]
        unit = Fraction(1, math.lcm(*(Fraction(n).denominator for n in gold.values())))
        rows = [row for row, n in each for _ in range(int(n / unit))]
        return mean([row[0] for row in rows]), mean([row[1] for row in rows]), mean([row[2] for row in rows])

    def _size(self, kind: str, other: str) -> int:
        """Return POS (with `mis`) or ACT (with `spu`) of a type."""
        side = "+" if other == "spu" and self.options["align"] == "two-sided" else ""
        return sum(self.whole[self.schema, kind, what] for what in (f"cor{side}", "inc", f"par{side}", other))


def f_of(precision: Ratio, recall: Ratio, beta: Fraction) -> Ratio:
    """Return F-beta (SCO-3): the weighted harmonic mean, 0 where a ratio is 0."""
    if isinstance(precision, str) or isinstance(recall, str):
        return "nan" if "nan" in {precision, recall} else "omit"
    if not precision or not recall:
        return Fraction(0)
    weight = 1 / (1 + beta**2)
    return 1 / (weight / precision + (1 - weight) / recall)


def mean(values: Iterable[Ratio], nothing: Ratio = "omit") -> Ratio:
    """Return the mean without omitted values; one nan makes it undefined."""
    values = [value for value in values if value != "omit"]
    if "nan" in values:
        return "nan"
    numbers = [value for value in values if isinstance(value, Fraction)]
    return sum(numbers, Fraction(0)) / len(numbers) if numbers else nothing


def printed(value: Ratio, rounding: str) -> Fraction | None:
    """Return the value as it is printed (SCO-10)."""
    if isinstance(value, str):
        return None
    if rounding == "exact":
        return value
    digits, rule, scale = rounding.replace("half-", "half_").split("-")
    value *= int(scale[1:])
    if rule == "binary":
        return Fraction(Decimal(float(value)).quantize(Decimal(1).scaleb(-int(digits)), ROUND_HALF_EVEN))
    shifted = value * 10 ** int(digits)
    below = math.floor(shifted)
    rest = shifted - below
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and (rule == "half_up" or below % 2 == 1))
    return Fraction(below + up, 10 ** int(digits))
