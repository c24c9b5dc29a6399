"""A cause that a neighbour refutes is shown nowhere, and the smallest input of a class has been verified."""

import pytest

from nerconform import decode
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.protocol import ask
from nerconform.asking.question import Question
from nerconform.diagnosis.candidates import Cause, Choice, mistakes
from nerconform.diagnosis.explainer import Explainer
from nerconform.diagnosis.versus import AgainstReference
from nerconform.libraries.registry import resolve
from nerconform.products.search.classes import Classes
from nerconform.products.search.found_case import Find
from nerconform.products.search.random_search import Budget, _drawn, _Run
from nerconform.reference.named import NAMED
from tests.products.search.searched import Undeclared, question_to

LAST_UNIT = tuple(quirk for quirk in mistakes() if quirk.id == "last-unit-dropped")
DIALECT = NAMED["conlleval"]


def loses_at_the_end(gold: list[list[str]], pred: list[list[str]]) -> dict[str, float]:
    """Score as the reference does, but for an entity that ends with the data."""
    sides = []
    for units in (gold, pred):
        spans = {(number, span) for number, unit in enumerate(units) for span in decode(unit)}
        last = len(units) - 1
        sides.append({(number, span) for number, span in spans if (number, span.end) != (last, len(units[last]))})
    one, other = sides
    right = len(one & other)
    precision, recall = (right / len(side) if side else 0.0 for side in (other, one))
    total = precision + recall
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / total if total else 0.0}


def inquiry_of_the_end() -> AgainstReference:
    """Return that metric with a single candidate, by which the last unit is lost."""
    inquiry = AgainstReference(CallableImplementation("own:end", loses_at_the_end, DIALECT))
    inquiry.explainer.mistakes = LAST_UNIT
    return inquiry


def searched(inquiry: AgainstReference, examples: int, seeded: int = 1) -> Classes:
    """Return the classes of a search."""
    run = _Run(inquiry, Budget(examples), None)
    _drawn(run, inquiry.asker.ways(), seeded)
    run.classes.settle()
    run.classes.merge()
    return run.classes


@pytest.mark.long
def test_a_cause_that_holds_by_chance_is_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the last unit has one entity, and that at its end, both are alike."""
    monkeypatch.setattr(Explainer, "_is_contradicted", lambda *_: False)  # neighbours alone tell
    inquiry = inquiry_of_the_end()
    classes = searched(inquiry, 100)
    assert ("last-unit-dropped",) in inquiry.explainer.retired
    assert classes.divergent > 10
    assert not any("last-unit-dropped" in each.id for each in classes.found())
    fired = sum(each.fired for each in classes.found() if not each.explained)
    assert fired == classes.unexplained


def test_what_was_counted_before_it_was_refuted_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    inquiry = inquiry_of_the_end()
    classes = Classes(inquiry)
    (way, *_) = inquiry.asker.ways()
    monkeypatch.setattr(Explainer, "verify", lambda *_: 9)  # all neighbours agree by chance
    classes.looked = 30  # from here on one looks into what differs
    for number in range(3):
        tags = [["O"] * (number + 1) + ["B-X"]]
        classes.look(way, tags, tags)
    assert [(each.id, each.fired) for each in classes.found()] == [("last-unit-dropped", 3)]
    monkeypatch.undo()
    inquiry.explainer.retired.add(("last-unit-dropped",))
    classes.settle()
    (only,) = classes.found()
    assert (only.explained, only.fired, classes.unexplained, classes.divergent) == (False, 3, 3, 3)


def test_only_successes_count_as_trust_and_one_failure_retires() -> None:
    implementation = Undeclared(policy="discard")
    inquiry = AgainstReference(implementation)
    question = question_to(inquiry, ["B-X I-X"], ["I-X I-X"])
    explainer = Explainer(implementation, inquiry.predictor)
    got = ask(implementation, question)
    wrong = (Choice("zero", "1"),)
    assert explainer.verify(wrong, question) == 0
    assert explainer.is_retired(wrong)
    found = explainer.explain(question, got)
    assert found is not None
    assert found.ids == ("policy:discard",)
    explainer.retired.add(found.ids)
    again = explainer.explain(question, got)
    assert again is None or again.ids != found.ids


@pytest.mark.long
def test_the_smallest_input_of_a_class_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    verified: list[Question] = []
    verify = Explainer.verify

    def noted(explainer: Explainer, causes: tuple[Cause, ...], question: Question) -> int:
        verified.append(question)
        return verify(explainer, causes, question)

    monkeypatch.setattr(Explainer, "verify", noted)
    classes = searched(inquiry, 30)
    find = classes.finds["policy:discard"]
    assert find.divergence.question in verified


def test_an_input_is_shrunk_once_if_its_quirks_fail_on_a_neighbour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quirks are never retired, so a second round would be the first one again, for ever."""
    shrunk: list[Find] = []

    def noted(_: Classes, __: str, find: Find) -> Find:
        shrunk.append(find)
        assert len(shrunk) == 1
        return find

    monkeypatch.setattr(Classes, "_shrunk", noted)
    monkeypatch.setattr(Explainer, "_verified", lambda *_: 0)
    (library,) = resolve("conlleval")
    inquiry = AgainstReference(library)
    question = question_to(inquiry, ["O"], ["O-X"])
    divergence = inquiry.look(question)
    assert divergence is not None
    explained = inquiry.explain(divergence, deep=False, verify=False)
    assert explained is not None
    find = Find(inquiry.asker.ways()[0], divergence, explained)
    assert Classes(inquiry)._verified(explained.ids[0], find) is find
