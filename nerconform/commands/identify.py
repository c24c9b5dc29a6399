"""`nerconform identify`: which dialect a metric implements."""

import argparse

from nerconform.base.report_form import ReportForm
from nerconform.commands.calling_options import add_calling_options, add_implementations, calling_options
from nerconform.commands.output import add_format, form_of
from nerconform.commands.progress_bars import shown
from nerconform.commands.result import add_output, prepare, print_result, save
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
    add_output(parser, "identification.json and identification.md")
    forms = (ReportForm.TEXT, ReportForm.JSON, ReportForm.MARKDOWN)
    add_format(parser, forms, stored_schema("identification_result.Identification"))


def run(args: argparse.Namespace) -> int:
    """Identify, and print. Returns 0 if a dialect was found, else 1."""
    from nerconform.products.identify.identifier import TYPES, identify

    prepare(args.output, form_of(args))
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
    save(found, args.output)
    print_result(found, args)
    return 0 if found.identified else 1
