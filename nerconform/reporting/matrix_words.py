"""Words for a matrix of releases: a change, its causes, its smallest question; shared by page and terminal."""

from collections.abc import Iterable, Mapping, Sequence

from nerconform.comparison.matrixed import Change, Example, ModeRow, Reach
from nerconform.reporting.evaluation_view import plain
from nerconform.reporting.markdown_parts import code

_MOST = 3


def counted(change: Change) -> str:
    """Return how many answers changed."""
    parts = [(change.golden, "golden case"), (change.random, "random question")]
    return " and ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in parts if number)


def change_words(change: Change, titles: Mapping[str, str]) -> str:
    """Return why answers changed, as sentences."""
    if not change.explained:
        return "No cause is known."
    parts = [f"Gone: {_named(cause, titles)}." for cause in change.gone]
    parts += [f"New: {_named(cause, titles)}." for cause in change.new]
    parts += [f"Wrong in another way: {_named(cause, titles)}." for cause in change.kept]
    if change.choices:
        parts.append(f"By the dialects: {', '.join(change.choices)}.")
    return " ".join(parts)


def _named(cause: str, titles: Mapping[str, str]) -> str:
    """Return a cause with its title."""
    title = titles.get(cause, "")
    return f"{title} (`{cause}`)" if title else f"`{cause}`"


def example_lines(example: Example) -> list[str]:
    """Return the smallest question, and what was answered before and after, one line each."""
    how = [example.scheme, *(f"{axis}:{option}" for axis, option in example.choices.items())]
    how += ["as the report prints it"] if example.ask == "report" else []
    asked = ", ".join(filter(None, [example.question, *how]))
    gold, pred = (" / ".join(side) or "(no units)" for side in (example.gold, example.pred))
    lines = [f"Smallest, {asked}: gold {code(plain(gold))}, prediction {code(plain(pred))}."]
    shown = [
        f"{code(one.asked)} was {code(plain(one.expected))}, is {code(plain(one.got))}"
        for one in example.differences[:_MOST]
    ]
    more = len(example.differences) - len(shown)
    return [*lines, "; ".join(shown) + (f"; and {more} more." if more else ".")]


def reach_words(reach: Reach) -> str:
    """Return one sentence about what is taken now, or not any more."""
    many = "1 question" if reach.questions == 1 else f"{reach.questions} questions"
    if reach.gained:
        return f"{reach.after} takes {many} that {reach.before} did not: {plain(reach.reason)}."
    return f"{reach.after} takes {many} less than {reach.before}: {plain(reach.reason)}."


def untaken(modes: Iterable[tuple[str, ModeRow]]) -> list[str]:
    """Return why some releases cannot be asked what others can; what none can be asked is left out."""
    rows: Sequence[tuple[str, ModeRow]] = [(release, mode) for release, mode in modes if not mode.reason]
    where: dict[str, list[str]] = {}
    for release, mode in rows:
        for reason in mode.unsupported:
            where.setdefault(reason.replace(release, "it"), []).append(release)
    some = {reason: releases for reason, releases in where.items() if len(releases) < len(rows)}
    return [f"{', '.join(releases)}: {plain(reason)}" for reason, releases in some.items()]
