"""`nerconform check`: whether a metric is right."""

import argparse
import sys
from functools import partial
from pathlib import Path

from nerconform.api import resolve
from nerconform.asking.process import Limits
from nerconform.base.report_form import ReportForm
from nerconform.commands.output import answer, form_of, is_whole, show
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_options import calling_options
from nerconform.commands.verb_parser import WrongUse, paste
from nerconform.products.check.settings import NoSettings, check_settings
from nerconform.products.check.suite_run import check
from nerconform.reference.signature import short_dialect
from nerconform.reporting.changes_text import print_changes, print_screen, sentence
from nerconform.results.run import Run, changes
from nerconform.results.stored import read_as
from nerconform.suite.case_runs import Progress

_IN_SETTINGS = {
    "dialect": "dialect",
    "scheme": "scheme",
    "claim": "",
    "known": "known",
    "timeout": "timeout",
    "input": "input",
    "id2label": "id2label",
    "result": "output",
    "argument": "options",
    "scale": "scale",
    "refusals": "refusals",
    "in_process": "in_process",
}
"""Options that need a metric, and the key of pyproject.toml that says the same of the metrics that it names."""


def run(args: argparse.Namespace) -> int:
    """Check, and print or write the run. Returns 0 if it passed, else 1; with a baseline 1 for what is newly wrong."""
    baseline = read_as(args.baseline, Run) if args.baseline else None
    found = answer(args, _checked, baseline)
    if baseline is None:
        return found.status
    changed = changes(baseline, found)
    if form_of(args) is ReportForm.TEXT:
        show(partial(print_changes if is_whole(args) else print_screen, changed))
    else:
        print(f"against the baseline: {sentence(changed)}", file=sys.stderr)  # noqa: T201 - stdout holds the result
    return changed.status


def _checked(args: argparse.Namespace) -> Run:
    with shown() as progress:
        if not args.implementation:
            return _of_settings(args, progress)
        return check(
            *args.implementation,
            dialect=_in_scheme(args.dialect, args.scheme),
            known=args.known,
            cases=args.case,
            timeout=args.timeout,
            calling=calling_options(args),
            levels=args.levels,
            claim=args.claim,
            progress=progress,
        )


def _in_scheme(dialect: str | None, scheme: str | None) -> str | None:
    """Return the dialect that is given, conlleval if none is, with tags in another scheme."""
    return dialect if scheme is None else short_dialect(str(resolve(dialect or "conlleval", scheme)))


def _of_settings(args: argparse.Namespace, progress: Progress | None) -> Run:
    """Check the metrics that ./pyproject.toml names. Raises `WrongUse`."""
    for name, key in _IN_SETTINGS.items():
        if getattr(args, name) not in (None, False, [], Limits().seconds):
            flag = f"--{name.replace('_', '-')}"
            there = f" Or, for the metrics that pyproject.toml names, write {key} there." if key else ""
            hint = f"Name the metric, such as mypkg.metrics:evaluate, after nerconform check.{there}"
            raise WrongUse(f"{flag} is given, and no metric is named", place="check", hint=hint)
    try:
        return check_settings(Path("pyproject.toml"), args.case, args.levels, progress)
    except NoSettings as error:
        message = f"no metric is named, and {error.place}: {error.message}"
        raise WrongUse(
            message, place="check", hint=f"{error.hint} {paste([['check', 'seqeval']], 'Or name one')}"
        ) from None
