"""`nerconform known`: drafts of known divergences, for a person to finish."""

import argparse
from pathlib import Path

from nerconform.base.whole_files import write_whole
from nerconform.commands.output import CannotWrite, write
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_options import calling_options
from nerconform.products.check.drafting import draft
from nerconform.suite.known_draft import added, new_file


def run(args: argparse.Namespace) -> int:
    """Check, draft and write. Returns 0."""
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
        write_whole(args.output, text.encode("utf-8"))
    return 0


def _check_output(output: Path | None, known: Path | None) -> None:
    """Refuse to write over what somebody may have written, and where there is no folder. Raises `CannotWrite`."""
    if output is not None and not output.parent.is_dir():
        hint = f"Make the folder first: mkdir -p {output.parent}"
        raise CannotWrite("the folder of the output does not exist", place=str(output.parent), hint=hint)
    if output is None or not output.exists() or (known is not None and known.exists() and output.samefile(known)):
        return
    hint = f"Name another file. Or add --known {output}: then its entries are kept, and new ones are added."
    raise CannotWrite("the file exists already", place=str(output), hint=hint)
