"""Arguments: the parameters of a function, and what is passed to them for a question."""

import inspect
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from nerconform.asking.array_rows import array_rows, is_unsure
from nerconform.asking.calling import Calling, WrongKey
from nerconform.asking.imports import imported, is_import_path
from nerconform.asking.inputs import (
    ONE,
    CallData,
    InputForm,
    are_paired,
    as_flat,
    as_mappings,
    as_passed,
    lines_of,
    spans_of,
    tag_lists,
    types_of,
)
from nerconform.asking.observation import Unsupported
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.formats.labels import IGNORED_ID, names_from, names_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Affix
from nerconform.reference.tags import parser

_PREDICTED_LOGIT, _UNSURE_LOGIT = 4.0, 1.0


class EvalPrediction(NamedTuple):
    """What `compute_metrics` is called with: arrays, by name or by position.

    `predictions` are [units, tokens, labels], or ids [units, tokens]; `label_ids` are [units, tokens].
    """

    predictions: Any
    label_ids: Any


def eval_prediction(
    question: Question, dialect: Dialect, id2label: Mapping[int, str], *, ids: bool
) -> CallData | Unsupported:
    """Return the question in arrays, or why it cannot be written so; types are called what the model's labels say."""
    import numpy as np

    if question.form is not Form.TAGS or not are_paired(question):
        return Unsupported("the metric takes arrays of label ids, and these data cannot be written so")
    gold, pred = tag_lists(question.gold), tag_lists(question.pred)
    renamed = model_labels([*gold, *pred], dialect, id2label)
    if isinstance(renamed, Unsupported):
        return renamed
    tags, types = renamed
    numbers = {label: number for number, label in id2label.items()}
    other = next((number for number, label in sorted(id2label.items()) if label != "O"), 0)
    laid_out = array_rows(gold, pred)
    columns = len(laid_out.gold[0]) if laid_out.gold else 1
    shape = (len(gold), columns)
    ids_of_gold = [[IGNORED_ID if tag is None else numbers[tags[tag]] for tag in row] for row in laid_out.gold]
    ids_of_pred = [
        [numbers[tags[tag]] if tag in tags else numbers.get(tag, other) for tag in row] for row in laid_out.pred
    ]
    label_ids = np.array(ids_of_gold, dtype=np.int64).reshape(shape)
    predicted = np.array(ids_of_pred, dtype=np.int64).reshape(shape)
    if ids:
        return CallData((EvalPrediction(predicted, label_ids),), types)
    logits = np.zeros((*shape, max(id2label) + 1), dtype=np.float32)
    for place, number in np.ndenumerate(predicted):
        logits[(*place, number)] = _UNSURE_LOGIT if is_unsure(*place) else _PREDICTED_LOGIT
    return CallData((EvalPrediction(logits, label_ids),), types)


def model_labels(
    units: Sequence[Sequence[str]], dialect: Dialect, id2label: Mapping[int, str]
) -> tuple[dict[str, str], dict[str, str]] | Unsupported:
    """Return each tag as a label of the model, and each type of the question as the model's: in one order.

    Names of types mean nothing to a metric, so where the model has not all of them, its own stand for them.
    """
    tags = {tag for unit in units for tag in unit}
    if tags <= {*id2label.values()}:
        return {tag: tag for tag in tags}, {}
    try:
        kinds = {tag: parser(dialect)([tag])[0] for tag in tags}
        own = sorted({mark.type for mark in parser(dialect)([*id2label.values()]) if mark.role != "O"})
    except NerconformError as error:
        return Unsupported(f"a model cannot have this label: {error.message}")
    types = sorted({mark.type for mark in kinds.values() if mark.role != "O"})
    if len(types) > len(own):
        return Unsupported(f"the model has only {len(own)} types, and this input has {len(types)}")
    names = dict(zip(types, own, strict=False))
    found = {}
    for tag, mark in kinds.items():
        prefix = tag[: len(tag) - len(mark.type)] if dialect.affix is Affix.PREFIX else tag[len(mark.type) :]
        whole = (
            f"{prefix}{names.get(mark.type)}" if dialect.affix is Affix.PREFIX else f"{names.get(mark.type)}{prefix}"
        )
        found[tag] = "O" if mark.role == "O" else whole
    missing = sorted({*found.values()} - {*id2label.values()})
    if missing:
        return Unsupported(f"the model has no label {missing[0]}")
    return found, names


_PRED = frozenset({"pred", "preds", "predicted", "prediction", "predictions", "hyp", "hyps", "hypothesis", "system"})
_TYPES = frozenset({"tags", "labels", "types", "classes", "label_list", "tag_list", "entity_types", "entity_labels"})
"""What a parameter is called that takes the list of types."""
OF_ARRAYS = (InputForm.EVAL_PREDICTION, InputForm.EVAL_IDS)
_LINES = (InputForm.CONLL, InputForm.CONLL_TEXT, InputForm.CONLL_PATH)
_TWO = (InputForm.TAGS, InputForm.SPANS, InputForm.MAPPINGS)
_TWO_ARGUMENTS = 2
"""Gold and prediction, where they are two arguments."""


class WrongArity(NerconformError):
    """A function takes other arguments than gold and prediction, or one object that holds both."""

    code = "wrong-arity"


class Parameters(NamedTuple):
    """Which parameters are the data, in the order gold, prediction; and which are filled with the list of types.

    `keywords` holds the names of the data where they can be passed by name only.
    """

    wanted: int
    swapped: bool = False
    keywords: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    def placed(self, sides: Sequence[Any]) -> tuple[Sequence[Any], dict[str, Any]]:
        """Return gold and prediction as positional arguments and as named ones."""
        if self.keywords:
            return (), dict(zip(self.keywords, sides, strict=True))
        return (sides[::-1] if self.swapped else sides), {}


@dataclass(frozen=True, slots=True)
class Arguments:
    """How a function is called; `form` is the form that it has been seen to take."""

    parameters: Parameters
    id2label: Mapping[int, str] | None = None
    declared: InputForm | None = None
    form: InputForm | None = None

    def forms(self) -> Sequence[InputForm]:
        """Return the forms that it may take, the likeliest first."""
        if self.form or self.declared:
            return [form for form in (self.form, self.declared) if form][:1]
        if self.parameters.wanted == _TWO_ARGUMENTS:
            return _TWO
        return [*(OF_ARRAYS if self.id2label else ()), *_LINES]

    def data(self, form: InputForm, question: Question, dialect: Dialect) -> CallData | Unsupported:
        """Return what is passed for a question, or why it cannot be put in this form."""
        match form:
            case InputForm.TAGS | InputForm.FLAT:
                return as_flat(question) if form is InputForm.FLAT else CallData(as_passed(question))
            case InputForm.SPANS | InputForm.MAPPINGS:
                sides = spans_of(question, dialect)
                if isinstance(sides, Unsupported) or form is InputForm.SPANS or question.form is Form.RAW_SPANS:
                    return sides if isinstance(sides, Unsupported) else CallData(sides)
                return CallData((as_mappings(sides[0]), as_mappings(sides[1])))
            case InputForm.EVAL_PREDICTION | InputForm.EVAL_IDS:
                return eval_prediction(question, dialect, self.id2label or {}, ids=form is InputForm.EVAL_IDS)
        lines = lines_of(question)
        if isinstance(lines, Unsupported):
            return lines
        text = "".join(f"{line}\n" for line in lines)
        return CallData((lines if form is InputForm.CONLL else text if form is InputForm.CONLL_TEXT else _file(text),))

    def types(self, question: Question) -> dict[str, list[str]]:
        """Return the arguments that take the list of types."""
        return {name: sorted(types_of(question)) for name in self.parameters.types}


def written(call: str, arguments: Arguments, data: CallData, more: Mapping[str, object]) -> str:
    """Return Python that makes these data, calls a function in the words of `call`, `name({})`, and prints.

    `more` are further arguments; a text that is an import path stands for what it names.
    """
    imports = "".join(f"from {text.replace(':', ' import ')}\n" for text in more.values() if is_path_text(text))
    words = "".join(
        f", {key}={str(value).partition(':')[2] if is_path_text(value) else repr(value)}" for key, value in more.items()
    )
    if len(data.values) == 1:
        return f"{imports}{_written(data.values[0])}\nprint({call.format(f'data{words}')})"
    values, named = arguments.parameters.placed(("gold", "pred"))
    sides = ", ".join((*values, *(f"{key}={side}" for key, side in named.items())))
    gold, pred = (_plain(side) for side in data.values)
    return f"{imports}gold = {gold!r}\npred = {pred!r}\nprint({call.format(f'{sides}{words}')})"


def is_path_text(value: object) -> TypeGuard[str]:
    """Whether a value is a text that is an import path."""
    return isinstance(value, str) and is_import_path(value)


_LABELS = (
    "Say which label each id means: --id2label config.json (the model's file), or --id2label mypkg.model:LABELS "
    '(a list in Python). In pyproject.toml: id2label = "config.json".'
)


def arguments_of(path: str, function: Callable[..., object], calling: Calling) -> Arguments:
    """Return how a function is called. Raises `WrongArity`, `WrongKey`, and `CannotImport` for an option."""
    declared = InputForm(calling.input) if calling.input else None
    labels = _labels(calling.id2label)
    if declared in OF_ARRAYS and not labels:
        raise WrongArity(
            f"--input {declared} passes label ids to the function, and nothing says which label each id means",
            place=path,
            hint=_LABELS,
        )
    parameters = _parameters(path, function, declared, frozenset(calling.options))
    if calling.arguments:
        parameters = parameters._replace(swapped=calling.arguments[0] == "pred")
    return Arguments(parameters, labels, declared)


def _labels(given: Any) -> dict[int, str] | None:  # noqa: ANN401 - whatever was declared
    """Return the labels of a model by their ids, `None` where none were declared. Raises `WrongKey`."""
    try:
        found: Any = imported(given) if isinstance(given, str) and is_import_path(given) else given
        if isinstance(found, tuple | list):
            return names_of(list(found), "id2label")
        if found is None or isinstance(found, str | Path | Mapping):
            return names_from(found)
    except NerconformError as error:
        raise WrongKey(
            f"the labels {given!r} cannot be read: {error.message}", place="id2label", hint=_LABELS
        ) from None
    raise WrongKey(
        f"{given!r} is an object of type {type(found).__name__}, not a list of labels", place="id2label", hint=_LABELS
    )


def _parameters(
    path: str, function: Callable[..., object], declared: InputForm | None, options: frozenset[str]
) -> Parameters:
    """Return which parameters are the data."""
    wanted = 1 if declared in ONE else _TWO_ARGUMENTS
    try:
        every = inspect.signature(function).parameters
    except (TypeError, ValueError):  # what is written in C may have no signature
        return Parameters(wanted)
    unknown = sorted(options - {*every})
    if unknown and not any(one.kind is one.VAR_KEYWORD for one in every.values()):
        near = next(iter(get_close_matches(unknown[0], every, 1) or every), "")
        hint = f"Name an argument that the function has: {', '.join(every) or 'it has none'}."
        if near:
            hint += f" For example: --argument {near}=VALUE."
        raise WrongArity(
            f"an option sets the argument {unknown[0]!r}, and the function has no argument with this name",
            place=f"{path}, options",
            hint=hint,
        )
    found = [one for one in every.values() if one.name not in options]
    loose = any(one.kind is one.VAR_POSITIONAL for one in found)
    positional = [one for one in found if one.kind in {one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD}]
    named = [one for one in found if one.kind is one.KEYWORD_ONLY and one.default is one.empty]
    required = [one for one in positional if one.default is one.empty]
    if len(required) + len(named) < wanted and (loose or len(positional) >= wanted) and not named:
        required = positional[:wanted]
        if loose and len(required) < wanted:
            return Parameters(wanted)
    if declared is None and not loose and len(required) == 1 and not named:
        wanted = 1
    names = [one.name for one in (*required, *named)]
    data, rest = names[:wanted], names[wanted:]
    if declared in ONE and len(required) == _TWO_ARGUMENTS and not named and not {*rest} <= _TYPES:
        hint = "Remove --input (in pyproject.toml input): this function takes gold and predictions as two arguments."
        message = f"--input {declared} passes one argument, and this function takes several: {', '.join(names)}"
        raise WrongArity(message, place=f"{path}, input", hint=hint)
    if len(data) < wanted or any(name not in _TYPES for name in rest):
        raise _wrong(path, names, wanted)
    swapped = wanted == _TWO_ARGUMENTS and _is(data[0], _PRED) and not _is(data[1], _PRED)
    keywords = tuple(data[::-1] if swapped else data) if named and not required else ()
    return Parameters(wanted, swapped and not keywords, keywords, tuple(rest))


def _wrong(path: str, names: Sequence[str], wanted: int) -> WrongArity:
    held = ", ".join(names) or "no argument"
    if len(names) < wanted:
        hint = "Write a function of gold and predictions, or of one object with both (then say which: --input conll)."
    else:
        flags = " ".join(f"--argument {name}=..." for name in names[wanted:])
        keys = ", ".join(f"{name} = ..." for name in names[wanted:])
        hint = f"Give values for the rest: {flags}, in pyproject.toml options = {{ {keys} }}."
    return WrongArity(
        f"the function needs {held}, but nerconform passes only gold and predictions", place=path, hint=hint
    )


def _is(name: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(name.lower().strip("_").split("_"))


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="nerconform-"))


def _file(text: str) -> str:
    """Return the path of a file that holds the text."""
    path = _folder() / "data.conll"
    path.write_text(text, encoding="utf-8")
    return str(path)


def _plain(side: object) -> object:
    """Return a side without the kit's own names: spans as plain tuples."""
    if not isinstance(side, list):
        return side
    return [
        [tuple(one) if isinstance(one, tuple) else one for one in unit] if isinstance(unit, list) else unit
        for unit in side
    ]


def _written(value: object) -> str:
    """Return Python that makes the one object."""
    if isinstance(value, EvalPrediction):
        predictions, labels = value.predictions, value.label_ids
        ids = predictions if predictions.ndim == labels.ndim else predictions.argmax(axis=-1)
        made = ["import numpy as np", "from types import SimpleNamespace", f"predictions = np.array({ids.tolist()!r})"]
        if predictions.ndim != labels.ndim:
            logits = f"np.array({predictions.max(axis=-1).tolist()!r}, dtype=np.float32)[..., None]"
            made.append(f"predictions = np.eye({predictions.shape[-1]}, dtype=np.float32)[predictions] * {logits}")
        made.append(f"label_ids = np.array({labels.tolist()!r})")
        return "\n".join([*made, "data = (predictions, label_ids)"])
    return f"data = {value!r}"
