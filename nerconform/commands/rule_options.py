"""Rules: the dialect that the arguments of a verb ask for."""

import argparse
from typing import TYPE_CHECKING

from nerconform.commands.reader_options import choice_from

if TYPE_CHECKING:
    from nerconform.reference.dialect import Dialect

DEFAULT = "semeval"


def add_rules(parser: argparse.ArgumentParser) -> "argparse._ArgumentGroup":
    """Add `--dialect`, `--scheme` and `--set`; return their group."""
    group = parser.add_argument_group("which rules")
    group.add_argument("--dialect", metavar="D", help=f"a name or a signature's first part (default: {DEFAULT})")
    group.add_argument("--scheme", metavar="S", help="how the tags are written (default: IOB2)")
    group.add_argument(
        "--set", action="append", default=[], metavar="AXIS=OPTION", help="one choice of the dialect (repeatable)"
    )
    return group


def dialect_from(args: argparse.Namespace) -> "Dialect":
    """Return the dialect that is asked for. Raises `MalformedSignature`, or the error of a choice."""
    from nerconform.api import resolve
    from nerconform.reference.refusals import MalformedSignature
    from nerconform.reference.signature import split_signature

    text = DEFAULT if args.dialect is None else args.dialect
    if split_signature(text)[2] is not None or "#" in text:
        hint = "Leave out what stands behind it; `nerconform score --signature` takes all of a signature."
        raise MalformedSignature(f"more than a dialect: {text!r}", place="--dialect", hint=hint)
    choices = (choice_from(choice) for choice in args.set)
    # In a signature | and # end the dialect.
    written = (f"{axis}:{option.replace('|', '%7C').replace('#', '%23')}" for axis, option in choices)
    return resolve(",".join([text.partition("|")[0].strip(), *written]), args.scheme)
