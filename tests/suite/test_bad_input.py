"""Metrics that answer bad input: what each makes of it, counted by hand, and which cases catch it."""

from functools import cache

import pytest

from nerconform.asking.reference import ReferenceImplementation
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.results.run import BAD
from nerconform.suite.cases import CaseKind, load_suite
from nerconform.suite.judge import judge
from nerconform.suite.mutants import ACCEPTING, Mutant, accepting
from nerconform.suite.wrong_choices import CHOOSING

ALWAYS_WITH_ANOTHER = {
    "input.predictions-all-empty",
    "dia.undefined.discard-in-iob1",
    "dia.undefined.discard-in-ioe1",
    "together.predicted-span-beyond-gold-tags",
}
"""Cases whose every mutant another case catches, too: the same mistake in a second scheme, or in one sentence more."""
PER = ("PER", 0, 1)


@cache
def caught() -> dict[str, list[str]]:
    """Return the cases of bad input that catch each metric."""
    found: dict[str, list[str]] = {mutant.name: [] for mutant in accepting()}
    for mutant in accepting():
        asked = mutant.implementation()
        for case in load_suite().cases:
            if case.kind is CaseKind.CONTRACT and judge(case, asked).verdict in BAD:
                found[mutant.name].append(case.id)
    return found


def test_a_case_catches_each_metric_that_answers_bad_input() -> None:
    assert [name for name, cases in caught().items() if not cases] == []
    assert len(caught()) == len(ACCEPTING) + len(CHOOSING)


def test_each_case_of_bad_input_is_the_only_one_that_catches_some_metric() -> None:
    cases = {case.id for case in load_suite().cases if case.kind is CaseKind.CONTRACT}
    needed = {only[0] for only in caught().values() if len(only) == 1}
    in_company = {case for some in caught().values() for case in some} - needed
    assert in_company == ALWAYS_WITH_ANOTHER
    # Whether entities without offsets are bad input is a choice of the dialect; its neighbours are mutants.
    assert cases - needed - in_company == {"text.no-offsets"}


@pytest.mark.long
@pytest.mark.parametrize("mutant", accepting(), ids=lambda mutant: mutant.name)
def test_on_good_input_it_is_right(mutant: Mutant) -> None:
    asked, right = mutant.implementation(), ReferenceImplementation("", NAMED[mutant.base])
    cases = [case for case in load_suite().cases if case.kind is not CaseKind.CONTRACT]
    for case in cases[:: 1 + len(cases) // 25]:
        assert judge(case, asked) == judge(case, right)


@pytest.mark.parametrize(
    ("name", "gold", "pred", "counts"),
    [
        ("extra-gold-units-ignored", [["B-A"], ["B-A"]], [["B-A"]], (1, 0, 0)),
        ("extra-predicted-units-ignored", [["B-A"]], [["B-A"], ["B-A"]], (1, 0, 0)),
        ("extra-units-of-spans-ignored", [[PER], [PER]], [[PER]], (1, 0, 0)),
        ("empty-units-dropped", [["B-A"]], [[], ["B-A"]], (1, 0, 0)),
        ("no-predictions-as-outside", [["B-A"], ["B-A"]], [], (0, 0, 2)),
        ("no-gold-as-outside", [], [["B-A"], ["B-A"]], (0, 2, 0)),
        ("both-sides-cut", [["B-A", "O"], ["B-A"]], [["B-A"]], (1, 0, 0)),
        ("only-all-tags-counted", [["B-A", "O"], ["B-A"]], [["B-A"], ["O", "B-A"]], (2, 0, 0)),
        ("only-first-unit-checked", [["O"], ["B-A", "B-A"]], [["O"], ["B-A"]], (1, 0, 0)),
        ("missing-tags-as-outside", [["B-A", "O"]], [["B-A"]], (1, 0, 0)),
        ("extra-tags-ignored", [["B-A"]], [["B-A", "B-A"]], (1, 0, 0)),
        ("empty-prediction-as-outside", [["B-A"]], [[]], (0, 0, 1)),
        ("empty-predictions-as-outside", [["B-A"], ["O"]], [[], []], (0, 0, 1)),
        ("empty-gold-as-outside", [[]], [["B-A"]], (0, 1, 0)),
        ("unchecked-without-entities", [["O", "O"]], [["O"]], (0, 0, 0)),
        ("equal-spans-unchecked", [[("PER", 3, 1)]], [[("PER", 3, 1)]], (1, 0, 0)),
        ("reversed-bounds-exchanged", [[("PER", 1, 0)]], [[PER]], (1, 0, 0)),
        ("spans-without-tokens-dropped", [[PER, ("PER", 2, 2)]], [[PER]], (1, 0, 0)),
        ("empty-gold-spans-of-one-token", [[("PER", 0, 0)]], [[PER]], (1, 0, 0)),
        ("empty-predicted-spans-of-one-token", [[PER]], [[("PER", 0, 0)]], (1, 0, 0)),
        ("negative-start-as-0", [[PER]], [[("PER", -1, 1)]], (1, 0, 0)),
        ("negative-bounds-from-the-end", [[("PER", 0, 2)]], [[("PER", -3, -1)]], (1, 0, 0)),
        ("missing-end-as-one-token", [[("PER", 0)]], [[PER]], (1, 0, 0)),
        ("fourth-part-ignored", [[PER]], [[("PER", 0, 1, 2)]], (1, 0, 0)),
        ("bounds-of-text-as-numbers", [[PER]], [[("PER", "0", "1")]], (1, 0, 0)),
        ("bounds-of-booleans", [[PER]], [[("PER", False, True)]], (1, 0, 0)),
        ("end-of-none", [[PER]], [[("PER", 0, None)]], (1, 0, 0)),
        ("types-through-str", [[("7", 0, 1)]], [[(7, 0, 1)]], (1, 0, 0)),
        ("mapping-without-end", [[PER]], [[{"type": "PER", "start": 0}]], (1, 0, 0)),
        ("predicted-spans-cut", [["B-PER"]], [[("PER", 0, 3)]], (1, 0, 0)),
        ("gold-spans-cut", [[("PER", 0, 3)]], [["B-PER"]], (1, 0, 0)),
        ("spans-against-the-longest-unit", [["O", "O"], ["B-PER"]], [[], [("PER", 0, 2)]], (0, 1, 1)),
        ("flat-lists-as-one-unit", ["B-A", "O"], ["B-A", "O"], (1, 0, 0)),
        ("flat-prediction-as-one-unit", [["B-A", "O"]], ["B-A", "O"], (1, 0, 0)),
        ("strings-as-characters", ["O", "O"], ["O", "O"], (0, 0, 0)),
        ("strings-split-at-blanks", [["O"], "B-A O"], [["O"], ["B-A", "O"]], (1, 0, 0)),
        ("none-as-empty-unit", [["B-A"], []], [["B-A"], None], (1, 0, 0)),
        ("numbers-as-empty-units", [["B-A"], 0], [["B-A"], 0], (1, 0, 0)),
        ("spans-among-tags-as-outside", [["B-A", PER]], [["B-A", "O"]], (1, 0, 0)),
        ("empty-gold-tags-as-outside", [["B-A", ""]], [["B-A", "O"]], (1, 0, 0)),
        ("empty-predicted-tags-as-outside", [["B-A", "O"]], [["B-A", ""]], (1, 0, 0)),
        ("none-as-outside", [["B-A", None]], [["B-A", "O"]], (1, 0, 0)),
        ("zero-as-outside", [["B-A", "O"]], [["B-A", 0]], (1, 0, 0)),
        ("label-ids-looked-up", [[1, 2, 0, 3]], [[1, 0, 0, 3]], (1, 1, 1)),
        ("layers-filled", [{"layers": [["B-A", "O"], ["B-C"]]}], [{"layers": [["B-A", "O"]]}], (1, 0, 1)),
    ],
)  # fmt: skip
def test_what_it_makes_of_entities(name: str, gold: object, pred: object, counts: tuple[int, int, int]) -> None:
    mistake = next(one for one in ACCEPTING if one.name == name)
    found = mistake.change(Pipeline.of(NAMED["conlleval"])).evaluate(gold, pred).counts
    assert (found.tp, found.fp, found.fn) == counts


@pytest.mark.parametrize(
    ("name", "gold", "pred", "right"),
    [
        ("extra-units-of-tokens-ignored", [["A"], ["A"]], [["A"]], 1),
        ("only-all-tokens-counted", [["A", "O"], ["A"]], [["A"], ["O", "A"]], 3),
        ("missing-tokens-as-outside", [["A", "O"]], [["A"]], 2),
        ("extra-tokens-ignored", [["A"]], [["A", "A"]], 1),
        ("flat-lists-of-tokens-as-one-unit", ["B-A", "O"], ["B-A", "O"], 2),
        ("flat-prediction-of-tokens-as-one-unit", [["A", "O"]], ["A", "O"], 2),
        ("tokens-of-none", [["A", None]], [["O", None]], 1),
        ("tokens-of-numbers", [[1, 2]], [[1, 0]], 1),
    ],
)
def test_what_it_makes_of_tokens(name: str, gold: object, pred: object, right: int) -> None:
    mistake = next(one for one in ACCEPTING if one.name == name)
    dialect = NAMED["conlleval"].set(item="token")
    assert mistake.change(Pipeline.of(dialect)).evaluate(gold, pred).counts.tp == right


@pytest.mark.parametrize(
    ("name", "asked", "chosen"),
    [
        ("unknown-policy-ignored", {"policy": "bogus"}, {}),
        ("unknown-zero-ignored", {"zero": "2", "pool": "mean"}, {"pool": "mean"}),
        ("overlap-of-0-as-any", {"overlap": "gold:0%"}, {"overlap": "any"}),
        ("overlap-above-100-as-100", {"overlap": "gold:101%"}, {"overlap": "gold:100%"}),
        ("overlap-of-predictions-as-of-gold", {"overlap": "pred:50%"}, {"overlap": "gold:50%"}),
        ("iob-as-iob2", {"scheme": "IOB"}, {"scheme": "IOB2"}),
        ("unknown-scheme-as-iob2", {"scheme": "XYZ"}, {"scheme": "IOB2"}),
        ("undefined-policy-as-lenient", {"scheme": "IOB1", "policy": "discard"}, {"policy": "lenient"}),
        ("missing-points-as-lenient", {"policy": "points{I1=open}"}, {"policy": "lenient"}),
    ],
)
def test_what_it_chooses(name: str, asked: dict[str, str], chosen: dict[str, str]) -> None:
    wrong = next(one for one in CHOOSING if one.name == name)
    scheme = asked.get("scheme", "IOB2")
    assert wrong.chosen({"scheme": scheme, **asked}) == {"scheme": scheme, **chosen}
    assert wrong.chosen({"scheme": "IOE2"}) == {"scheme": "IOE2"}
