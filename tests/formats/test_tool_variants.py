"""Tool variants: what tools write beside their plain form, read to the right entities or refused by name."""

import json
from pathlib import Path
from typing import Any

import pytest

from nerconform.base.errors import NerconformError
from nerconform.formats.read import read, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.source import TextSource

TEXT = "Ada saw Bob"
REGION: dict[str, Any] = {"value": {"start": 0, "end": 3, "text": "Ada", "labels": ["PER"]}, "type": "labels"}
ADA = [("PER", 0, 3)]


def entities(path: Path, column: str | None = None) -> list[list[tuple[str, int, int]]]:
    """Return type, start and end of the entities of each unit."""
    records = list(read_one(path, ReaderOptions(gold_column=column)))
    return [[(span.type, span.start, span.end) for span in record.gold or ()] for record in records]  # type: ignore[union-attr]


def saved(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else str(content).encode())
    return path


def task(*result: dict[str, Any]) -> str:
    return json.dumps([{"id": 1, "data": {"text": TEXT}, "annotations": [{"result": result}]}])


RELATION = {"from_id": "a", "to_id": "b", "type": "relation", "direction": "right", "labels": ["knows"]}
CHOICES = {"value": {"start": 0, "end": 3, "text": "Ada", "choices": ["sure"]}, "type": "choices"}
MINIMAL = {"id": 2, "text": TEXT, "annotator": 1}
FOUND = {
    "a relation with a label is no entity": ("e.json", task(REGION, RELATION), [ADA]),
    "what is said of a region is no entity": ("e.json", task(REGION, CHOICES), [ADA]),
    "JSON-MIN names the field as the project does": (
        "e.json",
        json.dumps([MINIMAL | {"entities": [REGION["value"]]}]),
        [ADA],
    ),
    "JSON-MIN leaves the field out where there is no region": (
        "e.json",
        json.dumps([{"id": 1, "text": "x", "annotator": 1}, MINIMAL | {"label": [REGION["value"]]}]),
        [[], ADA],
    ),
    "a pipeline that found nothing in two texts": ("p.json", "[[], []]", [[], []]),
}
HEAD = "#FORMAT=WebAnno TSV 3.3\n#T_SP=x.NamedEntity|identifier|value\n\n\n"
REFUSED = {
    "a region of a dialogue": (
        "e.json",
        task({"value": {"start": "0", "end": "0", "paragraphlabels": ["PER"]}, "type": "paragraphlabels"}),
        "the region has paragraphlabels",
    ),
    "a region of another text": ("e.json", task(REGION | {"value": REGION["value"] | {"text": "Bob"}}), "'Bob'"),
    "a region without a label": ("e.json", task({"value": {"start": 0, "end": 3}, "type": "labels"}), "no 'labels'"),
    "two fields of regions in JSON-MIN": (
        "e.json",
        json.dumps([MINIMAL | {"label": [REGION["value"]], "ner": [REGION["value"]]}]),
        "label and ner",
    ),
    "a task of Prodigy that nobody has annotated": (
        "p.jsonl",
        json.dumps({"text": "Ada", "tokens": [{"text": "Ada", "start": 0, "end": 3, "id": 0}]}),
        "nobody has annotated",
    ),
    "a task of Prodigy that classifies a text": (
        "p.jsonl",
        json.dumps({"text": "Ada", "label": "POS", "answer": "accept", "_task_hash": 1}),
        "another kind",
    ),
    "WebAnno: an entity without a value": (
        "w.tsv",
        f"{HEAD}#Text=A\n1-1\t0-1\tA\t*\t*\t\n",
        "w.tsv:6: an annotation of this token has no",
    ),
    "WebAnno: an entity across sentences": (
        "w.tsv",
        f"{HEAD}#Text=A\n1-1\t0-1\tA\t*[1]\tPER[1]\t\n\n#Text=B\n2-1\t2-3\tB\t*[1]\tPER[1]\t\n",
        r"w.tsv:9: the entity PER\[1\] began in an earlier sentence",
    ),
    "brat: an editor made blanks of the tabs": ("a.ann", "T1 PER 0 3 Ada\n", "T1<tab>PER"),
    "CoNLL-U without a name": ("a.conllu", "1\tAda" + "\t_" * 8 + "\n", "NER=O"),
    "a compressed file that was cut off": ("a.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "damaged or cut off"),
    "HIPE: a document begins": (
        "a.tsv",
        "TOKEN\tNE-COARSE-LIT\n# document_id = a\nAda\tB-pers\n",
        "--document '# document_id'",
    ),
    "comments before columns": ("a.conll", "# sent_id = 1\n1\tAda\tB-PER\n", "--comment"),
}


@pytest.mark.parametrize("what", FOUND)
def test_a_variant_is_read(what: str, tmp_path: Path) -> None:
    name, content, expected = FOUND[what]
    assert entities(saved(tmp_path, name, content)) == expected


@pytest.mark.parametrize("what", REFUSED)
def test_a_variant_is_refused_with_the_way_out(what: str, tmp_path: Path) -> None:
    name, content, words = REFUSED[what]
    with pytest.raises(NerconformError, match=f"(?s).*{words}"):
        list(read(saved(tmp_path, name, content)))


class TestBrat:
    """Folders as they lie on disks."""

    def test_hidden_files_are_no_data(self, tmp_path: Path) -> None:
        saved(tmp_path, "a.ann", "T1\tPER 0 3\tAda\n")
        saved(tmp_path, "a.txt", TEXT)
        saved(tmp_path, "._a.ann", b"\x00\x05\x16\x07")
        assert entities(tmp_path) == [ADA]

    def test_a_text_in_another_encoding_is_refused(self, tmp_path: Path) -> None:
        saved(tmp_path, "a.txt", "Ada \u00e9".encode("latin-1"))
        with pytest.raises(NerconformError, match=r"a\.txt: the text is not utf-8"):
            entities(saved(tmp_path, "a.ann", "T1\tPER 0 3\tAda\n"))

    def test_offsets_that_count_one_character_for_cr_lf_are_explained(self, tmp_path: Path) -> None:
        saved(tmp_path, "a.txt", "Ada saw\r\nBob.\r\n")
        with pytest.raises(NerconformError, match="dos2unix"):
            entities(saved(tmp_path, "a.ann", "T1\tPER 8 11\tBob\n"))


class TestDocBin:
    """Spans of spaCy that are not entities."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        spacy = pytest.importorskip("spacy", reason="spaCy writes a DocBin")
        doc = spacy.blank("en")(TEXT)
        doc.spans["sc"] = [doc.char_span(0, 3, "PER"), doc.char_span(0, 11, "SET")]
        return saved(tmp_path, "a.spacy", spacy.tokens.DocBin(docs=[doc]).to_bytes())

    def test_a_group_of_spans_is_read_by_its_name(self, file: Path) -> None:
        assert entities(file, "sc") == [[("PER", 0, 1), ("SET", 0, 3)]]

    @pytest.mark.parametrize("column", [None, "other"])
    def test_documents_without_entities_are_not_documents_that_hold_none(self, file: Path, column: str | None) -> None:
        with pytest.raises(NerconformError, match="--gold-column sc"):
            entities(file, column)


class TestArrow:
    """Tables that are damaged, or hold more than tags."""

    def test_a_damaged_batch_is_refused(self, tmp_path: Path) -> None:
        pa = pytest.importorskip("pyarrow", reason="pyarrow writes the table")
        offsets = pa.py_buffer(b"\x00\x00\x00\x00\x05\x00\x00\x00\x02\x00\x00\x00")
        words = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"O B-X")])
        with pa.OSFile(str(tmp_path / "a.arrow"), "wb") as sink:
            batch = pa.record_batch({"tags": pa.ListArray.from_arrays([0, 2], words)})
            with pa.ipc.new_stream(sink, batch.schema) as writer:
                writer.write_batch(batch)
        with pytest.raises(NerconformError, match="pyarrow cannot read the file"):
            list(read(tmp_path / "a.arrow"))

    def test_a_file_on_the_disk_is_not_read_as_a_whole(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pa = pytest.importorskip("pyarrow", reason="pyarrow writes the table")
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(pa.table({"tags": [["B-X"]]}), tmp_path / "a")
        monkeypatch.setattr(TextSource, "whole", None)
        assert [record.gold for record in read(tmp_path / "a")] == [("B-X",)]

    def test_an_id_without_a_name_stays_one(self, tmp_path: Path) -> None:
        pa = pytest.importorskip("pyarrow", reason="pyarrow writes the table")
        parquet = pytest.importorskip("pyarrow.parquet")
        label = {"feature": {"_type": "ClassLabel", "names": ["O", "B-X"]}, "_type": "Sequence"}
        features = {"info": {"features": {"labels": label, "predictions": label}}}
        table = pa.table({"labels": [[-100, 1, -100]], "predictions": [[0, 1, 1]]})
        parquet.write_table(table.replace_schema_metadata({"huggingface": json.dumps(features)}), tmp_path / "a")
        assert [(record.gold, record.pred) for record in read(tmp_path / "a")] == [(("B-X",), ("B-X",))]

    @pytest.mark.parametrize("words", ["not JSON", "[]", '{"info": []}', '{"info": {"features": {"tags": {}}}}', "{}"])
    def test_words_of_a_table_that_name_no_labels_change_nothing(self, tmp_path: Path, words: str) -> None:
        pa = pytest.importorskip("pyarrow", reason="pyarrow writes the table")
        parquet = pytest.importorskip("pyarrow.parquet")
        table = pa.table({"tags": [["B-X"]]}).replace_schema_metadata({"huggingface": words})
        parquet.write_table(table, tmp_path / "a")
        assert [record.gold for record in read(tmp_path / "a")] == [("B-X",)]

    def test_a_label_of_the_whole_sentence_is_no_list_of_tags(self, tmp_path: Path) -> None:
        pa = pytest.importorskip("pyarrow", reason="pyarrow writes the table")
        parquet = pytest.importorskip("pyarrow.parquet")
        names = {"_type": "ClassLabel", "names": ["O", "B-X"]}
        features = {"info": {"features": {"topic": names, "ner_tags": {"feature": names, "_type": "Sequence"}}}}
        table = pa.table({"tokens": [["Ada"]], "ner_tags": [[1]], "topic": [0]})
        parquet.write_table(table.replace_schema_metadata({"huggingface": json.dumps(features)}), tmp_path / "a")
        assert [record.gold for record in read(tmp_path / "a")] == [("B-X",)]


def treebank(*tags: str) -> str:
    """Return the lines of a sentence in CoNLL-U; each token is named by its number."""
    return "".join(f"{number}\tt{number}" + "\t_" * 7 + f"\t{tag}\n" for number, tag in enumerate(tags, 1))


class TestTreebank:
    """Comments, ranges and layers of CoNLL-U."""

    def test_comments_name_sentences_and_documents(self, tmp_path: Path) -> None:
        text = (
            f"# newdoc id = d\n# sent_id = s1\n# text = x\n{treebank('NER=B-X', '_')}\n"
            f"#sent_id=s2\n{treebank('NER=O')}\n# newdoc\n{treebank('SpaceAfter=No|NER=B-Y')}\n\n"
        )
        records = list(read_one(saved(tmp_path, "a.conllu", text), ReaderOptions()))
        assert [(one.id, one.document, one.starts_document, one.line) for one in records] == [
            ("s1", "d", True, 4),
            ("s2", "d", False, 8),
            ("", "2", True, 11),
        ]
        assert [one.gold for one in records] == [("B-X", "O"), ("O",), ("B-Y",)]
        assert [one.tokens for one in records] == [("t1", "t2"), ("t1",), ("t1",)]

    def test_ranges_and_empty_nodes_are_no_tokens(self, tmp_path: Path) -> None:
        other = "".join(f"{number}\tx" + "\t_" * 7 + "\tNER=B-Z\n" for number in ("1-2", "1.1"))
        (one,) = read_one(saved(tmp_path, "a.conllu", other + treebank("NER=B-X", "NER=I-X")), ReaderOptions())
        assert (one.gold, one.lines) == (("B-X", "I-X"), (3, 4))

    def test_tags_of_several_layers_are_refused_on_their_line(self, tmp_path: Path) -> None:
        path = saved(tmp_path, "a.conllu", treebank("NER=O", "NER=B-X+B-Y"))
        with pytest.raises(NerconformError, match="of several layers") as caught:
            list(read_one(path, ReaderOptions()))
        assert caught.value.place == f"{path}:2"

    def test_a_line_of_nine_columns_is_refused(self, tmp_path: Path) -> None:
        path = saved(tmp_path, "a.conllu", treebank("NER=O") + "2\tb" + "\t_" * 7 + "\n")
        with pytest.raises(NerconformError, match="the line has 9 columns, and CoNLL-U has 10") as caught:
            list(read_one(path, ReaderOptions()))
        assert (caught.value.place, caught.value.code) == (f"{path}:2", "ragged-columns")
