"""Layers: outer and nested tags in columns, in cells and in features, together and apart (INP-6)."""

from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.files.score_files import score_files
from nerconform.files.validate_files import validate
from nerconform.formats.file_errors import StackedTags, UnknownReaderOption
from nerconform.formats.layers import layers_in_cells
from nerconform.formats.reader_options import ReaderOptions
from nerconform.reference.credits import Amount
from nerconform.reference.named import NAMED

COLUMNS = "a B-ORG O B-ORG O\nb I-ORG B-LOC I-ORG O\nc O O O O\n\nd B-LOC O O B-LOC\n"
"""A token, outer and nested gold, outer and nested predictions.

Gold: ORG[0,2) and LOC[1,2); LOC[0,1), outer. Prediction: ORG[0,2) outer; LOC[0,1), nested.
"""
TOGETHER, OUTER, NESTED = (2, 0, 1), (1, 0, 1), (0, 1, 1)
"""tp, fp and fn by hand: the prediction lacks LOC[1,2), and has LOC[0,1) in the other layer."""
WEBANNO = """\
#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|value
#T_SP=custom.Nested|kind


#Text=University of Basel
1-1\t0-10\tUniversity\tORG[1]\t_\t
1-2\t11-13\tof\tORG[1]\t_\t
1-3\t14-19\tBasel\tORG[1]\tNESTED\t
"""


def saved(folder: Path, text: str, name: str = "data.conll") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def counts(gold: Path, pred: Path | None = None, **options: Any) -> tuple[Amount, ...]:  # noqa: ANN401 - of a reader
    found = score_files(gold, pred, NAMED["conlleval"], options=ReaderOptions(**options))
    return found.evaluation.counts.tp, found.evaluation.counts.fp, found.evaluation.counts.fn


@pytest.mark.parametrize(("layers", "expected"), [("together", TOGETHER), ("1", OUTER), ("2", NESTED)])
def test_columns_and_cells_have_the_same_layers(tmp_path: Path, layers: str, expected: tuple[int, int, int]) -> None:
    columns = saved(tmp_path, COLUMNS)
    rows = [line.split() for line in COLUMNS.splitlines()]
    cells = [f"{row[0]} {'|'.join(row[1:3])} {'|'.join(row[3:])}" if row else "" for row in rows]
    stacked = saved(tmp_path, "\n".join(cells) + "\n", "stacked.conll")
    assert counts(columns, layers=layers, gold_column="1,2", pred_column="3,4") == expected
    assert counts(stacked, layers=layers) == expected


def test_a_named_column_is_one_of_the_header(tmp_path: Path) -> None:
    path = saved(tmp_path, "token outer inner a b\n" + COLUMNS)
    with pytest.raises(NerconformError, match="'nested' is not a column name"):
        counts(path, layers="together", gold_column="outer,nested", pred_column="a,b")
    assert counts(path, layers="together", gold_column="outer,inner", pred_column="a,b") == TOGETHER


def test_features_of_webanno_are_layers(tmp_path: Path) -> None:
    gold, pred = saved(tmp_path, WEBANNO, "gold.tsv"), saved(tmp_path, WEBANNO.replace("NESTED", "_"), "pred.tsv")
    named = {"gold_column": "NamedEntity|value,kind", "pred_column": "NamedEntity|value,kind"}
    assert counts(gold, pred, layers="together", **named) == (1, 0, 1)
    assert [counts(gold, pred, layers=layer, **named) for layer in "12"] == [(1, 0, 0), (0, 0, 1)]


def test_a_short_cell_is_outside_in_the_other_layers() -> None:
    cells = ("B-ORG", "I-ORG|B-LOC", "I-ORG", "O")
    assert layers_in_cells(cells, str) == (("B-ORG", "I-ORG", "I-ORG", "O"), ("O", "B-LOC", "O", "O"))


def test_a_cell_that_has_a_tag_for_every_layer_says_itself_to_which_they_belong() -> None:
    for first, second in ((("B-X", "B-Y"), ("I-Y", "O")), (("B-X", "O"), ("O", "I-X"))):
        cells = ["|".join(first), "|".join(second)]
        assert layers_in_cells(cells, str) == ((first[0], second[0]), (first[1], second[1]))
    assert layers_in_cells(["B-X", "O|I-X"], str) == (("B-X", "O"), ("O", "I-X"))


def test_a_short_cell_that_goes_on_with_another_layer_is_refused_with_its_line(tmp_path: Path) -> None:
    path = saved(tmp_path, "a B-ORG O\nb I-ORG|B-LOC O\nc I-LOC O\n")
    with pytest.raises(StackedTags, match="has fewer tags than the cell above") as error:
        counts(path, layers="together")
    assert error.value.place == f"{path}:3"
    whole = saved(tmp_path, "a B-ORG O\nb I-ORG|B-LOC O\nc O|I-LOC O\n")
    assert counts(whole, layers="together") == (0, 0, 2)


@pytest.mark.parametrize("layers", ["both", "0", "-1", "1.5"])
def test_unknown_layers_are_refused(layers: str) -> None:
    with pytest.raises(UnknownReaderOption, match="is not the number of a layer"):
        ReaderOptions(layers=layers)


def test_a_layer_that_no_file_has_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, COLUMNS)
    with pytest.raises(UnknownReaderOption, match="there is no layer 3: the data have 2 layers"):
        counts(path, layers="3", gold_column="1,2", pred_column="3,4")


def test_a_format_without_layers_refuses_the_option(tmp_path: Path) -> None:
    path = saved(tmp_path, '{"gold": ["O"], "pred": ["O"]}\n', "data.jsonl")
    with pytest.raises(UnknownReaderOption, match="jsonl have no layers") as error:
        counts(path, layers="together")
    assert error.value.place == str(path)


def test_illegal_tags_are_found_in_their_layer(tmp_path: Path) -> None:
    path = saved(tmp_path, "a B-ORG\nb I-ORG|I-LOC\n")
    (side,) = validate(path, options=ReaderOptions(layers="together")).sides
    assert [(one.line, one.tag, one.message[:8]) for one in side.findings] == [(2, "I-LOC", "layer 2:")]
    assert (side.units, side.tags) == (1, 4)


_TAGS = st.lists(st.lists(st.sampled_from(["O", "B-x", "I-x", "B-y"]), min_size=3, max_size=3), min_size=1, max_size=3)


@given(_TAGS, _TAGS)
def test_layers_together_are_their_spans_in_one_list(gold: list[list[str]], pred: list[list[str]]) -> None:
    spans_of_gold, spans_of_pred = ([list(chain.from_iterable(map(nc.decode, layers)))] for layers in (gold, pred))
    layered = nc.evaluate([{"layers": gold}], [{"layers": pred}])
    assert layered.to_dict()["schemas"] == nc.evaluate(spans_of_gold, spans_of_pred).to_dict()["schemas"]
