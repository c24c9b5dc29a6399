"""Outputs: what a function returned, read as measures: a number, a tuple, a report, results, an object."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import product
from numbers import Real
from typing import Any, NamedTuple, TypeGuard, cast

from nerconform.asking.observation import MAX_PRINTED, Printed, Value
from nerconform.base.bounds import MAX_DIGITS, has_few_digits
from nerconform.base.errors import NerconformError
from nerconform.reference.measures import AVERAGES, COUNTS, Measure
from nerconform.reference.outcomes import Schema

_NAMES: Mapping[str, tuple[str, ...]] = {
    "precision": ("precision", "overall_precision", "p", "prec"),
    "recall": ("recall", "overall_recall", "r", "rec"),
    "f1": ("f1", "f1-score", "f1_score", "f", "fscore", "overall_f1"),
    "pos": ("support", "number"),
}
"""What each number is called; a support is read where it stands in a row."""
_RATIOS = ("precision", "recall", "f1")
_OVERALL = ("overall", "total", "all")
"""What people call the row over all types where no row is an average."""
STRATEGIES: Mapping[Schema, str] = {
    Schema.STRICT: "strict",
    Schema.EXACT: "exact",
    Schema.PARTIAL: "partial",
    Schema.TYPE: "ent_type",
}
"""The names of the schemas in results of nervaluate."""
_COUNT_NAMES: Mapping[str, str] = {
    "cor": "correct",
    "inc": "incorrect",
    "par": "partial",
    "mis": "missed",
    "spu": "spurious",
    "tp": "correct",
}
"""The names of the counts there."""
_UPPER_NAMES: Mapping[Any, str] = {name.upper(): words for name, words in _COUNT_NAMES.items() if name != "tp"} | {
    "POS": "possible",
    "ACT": "actual",
}
"""The names of the counts in the paper of MUC-5, and in metrics that follow it."""
_PRINTED_RATIO = re.compile(r"\d\.\d+|nan")
_MAX_KEYS = 12
"""Keys of a result that a message names."""
_READ = (
    'Return a number (F1), or a dict such as {"precision": 0.5, "recall": 0.5, "f1": 0.5}. Reports of seqeval and '
    'nervaluate are fine, and so is {"strict": {"f1": 0.5}, "partial": {"f1": 0.6}}.'
)


class UnreadableResult(NerconformError):
    """A metric returned something in which no number was found."""

    code = "unreadable-result"


class Output(NamedTuple):
    """The measures that a result holds, and the types that have a row, `None` where it has no rows."""

    values: dict[Measure, Value]
    rows: frozenset[str] | None = None


def read_output(result: object, names: Mapping[str, str] | None = None) -> Output:
    """Return what a result holds; `names` say where each measure is found. Raises `UnreadableResult`."""
    if names:
        return Output({Measure.parse(measure): _at(result, path) for measure, path in names.items()})
    for reader in _READERS:
        found = reader(result)
        if found is not None and found.values:
            return found
    raise _unreadable(result)


def _micro(quantity: str) -> Measure:
    return Measure(Schema.STRICT, "micro", quantity)


def _of_number(result: object) -> Output | None:
    return Output({_micro("f1"): _number(result)}) if _is_number(result) else None


def _of_tuple(result: object) -> Output | None:
    """Read (precision, recall, F1), and after them a support, as scikit-learn's functions have it."""
    if not isinstance(result, tuple | list) or not all(map(_is_number, result[:3])):
        return None
    supported = (
        isinstance(result, tuple) and len(result) == len(_NAMES) and (result[3] is None or _is_number(result[3]))
    )
    if len(result) == len(_RATIOS) or supported:
        return Output({_micro(name): _number(value) for name, value in zip(_RATIOS, result, strict=False)})
    return None


def _of_nervaluate(result: object) -> Output | None:
    """Read the results of `Evaluator.evaluate()`, of 0.x or 1.x, or the four schemas alone, with or without counts."""
    overall, types = (
        (result.get("overall", result), result.get("entities"))
        if isinstance(result, Mapping)
        else (result[:2] if isinstance(result, tuple) and len(result) > 1 else (None, None))
    )
    rows = types if isinstance(types, Mapping) else {}
    if not all(map(_has_schemas, (overall, *rows.values()))):
        return None
    values = {Measure(schema, "micro", name): value for schema, name, value in _rows_of(overall)}
    for kind, row in rows.items():
        values |= {Measure.of_type(schema, kind, name): value for schema, name, value in _rows_of(row)}
    return Output(values, None if types is None else frozenset(rows))


def _rows_of(rows: Mapping[str, Any]) -> Iterator[tuple[Schema, str, Value]]:
    for schema in STRATEGIES:
        row = _of_schema(rows[_strategy(schema, rows)]) or {}
        counted = {*_COUNT_NAMES.values()} <= {*row}
        names = [*(name for name in _RATIOS if name in row), *(COUNTS if counted else ())]
        yield from ((schema, name, value_of(row, name)) for name in names)


def _has_schemas(rows: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether results hold a row for each schema."""
    return isinstance(rows, Mapping) and all(_strategy(schema, rows) for schema in STRATEGIES)


def _strategy(schema: Schema, rows: Mapping[str, Any]) -> str:
    """Return the name under which results hold a schema, its own or nervaluate's; empty where they do not."""
    names = (name for name in (STRATEGIES[schema], str(schema)) if name in rows)
    return next((name for name in names if _of_schema(rows[name]) is not None), "")


def _of_schema(found: object) -> Mapping[str, Any] | None:
    """Return what stands for one schema by names: a row, an object, (precision, recall, F1), or F1 alone."""
    if isinstance(found, Mapping):
        return {_UPPER_NAMES.get(key, key): value for key, value in found.items()}
    if _is_number(found):
        return {"f1": found}
    if isinstance(found, tuple | list):
        three = len(found) == len(_RATIOS) and all(map(_is_number, found))
        return dict(zip(_RATIOS, found, strict=True)) if three else None
    return vars(found) if hasattr(found, "__dict__") else None


def value_of(row: Mapping[str, Any], quantity: str) -> Value:
    """Return one number; counts that a row does not hold follow from those that it holds (CNT-1)."""
    if quantity in _RATIOS:
        ratio = row[quantity]
        return ratio if isinstance(ratio, Printed) else float(ratio)
    paired = row["correct"] + row["incorrect"] + row["partial"]
    possible = row.get("possible", paired + row["missed"])
    actual = row.get("actual", paired + row["spurious"])
    derived = {"pos": possible, "act": actual, "fp": actual - row["correct"], "fn": possible - row["correct"]}
    return _count(derived[quantity] if quantity in derived else row[_COUNT_NAMES[quantity]])


def _of_mapping(result: object) -> Output | None:
    """Read the names of ratios, those under an average, and the rows of types beside them."""
    if not isinstance(result, Mapping):
        return None
    values = _ratios(result, Measure(Schema.STRICT, "micro", "f1"))
    averages = {f"{average} avg": average for average in AVERAGES}
    if averages.keys().isdisjoint(result):  # beside "macro avg", "macro" is a type
        averages |= {average: average for average in AVERAGES}
    values |= _ratios_of_averages(result)
    if not values and averages.keys().isdisjoint(result):
        averages |= dict.fromkeys(_OVERALL, "micro")
    known = {*averages, *(name for names in _NAMES.values() for name in names)}
    for key, average in averages.items():
        row = result.get(key)
        values |= _row(row, Measure(Schema.STRICT, average, "f1")) if isinstance(row, Mapping) else {}
    rows = {str(key): row for key, row in result.items() if key not in known and isinstance(row, Mapping)}
    types = {kind: _row(row, Measure.of_type(Schema.STRICT, kind, "f1")) for kind, row in rows.items()}
    if not values or not all(len(row) > 1 for row in types.values()):
        return Output(values)
    shown = bool(types) or not {*averages}.isdisjoint(result)
    return Output(
        values | {one: value for row in types.values() for one, value in row.items()},
        frozenset(types) if shown else None,
    )


def _ratios(holder: Mapping[Any, Any], like: Measure) -> dict[Measure, Value]:
    found = {name: next((holder[key] for key in _NAMES[name] if key in holder), None) for name in _RATIOS}
    return {like._replace(quantity=name): _number(value) for name, value in found.items() if _is_number(value)}


def _ratios_of_averages(result: Mapping[Any, Any]) -> dict[Measure, Value]:
    """Read names with an average in them, such as macro_f1, f1_weighted or macro-precision."""
    return {
        Measure(Schema.STRICT, average, name): _number(result[key])
        for average, name in product(AVERAGES, _RATIOS)
        for one in _NAMES[name]
        for key in (f"{average}_{one}", f"{one}_{average}", f"{average}-{one}")
        if _is_number(result.get(key))
    }


def _row(row: Mapping[Any, Any], like: Measure) -> dict[Measure, Value]:
    """Return the ratios of a row, and its support."""
    support = next((row[key] for key in _NAMES["pos"] if key in row), None)
    average = like.scope in {"macro", "weighted"}
    counts = {like._replace(quantity="pos"): _count(support)} if _is_number(support) and not average else {}
    return _ratios(row, like) | counts


def _count(value: object) -> int:
    """Return a count. Raises `UnreadableResult` for one of too many digits."""
    count = int(cast("int", value))
    _require_few_digits(count)
    return count


def _of_text(result: object) -> Output | None:
    """Read a report as seqeval and scikit-learn print it. Raises `UnreadableResult` for a number of too many digits."""
    if not isinstance(result, str) or not re.match(r"\s*precision +recall +f1-score +support\n", result):
        return None
    values: dict[Measure, Value] = {}
    types = set()
    for line in result.split("\n")[1:]:
        *ratios, support = line.split()[-4:] or ("",)
        if len(ratios) < len(_RATIOS) or not all(map(_PRINTED_RATIO.fullmatch, ratios)) or not support.isdecimal():
            continue
        for text, most in (*((ratio, MAX_PRINTED) for ratio in ratios), (support, MAX_DIGITS)):
            if len(text) > most:
                raise _too_many_digits(most)
        name, row = printed_row(line)
        average = name.removesuffix(" avg").removesuffix("avg").strip()
        if name not in {*AVERAGES} and average in AVERAGES:
            like = Measure(Schema.STRICT, average, "f1")
        else:
            types.add(name)
            like = Measure.of_type(Schema.STRICT, name, "f1")
        kept = _RATIOS if like.scope in {"macro", "weighted"} else (*_RATIOS, "pos")
        values |= {like._replace(quantity=quantity): row[quantity] for quantity in kept}
    return Output(values, frozenset(types))


def printed_row(line: str) -> tuple[str, dict[str, Value]]:
    """Return the name and numbers of one line; a name may contain spaces, and may be empty."""
    pieces = line.rsplit(maxsplit=4)
    name, numbers = "".join(pieces[:-4]).lstrip(), pieces[-4:]
    return name, dict(zip((*_RATIOS, "pos"), (*map(Printed, numbers[:3]), int(numbers[3])), strict=True))


def _of_object(result: object) -> Output | None:
    """Read the attributes of an object; one that has still to evaluate does so."""
    evaluate = getattr(result, "evaluate", None)
    if callable(evaluate):
        return read_output(evaluate())
    if result is None or isinstance(result, str | bytes | Mapping | tuple | list):
        return None
    names = [name for names in _NAMES.values() for name in names if name.isidentifier()]
    return Output(_ratios({name: getattr(result, name) for name in names if hasattr(result, name)}, _micro("f1")))


_READERS: tuple[Callable[[object], Output | None], ...] = (
    _of_number,
    _of_tuple,
    _of_nervaluate,
    _of_mapping,
    _of_text,
    _of_object,
)


def _at(result: object, path: str) -> Value:
    """Return the number at a path of keys, attributes and indices, such as `overall.strict.f1`."""
    found = result
    for number, step in enumerate(_steps(result, path)):
        try:
            found = _step(found, step)
        except (KeyError, IndexError, AttributeError, TypeError, ValueError):
            message = f"{path!r} is not in the result of the metric: {_held(found)} has no {step!r}"
            hint = (
                "Name the key, attribute or index that holds F1. If it is fscore: --result f1=fscore, in "
                'pyproject.toml f1 = "fscore".'
            )
            raise UnreadableResult(message, place=f"step {number + 1}", hint=hint) from None
    if not _is_number(found):
        message = f"{path!r} in the result of the metric is the {type(found).__name__} {found!r:.80}, not a number"
        hint = (
            'Name a key that holds a number. If it is eval_f1: --result f1=eval_f1, in pyproject.toml f1 = "eval_f1".'
        )
        raise UnreadableResult(message, hint=hint)
    return _number(found)


def _steps(result: object, path: str) -> Iterable[str]:
    """Return the steps of a path; a key that holds a dot is one step."""
    return [path] if isinstance(result, Mapping) and path in result else path.split(".")


def _step(found: Any, step: str) -> object:  # noqa: ANN401 - whatever a metric returns
    if isinstance(found, Mapping):
        return found[step]
    if isinstance(found, tuple | list) and step.lstrip("-").isdigit():
        return found[int(step)]
    return getattr(found, step)


def _unreadable(result: object) -> UnreadableResult:
    """Return the error of a result in which nothing is found by itself: what it holds is asked for by name."""
    names = [str(key) for key, value in _members(result) if _is_number(value)]
    if kinds := _rows_alone(result):
        message = f"the metric returned scores for each type ({', '.join(kinds)}) and no score over all types"
        hint = (
            'Return the score over all types beside them: {"precision": 0.5, "recall": 0.5, "f1": 0.5, '
            f'"{kinds[0]}": {{...}}}}. A key "micro avg" or "overall" with the three scores is fine, too.'
        )
        return UnreadableResult(message, hint=hint)
    if not names:
        message = f"the metric returned the {type(result).__name__} {result!r:.200}, in which there is no score"
        return UnreadableResult(message, hint=_READ)
    likely = next((name for name in names if "f1" in name.lower() or "fscore" in name.lower()), names[0])
    hint = f'If {likely} is F1: --result f1={likely}, in pyproject.toml f1 = "{likely}".'
    return UnreadableResult(
        f"the metric returned {_held(result)}, and none of them is a name of a score that nerconform knows", hint=hint
    )


def _rows_alone(result: object) -> list[str]:
    """Return the first keys of a dict of nothing but rows, each of which holds ratios by their names."""
    if not isinstance(result, Mapping) or not all(isinstance(row, Mapping) for row in result.values()):
        return []
    like = Measure(Schema.STRICT, "micro", "f1")
    return [str(key) for key in result][:_MAX_KEYS] if all(_ratios(row, like) for row in result.values()) else []


def _members(result: object) -> list[tuple[Any, Any]]:
    """Return what a result holds by names: keys, indices or attributes."""
    if isinstance(result, Mapping):
        return list(result.items())
    if isinstance(result, tuple | list):
        return []
    return list(getattr(result, "__dict__", {}).items())


def _held(result: object) -> str:
    """Return a result in a few words: its kind and its keys."""
    kind = "a dict" if isinstance(result, dict) else f"{type(result).__name__}"
    names = [str(key) for key, _ in _members(result)]
    if not names:
        return f"{kind} {result!r:.100}"
    more = f" and {len(names) - _MAX_KEYS} more" if len(names) > _MAX_KEYS else ""
    return f"{kind} with keys {', '.join(names[:_MAX_KEYS])}{more}"


def _is_number(value: object) -> bool:
    """Whether a value is one number; that of an array or tensor without axes is."""
    if isinstance(value, Real | Decimal):
        return not isinstance(value, bool)
    return getattr(value, "shape", None) == () and hasattr(value, "item")


def _number(value: object) -> Value:
    """Return a ratio as a double, or exact if it came so. Raises `UnreadableResult` for one of too many digits."""
    if isinstance(value, Fraction):
        _require_few_digits(value.numerator, value.denominator)
    elif isinstance(value, int):
        _require_few_digits(value)
    if isinstance(value, Fraction):
        return Fraction(value)
    return value if isinstance(value, Printed) else float(cast("float", value))


def _require_few_digits(*numbers: int) -> None:
    """Raise `UnreadableResult` for a number that nothing could print."""
    if not all(map(has_few_digits, numbers)):
        raise _too_many_digits(MAX_DIGITS)


def _too_many_digits(most: int) -> UnreadableResult:
    message = f"the metric returned a number of more than {most} digits, which is the limit"
    return UnreadableResult(message, hint="Return a score from 0 to 1, or from 0 to 100.")
