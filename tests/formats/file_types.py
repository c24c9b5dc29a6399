"""File types: one small corpus in the layout of each tool, and files that the kit does not read.

`python -m tests.formats.file_types` writes `docs/reference/file-types.md` from these tables; `test_file_types.py` reads
and scores every file of them.

The corpus has two sentences. Gold: PER `Ada Lovelace` and LOC `Paris`; PER `Bob` and ORG `ACME`. Prediction: PER
`Ada Lovelace` and ORG `Paris`; ORG `ACME`. So two spans of the prediction are right, one is wrong, and two of gold are
missed. An emoji stands before `Bob`, so that offsets which count something else are found out.
"""

import bz2
import gzip
import io
import json
import lzma
import pickle  # to write one, which the kit refuses
import sqlite3
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from nerconform.reporting.markdown_parts import code, rows
from nerconform.reporting.markdown_parts import text as page_of

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "file-types.md"
COUNTS = (2, 1, 2)
"""True positives, false positives and false negatives, exact."""
Entity = tuple[str, int, int]
"""Type, first token, last token."""


class Sentence(NamedTuple):
    """Tokens with one blank between two, and the entities of both sides."""

    tokens: tuple[str, ...]
    gold: tuple[Entity, ...]
    pred: tuple[Entity, ...]

    @property
    def text(self) -> str:
        return " ".join(self.tokens)

    def tags(self, side: str) -> list[str]:
        tags = ["O"] * len(self.tokens)
        for kind, first, last in getattr(self, side):
            tags[first : last + 1] = [f"B-{kind}", *[f"I-{kind}"] * (last - first)]
        return tags

    def characters(self, side: str, unit: str = "code-points") -> list[tuple[str, int, int, str]]:
        """Return type, start, end and text of each entity."""
        found = []
        for kind, first, last in getattr(self, side):
            before = " ".join((*self.tokens[:first], ""))
            words = " ".join(self.tokens[first : last + 1])
            start = size(before, unit)
            found.append((kind, start, start + size(words, unit), words))
        return found


def size(text: str, unit: str) -> int:
    """Return how many code points, units of UTF-16 or bytes of UTF-8 a text has."""
    return {"code-points": len(text), "utf-16": len(text.encode("utf-16-le")) // 2, "bytes": len(text.encode())}[unit]


CORPUS = (
    Sentence(
        ("Ada", "Lovelace", "lives", "in", "Paris"), (("PER", 0, 1), ("LOC", 4, 4)), (("PER", 0, 1), ("ORG", 4, 4))
    ),
    Sentence(("😀", "Bob", "left", "ACME"), (("PER", 1, 1), ("ORG", 3, 3)), (("ORG", 3, 3),)),
)
SIDES = ("gold", "pred")


class FileType(NamedTuple):
    """A file type: what it is, how the kit calls it, what its offsets count, how it is asked, and how it is written."""

    what: str
    kind: str
    offsets: str
    ask: str
    """The command line after `nerconform score`."""
    write: Callable[[Path], None]
    needs: str = ""
    """The package without which the kit does not read it."""


def lines(values: Sequence[object]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def two(name: str, content: Callable[[str], str | bytes]) -> Callable[[Path], None]:
    """Return what writes a file for each side, `gold.NAME` and `pred.NAME`."""

    def write(folder: Path) -> None:
        for side in SIDES:
            save(folder / f"{side}.{name}", content(side))

    return write


def one(name: str, content: Callable[[], str | bytes]) -> Callable[[Path], None]:
    """Return what writes one file."""
    return lambda folder: save(folder / name, content())


def save(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def columns(make: Callable[[Sentence, int, int], Sequence[object]], separator: str = " ", between: str = "\n") -> str:
    """Return a line for each token, of which `make` is given the sentence, its number and the token's number."""
    return between.join(
        "".join(separator.join(map(str, make(one, at, number))) + "\n" for number in range(len(one.tokens)))
        for at, one in enumerate(CORPUS, 1)
    )


def tagged(side: str, separator: str = " ") -> str:
    return columns(lambda one, _, at: (one.tokens[at], one.tags(side)[at]), separator)


def both(separator: str = " ") -> str:
    return columns(lambda one, _, at: (one.tokens[at], one.tags("gold")[at], one.tags("pred")[at]), separator)


def conll_2003(side: str) -> str:
    table = columns(lambda one, _, at: (one.tokens[at], "NN", "B-NP" if at else "I-NP", one.tags(side)[at]))
    return f"-DOCSTART- -X- -X- O\n\n{table}"


def kaggle(*, every: bool) -> str:
    def row(one: Sentence, number: int, at: int) -> Sequence[object]:
        token = f'"{one.tokens[at]}"' if at else one.tokens[at]
        return f"Sentence: {number}" if every or not at else "", token, "NN", one.tags("gold")[at], one.tags("pred")[at]

    return "Sentence #,Word,POS,Tag,Pred\n" + columns(row, ",", "")


def hipe(side: str) -> str:
    head = "TOKEN\tNE-COARSE-LIT\tNE-COARSE-METO\tNE-FINE-LIT\tNEL-LIT\tMISC\n"
    parts = columns(lambda one, _, at: (one.tokens[at], one.tags(side)[at], "O", "O", "_", "_"), "\t", "|").split("|")
    documents = [f"# document_id = doc-{number}\n{part}" for number, part in enumerate(parts, 1)]
    return head + "".join(documents)


def layered(side: str, between: str) -> str:
    """Return columns of two layers, of which the second holds the last entity of each sentence."""

    def row(one: Sentence, _: int, at: int) -> Sequence[object]:
        tags = one.tags(side)[at]
        last = at == len(one.tokens) - 1
        layers = ("O", tags) if last else (tags, "O")
        return at + 1, one.tokens[at], *(layers if between == "\t" else [between.join(layers)])

    parts = columns(row, "\t", "|||").split("|||")
    return "\n".join(f"#\thttp://example.org/{number}\n{part}" for number, part in enumerate(parts, 1))


def conllu(side: str) -> str:
    def row(one: Sentence, number: int, at: int) -> Sequence[object]:
        tag = one.tags(side)[at]
        misc = "SpaceAfter=No" if tag == "O" else f"NER={tag}|Translit=x"
        head = f"# sent_id = {number}\n# text = {one.text}\n" if not at else ""
        return f"{head}{at + 1}", one.tokens[at], "_", "NOUN", "_", "_", at, "dep", "_", misc

    return columns(row, "\t") + "\n"


def webanno(side: str) -> str:
    head = (
        "#FORMAT=WebAnno TSV 3.3\n"
        "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value\n"
        "#T_SP=webanno.custom.Other|mark\n\n"
    )
    count = 0
    start = 0
    for number, sentence in enumerate(CORPUS, 1):
        head += f"\n#Text={sentence.text}\n"
        cells = [("_", "_")] * len(sentence.tokens)
        for kind, first, last in getattr(sentence, side):
            count += 1
            mark = f"[{count}]" if last > first else ""
            for at in range(first, last + 1):
                cells[at] = (f"*{mark}", f"{kind}{mark}")
        for at, (token, (identifier, value)) in enumerate(zip(sentence.tokens, cells, strict=True), 1):
            end = start + size(token, "utf-16")
            head += f"{number}-{at}\t{start}-{end}\t{token}\t{identifier}\t{value}\t_\t\n"
            start = end + 1
    return head


def own_tags() -> str:
    return lines([{"tokens": one.tokens, "gold": one.tags("gold"), "pred": one.tags("pred")} for one in CORPUS])


def own_spans() -> str:
    return lines(
        [
            {
                "tokens": one.tokens,
                "offsets": "tokens",
                **{side: [[kind, first, last + 1] for kind, first, last in getattr(one, side)] for side in SIDES},
            }
            for one in CORPUS
        ]
    )


def own_text(side: str, unit: str = "code-points") -> str:
    return lines([{"text": one.text, "spans": [found[:3] for found in one.characters(side, unit)]} for one in CORPUS])


def prodigy(side: str, *, tokens: bool) -> str:
    def task(one: Sentence) -> dict[str, object]:
        spans: list[dict[str, object]] = [
            {"start": start, "end": end, "label": kind} for kind, start, end, _ in one.characters(side)
        ]
        found: dict[str, object] = {"text": one.text, "_task_hash": 1, "spans": spans, "answer": "accept"}
        if tokens:
            for span, (_, first, last) in zip(spans, getattr(one, side), strict=True):
                span |= {"token_start": first, "token_end": last}
            starts = [size(" ".join((*one.tokens[:at], "")), "code-points") for at in range(len(one.tokens))]
            found["tokens"] = [
                {"text": token, "start": start, "end": start + len(token), "id": at, "ws": True}
                for at, (token, start) in enumerate(zip(one.tokens, starts, strict=True))
            ]
        return found

    return lines([task(one) for one in CORPUS])


def spacy_json(side: str) -> str:
    entities = [[(start, end, kind) for kind, start, end, _ in one.characters(side)] for one in CORPUS]
    return json.dumps([[one.text, {"entities": found}] for one, found in zip(CORPUS, entities, strict=True)])


def spacy_objects(side: str) -> str:
    def ents(one: Sentence) -> list[dict[str, object]]:
        return [{"start": start, "end": end, "label": kind} for kind, start, end, _ in one.characters(side)]

    return lines([{"text": one.text, "ents": ents(one)} for one in CORPUS])


LABELS = ["O", "B-PER", "I-PER", "B-LOC", "B-ORG"]


def ids(one: Sentence, side: str) -> list[int]:
    return [LABELS.index(tag) for tag in one.tags(side)]


def label_ids() -> str:
    columns = {
        name: [[-100, *ids(one, side)] for one in CORPUS]
        for name, side in (("label_ids", "gold"), ("predictions", "pred"))
    }
    return json.dumps({"id2label": dict(enumerate(LABELS)), **columns})


def ner_tags(side: str) -> str:
    return lines([{"id": str(at), "tokens": one.tokens, "ner_tags": one.tags(side)} for at, one in enumerate(CORPUS)])


def pipeline(side: str) -> list[list[dict[str, object]]]:
    return [
        [
            {"entity_group": kind, "score": 0.9, "word": words, "start": start, "end": end}
            for kind, start, end, words in one.characters(side)
        ]
        for one in CORPUS
    ]


def gliner_output(side: str) -> str:
    return lines(
        [
            [{"start": start, "end": end, "text": words, "label": kind, "score": 0.9}
             for kind, start, end, words in one.characters(side)]
            for one in CORPUS
        ]
    )  # fmt: skip


def gliner(side: str) -> str:
    return json.dumps(
        [{"tokenized_text": one.tokens, "ner": [[a, b, kind] for kind, a, b in getattr(one, side)]} for one in CORPUS]
    )


def regions(one: Sentence, side: str) -> list[dict[str, Any]]:
    return [
        {"start": start, "end": end, "text": words, "labels": [kind]}
        for kind, start, end, words in one.characters(side)
    ]


def studio() -> str:
    def result(one: Sentence, side: str) -> list[dict[str, object]]:
        return [
            {"from_name": "label", "to_name": "text", "type": "labels", "id": str(at), "value": value}
            for at, value in enumerate(regions(one, side))
        ]

    return json.dumps(
        [
            {
                "id": at,
                "data": {"text": one.text},
                "annotations": [{"id": at, "result": result(one, "gold"), "was_cancelled": False}],
                "predictions": [{"model_version": "m", "result": result(one, "pred")}],
            }
            for at, one in enumerate(CORPUS, 1)
        ],
        indent=1,
    )


def studio_min(side: str) -> str:
    return json.dumps([{"id": at, "text": one.text, "label": regions(one, side)} for at, one in enumerate(CORPUS)])


def doccano(side: str) -> str:
    return lines(
        [
            {"id": at, "text": one.text, "label": [[a, b, kind] for kind, a, b, _ in one.characters(side, "utf-16")]}
            for at, one in enumerate(CORPUS)
        ]
    )


def doccano_relations(side: str) -> str:
    def entities(one: Sentence) -> list[dict[str, object]]:
        return [
            {"id": at, "label": kind, "start_offset": start, "end_offset": end}
            for at, (kind, start, end, _) in enumerate(one.characters(side, "utf-16"))
        ]

    return lines(
        [{"id": at, "text": one.text, "relations": [], "entities": entities(one)} for at, one in enumerate(CORPUS)]
    )


def brat(folder: Path) -> None:
    for side in SIDES:
        for at, one in enumerate(CORPUS):
            found = one.characters(side)
            save(folder / side / f"doc{at}.txt", one.text)
            save(
                folder / side / f"doc{at}.ann",
                "".join(
                    f"T{n}\t{kind} {start} {end}\t{words}\n" for n, (kind, start, end, words) in enumerate(found, 1)
                )
                + "#1\tAnnotatorNotes T1\ta note\n",
            )


def docbin(folder: Path) -> None:
    import spacy  # noqa: PLC0415 # an extra
    from spacy.tokens import Doc, DocBin, Span  # noqa: PLC0415

    vocab = spacy.blank("en").vocab
    for side in SIDES:
        docs = DocBin()
        for one in CORPUS:
            doc = Doc(vocab, list(one.tokens))
            doc.ents = [Span(doc, first, last + 1, kind) for kind, first, last in getattr(one, side)]
            docs.add(doc)
        docs.to_disk(folder / f"{side}.spacy")


def _table() -> Any:  # noqa: ANN401 # pyarrow's
    import pyarrow as pa  # noqa: PLC0415 # an extra

    sides = {side: [one.tags(side) for one in CORPUS] for side in SIDES}
    return pa.table({"tokens": [list(one.tokens) for one in CORPUS], **sides})


def parquet(folder: Path) -> None:
    import pyarrow.parquet as pq  # noqa: PLC0415 # an extra

    pq.write_table(_table(), folder / "data.parquet")


def feather(folder: Path) -> None:
    import pyarrow.feather as ft  # noqa: PLC0415 # an extra

    ft.write_feather(_table(), folder / "data.feather")


def arrow(folder: Path, *, stream: bool) -> None:
    import pyarrow as pa  # noqa: PLC0415 # an extra

    table = _table()
    new = pa.ipc.new_stream if stream else pa.ipc.new_file
    with new(str(folder / "data.arrow"), table.schema) as writer:
        writer.write_table(table)


def dataset(folder: Path) -> None:
    """Write what `Dataset.save_to_disk` writes of a data set whose labels are ids."""
    import pyarrow as pa  # noqa: PLC0415 # an extra

    label = {"names": LABELS, "_type": "ClassLabel"}
    features = {
        "tokens": {"feature": {"dtype": "string", "_type": "Value"}, "_type": "Sequence"},
        "ner_tags": {"feature": label, "_type": "Sequence"},
    }
    for side in SIDES:
        table = pa.table(
            {"tokens": [list(one.tokens) for one in CORPUS], "ner_tags": [ids(one, side) for one in CORPUS]}
        )
        table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
        home = folder / side
        home.mkdir()
        with pa.ipc.new_stream(str(home / "data-00000-of-00001.arrow"), table.schema) as writer:
            writer.write_table(table)
        save(home / "dataset_info.json", json.dumps({"features": features}))
        state = {"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_indices_data_files": None}
        save(home / "state.json", json.dumps(state))


TYPES: tuple[FileType, ...] = (
    FileType("CoNLL columns: token, tag", "conll", "", "gold.conll pred.conll", two("conll", tagged)),
    FileType("conlleval's columns: token, gold, predicted", "conll", "", "data.conll", one("data.conll", both)),
    FileType(
        "conlleval's columns with a part of speech",
        "conll",
        "",
        "data.conll --gold-column 2 --pred-column 3",
        one(
            "data.conll", lambda: columns(lambda s, _, at: (s.tokens[at], "NN", s.tags("gold")[at], s.tags("pred")[at]))
        ),
    ),
    FileType("CoNLL-2003: four columns, documents", "conll", "", "gold.txt pred.txt", two("txt", conll_2003)),
    FileType(
        "Label Studio's CoNLL 2003 export",
        "conll",
        "",
        "gold.conll pred.conll",
        two(
            "conll",
            lambda side: "-DOCSTART- -X- O\n" + columns(lambda s, _, at: (s.tokens[at], "-X-", "_", s.tags(side)[at])),
        ),
    ),
    FileType("columns between tabs", "conll", "", "data.tsv --separator tab", one("data.tsv", lambda: both("\t"))),
    FileType(
        "columns in UTF-16",
        "conll",
        "",
        "data.conll --encoding utf-16",
        one("data.conll", lambda: both().encode("utf-16")),
    ),
    FileType(
        "Kaggle's ner_dataset.csv: the sentence on its first token",
        "conll",
        "",
        "data.csv",
        one("data.csv", lambda: kaggle(every=False)),
    ),
    FileType(
        "CSV of a data frame: the sentence on every token",
        "conll",
        "",
        "data.csv",
        one("data.csv", lambda: kaggle(every=True)),
    ),
    FileType(
        "columns without a header, sentences numbered",
        "conll",
        "",
        "data.txt --unit-column 0",
        one(
            "data.txt",
            lambda: columns(
                lambda s, number, at: (number, s.tokens[at], s.tags("gold")[at], s.tags("pred")[at]), between=""
            ),
        ),
    ),
    FileType(
        "HIPE's TSV",
        "conll",
        "",
        "gold.tsv pred.tsv --document '# document_id'",
        two("tsv", hipe),
    ),
    FileType(
        "GermEval 2014: outer and nested entities in two columns",
        "conll",
        "",
        "gold.tsv pred.tsv --comment '#' --gold-column 2,3 --pred-column 2,3 --layers together",
        two("tsv", lambda side: layered(side, "\t")),
    ),
    FileType(
        "columns with the tags of several layers in one cell",
        "conll",
        "",
        "gold.tsv pred.tsv --comment '#' --layers together",
        two("tsv", lambda side: layered(side, "|")),
    ),
    FileType("CoNLL-U, the tag in MISC", "conllu", "", "gold.conllu pred.conllu", two("conllu", conllu)),
    FileType("WebAnno TSV 3 (WebAnno, INCEpTION)", "webanno", "tokens", "gold.tsv pred.tsv", two("tsv", webanno)),
    FileType("JSON Lines: tags", "jsonl", "", "data.jsonl", one("data.jsonl", own_tags)),
    FileType("JSON Lines: spans of tokens", "jsonl", "tokens", "data.jsonl", one("data.jsonl", own_spans)),
    FileType("JSON Lines: spans of a text", "jsonl", "code-points", "gold.jsonl pred.jsonl", two("jsonl", own_text)),
    FileType(
        "JSON Lines: spans that count UTF-16 (JavaScript, Java)",
        "jsonl",
        "utf-16",
        "gold.jsonl pred.jsonl --offsets utf-16",
        two("jsonl", lambda side: own_text(side, "utf-16")),
    ),
    FileType(
        "JSON Lines: spans that count bytes (Rust, Go)",
        "jsonl",
        "bytes",
        "gold.jsonl pred.jsonl --offsets bytes",
        two("jsonl", lambda side: own_text(side, "bytes")),
    ),
    FileType(
        "Prodigy, with tokens",
        "prodigy",
        "tokens",
        "gold.jsonl pred.jsonl",
        two("jsonl", lambda s: prodigy(s, tokens=True)),
    ),
    FileType(
        "Prodigy, without tokens",
        "prodigy",
        "code-points",
        "gold.jsonl pred.jsonl",
        two("jsonl", lambda side: prodigy(side, tokens=False)),
    ),
    FileType("spaCy's training pairs", "spacy", "code-points", "gold.json pred.json", two("json", spacy_json)),
    FileType("spaCy's objects with ents", "spacy", "code-points", "gold.jsonl pred.jsonl", two("jsonl", spacy_objects)),
    FileType("spaCy's DocBin", "docbin", "tokens", "gold.spacy pred.spacy", docbin, "spacy"),
    FileType("Hugging Face: label ids, -100, id2label", "huggingface", "", "data.json", one("data.json", label_ids)),
    FileType("Hugging Face: tokens and ner_tags", "huggingface", "", "gold.jsonl pred.jsonl", two("jsonl", ner_tags)),
    FileType(
        "a Hugging Face pipeline's output, a list on each line",
        "pipeline",
        "code-points",
        "gold.jsonl pred.jsonl",
        two("jsonl", lambda side: lines(pipeline(side))),
    ),
    FileType(
        "a Hugging Face pipeline's output, one list of lists",
        "pipeline",
        "code-points",
        "gold.json pred.json",
        two("json", lambda side: json.dumps(pipeline(side), indent=1)),
    ),
    FileType("GLiNER's output", "pipeline", "code-points", "gold.jsonl pred.jsonl", two("jsonl", gliner_output)),
    FileType("GLiNER's training data", "gliner", "tokens", "gold.json pred.json", two("json", gliner)),
    FileType("Label Studio's JSON", "label-studio", "code-points", "export.json", one("export.json", studio)),
    FileType("Label Studio's JSON-MIN", "label-studio", "code-points", "gold.json pred.json", two("json", studio_min)),
    FileType("doccano's JSONL: label", "doccano", "utf-16", "gold.jsonl pred.jsonl", two("jsonl", doccano)),
    FileType(
        "doccano's JSONL: entities and relations",
        "doccano",
        "utf-16",
        "gold.jsonl pred.jsonl",
        two("jsonl", doccano_relations),
    ),
    FileType("brat: folders of .ann and .txt", "brat", "code-points", "gold pred", brat),
    FileType("Parquet", "arrow", "", "data.parquet", parquet, "pyarrow"),
    FileType("Feather", "arrow", "", "data.feather", feather, "pyarrow"),
    FileType("Arrow, a file", "arrow", "", "data.arrow", lambda folder: arrow(folder, stream=False), "pyarrow"),
    FileType("Arrow, a stream", "arrow", "", "data.arrow", lambda folder: arrow(folder, stream=True), "pyarrow"),
    FileType("datasets.save_to_disk, one split", "arrow", "", "gold pred", dataset, "pyarrow"),
    FileType(
        "any of them in gzip",
        "conll",
        "",
        "data.conll.gz",
        one("data.conll.gz", lambda: gzip.compress(both().encode())),
    ),
    FileType(
        "any of them in bzip2",
        "jsonl",
        "",
        "data.jsonl.bz2",
        one("data.jsonl.bz2", lambda: bz2.compress(own_tags().encode())),
    ),
    FileType(
        "any of them in xz",
        "prodigy",
        "tokens",
        "gold.jsonl.xz pred.jsonl.xz",
        two("jsonl.xz", lambda side: lzma.compress(prodigy(side, tokens=True).encode())),
    ),
)


def _zip(**members: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return target.getvalue()


def _tar() -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        member = tarfile.TarInfo("data.conll")
        member.size = len(both().encode())
        archive.addfile(member, io.BytesIO(both().encode()))
    return target.getvalue()


def _sqlite() -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("create table example (content blob)")
        return database.serialize()


def refused(name: str, content: str | bytes) -> Callable[[Path], None]:
    return one(name, lambda: content)


REFUSED: tuple[FileType, ...] = (
    FileType("PDF", "PDF", "", "data.pdf", refused("data.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")),
    FileType("Excel (.xlsx)", "Excel", "", "data.xlsx", refused("data.xlsx", _zip(xl__workbook_dot_xml=b"<x/>"))),
    FileType("Word (.docx)", "Word", "", "data.docx", refused("data.docx", _zip(word__document_dot_xml=b"<x/>"))),
    FileType("a zip archive", "zip", "", "data.zip", refused("data.zip", _zip(data_dot_conll=b"a O O\n"))),
    FileType("a tar archive", "tar", "", "data.tar", refused("data.tar", _tar())),
    FileType("zstd", "zstd", "", "data.zst", refused("data.zst", b"\x28\xb5\x2f\xfd\x00")),
    FileType("a Python pickle", "pickle", "", "data.pkl", refused("data.pkl", pickle.dumps([["O"]]))),
    FileType("a NumPy array", "NumPy", "", "data.npy", refused("data.npy", b"\x93NUMPY\x01\x00")),
    FileType("Feather 1", "Feather 2", "", "data.feather", refused("data.feather", b"FEA1\x00\x00\x00\x00FEA1")),
    FileType("an SQLite database (Prodigy's)", "SQLite", "", "prodigy.db", refused("prodigy.db", _sqlite())),
    FileType(
        "GATE XML",
        "GATE",
        "",
        "data.xml",
        refused("data.xml", "<?xml version='1.0' encoding='UTF-8'?>\n<GateDocument version='3'>\n<TextWithNodes>"),
    ),
    FileType(
        "UIMA CAS XMI",
        "XMI",
        "",
        "data.xmi",
        refused("data.xmi", '<?xml version="1.0" encoding="UTF-8"?><xmi:XMI xmlns:xmi="http://www.omg.org/XMI">'),
    ),
    FileType(
        "UIMA CAS JSON", "CAS", "", "data.json", refused("data.json", '{"%TYPES": {}, "%FEATURE_STRUCTURES": []}')
    ),
    FileType(
        "BioC XML",
        "BioC",
        "",
        "data.xml",
        refused(
            "data.xml", '<?xml version="1.0"?><!DOCTYPE collection SYSTEM "BioC.dtd"><collection><source>x</source>'
        ),
    ),
    FileType(
        "BioC JSON", "BioC", "", "data.json", refused("data.json", '{"documents": [{"id": "1", "passages": []}]}')
    ),
    FileType(
        "PubTator", "PubTator", "", "data.txt", refused("data.txt", "123|t|Ada in Paris\n123|a|x\n123\t0\t3\tAda\tP\n")
    ),
    FileType(
        "CoNLL-2012 (OntoNotes)",
        "CoNLL-2012",
        "",
        "data.conll",
        refused("data.conll", "#begin document (bc/x); part 000\nbc/x 0 0 Ada NNP (S* - - - - (PERSON) -\n"),
    ),
    FileType(
        "text with XML elements", "XML elements", "", "data.txt", refused("data.txt", "<PERSON>Ada</PERSON> slept .\n")
    ),
    FileType("TEI XML", "TEI", "", "data.xml", refused("data.xml", '<?xml version="1.0"?><TEI xmlns="x"><text>')),
    FileType("HTML", "HTML", "", "data.html", refused("data.html", "<!DOCTYPE html><html><body>")),
    FileType("RDF (NIF)", "RDF", "", "data.ttl", refused("data.ttl", "@prefix nif: <http://x#> .\n")),
    FileType("a notebook", "notebook", "", "data.ipynb", refused("data.ipynb", '{"cells": [], "nbformat": 4}')),
    FileType(
        "spaCy 2's training JSON",
        "spaCy 2",
        "",
        "data.json",
        refused("data.json", '[{"id": 0, "paragraphs": [{"raw": "Ada", "sentences": []}]}]'),
    ),
    FileType(
        "Amazon Comprehend's output",
        "Comprehend",
        "",
        "data.json",
        refused("data.json", '{"Entities": [{"Type": "PERSON", "BeginOffset": 0, "EndOffset": 3}]}'),
    ),
    *[
        FileType(what, kind, "", "data.json", refused("data.json", json.dumps(value)))
        for what, kind, value in (
            ("DyGIE++'s JSON", "DyGIE", {"doc_key": "d", "sentences": [["Ada"]], "ner": [[[0, 0, "PER"]]]}),
            ("GLiNER2's training data", "GLiNER2", {"input": "Ada", "output": {"entities": {"person": ["Ada"]}}}),
            ("a chat with a language model", "chat", {"messages": [{"role": "user", "content": "Ada"}]}),
            ("Universal NER's conversations", "Universal", [{"id": "1", "conversations": [{"from": "human"}]}]),
            ("Azure's labels of custom NER", "Azure", {"stringIndexType": "Utf16CodeUnit", "assets": {}}),
            ("CLUENER's JSON", "CLUENER", {"text": "Ada", "label": {"name": {"Ada": [[0, 2]]}}}),
            ("data of MRC for NER", "MRC", [{"context": "Ada", "span_position": ["0;0"], "entity_label": "PER"}]),
            ("SpERT's JSON", "SpERT", [{"tokens": ["Ada"], "entities": [{"type": "PER", "start": 0, "end": 1}]}]),
            ("Presidio's samples", "Presidio", [{"full_text": "Ada", "spans": [{"entity_type": "P"}]}]),
            ("output of Presidio", "Presidio", [[{"entity_type": "PERSON", "start": 0, "end": 3, "score": 0.9}]]),
            ("Dataturks' JSON", "Dataturks", {"content": "Ada", "annotation": [{"label": ["PER"], "points": []}]}),
            ("tagtog's JSON", "tagtog", {"annotatable": {"parts": ["s1"]}, "entities": []}),
            ("NER Annotator's JSON", "NER Annotator", {"classes": ["P"], "annotations": [["Ada", {"entities": []}]]}),
            ("UBIAI's JSON", "UBIAI", [{"documentName": "a", "tokens": [{"text": "Ada", "entityLabel": "PER"}]}]),
            ("CoreNLP's JSON", "CoreNLP", {"sentences": [{"index": 0, "entitymentions": [], "tokens": []}]}),
            ("Flair's JSON", "Flair", {"text": "Ada", "entities": [{"text": "Ada", "start_pos": 0, "end_pos": 3}]}),
            ("PII masking data of ai4privacy", "ai4privacy", {"source_text": "Ada", "privacy_mask": []}),
            ("Argilla's export", "Argilla", {"text": "Ada", "spans_of.responses": [[{"start": 0, "label": "PER"}]]}),
            ("Stanza's output", "Stanza", [[{"text": "Ada", "ner": "S-PER", "start_char": 0, "end_char": 3}]]),
        )
    ],
    FileType(
        "data as Python writes it", "Python", "", "d.py", refused("d.py", "TRAIN = [('Ada', {'entities': []})]\n")
    ),
    FileType("OpenNLP's data", "OpenNLP", "", "d.txt", refused("d.txt", "<START:person> Ada <END> slept .\n")),
    FileType("Rasa's training data", "Rasa", "", "d.yml", refused("d.yml", "version: '3.1'\nnlu:\n- intent: x\n")),
    FileType("an image", "image", "", "d.png", refused("d.png", b"\x89PNG\r\n\x1a\n")),
    FileType("the weights of a model", "weights", "", "d.gguf", refused("d.gguf", b"GGUF\x03\x00")),
    FileType(
        "a pointer of Git LFS",
        "git lfs pull",
        "",
        "d.conll",
        refused("d.conll", "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 5\n"),
    ),
    FileType("WebAnno TSV 2", "WebAnno", "", "data.tsv", refused("data.tsv", "#FORMAT=WebAnno TSV 2\n")),
    FileType("two files that each hold both sides", "both", "", "gold.tsv pred.tsv", two("tsv", lambda _: both("\t"))),
    FileType("stacked tags", "layers", "", "data.conll", refused("data.conll", "Ada B-PER|B-ORG O\n\nBob B-PER|O O\n")),
    FileType(
        "the tags of a sentence in one cell",
        "whole sentence",
        "",
        "data.tsv --separator tab",
        refused("data.tsv", "Ada slept\tB-PER O\tO O\n"),
    ),
    FileType(
        "predictions.txt of Hugging Face's run_ner.py",
        "run_ner",
        "",
        "data.txt",
        refused("data.txt", "B-PER I-PER O O B-LOC\nO B-PER O B-ORG\n"),
    ),
    FileType(
        "a pipeline's output without aggregation",
        "aggregation",
        "",
        "gold.json pred.json",
        two("json", lambda _: '[{"entity": "B-PER", "score": 0.9, "index": 1, "word": "Ada", "start": 0, "end": 3}]'),
    ),
    FileType(
        "Label Studio, two annotators of one task",
        "annotator",
        "",
        "gold.json pred.json",
        two("json", lambda _: '[{"id": 1, "data": {"text": "Ada"}, "annotations": [{"result": []}, {"result": []}]}]'),
    ),
)
"""Files that are refused; `kind` is a word that the refusal has."""

_HEAD = """\
`nerconform score`, `compare`, `sweep`, `diff --data` and `validate` recognise a file by its content.
`--input-format` names the format where that fails. `-` is standard input. This page is written by `python -m
tests.formats.file_types` from the files that `tests/formats/test_file_types.py` reads and scores.

Every file in the first table holds the same two sentences, with an emoji in the second one, in the layout that its
tool documents. Every file gives the same counts: 2 true positives, 1 false positive, 2 false negatives."""
_OFFSETS = """\
*Offsets* says what the spans of a format count. `code-points` are the characters of Python, `utf-16` those of
JavaScript and Java, `bytes` those of UTF-8. After an emoji they differ. `--offsets code-points|utf-16|bytes`
overrides the format. Spans become code points as they are read, so files whose offsets count differently can be
scored against each other. Where a file says the text of a span (brat, Label Studio, spans with `text`), the kit
compares it with the text at the offsets, and refuses a difference. The error names
the `--offsets` that would fit.

doccano counts UTF-16 unless its project counts grapheme clusters ([doccano
#2290](https://github.com/doccano/doccano/issues/2290)). Old releases of Label Studio count UTF-16 ([label-studio
#1347](https://github.com/HumanSignal/label-studio/issues/1347)), so its files need `--offsets utf-16` there; the
text of each region shows it.

A span may have gaps ([MAT-13](../../spec/5-matching.md#mat-13-spans-of-several-pieces)). brat writes its pieces as
`T1<tab>DIS 0 4;16 22`, WebAnno repeats the number of the span, and JSON Lines and `nc.evaluate` take
`{"type": "DIS", "pieces": [[0, 4], [16, 22]]}`. brat also cuts a span at the end of a line: if the text is there, a gap
of nothing but a line end is not a gap.

A package reads what has one in the column *needs*: `pip install 'nerconform[arrow]'` for pyarrow,
`'nerconform[spacy]'` for spaCy. In Python, `nc.evaluate` takes the columns of pandas and polars frames:
`nc.evaluate(frame["gold"], frame["pred"])`, a list of tags in each row.

In JSON Lines, `--gold-column` and `--pred-column` name fields: `--gold-column human --pred-column bert`. In a
DocBin they name a group of `doc.spans`. Formats that have neither columns nor fields refuse these two options."""
_LAYERS = """\
## Layers

Outer and nested entities may stand in several columns, as in GermEval 2014 (number, token, outer, nested), or in one
cell, as in `B-ORG|B-LOC`. WebAnno may have them in several features. [INP-6](../../spec/8-input.md#inp-6-layers) says
what each option means:

    nerconform score gold.tsv pred.tsv --comment '#' --gold-column 2,3 --pred-column 2,3 --layers together
    nerconform score gold.tsv pred.tsv --comment '#' --gold-column 2,3 --pred-column 2,3 --layers apart
    nerconform score stacked.conll --layers 1
    nerconform validate stacked.conll --layers together

`together` puts the entities of all layers into one score. `apart` gives one score for each layer, and a number gives
the score of this layer alone. The signature says which (`layers:together`). In Python, a sentence with layers is a
mapping: `nc.evaluate([{"layers": [["B-ORG", "I-ORG"], ["O", "B-LOC"]]}], [[("ORG", 0, 2)]])`. `nerconform convert
--column 2,3 --layers together` converts both columns, `--column 2` one. Formats with spans need no layers, because
spans may overlap."""
_SENTENCES = """\
## Where a sentence ends

In columns a sentence ends at an empty line, at `-DOCSTART-`, at a line that begins as `--document` says, or where
the column of `--unit-column` says something new; empty cells in that column say nothing. A header line with a column
such as `Sentence #`, `sentence_id` or `sent_id` needs no option. If a whole file in columns is one sentence, the kit
says so on stderr.

If one of two files has empty lines and the other has none, the kit refuses them at the first position
where they differ."""
_REFUSED = """\
## Recognised and not read

The kit refuses these files with exit status 2, and says the way out."""


def page(refusals: Sequence[str]) -> str:
    """Return the page; `refusals` are the words of the kit for each file that is refused."""
    heads = ["file", "`--input-format`", "offsets", "needs", "`nerconform score ...`"]
    read = [
        [one.what, code(one.kind), code(one.offsets) if one.offsets else "", one.needs, code(one.ask)] for one in TYPES
    ]
    not_read = [[one.what, code(words)] for one, words in zip(REFUSED, refusals, strict=True)]
    body = ["# File types", "", _HEAD, "", *rows(heads, read), "", _OFFSETS, "", _LAYERS, "", _SENTENCES, "", _REFUSED]
    return page_of([*body, "", *rows(["file", "what the kit says"], not_read)])


if __name__ == "__main__":
    from tests.formats.test_file_types import refusals

    PAGE.write_text(page(refusals()), encoding="utf-8")
