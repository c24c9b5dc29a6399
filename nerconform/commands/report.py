"""`nerconform report`: views of a run, and the committed reports."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from nerconform.base.report_form import ReportForm
from nerconform.commands import progress_bars as progress
from nerconform.commands.output import add_format, form_of, write, write_files
from nerconform.commands.result import add_output, prepare, print_result, save, status_of
from nerconform.commands.verb_parser import Verbs, add_verb, stored_schema


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "report",
        run,
        help="print a stored result in another format",
        takes="RESULT.json | --searches FILE... | --site DIR",
        description="Print a result that a verb stored as JSON. With --searches, print one "
        "page of several results of diff. With --site, check the libraries again and write the site.",
        examples=("report run.json", "report run.json --output report.html", "report --site reports"),
        right="nothing in the result is wrong or unexplained",
        wrong="something is",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    words = "result that `--output RESULT.json` stored"
    what.add_argument("file", nargs="?", type=Path, metavar="RESULT.json", help=words)
    words = "print one page of what `diff` stored"
    what.add_argument("--searches", nargs="+", type=Path, metavar="SEARCH.json", help=words)
    what.add_argument("--site", type=Path, metavar="DIR", help="write the site into this folder")
    add_output(parser, "what the verb that made it writes")
    add_format(parser, tuple(ReportForm), stored_schema("stored.Stored"))


def run(args: argparse.Namespace) -> int:
    """Print a stored result, or write the reports. Returns 0 if nothing in it is wrong or unexplained, else 1."""
    from nerconform.results.stored import read

    if args.site:
        return _write_site(args.site)
    if args.searches:
        return _print_searches(args.searches)
    prepare(args.output, form_of(args))
    found = read(args.file)
    save(found, args.output)
    print_result(found, args)
    return status_of(found)


def _print_searches(paths: Sequence[Path]) -> int:
    """Print the page of searches. Returns 0 if everything is explained, else 1."""
    from nerconform.reporting.search_markdown import search_page
    from nerconform.results.search_result import Searches
    from nerconform.results.stored import read_as

    found = [read_as(path, Searches) for path in paths]
    write(search_page(found))
    return int(any(search.unexplained for one in found for search in one.searches))


def _write_site(folder: Path) -> int:
    """Check the implementations of the site, and write every page."""
    from nerconform.libraries.library import libraries
    from nerconform.products.check.suite_run import check
    from nerconform.products.explain.site_contents import site_contents
    from nerconform.reporting.report_files import site_files
    from nerconform.results.releases_result import Releases
    from nerconform.results.stored import read_as

    path = folder / "releases.json"
    releases = read_as(path, Releases) if path.exists() else None
    with progress.shown() as told:
        found = check(*(name for name, one in libraries().items() if one.in_site), progress=told)
    pages = site_files(site_contents(found, releases))
    write_files(folder, pages)
    write("".join(f"{folder / name}\n" for name in pages))
    return 0 if found.passed else 1
