"""Every format gives back what was written in it."""

import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerconform.base.errors import NerconformError
from nerconform.base.resources import spec_file
from nerconform.formats.file_errors import CannotExpress, UnknownFormat
from nerconform.formats.read import detect, read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide, Offsets, Record
from nerconform.formats.writers import write
from nerconform.reference.spans import Span

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
WORD = TEXT.filter(lambda text: text and not set(text) & set(" \t\v\f\n\r\ufeff") and not text.startswith("-DOCSTART-"))
TAG = st.sampled_from(["O", "B-PER", "I-PER", "B-a-b", "X"])
TYPE = st.sampled_from(["PER", "a b", "\U0001f600", ""])
NAMES = {0: "O", 1: "B-PER", 2: "I-PER", 3: "B-a-b", 4: "X"}


def spans(length: int) -> st.SearchStrategy[tuple[Span, ...]]:
    """Return spans over so many tokens or characters, nested and repeated ones among them."""
    if not length:
        return st.just(())
    bounds = st.lists(st.integers(0, length), min_size=2, max_size=2, unique=True).map(sorted)
    return st.lists(st.builds(lambda kind, ends: Span(kind, *ends), TYPE, bounds), max_size=4).map(tuple)


@st.composite
def units(draw: st.DrawFn, form: str, *, two: bool, words: bool = False) -> Record:
    """Return a unit of one form: tags, tokens (spans over them) or characters."""
    tokens = tuple(draw(st.lists(WORD if words else TEXT, min_size=words, max_size=5)))
    text = draw(TEXT) if form == "characters" else ""
    if form == "tags":
        annotation = st.lists(TAG, min_size=len(tokens), max_size=len(tokens)).map(tuple)
    else:
        annotation = spans(len(text) if form == "characters" else len(tokens))  # type: ignore[assignment]
    offsets = Offsets.CHARACTERS if form == "characters" else Offsets.TOKENS
    gold, pred = draw(annotation), draw(annotation) if two else None
    return Record(gold, pred, () if form == "characters" else tokens, text=text, offsets=offsets)


@st.composite
def files(draw: st.DrawFn, form: str, *, words: bool = False, one: bool = False) -> list[Record]:
    """Return the units of a file, with ids and documents."""
    two = not one and draw(st.booleans())
    records = draw(st.lists(units(form, two=two, words=words), min_size=1, max_size=5))
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


def there_and_back(records: list[Record], kind: str, options: ReaderOptions) -> list[Record]:
    """Return what is read from what was written."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        write(records, path, kind, options)
        back = list(read(path, options=replace(options, format=kind)))
        assert [one.line for one in back] == sorted(one.line for one in back)
        assert {one.file for one in back} == {str(path)}
        return [replace(one, file="", line=1, lines=()) for one in back]


@given(
    files("tags", words=True), st.sampled_from([None, "\t", " ", ";;"]), st.booleans(), st.sampled_from([None, "# "])
)
def test_conll(records: list[Record], separator: str | None, header: bool, comment: str | None) -> None:  # noqa: FBT001
    options = ReaderOptions(separator=separator, header=header, comment=comment)
    try:
        back = there_and_back(records, "conll", options)
    except CannotExpress:
        assert any(";" in token for record in records for token in record.tokens)
        return
    assert back == [record if comment else replace(record, id="") for record in records]


@given(st.one_of(files("tags"), files("tokens"), files("characters")))
def test_jsonl(records: list[Record]) -> None:
    assert there_and_back(records, "jsonl", ReaderOptions()) == records


@given(st.one_of(files("tokens", one=True), files("characters", one=True)))
def test_prodigy(records: list[Record]) -> None:
    back = there_and_back(records, "prodigy", ReaderOptions())
    assert [one if one.offsets is Offsets.CHARACTERS else replace(one, text="") for one in back] == records


@given(files("characters", one=True))
def test_spacy(records: list[Record]) -> None:
    assert there_and_back(records, "spacy", ReaderOptions()) == records


@given(files("tags"), st.booleans())
def test_huggingface(records: list[Record], ids: bool) -> None:  # noqa: FBT001
    assert there_and_back(records, "huggingface", ReaderOptions(id2label=NAMES if ids else None)) == records


@given(st.one_of(files("tags"), files("tokens"), files("characters")))
def test_each_side_alone_and_both_files_together_are_the_whole(records: list[Record]) -> None:
    records = [replace(one, pred=one.gold if one.pred is None else one.pred) for one in records]
    with tempfile.TemporaryDirectory() as folder:
        gold, pred = Path(folder, "gold"), Path(folder, "pred")
        write(records, gold, "jsonl", side=FileSide.GOLD)
        write(records, pred, "jsonl", side=FileSide.PRED)
        back = list(read(gold, pred, ReaderOptions(format="jsonl")))
    assert [(one.gold, one.pred, one.tokens, one.text) for one in back] == [
        (one.gold, one.pred, one.tokens, one.text) for one in records
    ]


@given(st.one_of(files("tags"), files("tokens"), files("characters")))
def test_what_is_written_as_jsonl_has_the_published_form(records: list[Record]) -> None:
    stream = io.StringIO()
    write(records, stream, "jsonl")
    valid = _validator()
    for line in stream.getvalue().split("\n")[:-1]:
        valid(json.loads(line))


def _validator() -> Callable[[Any], Any]:
    """Return the published form, as a function."""
    text = spec_file("formats/jsonl-unit.schema.json").read_text(encoding="utf-8")
    compiled: Callable[[Any], Any] = fastjsonschema.compile(json.loads(text))
    return compiled


VALID = _validator()
SCALAR = st.sampled_from([None, "", "O", "X", "tokens", "characters", 0, 1, 2, -1, True, 1.0])
ODD = st.one_of(SCALAR, st.lists(SCALAR, max_size=3), st.lists(st.lists(SCALAR, min_size=3, max_size=3), max_size=2))
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


def test_detected_formats_of_what_was_written(tmp_path: Path) -> None:
    tags = Record(("O", "B-X"), ("O", "O"), ("a", "b"))
    tokens = Record((Span("X", 0, 1),), None, ("a", "b"))
    characters = Record((Span("X", 0, 1),), None, text="ab", offsets=Offsets.CHARACTERS)
    for record, kind in ((tags, "conll"), (tags, "jsonl"), (tags, "huggingface"), (tokens, "jsonl"),
                         (tokens, "prodigy"), (characters, "prodigy"), (characters, "spacy")):  # fmt: skip
        write([record], tmp_path / "file", kind)
        assert detect(tmp_path / "file") == kind


@pytest.mark.parametrize(
    ("record", "kind", "options"),
    [
        (Record((), None), "conll", {}),
        (Record(("O",), None, ("a b",)), "conll", {}),
        (Record(("O",), None, ("",)), "conll", {}),
        (Record(("O",), None, ("a,b",)), "conll", {"separator": ","}),
        (Record(("O",), None, ("a\nb",)), "conll", {"separator": "\t"}),
        (Record(("O",), None, ("-DOCSTART-",)), "conll", {}),
        (Record(("O",), None, ("#",)), "conll", {"comment": "#"}),
        (Record(("O", "O"), None, ("a",)), "conll", {}),
        (Record((Span("X", 0, 1),), None, ("a",)), "conll", {}),
        (Record((Span("X", 0, 1),), None, ("a",)), "spacy", {}),
        (Record((Span("X", 0, 1),), None, ("a",)), "huggingface", {}),
        (Record(("O",), None, ("a",)), "prodigy", {}),
        (Record((Span("X", 0, 2),), None, ("a",)), "prodigy", {}),
        (Record((), (), text="a", offsets=Offsets.CHARACTERS), "spacy", {}),
        (Record(("B-Y",), None), "huggingface", {"id2label": NAMES}),
        (Record(("\ud800",), None), "jsonl", {}),
    ],
)
def test_what_a_format_cannot_say_is_refused_and_nothing_is_written(
    tmp_path: Path, record: Record, kind: str, options: dict[str, Any]
) -> None:
    good = Record(("O",), None, ("a",))
    old = tmp_path / "file"
    old.write_text("old")
    with pytest.raises(CannotExpress) as caught:
        write([good, record] if kind in {"conll", "jsonl"} else [record], old, kind, ReaderOptions(**options))
    assert caught.value.hint
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    good = Record(("O",), None, ("é",))
    for target, options in ((tmp_path, ReaderOptions()), (tmp_path / "no" / "file", ReaderOptions()),
                            (tmp_path / "file", ReaderOptions(encoding="ascii"))):  # fmt: skip
        with pytest.raises(CannotExpress):
            write([good], target, "conll", options)
    assert not list(tmp_path.iterdir())
    with pytest.raises(UnknownFormat):
        write([good], tmp_path / "file", "auto")
