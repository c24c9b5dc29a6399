"""`nerconform upstream`: the defects of a library as reports for its own tracker."""

import argparse

from msgspec import structs

from nerconform.commands.output import answer, make_folder, write_files
from nerconform.products.upstream.upstream_reports import upstream
from nerconform.reporting.upstream_text import page
from nerconform.results.upstream_result import UpstreamReports


def run(args: argparse.Namespace) -> int:
    """Print the reports, and write one file for each where a folder is named. Returns 0."""
    answer(args, _written)
    return 0


def _written(args: argparse.Namespace) -> UpstreamReports:
    found = upstream(args.library)
    if args.folder is None:
        return found
    make_folder(args.folder)
    write_files(args.folder, {f"{one.id}.md": page(found, one) for one in found.reports})
    return structs.replace(found, folder=str(args.folder))
