"""An explanation is accepted only if it reproduces everything, here and on the input's neighbours."""

from dataclasses import replace

import pytest
from seqeval.metrics import f1_score, precision_score, recall_score

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.observation import Crash, Observation
from nerconform.asking.protocol import ask
from nerconform.asking.question import Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis import explainer as explanation
from nerconform.diagnosis.candidates import Choice, ordered, with_choices
from nerconform.diagnosis.explainer import neighbours
from nerconform.diagnosis.prediction import changed
from nerconform.diagnosis.versus import AgainstReference
from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import LibraryRaises, Quirk
from nerconform.libraries.registry import resolve
from nerconform.products.search.random_search import Budget, search
from nerconform.reference.filtering import Spans
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Change, Pipeline, of_decoded, of_sides
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span
from tests.products.search.searched import Mistaken, Undeclared, question_to

DROPS_LAST = of_sides(lambda spans: spans[:-1] if len(spans) > 2 else spans)
"""A mistake that no choice is: of three spans in a unit the last is lost."""


def made(name: str, change: Change = DROPS_LAST) -> Quirk:
    """Return a quirk of the mistaken library."""
    known = QUIRKS["seqeval.hyphens-stripped-from-types"]
    about = replace(known.defect, id=name, library="mistaken", versions="==1.0", modes=())
    return replace(known, id=name, about=about, change=change, fires=lambda _: True, schemes=tuple(Scheme))


def knowing(monkeypatch: pytest.MonkeyPatch, *quirks: Quirk) -> None:
    """Let these be all quirks that are known."""
    monkeypatch.setattr(explanation, "quirks_of", lambda *_: quirks)


def found(inquiry: AgainstReference, gold: list[str], pred: list[str], scheme: str = "IOB2") -> tuple[str, ...] | None:
    """Return the ids of the causes of a divergence on this input."""
    divergence = inquiry.look(question_to(inquiry, gold, pred, scheme))
    assert divergence is not None
    explained = inquiry.explain(divergence)
    return None if explained is None else explained.ids


@pytest.mark.parametrize(
    ("choices", "gold", "pred"),
    [
        ({"policy": "discard"}, ["B-X I-X"], ["I-X I-X"]),
        ({"zero": "1"}, ["O"], ["B-X"]),
        ({"macro_f": "of-means"}, ["B-X B-Y B-Y"], ["B-X B-X B-Y"]),
    ],
)
def test_an_undeclared_choice_is_found(choices: dict[str, str], gold: list[str], pred: list[str]) -> None:
    axis, option = next(iter(choices.items()))
    assert found(AgainstReference(Undeclared(**choices)), gold, pred) == (f"{axis.replace('_', '-')}:{option}",)


def test_two_undeclared_choices_are_found_together() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard", zero="1"))
    assert found(inquiry, ["O O"], ["I-X O"]) == ("policy:discard", "zero:1")


def test_a_mistake_that_nothing_describes_is_unexplained() -> None:
    assert found(AgainstReference(Mistaken(DROPS_LAST)), ["B-X B-X B-X"], ["B-X B-X B-X"]) is None


def test_a_quirk_explains_what_no_choice_does(monkeypatch: pytest.MonkeyPatch) -> None:
    knowing(monkeypatch, made("mistaken.drops-last"))
    assert found(AgainstReference(Mistaken(DROPS_LAST)), ["B-X B-X B-X"], ["B-X B-X B-X"]) == ("mistaken.drops-last",)


def test_a_coincidence_is_rejected_by_a_neighbour(monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds on the input itself, where nothing but spans of one token at the beginning is lost."""

    def coincides(spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(span for span in spans if span.start < 2) if len(spans) > 2 else spans

    knowing(monkeypatch, made("mistaken.coincidence", of_sides(coincides)))
    inquiry = AgainstReference(Mistaken(DROPS_LAST))
    question = question_to(inquiry, ["B-X B-X B-X"], ["B-X B-X B-X"])
    divergence = inquiry.look(question)
    assert divergence is not None
    assert inquiry.explainer.holds(inquiry.explainer.quirks, question, divergence.got)
    assert inquiry.explain(divergence) is None


def test_a_quirk_that_cannot_fire_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    quirk = replace(made("mistaken.drops-last"), fires=lambda _: False)
    knowing(monkeypatch, quirk)
    assert found(AgainstReference(Mistaken(DROPS_LAST)), ["B-X B-X B-X"], ["B-X B-X B-X"]) is None


def test_a_quirk_and_a_choice_explain_together(monkeypatch: pytest.MonkeyPatch) -> None:
    knowing(monkeypatch, made("mistaken.drops-last"))

    def change(pipeline: Pipeline) -> Pipeline:
        return DROPS_LAST(Pipeline.of(pipeline.dialect.set(zero="1")))

    gold, pred = ["B-X B-X B-X", "O"], ["B-X B-X B-X", "B-Y"]
    assert found(AgainstReference(Mistaken(change)), gold, pred) == ("zero:1", "mistaken.drops-last")


def crash(error: str) -> Change:
    """Return the change to a library that raises where a unit has more than two spans."""

    def fix(spans: Spans, _: object) -> Spans:
        if len(spans) > 2:
            raise LibraryRaises(error)
        return spans

    return of_decoded(fix)


class Crashing(Mistaken):
    """It divides by zero where a unit has more than two spans."""

    def observe(self, question: Question) -> Observation:
        try:
            return super().observe(question)
        except LibraryRaises:
            raise ZeroDivisionError from None


def test_a_crash_is_predicted_by_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    implementation = Crashing(crash("ZeroDivisionError"))
    for error, ids in (("KeyError", None), ("ZeroDivisionError", ("mistaken.crash",))):
        knowing(monkeypatch, made("mistaken.crash", crash(error)))
        inquiry = AgainstReference(implementation)
        divergence = inquiry.look(question_to(inquiry, ["B-X B-X B-X"], ["O O O"]))
        assert divergence is not None
        assert divergence.got == Crash("ZeroDivisionError", "")
        explained = inquiry.explain(divergence)
        assert (explained and explained.ids) == ids


def test_an_explanation_says_on_how_many_inputs_it_was_verified() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    question = question_to(inquiry, ["B-X I-X"], ["I-X I-X"])
    divergence = inquiry.look(question)
    assert divergence is not None
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert explained.verified_on == 1 + len(neighbours(question, 8))


@pytest.mark.parametrize(
    ("name", "scheme", "gold", "pred", "cause"),
    [
        ("seqeval:strict", "IOB2", "B-X-", "B-X-", "seqeval.hyphens-stripped-from-types"),
        ("seqeval:strict", "IOB2", "O", "Q-X", "seqeval.unknown-letter-crashes"),
        ("seqeval:strict", "IOB2", "BX-Y", "BX-Y", "seqeval.type-is-all-beside-the-letter"),
        ("seqeval:strict", "IOE1", "E-X I-X", "E-X I-X", "seqeval.strict-ioe1"),
        ("seqeval:strict:auto", "BIOES", "S-X O", "S-X O", "seqeval.guess-knows-few-letter-sets"),
        ("seqeval:strict:auto", "BIOES", "B-X", "B-X", "seqeval.guess-takes-another-scheme"),
        ("seqeval:strict:auto", "IOB2", "B-X", "Q-X", "seqeval.guess-crashes-on-unknown-letter"),
        ("seqeval:default", "IOB2", ".-X", ".-X", "seqeval.dot-is-outside"),
        ("seqeval:default", "IOB2", "Q", "Q", "seqeval.chunk-over-units"),
        ("seqeval:default", "IO", "S-X S-X", "S-X S-X", "seqeval.unknown-letters"),
        ("nervaluate", "IOB2", "B-", "B-", "nervaluate.empty-type-accepted"),
        ("nervaluate", "IOB2", "B-X Q-X", "B-X Q-X", "nervaluate.letter-checked-where-a-span-opens"),
        ("nervaluate", "IO", "B-X", "B-X", "nervaluate.one-table-for-three-schemes"),
    ],
)
def test_a_known_quirk_explains_the_library(name: str, scheme: str, gold: str, pred: str, cause: str) -> None:
    (implementation,) = resolve(name)
    assert found(AgainstReference(implementation), [gold], [pred], scheme) == (cause,)


def test_causes_stand_in_the_order_of_the_path() -> None:
    names = ("seqeval.strict-ioe1", "seqeval.hyphens-stripped-from-types", "seqeval.guess-takes-another-scheme")
    causes = ordered((*(QUIRKS[name] for name in names), Choice("zero", "1"), Choice("policy", "discard")))
    assert [cause.id for cause in causes] == ["policy:discard", "zero:1", *reversed(names)]


def test_choices_that_exclude_each_other_make_no_dialect() -> None:
    dialect = NAMED["conlleval"].set(scheme="IOB1")
    assert with_choices(dialect, [Choice("policy", "discard")]) is None
    assert with_choices(dialect, []) is dialect


def test_a_quirk_that_looks_at_all_of_the_input_is_made_for_it() -> None:
    (implementation,) = resolve("seqeval:strict:auto")
    inquiry = AgainstReference(implementation)
    question = question_to(inquiry, ["E-X"], ["E-X"], "BIOES")
    dialect = implementation.dialect(question)
    pipeline = changed(dialect, [QUIRKS["seqeval.guess-takes-another-scheme"]], question)  # type: ignore[arg-type]
    assert pipeline.dialect.scheme is Scheme.IOE2


def fails_on_spans(*_: object) -> bool:
    """Stand for a quirk that looks at tags and is given spans."""
    raise AttributeError("'Span' object has no attribute 'startswith'")


@pytest.mark.parametrize("where", ["fires", "change"])
def test_a_quirk_that_raises_is_dropped(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = made("mistaken.broken", of_decoded(fails_on_spans))  # type: ignore[arg-type]
    broken = replace(made("mistaken.broken"), fires=fails_on_spans) if where == "fires" else broken
    knowing(monkeypatch, broken, made("mistaken.drops-last"))
    assert found(AgainstReference(Mistaken(DROPS_LAST)), ["B-X B-X B-X"], ["B-X B-X B-X"]) == ("mistaken.drops-last",)


def around_seqeval(gold: list[list[str]], pred: list[list[str]]) -> dict[str, float]:
    """Call seqeval, as people do."""
    return {"precision": precision_score(gold, pred), "recall": recall_score(gold, pred), "f1": f1_score(gold, pred)}


def test_of_a_function_the_quirks_of_the_library_inside_are_tried() -> None:
    inquiry = AgainstReference(CallableImplementation("own:around", around_seqeval, NAMED["seqeval"]))
    assert found(inquiry, ["I-X O"], ["I-X X"]) == ("seqeval.chunk-over-units",)
    modes = {mode for quirk in inquiry.explainer.quirks for mode in quirk.defect.modes}
    assert not modes or "default" in modes
    assert {quirk.library for quirk in inquiry.explainer.quirks} >= {"seqeval"}


@pytest.mark.long
def test_a_function_around_a_library_is_explained_by_it() -> None:
    implementation = CallableImplementation("own:around", around_seqeval, NAMED["seqeval"])
    (only,) = search([implementation], budget=Budget(400)).searches
    assert only.divergent > 10
    assert only.unexplained == 0


def test_what_would_change_an_answer_that_was_right_explains_nothing() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    question = question_to(inquiry, ["B-X I-X"], ["I-X I-X"])
    divergence = inquiry.look(question)
    assert divergence is not None
    witness = question_to(inquiry, ["B-X O O"], ["B-X O I-X"])
    declared = ReferenceImplementation("conlleval", NAMED["conlleval"])
    inquiry.explainer.was_right(witness, ask(declared, witness))  # an I after O is an entity there
    assert inquiry.explain(divergence) is None


def test_an_answer_without_spans_is_no_counter_evidence() -> None:
    inquiry = AgainstReference(Undeclared(policy="discard"))
    divergence = inquiry.look(question_to(inquiry, ["B-X I-X"], ["I-X I-X"]))
    assert divergence is not None
    witness = question_to(inquiry, ["O O"], ["O O"])
    declared = ReferenceImplementation("conlleval", NAMED["conlleval"].set(zero="1"))
    inquiry.explainer.was_right(witness, ask(declared, witness))
    explained = inquiry.explain(divergence)
    assert explained is not None
    assert explained.ids == ("policy:discard",)


def test_of_a_large_question_causes_are_left_out_without_which_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    first = of_sides(lambda spans: spans[1:])
    last = of_sides(lambda spans: spans[:-1])
    knowing(
        monkeypatch,
        *(
            made(f"mistaken.{name}", change)
            for name, change in (("first", first), ("idle", of_sides(lambda spans: spans)), ("last", last))
        ),
    )
    inquiry = AgainstReference(Mistaken(of_sides(lambda spans: spans[1:-1])))
    question = question_to(inquiry, ["B-X B-Y B-Z"], ["B-X B-Y B-Z"])
    explained = inquiry.explainer.explain_large(question, ask(inquiry.explainer.implementation, question))
    assert explained is not None
    assert explained.ids == ("mistaken.first", "mistaken.last")
