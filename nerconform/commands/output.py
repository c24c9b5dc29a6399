"""Output: text on a terminal, JSON in a pipe, `--format` to say so."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.errors import NerconformError
from nerconform.base.report_form import ReportForm
from nerconform.commands.verb_parser import one_of

if TYPE_CHECKING:
    from rich.console import Console

INTERRUPTED = 130
"""The exit status of what somebody ended from the keyboard."""


_ALIASES = {"pretty": ReportForm.TEXT, "md": ReportForm.MARKDOWN, "tex": ReportForm.LATEX}


def add_format(parser: argparse.ArgumentParser, forms: Sequence[ReportForm], schema: Callable[[], object]) -> None:
    """Add `--format`, and `--json-schema`, which prints the JSON Schema of what the verb writes as JSON."""

    def form(text: str) -> ReportForm:
        name = _ALIASES.get(text, text)
        if name not in {*forms}:
            raise argparse.ArgumentTypeError(f"{parser.prog.split()[-1]} has no format {text!r}. Use {one_of(forms)}")
        return ReportForm(name)

    words = f"{one_of(forms)} (default: text on a terminal, json in a pipe)"
    parser.add_argument("--format", type=form, metavar="FORM", help=words)
    words = "print the JSON Schema of --format json, and exit"
    parser.add_argument("--json-schema", action=_PrintSchema, nargs=0, const=schema, help=words)


class _PrintSchema(argparse.Action):
    """Prints a JSON Schema and ends, whatever else was or was not said."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Call the function in `const` for the schema."""
        schema: Callable[[], object] = self.const
        write_json(schema())
        parser.exit()


def form_of(args: argparse.Namespace) -> ReportForm:
    """Return the form that was asked for, or the one that suits where the output goes."""
    form: ReportForm | None = args.format
    return form or (ReportForm.TEXT if sys.stdout.isatty() else ReportForm.JSON)


def show(print_to: "Callable[[Console], None]") -> None:
    """Print on a console that takes tags for text, not for markup; in a pipe no line ends in blanks."""
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False)
    if console.is_terminal:
        print_to(console)
        return
    with console.capture() as captured:
        print_to(console)
    write("\n".join(line.rstrip(" \t") for line in captured.get().split("\n")))


def write(text: str) -> None:
    """Write text to stdout."""
    sys.stdout.write(text)


def write_json(data: object) -> None:
    """Write data as JSON to stdout."""
    from nerconform.base.json_text import dumps

    write(dumps(data))


class CannotWrite(NerconformError):
    """A folder for the output cannot be made or written to."""

    code = "cannot-write"


def make_folder(folder: Path) -> None:
    """Make the folder if it is not there, before anything is worked out. Raises `CannotWrite`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"cannot make the folder: {error.strerror}", place=str(folder), hint=_FOLDER) from None
    if not os.access(folder, os.W_OK):
        raise CannotWrite("the folder cannot be written to", place=str(folder), hint=_FOLDER)


_FOLDER = "Name a folder that can be made or written to."


def write_files(folder: Path, files: dict[str, str]) -> None:
    """Write files into a folder, which is made if it is not there; the same bytes on every machine."""
    make_folder(folder)
    for name, text in files.items():
        (folder / name).write_bytes(text.encode("utf-8", errors="backslashreplace"))
