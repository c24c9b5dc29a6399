"""`nerconform identify`: which dialect a metric implements."""

import argparse
from functools import partial
from typing import cast

from nerconform.commands import progress_bars as progress
from nerconform.commands.calling_options import add_calling_options, calling_options
from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write_json

_DESCRIPTION = """\
Find out which dialect an implementation implements, by asking it and nothing else: probe by probe, each chosen to split
the dialects that are still possible. Say what each probe excluded, the answer with its signature, what cannot be told
from outside and why; or, if no dialect expects all answers, the nearest ones, each with the smallest input on which it
fails.

An implementation is a built-in name (seqeval:default, nervaluate), reference:DIALECT, or the import path of a function:
of gold and prediction, which returns F1 or (precision, recall, F1), or of the tags of a unit, which returns spans."""

_EPILOG = """\
exit status:
  0  identified; what cannot be told apart is listed
  1  no dialect expects all answers
  2  the question could not be asked
"""


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "identify",
        help="find the dialect of an unknown metric",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("implementation", metavar="IMPLEMENTATION")
    parser.add_argument("--scheme", metavar="S", help="how tags are written; of a decoder it is looked for")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--decoder", action="store_true", help="it takes tags and returns spans")
    kind.add_argument("--scorer", action="store_true", help="it takes gold and prediction and returns numbers")
    parser.add_argument("--types", metavar="A,B", help="the types of the probes (default: PER,LOC,ORG,MISC)")
    add_calling_options(parser)
    add_format(parser, [Form.PRETTY, Form.JSON], _schema)
    parser.set_defaults(run=run)


def _schema() -> object:
    from nerconform.base.forms import schema

    return schema("identification")


def run(args: argparse.Namespace) -> int:
    """Identify, and print. Returns 0 if a dialect was found, else 1."""
    from nerconform.products.identify.identifier import TYPES, identify
    from nerconform.reporting.identification_text import print_identification

    kind = "decoder" if args.decoder else "scorer" if args.scorer else None
    types = TYPES if args.types is None else cast("str", args.types).split(",")
    said = calling_options(args)
    with progress.shown() as told:
        found = identify(args.implementation, scheme=args.scheme, kind=kind, types=types, calling=said, progress=told)
    if form_of(args) is Form.JSON:
        write_json(found.to_dict())
    else:
        show(partial(print_identification, found))
    return 0 if found.identified else 1
