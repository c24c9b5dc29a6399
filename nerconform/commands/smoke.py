"""`nerconform smoke`: whether an implementation answers at all."""

import argparse

from nerconform.asking.process import Limits
from nerconform.commands.output import answer
from nerconform.commands.progress_bars import shown
from nerconform.products.check.smoke_test import smoke
from nerconform.results.smoke_result import Smoke


def run(args: argparse.Namespace) -> int:
    """Ask, print, and write if asked. Returns 0, 1 or 2, as the help says."""
    return answer(args, _smoked).status


def _smoked(args: argparse.Namespace) -> Smoke:
    with shown() as progress:
        return smoke(*args.implementation, dialect=args.dialect, limits=Limits(args.timeout), progress=progress)
