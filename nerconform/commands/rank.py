"""`nerconform rank`: the order of several systems, how sure it is, and under which rules it changes."""

import argparse

from nerconform.commands.output import answer
from nerconform.commands.progress_bars import shown
from nerconform.commands.verb_options import dialect_from, note_columns, reader_options
from nerconform.products.rank.rank_systems import DEFAULT_MEASURE, RESAMPLES, RankTerms, rank_files
from nerconform.reference.measures import Measure
from nerconform.reporting.ranking_plot import write_bump_chart
from nerconform.reporting.sweep_plot import require_plot
from nerconform.results.ranking_result import Ranking


def run(args: argparse.Namespace) -> int:
    """Rank, plot if asked, and print. Returns 0; everything is computed before anything is written."""
    answer(args, _ranked)
    return 0


def _ranked(args: argparse.Namespace) -> Ranking:
    """Return the ranking, and plot it if asked. Raises the errors of the dialect and of the files."""
    if args.plot is not None:
        require_plot(args.plot)
    measure = Measure.parse(DEFAULT_MEASURE if args.measure is None else args.measure)
    resamples = RESAMPLES if args.resamples is None else args.resamples
    terms = RankTerms(dialect_from(args), measure, resamples, args.seed)
    gold, systems = (None, args.files) if args.gold_inside else (args.files[0], args.files[1:])
    options = reader_options(args)
    with shown() as progress:
        found = rank_files(gold, systems, terms, options, progress=progress)
    if gold is not None:
        for system in systems[:1]:
            note_columns(gold, system, options)
    if args.plot is not None:
        write_bump_chart(found, args.plot)
    return found
