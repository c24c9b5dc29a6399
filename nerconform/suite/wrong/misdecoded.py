"""Wrong decoders: mistakes between tags and spans."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.reference.decoding import decoder
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.pipeline_changes import of_decoded, of_marks
from nerconform.reference.points import DI, DO, DS, EI, EO, ES, Option
from nerconform.reference.policies import Policy
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span
from nerconform.suite.wrong.evaluator import Mistake

LENIENT = ("conlleval", "semeval")
DISCARD = ("iob2-discard",)
_OPEN = frozenset({"B", "I"})
_GOES_ON = frozenset({"I", "E"})


def _types(fix: Callable[[str], str]) -> Change:
    """Return the change of the type of every tag."""
    return of_marks(lambda marks: [mark._replace(type=fix(mark.type)) for mark in marks])


def _roles(**others: str) -> Change:
    """Return the change that reads some roles as others; what is read as `O` has no type."""
    roles: Mapping[str, str] = MappingProxyType(others)

    def read(mark: Mark) -> Mark:
        role = roles.get(mark.role, mark.role)
        return Mark(role, "" if role == "O" else mark.type, mark.text)

    return of_marks(lambda marks: [read(mark) for mark in marks])


def _points(**options: Option) -> Change:
    """Return the change of some decision points of the policy; `policy:refuse` has none and stays."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect
        if dialect.policy.refuses_all(dialect.scheme):
            return pipeline
        points = dialect.policy.at(dialect.scheme)._replace(**options)  # type: ignore[arg-type] # R is a flag
        return replace(pipeline, decode=decoder(replace(dialect, policy=Policy.of(points))))

    return change


def _first_type_wins(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Give each tag that could go on with a span the type with which the span began."""
    read: list[Mark] = []
    for mark in marks:
        goes_on = read and read[-1].role in _OPEN and mark.role in _GOES_ON
        read.append(mark._replace(type=read[-1].type) if goes_on else mark)
    return read


def _last_type_wins(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Give each tag that could be gone on with the type with which the span ends."""
    read: list[Mark] = []
    for mark in reversed(marks):
        goes_on = read and mark.role in _OPEN and read[-1].role in _GOES_ON
        read.append(mark._replace(type=read[-1].type) if goes_on else mark)
    return read[::-1]


def _merge_touching(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Merge touching spans of one type."""
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].end == span.start and merged[-1].type == span.type:
            merged[-1] = merged[-1]._replace(end=span.end)
        else:
            merged.append(span)
    return tuple(merged)


def _with_outside(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Add a span of the type `O` for every token outside."""
    outside = [position for position, mark in enumerate(marks) if mark.role == "O"]
    return (*spans, *(Span("O", position, position + 1) for position in outside))


def _shortened(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Take the last token from every span that has more than one."""
    return tuple(span._replace(end=max(span.start + 1, span.end - 1)) for span in spans)


def _late(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Take the first token from every span that has more than one."""
    return tuple(span._replace(start=min(span.start + 1, span.end - 1)) for span in spans)


WRONG: tuple[Mistake, ...] = (
    Mistake(
        "type-before-second-hyphen",
        "The type ends at its first hyphen, as if it were the second part of `tag.split('-')`.",
        _types(lambda kind: kind.split("-")[0]),
    ),
    Mistake(
        "type-after-last-hyphen",
        "The type begins behind its last hyphen, as if it were the last part of `tag.split('-')`.",
        _types(lambda kind: kind.rsplit("-", 1)[-1]),
    ),
    Mistake(
        "type-stripped-of-hyphens",
        "Hyphens at both ends of the type are lost.",
        _types(lambda kind: kind.strip("-")),
    ),
    Mistake("last-token-of-entity-lost", "Ends are one too small: the last token is lost.", of_decoded(_shortened)),
    Mistake("first-token-of-entity-lost", "Starts are one too large: the first token is lost.", of_decoded(_late)),
    Mistake("last-entity-lost", "The last entity of every unit is lost.", of_decoded(lambda spans, _: spans[:-1])),
    Mistake("first-entity-lost", "The first entity of every unit is lost.", of_decoded(lambda spans, _: spans[1:])),
    Mistake(
        "entity-at-end-lost",
        "An entity that is still open where its unit ends is lost.",
        of_decoded(lambda spans, marks: tuple(span for span in spans if span.end < len(marks))),
    ),
    Mistake(
        "entity-at-start-lost",
        "An entity at the first token of its unit is lost.",
        of_decoded(lambda spans, _: tuple(span for span in spans if span.start)),
    ),
    Mistake(
        "single-tokens-lost",
        "Entities of one token are lost.",
        of_decoded(lambda spans, _: tuple(span for span in spans if span.end - span.start > 1)),
    ),
    Mistake("touching-entities-merged", "B does not split entities of one type.", of_decoded(_merge_touching)),
    Mistake(
        "first-type-wins",
        "I of another type goes on with the entity, under its first type.",
        of_marks(_first_type_wins),
    ),
    Mistake(
        "last-type-wins", "I of another type goes on with the entity, under its last type.", of_marks(_last_type_wins)
    ),
    Mistake("outside-as-entity", "Every token outside counts as an entity of its own.", of_decoded(_with_outside)),
    Mistake("inside-as-outside", "I is read as O.", _roles(I="O")),
    Mistake("begin-as-inside", "B is read as I.", _roles(B="I")),
    Mistake("begin-as-outside", "B is read as O.", _roles(B="O")),
    Mistake("end-as-inside", "E is read as I.", _roles(E="I")),
    Mistake("end-as-outside", "E is read as O.", _roles(E="O")),
    Mistake("single-as-outside", "S is read as O.", _roles(S="O")),
    Mistake("single-as-begin", "S is read as B.", _roles(S="B")),
    Mistake("orphan-i-dropped", "I is lost where no entity is open.", _points(I1=EI), LENIENT),
    Mistake("other-i-dropped", "I is lost where an entity of another type is open.", _points(I2=EI), LENIENT),
    Mistake("other-i-drops-both", "I of another type is lost, and so is the open entity.", _points(I2=DI), LENIENT),
    Mistake("orphan-e-dropped", "E is lost where no entity is open.", _points(E1=EI), LENIENT),
    Mistake("other-e-dropped", "E is lost where an entity of another type is open.", _points(E2=EI), LENIENT),
    Mistake("unclosed-dropped-at-o", "An entity without its last letter is lost at O.", _points(O=DI), LENIENT),
    Mistake("unclosed-dropped-at-end", "An entity without its last letter is lost at the end.", _points(F=DI), LENIENT),
    Mistake("unclosed-dropped-at-b", "An entity without its last letter is lost at B.", _points(B=DO), LENIENT),
    Mistake("unclosed-dropped-at-s", "An entity without its last letter is lost at S.", _points(S=DS), LENIENT),
    Mistake("orphan-i-opens", "I opens an entity where none is open.", _points(I1=EO), DISCARD),
    Mistake("other-i-opens", "I opens an entity where one of another type is open.", _points(I2=EO), DISCARD),
    Mistake("orphan-e-opens", "E is an entity where none is open.", _points(E1=ES), DISCARD),
    Mistake("unclosed-kept-at-o", "An entity without its last letter is kept at O.", _points(O=EI), DISCARD),
    Mistake("unclosed-kept-at-end", "An entity without its last letter is kept at the end.", _points(F=EI), DISCARD),
    Mistake("unclosed-kept-at-b", "An entity without its last letter is kept at B.", _points(B=EO), DISCARD),
    Mistake("unclosed-kept-at-s", "An entity without its last letter is kept at S.", _points(S=ES), DISCARD),
)
