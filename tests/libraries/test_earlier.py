"""The quirks of earlier releases against what those releases answered: recorded once, by running each of them."""

import pytest

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Given, LibraryRaises
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import MalformedTag, UnknownPrefix
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

Row = tuple[str, str, object, object, dict[str, float], dict[str, float]]
"""The quirk, scheme, gold, prediction; what a release with it answered, and what is right in its dialect."""
PER = ([[Span("PER", 0, 3), Span("PER", 2, 5)]], [[Span("PER", 2, 5)]])
TWICE = ([[Span("PER", 1, 3), Span("LOC", 5, 6)]], [[Span("PER", 0, 2), Span("LOC", 1, 3), Span("LOC", 5, 6)]])


def tags(*units: str) -> list[list[str]]:
    return [unit.split() for unit in units]


def paths(name: str, scheme: str, gold: object, pred: object) -> tuple[Pipeline, Pipeline]:
    """Return the path of the dialect, and that with the quirk on this input, which must be one where it fires."""
    quirk = QUIRKS[name]
    dialect = quirk.dialect(Scheme(scheme))
    given = Given(gold, pred, dialect, "report")
    assert quirk.fires(given)
    return Pipeline.of(dialect), quirk.on(given)(Pipeline.of(dialect))


def shown(evaluation: Evaluation, numbers: dict[str, float]) -> dict[str, float | None]:
    values = {name: evaluation.value(name) for name in numbers}
    return {name: None if value is None else float(value) for name, value in values.items()}


RECORDED: list[Row] = [
    (
        "nervaluate.span-of-a-whole-unit-lost",
        "IOB2",
        tags("B-PER", "O"),
        tags("O", "O"),
        {"strict.micro.fn": 0, "strict.micro.pos": 0},
        {"strict.micro.fn": 1, "strict.micro.pos": 1},
    ),
    (
        "nervaluate.span-of-a-whole-unit-lost",
        "IOB2",
        tags("B I O B"),
        tags("B I O O"),
        {"strict.micro.pos": 1, "strict.micro.f1": 1},
        {"strict.micro.pos": 2, "strict.micro.f1": 2 / 3},
    ),
    (
        "nervaluate.last-token-overlaps-nothing",
        "IOB2",
        tags("B-PER I-PER O"),
        tags("B-PER O B-PER"),
        {"partial.micro.mis": 1, "partial.micro.par": 0, "partial.micro.f1": 0},
        {"partial.micro.mis": 0, "partial.micro.par": 1, "partial.micro.f1": 1 / 3},
    ),
    (
        "nervaluate.spurious-to-every-type",
        "IOB2",
        tags("", "B-X O O"),
        tags("", "O O B-Y"),
        {"strict.type{X}.spu": 1, "strict.type{Y}.spu": 1},
        {"strict.type{X}.spu": 0, "strict.type{Y}.spu": 1},
    ),
    (
        "nervaluate.b-opens-in-every-scheme",
        "IO",
        tags("I-X I-X"),
        tags("I-X B-X"),
        {"strict.micro.cor": 0, "strict.micro.inc": 1, "strict.micro.spu": 1},
        {"strict.micro.cor": 1, "strict.micro.inc": 0, "strict.micro.spu": 0},
    ),
    (
        "nervaluate.equal-bounds-used-again",
        "IOB2",
        *TWICE,
        {"exact.micro.inc": 1, "exact.micro.fn": 1, "exact.micro.f1": 2 / 3},
        {"exact.micro.inc": 1, "exact.micro.fn": 1, "exact.micro.f1": 2 / 5},
    ),
    (
        "nervaluate.equal-span-not-sought",
        "IOB2",
        *PER,
        {"strict.micro.cor": 0, "strict.micro.fn": 2, "strict.micro.f1": 0},
        {"strict.micro.cor": 1, "strict.micro.fn": 1, "strict.micro.f1": 2 / 3},
    ),
    (
        "nervaluate.credit-lost-in-merging",
        "IOB1",
        tags("I-I I-I I-I", "B-1 O I-I"),
        tags("I-I I-I O", "B-1 O I-I"),
        {"partial.micro.f1": 2 / 3, "partial.micro.precision": 2 / 3, "partial.micro.recall": 2 / 3},
        {"partial.micro.f1": 5 / 6, "partial.micro.precision": 5 / 6, "partial.micro.recall": 5 / 6},
    ),
    (
        "seqeval.type-behind-the-last-hyphen",
        "IOB2",
        tags("B--PER B-PER"),
        tags("B-PER B--PER"),
        {"strict.micro.f1": 1, "strict.micro.precision": 1},
        {"strict.micro.f1": 0, "strict.micro.precision": 0},
    ),
    (
        "seqeval.macro-row-is-weighted",
        "IOB2",
        tags("B-X I-Y O B-X B-X O"),
        tags("B-X I-Z O B-X I-X O"),
        {"strict.macro.f1": 3 / 10, "strict.macro.precision": 3 / 8, "strict.macro.recall": 1 / 4},
        {"strict.macro.f1": 1 / 5, "strict.macro.precision": 1 / 4, "strict.macro.recall": 1 / 6},
    ),
    (
        "seqeval.zero-division-ignored",
        "IOB2",
        tags("B-PER O"),
        tags("O O"),
        {"strict.micro.precision": 0},
        {"strict.micro.precision": 1},
    ),
    (
        "seqeval.accuracy-of-entities",
        "IOB2",
        tags("B-PER O O O"),
        tags("O O O O"),
        {"strict.micro.f1": 0, "strict.micro.precision": 0, "strict.micro.recall": 0},
        {"strict.micro.f1": 3 / 4, "strict.micro.precision": 3 / 4, "strict.micro.recall": 3 / 4},
    ),
]


@pytest.mark.parametrize("row", RECORDED, ids=lambda row: row[0])
def test_the_quirk_gives_what_the_release_gave(row: Row) -> None:
    name, scheme, gold, pred, with_, without = row
    plain, quirky = paths(name, scheme, gold, pred)
    assert shown(quirky.evaluate(gold, pred, outcomes=True), with_) == pytest.approx(with_)
    assert shown(plain.evaluate(gold, pred, outcomes=True), without) == pytest.approx(without)


def test_the_report_has_rows_of_gold_types_alone() -> None:
    plain, quirky = paths("seqeval.rows-of-gold-types-alone", "IOB2", tags("B-PER O"), tags("B-PER B-ORG"))
    sides = tags("B-PER O"), tags("B-PER B-ORG")
    assert set(quirky.evaluate(*sides).by_type) == {"PER"}
    assert set(plain.evaluate(*sides).by_type) == {"PER", "ORG"}


def test_types_whose_spans_are_lost_keep_their_rows() -> None:
    gold = pred = tags("B-X", "O B-Y")
    _, quirky = paths("nervaluate.span-of-a-whole-unit-lost", "IOB2", gold, pred)
    assert set(quirky.evaluate(gold, pred).by_type) == {"X", "Y"}


@pytest.mark.parametrize(
    ("name", "scheme", "gold", "pred", "error"),
    [
        ("seqeval.report-without-gold-crashes", "IOB2", "O O", "O B-X", "ZeroDivisionError"),
        ("seqeval.letters-of-bilou-crash", "BIOES", "B-PER I-PER E-PER", "B-PER I-PER L-PER", "KeyError"),
        ("seqeval.accuracy-of-entities", "IOB2", "O O", "O O", "ZeroDivisionError"),
    ],
)
def test_a_crash_is_predicted_by_its_type(name: str, scheme: str, gold: str, pred: str, error: str) -> None:
    _, quirky = paths(name, scheme, tags(gold), tags(pred))
    with pytest.raises(LibraryRaises, match=f"^{error}$"):
        quirky.evaluate(tags(gold), tags(pred))


JOINED: list[tuple[tuple[str, ...], str, dict[str, str], object, object, dict[str, float]]] = [
    (
        ("seqeval.type-behind-the-last-hyphen", "seqeval.dot-is-outside"),
        "IOB2",
        {},
        tags("B--X O B--X .-X B--X", "B-Y I-Y B-ß"),
        tags("B--X O B--X .-X B--X", "B-ß O B-ß"),
        {"strict.micro.precision": 3 / 4, "strict.micro.recall": 3 / 4},
    ),
    (
        ("seqeval.type-behind-the-last-hyphen", "seqeval.chunk-over-units"),
        "BIOES",
        {},
        tags("X U-X S-X O"),
        tags("E-Y U-X S-X S-Y"),
        {"strict.micro.precision": 1 / 3, "strict.micro.recall": 1.0},
    ),
    (
        ("seqeval.type-behind-the-last-hyphen", "seqeval.chunk-over-units"),
        "IO",
        {},
        tags("O O I-O"),
        tags("U-O O I-O"),
        {"strict.micro.precision": 1.0, "strict.micro.recall": 1.0},
    ),
    (
        ("seqeval.type-behind-the-last-hyphen", "seqeval.chunk-over-units"),
        "IOB1",
        {"affix": "suffix"},
        tags("U-X U-X", "U-X"),
        tags("U-X U-X", "O-X"),
        {"strict.micro.precision": 1.0, "strict.micro.recall": 1 / 2},
    ),
    (
        ("seqeval.accuracy-of-entities",),
        "IOB2",
        {"item": "token"},
        tags("B-PER I-PER O", "O"),
        tags("B-PER O O", "I-PER"),
        {"strict.micro.recall": 0.0},
    ),
    (
        ("seqeval.accuracy-of-entities",),
        "IOB2",
        {"item": "token"},
        tags("B-A-X", "B-Y"),
        tags("B-X", "B-Z"),
        {"strict.micro.recall": 1 / 2},
    ),
]
"""Recorded of 0.0.13 and 0.0.2: the quirks, scheme, choices, gold, prediction and the numbers."""


@pytest.mark.parametrize("row", JOINED, ids=lambda row: " ".join(row[3][0]))
def test_quirks_of_one_release_combine(
    row: tuple[tuple[str, ...], str, dict[str, str], object, object, dict[str, float]],
) -> None:
    names, scheme, choices, gold, pred, numbers = row
    dialect = NAMED["seqeval"].set(scheme=scheme, **choices)
    pipeline = Pipeline.of(dialect)
    for name in names:
        assert QUIRKS[name].fires(Given(gold, pred, dialect))
        pipeline = QUIRKS[name].change(pipeline)
    assert shown(pipeline.evaluate(gold, pred), numbers) == pytest.approx(numbers)


@pytest.mark.parametrize(
    ("name", "scheme", "gold", "pred", "error"),
    [
        ("seqeval.letters-of-bilou-crash", "IOB1", "I-X", "U-X", "KeyError"),
        ("seqeval.letters-of-bilou-crash", "IOB2", "U-X S-X", "O O", "KeyError"),
        ("seqeval.letters-of-bilou-crash", "IOB2", "S-X U-X", "O O", ""),
        ("seqeval.guess-crashes-on-letters-of-bilou", "IOB2", "B-X", "L-X", "KeyError"),
        ("seqeval.guess-crashes-on-letters-of-bilou", "IOB2", "U-X", "B-X", ""),
    ],
)
def test_the_first_strict_mode_crashes_at_the_first_letter_that_its_table_lacks(
    name: str, scheme: str, gold: str, pred: str, error: str
) -> None:
    dialect = NAMED["seqeval-strict"].set(scheme=scheme, policy="lenient")
    pipeline = QUIRKS[name].on(Given(tags(gold), tags(pred), dialect))(Pipeline.of(dialect))
    with pytest.raises(LibraryRaises if error else UnknownPrefix, match=f"^{error}"):
        pipeline.evaluate(tags(gold), tags(pred))


def test_a_release_accepted_a_letter_and_a_hyphen_and_another_refused_a_letter_without_one() -> None:
    _, accepting = paths("seqeval.empty-type-accepted", "IOB2", tags("B- O"), tags("B- O"))
    assert accepting.evaluate(tags("B- O"), tags("B- O")).counts.cor == 1
    plain, refusing = paths("seqeval.letter-needs-a-hyphen", "IOB2", tags("BX-PER O"), tags("BX-PER O"))
    assert plain.evaluate(tags("BX-PER O"), tags("BX-PER O")).counts.cor == 1
    with pytest.raises(MalformedTag):
        refusing.evaluate(tags("BX-PER O"), tags("BX-PER O"))
