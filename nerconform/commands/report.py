"""`nerconform report`: views of a run, and the committed reports."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from nerconform.commands.output import answer, write, write_files
from nerconform.commands.progress_bars import shown
from nerconform.results.run import Run
from nerconform.results.search_result import Searches
from nerconform.results.stored import read, read_as


def run(args: argparse.Namespace) -> int:
    """Print a stored result, or write the reports. Returns 0 if nothing in it is wrong or unexplained, else 1."""
    if args.site:
        return _write_site(args.site)
    if args.searches:
        return _print_searches(args.searches)
    if args.badge:
        return _write_badges(args.file, args.badge)
    status = getattr(answer(args, lambda args: read(args.file)), "status", 0)
    return int(status() if callable(status) else status)


def _write_badges(file: Path, folder: Path) -> int:
    """Write the badges of a run, and print their names. Returns 0, whatever they say."""
    from nerconform.reporting.badge import badge_files

    badges = badge_files(read_as(file, Run))
    write_files(folder, badges)
    write("".join(f"{folder / name}\n" for name in badges))
    return 0


def _print_searches(paths: Sequence[Path]) -> int:
    """Print the page of searches. Returns 0 if everything is explained, else 1."""
    from nerconform.reporting.search_text import search_page

    found = [read_as(path, Searches) for path in paths]
    write(search_page(found))
    return int(any(search.unexplained for one in found for search in one.searches))


def _write_site(folder: Path) -> int:
    """Check the libraries of the site that are installed, keep the stored runs of others, and write every page."""
    from nerconform.products.check.suite_run import check_site
    from nerconform.products.explain.site_contents import site_contents
    from nerconform.reporting.report_files import site_pages

    stored = folder / "run.json"
    with shown() as progress:
        found = check_site(read_as(stored, Run) if stored.exists() else None, progress)
    pages = site_pages(site_contents(found))
    write_files(folder, pages)
    write("".join(f"{folder / name}\n" for name in pages))
    return 0 if found.passed else 1
