"""Result: printed in the form that was asked for, and written to the files and folders of `--output`."""

import argparse
import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.report_form import ReportForm
from nerconform.commands.output import CannotWrite, form_of, make_folder, show, write, write_files

if TYPE_CHECKING:
    from nerconform.results.run import Run
    from nerconform.results.stored import Stored

_HELP = "write {folder} into a folder, or one file in the form of its ending ({endings}); repeatable"
_SUMMARY = "GITHUB_STEP_SUMMARY"


def add_output(parser: argparse.ArgumentParser, folder: str) -> None:
    """Add `--output`; `folder` names what a folder gets."""
    endings = ".txt .json .md .html .xml .sarif"
    parser.add_argument(
        "--output",
        action="append",
        default=[],
        type=Path,
        metavar="PATH",
        help=_HELP.format(folder=folder, endings=endings),
    )


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
                raise CannotWrite("there is no such folder", place=str(path.parent), hint="Make it first.")
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


def print_result(result: "Stored", args: argparse.Namespace, baseline: "Run | None" = None) -> None:
    """Print a result: the first screen, or all of it in the form that `--format` asks for.

    As annotations for GitHub it also adds the summary to that of the step, where there is one.
    """
    from nerconform.reporting.report_writers import forms, print_first_screen, render

    form = form_of(args)
    if form is ReportForm.TEXT and not args.format:
        show(partial(print_first_screen, result, baseline=baseline))
        return
    write(render(result, form, baseline))
    summary = os.environ.get(_SUMMARY)
    if form is ReportForm.GITHUB and summary and ReportForm.SUMMARY in forms(type(result)):
        with Path(summary).open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(render(result, ReportForm.SUMMARY, baseline))


def status_of(result: "Stored") -> int:
    """Return the exit status that a stored result stands for: 0 where none of its answers is judged."""
    status = getattr(result, "status", 0)
    return int(status() if callable(status) else status)
