"""Rule options: the dialect and the scheme by which the data of a verb are read and scored."""

import argparse
from typing import TYPE_CHECKING

from nerconform.commands.limits import Group

if TYPE_CHECKING:
    from nerconform.reference.dialect import Dialect

DEFAULT = "semeval"


def add_scheme(group: Group) -> None:
    """Add `--scheme`."""
    words = "scheme of the tags: IOB1, IOB2, IOE1, IOE2, BIOES, BILOU, BMES, ... (default: IOB2)"
    group.add_argument("--scheme", metavar="S", help=words)


def add_set(group: Group) -> None:
    """Add `--set`."""
    words = "one choice of the dialect: --set affix=suffix (repeatable)"
    group.add_argument("--set", action="append", default=[], metavar="AXIS=OPTION", help=words)


def add_measure(group: Group, words: str = "the score to show (default: strict.micro.f1)") -> None:
    """Add `--measure`."""
    group.add_argument("--measure", metavar="M", help=words)


def add_rules(parser: argparse.ArgumentParser) -> Group:
    """Add `--dialect`, `--scheme` and `--set`; return their group."""
    group = parser.add_argument_group("which rules")
    words = f"a dialect's name or signature; `nerconform list dialects` names them (default: {DEFAULT})"
    group.add_argument("--dialect", metavar="D", help=words)
    add_scheme(group)
    add_set(group)
    return group


def dialect_from(args: argparse.Namespace) -> "Dialect":
    """Return the dialect that is asked for. Raises `MalformedSignature`, or the error of a choice."""
    from nerconform.api import resolve
    from nerconform.reference.refusals import MalformedSignature
    from nerconform.reference.signature import split_signature

    text = DEFAULT if args.dialect is None else args.dialect
    if split_signature(text)[2] is not None or "#" in text:
        hint = "Leave out what stands after the dialect; `nerconform score --signature` takes a whole signature."
        raise MalformedSignature(f"more than a dialect: {text!r}", place="--dialect", hint=hint)
    # In a signature | and # end the dialect.
    written = (f"{axis}:{option.replace('|', '%7C').replace('#', '%23')}" for axis, option in choices_from(args))
    return resolve(",".join([text.partition("|")[0].strip(), *written]), args.scheme)


def choices_from(args: argparse.Namespace) -> list[tuple[str, str]]:
    """Return axis and option of every `--set`. Raises `MalformedSignature` for another form."""
    from nerconform.reference.refusals import MalformedSignature

    found = []
    for text in args.set:
        axis, equals, option = text.partition("=")
        if not equals or not axis:
            hint = "Write axis=option, as in affix=suffix."
            raise MalformedSignature(f"not a choice: {text!r}", place="--set", hint=hint)
        found.append((axis, option))
    return found
