"""Told: a class of divergences as reports tell it (KIT-7)."""

from nerconform.comparison.causes.quirk import Quirk
from nerconform.comparison.divergence import Divergence
from nerconform.comparison.find import Find
from nerconform.comparison.found_case import found_case
from nerconform.comparison.inquiry import Explained, Inquiry, Reason, shown
from nerconform.comparison.parting import parting
from nerconform.comparison.prediction import changed
from nerconform.comparison.searched import Found, Input, Parted
from nerconform.implementations.question import Form, Question
from nerconform.reference.spans import Span

UNSTEADY = "unsteady"
"""The class of answers that are others when the same question is asked again."""


def told(name: str, find: Find, inquiry: Inquiry, fired: int, verified_on: int) -> Found:
    """Return a class as reports tell it: how often it fired, and its smallest find."""
    explained, question = find.explained, find.divergence.question
    reasons = () if explained is None else explained.reasons
    main = next((reason for reason in reasons if reason.id == name), None)
    causes = tuple(map(shown, reasons))
    title = _untold(name, find.divergence) if main is None else shown(main).title
    dialects = tuple("" if dialect is None else str(dialect) for dialect in inquiry.dialects(question))
    return Found(
        id=name,
        title=title,
        explained=explained is not None,
        fired=fired,
        verified_on=verified_on,
        input=_input(find),
        mismatches=find.divergence.mismatches,
        causes=causes,
        parted=None if explained is None else _parted(question, explained),
        dialects=(dialects[0], dialects[1]),
        reproduction="\n\n".join(side.reproduction(question) for side in inquiry.sides),
        case=""
        if find.divergence.fault
        else found_case(name, question, [one.asked for one in find.divergence.mismatches], _clause(main), title),
    )


def _untold(name: str, divergence: Divergence) -> str:
    """Return a title where no cause has one."""
    if name == UNSTEADY:
        return "It answers otherwise when the same question is asked again"
    if divergence.fault:
        return f"The harness is broken: {divergence.fault}"
    return f"Nothing explains it: {divergence.in_words}"


def _input(find: Find) -> Input:
    question = find.divergence.question
    gold, pred = (
        [[list(item) if isinstance(item, Span) else item for item in unit] for unit in side]  # type: ignore[attr-defined]
        for side in (question.gold, question.pred)
    )
    scheme = question.scheme if question.form is Form.TAGS else ""
    return Input(question.form, scheme, question.ask, dict(question.choices), gold, pred, find.place)


def _parted(question: Question, explained: Explained) -> Parted | None:
    """Return the step at which the two explained paths part."""
    left, right = (changed(path.dialect, path.quirks, question) for path in (explained.left, explained.right))
    found = parting(question.gold, question.pred, left, right)
    return None if found is None else Parted(found.step, found.left, found.right)


def _clause(reason: Reason | None) -> str:
    if reason is None:
        return ""
    return reason.cause.clause if isinstance(reason.cause, Quirk) else "DIA-1"
