"""Columns, as people write them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.formats import conll
from nerconform.formats.file_errors import MissingColumn
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions

Write = Callable[..., Path]
PLAIN = "EU B-ORG\nrejects O\n\nPeter B-PER\n"


def tags(path: Path, **options: object) -> list[tuple[object, object]]:
    """Return both sides of every unit."""
    return [(one.gold, one.pred) for one in read(path, options=ReaderOptions(**options))]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.removesuffix("\n"),
        PLAIN + "\n\n \n\t\n",
        "\n\n" + PLAIN.replace("\n\n", "\n\n\n \n"),
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r\n").removesuffix("\n"),
        "\ufeff" + PLAIN,
        PLAIN.replace(" ", "\t"),
        PLAIN.replace(" ", "  \t "),
        "-DOCSTART- O\n\n" + PLAIN,
        "-DOCSTART- -X- -X- O\n" + PLAIN,
        "EU\tB-ORG\nrejects\tO\n-DOCSTART-\nPeter\tB-PER\n",
    ],
)
def test_the_same_units_come_out_of_every_way_to_lay_out_a_file(file: Write, text: str) -> None:
    assert tags(file(text)) == [(("B-ORG", "O"), None), (("B-PER",), None)]


def test_the_line_of_every_unit_and_tag_is_known(file: Write) -> None:
    path = file("\n-DOCSTART-\n\n" + PLAIN)
    first, second = read(path)
    assert (first.line, first.lines, second.line, second.lines) == (4, (4, 5), 7, (7,))
    assert first.place(1) == f"{path}:5"
    assert (first.starts_document, second.starts_document, first.document) == (True, False, "1")


def test_three_columns_alone_are_token_gold_and_prediction(file: Write) -> None:
    assert tags(file("a B-X O\n")) == [(("B-X",), ("O",))]


def test_one_column_alone_is_gold(file: Write) -> None:
    (one,) = read(file("B-X\nO\n"))
    assert (one.gold, one.tokens) == (("B-X", "O"), ())


def test_columns_by_number_and_by_name(file: Write) -> None:
    path = file("a NN B-X O\n")
    assert (
        tags(path, gold_column=-2, pred_column=-1) == tags(path, gold_column=2, pred_column=3) == [(("B-X",), ("O",))]
    )
    assert tags(path, gold_column=-1) == [(("O",), None)]
    assert tags(path, gold_column=0) == tags(path, gold_column=-4) == [(("a",), None)]
    for beyond in (4, -5):
        with pytest.raises(MissingColumn, match=f"there is no column {beyond}: the line has 4 columns"):
            tags(path, gold_column=beyond)
    for header in ("w p g s\n", "# w p g s\n", "# global.columns = w p g s\n"):
        named = file(header + "a NN B-X O\n")
        assert tags(named, gold_column="g", pred_column="s", comment="#") == [(("B-X",), ("O",))]
        (one,) = read(named, options=ReaderOptions(token_column="p", gold_column="g", comment="#"))  # noqa: S106 # a column
        assert one.tokens == ("NN",)


def test_a_comment_names_the_columns_where_it_names_all_that_are_wanted(file: Write) -> None:
    path = file("# note\n# w g\na B-X\n")
    (one,) = read(path, options=ReaderOptions(token_column="w", gold_column="g", comment="#"))  # noqa: S106 # a column
    assert (one.tokens, one.gold) == (("a",), ("B-X",))


def test_other_white_space_belongs_to_names_of_columns(file: Write) -> None:
    path = file("# word my\u00a0tag\na B-X\n")
    assert tags(path, gold_column="my\u00a0tag", comment="#") == [(("B-X",), None)]


@pytest.mark.parametrize(
    ("names", "gold"), [("word tag", "tag"), ("my word\tgold tag", "gold tag"), ("my word\ttag", "tag")]
)
def test_a_comment_names_columns_with_the_separator_of_the_file_or_with_blanks(
    file: Write, names: str, gold: str
) -> None:
    path = file(f"# {names}\nNew York\tB-X\n")
    (one,) = read(path, options=ReaderOptions(gold_column=gold, comment="#", separator="\t"))
    assert (one.tokens, one.gold) == (("New York",), ("B-X",))


def test_of_a_long_header_200_characters_are_shown(file: Write) -> None:
    path = file(f"{'x' * 150} {'y' * 150}\na O\n")
    with pytest.raises(MissingColumn) as caught:
        tags(path, gold_column="ner")
    assert f"({'x' * 150}, {'y' * 48})" in caught.value.hint


@pytest.mark.parametrize(
    ("column", "remedy"), [("ner", "the column's number from 0"), ("ner,pos", "add --layers together")]
)
def test_a_name_that_the_header_lacks_is_refused_with_a_remedy(file: Write, column: str, remedy: str) -> None:
    with pytest.raises(MissingColumn) as caught:
        tags(file("w t\na O\n"), gold_column=column)
    assert remedy in caught.value.hint


def test_columns_are_looked_up_as_often_in_a_long_file_as_in_a_short_one(
    file: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    look_up = conll._number
    monkeypatch.setattr(conll, "_number", lambda column, *rest: asked.append(column) or look_up(column, *rest))  # type: ignore[func-returns-value] # `append` returns None
    times = []
    for units in (1, 50):
        found = tags(file("".join(f"{unit} a O\n" * 3 for unit in range(units))), unit_column=0, gold_column=2)
        assert found == [(("O",) * 3, None)] * units
        times.append(len(asked))
        asked.clear()
    assert times[0] == times[1]


def test_a_header_can_be_passed_over(file: Write) -> None:
    assert tags(file("word tag\na O\n"), header=True) == [(("O",), None)]


def test_any_separator_will_do_and_then_cells_may_be_blank(file: Write) -> None:
    assert tags(file("a,B-X,O\n"), separator=",") == [(("B-X",), ("O",))]
    (one,) = read(file("New York\tB-X\n\tO\n"), options=ReaderOptions(separator="\t"))
    assert (one.tokens, one.gold) == (("New York", ""), ("B-X", "O"))


def test_other_white_space_belongs_to_tokens(file: Write) -> None:
    (one,) = read(file("a\u00a0b\u2028c\x1cd O\n"))
    assert one.tokens == ("a\u00a0b\u2028c\x1cd",)


def test_comments_name_units_and_documents_and_a_hashtag_stays_a_token(file: Write) -> None:
    text = "# newdoc id = d\n# sent_id = s1\n# text = b\nb O\n#tag O\n\n# sent_id = s2\n#c O\n"
    one, other = read(file(text), options=ReaderOptions(comment="# "))
    assert (one.id, one.document, one.tokens, one.line) == ("s1", "d", ("b", "#tag"), 4)
    assert (other.id, other.document, other.tokens) == ("s2", "d", ("#c",))


def test_with_tabs_a_comment_is_a_line_without_one(file: Write) -> None:
    (one,) = read(file("# c\n#\tO\n# d\n#a\tO\n"), options=ReaderOptions(separator="\t", comment="#"))
    assert one.tokens == ("#", "#a")


def test_two_files_are_laid_side_by_side(file: Write) -> None:
    gold, pred = file(PLAIN, "gold"), file(PLAIN.replace("\n\n", "\n\n\n").replace("B-PER", "O"), "pred")
    records = list(read(gold, pred))
    assert [(one.gold, one.pred) for one in records] == [(("B-ORG", "O"), ("B-ORG", "O")), (("B-PER",), ("O",))]
    assert records[1].place(0) == f"{gold}:4"
    assert records[1].pred_place() == f"{pred}:5"


def test_other_encodings(file: Write) -> None:
    for encoding in ("utf-16", "latin-1", "utf-8-sig", "utf-16-le"):
        (one,) = read(file("é O\n".encode(encoding)), options=ReaderOptions(encoding=encoding))
        assert one.tokens == ("é",)


@pytest.mark.long
def test_a_line_of_64_mib_is_legal_and_blocks_join_without_a_seam(file: Write) -> None:
    (one,) = read(file(b"\xc3\xa9" * (32 << 20) + b"\tO\nb\tO"))
    assert [len(token) for token in one.tokens] == [32 << 20, 1]
    many = list(read(file("é\tO\n\n" * 300_000)))
    assert len(many) == 300_000
    assert {one.gold for one in many} == {("O",)}
    assert many[-1].line == 599_999
