"""Conclusions: which of two predictions is better, and whether that depends on the rule."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from nerconform.api import resolve
from nerconform.reference.dialect import AXES
from nerconform.results.comparison import ComparisonColumn, Conclusion, RuleVerdict
from nerconform.results.context import FilesRead

LEVEL = 0.05
"""A test is significant if its p value is below this one."""
_MOST_OPTIONS = 3
"""An axis separates two verdicts only if each of them has at most 3 of its options: more are no explanation."""


def conclusion(columns: Sequence[ComparisonColumn], read: FilesRead | None) -> Conclusion | None:
    """Return the conclusion on two predictions, `None` where no column has both numbers."""
    both = [one for one in columns if one.against is not None and one.against.difference is not None]
    tested = [one for one in both if one.against is not None and one.against.p is not None]
    grouped: dict[str, list[ComparisonColumn]] = {}
    for one in tested or both:
        grouped.setdefault(_better(one), []).append(one)
    if not grouped:
        return None
    first, second = _names(read)
    options = _separating(grouped)
    ordered = sorted(grouped.items(), key=lambda item: (-len(item[1]), not item[0]))
    verdicts = (_verdict(better, found, options.get(better, ())) for better, found in ordered)
    return Conclusion(first, second, tuple(verdicts))


def _better(column: ComparisonColumn) -> str:
    """Return which prediction a column calls better, nothing where it calls none."""
    against = column.against
    if against is None or not against.difference or (against.p is not None and against.p >= LEVEL):
        return ""
    return "second" if against.difference > 0 else "first"


def _verdict(better: str, columns: Sequence[ComparisonColumn], options: tuple[str, ...]) -> RuleVerdict:
    found = [one.against.p for one in columns if one.against is not None]
    tests = [float(p) for p in found if p is not None]
    ends = (min(tests), max(tests)) if tests else (None, None)
    return RuleVerdict(better, tuple(one.name for one in columns), options, *ends)


def _names(read: FilesRead | None) -> tuple[str, str]:
    """Return the names of the two predictions: those of their files, without folder and ending where that is clear."""
    paths = [Path(one.file) for one in (read.inputs if read else ())][-2:]
    if len(paths) < 2:  # noqa: PLR2004 - two predictions
        return "the first prediction", "the second prediction"
    for names in ([path.stem for path in paths], [path.name for path in paths], list(map(str, paths))):
        if names[0] != names[1]:
            break
    return names[0], names[1]


def _separating(grouped: Mapping[str, Sequence[ComparisonColumn]]) -> Mapping[str, tuple[str, ...]]:
    """Return the options of each verdict on the first axis that separates all verdicts; `policy` is looked at first."""
    if len(grouped) < 2 or not all(one.dialect for columns in grouped.values() for one in columns):  # noqa: PLR2004 - two verdicts
        return {}
    dialects = {better: [resolve(one.dialect) for one in columns] for better, columns in grouped.items()}
    for axis in sorted((axis.name for axis in AXES), key=lambda name: name != "policy"):
        found = {better: dict.fromkeys(str(one.option(axis)) for one in own) for better, own in dialects.items()}
        every = [option for options in found.values() for option in options]
        if len(every) == len(set(every)) and all(len(options) <= _MOST_OPTIONS for options in found.values()):
            return {better: tuple(f"{axis}:{option}" for option in options) for better, options in found.items()}
    return {}
