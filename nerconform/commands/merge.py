"""`nerconform merge`: the scores of a corpus whose parts were counted apart."""

import argparse

from nerconform.commands.output import answer, write_part
from nerconform.commands.verb_options import resampling_from
from nerconform.files.merge_parts import merge_parts
from nerconform.reference.measures import Measure
from nerconform.results.score_result import FileScores


def run(args: argparse.Namespace) -> int:
    """Add up, and print. Returns 0; everything is read and computed before anything is written."""
    answer(args, _merged)
    return 0


def _merged(args: argparse.Namespace) -> FileScores:
    """Return the scores of all parts, and write their sum if asked. Raises the errors of `merge_parts`."""
    scored, part = merge_parts(args.files)
    drawn = None if scored.kinds is None else resampling_from(args)
    found = scored.scores([Measure.parse(text) for text in args.measure], drawn)
    write_part(args.part, part)
    return found
