"""`nerconform diff-reports`: what changed between two runs."""

import argparse

from nerconform.commands.output import answer
from nerconform.results.run import Run, changes
from nerconform.results.stored import read_as


def run(args: argparse.Namespace) -> int:
    """Read both, print, and write if asked. Returns 0 if nothing is newly wrong, else 1."""
    return answer(args, lambda args: changes(read_as(args.old, Run), read_as(args.new, Run))).status
