"""`python -m benchmarks.alignments`: how the time of each alignment grows with the spans of one unit, by shape.

Each alignment of each shape runs in a process of its own, from small sizes to large ones, until a call takes more CPU
seconds or memory than the limit. With `--before DIR` another checkout of nerconform is measured in the same run. The
exponent is that of the last two sizes: 1 is linear, 2 is quadratic.
"""

import argparse
import json
import math
import platform
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks import page

Triple = tuple[str, int, int]
Unit = tuple[list[Triple], list[Triple]]
SIZES = (125, 500, 2000, 8000, 32_000)
ALIGNMENTS = ("best", "input", "input-best", "absorb", "first-any", "all-overlaps", "phased")
_MEMORY = 4 << 30
_LONG = 0.03
"""CPU time is counted in steps, so short work is repeated until it takes so many seconds."""


def real(size: int) -> Unit:
    """Return disjoint spans, and predictions of which one in ten has another end or type."""
    draw = random.Random(1)  # noqa: S311 - a shape, not a secret
    gold = [(draw.choice("XYZ"), 6 * at, 6 * at + draw.randint(1, 3)) for at in range(size)]
    return gold, [span if draw.random() < 0.9 else ("X", span[1], span[2] + 1) for span in gold]  # noqa: PLR2004


def few_overlaps(size: int) -> Unit:
    """Return spans anywhere, on both sides, of which a few overlap."""
    draw = random.Random(2)  # noqa: S311 - a shape, not a secret
    sides = []
    for _ in range(2):
        starts = (draw.randrange(6 * size) for _ in range(size))
        sides.append([(draw.choice("XY"), start, start + draw.randint(1, 8)) for start in starts])
    return sides[0], sides[1]


def chain(size: int) -> Unit:
    """Return one long chain, each span of which overlaps the next ones."""
    gold = [("X", 4 * at, 4 * at + 5) for at in range(size)]
    return gold, [("X", 4 * at + 2, 4 * at + 6) for at in range(size)]


def one_over_many(size: int) -> Unit:
    """Return one gold span over all predictions."""
    return [("X", 0, 4 * size)], [("X", 4 * at, 4 * at + 2) for at in range(size)]


def copies(size: int) -> Unit:
    """Return the same span again and again, on each side another one."""
    return [("X", 0, 4)] * size, [("X", 0, 3)] * size


def nested(size: int) -> Unit:
    """Return spans that all contain the next one, the same on both sides."""
    spans = [("X", at, 4 * size - at) for at in range(size)]
    return spans, list(spans)


def nested_apart(size: int) -> Unit:
    """Return the same, the predictions one token longer."""
    gold, _ = nested(size)
    return gold, [(kind, start, end + 1) for kind, start, end in gold]


SHAPES: Mapping[str, Callable[[int], Unit]] = {
    "flat, one in ten wrong": real,
    "few overlaps": few_overlaps,
    "one chain": chain,
    "one over many": one_over_many,
    "copies": copies,
    "nested, equal": nested,
    "nested, none equal": nested_apart,
}


def work(align: str, shape: str, limit: float) -> None:
    """Print the CPU seconds of each size, one JSON line for each; the process ends where one takes too long."""
    from nerconform.reference.dialect import Dialect  # noqa: PLC0415 - of the checkout that is measured
    from nerconform.reference.matching import matcher  # noqa: PLC0415
    from nerconform.reference.spans import Span  # noqa: PLC0415

    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    match = matcher(Dialect().set(align=align, scope="schema" if align == "input-best" else "shared"))
    for size in SIZES:
        gold, pred = (tuple(Span(*span) for span in side) for side in SHAPES[shape](size))
        signal.setitimer(signal.ITIMER_VIRTUAL, limit)
        start, calls = time.process_time(), 0
        while not calls or time.process_time() - start < _LONG:
            try:
                match(gold, pred)
            except (MemoryError, ValueError):  # too many pairs
                return
            calls += 1
        sys.stdout.write(json.dumps([size, (time.process_time() - start) / calls]) + "\n")
        sys.stdout.flush()


def measured(checkout: Path, align: str, shape: str, limit: float) -> list[tuple[int, float]]:
    """Return the sizes that were finished, and the CPU seconds of each."""
    code = (
        "import sys; from benchmarks.alignments import work; "
        f"sys.path.insert(0, {str(checkout)!r}); work({align!r}, {shape!r}, {limit})"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True, cwd=root)  # noqa: S603
    return [(size, seconds) for size, seconds in map(json.loads, done.stdout.splitlines())]


def cells(found: Sequence[tuple[int, float]]) -> list[str]:
    """Return the largest size, its seconds, and the exponent of the last two sizes."""
    if not found:
        return ["none", "", ""]
    size, seconds = found[-1]
    exponent = ""
    if len(found) > 1:
        exponent = f"{math.log(seconds / found[-2][1]) / math.log(size / found[-2][0]):.1f}"
    return [f"{size:,}", f"{seconds:.2f}", exponent]


def table(checkouts: Mapping[str, Path], limit: float) -> str:
    """Measure everything, and return it as a Markdown table."""
    heads = ["alignment", "shape"]
    heads += [f"{what}, {name}" for name in checkouts for what in ("most spans a side", "seconds", "exponent")]
    lines = [heads, [*["---"] * 2, *["---:"] * (len(heads) - 2)]]
    for align in ALIGNMENTS:
        for shape in SHAPES:
            found = (measured(checkout, align, shape, limit) for checkout in checkouts.values())
            lines.append([align, shape, *(cell for one in found for cell in cells(one))])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main() -> None:
    """Measure, print the table, and with `--write` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, metavar="DIR", help="another checkout of nerconform, measured first")
    parser.add_argument("--limit", type=float, default=3, help="CPU seconds of one call (default: 3)")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    args = parser.parse_args()
    here = Path(__file__).parents[1]
    checkouts = {"before": args.before.resolve(), "after": here} if args.before else {"now": here}
    text = f"Limits: {args.limit:g} CPU seconds, {_MEMORY >> 30} GiB. Python {platform.python_version()}, "
    text += f"{platform.system()} {platform.machine()}.\n\n{table(checkouts, args.limit)}"
    sys.stdout.write(text)
    if args.write:
        page.write("alignments", text)


if __name__ == "__main__":
    main()
