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
from nerconform.engines.vectors import UnitKinds, Vector
from nerconform.formats.provenance import UnitKind
from nerconform.formats.read import Input, paths_of, read
from nerconform.formats.reader_options import TOGETHER, ReaderOptions
from nerconform.formats.record import FileSide, Record
from nerconform.formats.source import BytesProgress
from nerconform.reference.counting import Tally, sum_of
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation, across_units
from nerconform.reference.scoring import scorer

if TYPE_CHECKING:  # NumPy is an extra
    from nerconform.engines.arrays import Flags
    from nerconform.engines.columnar import Columnar
    from nerconform.engines.unit_counts import UnitCells
    from nerconform.formats.blocks import ReadPlan

FEW = 1 << 19
"""Files of so many bytes take the reference about as long as it takes to load NumPy."""
_BATCH = 5000
_SIDES = {1: (FileSide.BOTH,), 2: (FileSide.GOLD, FileSide.PRED)}


class Job(NamedTuple):
    """What is to be counted, and how: one file, gold and prediction, or several files that each have both."""

    gold: Input
    pred: Path | None
    dialect: Dialect
    unit: UnitKind
    options: ReaderOptions
    engine: Engine = Engine.AUTO
    jobs: int = 1
    progress: BytesProgress | None = None
    apart: bool = False
    """Whether it is wanted what each unit adds."""


class Streamed(NamedTuple):
    """An evaluation, the number of units, and why one process did it alone where more were asked for.

    `kinds` says how many units add each vector, where that was wanted.
    """

    evaluation: Evaluation
    units: int
    alone: str = ""
    kinds: UnitKinds | None = None


class Count(NamedTuple):
    """What was counted in some units on end."""

    tally: Tally
    units: int
    starts: int
    """Before how many of them a document begins."""
    first: bool
    """Whether one begins before the first."""
    added: Sequence[tuple[Vector, int]] = ()
    """What units add, and how many add it; of documents each by itself, in order."""


class _WorkerKilled(NotServed):
    """A process that counted a part of the file was killed, so one process counts the whole file."""


def count_files(job: Job) -> Streamed:
    """Return the evaluation of files. Raises `NotServed` with the reason why the reference has to do it."""
    if job.options.layers == TOGETHER:
        raise NotServed("sentences have layers")
    small = sum(path.stat().st_size for path in paths_of(job.gold, job.pred) if path.is_file()) <= FEW
    engine = columnar(job.engine, job.dialect, small=small)
    try:
        counts, alone = _by_blocks(job, engine)
        name = str(Engine.COLUMNAR)
    except NotServed as refusal:
        counts = _by_units(job, engine)
        alone = refusal.reason if isinstance(refusal, _WorkerKilled) else "the files are read line by line"
        name = f"{Engine.COLUMNAR}: read line by line, {refusal.reason}"
    tally = sum_of(count.tally for count in counts)
    if tally is None:
        raise NotServed("there are no sentences")
    units = _documents(counts) if job.unit is UnitKind.DOCUMENT else sum(count.units for count in counts)
    evaluation = Evaluation(job.dialect, tally, scorer(job.dialect), engine=name)
    return Streamed(evaluation, units, alone if job.jobs > 1 else "", _kinds(counts, job.unit) if job.apart else None)


def _kinds(counts: Sequence[Count], unit: UnitKind) -> UnitKinds:
    """Return how many units add each vector; a document that goes on in the next block is one."""
    found = UnitKinds()
    if unit is UnitKind.SENTENCE:
        for count in counts:
            found.update(dict(count.added))
        return found
    documents: list[Vector] = []
    for count in counts:
        vectors = [vector for vector, _ in count.added]
        if documents and not count.first:
            documents[-1] = tuple(map(sum, zip(documents[-1], vectors.pop(0), strict=True)))
        documents += vectors
    return UnitKinds(documents)


def _documents(counts: Sequence[Count]) -> int:
    """Return how many documents there are; the first unit begins one, marked or not. Raises `NotServed` for none."""
    starts = sum(count.starts for count in counts)
    if not starts:
        raise NotServed("the file marks no documents")
    return starts + (not counts[0].first)


def _by_blocks(job: Job, engine: "Columnar") -> tuple[list[Count], str]:
    """Count blocks of bytes, in several processes where that is asked for and sound."""
    from nerconform.formats.blocks import ReadPlan  # noqa: PLC0415 # NumPy is an extra

    if not isinstance(job.gold, Path):
        raise NotServed("several files are one corpus")
    paths = paths_of(job.gold, job.pred)
    plans = [ReadPlan.of(path, job.options, side) for path, side in zip(paths, _SIDES[len(paths)], strict=True)]
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
    return count_plans(plans, engine, job.progress, _wanted(job)), alone


def _in_processes(plan: "ReadPlan", job: Job) -> tuple[list[Count], str]:
    """Count the parts of one file, each in a process."""
    from nerconform.base.worker_pool import KilledWorkers, results_of  # noqa: PLC0415 # slow to load, seldom wanted

    parts = plan.parts(job.jobs)
    counts: list[Count] = []
    work = partial(count_part, str(job.dialect), _wanted(job))
    try:
        for part, found in zip(parts, results_of(work, parts, job.jobs), strict=True):
            counts += found
            if job.progress is not None:
                job.progress(part.stop - part.start)
    except KilledWorkers:
        raise _WorkerKilled("a worker process was killed, for example because memory ran out") from None
    return counts, "" if len(parts) > 1 else "there is nowhere to cut the file"


def _wanted(job: Job) -> UnitKind | None:
    """Return of what it is wanted what each adds."""
    return job.unit if job.apart else None


def count_part(dialect: str, apart: UnitKind | None, plan: "ReadPlan") -> list[Count]:
    """Return what is counted in a part of a file, in a process of its own. Raises `NotServed`."""
    return count_plans([plan], columnar(Engine.COLUMNAR, resolve(dialect)), apart=apart)


def count_plans(
    plans: "Sequence[ReadPlan]",
    engine: "Columnar",
    progress: BytesProgress | None = None,
    apart: UnitKind | None = None,
) -> list[Count]:
    """Count the blocks of one file, or of two side by side; nothing is returned of no units.

    `apart` says of what it is wanted what each adds. Raises `NotServed`.
    """
    from nerconform.engines.columnar_decoding import Alphabet, TagColumn  # noqa: PLC0415 # NumPy is an extra
    from nerconform.formats.blocks import TagLexicon, joined, numbered  # noqa: PLC0415

    alphabet = Alphabet(engine.parse)
    counts = []
    for part in (joined if across_units(engine.dialect) else iter)(numbered(plans, TagLexicon(alphabet), progress)):
        columns = TagColumn.both(part.gold, part.pred, part.lengths)
        starts, first = int(part.marked.sum()), bool(part.marked[0])
        if apart is None:
            counts.append(Count(engine.count(alphabet, *columns), len(part.lengths), starts, first))
        else:
            tally, units = engine.count_apart(alphabet, *columns)
            counts.append(Count(tally, len(part.lengths), starts, first, _added(units, part.marked, apart)))
    return counts


def _added(units: "UnitCells", marked: "Flags", apart: UnitKind) -> list[tuple[Vector, int]]:
    """Return what sentences add, each vector once, or documents, in order."""
    if apart is UnitKind.SENTENCE:
        return list(units.kinds().items())
    return [(tuple(row), 1) for row in units.joined(marked).vectors().tolist()]


def _by_units(job: Job, engine: "Columnar") -> list[Count]:
    """Count the units of any format. Raises `NotServed`."""
    size = None if across_units(job.dialect) else _BATCH
    counts: list[Count] = []
    try:
        records = read(job.gold, job.pred, job.options, job.progress)
        while batch := list(islice(records, size)):
            counts.append(_batch(job, engine, batch))
    except NotServed:
        raise
    except NerconformError as error:
        raise NotServed(error.message) from None
    return counts


def _batch(job: Job, engine: "Columnar", batch: Sequence[Record]) -> Count:
    """Count some units on end."""
    sides = [one.gold for one in batch], [one.pred for one in batch]
    starts, first = sum(one.starts_document for one in batch), batch[0].starts_document
    if not job.apart:
        return Count(engine.tally(*sides), len(batch), starts, first)
    import numpy as np  # noqa: PLC0415 # an extra

    tally, units = engine.count_units(*sides)
    marked = np.array([one.starts_document for one in batch], dtype=np.bool_)
    return Count(tally, len(batch), starts, first, _added(units, marked, job.unit))
