"""`nerconform diff`: inputs on which two implementations differ, and why."""

import argparse

from nerconform.asking.process import Limits
from nerconform.commands.output import INTERRUPTED, answer, make_folder
from nerconform.commands.progress_bars import searching
from nerconform.commands.verb_options import calling_options, gold_and_pred, prepare_drawing, reader_options
from nerconform.commands.verb_parser import WrongUse
from nerconform.libraries.registry import resolve
from nerconform.results.search_result import Searches

_EXAMPLES = 1000


def run(args: argparse.Namespace) -> int:
    """Search, and print. Returns 0, 1 or 2, as the help says."""
    if args.data and len(args.data) > 2:  # noqa: PLR2004 - gold and prediction
        hint = "Write --data FILE (with gold and predictions) or --data GOLD PRED."
        raise WrongUse(f"--data takes one or two files, not {len(args.data)}", place="diff", hint=hint)
    for name in ("examples", "seconds", "database"):
        if args.data and getattr(args, name) is not None:
            hint = f"Remove --{name} to search the file. Or remove --data to search random inputs."
            raise WrongUse(f"--{name} is for random inputs, and --data names a file to search", place="diff", hint=hint)
    if args.scheme is not None and not args.data:
        hint = "Name a file: --data FILE --scheme BIOES. Or remove --scheme: random inputs are of every scheme."
        raise WrongUse(
            "--scheme says how the tags of --data are written, and --data is missing", place="diff", hint=hint
        )
    if args.database:
        make_folder(args.database)
    found = answer(args, _found)
    return INTERRUPTED if found.interrupted else found.status(strict=args.strict)


def _found(args: argparse.Namespace) -> Searches:
    """Return what the arguments ask for. Raises the errors of names, dialects and files."""
    limits = Limits(args.timeout)
    left = resolve(args.implementation[0], args.dialect, limits, calling_options(args))
    right = resolve(args.implementation[1], args.dialect, limits) if args.implementation[1:] else ()
    if args.data:
        from nerconform.diagnosis.versus import versus_of
        from nerconform.products.search.data_search import read_data, search_files
        from nerconform.reference.schemes import scheme_of

        scheme = str(scheme_of(args.scheme or "IOB2"))
        options = reader_options(args)
        data = read_data(*gold_and_pred(args.data, options), options)
        with searching() as progress:
            return search_files(versus_of(left, right), data, scheme, progress)
    prepare_drawing()
    from nerconform.products.search.random_search import Budget, search

    examples = _EXAMPLES if args.examples is None and args.seconds is None else args.examples
    budget = Budget(examples, args.seconds)
    with searching() as progress:
        return search(left, right, budget=budget, seeded=args.seed, database=args.database, progress=progress)
