"""Files in another scheme: the layout stays to the last byte, nothing is half written, what is odd is refused."""

import io
import json
import os
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.files.convert_files import ConversionWay, convert_file, require_other
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.reference.encoding import target_of
from nerconform.results.tagged_files import ConvertedFile
from tests.reference.exhaustive import LETTERS, tags_of_spans
from tests.reference.strategies import flat

LOSSLESS = [scheme for scheme in LETTERS if scheme != "IO"]
Written = tuple[bytes, ConvertedFile]
Convert = Callable[..., Written]


def way(
    scheme: str = "IOB2", to: str = "BIOES", policy: str = "refuse", *, lossless: bool = False, **more: str
) -> ConversionWay:
    """Return a way of converting; `more` are affix, delimiter, to_affix and to_delimiter."""
    target = {name.removeprefix("to_"): option for name, option in more.items() if name.startswith("to_")}
    here = {name: option for name, option in more.items() if not name.startswith("to_")}
    source = nc.Dialect().set(scheme=scheme, policy=policy, **here)
    return ConversionWay(source, target_of(source, to, **target), lossless)


@pytest.fixture
def convert(tmp_path: Path) -> Convert:
    """Return a function that converts the bytes of a file, and returns those that come out."""

    def run(content: bytes, chosen: ConversionWay, **options: object) -> Written:
        path = tmp_path / "data.txt"
        path.write_bytes(content)
        out = io.BytesIO()
        converted = convert_file(path, out, chosen, ReaderOptions(**options))  # type: ignore[arg-type] # each its own type
        return out.getvalue(), converted

    return run


ODD_LAYOUT = (
    b"\n  \t\n-DOCSTART-  -X- O O\r\n\n"
    b"# sent_id = 7\n"
    b"  New\t NNP   B-LOC \t B-LOC  \r\n"
    b"York NNP I-LOC I-LOC\n"
    b" \x0b \n"
    b"\n"
    b"caf\xc3\xa9\xc2\xa0bar NN O B-B-x\n"
    b"I-LOC I-LOC B-LOC O"
)


def test_the_layout_of_columns_stays_to_the_last_byte(convert: Convert) -> None:
    found, _ = convert(ODD_LAYOUT, way(), gold_column=-2, pred_column=-1, comment="#")
    assert found == (
        b"\n  \t\n-DOCSTART-  -X- O O\r\n\n"
        b"# sent_id = 7\n"
        b"  New\t NNP   B-LOC \t B-LOC  \r\n"
        b"York NNP E-LOC E-LOC\n"
        b" \x0b \n"
        b"\n"
        b"caf\xc3\xa9\xc2\xa0bar NN O S-B-x\n"
        b"I-LOC I-LOC S-LOC O"
    )
    one, _ = convert(ODD_LAYOUT, way(), gold_column=2, comment="#")
    assert one == found.replace(b"E-LOC E-LOC", b"E-LOC I-LOC").replace(b"S-B-x", b"B-B-x")


@pytest.mark.parametrize(
    ("options", "content", "due"),
    [
        ({"separator": "\t"}, b"New York\tB-X\n# no tab\nis \tO\n", b"New York\tS-X\n# no tab\nis \tO\n"),
        ({"separator": " | ", "gold_column": 1}, b"a | B-X | a b\n | O | \n", b"a | S-X | a b\n | O | \n"),
        ({"token_column": None}, b"B-X\n\nO\nB-X\nI-X", b"S-X\n\nO\nB-X\nE-X"),
        ({"gold_column": 0}, b"B-X a\nI-X b\n", b"B-X a\nE-X b\n"),
        ({"gold_column": "ner"}, b"word ner pos\na B-X NN\n", b"word ner pos\na S-X NN\n"),
        ({}, b"\xef\xbb\xbfB-X\n", b"\xef\xbb\xbfS-X\n"),
        ({}, b"\xef\xbb\xbfa B-X\r", b"\xef\xbb\xbfa S-X\r"),
        ({"encoding": "latin-1"}, b"\xe9 B-\xe9\n", b"\xe9 S-\xe9\n"),
    ],
)
def test_every_way_of_cutting_columns_is_kept(
    options: dict[str, object], content: bytes, due: bytes, convert: Convert
) -> None:
    assert convert(content, way(), comment="#", format="conll", **options)[0] == due


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_a_byte_order_mark_and_the_order_of_bytes_stay(encoding: str, mark: str, convert: Convert) -> None:
    read_as = encoding.removesuffix("-le").removesuffix("-be") if mark else encoding
    written_as = "utf-8" if encoding == "utf-8-sig" else encoding
    before, after = (f"{mark}é B-é\r\nü I-é\n".replace("I-é", end).encode(written_as) for end in ("I-é", "E-é"))
    assert convert(before, way(), encoding=read_as)[0] == after


@st.composite
def files(draw: st.DrawFn) -> tuple[list[list[nc.Span]], str, bytes]:
    """Draw the spans of a few units, a scheme, and a file of columns that holds them in an odd layout."""
    scheme = draw(st.sampled_from(LOSSLESS))
    blank = st.sampled_from(["\t", " ", "  \t", "\x0b "])
    end = st.sampled_from(["\n", "\r\n", " \n"])
    units = draw(st.lists(flat(types=("X", "B-Y", "\xa0")), min_size=1, max_size=4))
    text = draw(st.sampled_from(["", "\ufeff", "\n", "-DOCSTART- O\n\n"]))
    for spans in units:
        for tag in tags_of_spans(tuple(spans), 6, scheme):
            token = draw(st.sampled_from(["a", "#", "B-X", "O", "é", "\u2028", "-DOCSTART-x"]))
            text += f"{token}{draw(blank)}{tag}{draw(end)}"
        text += draw(st.sampled_from(["\n", "\r\n\r\n", "-DOCSTART-\tO\n", " \t\n"]))
    return units, scheme, text.encode()


@given(files(), st.sampled_from(LOSSLESS), st.sampled_from(["prefix", "suffix"]), st.sampled_from(["-", "_", "B-"]))
def test_a_file_comes_back_as_it_was_and_holds_the_same_spans_on_the_way(
    tmp_path_factory: pytest.TempPathFactory,
    drawn: tuple[list[list[nc.Span]], str, bytes],
    other: str,
    affix: str,
    delimiter: str,
) -> None:
    units, scheme, content = drawn
    start, middle, end = (tmp_path_factory.getbasetemp() / name for name in ("start", "middle", "end"))
    start.write_bytes(content)
    there = way(scheme, other, to_affix=affix, to_delimiter=delimiter)
    convert_file(start, middle, there, ReaderOptions(format="conll"))
    found = [
        [tuple(span) for span in nc.decode(nc.convert(tags, other, other, **_back(there)), other, "refuse")]
        for tags in _gold(middle)
    ]
    assert found == units
    convert_file(middle, end, ConversionWay(there.target, there.source), ReaderOptions(format="conll"))
    assert end.read_bytes() == content


def _gold(path: Path) -> list[list[str]]:
    """Return the gold tags of a file of columns."""
    return [[str(tag) for tag in record.gold or ()] for record in read(path, None, ReaderOptions(format="conll"))]


def _back(there: ConversionWay) -> dict[str, str]:
    """Return the choices that write tags as `nc.decode` reads them."""
    return {
        "affix": str(there.target.affix),
        "delimiter": there.target.option("delimiter"),
        "to_affix": "prefix",
        "to_delimiter": "-",
    }


JSON = [
    (
        "jsonl",
        '{ "x":1.50 ,"tokens":["a","b"],"gold" : [ "B-X" ,"I-X"], "pred":["O","B-X"] ,"n":null}\r\n\n{"gold":[]}',
        '{ "x":1.50 ,"tokens":["a","b"],"gold" : [ "B-X" ,"E-X"], "pred":["O","S-X"] ,"n":null}\r\n\n{"gold":[]}',
    ),
    ("jsonl", '[{"tags":["B-\\u00e9"]}, {"tags":["B-é"]}]\n', '[{"tags":["S-\\u00e9"]}, {"tags":["S-é"]}]\n'),
    (
        "jsonl",
        '\ufeff[\n {"tags":\n  ["B-X"]},\n {"tags":["O"]}\n]\n',
        '\ufeff[\n {"tags":\n  ["S-X"]},\n {"tags":["O"]}\n]\n',
    ),
    ("jsonl", '{\n "gold": ["B-X"],\n "pred": []\n}', '{\n "gold": ["S-X"],\n "pred": []\n}'),
    ("jsonl", '{"gold":[],"pred":["B-X"]}\n', '{"gold":[],"pred":["S-X"]}\n'),
    ("huggingface", '["B-X", "O"]\n[]\n[["B-X"], ["O"]]\n', '["S-X", "O"]\n[]\n[["S-X"], ["O"]]\n'),
    (
        "huggingface",
        '{"label_ids":[["B-X",-100],["O"]],"predictions":[["B-X","B-X"],["B-X"]],"id":["a","b"]}\n',
        '{"label_ids":[["S-X",-100],["O"]],"predictions":[["S-X","B-X"],["S-X"]],"id":["a","b"]}\n',
    ),
    (
        "huggingface",
        '{"predictions":[],"label_ids":[]}\n{"labels":["B-X"]}\n',
        '{"predictions":[],"label_ids":[]}\n{"labels":["S-X"]}\n',
    ),
    ("huggingface", '{"id2label":{"0":"O"}}\n{"labels":["B-X"]}\n', '{"id2label":{"0":"O"}}\n{"labels":["S-X"]}\n'),
]


@pytest.mark.parametrize(("kind", "before", "after"), JSON)
def test_the_layout_and_the_other_fields_of_json_stay(kind: str, before: str, after: str, convert: Convert) -> None:
    assert convert(before.encode(), way(), format=kind)[0] == after.encode()


def test_a_field_that_is_named_is_the_one_that_is_converted(convert: Convert) -> None:
    content = b'{"tokens":["a"],"ner_tags":["B-X"],"labels":["B-X"]}\n'
    found, _ = convert(content, way(), format="huggingface", gold_column="labels")
    assert found == content.replace(b'"labels":["B', b'"labels":["S')


@given(
    st.lists(st.tuples(flat(), flat(types=('"', "\\"))), min_size=1, max_size=3),
    st.sampled_from(LOSSLESS),
    st.booleans(),
)
def test_json_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory,
    units: list[tuple[list[tuple[str, int, int]], list[tuple[str, int, int]]]],
    other: str,
    indented: bool,  # noqa: FBT001 - drawn
) -> None:
    start, middle, end = (tmp_path_factory.getbasetemp() / name for name in ("start", "middle", "end"))
    rows = [dict(zip(("gold", "pred"), [nc.encode(side, 6) for side in unit], strict=True)) for unit in units]
    start.write_text(json.dumps(rows, indent=1) if indented else "".join(f"{json.dumps(row)}\n" for row in rows))
    there = way(to=other)
    convert_file(start, middle, there)
    for record, unit in zip(read(middle), units, strict=True):
        found = [nc.decode(side, other, "refuse") for side in (record.gold, record.pred)]  # type: ignore[arg-type] # tags
        assert found == [tuple(side) for side in unit]
    convert_file(middle, end, ConversionWay(there.target, there.source))
    assert end.read_bytes() == start.read_bytes()


REFUSED: dict[str, tuple[bytes, ConversionWay, dict[str, object], str, str]] = {
    "an illegal transition": (b"a O\nb I-X\n", way(), {}, "illegal-transition", "data.txt:2"),
    "an illegal end": (b"a B-X\n\nb O\n", way("BIOES", "IOB2"), {}, "illegal-transition", "data.txt:1"),
    "an illegal prediction": (b"a O O\nb O I-X\n", way(), {}, "illegal-transition", "data.txt:2, pred"),
    "a policy that refuses, too": (
        b"a O\nb I-X\n",
        way("BIOES", "IO", "allennlp-bioul"),
        {},
        "illegal-transition",
        "data.txt:2",
    ),
    "an illegal transition in JSON": (
        b'{"tags":["O","I-X"]}\n',
        way(),
        {},
        "illegal-transition",
        "data.txt:1, position 1",
    ),
    "another letter": (b"a B-X\nb E-X\n", way(), {}, "unknown-prefix", "data.txt:2"),
    "a bare tag": (b"a O\n\nb PER\n", way(), {}, "malformed-tag", "data.txt:3"),
    "what IO would lose": (b"a B-X O\nb B-X O\n", way(to="IO", lossless=True), {}, "would-merge", "data.txt:2, gold"),
    "spans": (b'{"tokens":["a"],"spans":[["A",0,1]]}\n', way(), {}, "no-tags", "data.txt:1"),
    "Prodigy": (b'{"text":"a","spans":[],"answer":"accept"}\n', way(), {}, "no-tags", "data.txt"),
    "spaCy": (b'["a", {"entities": []}]\n', way(), {}, "no-tags", "data.txt"),
    "label ids": (b"[0, 1]\n", way(), {"id2label": {0: "O", 1: "B-X"}}, "cannot-express", "data.txt:1"),
    "no units": (b"\n\n", way(), {}, "no-units", "data.txt"),
    "columns of which nothing is said": (b"a b c O\n", way(), {}, "ambiguous-columns", "data.txt:1"),
    "a delimiter with a blank": (b"a B-X\n", way(to_delimiter="%20"), {}, "cannot-express", "data.txt:1"),
    "a delimiter that separates": (
        b"a,B-X\n",
        way(to_delimiter="%2C"),
        {"separator": ","},
        "cannot-express",
        "data.txt:1",
    ),
    "a delimiter with a line end": (b"a B-X\n", way(to_delimiter="%0A"), {}, "cannot-express", "data.txt:1"),
    "a delimiter that the encoding has not": (
        b"a B-X\n",
        way(to_delimiter="%E2%86%92"),
        {"encoding": "latin-1"},
        "cannot-express",
        "",
    ),
    "a delimiter that is half a character": (b'["B-X"]\n', way(to_delimiter="%ED%A0%80"), {}, "unknown-option", ""),
    "a type that would be a comment": (
        b"B-#X\n",
        way(to_affix="suffix"),
        {"comment": "#"},
        "cannot-express",
        "data.txt:1",
    ),
    "a type that would be a byte-order mark": (
        "B-\ufeffX\n".encode(),
        way(to_affix="suffix"),
        {},
        "cannot-express",
        "data.txt:1",
    ),
    "a blank at the end of a type": (
        "a,x\xa0-B\n".encode(),
        way(affix="suffix", to_affix="prefix"),
        {"separator": ","},
        "cannot-express",
        "data.txt:1",
    ),
    "bytes that are no text, late": (b"a O\n\n" * 60_000 + b"\xff O\n", way(), {}, "wrong-encoding", "data.txt:120001"),
}


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.long if what.endswith(", late") else ()) for what in REFUSED]
)
def test_what_is_refused_leaves_nothing_behind(what: str, tmp_path: Path) -> None:
    content, chosen, options, code, place = REFUSED[what]
    path = tmp_path / "data.txt"
    path.write_bytes(content)
    stream = io.BytesIO()
    for output in (stream, tmp_path / "out.txt", path):
        with pytest.raises(NerconformError) as caught:
            convert_file(path, output, chosen, ReaderOptions(**options))  # type: ignore[arg-type] # each its own type
        assert caught.value.code == code
        assert place in caught.value.place
        assert caught.value.hint
    assert stream.getvalue() == b""
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("data.txt", content)]


def test_what_a_policy_repairs_is_counted_and_placed(convert: Convert) -> None:
    content = b"a I-X\nb I-Y\n\nc O\nd I-X\n\ne I-X\n"
    found, converted = convert(content, way(policy="lenient"))
    assert found == b"a S-X\nb S-Y\n\nc O\nd S-X\n\ne S-X\n"
    assert converted.repaired.count == 4
    assert [place.split(": ")[0].rpartition("/")[2] for place in converted.repaired.places] == [
        "data.txt:1",
        "data.txt:2",
        "data.txt:5",
    ]
    dropped, _ = convert(content, way(policy="discard"))
    assert dropped == b"a O\nb O\n\nc O\nd O\n\ne O\n"


def test_what_io_loses_is_counted_and_placed(convert: Convert) -> None:
    content = b"a B-X B-X\nb B-X I-X\nc B-Y B-X\nd B-Y O\n"
    found, converted = convert(content, way(to="IO"))
    assert found == b"a I-X I-X\nb I-X I-X\nc I-Y I-X\nd I-Y O\n"
    assert converted.merged.count == 3
    assert [place.rpartition("/")[2] for place in converted.merged.places] == [
        "data.txt:2, gold: an entity of type X directly follows another one of this type",
        "data.txt:4, gold: an entity of type Y directly follows another one of this type",
        "data.txt:3, pred: an entity of type X directly follows another one of this type",
    ]
    back, converted = convert(found, way("IO", "IOB2"))
    assert back == b"a B-X B-X\nb I-X I-X\nc B-Y I-X\nd I-Y O\n"
    assert converted.merged.count == 0


def test_a_file_can_be_replaced_and_keeps_its_permissions_and_names(tmp_path: Path) -> None:
    path, link = tmp_path / "data.conll", tmp_path / "link.conll"
    content = b"a B-X\nb O\n" * 100_000
    path.write_bytes(content)
    path.chmod(0o640)
    link.symlink_to(path.name)
    convert_file(link, link, way())
    assert link.is_symlink()
    assert path.read_bytes() == content.replace(b"B-X", b"S-X")
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["data.conll", "link.conll"]


@pytest.mark.parametrize("make", [Path.symlink_to, Path.hardlink_to])
def test_the_input_is_known_under_every_name(make: Callable[[Path, Path], None], tmp_path: Path) -> None:
    path, other = tmp_path / "data.conll", tmp_path / "other.conll"
    path.write_bytes(b"a B-X\n")
    make(other, path)
    for name in (path, other):
        with pytest.raises(NerconformError, match="over-input"):
            require_other(path, name)
    require_other(path, tmp_path / "new.conll")


def test_an_output_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.conll"
    path.write_bytes(b"a B-X\n")
    for output in (tmp_path, tmp_path / "none" / "out.conll"):
        with pytest.raises(NerconformError, match="cannot be written"):
            convert_file(path, output, way())


def test_a_pipe_is_read_and_a_pipe_is_written(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    for pipe in (source, target):
        os.mkfifo(pipe)
    with ThreadPoolExecutor() as others:
        others.submit(source.write_bytes, b"a B-X\n")
        read_back = others.submit(target.read_bytes)
        convert_file(source, target, way())
        assert read_back.result() == b"a S-X\n"


@pytest.mark.long
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    peaks = []
    for size in (1, 4):
        path = tmp_path / f"{size}.conll"
        path.write_bytes((b"%s\tB-X\tB-X\n" % (b"long" * 99) * 2 + b"\n") * 1_500 * size)
        tracemalloc.start()
        convert_file(path, tmp_path / "out.conll", way())
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]
