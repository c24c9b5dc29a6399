"""JSON Lines: a unit in the published form is read as it says, and nothing else is read."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import fastjsonschema
from hypothesis import given
from hypothesis import strategies as st

from nerconform.base.errors import NerconformError
from nerconform.base.resources import spec_file
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Offsets, Record
from nerconform.reference.spans import Span

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
TAG = st.sampled_from(["O", "B-PER", "I-PER", "B-a-b", "X"])
TYPE = st.sampled_from(["PER", "a b", "\U0001f600", ""])


def spans(length: int) -> st.SearchStrategy[tuple[Span, ...]]:
    """Return spans over so many tokens or characters, nested and repeated ones among them."""
    if not length:
        return st.just(())
    bounds = st.lists(st.integers(0, length), min_size=2, max_size=2, unique=True).map(sorted)
    return st.lists(st.builds(lambda kind, ends: Span(kind, *ends), TYPE, bounds), max_size=4).map(tuple)


@st.composite
def units(draw: st.DrawFn, form: str, *, two: bool) -> Record:
    """Return a unit of one form: tags, tokens (spans over them) or characters."""
    tokens = tuple(draw(st.lists(TEXT, max_size=5)))
    text = draw(TEXT) if form == "characters" else ""
    if form == "tags":
        annotation = st.lists(TAG, min_size=len(tokens), max_size=len(tokens)).map(tuple)
    else:
        annotation = spans(len(text) if form == "characters" else len(tokens))  # type: ignore[assignment]
    offsets = Offsets.CHARACTERS if form == "characters" else Offsets.TOKENS
    gold, pred = draw(annotation), draw(annotation) if two else None
    return Record(gold, pred, () if form == "characters" else tokens, text=text, offsets=offsets)


@st.composite
def files(draw: st.DrawFn, form: str) -> list[Record]:
    """Return the units of a file, with ids and documents."""
    two = draw(st.booleans())
    records = draw(st.lists(units(form, two=two), min_size=1, max_size=5))
    ids = draw(st.booleans())
    begins = [draw(st.booleans()) for _ in records]
    document, named = 0, []
    for number, (record, starts) in enumerate(zip(records, begins, strict=True)):
        document += starts
        named.append(
            replace(
                record,
                id=f"s{number}" if ids else "",
                starts_document=starts,
                document=str(document) if document else "",
            )
        )
    return named


def written(record: Record, sides: tuple[str, ...] = ("gold", "pred")) -> dict[str, Any]:
    """Return a unit as the published form has it."""
    unit: dict[str, Any] = {key: getattr(record, key) for key in ("id", "document", "text") if getattr(record, key)}
    unit |= {side: getattr(record, side) for side in sides if getattr(record, side) is not None}
    unit |= {"tokens": record.tokens} if record.tokens else {}
    return unit | {"offsets": record.offsets}


def saved(units: list[dict[str, Any]], path: Path) -> Path:
    """Write a file with these units."""
    path.write_text("".join(f"{json.dumps(unit)}\n" for unit in units), encoding="utf-8")
    return path


FORMS = st.one_of(files("tags"), files("tokens"), files("characters"))
JSONL = ReaderOptions(format="jsonl")


@given(FORMS)
def test_units_are_read_as_they_say(records: list[Record]) -> None:
    units = [written(one) for one in records]
    for unit in json.loads(json.dumps(units)):
        VALID(unit)
    with tempfile.TemporaryDirectory() as folder:
        path = saved(units, Path(folder, "file"))
        back = list(read(path, options=JSONL))
    assert [(one.file, one.line) for one in back] == [(str(path), line) for line in range(1, len(back) + 1)]
    assert [replace(one, file="", line=1) for one in back] == records


@given(FORMS)
def test_each_side_alone_and_both_files_together_are_the_whole(records: list[Record]) -> None:
    records = [replace(one, pred=one.gold if one.pred is None else one.pred) for one in records]
    with tempfile.TemporaryDirectory() as folder:
        gold, pred = [
            saved([written(one, (side,)) for one in records], Path(folder, side)) for side in ("gold", "pred")
        ]
        back = list(read(gold, pred, JSONL))
    assert [(one.gold, one.pred, one.tokens, one.text) for one in back] == [
        (one.gold, one.pred, one.tokens, one.text) for one in records
    ]


def _validator() -> Callable[[Any], Any]:
    """Return the published form, as a function."""
    text = spec_file("formats/jsonl-unit.schema.json").read_text(encoding="utf-8")
    compiled: Callable[[Any], Any] = fastjsonschema.compile(json.loads(text))
    return compiled


VALID = _validator()
SCALAR = st.sampled_from([None, "", "O", "X", "tokens", "characters", 0, 1, 2, -1, True, 1.0])
ODD = st.one_of(SCALAR, st.lists(SCALAR, max_size=3), st.lists(st.lists(SCALAR, min_size=2, max_size=3), max_size=2))
KEYS = ["id", "document", "tokens", "text", "offsets", "gold", "pred", "tags", "spans"]


@given(st.dictionaries(st.sampled_from(KEYS), ODD))
def test_what_is_read_as_jsonl_has_the_published_form(unit: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "file")
        path.write_text(json.dumps(unit) + "\n")
        try:
            list(read(path, options=ReaderOptions(format="jsonl")))
        except NerconformError:
            return
    VALID({key: value for key, value in unit.items() if key != "pred" or "gold" in unit})
