"""`nerconform known`: drafts of known divergences, for a person to finish."""

import argparse
from pathlib import Path

from nerconform.commands import progress_bars as progress
from nerconform.commands.calling_options import add_calling_options, calling_options
from nerconform.commands.limits import add_timeout
from nerconform.commands.output import CannotWrite, Verbs, write

_DESCRIPTION = """\
Check implementations, and draft a list of known divergences from what went wrong: each case pinned to the wrong value
or exception that came, grouped by the quirk that explains it, else by likeness. Where a person has to say why, TODO
stands, and `check --known` and `lint --known` refuse the file until it is replaced.

With --known, the causes of FILE stay as they are, with their comments, and the drafts are put behind them; entries that
are gone or have changed are marked by a comment that begins with STALE."""

_EPILOG = """\
examples:
  nerconform known --write mypkg.metrics:evaluate --dialect conlleval --output known.yaml
  nerconform known --write mypkg.metrics:evaluate --known known.yaml --output known.yaml

exit status:
  0  the list was written
  2  the question could not be asked
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "known",
        help="draft a list of known divergences",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("implementation", nargs="+", metavar="IMPLEMENTATION")
    parser.add_argument(
        "--write", action="store_true", required=True, help="write a draft, which is all there is to do"
    )
    parser.add_argument("--known", type=Path, metavar="FILE", help="your file of known divergences, which is kept")
    parser.add_argument("--output", type=Path, metavar="FILE", help="default: standard output")
    parser.add_argument("--dialect", help="the dialect to which an import path is held (a name or a signature)")
    parser.add_argument(
        "--case", action="append", default=[], metavar="ID", help="ask this case alone (a pattern; repeatable)"
    )
    add_timeout(parser)
    add_calling_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check, draft and write. Returns 0."""
    from nerconform.products.check.drafting import draft
    from nerconform.suite.known_draft import added, new_file

    _check_output(args.output, args.known)
    with progress.shown() as told:
        found = draft(
            *args.implementation,
            dialect=args.dialect,
            known=args.known,
            cases=args.case,
            timeout=args.timeout,
            calling=calling_options(args),
            progress=told,
        )
    if args.known is None:
        text = new_file(found.drafts, found.stale)
    else:
        text = added(args.known.read_text(encoding="utf-8"), str(args.known), found.drafts, found.stale)
    if args.output is None:
        write(text)
    else:
        args.output.write_bytes(text.encode("utf-8"))
    return 0


def _check_output(output: Path | None, known: Path | None) -> None:
    """Refuse to write over what somebody may have written, and where there is no folder. Raises `CannotWrite`."""
    if output is not None and not output.parent.is_dir():
        raise CannotWrite("there is no such folder", place=str(output.parent), hint="Make it first.")
    if output is None or not output.exists() or (known is not None and known.exists() and output.samefile(known)):
        return
    hint = "Name another file, or name it by --known, too: then what it holds is kept."
    raise CannotWrite("there is a file already", place=str(output), hint=hint)
