"""`nerconform identify`: which dialect a metric implements."""

import argparse

from nerconform.commands.output import answer
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_options import calling_options
from nerconform.products.identify.identifier import TYPES, identify
from nerconform.results.identification_result import Identification


def run(args: argparse.Namespace) -> int:
    """Identify, and print. Returns 0 if a dialect was found, else 1."""
    return 0 if answer(args, _identified).identified else 1


def _identified(args: argparse.Namespace) -> Identification:
    with shown() as progress:
        return identify(
            args.implementation,
            scheme=args.scheme,
            kind="decoder" if args.decoder else "scorer" if args.scorer else None,
            types=args.types or TYPES,
            calling=calling_options(args),
            progress=progress,
            timeout=args.timeout,
        )
