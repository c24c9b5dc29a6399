"""File options: which files are read and how, the same for every verb that reads them."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from nerconform.commands.verb_parser import one_of

if TYPE_CHECKING:
    from nerconform.formats.reader_options import ReaderOptions

FORMATS = ("auto", "conll", "jsonl", "prodigy", "spacy", "huggingface")
_COLUMNS = {"gold": "gold tags", "pred": "predicted tags", "token": "tokens"}


def add_files(parser: argparse.ArgumentParser) -> None:
    """Add the positional argument of verbs that read gold and prediction."""
    words = "one file with gold and prediction, or two files: gold first"
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=words)


def gold_and_pred(files: list[Path]) -> tuple[Path, Path | None]:
    """Return the file of gold, and that of the prediction if it is another."""
    return files[0], files[1] if files[1:] else None


def add_reader_options(parser: argparse.ArgumentParser, *, sides: bool = True) -> None:
    """Add the options of the readers; without `sides`, `--column` names the one column to look at."""
    group = parser.add_argument_group("how files are read")
    add = group.add_argument
    words = f"format of the files: {one_of(FORMATS)} (default: auto, detected from the content)"
    add("--input-format", choices=FORMATS, metavar="FORMAT", help=words)
    add("--separator", metavar="TEXT", help="what separates columns: tab, space or a text (default: any blanks)")
    if sides:
        for name, what in _COLUMNS.items():
            words = f"column of the {what}: a number from 0, -1 for the last, or its name"
            add(f"--{name}-column", metavar="N|NAME", help=words)
    else:
        words = "column to look at: a number from 0, -1 for the last, or its name (needed from four columns on)"
        add("--column", metavar="N|NAME", help=words)
    add("--header", action="store_true", help="the first line names the columns (implied by a column's name)")
    add("--comment", metavar="PREFIX", help="treat lines that start with PREFIX as comments (default: none)")
    add("--encoding", metavar="NAME", help="text encoding of the files (default: utf-8)")
    add("--id2label", type=Path, metavar="FILE", help="JSON file with the names of label ids")


def reader_options(args: argparse.Namespace, claimed: str = "") -> "ReaderOptions":
    """Return the options that were given; the others as the run part of a signature says, or the defaults."""
    from nerconform.formats.reader_options import ReaderOptions, column_from, separator_from

    found: dict[str, Any] = _claimed(claimed)
    for name, value in (
        ("format", args.input_format),
        ("comment", args.comment),
        ("encoding", args.encoding),
        ("id2label", args.id2label),
    ):
        found |= {} if value is None else {name: value}
    if args.separator is not None:
        found["separator"] = separator_from(args.separator)
    if args.header:
        found["header"] = True
    for name in _COLUMNS:
        text = getattr(args, f"{name}_column", args.column if name == "gold" and "column" in args else None)
        found |= {} if text is None else {f"{name}_column": column_from(text)}
    return ReaderOptions(**found)


def note_columns(gold: Path, pred: Path | None, options: "ReaderOptions", against: Path | None = None) -> None:
    """Say on stderr which column of each of two files was read as its tags, where there was a choice that nobody made.

    A file of token and tag leaves none; the last column of a wider one may be another than the one that is meant.
    """
    from nerconform.formats.read import width_of
    from nerconform.formats.record import FileSide

    said = {FileSide.GOLD: options.gold_column, FileSide.PRED: options.pred_column}
    for path, side in ((gold, FileSide.GOLD), (pred, FileSide.PRED), (against, FileSide.PRED)):
        if path is None or (side is FileSide.GOLD and pred is None) or said[side] is not None:
            continue
        if (width := width_of(path, options, side)) > 2:  # noqa: PLR2004 - token and tag
            read = f"column {width - 1}, the last of {width} (they count from 0), is read as {side}"
            print(f"nerconform: note: {path}: {read}; --{side}-column names another", file=sys.stderr)  # noqa: T201


def _claimed(text: str) -> dict[str, object]:
    """Return the options of a run part; `id2label` is a digest there, and has to be given again."""
    from nerconform.formats.reader_options import column_from

    found: dict[str, object] = {}
    for part in text.split(",") if text not in {"", "default"} else ():
        name, _, quoted = part.partition(":")
        value = unquote(quoted)
        if name in _COLUMNS:
            found[f"{name}_column"] = column_from(value)
        elif name == "header":
            found[name] = value == "true"
        elif name in {"format", "separator", "comment", "encoding"}:
            found[name] = value
    return found
