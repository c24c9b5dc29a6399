"""Figures that scorers publish: the same counts give the same figures, to the last printed digit.

The counts are facts of each publication. A corpus with exactly these counts is built here, so no data of theirs is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

import nerconform as nc
from nerconform.reference.counting import sum_of
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.scoring import Score
from nerconform.reference.spans import Span

FOLDER = Path(__file__).parent / "published"


def published(name: str) -> Mapping[str, Any]:
    """Return what a file holds, every scalar as text, so that a figure keeps its digits."""
    found: Mapping[str, Any] = yaml.load((FOLDER / f"{name}.yaml").read_text("utf-8"), yaml.CBaseLoader)  # noqa: S506 - text, lists, maps
    return found


HIPE: Mapping[str, Mapping[str, list[Any]]] = published("hipe_scorer")
ROWS = {
    "strict": (Span("X", 0, 2), Span("X", 0, 2)),
    "type": (Span("X", 0, 2), Span("Y", 0, 2)),
    "bounds": (Span("X", 0, 2), Span("X", 0, 1)),
    "both": (Span("X", 0, 2), Span("Y", 0, 1)),
    "missed": (Span("X", 0, 2), None),
    "spurious": (None, Span("X", 0, 2)),
}
"""A pair for each class of error, by what is wrong."""

Corpus = tuple[list[list[Span]], list[list[Span]]]


def corpus(numbers: Mapping[str, int]) -> Corpus:
    """Return sentences of one pair each, so many of each class."""
    pairs = [ROWS[name] for name, number in numbers.items() for _ in range(number)]
    return [[one] if one else [] for one, _ in pairs], [[other] if other else [] for _, other in pairs]


def classes(row: Mapping[str, list[Any]]) -> dict[str, int]:
    """Return how many pairs of each class give the counts of the four schemas."""
    strict, exact, kind = ([int(text) for text in row[name][:5]] for name in ("strict", "exact", "type"))
    bounds, types = kind[0] - strict[0], exact[0] - strict[0]
    return {
        "strict": strict[0],
        "type": types,
        "bounds": bounds,
        "both": strict[1] - types - bounds,
        "missed": strict[3],
        "spurious": strict[4],
    }


def is_printed(text: str, value: Fraction | int | None) -> bool:
    """Whether a figure is this value: rounded to its last decimal, or a double of it."""
    assert value is not None
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    return abs(Fraction(text) - value) <= max(half if "." in text else 0, value * Fraction(1, 10**15))


def hipe_figures(row: Mapping[str, list[Any]]) -> Iterator[tuple[str, str, Fraction | int | None]]:
    """Yield each figure of a file with what `hipe` gives."""
    found = nc.evaluate(*corpus(classes(row)), nc.dialects()["hipe"].set(labels="union"))
    for schema, printed in row.items():
        names = ("cor", "inc", "par", "mis", "spu", "precision", "recall", "f1")
        for name, text in zip(names, printed, strict=True):
            yield f"{schema} {name}", text, found.value(f"{schema}.micro.{name}")


@pytest.mark.parametrize("file", HIPE)
def test_the_unit_tests_of_hipe_scorer_expect_what_hipe_gives(file: str) -> None:
    compared = 0
    for name, text, value in hipe_figures(HIPE[file]):
        assert is_printed(text, value), (name, text, value)
        compared += 1
    assert compared == 32


FAIREVAL: Mapping[str, Mapping[str, Mapping[str, list[str]]]] = published("faireval")
CLASSES = {
    "TP": ([Span("X", 0, 2)], [Span("X", 0, 2)]),
    "FP": ([], [Span("X", 0, 2)]),
    "FN": ([Span("X", 0, 2)], []),
    "LE": ([Span("X", 0, 2)], [Span("Y", 0, 2)]),
    "BE": ([Span("X", 0, 2)], [Span("X", 0, 1)]),
    "BES": ([Span("X", 0, 2)], [Span("X", 0, 1)]),
    "BEL": ([Span("X", 0, 2)], [Span("X", 0, 3)]),
    "BEO": ([Span("X", 0, 2)], [Span("X", 1, 3)]),
    "LBE": ([Span("X", 0, 2)], [Span("Y", 0, 1)]),
}
"""A sentence with one error of each class."""
SCORED_BY = {
    "traditional": "conlleval",
    "fair": "fair-eval",
    "weighted": "align:fair,weights:given{BES=1/2+0+1/2,BEL=1/2+1/2+0,BEO=1/2+1/4+1/4}",
}


def score_of(dialect: str, numbers: Mapping[str, int]) -> Score:
    """Return the strict scores of so many sentences of each class."""
    tallies = []
    for name, number in numbers.items():
        gold, pred = CLASSES[name]
        tallies.append(replace(nc.evaluate([gold], [pred], dialect).tally, times=number))
    whole = sum_of(tallies)
    assert whole is not None
    found = Pipeline.of(nc.evaluate([], [], dialect).dialect).score(whole, Fraction(1))
    return found[Schema.STRICT].averages["micro"]


@pytest.mark.parametrize("table", SCORED_BY)
@pytest.mark.parametrize("data", FAIREVAL)
def test_the_counts_of_faireval_give_its_tables(data: str, table: str) -> None:
    head, *rows = FAIREVAL[data][table].items()
    compared = 0
    for kind, row in rows:
        numbers = dict(zip(head[1][:-3], map(int, row[:-3]), strict=True))
        found = score_of(SCORED_BY[table], {name: number for name, number in numbers.items() if number})
        for text, value in zip(row[-3:], (found.precision, found.recall, found.f), strict=True):
            assert is_printed(text, 100 * (value or Fraction(0))), (kind, text, value)
            compared += 1
    assert compared >= 15


BRATEVAL: Mapping[str, Any] = published("brateval")
SCHEMA_OF = {
    "brateval-exact": "strict",
    "brateval-exact-inexact": "exact",
    "brateval-overlap": "type",
    "brateval-overlap-inexact": "partial",
}


def brat_sample() -> Corpus:
    """Return the documents that differ, and one for each entity that is equal on both sides."""
    documents = BRATEVAL["documents"].values()
    gold, pred = (
        [[Span(kind, int(start), int(end)) for kind, start, end in one[side]] for one in documents]
        for side in ("gold", "pred")
    )
    same = [[Span(kind, 0, 1)] for kind, number in BRATEVAL["equal"].items() for _ in range(int(number))]
    return [*gold, *same], [*pred, *same]


def test_the_sample_has_as_many_entities_as_is_published() -> None:
    gold, pred = brat_sample()
    assert (sum(map(len, gold)), sum(map(len, pred))) == (770, 767)


@pytest.mark.parametrize("name", SCHEMA_OF)
def test_brateval_expects_these_entities(name: str) -> None:
    found = nc.evaluate(*brat_sample(), name).schemas[Schema(SCHEMA_OF[name])]
    table = BRATEVAL["entities"][name]
    assert {*found.by_type, "all"} == {*table}
    for kind, (tp, fp, fn, *ratios) in table.items():
        row = found.by_type.get(kind, found.averages["micro"])
        assert row.counts is not None
        assert (row.counts.cor + row.counts.par, row.counts.spu, row.counts.mis) == (int(tp), int(fp), int(fn)), kind
        for text, value in zip(ratios, (row.precision, row.recall, row.f1), strict=True):
            assert is_printed(text, value), (kind, text, value)


@pytest.mark.parametrize("name", SCHEMA_OF)
def test_brateval_expects_these_relations(name: str) -> None:
    """A relation is an entity of two pieces, one for each argument; its type holds the types of both."""
    relations = {kind: int(number) for kind, number in BRATEVAL["relations"].items()}
    units = [[{"type": kind, "pieces": [(0, 2), (3, 5)]}] for kind, number in relations.items() for _ in range(number)]
    found = nc.evaluate(units, units, name).schemas[Schema(SCHEMA_OF[name])]
    rows = {kind: row.counts for kind, row in found.by_type.items() if row.counts is not None}
    assert {kind: row.cor + row.par for kind, row in rows.items()} == relations
    assert [row for row in rows.values() if row.mis or row.spu] == []
    micro = found.averages["micro"]
    assert {micro.precision, micro.recall, micro.f1} == {Fraction(1)}
    assert sum(relations.values()) == 658


GERMEVAL: Mapping[str, Any] = published("germeval")


def level(name: str) -> Corpus:
    """Return the entities of one level of the sample, by sentence."""
    gold, pred = (
        [[Span(kind, int(start), int(end)) for kind, start, end in unit] for unit in GERMEVAL[name][side]]
        for side in ("gold", "pred")
    )
    return gold, pred


@pytest.mark.parametrize("name", GERMEVAL["figures"])
def test_the_sample_of_germeval_has_these_figures(name: str) -> None:
    """The two official scores add the counts of the levels, each of which is scored by itself (INP-6, LAW-8)."""
    if name in {"outer", "inner"}:
        found = nc.evaluate(*level(name), "germeval-2014")
    else:
        found = nc.evaluate(*level("outer"), name) + nc.evaluate(*level("inner"), name)
    for text, value in zip(GERMEVAL["figures"][name], (found.precision, found.recall, found.f1), strict=True):
        assert is_printed(text, 100 * (value or Fraction(0))), (text, value)
