"""Another checkout of nerconform beside this one: both scored against the peers in one run, as ratios."""

import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.corpus import Corpus, corpus
from benchmarks.engines import CONTESTANTS, NERVALUATE, SEQEVAL, STRICT, Run, ratio, times
from benchmarks.files import PLAIN, measured, ours, write_file

if TYPE_CHECKING:
    from types import ModuleType

OTHER = "the other checkout"
_PACKAGE = "nerconform"
_LONG_FILE = 1_000_000
"""Tokens of the file that whole processes score."""


def beside(checkout: Path, data: Corpus, rounds: int, perl: Path | None) -> str:
    """Return a table: how many times as fast as each peer this checkout and the other are, and their quotient."""
    runs = {name: CONTESTANTS[name] for name in (STRICT, SEQEVAL, NERVALUATE)}
    taken = dict(times({**runs, OTHER: other_run(checkout)}, data, rounds))
    rows = [_row(peer, taken, STRICT, peer) for peer in (SEQEVAL, NERVALUATE)]
    if perl:
        rows.append(
            _row(
                "conlleval (Perl), whole processes",
                _processes(checkout, corpus(_LONG_FILE), rounds, perl),
                "ours",
                "perl",
            )
        )
    heads = f"| times as fast as | this checkout | {OTHER} | this / other |"
    return "\n".join([heads, "|---|---:|---:|---:|", *rows])


def _row(title: str, taken: Mapping[str, Sequence[float]], mine: str, peer: str) -> str:
    quotients = [other / own for own, other in zip(taken[mine], taken[OTHER], strict=True)]
    cells = [ratio(taken, peer, mine), ratio(taken, peer, OTHER), f"{statistics.median(quotients):.2f}"]
    return f"| {title} | {' | '.join(cells)} |"


def _processes(checkout: Path, data: Corpus, rounds: int, perl: Path) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"ours": [], OTHER: [], "perl": []}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "corpus"
        write_file(data, PLAIN, path)
        command = ours(path, PLAIN, "--dialect=conlleval")
        start = f"import sys; sys.path.insert(0, {str(checkout)!r}); from nerconform.commands.main import main; main()"
        other = [sys.executable, "-c", start, *command[3:]]
        for _ in range(rounds):
            for name, each, stdin in (
                ("ours", command, None),
                (OTHER, other, None),
                ("perl", ["perl", str(perl)], path),
            ):
                found[name].append(measured(each, stdin).seconds)
    return found


def other_run(checkout: Path) -> Run:
    """Return the call of `evaluate` in another checkout, whose modules stand in for ours while it runs."""
    theirs: dict[str, ModuleType] = {}

    def run(data: Corpus) -> float:
        own = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == _PACKAGE}
        sys.modules.update(theirs)
        sys.path.insert(0, str(checkout))
        try:
            from nerconform.api import evaluate  # noqa: PLC0415 - that of the other checkout

            found = evaluate(data.gold, data.pred, "conlleval", engine="columnar")
            return float(found.schemas["strict"].f1 or 0)
        finally:
            sys.path.remove(str(checkout))
            theirs.update(
                {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == _PACKAGE}
            )
            sys.modules.update(own)

    return run
