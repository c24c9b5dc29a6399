"""Reader options: how files are read, the same for every verb that reads them."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nerconform.formats.options import ReaderOptions

FORMATS = ("auto", "conll", "jsonl", "prodigy", "spacy", "huggingface")
_SEPARATORS = {"tab": "\t", "\\t": "\t", "space": " ", "whitespace": None}


def add_reader_options(parser: argparse.ArgumentParser, *, sides: bool) -> None:
    """Add the options of the readers; without `sides`, `--column` names the one column to look at."""
    group = parser.add_argument_group("how files are read")
    group.add_argument("--input-format", choices=FORMATS, default="auto", help="default: told by name and content")
    columns = ("gold", "pred", "token") if sides else ("token",)
    for name in columns:
        group.add_argument(
            f"--{name}-column", metavar="N|NAME", help=f"the column of the {name}: a number from 0, -1 the last, or a name"
        )
    if not sides:
        group.add_argument("--column", metavar="N|NAME", help="the one column of tags to look at (default: all there are)")
    group.add_argument("--separator", metavar="TEXT", help="between columns: tab, space, any text (default: white space)")
    group.add_argument("--comment", metavar="PREFIX", help="lines that begin so are comments (default: none)")
    group.add_argument("--id2label", type=Path, metavar="FILE", help="the names of numeric tags, as JSON")


def reader_options(args: argparse.Namespace) -> "ReaderOptions":
    """Return the options that were given."""
    from nerconform.formats.options import ReaderOptions

    gold, pred = getattr(args, "gold_column", None), getattr(args, "pred_column", None)
    separator = args.separator
    return ReaderOptions(
        format=args.input_format,
        separator=_SEPARATORS.get(separator, separator),
        token_column=_column(args.token_column),
        gold_column=_column(getattr(args, "column", None) or gold),
        pred_column=_column(pred),
        comment=args.comment,
        id2label=args.id2label,
    )


def _column(text: str | None) -> int | str | None:
    """Return a column's number, or its name."""
    return int(text) if text is not None and re.fullmatch(r"-?\d+", text) else text
