"""DocBin: which spans of spaCy's documents are read, with a stand-in for spaCy that has the few things we ask for."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats.read import read, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import FileSide, Record

PLAIN = ReaderOptions(format="docbin")


class Ent(NamedTuple):
    """A span as spaCy has it: it counts tokens, its end is exclusive."""

    label_: str
    start: int
    end: int


class Doc(Sequence[SimpleNamespace]):
    """A document of spaCy; `ents` are `None` where nobody has set them."""

    def __init__(self, text: str, ents: Sequence[Ent] | None = None, **spans: Sequence[Ent]) -> None:
        self.words = text.split()
        self.ents: Sequence[Ent] = ents or ()
        self.annotated = {"ENT_IOB"} if ents is not None else set[str]()
        self.spans: Mapping[str, Sequence[Ent]] = spans

    def __len__(self) -> int:
        """Return the number of tokens."""
        return len(self.words)

    def __getitem__(self, at: int) -> SimpleNamespace:  # type: ignore[override] # no slice is asked for
        """Return a token."""
        return SimpleNamespace(text=self.words[at])

    def has_annotation(self, name: str) -> bool:
        """Whether something has been set in any token."""
        return name in self.annotated


def docbin(path: Path, monkeypatch: pytest.MonkeyPatch, *docs: Doc) -> Path:
    """Write a file of which the stand-in for spaCy says that it holds these documents."""

    class DocBin:
        def from_bytes(self, content: bytes) -> "DocBin":
            if content != b"docs":
                raise ValueError("bytes of another kind")
            return self

        def get_docs(self, vocab: object) -> Iterator[Doc]:
            assert vocab == "vocab of xx"
            return iter(docs)

    spacy = SimpleNamespace(blank=lambda language: SimpleNamespace(vocab=f"vocab of {language}"))
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    monkeypatch.setitem(sys.modules, "spacy.tokens", SimpleNamespace(DocBin=DocBin))
    file = path / "docs.spacy"
    file.write_bytes(b"docs")
    return file


def refused(path: Path, **options: str) -> NerconformError:
    with pytest.raises(NerconformError) as caught:
        list(read(path, None, ReaderOptions(format="docbin", **options)))  # type: ignore[arg-type] # each its own type
    assert caught.value.place == str(path)
    return caught.value


def spans(records: Iterator[Record], side: str = "gold") -> list[list[tuple[object, ...]]]:
    return [[tuple(span) for span in getattr(one, side)] for one in records]


def test_the_entities_of_documents_are_units_in_tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = docbin(tmp_path, monkeypatch, Doc("Ada slept", [Ent("PER", 0, 1)]), Doc("He left", []), Doc("a"))
    units = list(read(path, None, PLAIN))
    assert [(one.tokens, one.line, one.pred) for one in units] == [
        (("Ada", "slept"), 1, None),
        (("He", "left"), 2, None),
        (("a",), 3, None),
    ]
    assert spans(iter(units)) == [[("PER", 0, 1)], [], []]
    assert spans(read_one(path, PLAIN, FileSide.PRED), "pred") == [[("PER", 0, 1)], [], []]


def test_a_group_of_spans_is_read_where_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = Doc("Ada slept", [], a=[Ent("X", 0, 2), Ent("Y", 1, 2)]), Doc("b", [], c=[Ent("Z", 0, 1)])
    path = docbin(tmp_path, monkeypatch, *docs)
    (one, other) = read(path, path, ReaderOptions(format="docbin", gold_column="a", pred_column="c"))
    assert spans(iter([one, other])) == [[("X", 0, 2), ("Y", 1, 2)], []]
    assert spans(iter([one, other]), "pred") == [[], [("Z", 0, 1)]]


def test_spans_that_no_document_has_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = docbin(tmp_path, monkeypatch, Doc("a", b=[]), Doc("a", a=[]))
    error = refused(path)
    assert (error.code, error.message) == ("missing-column", "doc.ents was not set in any document of the file")
    assert error.hint.endswith("Or name a group of spans: --gold-column a or b.")
    assert "doc.spans['c'] was not set" in refused(path, gold_column="c").message
    with pytest.raises(NerconformError, match="--pred-column a or b"):
        list(read_one(path, PLAIN, FileSide.PRED))
    error = refused(docbin(tmp_path, monkeypatch, Doc("a")))
    assert error.hint.endswith("if it has no entity.")
    assert refused(docbin(tmp_path, monkeypatch)).code == "no-units"


def test_what_spacy_cannot_read_is_refused_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = docbin(tmp_path, monkeypatch)
    path.write_bytes(b"other")
    error = refused(path)
    assert (error.code, error.message) == ("unreadable-file", "spaCy cannot read the file: bytes of another kind")
    monkeypatch.setitem(sys.modules, "spacy", None)  # what Python takes as: not to be found
    error = refused(path)
    assert (error.code, error.message) == ("needs-package", "a DocBin is read by spacy, which is not installed")
    assert "nerconform[spacy]" in error.hint
