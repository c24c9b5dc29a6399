"""The cases of seqeval's own tests, as facts: each passes, or differs by a defect of seqeval that is named.

Inputs and figures are those of chakki-works/seqeval at commit cd01b52, tests/test_metrics.py, tests/test_v1.py and
tests/test_scheme.py (MIT licence, Copyright 2018 chakki). Tests of parts that seqeval does not document (classes of
tokens, of reporters) have no counterpart here.
"""

import math
from pathlib import Path

import pytest

from nerconform.compat.seqeval import metrics
from nerconform.compat.seqeval.counted import SeqevalRules
from nerconform.compat.seqeval.scheme import BILOU, IOB2, IOBES, IOE2, detect
from nerconform.libraries.defects import defect
from nerconform.reference.decoding import Side
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import LengthsDiffer, UnitsDiffer, UnknownPrefix

GOLD = [["O", "O", "O", "B-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]
PRED = [["O", "O", "B-MISC", "I-MISC", "I-MISC", "I-MISC", "O"], ["B-PER", "I-PER", "O"]]
ABC_GOLD, ABC_PRED = [["B-A", "B-B", "O", "B-A"]], [["O", "B-B", "B-C", "B-A"]]
MODES = [{}, {"mode": "strict", "scheme": IOB2}]
AVERAGES = [None, "micro", "macro", "weighted"]
TABLES = Path(__file__).parent / "data" / "seqeval_strict_entities.tsv"


def differs_by(name: str) -> None:
    """Say which known defect of seqeval 1.2.2 its own test expects."""
    assert defect(f"seqeval.{name}").title


@pytest.mark.parametrize("options", MODES)
def test_an_undefined_ratio_warns(options: dict[str, object]) -> None:
    with pytest.warns(UserWarning, match="F-score is undefined"):
        assert metrics.f1_score([[]], [[]], average="micro", **options) == 0  # type: ignore[arg-type] # mode and scheme


@pytest.mark.parametrize("options", MODES)
def test_the_macro_average_of_nothing_is_zero_with_a_warning(options: dict[str, object]) -> None:
    differs_by("macro-average-of-nothing-is-nan")  # seqeval: nan, and NumPy's RuntimeWarning
    with pytest.warns(UserWarning, match="undefined"):
        assert metrics.f1_score([[]], [[]], average="macro", **options) == 0  # type: ignore[arg-type] # mode and scheme


@pytest.mark.parametrize("sides", [([["O"]], [[]]), ([[]], [["O"]])])
def test_different_lengths_are_refused(sides: tuple[list[list[str]], list[list[str]]]) -> None:
    with pytest.raises(LengthsDiffer):
        metrics.f1_score(*sides)
    with pytest.raises(LengthsDiffer):
        metrics.classification_report(*sides)


@pytest.mark.parametrize("average", AVERAGES)
def test_default_mode_is_that_of_conlleval(average: str | None) -> None:
    assert metrics.f1_score([["B-ORG", "I-ORG"]], [["I-ORG", "I-ORG"]], average=average) == 1


@pytest.mark.parametrize("average", AVERAGES)
def test_strict_mode_needs_a_b(average: str | None) -> None:
    found = metrics.f1_score([["B-ORG", "I-ORG"]], [["I-ORG", "I-ORG"]], average=average, mode="strict", scheme=IOB2)
    assert found == 0


def test_entities_have_inclusive_ends() -> None:
    tags = ["O", "O", "O", "B-MISC", "I-MISC", "I-MISC", "O", "B-PER", "I-PER"]
    assert metrics.get_entities(tags) == [("MISC", 3, 5), ("PER", 7, 8)]
    suffixed = ["O", "O", "O", "MISC-B", "MISC-I", "MISC-I", "O", "PER-B", "PER-I"]
    assert metrics.get_entities(suffixed, suffix=True) == [("MISC", 3, 5), ("PER", 7, 8)]
    sentences = [["O", "O", "O", "B", "I", "I", "O"], ["B", "I", "O"]]
    assert metrics.get_entities(sentences) == [("_", 3, 5), ("_", 8, 9)]


def test_tags_without_a_prefix_warn_or_are_refused() -> None:
    with pytest.warns(UserWarning, match="read as I"):
        metrics.get_entities(["O", "PER", "PER"])
    differs_by("unknown-letters")  # seqeval warns: M could be the prefix of BMES, which default mode cannot read
    with pytest.raises(UnknownPrefix, match="scheme='BMES'"):
        metrics.get_entities(["O", "MISC", "PER"])


def test_tokens_are_counted() -> None:
    gold = [["O", "O", "O", "B-MISC", "I-MISC", "O", "B-ORG"], ["B-PER", "I-PER", "O", "B-PER"]]
    pred = [["O", "O", "B-MISC", "I-MISC", "I-MISC", "O", "O"], ["B-PER", "I-PER", "O", "B-MISC"]]
    differs_by("wrong-tag-is-no-false-negative")  # seqeval: FN 1, without the two gold tags that got another tag
    assert metrics.performance_measure(gold, pred) == {"TP": 3, "FP": 3, "FN": 3, "TN": 4}


@pytest.mark.parametrize("form", [tuple, list])
def test_sentences_that_are_tuples_are_read(form: type) -> None:
    differs_by("units-that-are-no-lists-are-refused")
    assert metrics.accuracy_score([form(["B-X", "O"])], [form(["B-X", "B-X"])]) == 0.5
    assert metrics.f1_score([form(["B-X", "O"])], [form(["B-X", "B-X"])]) == pytest.approx(2 / 3)


@pytest.mark.parametrize("sides", [([["B"], []], [["B"]]), ([[], ["B"]], [["B"]])])
def test_different_numbers_of_sentences_are_refused(sides: tuple[list[list[str]], list[list[str]]]) -> None:
    with pytest.raises(UnitsDiffer):
        metrics.classification_report(*sides)


def test_a_negative_beta_and_an_unknown_average_are_refused() -> None:
    with pytest.raises(ValueError, match="beta"):
        metrics.precision_recall_fscore_support([[]], [[]], beta=-0.1)
    with pytest.raises(ValueError, match="no average 'mega'"):
        metrics.precision_recall_fscore_support([[]], [[]], average="mega")


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
def test_types_of_one_side_warn(average: str | None) -> None:
    with pytest.warns(UserWarning, match=r"precision of PER is undefined|recall of Test is undefined"):
        metrics.precision_recall_fscore_support([["B-PER"]], [["B-Test"]], average=average, mode="strict", scheme=IOB2)


def test_weights_that_are_all_zero_give_zero() -> None:
    with pytest.warns(UserWarning, match="undefined and set to 0"):
        found = metrics.precision_recall_fscore_support([["O"]], [["O"]], average="weighted")
    assert found == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("average", "beta", "expected"),
    [
        ("micro", 1, [0.67, 0.67, 0.67, 3]),
        ("macro", 1, [0.67, 0.50, 0.56, 3]),
        ("weighted", 1, [1.00, 0.67, 0.78, 3]),
        ("micro", math.inf, [0.67, 0.67, 0.67, 3]),
        ("macro", math.inf, [0.67, 0.50, 0.50, 3]),
        ("weighted", math.inf, [1.00, 0.67, 0.67, 3]),
    ],
)
def test_averages(average: str, beta: float, expected: list[float]) -> None:
    found = metrics.precision_recall_fscore_support(
        ABC_GOLD, ABC_PRED, average=average, beta=beta, mode="strict", scheme=IOB2, zero_division=0
    )
    assert [round(value, 2) for value in found] == expected


def test_scores_of_types() -> None:
    found = metrics.precision_recall_fscore_support(ABC_GOLD, ABC_PRED, zero_division=0)
    assert [[round(float(value), 2) for value in column] for column in found] == [
        [1.00, 1.00, 0.00],
        [0.50, 1.00, 0.00],
        [0.67, 1.00, 0.00],
        [2, 1, 0],
    ]


def test_the_report_as_a_dict() -> None:
    found = metrics.classification_report(ABC_GOLD, ABC_PRED, output_dict=True, zero_division=0)
    names = ("precision", "recall", "f1-score", "support")
    expected = {
        "A": (1.0, 0.5, 2 / 3, 2),
        "B": (1.0, 1.0, 1.0, 1),
        "C": (0.0, 0.0, 0.0, 0),
        "micro avg": (2 / 3, 2 / 3, 2 / 3, 3),
        "macro avg": (2 / 3, 0.5, 5 / 9, 3),
        "weighted avg": (1.0, 2 / 3, 7 / 9, 3),
    }
    assert found == {name: dict(zip(names, row, strict=True)) for name, row in expected.items()}


def test_the_report_as_a_text() -> None:
    assert (
        metrics.classification_report(ABC_GOLD, ABC_PRED, mode="strict", zero_division=0)
        == """\
              precision    recall  f1-score   support

           A       1.00      0.50      0.67         2
           B       1.00      1.00      1.00         1
           C       0.00      0.00      0.00         0

   micro avg       0.67      0.67      0.67         3
   macro avg       0.67      0.50      0.56         3
weighted avg       1.00      0.67      0.78         3
"""
    )


def _strict(scheme: str, tags: list[str]) -> str:
    pipeline = Pipeline.of(SeqevalRules("strict", scheme).dialect([], []))
    spans = pipeline.decode(pipeline.parse(tags), Side.PRED)
    return " ".join(f"{span.type}[{span.start},{span.end})" for span in spans)


def test_strict_mode_reads_the_tables_of_seqeval() -> None:
    rows = [line.split("\t") for line in TABLES.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    wrong = []
    for scheme, tags, expected in rows:
        if scheme not in {"IOB1", "IOE1"} and _strict(scheme, tags.split()) != expected:
            wrong.append((scheme, tags, expected))
    assert wrong == []
    assert len(rows) == 230


def test_strict_iob1_and_ioe1_read_legal_tags_and_refuse_the_others() -> None:
    differs_by("strict-iob1")  # seqeval reads illegal tags by a table that is not a policy
    differs_by("strict-ioe1")  # and loses entities of legal tags
    assert _strict("IOB1", ["I-PER", "B-PER"]) == "PER[0,1) PER[1,2)"
    assert _strict("IOE1", ["E-PER", "I-PER"]) == "PER[0,1) PER[1,2)"
    for scheme, tags in (("IOB1", ["B-PER"]), ("IOE1", ["E-PER"])):
        with pytest.raises(ValueError, match="may not"):
            _strict(scheme, tags)


@pytest.mark.parametrize("scheme", ["IOB2", "IOE2", "IOBES", "BILOU"])
def test_prefixes_of_other_schemes_are_refused(scheme: str) -> None:
    with pytest.raises(UnknownPrefix):
        _strict(scheme, ["T-PER"])


@pytest.mark.parametrize(
    ("prefixes", "scheme"),
    [
        *((prefixes, IOB2) for prefixes in ("BIO", "BI", "BO", "B")),
        *((prefixes, IOE2) for prefixes in ("IOE", "IE", "EO", "E")),
        *((prefixes, IOBES) for prefixes in ("IOBES", "IBES", "IOBE", "OBES", "IBE", "BES", "OBE", "BE", "S")),
        *((prefixes, BILOU) for prefixes in ("IOBLU", "IBLU", "IOBL", "OBLU", "IBL", "BLU", "OBL", "BL", "U")),
    ],
)
def test_strict_mode_without_a_scheme_finds_it(prefixes: str, scheme: object) -> None:
    assert detect([list(prefixes)], [], suffix=False) == scheme


@pytest.mark.parametrize("prefixes", ["IO", "H"])
def test_prefixes_of_no_single_scheme_are_refused(prefixes: str) -> None:
    with pytest.raises(ValueError, match="do not show their scheme"):
        detect([list(prefixes)], [], suffix=False)
