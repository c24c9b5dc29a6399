"""Calling options: which implementations a verb runs, and how a function of one's own is called."""

import argparse
from typing import TYPE_CHECKING

from nerconform.commands.limits import Group, add_timeout

if TYPE_CHECKING:
    from nerconform.asking.calling import Calling

_IMPLEMENTATION = """\
a library (seqeval, seqeval:strict:IOB2, nervaluate; `nerconform list` names all), a function of your own
(mypkg.metrics:evaluate), a command (exec:./my-metric), or reference:DIALECT"""


def add_implementations(parser: argparse.ArgumentParser, *, several: bool = True) -> None:
    """Add the positional argument of verbs that run implementations."""
    parser.add_argument(
        "implementation", nargs="+" if several else None, metavar="IMPLEMENTATION", help=_IMPLEMENTATION
    )


def add_calling_options(parser: argparse.ArgumentParser, *, id2label: bool = True, held: bool = True) -> None:
    """Add `--dialect` and `--timeout` (unless not `held`), and how a function is called.

    There is no `--id2label` where the verb has it for files.
    """
    group = parser.add_argument_group("how implementations are run")
    if held:
        add_held_to(group)
        add_timeout(group)
    add = group.add_argument
    add("--input", metavar="FORM", help="what your function takes: tags, spans, mappings, eval-prediction, conll, ...")
    if id2label:
        add("--id2label", metavar="LABELS", help="a model's labels: a JSON file, or mypkg.model:LABELS")
    words = "where your function's result has a measure: --result f1=eval_f1 (repeatable)"
    add("--result", action="append", default=[], metavar="MEASURE=KEY", help=words)
    words = "a further argument of your function: --argument mode=strict (repeatable)"
    add("--argument", action="append", default=[], metavar="NAME=VALUE", help=words)
    add("--scale", type=float, metavar="N", help="your function's perfect score: 100 for percentages (default: 1)")


def add_held_to(group: Group) -> None:
    """Add `--dialect` of verbs that run implementations."""
    words = "the dialect that your function should follow: a name or a signature (default: conlleval)"
    group.add_argument("--dialect", metavar="D", help=words)


def calling_options(args: argparse.Namespace) -> "Calling":
    """Return how a function is called. Raises `WrongKey`, `UnknownOption` and `UnknownMeasure`."""
    from nerconform.asking.calling import Calling

    given = {
        "input": args.input,
        "id2label": args.id2label,
        "scale": args.scale,
        "output": dict(_pair(text, "--result") for text in args.result),
        "options": dict(_pair(text, "--argument") for text in args.argument),
    }
    return Calling.of({key: value for key, value in given.items() if value})


def _pair(text: str, option: str) -> tuple[str, str]:
    """Return name and value. Raises `WrongKey`."""
    from nerconform.asking.calling import WrongKey

    name, separator, value = text.partition("=")
    if not separator or not name or not value:
        raise WrongKey(f"{text!r} has no name and value", place=option, hint="Write NAME=VALUE.")
    return name, value
