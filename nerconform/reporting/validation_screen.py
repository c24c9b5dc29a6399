"""Validation screen: the first screen of what is illegal in tagged files: how much, and where."""

from collections import Counter

from rich.console import Console

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.layout import LINES, ScreenLine, columns, folded, print_lines
from nerconform.reporting.validation_text import original_summary, suspicions
from nerconform.results.tagged_files import OriginalSpans, SideFindings, Validation

_MOST_SIDES = 6
_SIDES = {"gold": "gold", "pred": "the prediction"}
_MOST_LOOKS = 3
_MOST_SUSPICIONS = 2
_MOST_CHANGES = 5
_MOST_PLACES = 11


def print_screen(validation: Validation, console: Console) -> None:
    """Print how much is illegal, and the first places."""
    print_lines(screen(validation), console)


def screen(validation: Validation) -> list[ScreenLine]:
    """Return the lines: what became of the entities of an original first, then what is illegal."""
    if validation.original is None:
        return _tags(validation, LINES)
    before = _original(validation.original)
    return [*before, *_tags(validation, LINES - len(before))]


def _original(found: OriginalSpans) -> list[ScreenLine]:
    """Return how many entities are as they were, and the first that are not."""
    style = "bold red" if found.changes else "green"
    lines = [ScreenLine(line, style) for line in folded(original_summary(found), most=3)]
    shown = found.changes[:_MOST_CHANGES]
    for change in shown:
        words = f"{change.file}:{change.line}: {change.message} ({change.now})"
        lines += [ScreenLine(line) for line in folded(plain(words), most=2)]
    more = len(found.changes) - len(shown)
    return [*lines, ScreenLine(f"and {more} more with --verbose", "dim")] if more else lines


def _tags(validation: Validation, room: int) -> list[ScreenLine]:
    """Return how much is illegal, and where, in as many lines as there is room for."""
    wrong = [side for side in validation.sides if side.findings]
    style = "bold red" if wrong else "green"
    has_texts = any(side.texts is not None for side in validation.sides)
    lines = [ScreenLine(line, style) for line in folded(_sentence(validation), most=4 if has_texts else 2)]
    if not wrong:
        return lines
    lines += map(ScreenLine, _table(validation))
    guesses = [words for side in wrong for words in dict.fromkeys(suspicions(side))]
    looks = _looks(validation) if sum(len(side.findings) for side in wrong) > 1 else ""
    end = [ScreenLine(line) for line in folded(looks, most=2)] if looks else []
    for words in list(dict.fromkeys(guesses))[:_MOST_SUSPICIONS]:
        end += [ScreenLine(line, "yellow") for line in folded(words, most=2)]
    effect = "" if has_texts else ", nerconform sweep FILE (F1 by how such tags are read)"
    more = folded(f"more: --verbose{_clause(wrong)}{effect}")
    end += [ScreenLine(line, "dim") for line in more]
    return [*lines, *_places(wrong, min(room - len(lines) - len(end), _MOST_PLACES)), *end]


def _clause(wrong: list[SideFindings]) -> str:
    """Return the command that explains the rule of the first finding."""
    clause = wrong[0].findings[0].clause
    return f", nerconform explain {clause} (the rule that the first one breaks)" if clause else ""


def _table(validation: Validation) -> list[str]:
    """Return how much is illegal in each column of tags, the most first; of one file the sentence has said it."""
    if len({side.file for side in validation.sides}) == 1:
        return []
    shown = sorted(validation.sides, key=lambda side: -len(side.findings))[:_MOST_SIDES]
    rows = [[str(len(one.findings)), str(one.tags), str(one.units), _name(one)] for one in shown]
    lines = columns(rows, ("illegal", "tags", "sentences", "where"), right=(0, 1, 2))
    more = len(validation.sides) - len(shown)
    return [*lines, f"and {more} more with --verbose"] if more else lines


def _name(side: SideFindings) -> str:
    """Return a file, and of a file with both sides which of them."""
    return side.file + ("" if side.side == "tags" else f", {side.side}")


def _sentence(validation: Validation) -> str:
    """Return how much of all is illegal."""
    sides = validation.sides
    if any(side.texts is not None for side in sides):
        return "; ".join(_texts(side) for side in sides if side.texts is not None or side.findings)
    tags = sum(side.tags for side in sides)
    units = sum({side.file: side.units for side in sides}.values())  # both sides of a file have the same ones
    read = f"{counted(tags, 'tag')} in {counted(units, 'sentence')}"
    found = sum(len(side.findings) for side in sides)
    if not found:
        files = list(dict.fromkeys(side.file for side in sides))
        where = files[0] if len(files) == 1 else counted(len(files), "file")
        return f"{where}: every tag is legal {validation.scheme} ({read})"
    files = list(dict.fromkeys(side.file for side in sides))
    if len(files) > 1:
        wrong = {side.file for side in sides if side.findings}
        illegal = f"{counted(found, 'illegal tag')} of {tags}"
        return f"{len(wrong)} of {len(files)} files are not legal {validation.scheme}: {illegal}"
    parts = [_share(side) for side in sides]
    return f"{files[0]} is not legal {validation.scheme}: {', '.join(parts)}"


def _texts(side: SideFindings) -> str:
    """Return how often the texts of one side's entities stand in their sentences; of tags how many are illegal."""
    if side.texts is None:
        return f"{_name(side)}: {counted(len(side.findings), 'illegal tag')} of {side.tags}"
    return f"{_name(side)}: {counted(side.texts.number, 'text')} in {counted(side.units, 'sentence')}, {side.texts}"


def _share(side: SideFindings) -> str:
    """Return how much of one side is illegal."""
    name = "" if side.side == "tags" else f"{_SIDES.get(side.side, side.side)} has "
    number = len(side.findings)
    return f"{name}{counted(number, 'illegal tag')} of {side.tags}" if number else f"{name}no illegal tag"


def _places(wrong: list[SideFindings], room: int) -> list[ScreenLine]:
    """Return the first findings of each side in turn, with file and line, as many as there is room for."""
    found = [(number, finding) for side in wrong for number, finding in enumerate(side.findings)]
    share = max((room - 1) // len(wrong), 1)
    chosen = [finding for number, finding in found if number < share]
    sides = {finding.side for _, finding in found}
    lines: list[str] = []
    shown = 0
    for finding in chosen:
        side = "" if finding.side == "tags" or len(sides) == 1 else f"{_SIDES.get(finding.side, finding.side)}: "
        message = finding.message.removesuffix(f" ({finding.clause})")
        text = folded(f"{finding.place}: {side}{message}")
        if len(lines) + len(text) > room - 1:
            break
        lines += text
        shown += 1
    if len(found) > 1:
        first = "the first" if shown == 1 else f"the first {shown}"
        rest = f"{first} of {len(found)}; all: --verbose" if shown < len(found) else f"all {len(found)}"
        lines = [f"where ({rest}):", *lines]
    return [ScreenLine(line) for line in lines]


def _looks(validation: Validation) -> str:
    """Return the most frequent looks of illegal transitions."""
    looks: Counter[str] = Counter()
    for side in validation.sides:
        looks.update(side.transitions)
    words = [f"{look} ({count})" for look, count in looks.most_common(_MOST_LOOKS)]
    rest = len(looks) - len(words)
    total = sum(looks.values())
    others = total - sum(count for _, count in looks.most_common(_MOST_LOOKS))
    more = f", {counted(rest, 'other pair')} of tags ({others})" if rest else ""
    return f"most frequent of all {total} (X, Y: any types): {', '.join(words)}{more}" if words else ""
