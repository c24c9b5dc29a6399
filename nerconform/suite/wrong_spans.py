"""Wrong spans: mistakes of decoders."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.reference.decoding import Side, decoder
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import (
    Change,
    Pipeline,
    of_decoded,
    of_marks,
    of_sides,
)
from nerconform.reference.points import DI, DO, DS, EI, EO, ES, Option
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.schemes import Mark, roles_of
from nerconform.reference.spans import Span
from nerconform.suite.mistake import Mistake

LENIENT = ("conlleval", "semeval")
DISCARD = ("iob2-discard",)
_OPEN = frozenset({"B", "I"})
_GOES_ON = frozenset({"I", "E"})


def types_as(fix: Callable[[str], str]) -> Change:
    """Return the change of the type of every tag."""
    return of_marks(lambda marks: [mark._replace(type=fix(mark.type)) for mark in marks])


def _roles(**others: str) -> Change:
    """Return the change that reads some roles as others, if the scheme has them; what is read as `O` has no type."""

    def change(pipeline: Pipeline) -> Pipeline:
        known = {"O", *roles_of(pipeline.dialect.scheme).values()}
        roles = {role: other for role, other in others.items() if other in known}

        def read(mark: Mark) -> Mark:
            role = roles.get(mark.role, mark.role)
            return Mark(role, "" if role == "O" else mark.type, mark.text)

        return of_marks(lambda marks: [read(mark) for mark in marks])(pipeline)

    return change


def _points(**options: Option) -> Change:
    """Return the change of some decision points of the policy; `policy:refuse` has none and stays."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect = pipeline.dialect
        if dialect.policy.refuses_all(dialect.scheme):
            return pipeline
        points = dialect.policy.at(dialect.scheme)._replace(**options)  # type: ignore[arg-type] # R is a flag
        return replace(pipeline, decode=decoder(replace(dialect, policy=Policy.of(points))))

    return change


def _read_by(name: str, side: Side) -> Change:
    """Return the change that reads one side by another policy; where it is not defined nothing changes."""

    def change(pipeline: Pipeline) -> Pipeline:
        dialect, decode = pipeline.dialect, pipeline.decode
        if dialect.policy.refuses_all(dialect.scheme):
            return pipeline
        try:
            other = decoder(replace(dialect, policy=POLICIES[name]))
        except UndefinedPolicy:
            return pipeline
        return replace(pipeline, decode=lambda marks, of: (other if of is side else decode)(marks, of))

    return change


def _first_type_wins(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Give each tag that could go on with a span the type with which the span began."""
    read: list[Mark] = []
    for mark in marks:
        goes_on = read and read[-1].role in _OPEN and mark.role in _GOES_ON
        read.append(mark._replace(type=read[-1].type) if goes_on else mark)
    return read


def _longer_type_swallowed(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Let an I whose type begins with that of a span end the span, as its last tag; an I after it is read as B."""
    read: list[Mark] = []
    inside, ended = "", False
    for mark in marks:
        swallowed = bool(inside) and mark.role == "I" and mark.type != inside and mark.type.startswith(inside)
        opens = ended and mark.role == "I"
        read.append(mark._replace(type=inside) if swallowed else mark._replace(role="B") if opens else mark)
        inside = mark.type if mark.role in _OPEN and not swallowed else ""
        ended = swallowed
    return read


def _longer_type(pipeline: Pipeline) -> Pipeline:
    """Let a span go on with a longer type, in schemes that have B."""
    has_begin = "B" in roles_of(pipeline.dialect.scheme).values()
    return of_marks(_longer_type_swallowed)(pipeline) if has_begin else pipeline


def _kept(keep: Callable[[Span], object]) -> Change:
    """Return the change that loses some spans, those of tags when they are decoded."""

    def fix(spans: Spans) -> Spans:
        return tuple(filter(keep, spans))

    return lambda pipeline: of_sides(fix)(of_decoded(lambda spans, _: fix(spans))(pipeline))


def _last_type_wins(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Give each tag that could be gone on with the type with which the span ends."""
    read: list[Mark] = []
    for mark in reversed(marks):
        goes_on = read and mark.role in _OPEN and read[-1].role in _GOES_ON
        read.append(mark._replace(type=read[-1].type) if goes_on else mark)
    return read[::-1]


def _majority_type_wins(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Give each tag of a span the type that most of its tags have, of equally many the first one."""
    read: list[Mark] = []
    start = 0
    for at, mark in enumerate([*marks, Mark("O", "", "O")]):
        if at and marks[at - 1].role in _OPEN and mark.role in _GOES_ON:
            continue
        kinds = [one.type for one in marks[start:at]]
        read += (one._replace(type=max(kinds, key=kinds.count)) for one in marks[start:at])
        start = at
    return read


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


def _inclusive(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Take the last token from every span; of one token nothing is left."""
    return tuple(span._replace(end=span.end - 1) for span in spans if span.end - span.start > 1)


def _cut_at_end(spans: Spans, marks: Sequence[Mark]) -> Spans:
    """Take the last token from a span that reaches the end of its unit, even if it is the only one."""
    return tuple(span._replace(end=span.end - 1) if span.end == len(marks) else span for span in spans)


def _late(spans: Spans, _marks: Sequence[Mark]) -> Spans:
    """Take the first token from every span that has more than one."""
    return tuple(span._replace(start=min(span.start + 1, span.end - 1)) for span in spans)


_ROLES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "O": ("outside", "O tags"),
        "B": ("begin", "B tags"),
        "I": ("inside", "I tags"),
        "E": ("end", "E tags (L in BILOU)"),
        "S": ("single", "S tags (U in BILOU)"),
    }
)
_READ_AS = ("IO", "IB", "BI", "BO", "SI", "SO", "SB", "SE", "EI", "EO", "EB", "ES")
"""The prefixes that people read as another one, each with that other one."""

DECODING: tuple[Mistake, ...] = (
    Mistake(
        "type-before-second-hyphen",
        "A type with a hyphen is cut at the hyphen, as by `tag.split('-')[1]`: B-work-of-art has the type work.",
        types_as(lambda kind: kind.split("-")[0]),
    ),
    Mistake(
        "type-after-last-hyphen",
        "Only the last part of a type with a hyphen is kept, as by `tag.split('-')[-1]`: B-work-of-art has the "
        "type art.",
        types_as(lambda kind: kind.rsplit("-", 1)[-1]),
    ),
    Mistake(
        "type-stripped-of-hyphens",
        "Hyphens at the start and the end of a type are removed: B--x has the type x.",
        types_as(lambda kind: kind.strip("-")),
    ),
    Mistake(
        "hyphenated-types-outside",
        "A tag whose type has a hyphen, such as B-work-of-art, is read as O, because the tag is split at its last "
        "hyphen.",
        of_marks(lambda marks: [Mark("O", "", mark.text) if "-" in mark.type else mark for mark in marks]),
    ),
    Mistake(
        "no-entity-found",
        "No entity is found on either side, as by a reader of another scheme: if the metric takes other tags, name "
        "their scheme, such as `--scheme BIOES`.",
        of_decoded(lambda _spans, _marks: ()),
    ),
    Mistake(
        "ends-inclusive",
        "An inclusive end is used as an exclusive one: an entity loses its last token, and an entity of one token "
        "is lost.",
        of_decoded(_inclusive),
    ),
    Mistake(
        "entity-at-end-cut",
        "An entity that ends with the last token of a sentence loses that token.",
        of_decoded(_cut_at_end),
    ),
    Mistake(
        "last-token-of-entity-lost",
        "An entity of several tokens loses its last token: its end is one too small.",
        of_decoded(_shortened),
    ),
    Mistake(
        "first-token-of-entity-lost",
        "An entity of several tokens loses its first token: its start is one too large.",
        of_decoded(_late),
    ),
    Mistake("last-entity-lost", "The last entity of every sentence is lost.", of_decoded(lambda spans, _: spans[:-1])),
    Mistake("first-entity-lost", "The first entity of every sentence is lost.", of_decoded(lambda spans, _: spans[1:])),
    Mistake(
        "entity-at-end-lost",
        "An entity is lost if it ends with the last token of its sentence.",
        of_decoded(lambda spans, marks: tuple(span for span in spans if span.end < len(marks))),
    ),
    Mistake(
        "entity-at-start-lost",
        "An entity is lost if it starts with the first token of its sentence.",
        _kept(lambda span: span.start),
    ),
    Mistake(
        "single-tokens-lost",
        "Entities of one token are lost.",
        _kept(lambda span: span.size > 1),
    ),
    Mistake(
        "touching-entities-merged",
        "Two entities of one type without O between them are read as one, although the second starts with B.",
        of_decoded(_merge_touching),
    ),
    Mistake(
        "first-type-wins",
        "An I of another type continues the entity, which keeps its first type: B-PER I-LOC is one PER.",
        of_marks(_first_type_wins),
    ),
    Mistake(
        "longer-type-continues",
        "An I whose type begins with the type of the entity continues it, as in a pattern without an end: B-PER "
        "I-PERCENT is one PER.",
        _longer_type,
    ),
    Mistake(
        "last-type-wins",
        "An I of another type continues the entity, which takes the last type: B-PER I-LOC is one LOC.",
        of_marks(_last_type_wins),
    ),
    Mistake(
        "majority-type-wins",
        "An I of another type continues the entity, which takes the type that most of its tags have: B-PER I-LOC I-LOC "
        "is one LOC.",
        of_marks(_majority_type_wins),
    ),
    Mistake(
        "outside-as-entity", "Every O counts as an entity of one token with the type O.", of_decoded(_with_outside)
    ),
    Mistake("ends-and-singles-as-inside", "E and S tags (L and U in BILOU) are read as I.", _roles(E="I", S="I")),
    Mistake("ends-and-singles-as-outside", "E and S tags (L and U in BILOU) are read as O.", _roles(E="O", S="O")),
    *(
        Mistake(
            f"{_ROLES[role][0]}-as-{_ROLES[other][0]}",
            f"{_ROLES[role][1]} are read as {other}.",
            _roles(**{role: other}),
        )
        for role, other in map(tuple, _READ_AS)
    ),
    Mistake(
        "orphan-i-dropped",
        "An I that continues no entity, such as I-PER after O, is read as O.",
        _points(I1=EI),
        LENIENT,
    ),
    Mistake(
        "other-i-dropped",
        "An I of another type inside an entity, such as I-LOC after B-PER, is read as O.",
        _points(I2=EI),
        LENIENT,
    ),
    Mistake(
        "other-i-drops-both",
        "An I of another type inside an entity, such as I-LOC after B-PER, is read as O, and the entity is lost.",
        _points(I2=DI),
        LENIENT,
    ),
    Mistake(
        "orphan-e-dropped", "An E that ends no entity, such as E-PER after O, is read as O.", _points(E1=EI), LENIENT
    ),
    Mistake(
        "other-e-dropped",
        "An E of another type inside an entity, such as E-LOC after B-PER, is read as O.",
        _points(E2=EI),
        LENIENT,
    ),
    Mistake(
        "unclosed-dropped-at-o",
        "An entity without E (L in BILOU) is lost if O follows, as in B-PER O.",
        _points(O=DI),
        LENIENT,
    ),
    Mistake(
        "unclosed-dropped-at-end",
        "An entity without E (L in BILOU) is lost at the end of the sentence.",
        _points(F=DI),
        LENIENT,
    ),
    Mistake(
        "unclosed-dropped-at-b",
        "An entity without E (L in BILOU) is lost if B follows, as in B-PER B-LOC.",
        _points(B=DO),
        LENIENT,
    ),
    Mistake(
        "unclosed-dropped-at-s",
        "An entity without E (L in BILOU) is lost if S follows, as in B-PER S-LOC.",
        _points(S=DS),
        LENIENT,
    ),
    Mistake(
        "orphan-i-opens",
        "An I that continues no entity, such as I-PER after O, starts an entity.",
        _points(I1=EO),
        DISCARD,
    ),
    Mistake(
        "other-i-opens",
        "An I of another type inside an entity, such as I-LOC after B-PER, starts an entity.",
        _points(I2=EO),
        DISCARD,
    ),
    Mistake(
        "orphan-e-opens",
        "An E that ends no entity, such as E-PER after O, is an entity of one token.",
        _points(E1=ES),
        DISCARD,
    ),
    Mistake(
        "unclosed-kept-at-o",
        "An entity without E (L in BILOU) is kept if O follows, as in B-PER O.",
        _points(O=EI),
        DISCARD,
    ),
    Mistake(
        "unclosed-kept-at-end",
        "An entity without E (L in BILOU) is kept at the end of the sentence.",
        _points(F=EI),
        DISCARD,
    ),
    Mistake(
        "unclosed-kept-at-b",
        "An entity without E (L in BILOU) is kept if B follows, as in B-PER B-LOC.",
        _points(B=EO),
        DISCARD,
    ),
    *(
        Mistake(
            f"{words}-read-by-{name}",
            f"{words.capitalize()} tags are read by policy:{name}, and those of the other side are not.",
            _read_by(name, side),
            bases,
        )
        for name, bases in (("discard", LENIENT), ("lenient", DISCARD))
        for words, side in (("gold", Side.GOLD), ("predicted", Side.PRED))
    ),
    Mistake(
        "unclosed-kept-at-s",
        "An entity without E (L in BILOU) is kept if S follows, as in B-PER S-LOC.",
        _points(S=ES),
        DISCARD,
    ),
)
