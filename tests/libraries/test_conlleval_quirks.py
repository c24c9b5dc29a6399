"""The quirks of conlleval.pl and of its port: against the port on short pairs, against the script's tables."""

import random
from collections.abc import Sequence
from functools import reduce
from itertools import product

import pytest
from conlleval import evaluate

from nerconform.asking.question import Ask
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from tests.libraries.asking_quirks import Triples, counted, decoded, differing, tags_of
from tests.libraries.searching import of_tags, search
from tests.reference.chunkers import conlleval_chunks, split
from tests.reference.exhaustive import encodings, sequences

Units = Sequence[Sequence[str]]


def ported(gold: Units, pred: Units) -> tuple[int, int, int]:
    """Return POS, ACT and COR of the port."""
    lines = [
        line
        for unit in zip(gold, pred, strict=True)
        for line in [*(f"w {' '.join(pair)}" for pair in zip(*unit, strict=True)), ""]
    ]
    found = evaluate(lines)["overall"]["chunks"]["stats"]
    return found["gold"], found["pred"], found["correct"]


def walk(scheme: Scheme) -> Pipeline:
    """Return the path of the port, which reads every letter by its tables."""
    names = ("unknown-letter-by-type-alone", "one-table-for-all-schemes", "o-with-a-type-is-outside")
    quirks = [QUIRKS[f"conlleval.{name}"] for name in names]
    return reduce(lambda pipeline, quirk: quirk.change(pipeline), quirks, Pipeline.of(quirks[0].dialect(scheme)))


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["BILOU", "BMES", "BMEWO", "BIOES", "IOB2"])
def test_the_port_counts_beginnings(scheme: str) -> None:
    pipeline = walk(Scheme(scheme))
    pairs = [pair for length in (1, 2) for pair in product(product(tags_of(scheme), repeat=length), repeat=2)]
    pairs += product(product(tags_of(scheme, types="X"), repeat=3), repeat=2)
    for gold, pred in random.Random(7).sample(pairs, 1300):  # noqa: S311 - a sample, not a secret
        assert counted(pipeline, [gold], [pred]) == ported([gold], [pred]), (gold, pred)


def test_the_port_counts_beginnings_in_several_units() -> None:
    pipeline = walk(Scheme.BILOU)
    draw = random.Random(8)  # noqa: S311 - a sample, not a secret
    for _ in range(300):
        gold = [draw.choices(tags_of("BILOU", "M", "E", "S"), k=draw.randint(1, 8)) for _ in range(4)]
        pred = [[draw.choice([tag, draw.choice(tags_of("BILOU"))]) for tag in unit] for unit in gold]
        assert counted(pipeline, gold, pred) == ported(gold, pred), (gold, pred)


def test_a_chunk_that_never_ends_goes_on_into_the_next_unit() -> None:
    gold, pred = [["B", "Q"], ["O", "B-X"]], [["B", "Q"], ["O", "B-X"]]
    assert counted(walk(Scheme.IOB2), gold, pred) == ported(gold, pred) == (2, 2, 1)


@pytest.mark.long
def test_whatever_the_port_answers_is_explained() -> None:
    choices = [{}, {}, {"item": "token"}, {"zero": "P1,R0"}]
    schemes = ["IO", "IOB1", "IOB2", "IOE1", "IOE2", "BIOES"]
    found = search("conlleval", 250, of_tags(schemes), choices=choices, asks=list(Ask))
    assert found.unexplained == []
    assert found.classes >= {f"conlleval.{name}" for name in ("leading-empty-line", "report-divides-by-zero")}


def test_the_missing_row_of_untyped_entities_is_a_cause_of_its_own_beside_an_unknown_prefix() -> None:
    unknown, untyped = (QUIRKS[f"conlleval.{name}"] for name in ("unknown-letter-by-type-alone", "untyped-has-no-row"))
    read = unknown.change(Pipeline.of(unknown.dialect(Scheme.IOB2)))
    # B begins an entity without a type; Q-X is of another type and begins the next; O is no entity.
    gold = [["B", "Q-X", "O"]]
    assert set(read.evaluate(gold, gold).by_type) == {"", "X"}
    assert set(untyped.change(read).evaluate(gold, gold).by_type) == {"X"}
    assert set(read.evaluate([["Q-X", "O"]], [["Q-X", "O"]]).by_type) == {"X"}


@pytest.mark.long
def test_whatever_the_port_answers_about_lines_parted_by_tabs_is_explained() -> None:
    found = search("conlleval:tab", 120, of_tags(["IOB1", "IOB2", "BIOES"]), asks=list(Ask))
    assert found.unexplained == []
    assert "conlleval.delimiter-without-empty-lines" in found.classes
    assert "conlleval.leading-empty-line" not in found.classes


def test_the_script_reads_raw_bioes_by_its_tables() -> None:
    pipeline = QUIRKS["conlleval-pl.raw-bioes"].pipeline(Scheme.BIOES)

    def chunks(tags: list[str]) -> Triples:
        return sorted(conlleval_chunks([split(tag) for tag in tags]))

    assert differing(pipeline, chunks, sequences("BIOES", 4)) == []


def test_the_script_misreads_more_than_half_of_legal_bioes() -> None:
    quirk = QUIRKS["conlleval-pl.raw-bioes"]
    with_, without = quirk.pipeline(Scheme.BIOES), Pipeline.of(quirk.dialect(Scheme.BIOES))
    legal = [tags for length in range(1, 6) for tags in encodings("BIOES", length)]
    assert (len(legal), sum(decoded(with_, tags) != decoded(without, tags) for tags in legal)) == (779, 416)
