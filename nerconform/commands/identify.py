"""`nerconform identify`: which dialect a metric implements."""

import argparse
from functools import partial

from nerconform.commands.calling_options import add_calling_options, add_implementations, calling_options
from nerconform.commands.output import Form, add_format, form_of, show, write_json
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_parser import Verbs, add_verb, stored_schema


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "identify",
        run,
        help="find the dialect of an unknown metric",
        takes="IMPLEMENTATION",
        description="Find the dialect of a metric by asking it small inputs, each chosen to separate the dialects that "
        "are still possible. Shows what each input excludes, the dialect with its signature, and the choices that no "
        "input can tell apart. If no dialect fits, shows the nearest ones, each with the smallest input that it gets "
        "wrong.",
        examples=("identify mypkg.metrics:evaluate", "identify seqeval:default", "identify mypkg.tags:decode"),
        right="a dialect was found",
        wrong="no dialect gives all answers",
    )
    add_implementations(parser, several=False)
    words = "scheme of the tags (default: IOB2; of a decoder it is detected)"
    parser.add_argument("--scheme", metavar="S", help=words)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--decoder", action="store_true", help="it takes tags and returns spans")
    kind.add_argument("--scorer", action="store_true", help="it takes gold and prediction and returns numbers")
    words = "entity types of the inputs (default: PER,LOC,ORG,MISC)"
    parser.add_argument("--types", metavar="A,B", type=lambda text: text.split(","), help=words)
    add_calling_options(parser, held=False)
    add_format(parser, [Form.TEXT, Form.JSON], stored_schema("identification"))


def run(args: argparse.Namespace) -> int:
    """Identify, and print. Returns 0 if a dialect was found, else 1."""
    from nerconform.products.identify.identifier import TYPES, identify
    from nerconform.reporting.identification_text import print_identification

    kind = "decoder" if args.decoder else "scorer" if args.scorer else None
    with shown() as progress:
        found = identify(
            args.implementation,
            scheme=args.scheme,
            kind=kind,
            types=args.types or TYPES,
            calling=calling_options(args),
            progress=progress,
        )
    if form_of(args) is Form.JSON:
        write_json(found.to_dict())
    else:
        show(partial(print_identification, found))
    return 0 if found.identified else 1
