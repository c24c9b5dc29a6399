"""Column edits: layers and treebanks in another scheme, everything else as it was."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.commands.main import main
from nerconform.files.convert_files import ConversionWay, convert_file
from nerconform.formats.file_errors import CannotExpress, NoTags
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Retagged
from nerconform.formats.rewrite import rewrite
from nerconform.reference.named import NAMED


def converted(path: Path, to: str, scheme: str = "IOB2", delimiter: str = "-", **options: object) -> str:
    """Return a file in another scheme."""
    source = NAMED["conlleval"].set(scheme=scheme, policy="refuse")
    target = source.set(scheme=to, delimiter=delimiter)
    out = io.BytesIO()
    convert_file(path, out, ConversionWay(source, target), ReaderOptions(**options))  # type: ignore[arg-type] # as named
    return out.getvalue().decode()


def saved(folder: Path, text: str) -> Path:
    path = folder / "data"
    path.write_bytes(text.encode())
    return path


def test_every_column_of_layers_is_converted(tmp_path: Path) -> None:
    path = saved(tmp_path, "#\tsource\r\n1\tAda\tB-PER\tO\r\n2\tLee\tI-PER\tB-LOC\r\n")
    found = converted(path, "BILOU", gold_column="2,3", layers="together", comment="#")
    assert found == "#\tsource\r\n1\tAda\tB-PER\tO\r\n2\tLee\tL-PER\tU-LOC\r\n"


def test_every_layer_of_a_cell_is_converted_and_its_separators_stay(tmp_path: Path) -> None:
    path = saved(tmp_path, "a B-ORG|B-LOC B-ORG+O\nb I-ORG|O I-ORG,O\nc O O\n\nd B-X B-X\n")
    expected = "a B-ORG|S-LOC B-ORG+O\nb E-ORG|O E-ORG,O\nc O O\n\nd S-X S-X\n"
    assert converted(path, "BIOES", layers="together") == expected


TAGS = st.sampled_from(["O", "B-PER", "I-PER", "B-LOC", "I-LOC"])


def legal(tags: list[str]) -> list[str]:
    """Return tags that are legal in IOB2: what the lenient reader makes of them, written anew."""
    return nc.encode(nc.decode(tags), len(tags))


@given(st.lists(st.tuples(TAGS, TAGS), min_size=1, max_size=6), st.sampled_from(["BIOES", "BILOU", "IOE2", "BMES"]))
def test_a_cell_is_converted_as_its_layers_are_apart(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]], scheme: str
) -> None:
    folder = tmp_path_factory.mktemp("layers")
    outer, inner = (legal([pair[layer] for pair in pairs]) for layer in (0, 1))
    path = saved(folder, "".join(f"t {one}|{other}\n" for one, other in zip(outer, inner, strict=True)))
    layers = (nc.encode(nc.decode(tags), len(tags), scheme) for tags in (outer, inner))
    expected = "".join(f"t {one}|{other}\n" for one, other in zip(*layers, strict=True))
    assert converted(path, scheme, layers="together") == expected


def test_tags_that_no_cell_can_hold_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, "a B-PER|B-ORG\n")
    with pytest.raises(CannotExpress, match="impossible to tell them apart"):
        converted(path, "BIOES", delimiter=":", layers="together")


def test_a_treebank_is_converted_under_the_key_that_it_has(tmp_path: Path) -> None:
    rest = "\t_\tPROPN\t_\t_\t0\t_\t_\t"
    lines = f"# sent_id = 1\r\n1-2\tx{rest}ner=B-X\r\n1\tAda{rest}SpaceAfter=No|ner=%s\r\n2\tb{rest}_\r\n\r\n"
    assert converted(saved(tmp_path, lines % "B-PER"), "BIOES") == lines % "S-PER"


def test_a_column_of_a_treebank_is_converted(tmp_path: Path) -> None:
    lines = "1\tAda\t_\tX\t%s\t_\t0\t_\t_\t_\n2\tb\t_\tX\t_\t_\t0\t_\t_\t_\n"
    found = converted(saved(tmp_path, lines % "B-PER"), "BIOES", format="conllu", gold_column=4)
    assert found == lines % "S-PER"


def test_layers_of_a_treebank_are_not_converted_together(tmp_path: Path) -> None:
    path = saved(tmp_path, "1\tAda\t_\tX\t_\t_\t0\t_\t_\tNER=B-PER|X=1\n")
    with pytest.raises(CannotExpress, match="the key or column of one layer"):
        converted(path, "BIOES", layers="together")


def test_a_table_is_not_said_to_have_spans(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow writes the table")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pa.table({"gold": [["B-PER"]]}), tmp_path / "data")
    with pytest.raises(NoTags, match="convert does not write Parquet or Arrow tables"):
        converted(tmp_path / "data", "BIOES")


def test_the_command_takes_layers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path, "a B-ORG B-LOC\nb I-ORG O\n")
    assert main(["convert", str(path), "--column", "1,2", "--layers", "together", "--to", "BIOES"]) == 0
    assert capsys.readouterr().out == "a B-ORG S-LOC\nb E-ORG O\n"


def retagged(path: Path, *tags: str, **options: object) -> str:
    """Return a file of one sentence with these tags in the column of gold."""
    out = io.BytesIO()
    rewrite(path, out, ReaderOptions(**options), lambda record: Retagged(record, tags, record.pred))  # type: ignore[arg-type] # as named
    return out.getvalue().decode()


@pytest.mark.parametrize(
    ("text", "tag", "options", "reason"),
    [
        ("B-X a\n", "#X", {"gold_column": 0, "comment": "#"}, "would be read as a comment (--comment), not"),
        ("B-X a\n", "-DOCSTART-", {"gold_column": 0}, "would be read as the start of a document, not"),
        ("B-X a\n", "-DOCSTART-", {"gold_column": 0, "comment": "#"}, "would be read as the start of a document"),
        ("B-X\ta\n", "-DOCSTART-", {"gold_column": 0, "separator": "\t"}, "would be read as the start of a document"),
        ("B-X\n", "", {"gold_column": 0, "separator": "\t"}, "would be read as a blank line, not"),
        ("B-X a\n", "\ufeffX", {"gold_column": 0}, "would be read as"),
        ("a B-X\n", "B-X Y", {}, "contains a character that separates columns"),
        ("a B-X\n", "B-X\tY", {}, "contains a character that separates columns"),
        ("a\tB-X\n", "B-X\tY", {"separator": "\t"}, "contains a character that separates columns"),
        ("a,B-X\n", "B-X,Y", {"separator": ","}, "contains a character that separates columns"),
        ("a\tB-X\n", "B-X\nY", {"separator": "\t"}, "contains a character that separates columns"),
        ("a\tB-X\n", "B-X ", {"separator": "\t"}, "starts or ends with a blank"),
    ],
)
def test_a_tag_that_would_be_read_otherwise_is_refused(
    tmp_path: Path, text: str, tag: str, options: dict[str, object], reason: str
) -> None:
    path = saved(tmp_path, text)
    with pytest.raises(CannotExpress) as caught:
        retagged(path, tag, **options)
    assert reason in caught.value.message
    assert caught.value.place == f"{path}:1"


@pytest.mark.parametrize(
    ("text", "tag", "options"),
    [
        ("%s a\n", "#X", {"gold_column": 0}),
        ("a %s\n", "#X", {"comment": "#"}),
        ("a %s\n", "-DOCSTART-", {}),
        ("%s a\n", "-DOCSTART-X", {"gold_column": 0, "comment": "#"}),
        ("a\t%s\n", "B-X Y", {"separator": "\t"}),
        ("a %s\n", "B-X,Y", {}),
        ("%s a\n", "X", {"gold_column": 0}),
        ('"a,b",%s\r\n', "S-X", {"separator": ","}),
        ("a,%s", "S-X", {"separator": ","}),
        ('"a\t%s\n', "S-X", {"separator": "\t"}),  # quotes are of CSV alone
    ],
)
def test_a_tag_that_is_read_again_as_it_is_replaces_the_old_one(
    tmp_path: Path, text: str, tag: str, options: dict[str, object]
) -> None:
    assert retagged(saved(tmp_path, text % "B-X"), tag, **options) == text % tag


def test_a_side_without_new_tags_stays_as_it_is(tmp_path: Path) -> None:
    out = io.BytesIO()
    rewrite(saved(tmp_path, "a B-X B-Y\n"), out, ReaderOptions(), lambda record: Retagged(record, ("S-X",), None))
    assert out.getvalue() == b"a S-X B-Y\n"
    out = io.BytesIO()
    rewrite(saved(tmp_path, "a B-X B-Y\n"), out, ReaderOptions(), lambda record: Retagged(record, None, ("S-Y",)))
    assert out.getvalue() == b"a B-X S-Y\n"
