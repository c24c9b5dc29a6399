"""Two implementations against each other: the causes of each, and the choices between them that matter."""

from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.versus import AgainstAnother
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import of_sides
from tests.products.search.searched import Mistaken, question_to

DROPS_LAST = of_sides(lambda spans: spans[:-1] if len(spans) > 2 else spans)
"""A mistake that no choice is: of three spans in a unit the last is lost."""


def test_two_sides_are_explained_by_their_causes_and_the_choices_between() -> None:
    inquiry = AgainstAnother(*(ReferenceImplementation(name, NAMED[name]) for name in ("conlleval", "iob2-discard")))
    question = question_to(inquiry, ["B-X I-X"], ["I-X I-X"])
    divergence = inquiry.look(question)
    assert divergence is not None
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert [(reason.id, reason.whose) for reason in explained.reasons] == [("policy:discard", "")]


def test_only_choices_that_matter_on_the_input_are_named() -> None:
    """The two differ in policy, bare, outside, unknown, duplicates and empty; an O behind nothing shows the last."""
    inquiry = AgainstAnother(*(ReferenceImplementation(name, NAMED[name]) for name in ("conlleval", "seqeval")))
    divergence = inquiry.look(question_to(inquiry, ["O"], ["O"]))
    assert divergence is not None
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert explained.ids == ("empty:nan",)


def test_one_unexplained_side_leaves_the_difference_unexplained() -> None:
    inquiry = AgainstAnother(Mistaken(DROPS_LAST), ReferenceImplementation("conlleval", NAMED["conlleval"]))
    divergence = inquiry.look(question_to(inquiry, ["B-X B-X B-X"], ["B-X B-X B-X"]))
    assert divergence is not None
    assert inquiry.explain(divergence) is None
