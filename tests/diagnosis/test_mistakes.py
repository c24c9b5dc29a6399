"""What `diff` says of metrics of somebody's own: mistakes that people make, two choices at once, and none of them."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from nerconform.asking.question import Form
from nerconform.diagnosis.divergence import Divergence
from nerconform.diagnosis.versus import AgainstReference, Explained, versus_of
from nerconform.diagnosis.ways import QuestionKind
from nerconform.libraries.registry import resolve
from nerconform.products.search.classes import Classes
from nerconform.products.search.random_search import Budget, search
from nerconform.results.search_result import Search
from nerconform.results.values import unit_texts

Tags = list[list[str]]
Spans = set[tuple[int, str, int, int]]


def decoded(units: Tags, *, orphans: bool = True) -> Spans:
    """Return unit, type, start and end of every span of IOB2; an I that continues nothing opens one, or is lost."""
    found: Spans = set()
    for number, tags in enumerate(units):
        begun: tuple[str, int] | None = None
        for at, tag in enumerate([*tags, "O"]):
            letter, _, kind = tag.partition("-")
            if begun and letter == "I" and kind == begun[0]:
                continue
            if begun:
                found.add((number, begun[0], begun[1], at))
            begun = (kind, at) if letter == "B" or (letter == "I" and orphans) else None
    return found


def ratios(tp: int, act: int, pos: int, nothing: float = 0.0) -> dict[str, float]:
    """Return P, R and F1; what divides by 0 is `nothing`."""
    names = ("precision", tp, act), ("recall", tp, pos), ("f1", 2 * tp, act + pos)
    return {name: over / under if under else nothing for name, over, under in names}


def ignores_type(gold: Tags, pred: Tags) -> dict[str, float]:
    """Compare bounds alone."""
    one, other = ({(unit, start, end) for unit, _, start, end in decoded(side)} for side in (gold, pred))
    return ratios(len(one & other), len(other), len(one))


def studies_one_type(gold: Tags, pred: Tags) -> dict[str, float]:
    """Count as the notebook of document 000 does: only spans of the type under study can be false positives."""
    one, other = decoded(gold), decoded(pred)
    studied = min((kind for _, kind, *_ in one), default=None)
    wrong = [span for span in other - one if studied in {None, span[1]}]
    return ratios(len(one & other), len(one & other) + len(wrong), len(one))


def drops_orphans_and_takes_nothing_for_all(gold: Tags, pred: Tags) -> dict[str, float]:
    """Make two choices that nobody declared."""
    one, other = (decoded(side, orphans=False) for side in (gold, pred))
    return ratios(len(one & other), len(other), len(one), nothing=1.0)


def drops_orphans_and_loses_the_end(gold: Tags, pred: Tags) -> dict[str, float]:
    """Make a choice that nobody declared, and a mistake."""
    one, other = (
        {span for span in decoded(side, orphans=False) if span[3] < len(side[span[0]])} for side in (gold, pred)
    )
    return ratios(len(one & other), len(other), len(one))


def rounds_percentages(gold: Tags, pred: Tags) -> dict[str, float]:
    """Round percentages to two decimals."""
    one, other = decoded(gold), decoded(pred)
    return {name: round(100 * value, 2) for name, value in ratios(len(one & other), len(other), len(one)).items()}


def stumbles_over_seven(gold: Tags, pred: Tags) -> dict[str, float]:
    """Count one prediction too many in every unit of seven tokens, which nobody else does."""
    one, other = decoded(gold), decoded(pred)
    return ratios(len(one & other), len(other) + sum(len(unit) == 7 for unit in gold), len(one))


def takes_loc_for_org(gold: Tags, pred: Tags) -> dict[str, float]:
    """Know two of the usual types under one name."""
    one, other = (decoded([[tag.replace("LOC", "ORG") for tag in unit] for unit in side]) for side in (gold, pred))
    return ratios(len(one & other), len(other), len(one))


_turns: Iterator[int] = count()


def changes_its_mind(gold: Tags, pred: Tags) -> dict[str, float]:
    """Answer every third question otherwise."""
    one, other = decoded(gold), decoded(pred)
    return {**ratios(len(one & other), len(other), len(one)), **({"f1": 0.5} if next(_turns) % 3 == 0 else {})}


def searched(metric: Callable[[Tags, Tags], dict[str, float]], examples: int = 120) -> Search:
    implementations = resolve(f"{__name__}:{metric.__name__}", "conlleval")
    (found,) = search(implementations, budget=Budget(examples)).searches
    return found


def of_answers(found: Search) -> dict[str, int]:
    """Return the classes in which numbers differ, and how often each fired: how bad tags are read is another matter."""
    classes = (each for each in found.classes if all(one.asked != "answer" for one in each.mismatches))
    return {each.id: each.fired for each in classes}


@pytest.mark.long
@pytest.mark.parametrize(
    ("metric", "causes"),
    [
        pytest.param(ignores_type, {"ignores-type"}, marks=pytest.mark.long),
        (studies_one_type, {"false-positives-of-one-type"}),
        pytest.param(drops_orphans_and_takes_nothing_for_all, {"policy:discard", "zero:1"}, marks=pytest.mark.long),
        pytest.param(drops_orphans_and_loses_the_end, {"policy:discard", "entity-at-end-lost"}, marks=pytest.mark.long),
        (rounds_percentages, {"round:4-half-even-x1"}),
    ],
)
def test_what_people_really_get_wrong_is_named(
    metric: Callable[[Tags, Tags], dict[str, float]], causes: set[str]
) -> None:
    found = searched(metric)
    assert set(of_answers(found)) == causes
    kinds = {cause.id: cause.kind for each in found.classes for cause in each.causes}
    assert {kinds[name] for name in causes} <= {"mistake", "choice"}, "no quirk: nobody has read this metric"


@pytest.mark.long
def test_a_mistake_of_its_own_is_one_class_without_a_cause() -> None:
    found = searched(stumbles_over_seven, 120)
    assert set(of_answers(found)) == {"unexplained: Answer Answer averages"}
    (only,) = (each for each in found.classes if each.id == "unexplained: Answer Answer averages")
    assert only.title == "Nothing explains it: other averages"
    gold, pred = unit_texts(only.input.gold), unit_texts(only.input.pred)
    assert [len(unit.split()) for unit in gold] == [7]
    assert sum(tag != "O" for unit in (*gold, *pred) for tag in unit.split()) == 2


@pytest.mark.long
def test_types_that_metrics_know_by_name_are_drawn_together() -> None:
    found = searched(takes_loc_for_org, 600)
    (only,) = (each for each in found.classes if each.mismatches[0].asked == "strict.micro.f1")
    tags = " ".join((*unit_texts(only.input.gold), *unit_texts(only.input.pred))).split()
    assert {tag.partition("-")[2] for tag in tags if tag != "O"} == {"LOC", "ORG"}
    assert len(tags) <= 4, "one token, or two that touch where the types are two"


@pytest.mark.long
def test_who_answers_otherwise_when_asked_again_is_said_to() -> None:
    classes = {each.id: each for each in searched(changes_its_mind, 40).classes}
    assert "passed again" in classes["unsteady"].title
    assert not classes["unsteady"].explained


@pytest.mark.long
def test_the_smallest_find_that_nothing_explained_may_tell_why_the_others_are() -> None:
    """Two mistakes at once are no explanation of most inputs: neighbours have but one, or others hide them."""
    (inquiry,) = versus_of(resolve(f"{__name__}:{drops_orphans_and_loses_the_end.__name__}", "conlleval"))
    classes, way = Classes(inquiry), QuestionKind(Form.TAGS, "IOB2")
    for _ in range(31):
        classes.look(way, [["B-X", "O"]], [["B-X", "O"]])
    for outside in (["O"] * number for number in range(7)):
        gold, pred = ([[*outside, "B-X", "B-X", "I-X", "B-Y", last], ["B-X"]] for last in ("O", "I-Y"))
        classes.look(way, gold, pred)
    classes.look(way, [["I-X", "O", "B-X"]], [["I-X", "O", "B-X"]])
    assert (classes.divergent, classes.unexplained > 1) == (8, True)
    classes.settle()
    assert (classes.unexplained, set(classes.finds)) == (0, {"entity-at-end-lost", "policy:discard"})


class Ended(AgainstReference):
    """An inquiry that somebody ends while it is explained for the fifth time."""

    explained = 0

    def explain(self, divergence: Divergence, *, deep: bool = True, verify: bool = True) -> Explained | None:
        self.explained += deep
        if self.explained == 5:
            self.explained += 1
            raise KeyboardInterrupt
        return super().explain(divergence, deep=deep, verify=verify)


def test_whoever_is_interrupted_while_looking_again_counts_nothing_twice() -> None:
    (implementation,) = resolve(f"{__name__}:{drops_orphans_and_loses_the_end.__name__}", "conlleval")
    classes, way = Classes(Ended(implementation)), QuestionKind(Form.TAGS, "IOB2")
    for number in range(30):
        classes.look(way, [["O"] * number + ["I-X"]], [["O"] * number + ["B-X"]])
    with pytest.raises(KeyboardInterrupt):
        classes.look(way, [["O"]], [["O"]])
    assert (classes.divergent, classes.fired.total()) == (30, 30)
    assert 0 < classes.unexplained < 30
    classes.settle()
    assert (classes.unexplained, {name for name, times in classes.fired.items() if times}) == (0, set(classes.finds))


def test_where_the_time_is_over_nobody_is_asked() -> None:
    (inquiry,) = versus_of(resolve(f"{__name__}:{drops_orphans_and_loses_the_end.__name__}", "conlleval"))
    classes, way = Classes(inquiry), QuestionKind(Form.TAGS, "IOB2")
    for number in range(30):
        classes.look(way, [["O"] * number + ["B-X"]], [["O"] * number + ["B-X"]])
    asked = inquiry.clock.asked
    classes.is_over = lambda: True
    classes.settle()
    assert (inquiry.clock.asked, classes.unexplained) == (asked, 30)
