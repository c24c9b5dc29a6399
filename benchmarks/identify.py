"""`python -m benchmarks.identify`: how many probes and how much time it takes to name a black box.

Each is one line: decoders and scorers as plain functions, and the libraries that are installed.
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any, NamedTuple

from benchmarks import page
from nerconform.api import decode, evaluate
from nerconform.products.identify.identifier import identify


class Row(NamedTuple):
    """What it took to name one black box."""

    box: str
    probes: int
    further: int
    seconds: float
    names: tuple[str, ...]


def _f1(dialect: str) -> Callable[[Any, Any], float]:
    return lambda gold, pred: float(evaluate(gold, pred, dialect).f1 or 0)


def _decoder(scheme: str, policy: str) -> Callable[[Any], object]:
    return lambda tags: decode(tags, scheme, policy)


BOXES: Mapping[str, tuple[Any, str | None]] = {
    "decoder of BIOES, jie": (_decoder("BIOES", "jie"), "BIOES"),
    "decoder of BIOES, lample, scheme unknown": (_decoder("BIOES", "lample"), None),
    "decoder of BIOES, refuse": (_decoder("BIOES", "refuse"), "BIOES"),
    "decoder of IOB2, discard": (_decoder("IOB2", "discard"), "IOB2"),
    "F1 alone, conlleval": (_f1("conlleval"), None),
    "F1 alone, semeval-jar": (_f1("semeval-jar,policy:lenient"), None),
    "seqeval:default": ("seqeval:default", None),
    "nervaluate": ("nervaluate", None),
    "reference:hipe": ("reference:hipe", None),
}


def measure(name: str) -> Row:
    """Return what it takes to name one of them."""
    box, scheme = BOXES[name]
    start = time.process_time()
    found = identify(box, scheme=scheme)
    return Row(name, len(found.steps), found.verified, time.process_time() - start, found.names)


def table(rows: list[Row]) -> str:
    """Return the results as a Markdown table."""
    lines = [
        f"| {row.box} | {row.probes} | {row.further} | {row.seconds:.1f} | {', '.join(row.names) or 'none'} |"
        for row in rows
    ]
    head = f"nerconform {version('nerconform')}; Python {platform.python_version()}, {platform.system()}."
    heads = "| | probes | further inputs | CPU seconds | cannot be told from |"
    return "\n".join([head, "", heads, "|---|---:|---:|---:|---|", *lines]) + "\n"


def main() -> None:
    """Measure, print the table, and with --write put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    text = table([measure(name) for name in BOXES])
    sys.stdout.write(text)
    if args.write:
        page.write("identify", text)


if __name__ == "__main__":
    main()
