"""`nerconform known`: drafts of known divergences, for a person to finish."""

import argparse
from pathlib import Path

from nerconform.commands.calling_options import add_calling_options, add_implementations, calling_options
from nerconform.commands.check import add_cases
from nerconform.commands.output import CannotWrite, write
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_parser import Verbs, add_verb


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "known",
        run,
        help="draft your list of known divergences",
        takes="--write IMPLEMENTATION...",
        description="Check metrics, and draft a list of known divergences from what is wrong: each case with the wrong "
        "value or exception of today, grouped by the cause if one is found. Replace each TODO by your reason: `check "
        "--known` and `lint --known` refuse the file until then.\n\n"
        "With --known FILE, the entries of FILE stay with their comments, and the drafts come after them. Entries that "
        "have changed or gone get a comment that begins with STALE.",
        examples=(
            "known --write mypkg.metrics:evaluate --dialect conlleval --output known.yaml",
            "known --write mypkg.metrics:evaluate --known known.yaml --output known.yaml",
        ),
        right="the list was written",
    )
    add_implementations(parser)
    parser.add_argument("--write", action="store_true", required=True, help="write the draft (required)")
    parser.add_argument("--known", type=Path, metavar="FILE", help="your file of known divergences, to be continued")
    parser.add_argument("--output", type=Path, metavar="FILE", help="file to write (default: standard output)")
    add_cases(parser)
    add_calling_options(parser)


def run(args: argparse.Namespace) -> int:
    """Check, draft and write. Returns 0."""
    from nerconform.products.check.drafting import draft
    from nerconform.suite.known_draft import added, new_file

    _check_output(args.output, args.known)
    with shown() as progress:
        found = draft(
            *args.implementation,
            dialect=args.dialect,
            known=args.known,
            cases=args.case,
            timeout=args.timeout,
            calling=calling_options(args),
            progress=progress,
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
    hint = f"Name another file, or add --known {output}: then its entries are kept."
    raise CannotWrite("the file exists already", place=str(output), hint=hint)
