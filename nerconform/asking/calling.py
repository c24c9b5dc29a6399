"""Calling: what the caller of a function says of its arguments and its result, where that cannot be found out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Self

from nerconform.asking.inputs import INPUT_WORDS, InputForm
from nerconform.base.bounds import MAX_SCALE, positive
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.reference.measures import Measure
from nerconform.reference.refusals import UnknownOption

_RATIOS = ("precision", "recall", "f1")
_SIDES = ("gold", "pred")


class WrongKey(NerconformError):
    """A key that says how a function is called does not exist, or its value is of another kind."""

    code = "wrong-key"


@dataclass(frozen=True, slots=True)
class Calling:
    """How a function is called, and what of its result is which number; what is not said is found out.

    `input` is the form of its data, `arguments` the order of the two sides (`("pred", "gold")`), `options` are further
    keyword arguments (a text such as `seqeval.scheme:IOB2` stands for what is there), `id2label` are the labels of a
    model, a list, a mapping, a JSON file or the import path of one of these. `output` says by which key, attribute or
    index each measure is found (`{"f1": "eval_f1", "strict.macro.f1": "macro.f1"}`; a bare ratio is strict and micro),
    `scale` what a perfect score is (100 where it returns percentages). `refusals` are the exceptions by which
    it refuses bad input, by name, their subclasses included; `*` means every one. A function at an import path runs in
    a child process, unless `in_process` is true.
    """

    input: str = ""
    arguments: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    id2label: object = None
    output: Mapping[str, str] = field(default_factory=dict)
    scale: float | None = None
    refusals: tuple[str, ...] = ("ValueError",)
    in_process: bool = False

    def __post_init__(self) -> None:
        """Refuse a scale that no score has. Raises `WrongKey`."""
        _scale(self.scale)

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Self:
        """Return what a mapping says. Raises `WrongKey` and `UnknownOption`, with the key."""
        names = {one.name for one in fields(cls)} | {*_RATIOS}
        for name in given:
            if name not in names:
                raise WrongKey(
                    f"{name!r} is not a setting of a metric", hint=f"Use one of: {', '.join(sorted(names))}."
                )
        output = _table(given.get("output", {}), "output") | {
            name: str(given[name]) for name in _RATIOS if name in given
        }
        return cls(
            input=_input(given.get("input", "")),
            arguments=_arguments(given.get("arguments", ())),
            options=_table(given.get("options", {}), "options"),
            id2label=given.get("id2label"),
            output={_measure(name): str(path) for name, path in output.items()},
            scale=_scale(given.get("scale")),
            refusals=_listed(given.get("refusals", ("ValueError",)), "refusals"),
            in_process=_yes(given.get("in_process", False)),
        )


def _input(value: object) -> str:
    if not isinstance(value, str) or (value and value not in set(InputForm)):
        hint = f"Use one of: {', '.join(f'{one} ({said})' for one, said in INPUT_WORDS.items())}."
        raise UnknownOption(f"there is no input form {value!r}", place="input", hint=hint)
    return value


_LISTS = {
    "arguments": 'arguments = ["gold", "pred"] (the order in which the metric takes them)',
    "refusals": 'refusals = ["ValueError"] (the exceptions by which the metric rejects illegal input)',
}
_TABLES = {
    "output": 'output = { f1 = "overall_f1" } (the key of the result that holds F1)',
    "options": 'options = { mode = "strict" } (further arguments of the metric)',
}
"""What a key of a metric can hold, as it is written in TOML."""


def _arguments(value: object) -> tuple[str, ...]:
    found = _listed(value, "arguments")
    if found and sorted(found) != sorted(_SIDES):
        hint = (
            'Write the order in which the metric takes them: arguments = ["gold", "pred"] or arguments = '
            '["pred", "gold"].'
        )
        raise WrongKey(f"{value!r} does not name gold and pred once each", place="arguments", hint=hint)
    return found


def _listed(value: object, name: str) -> tuple[str, ...]:
    """Return a list of texts; one text is enough."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Sequence) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise WrongKey(f"{value!r} is not a list of strings", place=name, hint=f"In pyproject.toml: {_LISTS[name]}.")


def _table(value: object, key: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        hint = f"In pyproject.toml: {_TABLES[key]}."
        raise WrongKey(f"{value!r} is not a table of names and values", place=key, hint=hint)
    return dict(value)


def _measure(name: str) -> str:
    """Return a measure in full. Raises `UnknownMeasure`."""
    return str(Measure.parse(name if name.count(".") > 1 else f"strict.micro.{name}"))


def _yes(value: object) -> bool:
    if not isinstance(value, bool):
        hint = "Write in_process = true to run the metric in the process of nerconform. Or remove the key."
        raise WrongKey(f"{value!r} is not true or false", place="in_process", hint=hint)
    return value


def _scale(value: object) -> float | None:
    if value is None:
        return None
    scale = positive(value, MAX_SCALE)
    if scale is None or scale * MAX_SCALE < 1:
        hint = "Write the score of a perfect prediction, 1 or 100: --scale 100, in pyproject.toml scale = 100."
        raise WrongKey(
            f"{short(value)} is not a number from {1 / MAX_SCALE:f} to {MAX_SCALE}", place="scale", hint=hint
        )
    return scale
