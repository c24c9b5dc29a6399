"""`nerconform export`: the golden cases for a scorer in any language."""

import argparse

from nerconform.commands.output import answer, make_folder, write_files
from nerconform.products.export.export_files import export
from nerconform.results.exported_cases import Export


def run(args: argparse.Namespace) -> int:
    """Write the files, and print what was written. Returns 0; everything is compiled before anything is written."""
    answer(args, _exported)
    return 0


def _exported(args: argparse.Namespace) -> Export:
    make_folder(args.folder)
    found = export(args.claim, with_packages=args.packages, against=args.since)
    for folder in {(args.folder / name).parent for name in found.files}:
        make_folder(folder)
    write_files(args.folder, found.files)
    return found.record
