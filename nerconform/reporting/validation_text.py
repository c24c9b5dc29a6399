"""Tagged files: what is illegal in them, as text and as annotations of GitHub, and what was lost in converting them."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.github import command
from nerconform.reporting.layout import grid, indented
from nerconform.results.tagged_files import (
    ConvertedFile,
    CountedPlaces,
    OriginalSpans,
    SideFindings,
    TagFinding,
    TagForm,
    Validation,
)


def print_validation(validation: Validation, console: Console) -> None:
    """Print a line for each finding, as compilers do, and then what there is of each kind in each file."""
    for side in validation.sides:
        for finding in side.findings:
            console.print(_line(finding), soft_wrap=True)
    if not validation.legal:
        console.print()
    for side in validation.sides:
        console.print(Text(_summary(side, validation), "bold red" if side.findings else "green"), soft_wrap=True)
        if side.transitions:
            console.print(indented(grid([(str(count), look) for look, count in side.transitions.items()], right=(0,))))
        for words in suspicions(side):
            console.print(indented(Text(words, "yellow")))
    if validation.original is not None:
        _print_original(validation.original, console)


def _print_original(found: OriginalSpans, console: Console) -> None:
    """Print how many spans are as they were, and a line for each that is not."""
    for change in found.changes:
        words = Text.assemble((plain(f"{change.file}:{change.line}"), "bold"), f": {plain(change.message)}")
        console.print(words.append(f" ({plain(change.now)})"), soft_wrap=True)
    console.print(Text(original_summary(found), "bold red" if found.changes else "green"), soft_wrap=True)


def original_summary(found: OriginalSpans) -> str:
    """Return one line: how many spans of the original there are, and what became of them."""
    fates = [f"{count} {fate}" for fate, count in found.fates.items() if count]
    held = f"{plain(found.file)} against {plain(found.original)}: {counted(found.units, 'sentence')}"
    return f"{held}, {found.kept} of {found.spans} entities as before" + "".join(f", {words}" for words in fates)


def _line(finding: TagFinding) -> Text:
    side = "" if finding.side == "tags" else f"{finding.side}: "
    return Text.assemble((plain(finding.place), "bold"), f": {side}{plain(finding.message)}")


def _summary(side: SideFindings, validation: Validation) -> str:
    """Return one line: how much was read, and how much of it is wrong."""
    where = plain(side.file) + ("" if side.side == "tags" else f", {side.side}")
    if side.texts is not None:
        return f"{where}: {counted(side.units, 'sentence')}, texts {side.texts}"
    read = f"{where}: {counted(side.units, 'unit')}, {counted(side.tags, 'tag')}"
    if not side.findings:
        return f"{read}, all legal {validation.scheme}"
    kinds = ", ".join(f"{count} {kind}" for kind, count in side.kinds.items() if count)
    return f"{read}, {len(side.findings)} not legal {validation.scheme}: {kinds}"


def suspicions(side: SideFindings) -> Iterator[str]:
    """Return what the data may be instead, in words."""
    if 2 * side.kinds["bare"] > side.tags and not side.legal_in:
        yield "Most of this is no tags: is it the right column (--column)?"
    schemes: dict[tuple[str, str], list[str]] = {}
    for written in side.legal_in:
        schemes.setdefault((written.affix, written.delimiter), []).append(written.scheme)
    for (affix, delimiter), names in schemes.items():
        options = _options(TagForm(names[0], affix, delimiter), side)
        yield f"Every sequence here is legal {' and '.join(names)}: is it the scheme of the data ({options})?"


def _options(written: TagForm, side: SideFindings) -> str:
    """Return how that is said on the command line."""
    unreadable = side.kinds["bare"] + side.kinds["unknown"]
    parts = [f"--scheme {written.scheme}"]
    if unreadable and (written.affix, written.delimiter) != ("prefix", "-"):
        parts += [f"--set affix={written.affix}", f"--set 'delimiter={written.delimiter}'"]
    return " ".join(parts)


def github_text(validation: Validation) -> str:
    """Return one workflow command for each finding, which GitHub shows beside the line."""
    return "".join(f"{_command(finding)}\n" for side in validation.sides for finding in side.findings)


def _command(finding: TagFinding) -> str:
    title = f"{finding.kind} ({finding.clause})"
    side = "" if finding.side == "tags" else f"{finding.side}: "
    properties = {"file": finding.file, "line": str(finding.line), "title": title}
    return command("error", properties, side + plain(finding.message))


def print_notes(converted: ConvertedFile, console: Console) -> None:
    """Print what became of the tags of a file."""
    for line in notes(converted):
        console.print(line, soft_wrap=True)


def notes(converted: ConvertedFile) -> Iterator[str]:
    """Yield a line for what was repaired and one for what was lost, each with the first places, where there is any."""
    if converted.repaired.count:
        words = _counted(converted.repaired, "illegal transition")
        yield f"{words} decided by the policy {converted.policy}{_places(converted.repaired)}"
    if converted.merged.count:
        words = _counted(converted.merged, "span")
        lost = f"lost in {converted.target.scheme}, which cannot say where two of one type touch"
        yield f"{words} {lost}{_places(converted.merged)}"


def _counted(places: CountedPlaces, noun: str) -> str:
    return f"{places.count} {noun}{'s were' if places.count > 1 else ' was'}"


def _places(found: CountedPlaces) -> str:
    """Return the first places, and how many there are beside them."""
    rest = found.count - len(found.places)
    more = f"; and {rest} more" if rest else ""
    return ": " + "; ".join(map(plain, found.places)) + more
