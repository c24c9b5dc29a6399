"""Streamed: files counted by the columnar engine as they are read, so that memory does not grow with them.

Plain columns are read in blocks of bytes, everything else unit by unit; blocks are counted apart and their tallies
added. Whatever cannot be counted here, or has to be refused, raises `NotServed`: the reference reads the files again
from the start, and says what they deserve in the order of their lines.
"""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.engines.choice import Engine, NotServed, columnar
from nerconform.formats.provenance import UnitKind
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide
from nerconform.formats.source import Told
from nerconform.reference.counting import Tally, sum_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation, across_units
from nerconform.reference.scoring import scorer

if TYPE_CHECKING:  # NumPy is an extra
    from nerconform.engines.columnar import Columnar
    from nerconform.formats.blocks import ReadPlan

FEW = 1 << 19
"""Files of so many bytes take the reference about as long as it takes to load NumPy."""
_BATCH = 5000
_SIDES = {1: (FileSide.BOTH,), 2: (FileSide.GOLD, FileSide.PRED)}


class Job(NamedTuple):
    """What is to be counted, and how: one file, or gold and prediction."""

    paths: Sequence[Path]
    dialect: Dialect
    unit: UnitKind
    options: ReaderOptions
    engine: Engine = Engine.AUTO
    jobs: int = 1
    told: Told | None = None


class Streamed(NamedTuple):
    """An evaluation, the number of units, and why one process did it alone where more were asked for."""

    evaluation: Evaluation
    units: int
    alone: str = ""


class Count(NamedTuple):
    """What was counted in some units on end."""

    tally: Tally
    units: int
    starts: int
    """Before how many of them a document begins."""
    first: bool
    """Whether one begins before the first."""


def count_files(job: Job) -> Streamed:
    """Return the evaluation of files. Raises `NotServed` with the reason why the reference has to do it."""
    small = sum(path.stat().st_size for path in job.paths if path.is_file()) <= FEW
    engine = columnar(job.engine, job.dialect, small=small)
    try:
        counts, alone = _by_blocks(job, engine)
        name = str(Engine.COLUMNAR)
    except NotServed as refusal:
        counts, alone = _by_units(job, engine), "the files are read line by line"
        name = f"{Engine.COLUMNAR}: read line by line, {refusal.reason}"
    tally = sum_of(count.tally for count in counts)
    if tally is None:
        raise NotServed("there are no sentences")
    units = _documents(counts) if job.unit is UnitKind.DOCUMENT else sum(count.units for count in counts)
    return Streamed(
        Evaluation(job.dialect, tally, scorer(job.dialect), engine=name), units, alone if job.jobs > 1 else ""
    )


def _documents(counts: Sequence[Count]) -> int:
    """Return how many documents there are; the first unit begins one, marked or not. Raises `NotServed` for none."""
    starts = sum(count.starts for count in counts)
    if not starts:
        raise NotServed("the file marks no documents")
    return starts + (not counts[0].first)


def _by_blocks(job: Job, engine: "Columnar") -> tuple[list[Count], str]:
    """Count blocks of bytes, in several processes where that is asked for and sound."""
    from nerconform.formats.blocks import ReadPlan  # noqa: PLC0415 # NumPy is an extra

    plans = [ReadPlan.of(path, job.options, side) for path, side in zip(job.paths, _SIDES[len(job.paths)], strict=True)]
    across = across_units(job.dialect)
    if across:
        alone = f"{across} looks at all sentences together"
    elif len(plans) > 1:
        alone = "two files are read side by side"
    elif plans[0].layout.comment:
        alone = "comments can give two sentences the same id"
    elif plans[0].recoded:
        alone = f"text in {plans[0].recoded} can be decoded only from its start"
    elif job.jobs > 1:
        return _in_processes(plans[0], job)
    else:
        alone = ""
    return count_plans(plans, engine, job.told), alone


def _in_processes(plan: "ReadPlan", job: Job) -> tuple[list[Count], str]:
    """Count the parts of one file, each in a process."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415 # slow to load, seldom wanted
    from multiprocessing import get_context  # noqa: PLC0415

    parts = plan.parts(job.jobs)
    counts: list[Count] = []
    with ProcessPoolExecutor(len(parts), mp_context=get_context("spawn")) as pool:
        try:
            for part, found in zip(parts, pool.map(partial(count_part, str(job.dialect)), parts), strict=True):
                if isinstance(found, str):
                    raise NotServed(found)
                counts += found
                if job.told is not None:
                    job.told(part.stop - part.start)
        except BrokenExecutor:
            raise NotServed("a worker process was killed") from None
        finally:
            pool.shutdown(cancel_futures=True)
    return counts, "" if len(parts) > 1 else "there is nowhere to cut the file"


def count_part(dialect: str, plan: "ReadPlan") -> list[Count] | str:
    """Return what is counted in a part of a file, in a process of its own; the reason, if it is not served."""
    try:
        return count_plans([plan], columnar(Engine.COLUMNAR, resolve(dialect)))
    except NotServed as refusal:
        return refusal.reason


def count_plans(plans: "Sequence[ReadPlan]", engine: "Columnar", told: Told | None = None) -> list[Count]:
    """Count the blocks of one file, or of two side by side; nothing is returned of no units. Raises `NotServed`."""
    from nerconform.engines.cells import Lexicon  # noqa: PLC0415
    from nerconform.engines.columnar_decoding import Alphabet  # noqa: PLC0415 # NumPy is an extra
    from nerconform.formats.blocks import joined, numbered  # noqa: PLC0415

    alphabet = Alphabet(engine.parse)
    parts = numbered(plans, Lexicon(alphabet), told)
    return [
        Count(
            engine.count_numbers(alphabet, part.lengths, part.gold, part.pred),
            len(part.lengths),
            int(part.marked.sum()),
            bool(part.marked[0]),
        )
        for part in (joined(parts) if across_units(engine.dialect) else parts)
    ]


def _by_units(job: Job, engine: "Columnar") -> list[Count]:
    """Count the units of any format. Raises `NotServed`."""
    gold, pred = job.paths[0], job.paths[1] if job.paths[1:] else None
    size = None if across_units(job.dialect) else _BATCH
    counts: list[Count] = []
    try:
        records = read(gold, pred, job.options, job.told)
        while batch := list(islice(records, size)):
            tally = engine.tally([one.gold for one in batch], [one.pred for one in batch])
            counts.append(Count(tally, len(batch), sum(one.starts_document for one in batch), batch[0].starts_document))
    except NotServed:
        raise
    except NerconformError as error:
        raise NotServed(error.message) from None
    return counts
