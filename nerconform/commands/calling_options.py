"""Calling options: how a function of somebody's own is called, for the verbs that take one."""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nerconform.asking.calling import Calling


def add_calling_options(parser: argparse.ArgumentParser, *, labels: bool = True) -> None:
    """Add `--input`, `--id2label` (unless the verb has it, for files), `--result`, `--argument` and `--scale`."""
    group = parser.add_argument_group("how a function is called, where that cannot be found out")
    group.add_argument("--input", metavar="FORM", help="tags, spans, mappings, eval-prediction, conll, ...")
    if labels:
        group.add_argument("--id2label", metavar="LABELS", help="a model's labels: a JSON file, or mypkg.model:LABELS")
    group.add_argument(
        "--result", action="append", default=[], metavar="MEASURE=KEY", help="such as f1=eval_f1 (repeatable)"
    )
    group.add_argument(
        "--argument", action="append", default=[], metavar="NAME=VALUE", help="a further argument (repeatable)"
    )
    group.add_argument("--scale", type=float, metavar="N", help="what a perfect score is: 100 for percentages")


def calling_options(args: argparse.Namespace) -> "Calling":
    """Return what was said. Raises `WrongKey`, `UnknownOption` and `UnknownMeasure`."""
    from nerconform.asking.calling import Calling

    said = {
        "input": args.input,
        "id2label": args.id2label,
        "scale": args.scale,
        "output": dict(_pair(text, "--result") for text in args.result),
        "options": dict(_pair(text, "--argument") for text in args.argument),
    }
    return Calling.of({key: value for key, value in said.items() if value})


def _pair(text: str, option: str) -> tuple[str, str]:
    """Return name and value. Raises `WrongKey`."""
    from nerconform.asking.calling import WrongKey

    name, separator, value = text.partition("=")
    if not separator or not name or not value:
        raise WrongKey(f"{text!r} has no name and value", place=option, hint="Write NAME=VALUE.")
    return name, value
