"""Options: what the options of a command line mean: how functions are called, how files are read, by which rules."""

import argparse
import os
import re
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from nerconform.base.plain_text import counted
from nerconform.commands.output import note

if TYPE_CHECKING:
    from nerconform.asking.calling import Calling
    from nerconform.formats.read import Input
    from nerconform.formats.reader_options import ReaderOptions
    from nerconform.reference.dialect import Dialect
    from nerconform.results.context import Resampling

_DEFAULT = "semeval"
_COLUMNS = ("gold", "pred", "token", "unit")
_FILE_OPTIONS = {
    "input_format": "format",
    "comment": "comment",
    "document": "document",
    "encoding": "encoding",
    "offsets": "offsets",
    "id2label": "id2label",
}
"""Options of the readers that are taken as they are, and how the readers call them."""


def calling_options(args: argparse.Namespace) -> "Calling":
    """Return how a function is called. Raises `WrongKey`, `UnknownOption` and `UnknownMeasure`."""
    from nerconform.asking.calling import Calling

    given = {
        "input": args.input,
        "id2label": args.id2label,
        "scale": args.scale,
        "refusals": args.refusals,
        "in_process": args.in_process,
        "output": dict(_pair(text, "--result") for text in args.result),
        "options": dict(_pair(text, "--argument") for text in args.argument),
    }
    said = {key: value for key, value in given.items() if value or key == "scale"}  # a scale of 0 is refused
    return Calling.of(said)


_PAIRS = {"--result": "--result f1=eval_f1", "--argument": "--argument mode=strict"}


def _pair(text: str, option: str) -> tuple[str, str]:
    """Return name and value. Raises `WrongKey`."""
    from nerconform.asking.calling import WrongKey

    name, separator, value = text.partition("=")
    if not separator or not name or not value:
        raise WrongKey(
            f"{text!r} is not NAME=VALUE", place=option, hint=f"Put = between name and value: {_PAIRS[option]}."
        )
    return name, value


def gold_and_pred(files: list[Path], options: "ReaderOptions") -> "tuple[Input, Path | None]":
    """Return the file of gold, and that of the prediction if it is another.

    With both columns named, files that each hold both are one corpus, and there is no other file of the prediction. So
    are Parquet files, and folders, patterns and URLs of them.
    """
    from nerconform.formats.read import holds_both
    from nerconform.formats.stored_files import are_parquet

    named = options.gold_column is not None and options.pred_column is not None
    if named and are_parquet(files):
        return tuple(corpus_files(files)), None
    if named and files[1:] and (files[2:] or all(holds_both(file, options) for file in files)):
        note(f"{len(files)} files are one corpus: each holds gold and prediction in the columns that are named")
        return tuple(files), None
    return files[0], files[1] if files[1:] else None


def corpus_files(files: list[Path]) -> list[Path]:
    """Return the files that are named; Parquet files also by folders, patterns and URLs. Raises as `files_of`."""
    from nerconform.formats.stored_files import are_parquet, files_of

    return [Path(file.name) for file in files_of(files)] if are_parquet(files) else files


def reader_options(args: argparse.Namespace, claimed: str = "") -> "ReaderOptions":
    """Return the options that were given; the others as the run part of a signature says, or the defaults."""
    from nerconform.formats.reader_options import TOGETHER, ReaderOptions, column_from, separator_from

    given = vars(args)
    found = _claimed(claimed)
    found |= {name: given[option] for option, name in _FILE_OPTIONS.items() if given[option] is not None}
    if args.separator is not None:
        found["separator"] = separator_from(args.separator)
    if args.header:
        found["header"] = True
    columns = {name: given.get(f"{name}_column") for name in _COLUMNS}
    if columns["gold"] is None:
        columns["gold"] = given.get("column")
    found |= {f"{name}_column": column_from(text) for name, text in columns.items() if text is not None}
    if given.get("layers") is not None:
        found["layers"] = TOGETHER if given["layers"] == "apart" else given["layers"]
    return ReaderOptions(**found)


def _claimed(text: str) -> dict[str, Any]:
    """Return the options of a run part; `id2label` is a digest there, and has to be given again."""
    from nerconform.formats.reader_options import column_from

    found: dict[str, Any] = {}
    for part in text.split(",") if text not in {"", "default"} else ():
        name, _, quoted = part.partition(":")
        value = unquote(quoted)
        if name in _COLUMNS:
            found[f"{name}_column"] = column_from(value)
        elif name == "header":
            found[name] = value == "true"
        elif name in {"format", "separator", "comment", "document", "encoding", "offsets", "layers"}:
            found[name] = value
    return found


def note_columns(gold: "Input", pred: Path | None, options: "ReaderOptions", against: Path | None = None) -> None:
    """Say on stderr which column of each of two files was read as its tags, where there was a choice that nobody made.

    A file of token and tag leaves none; the last column of a wider one may be another than the one that is meant. And
    say so where a file in columns is one sentence: perhaps something that is not an empty line separates sentences.
    """
    from nerconform.formats.read import columns_of
    from nerconform.formats.record import FileSide

    first = FileSide.BOTH if pred is None else FileSide.GOLD
    golds = [gold] if isinstance(gold, Path) else gold
    said = {FileSide.GOLD: options.gold_column, FileSide.PRED: options.pred_column}
    for path, side in (*((one, first) for one in golds), (pred, FileSide.PRED), (against, FileSide.PRED)):
        reader = None if path is None else columns_of(path, options, side)
        if path is None or reader is None:
            continue
        if reader.units_read == 1 and side is not FileSide.PRED and not reader.is_cut:
            note(
                f"{path}: the whole file is one sentence; if it holds more, put an empty line after each, or name the "
                "column of their numbers (--unit-column)"
            )
        if side is not FileSide.BOTH and said[side] is None and not reader.header and reader.width > 2:  # noqa: PLR2004 - token and tag
            read = (
                f"the {side} tags are read from column {reader.width - 1}, the last of {reader.width} (numbered from 0)"
            )
            note(f"{path}: {read}; to use another column: --{side}-column N")


def note_last_columns(files: list[Path], options: "ReaderOptions") -> None:
    """Say on stderr of which wide files the last column was read, where nobody named one: perhaps gold is beside it."""
    from nerconform.formats.read import columns_of
    from nerconform.formats.record import FileSide

    readers = [] if options.gold_column is not None else [columns_of(path, options, FileSide.GOLD) for path in files]
    wide = [reader for reader in readers if reader is not None and not reader.header and reader.width > 2]  # noqa: PLR2004 - token and tag
    for reader in wide[:1]:
        others = f" (and {counted(len(wide) - 1, 'more file')})" if len(wide) > 1 else ""
        column = f"column {reader.width - 1}, the last of {reader.width} (numbered from 0)"
        note(f"{reader.file}{others}: the tags are read from {column}; to use another column: --column N")


def dialect_from(args: argparse.Namespace) -> "Dialect":
    """Return the dialect that is asked for. Raises `MalformedSignature`, or the error of a choice."""
    from nerconform.api import resolve
    from nerconform.reference.refusals import MalformedSignature
    from nerconform.reference.signature import split_signature

    text = _DEFAULT if args.dialect is None else args.dialect
    if ("|" in text and split_signature(text)[2] is not None) or "#" in text:
        hint = f"Write only what comes before the first | or #: --dialect '{re.split('[|#]', text)[0].strip()}'."
        raise MalformedSignature(
            f"{text!r} is a signature, which has more than a dialect", place="--dialect", hint=hint
        )
    # In a signature | and # end the dialect.
    written = (f"{axis}:{option.replace('|', '%7C').replace('#', '%23')}" for axis, option in choices_from(args))
    return resolve(",".join([text.partition("|")[0].strip(), *written]), args.scheme)


def resampling_from(args: argparse.Namespace) -> "Resampling | None":
    """Return how intervals are drawn, `None` where none are asked for."""
    from nerconform.stats.unit_draws import drawing

    return drawing(args.resamples, args.seed)


def choices_from(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Return axis and option of every `--set`. Raises `MalformedSignature` for another form."""
    from nerconform.reference.refusals import MalformedSignature

    found = []
    for one in args.set:
        axis, equals, option = one.partition("=")
        if not equals or not axis:
            typed = one.replace(":", "=", 1)
            hint = f"Write --set {typed}." if "=" in typed[1:] else "Write for example: --set policy=lenient."
            raise MalformedSignature(f"{one!r} is not AXIS=OPTION", place="--set", hint=hint)
        found.append((axis, option))
    return found


def prepare_drawing() -> None:
    """Raise `NotInstalled` without the extra that draws random inputs; else say where Hypothesis keeps its files.

    They belong into the cache, not into the folder in which somebody works.
    """
    from nerconform.libraries.registry import NotInstalled
    from nerconform.products.releases.environments import cache_folder

    if util.find_spec("hypothesis") is None:
        message = "drawing random inputs needs Hypothesis, which is not installed"
        raise NotInstalled(message, hint="Run: pip install 'nerconform[search]'.")
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache_folder() / "hypothesis"))
