"""Wrong choices: metrics that choose something in place of a scheme or an option that does not exist."""

from collections.abc import Callable

from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect, axis_of
from nerconform.reference.refusals import UndefinedPolicy, UnknownOption
from nerconform.reference.schemes import scheme_of
from nerconform.suite.mistake import Choices, WrongChoice


def _ignoring(axis: str) -> Callable[[Choices], Choices]:
    """Leave out an option that the axis does not have."""

    def chosen(choices: Choices) -> Choices:
        try:
            axis_of(axis).read(choices.get(axis, str(axis_of(axis).write(axis_of(axis).default))))
        except UnknownOption:
            return {name: option for name, option in choices.items() if name != axis}
        return choices

    return chosen


def _other_scheme(names: Callable[[str], bool]) -> Callable[[Choices], Choices]:
    """Read the tags as IOB2 where the name of the scheme is no scheme."""

    def chosen(choices: Choices) -> Choices:
        try:
            scheme_of(choices["scheme"])
        except NerconformError:
            return {**choices, "scheme": "IOB2"} if names(choices["scheme"]) else choices
        return choices

    return chosen


def _lenient_policy(written: Callable[[str], bool]) -> Callable[[Choices], Choices]:
    """Take `lenient` for a policy that the scheme does not define."""

    def chosen(choices: Choices) -> Choices:
        try:
            Dialect().set(**{name: choices[name] for name in ("scheme", "policy") if name in choices})
        except UndefinedPolicy:
            return {**choices, "policy": "lenient"} if written(choices["policy"]) else choices
        except NerconformError:
            return choices
        return choices

    return chosen


def _other_overlap(old: str, new: str) -> Callable[[Choices], Choices]:
    """Take a least overlap that exists for one that does not."""
    return lambda choices: (
        {**choices, "overlap": choices["overlap"].replace(old, new)}
        if choices.get("overlap", "").startswith(old)
        else choices
    )


def _at_most_100(choices: Choices) -> Choices:
    of, _, share = choices.get("overlap", "").partition(":")
    number = share.removesuffix("%")
    return {**choices, "overlap": f"{of}:{min(int(number), 100)}%"} if number.isdecimal() else choices


_IGNORED = ("policy", "align", "zero", "bare", "unknown", "affix", "duplicates", "labels", "pool", "round")
CHOOSING: tuple[WrongChoice, ...] = (
    *(
        WrongChoice(f"unknown-{axis}-ignored", f"An option that does not exist on the axis {axis} is ignored.", fix)
        for axis, fix in ((axis, _ignoring(axis)) for axis in _IGNORED)
    ),
    WrongChoice(
        "overlap-of-0-as-any", "A least overlap of 0 % is read as any overlap.", _other_overlap("gold:0%", "any")
    ),
    WrongChoice("overlap-above-100-as-100", "A least overlap of more than 100 % is read as 100 %.", _at_most_100),
    WrongChoice(
        "overlap-of-predictions-as-of-gold",
        "A least overlap of the prediction is read as one of gold.",
        _other_overlap("pred:", "gold:"),
    ),
    WrongChoice(
        "iob-as-iob2", "The name IOB, which can mean IOB1 or IOB2, is read as IOB2.", _other_scheme("IOB".__eq__)
    ),
    WrongChoice("unknown-scheme-as-iob2", "An unknown scheme is read as IOB2.", _other_scheme("IOB".__ne__)),
    WrongChoice(
        "undefined-policy-as-lenient",
        "A policy that the scheme does not define is replaced by `policy:lenient`.",
        _lenient_policy(lambda text: not text.startswith("points{")),
    ),
    WrongChoice(
        "missing-points-as-lenient",
        "A policy that lacks a rule for a decision point is replaced by `policy:lenient`.",
        _lenient_policy(lambda text: text.startswith("points{")),
    ),
)
"""Metrics that choose something in place of an option that does not exist."""
