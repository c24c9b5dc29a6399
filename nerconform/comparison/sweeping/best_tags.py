"""Best tags: what the logits of a model say at best, unit by unit, in place of the predictions of a file."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from nerconform.api import viterbi_decode
from nerconform.formats.record import Record
from nerconform.reference.errors import NerconformError
from nerconform.reference.schemes import Scheme


class LogitsDiffer(NerconformError):
    """A file of logits has other units than the data."""

    code = "logits-differ"


def best_tags(path: Path, records: Sequence[Record], scheme: Scheme) -> Iterator[Record]:
    """Yield the records with the best legal tags as their prediction; the units of the logits are those of the data.

    Raises the errors of `nerconform.formats.logits` and of `nerconform.viterbi_decode`, and `LogitsDiffer`.
    """
    from nerconform.formats.logits import read_logits  # noqa: PLC0415 # NumPy is an extra

    logits = read_logits(path)
    if len(logits.lengths) != len(records):
        message = f"the logits are of {len(logits.lengths)} units, the data has {len(records)}"
        raise LogitsDiffer(message, place=str(path), hint="Write a unit for each one of the data, in its order.")
    for number, (length, record) in enumerate(zip(logits.lengths, records, strict=True)):
        tokens = max(
            (len(side) for side in (record.gold, record.pred) if side and isinstance(side[0], str)), default=length
        )
        if length != tokens:
            message = f"the logits of unit {number} are of {length} tokens, the unit at {record.place()} has {tokens}"
            raise LogitsDiffer(message, place=str(path), hint="Write the units in the order of the data.")
    try:
        tags = viterbi_decode(logits.logits, logits.labels, str(scheme), logits.lengths)
    except NerconformError as error:
        raise error.at(str(path)) from None
    return (replace(record, pred=tuple(unit)) for record, unit in zip(records, tags, strict=True))
