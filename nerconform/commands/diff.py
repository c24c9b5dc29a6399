"""`nerconform diff`: inputs on which two implementations differ, and why."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.commands.calling_options import add_calling_options, add_implementations, calling_options
from nerconform.commands.check import RESULT_FORMS
from nerconform.commands.file_options import add_reader_options, gold_and_pred, reader_options
from nerconform.commands.limits import add_examples, add_seed, prepare_drawing, seconds
from nerconform.commands.output import INTERRUPTED, add_format, form_of, make_folder
from nerconform.commands.progress_bars import searching
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.rule_options import add_scheme
from nerconform.commands.verb_parser import Verbs, WrongUse, add_verb, stored_schema

if TYPE_CHECKING:
    from nerconform.results.search_result import Searches

_EXAMPLES = 1000


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "diff",
        run,
        help="search inputs on which two metrics differ, and why",
        takes="A [B]",
        description="Search for inputs on which A differs from B; without B, from the reference in the dialect that A "
        "declares. Each input that is found is shrunk, grouped by its cause, and explained. An explanation is given "
        "only if the reference with exactly these changes returns exactly what was observed.",
        examples=(
            "diff seqeval --examples 5000 --seed 7",
            "diff seqeval:default conlleval --seconds 60",
            "diff nervaluate --data gold.conll pred.conll",
        ),
        right="nothing differs, or everything that differs is explained",
        wrong="something is unexplained; with --strict, something differs",
        also="130  interrupted (Ctrl-C); what was found until then is shown",
    )
    add_implementations(parser)
    parser.add_argument("--strict", action="store_true", help="exit with 1 if anything differs")
    search = parser.add_argument_group("how long to search")
    add_examples(search, _EXAMPLES, least=1)
    search.add_argument("--seconds", type=seconds, metavar="S", help="seconds for each pair that is compared")
    add_seed(search)
    search.add_argument("--database", type=Path, metavar="DIR", help="keep finds in this folder, and ask them first")
    data = parser.add_argument_group("your data instead of random inputs")
    words = "search these sentences: one file with both sides, or GOLD PRED"
    data.add_argument("--data", nargs="+", type=Path, metavar="FILE", help=words)
    add_scheme(data)
    add_calling_options(parser, id2label=False)
    add_reader_options(parser)
    add_output(parser, "search.json and search.md")
    add_format(parser, RESULT_FORMS, stored_schema("search_result.Searches"))


def run(args: argparse.Namespace) -> int:
    """Search, and print. Returns 0, 1 or 2, as the help says."""
    if args.data and len(args.data) > 2:  # noqa: PLR2004 - gold and prediction
        hint = "Write --data FILE or --data GOLD PRED."
        raise WrongUse("--data takes one file with both sides, or two", place="diff", hint=hint)
    for name in ("examples", "seconds", "database"):
        if args.data and getattr(args, name) is not None:
            hint = f"Leave out --{name} or --data."
            raise WrongUse(f"--{name} is for random inputs, --data is searched whole", place="diff", hint=hint)
    if args.scheme is not None and not args.data:
        hint = "Leave --scheme out, or name a file: --data FILE."
        raise WrongUse("--scheme is for --data: random inputs are in every scheme", place="diff", hint=hint)
    if args.database:
        make_folder(args.database)
    prepare(args.output, form_of(args))
    found = _found(args)
    save(found, args.output)
    print_result(found, args)
    return INTERRUPTED if found.interrupted else found.status(strict=args.strict)


def _found(args: argparse.Namespace) -> "Searches":
    """Return what the arguments ask for. Raises the errors of names, dialects and files."""
    from nerconform.asking.process import Limits
    from nerconform.libraries.registry import resolve

    limits = Limits(args.timeout)
    left = resolve(args.implementation[0], args.dialect, limits, calling_options(args))
    right = resolve(args.implementation[1], args.dialect, limits) if args.implementation[1:] else ()
    if args.data:
        from nerconform.diagnosis.versus import versus_of
        from nerconform.products.search.data_search import read_data, search_files
        from nerconform.reference.schemes import scheme_of

        scheme = str(scheme_of(args.scheme or "IOB2"))
        data = read_data(*gold_and_pred(args.data), reader_options(args))
        with searching() as progress:
            return search_files(versus_of(left, right), data, scheme, progress)
    prepare_drawing()
    from nerconform.products.search.random_search import Budget, search

    examples = _EXAMPLES if args.examples is None and args.seconds is None else args.examples
    budget = Budget(examples, args.seconds)
    with searching() as progress:
        return search(left, right, budget=budget, seeded=args.seed, database=args.database, told=progress)
