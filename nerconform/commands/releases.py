"""`nerconform releases`: every release of a library, and which answer changed in which."""

import argparse

from nerconform.asking.process import Limits
from nerconform.commands.output import answer
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_options import prepare_drawing
from nerconform.results.releases_result import Releases

_EXAMPLES = 200


def run(args: argparse.Namespace) -> int:
    """Ask the releases, print, and write if asked. Returns 0, 1 where a change has no cause, 2 where none was asked."""
    return answer(args, _asked).status


def _asked(args: argparse.Namespace) -> Releases:
    prepare_drawing()
    from nerconform.products.releases.release_answers import releases

    with shown() as progress:
        return releases(
            *args.library,
            versions=args.versions,
            examples=_EXAMPLES if args.examples is None else args.examples,
            seed=args.seed,
            cache=args.cache,
            dialect=args.dialect or "",
            limits=Limits(args.timeout),
            progress=progress,
        )
