"""`nerconform releases`: every release of a library, and which answer changed in which."""

import argparse
from pathlib import Path

from nerconform.commands.calling_options import add_held_to
from nerconform.commands.check import RESULT_FORMS
from nerconform.commands.limits import add_examples, add_seed, add_timeout, prepare_drawing
from nerconform.commands.output import add_format, form_of
from nerconform.commands.progress_bars import shown
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.verb_parser import Verbs, add_verb, stored_schema

_EXAMPLES = 200


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "releases",
        run,
        help="which release of a library changed which answer?",
        takes="LIBRARY...",
        description="Install each release of a library in a virtual environment of its own, ask it the golden cases "
        "and the same random inputs, and show which answer changed in which release, and why. A release that cannot "
        "be asked is listed as unsupported, one that cannot be installed with pip's reason.\n\n"
        "Packages come from where your pip finds them (PIP_INDEX_URL, PIP_FIND_LINKS). Environments are kept and used "
        "again.",
        examples=(
            "releases seqeval nervaluate --output reports",
            "releases nervaluate --versions 1.0.0,1.2.1",
            "releases seqeval --versions '>=1.0,<1.2.2'",
            "releases mypkg=mypkg.metrics:evaluate --dialect conlleval --versions 1.0,1.1",
        ),
        right="every change has a cause",
        wrong="an answer changed and nothing explains it",
        also="   or no release could be installed",
    )
    words = "a library (seqeval, nervaluate, ...), or a metric of your own: DISTRIBUTION=module:function"
    parser.add_argument("library", nargs="+", metavar="LIBRARY", help=words)
    words = "releases, or a range: 1.0.0,1.2.1 or '>=1.0,<1.2' (default: all)"
    parser.add_argument("--versions", type=_versions, default=(), metavar="V,V", help=words)
    add_examples(parser, _EXAMPLES, least=0)
    add_seed(parser)
    words = "folder in which environments are kept (default: your cache folder)"
    parser.add_argument("--cache", type=Path, metavar="DIR", help=words)
    add_held_to(parser)
    add_timeout(parser)
    add_output(parser, "releases.json and releases.md")
    add_format(parser, RESULT_FORMS, stored_schema("releases_result.Releases"))


def _versions(text: str) -> tuple[str, ...]:
    """Return the versions, and limits of a range, that are named; at least one."""
    found = tuple(filter(None, (part.strip() for part in text.split(","))))
    if not found:
        raise argparse.ArgumentTypeError("no version is named. Write 1.2.0,1.2.2 or '>=1.0,<1.2'.")
    return found


def run(args: argparse.Namespace) -> int:
    """Ask the releases, print, and write if asked. Returns 0, 1 where a change has no cause, 2 where none was asked."""
    from nerconform.asking.process import Limits

    prepare(args.output, form_of(args))
    prepare_drawing()
    from nerconform.products.releases.release_answers import releases

    with shown() as progress:
        found = releases(
            *args.library,
            versions=args.versions,
            examples=_EXAMPLES if args.examples is None else args.examples,
            seed=args.seed,
            cache=args.cache,
            dialect=args.dialect or "",
            limits=Limits(args.timeout),
            told=progress,
        )
    save(found, args.output)
    print_result(found, args)
    return found.status
