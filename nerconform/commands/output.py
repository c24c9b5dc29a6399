"""Output: a result printed in the form that `--format` asks for, and written to the files and folders of `--output`."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import inert
from nerconform.base.report_form import ReportForm
from nerconform.base.whole_files import write_whole

if TYPE_CHECKING:
    from rich.console import Console

    from nerconform.results.run import Run
    from nerconform.results.stored import Stored
    from nerconform.results.tally_part import TallyPart

_Result = TypeVar("_Result", bound="Stored")
INTERRUPTED = 130
"""The exit status of what somebody ended from the keyboard."""
_FOLDER = "Name a folder that you may write to: --output FOLDER."
_SUMMARY = "GITHUB_STEP_SUMMARY"


class CannotWrite(NerconformError):
    """A folder for the output cannot be made or written to."""

    code = "cannot-write"


def answer(
    args: argparse.Namespace, find: "Callable[[argparse.Namespace], _Result]", baseline: "Run | None" = None
) -> "_Result":
    """Return what a verb finds, printed and written as the arguments ask; all is found before anything is written."""
    prepare(args.output, form_of(args))
    found = find(args)
    save(found, args.output, baseline)
    _print_result(found, args, baseline)
    return found


def form_of(args: argparse.Namespace) -> ReportForm:
    """Return the form that was asked for: text unless another is named, on a terminal and in a pipe."""
    form: ReportForm | None = args.format
    return form or ReportForm.TEXT


def is_whole(args: argparse.Namespace) -> bool:
    """Whether everything is asked for, not the first screen: by `--verbose`, or by a form."""
    return bool(args.format or args.verbose)


def prepare(paths: Sequence[Path], form: ReportForm) -> None:
    """Make sure that every path can be written, and the form that is printed, before anything is worked out.

    Raises `CannotWrite`, `NoSuchFormat` where the ending of a file names no form, and `MissingJinja`.
    """
    if form is ReportForm.HTML or any(path.suffix.lower() == ".html" for path in paths):
        from nerconform.reporting.web.pages import require_pages

        require_pages()
    for path in paths:
        if _is_file(path):
            if not path.parent.is_dir():
                hint = f"Make the folder first: mkdir -p {path.parent}"
                raise CannotWrite("the folder of the output does not exist", place=str(path.parent), hint=hint)
        else:
            make_folder(path)


def _is_file(path: Path) -> bool:
    """Whether a path names a file: it has an ending, and no folder is there. Raises `NoSuchFormat`."""
    from nerconform.reporting.report_writers import format_of

    if path.is_dir() or not path.suffix[1:].isalpha():
        return False
    format_of(path)
    return True


def save(result: "Stored", paths: Iterable[Path], baseline: "Run | None" = None) -> None:
    """Write a result to every path; `baseline` is the run that it is held against, if there is one."""
    from nerconform.reporting.report_writers import files, write_report

    for path in paths:
        if _is_file(path):
            write_report(result, path, baseline=baseline)
        else:
            write_files(path, files(result))


def _print_result(result: "Stored", args: argparse.Namespace, baseline: "Run | None") -> None:
    """Print a result: the first screen, or all of it in the form that `--format` asks for.

    As annotations for GitHub it also adds the summary to that of the step, where there is one.
    """
    from nerconform.reporting.report_writers import forms, print_first_screen, render

    form = form_of(args)
    if form is ReportForm.TEXT and not is_whole(args):
        show(partial(print_first_screen, result, baseline=baseline))
        return
    write(render(result, form, baseline))
    summary = os.environ.get(_SUMMARY)
    if form is ReportForm.GITHUB and summary and ReportForm.SUMMARY in forms(type(result)):
        with Path(summary).open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(render(result, ReportForm.SUMMARY, baseline))


def show(print_to: "Callable[[Console], None]") -> None:
    """Print on a console that takes tags for text, not for markup; in a pipe no line ends in blanks."""
    from rich.console import Console

    from nerconform.reporting.layout import Inert

    console = Console(markup=False, highlight=False, emoji=False)
    console.push_render_hook(Inert())
    if console.is_terminal:
        print_to(console)
        return
    with console.capture() as captured:
        print_to(console)
    write("\n".join(line.rstrip(" \t") for line in captured.get().split("\n")))


def write(text: str) -> None:
    """Write text to stdout."""
    sys.stdout.write(text)


def note(words: str) -> None:
    """Say something beside the result, on stderr."""
    print(inert(f"nerconform: note: {words}"), file=sys.stderr)  # noqa: T201 - the command line


def write_part(path: Path | None, part: "TallyPart | None") -> None:
    """Write counts that `nerconform merge` adds up, if a file is named for them."""
    from nerconform.results.tally_part import text_of

    if path is not None and part is not None:
        write_whole(path, text_of(part).encode())


def make_folder(folder: Path) -> None:
    """Make the folder if it is not there, before anything is worked out. Raises `CannotWrite`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"the folder cannot be made: {error.strerror}", place=str(folder), hint=_FOLDER) from None
    if not os.access(folder, os.W_OK):
        raise CannotWrite("you may not write to this folder", place=str(folder), hint=_FOLDER)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into a folder, which is made if it is not there; the same bytes on every machine."""
    make_folder(folder)
    for name, text in files.items():
        write_whole(folder / name, text.encode("utf-8", errors="backslashreplace"))
