"""Rankings: the order is that of the scores, and questions that rank nothing are refused."""

from fractions import Fraction
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.base.bounds import MAX_RESAMPLES
from nerconform.base.errors import NerconformError
from nerconform.products.rank.rank_systems import GoldsDiffer, RankTerms, TooFewSystems, rank_files
from nerconform.reference.measures import Measure
from nerconform.reference.refusals import NotAnswered, UnknownOption
from nerconform.results.context import Interval
from nerconform.results.ranking_result import Ranking
from nerconform.results.stored import Stored
from nerconform.results.values import decode, encode

# Gold has three entities. LEGAL finds two of them and invents none: P 1, R 2/3, F1 4/5. ORPHAN writes I- at the
# beginning of each: read leniently all three are right, F1 1; under a policy that ignores I1 none is found, F1 0.
GOLD = [["B-X", "O"], ["B-X", "I-X"], ["B-Y", "O"]]
LEGAL = [["B-X", "O"], ["B-X", "I-X"], ["O", "O"]]
ORPHAN = [["I-X", "O"], ["I-X", "I-X"], ["I-Y", "O"]]
SYSTEMS = {"legal": LEGAL, "orphan": ORPHAN}
F1 = Measure.parse("strict.micro.f1")


def ranking(**options: object) -> Ranking:
    """Return the ranking of the two systems."""
    return nc.rank(GOLD, SYSTEMS, **{"resamples": 0, **options})  # type: ignore[arg-type]


def test_the_order_turns_where_a_policy_ignores_what_one_system_writes() -> None:
    found = ranking()
    assert [(one.place, one.name, one.value) for one in found.systems] == [
        (1, "orphan", Fraction(1)),
        (2, "legal", Fraction(4, 5)),
    ]
    assert [(one.precision, one.recall, one.support) for one in found.systems] == [(1, 1, 3), (1, Fraction(2, 3), 3)]
    (pair,) = found.pairs
    assert pair.difference == Fraction(1, 5)
    # I1 is ignored in 6 of 18 policies, where all of ORPHAN is lost. `single` makes each I-X an entity of its own, so
    # that the second entity is lost and two are invented: 2 of 3 are right, and 4 are found, F1 4/7.
    assert (pair.above, pair.equal, pair.below) == (6, 0, 12)
    assert pair.widest is not None
    assert (pair.widest.first, pair.widest.second) == (0, Fraction(4, 5))
    assert "I1=ignore" in pair.widest.rule
    assert [one.rule for one in pair.reversals] == ["iob2-discard", "seqeval-strict"]
    assert pair.swaps
    assert found.swapping == (pair,)


def test_intervals_and_tests_are_those_of_compare() -> None:
    found = ranking(resamples=200, seed=3, dialect="conlleval")
    compared = nc.compare(
        GOLD, LEGAL, ["reference:conlleval"], against=ORPHAN, resamples=200, seed=3, measure="strict.micro.f1"
    )
    column = compared.column("reference:conlleval")
    against = column.against
    assert against is not None
    # `compare` draws each prediction from its own kinds of sentences, so that its resamples are others.
    (pair,) = found.pairs
    assert pair.difference == against.difference
    assert pair.p == pytest.approx(float(against.p or 0), abs=0.15)
    assert found.systems[0].interval == Interval(1.0, 1.0) == against.interval
    assert pair.adjusted == pair.p  # one test needs no correction


def test_what_looks_across_sentences_has_numbers_and_no_intervals() -> None:
    found = ranking(resamples=50, dialect="semeval,pool:mean")
    assert "pool:mean" in found.no_interval
    assert [one.interval for one in found.systems] == [None, None]
    assert found.policies


def test_spans_have_no_policies() -> None:
    spans = [[("X", 0, 1)], []]
    found = nc.rank(spans, {"same": spans, "none": [[], []]}, resamples=0)
    assert found.policies == 0
    assert "spans" in found.no_family
    assert [one.name for one in found.systems] == ["same", "none"]


def test_a_ranking_is_read_back_as_it_was_written() -> None:
    found = ranking(resamples=20)
    assert decode(encode(found), Stored, "ranking", "again") == found


@pytest.mark.parametrize(
    ("systems", "options", "error"),
    [
        ({"one": LEGAL}, {}, TooFewSystems),
        ({}, {}, TooFewSystems),
        (SYSTEMS, {"measure": "strict.micro.tp"}, NotAnswered),
        (SYSTEMS, {"resamples": -1}, NerconformError),
        (SYSTEMS, {"resamples": MAX_RESAMPLES + 1}, UnknownOption),
        ({"short": LEGAL[:1], "other": LEGAL}, {}, NerconformError),
    ],
)
def test_what_ranks_nothing_is_refused(systems: dict[str, object], options: dict[str, object], error: type) -> None:
    with pytest.raises(error):
        nc.rank(GOLD, systems, **{"resamples": 0, **options})  # type: ignore[arg-type]


def _write(path: Path, *columns: list[list[str]]) -> Path:
    sentences = (
        "\n".join(" ".join(("word", *tags)) for tags in zip(*sentence, strict=True))
        for sentence in zip(*columns, strict=True)
    )
    path.write_text("\n\n".join(sentences) + "\n", encoding="utf-8")
    return path


def test_files_rank_as_lists_do_with_gold_apart_and_inside(tmp_path: Path) -> None:
    gold = _write(tmp_path / "gold.conll", GOLD)
    apart = [_write(tmp_path / f"{name}.conll", pred) for name, pred in SYSTEMS.items()]
    inside = [_write(tmp_path / f"{name}.both", GOLD, pred) for name, pred in SYSTEMS.items()]
    terms = RankTerms(nc.dialects()["semeval"], F1, 0)
    for found in (rank_files(gold, apart, terms), rank_files(None, inside, terms)):
        assert found.systems == ranking().systems
        assert found.pairs == ranking().pairs
        assert found.read is not None
    other = _write(tmp_path / "other.both", LEGAL, ORPHAN)
    with pytest.raises(GoldsDiffer, match="the gold of this sentence differs from"):
        rank_files(None, [inside[0], other], terms)
