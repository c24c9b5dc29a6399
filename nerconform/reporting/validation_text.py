"""Validation: what is illegal in tagged data, on a terminal and as annotations of GitHub."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import plain
from nerconform.reporting.github import command
from nerconform.reporting.layout import grid, indented
from nerconform.results.tagged_files import SideFindings, TagFinding, TagForm, Validation


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


def _line(finding: TagFinding) -> Text:
    side = "" if finding.side == "tags" else f"{finding.side}: "
    return Text.assemble((plain(finding.place), "bold"), f": {side}{plain(finding.message)}")


def _summary(side: SideFindings, validation: Validation) -> str:
    """Return one line: how much was read, and how much of it is wrong."""
    where = plain(side.file) + ("" if side.side == "tags" else f", {side.side}")
    units = f"{side.units} unit{'' if side.units == 1 else 's'}"
    read = f"{where}: {units}, {side.tags} tag{'' if side.tags == 1 else 's'}"
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
    return command("error", properties, side + finding.message)
