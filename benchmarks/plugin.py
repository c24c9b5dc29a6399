"""`python -m benchmarks.plugin`: what the pytest plugin costs in a run that does not use it.

One empty test is run with the plugin and without (`-p no:nerconform`) in turns; beside the difference of the medians
stands what Python itself says of the import (`-X importtime`). With `--write` the table goes to the page.
"""

import argparse
import platform
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest

from nerconform.version import __version__

PAGE = Path(__file__).parent / "README.md"
_BEGIN, _END = "<!-- plugin -->\n", "<!-- end of plugin -->"
_LINE = re.compile(r"import time:\s+\d+ \|\s+(\d+) \| nerconform\.pytest_plugin$", re.MULTILINE)


def seconds(folder: Path, *args: str) -> float:
    """Return the processor time of one run of pytest, which other programs disturb less than the clock's."""
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *args]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - our own
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def interleaved(runs: int) -> tuple[float, float]:
    """Return the medians, with the plugin installed and off, and without it, in seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_nothing.py").write_text("def test_nothing(): pass\n", encoding="utf-8")
        seconds(folder)
        pairs = [(seconds(folder), seconds(folder, "-p", "no:nerconform")) for _ in range(runs)]
    return statistics.median(one for one, _ in pairs), statistics.median(other for _, other in pairs)


def import_seconds() -> float:
    """Return what Python says of importing the plugin once pytest is there."""
    command = [sys.executable, "-X", "importtime", "-c", "import pytest; import nerconform.pytest_plugin"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stderr  # noqa: S603 - our own
    (found,) = _LINE.findall(said)
    return int(found) / 1e6


def table(runs: int) -> str:
    """Return the results as a Markdown table."""
    on, off = interleaved(runs)
    rows = [
        ("installed, and off", f"{on * 1e3:.0f}"),
        ("not there (`-p no:nerconform`)", f"{off * 1e3:.0f}"),
        ("difference of the medians", f"{(on - off) * 1e3:+.1f}"),
        ("import of the plugin, as `-X importtime` has it", f"{import_seconds() * 1e3:.1f}"),
    ]
    head = (
        f"nerconform {__version__}, pytest {pytest.__version__}, Python {platform.python_version()}, {runs} runs each."
    )
    lines = [head, "", "| a run of pytest with one empty test | CPU, ms |", "|---|---:|"]
    return "\n".join([*lines, *(f"| {name} | {number} |" for name, number in rows)]) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, and write the page if asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plugin", description=__doc__)
    parser.add_argument("--runs", type=int, default=15, help="runs of each kind (default: 15)")
    parser.add_argument("--write", action="store_true", help="write the table into benchmarks/README.md")
    args = parser.parse_args(argv)
    found = table(args.runs)
    sys.stdout.write(found)
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        before, rest = page.split(_BEGIN)
        after = rest.split(_END)[1]
        PAGE.write_text(f"{before}{_BEGIN}{found}{_END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
