"""Tally part: the counts of one part of the data, as a worker writes them and `nerconform merge` adds them up."""

import json
from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from nerconform.results.constraints import NotNegative
from nerconform.results.values import ExactNumber, ResultRecord, plain_data

Cells = tuple[int | ExactNumber, ...]
"""COR, INC, PAR, MIS and SPU.

Where each side is counted by itself (CNT-8), two more: how many more predictions than gold spans are COR, and PAR.
"""


class TypeTally(ResultRecord, frozen=True):
    """The counts of one type by schema, and whether gold and prediction have the type."""

    in_gold: bool
    in_pred: bool
    schemas: Mapping[str, Cells]


class TallyPart(ResultRecord, frozen=True, tag_field="format", tag="nerconform-tally-2"):
    """The counts of some units (sentences or documents) in one dialect, which the signature says.

    `total` are the counts over all types, by schema. `sources` says which bytes were counted, if they were files: the
    SHA-256 of each file, or one SHA-256 of the list of theirs. `unit` says what a unit is. `vectors` are the counts for
    resampling, each a text of numbers: how many units add a vector, then the vector, COR to SPU for each schema of the
    dialect.
    `documents` are the names of the documents, if documents are the units and are not too many.
    """

    tool: str
    spec: str
    signature: str
    units: NotNegative
    total: Mapping[str, Cells]
    types: Mapping[str, TypeTally]
    sources: tuple[str, ...] = ()
    unit: Literal["sentence", "document"] = "sentence"
    vectors: tuple[Annotated[str, Meta(pattern=r"^[0-9]+( [0-9]+)*$")], ...] | None = None
    documents: tuple[str, ...] = ()


def text_of(part: TallyPart) -> str:
    """Return JSON text without blanks: parts travel, and with a number a line they would be twice as large."""
    return json.dumps(plain_data(part), separators=(",", ":")) + "\n"
