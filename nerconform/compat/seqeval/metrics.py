"""The functions of `seqeval.metrics` 1.2.2, with the same arguments and the same forms of results.

Without `mode`, tags are read as conlleval reads them; with `mode="strict"`, an illegal tag begins no entity. `scheme`
is a name or a class of seqeval, and counts in both modes. Every result has a `signature`. Errors are the `ValueError`s
of `nerconform.reference.refusals`.
"""

import math
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from nerconform.api import evaluate
from nerconform.compat.seqeval.counted import Counted, SeqevalRules, Tags, check_prefixes, count, in_lists
from nerconform.compat.seqeval.signed import SignedDict, SignedFloat, SignedText, signed_array
from nerconform.reference.counting import Counts
from nerconform.reference.decoding import Side
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import UnknownOption, UnknownPrefix
from nerconform.reference.scoring import Score
from nerconform.reference.signature import short_dialect
from nerconform.version import SPEC_VERSION

__all__ = [
    "accuracy_score",
    "classification_report",
    "f1_score",
    "get_entities",
    "performance_measure",
    "precision_recall_fscore_support",
    "precision_score",
    "recall_score",
]

_AVERAGES = ("micro", "macro", "weighted")
_ALL = ("precision", "recall", "f-score")
_MAX_NAMED_TYPES = 5
_HEADINGS = ("precision", "recall", "f1-score", "support")


class UndefinedRatioWarning(UserWarning):
    """A ratio has the denominator 0 and was set to 0; scikit-learn's own class stands for it where that is loaded."""


def precision_recall_fscore_support(  # noqa: PLR0913 - the arguments of seqeval
    y_true: Tags,
    y_pred: Tags,
    *,
    average: str | None = None,
    warn_for: Sequence[str] = _ALL,
    beta: float = 1.0,
    sample_weight: Iterable[float] | None = None,
    zero_division: object = "warn",
    suffix: bool = False,
    mode: str | None = None,
    scheme: object = None,
) -> tuple[Any, ...]:
    """Return precision, recall, F-beta and support: numbers of an average, or arrays with one value for each type.

    `beta` is 0 or more, also infinite (F is recall then). Raises `UnknownOption` for another average or beta.
    """
    if average not in {None, *_AVERAGES}:
        raise UnknownOption(
            f"there is no average {average!r:.60}",
            hint=f"Use one of: {', '.join(_AVERAGES)}, or None for one score of each type.",
        )
    if not beta >= 0:
        raise UnknownOption(f"beta is {beta!r:.60}, not a number of 0 or more", hint="Pass beta=1 for F1.")
    rules = SeqevalRules(mode, scheme, suffix, zero_division)
    found = count(y_true, y_pred, rules, sample_weight)
    if isinstance(zero_division, str):
        _warn(found, average, warn_for)
    rows, supports = _rows(found, average, beta)
    quantities = ("precision", "recall", f"f{beta:g}" if math.isfinite(beta) else "recall")
    measures = [f"strict.{average}.{quantity}" if average else "*" for quantity in quantities]
    signatures = [_signature(found, measure) for measure in measures]
    columns = [[float(getattr(row, name) or 0) for row in rows] for name in ("precision", "recall", "f")]
    if average is None:
        arrays = [signed_array(column, text) for column, text in zip(columns, signatures, strict=True)]
        return (*arrays, signed_array(supports, signatures[0]))
    values = [SignedFloat.of(column[0], text) for column, text in zip(columns, signatures, strict=True)]
    return (*values, supports[0])


def _rows(found: Counted, average: str | None, beta: float) -> tuple[list[Score], list[float]]:
    """Return the scores of an average, or of every type, and their supports."""
    evaluation = found.evaluation
    scores = evaluation.score(evaluation.tally, Fraction(beta) if math.isfinite(beta) else Fraction(1))[Schema.STRICT]
    if average is None:
        rows = list(scores.by_type.values())
        supports = [_support(evaluation.by_type[kind].counts, found.per) for kind in scores.by_type]
    else:
        rows, supports = [scores.averages[average]], [_support(evaluation.counts, found.per)]
    if not math.isfinite(beta):
        rows = [Score(row.precision, row.recall, row.recall) for row in rows]
    return rows, supports


def _support(counts: Counts | None, per: int) -> float:
    """Return the number of gold entities, a whole number unless weights are not."""
    number = Fraction(counts.pos if counts else 0, per)
    return number.numerator if number.denominator == 1 else float(number)


def _signature(found: Counted, measure: str) -> str:
    """Return the signature with the dialect in its shortest form."""
    return f"{short_dialect(str(found.evaluation.dialect))}|{measure}|spec:{SPEC_VERSION}"


def _warn(found: Counted, average: str | None, warn_for: Sequence[str]) -> None:
    """Warn of every ratio that has the denominator 0."""
    evaluation = found.evaluation
    counts: Mapping[str, Counts | None] = {kind: row.counts for kind, row in evaluation.by_type.items()}
    if average == "micro" or not counts:
        counts = {"": evaluation.counts}
    no_prediction = [kind for kind, row in counts.items() if row and not row.act]
    no_gold = [kind for kind, row in counts.items() if row and not row.pos]
    if tuple(warn_for) == ("f-score",):
        both = [kind for kind in no_gold if kind in no_prediction]
        _warn_of("F-score", both, "entity, neither in gold nor in the prediction")
        return
    if "precision" in warn_for:
        _warn_of("precision", no_prediction, "predicted entity")
    if "recall" in warn_for:
        _warn_of("recall", no_gold, "gold entity")


def _warn_of(ratio: str, kinds: Sequence[str], missing: str) -> None:
    if not kinds:
        return
    some = [kind for kind in kinds if kind][:_MAX_NAMED_TYPES]
    more = f" and {len(kinds) - len(some)} more" if some and len(kinds) > len(some) else ""
    of = f" of {', '.join(some)}{more}" if some else ""
    text = f"the {ratio}{of} is undefined and set to 0: there is no {missing}. Pass zero_division=0 or 1 to choose."
    sklearn = sys.modules.get("sklearn.exceptions")
    warnings.warn(text, getattr(sklearn, "UndefinedMetricWarning", UndefinedRatioWarning), stacklevel=5)


def precision_score(  # noqa: PLR0913 - the arguments of seqeval
    y_true: Tags,
    y_pred: Tags,
    *,
    average: str | None = "micro",
    suffix: bool = False,
    mode: str | None = None,
    sample_weight: Iterable[float] | None = None,
    zero_division: object = "warn",
    scheme: object = None,
) -> Any:  # noqa: ANN401 - a float, or an array without `average`
    """Return the precision of entities: the share of predicted entities whose bounds and type are right."""
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        average=average,
        warn_for=("precision",),
        sample_weight=sample_weight,
        zero_division=zero_division,
        suffix=suffix,
        mode=mode,
        scheme=scheme,
    )[0]


def recall_score(  # noqa: PLR0913 - the arguments of seqeval
    y_true: Tags,
    y_pred: Tags,
    *,
    average: str | None = "micro",
    suffix: bool = False,
    mode: str | None = None,
    sample_weight: Iterable[float] | None = None,
    zero_division: object = "warn",
    scheme: object = None,
) -> Any:  # noqa: ANN401 - a float, or an array without `average`
    """Return the recall of entities: the share of gold entities that are predicted with right bounds and type."""
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        average=average,
        warn_for=("recall",),
        sample_weight=sample_weight,
        zero_division=zero_division,
        suffix=suffix,
        mode=mode,
        scheme=scheme,
    )[1]


def f1_score(  # noqa: PLR0913 - the arguments of seqeval
    y_true: Tags,
    y_pred: Tags,
    *,
    average: str | None = "micro",
    suffix: bool = False,
    mode: str | None = None,
    sample_weight: Iterable[float] | None = None,
    zero_division: object = "warn",
    scheme: object = None,
) -> Any:  # noqa: ANN401 - a float, or an array without `average`
    """Return the F1 of entities, exact matching."""
    return precision_recall_fscore_support(
        y_true,
        y_pred,
        average=average,
        warn_for=("f-score",),
        sample_weight=sample_weight,
        zero_division=zero_division,
        suffix=suffix,
        mode=mode,
        scheme=scheme,
    )[2]


def classification_report(  # noqa: PLR0913, PLR0917 - the arguments of seqeval
    y_true: Tags,
    y_pred: Tags,
    digits: int = 2,
    suffix: bool = False,  # noqa: FBT001, FBT002 - positional in seqeval
    output_dict: bool = False,  # noqa: FBT001, FBT002 - positional in seqeval
    mode: str | None = None,
    sample_weight: Iterable[float] | None = None,
    zero_division: object = "warn",
    scheme: object = None,
) -> Any:  # noqa: ANN401 - a text, or a dict with `output_dict`
    """Return a row for each type and average: a text, or with `output_dict` a dict of dicts.

    Raises `UnknownOption` where a type is named like an average and a dict is asked for, in which one would hide the
    other.
    """
    found = count(y_true, y_pred, SeqevalRules(mode, scheme, suffix, zero_division), sample_weight)
    if isinstance(zero_division, str):
        _warn(found, None, _ALL)
    rows, supports = _rows(found, None, 1.0)
    types = {kind: (row, support) for kind, row, support in zip(found.evaluation.by_type, rows, supports, strict=True)}
    averages: dict[str, tuple[Score, float]] = {}
    for average in _AVERAGES:
        (row,), (support,) = _rows(found, average, 1.0)
        averages[f"{average} avg"] = row, support
    signature = _signature(found, "*")
    if not output_dict:
        return SignedText.of(_text(types, averages, digits), signature)
    if both := types.keys() & averages.keys():
        hint = "Give the type another name. Or use output_dict=False, which returns text."
        raise UnknownOption(
            f"an entity type is called {', '.join(sorted(both))}, which is also the name of an average in the report",
            hint=hint,
        )
    return SignedDict.of({name: _in_dict(*row) for name, row in {**types, **averages}.items()}, signature)


def _in_dict(row: Score, support: float) -> dict[str, float]:
    """Return a row of the report as a dict."""
    ratios = (float(value or 0) for value in (row.precision, row.recall, row.f))
    return dict(zip(_HEADINGS, (*ratios, support), strict=True))


def _text(types: Mapping[str, tuple[Score, float]], averages: Mapping[str, tuple[Score, float]], digits: int) -> str:
    """Return the report as a table: headings, a line for each type, a line for each average."""
    width = max(digits, *map(len, (*types, *averages)))

    def lines(rows: Mapping[str, tuple[Score, float]]) -> str:
        cells = {name: list(_in_dict(*row).values()) for name, row in rows.items()}
        return "".join(
            f"{name:>{width}s} " + "".join(f" {ratio:>9.{digits}f}" for ratio in ratios) + f" {support:>9}\n"
            for name, (*ratios, support) in cells.items()
        )

    heads = f"{'':>{width}s} " + "".join(f" {heading:>9}" for heading in _HEADINGS)
    return f"{heads}\n\n{lines(types)}\n{lines(averages)}"


def accuracy_score(y_true: Tags, y_pred: Tags) -> SignedFloat:
    """Return the share of tokens whose tag is right, O included; 0 where there is no token.

    Raises `LengthsDiffer`, and the error of what is not a tag.
    """
    found = evaluate(in_lists(y_true), in_lists(y_pred), "conlleval,item:token")
    return SignedFloat.of(float(found.recall or 0), _signature(Counted(found), "strict.micro.recall"))


def performance_measure(y_true: Tags, y_pred: Tags) -> dict[str, int]:
    """Return TP, FP, FN and TN of tokens: a token that gold and prediction tag differently, neither O, is FP and FN.

    Raises `LengthsDiffer`, and the error of what is not a tag.
    """
    gold, pred = in_lists(y_true), in_lists(y_pred)
    accuracy_score(gold, pred)
    pairs = Counter(zip(chain.from_iterable(gold), chain.from_iterable(pred), strict=True))
    wrong = {pair: number for pair, number in pairs.items() if pair[0] != pair[1]}
    return {
        "TP": sum(number for (one, other), number in pairs.items() if one == other != "O"),
        "FP": sum(number for (_, other), number in wrong.items() if other != "O"),
        "FN": sum(number for (one, _), number in wrong.items() if one != "O"),
        "TN": pairs["O", "O"],
    }


def get_entities(seq: Any, suffix: bool = False) -> list[tuple[str, int, int]]:  # noqa: ANN401, FBT001, FBT002 - as there
    """Return the entities of one sentence as `(type, start, end)` in default mode, the end inclusive as in seqeval.

    Of several sentences the positions are those in all of them on end, with one free position after each.
    """
    tags = in_lists(seq)
    sentences = tags if any(isinstance(one, list | tuple) for one in tags) else [tags]
    rules = SeqevalRules(suffix=suffix)
    dialect = rules.dialect([], [])
    pipeline, strictly = (Pipeline.of(one) for one in (dialect, dialect.set(unknown="refuse")))
    try:
        marks = [strictly.parse(sentence) for sentence in sentences]
    except UnknownPrefix as error:
        check_prefixes(sentences, rules, error)
        marks = [pipeline.parse(sentence) for sentence in sentences]
    found: list[tuple[str, int, int]] = []
    first = 0
    for sentence in marks:
        found += [
            (span.type, first + span.start, first + span.end - 1) for span in pipeline.decode(sentence, Side.PRED)
        ]
        first += len(sentence) + 1
    return found
