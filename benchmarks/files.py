"""Files: whole processes that score a file of columns, in several layouts, measured from outside."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.corpus import Corpus

PLAIN, TABS, CRLF, DOCUMENTS, COMMENTS, LATIN = "plain", "tabs", "CRLF", "documents", "comments", "Latin-1"
WIDE, BARS = "UTF-16", "three bytes"
LAYOUTS: Mapping[str, Sequence[str]] = {
    PLAIN: (),
    TABS: ("--separator", "tab"),
    CRLF: (),
    DOCUMENTS: (),
    COMMENTS: ("--comment", "#"),
    LATIN: ("--encoding", "latin-1"),
    WIDE: ("--encoding", "utf-16"),
    BARS: ("--separator", " | "),
}
"""What `nerconform score` is told of a layout."""
_WORDS = 5000
_DOCUMENT = 50
_KIB = 1024


_LAUNCH = """
import os, sys
pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ, file_actions=[
    (os.POSIX_SPAWN_OPEN, 0, sys.argv[1], os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
])
_, status, used = os.wait4(pid, 0)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


class Process(NamedTuple):
    """What a process took: CPU seconds of user and system together, and the most memory in MiB."""

    seconds: float
    memory: float


def write_file(data: Corpus, layout: str, path: Path) -> None:
    """Write a corpus as columns of token, gold and prediction; the tokens are names of one length or so."""
    between, end = {TABS: "\t", BARS: " | "}.get(layout, " "), "\r\n" if layout == CRLF else "\n"
    number = 0
    with path.open("w", encoding="utf-16" if layout == WIDE else "utf-8", newline="") as file:
        for unit, (gold, pred) in enumerate(zip(data.gold, data.pred, strict=True)):
            lines = []
            if layout == DOCUMENTS and unit % _DOCUMENT == 0:
                lines += ["-DOCSTART- -X- O", ""]
            if layout == COMMENTS:
                lines.append(f"# sent_id = {unit}")
            for one, other in zip(gold, pred, strict=True):
                number += 7919
                lines.append(f"word{number % _WORDS}{between}{one}{between}{other}")
            file.write(end.join([*lines, "", ""]))


def ours(path: Path, layout: str, *options: str) -> list[str]:
    """Return the command that scores a file by nerconform."""
    return [sys.executable, "-m", "nerconform", "score", str(path), "--format", "json", *LAYOUTS[layout], *options]


def measured(command: Sequence[str], stdin: Path | None = None) -> Process:
    """Run a command, and return what it took. Raises `CalledProcessError` if it fails.

    A small process starts it: the most memory of a process is at least what its parent held.
    """
    launch = [sys.executable, "-I", "-S", "-c", _LAUNCH, str(stdin or os.devnull), *command]
    done = subprocess.run(launch, capture_output=True, check=True, text=True)  # noqa: S603 - this module wrote it
    seconds, memory = map(float, done.stdout.split())
    return Process(seconds, memory / _KIB)
