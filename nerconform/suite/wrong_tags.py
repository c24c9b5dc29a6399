"""Wrong tags: mistakes in how the type of a tag is cut out, and in which tags of a sentence are read."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, product

from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Decode, Side
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline, of_marks
from nerconform.reference.schemes import Mark, roles_of
from nerconform.reference.spans import Span
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_counts import of_tally
from nerconform.suite.wrong_parsing import TAGGED, Tags, of_tags
from nerconform.suite.wrong_spans import types_as

_GOING_ON = frozenset(product("BI", "IE"))
"""Roles of a tag of an open entity and of one that goes on with it."""


def _bridged(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Read every O as I that stands between an open entity and a later tag that goes on with it."""
    read = list(marks)
    last: int | None = None
    for position, mark in enumerate(marks):
        if mark.role == "O":
            continue
        if last is not None and (marks[last].role, mark.role) in _GOING_ON and marks[last].type == mark.type:
            read[last + 1 : position] = [mark._replace(role="I")] * (position - last - 1)
        last = position
    return read


def _tokens_from(first: int, last: int | None = None, *, of_gold: bool = True) -> Change:
    """Return the change that decodes only these tokens of a sentence, `tags[first:last]`; the positions stay."""

    def change(pipeline: Pipeline) -> Pipeline:
        decode = pipeline.decode

        def wrong(marks: Sequence[Mark], side: Side) -> Spans:
            if side is Side.GOLD and not of_gold:
                return decode(marks, side)
            spans = decode(marks[first:last], side)
            return tuple(span.moved(first) for span in spans) if first else spans

        return replace(pipeline, decode=wrong)

    return change


def _runs(marks: Sequence[Mark], side: Side) -> Spans:  # noqa: ARG001 - a decode step
    """Return a span for each run of marks with one role and one type."""
    found = []
    for (role, kind), run in groupby(range(len(marks)), key=lambda at: marks[at][:2]):
        positions = list(run)
        if role != "O":
            found.append(Span(kind, positions[0], positions[-1] + 1))
    return tuple(found)


def _as_decoder(decode: Decode) -> Change:
    """Return the change to another decoder."""
    return lambda pipeline: replace(pipeline, decode=decode)


def _first_of_run(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Let an entity end at O only, with the type of its first tag."""
    read: list[Mark] = []
    for mark in marks:
        inside = read and read[-1].role != "O" and mark.role != "O"
        read.append(Mark("I", read[-1].type, mark.text) if inside else mark)
    return read


def _repaired(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Read each I as B whose tag differs from the one before it, as a repair that compares whole tags."""
    before = [Mark("O", "", "O"), *marks]
    return [
        mark._replace(role="B") if mark.role == "I" and mark[:2] != last[:2] else mark
        for last, mark in zip(before, marks, strict=False)
    ]


def _only_second_i(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Read each I as B that does not directly follow a B of its type, as a repair that forgets that I follows I."""
    before = [Mark("O", "", "O"), *marks]
    return [
        mark._replace(role="B") if mark.role == "I" and last[:2] != ("B", mark.type) else mark
        for last, mark in zip(before, marks, strict=False)
    ]


def _begins(marks: Sequence[Mark], side: Side) -> Spans:  # noqa: ARG001 - a decode step
    """Return a span of one token for each B or S."""
    return tuple(Span(mark.type, at, at + 1) for at, mark in enumerate(marks) if mark.role in {"B", "S"})


def _with_letters(mark: Mark) -> Mark:
    """Read a tag by the letters that it holds anywhere: B before I."""
    role = next((letter for letter in "BI" if letter in mark.text), "O")
    return mark if mark.role == "O" else Mark(role, "" if role == "O" else mark.type, mark.text)


def _with_own_letters(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Remove the letter of a tag's own prefix, and hyphens, from the start of its type."""
    return [mark._replace(type=mark.type.lstrip(f"{mark.role}-")) for mark in marks]


def _known_to_gold(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Read predicted tags as O that gold does not have."""
    known = {tag for unit in gold for tag in unit}
    return gold, [[tag if tag in known else "O" for tag in unit] for unit in pred]


def _outside_twice_left_out(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Leave out the tokens that are O on both sides."""
    kept = [
        [pair for pair in zip(one, other, strict=True) if pair != ("O", "O")]
        for one, other in zip(gold, pred, strict=True)
    ]
    return [[tag for tag, _ in unit] for unit in kept], [[tag for _, tag in unit] for unit in kept]


def _ends_with_any_type(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Give each E the type of the entity that is open."""
    read: list[Mark] = []
    inside: str | None = None
    for mark in marks:
        read.append(mark._replace(type=inside) if mark.role == "E" and inside is not None else mark)
        inside = mark.type if mark.role == "B" or (mark.role == "I" and mark.type == inside) else None
    return read


class _NoBegin(Span):
    """A span that begins without B."""

    __slots__ = ()


def _begins_counted(pipeline: Pipeline) -> Pipeline:
    """Take the numbers of B's for the numbers of gold entities and of predictions."""
    decode = pipeline.decode

    def wrong(marks: Sequence[Mark], side: Side) -> Spans:
        spans = decode(marks, side)
        return tuple(span if marks[span.start].role in {"B", "S"} else _NoBegin(*span) for span in spans)

    def fixed(tally: Tally, units: Sequence[Outcomes]) -> Tally:
        rows = [row for unit in units for row in unit.rows[Schema.STRICT]]
        gold, pred = (sum(isinstance(row[side], _NoBegin) for row in rows) for side in (0, 1))
        total = {
            schema: replace(counts, mis=counts.mis - gold, spu=counts.spu - pred)
            for schema, counts in tally.total.items()
        }
        return replace(tally, total=total)

    return of_tally(fixed)(replace(pipeline, decode=wrong))


def with_role(role: str, fix: Callable[[Sequence[Mark]], Sequence[Mark]]) -> Change:
    """Return the change of the marks of schemes that have a role; others stay."""

    def change(pipeline: Pipeline) -> Pipeline:
        return of_marks(fix)(pipeline) if role in roles_of(pipeline.dialect.scheme).values() else pipeline

    return change


def _start(length: int, kind: str) -> str:
    return kind[:length]


_TYPE_TEXTS: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    (
        "type-stripped-of-prefix-letters",
        "The letters B and I are removed from the start of a type, as by `tag.lstrip('BI-')`: B-BIRD has the type RD.",
        lambda kind: kind.lstrip("BI-"),
    ),
    (
        "prefixes-removed-anywhere",
        "Every `B-` and `I-` in a tag is removed, as by `tag.replace('B-', '')`: B-SUB-X has the type SUX.",
        lambda kind: kind.replace("B-", "").replace("I-", ""),
    ),
    (
        "type-before-underscore",
        "A type is cut at its first underscore: B-event_name has the type event.",
        lambda kind: kind.split("_")[0],
    ),
    *(
        (
            f"type-of-{words}",
            f"Only the first {words.replace('-', ' ')} of a type {verb} compared, as by tag[2:{2 + length}].",
            partial(_start, length),
        )
        for length, words, verb in (
            (1, "letter", "is"),
            (2, "two-letters", "are"),
            (3, "three-letters", "are"),
            (4, "four-letters", "are"),
        )
    ),
    (
        "type-cut-at-punctuation",
        (
            r"A type is cut where it has no letter, digit or underscore, as by the pattern `\w+`: B-work-of-art has "
            "the type work."
        ),
        lambda kind: re.match(r"\w*", kind).group(),  # type: ignore[union-attr] # it matches any text
    ),
)


def first_tokens(number: int) -> Mistake:
    """Return the mistake of scoring only the first `number` tokens of a sentence."""
    says = f"Only the first {number} tokens of every sentence are scored."
    return Mistake(f"tokens-after-{number}-cut", says, _tokens_from(0, number))


def first_predictions(number: int) -> Mistake:
    """Return the mistake of predicting only for the first `number` tokens of a sentence."""
    says = f"Predictions are O after the first {number} tokens of a sentence, and gold entities there are missed."
    return Mistake(f"predictions-after-{number}-outside", says, _tokens_from(0, number, of_gold=False))


_LENGTHS = (128, 512)
"""Numbers of tokens at which people cut sentences."""
CUTTING: tuple[Mistake, ...] = (
    *(Mistake(name, says, types_as(fix)) for name, says, fix in _TYPE_TEXTS),
    Mistake(
        "type-stripped-of-own-letter",
        "The letter of the prefix is removed from the start of the type, as by `tag.lstrip('B-')`: B-BIRD has the type "
        "IRD, and I-BIRD has the type BIRD.",
        of_marks(_with_own_letters),
    ),
    Mistake(
        "predicted-tags-unknown-to-gold-outside",
        "A predicted tag that gold does not have anywhere is read as O, so a false positive does not count.",
        of_tags(_known_to_gold),
        TAGGED,
    ),
    Mistake(
        "outside-on-both-sides-left-out",
        "Tokens that are O on both sides are left out, so an entity can continue with an I after them.",
        of_tags(_outside_twice_left_out),
        TAGGED,
    ),
    Mistake(
        "tags-case-folded",
        "Tags are read in lower case, so that I-per continues B-PER.",
        types_as(str.casefold),
    ),
    Mistake(
        "types-not-upper-case-outside",
        "A tag is read as O if its type is not of the letters A to Z only, as the pattern `[BI]-[A-Z]+` does.",
        of_marks(lambda marks: [mark if re.fullmatch("[A-Z]*", mark.type) else Mark("O", "", "O") for mark in marks]),
    ),
    Mistake(
        "hyphenated-types-inside",
        "The prefix of a tag ends at its last hyphen, so a tag whose type has a hyphen is read as I: B-work-of-art "
        "as I-art.",
        of_marks(
            lambda marks: [
                Mark("I", mark.type.rsplit("-", 1)[-1], mark.text) if "-" in mark.type else mark for mark in marks
            ]
        ),
    ),
    Mistake(
        "end-of-any-type",
        "An E (L in BILOU) of another type ends the entity, which keeps its first type: B-PER E-LOC is one PER.",
        with_role("E", _ends_with_any_type),
    ),
    Mistake(
        "runs-of-one-tag",
        "A run of equal tags is an entity, so B-PER I-PER is two entities, as by `groupby` over the tags.",
        _as_decoder(_runs),
    ),
    Mistake(
        "gaps-bridged",
        "O does not end an entity: a later I of its type continues it, as in B-PER O I-PER.",
        of_marks(_bridged),
    ),
    Mistake(
        "entity-ends-at-outside-only",
        "Only O ends an entity, not a B, so that touching entities are one with the type of the first.",
        with_role("I", _first_of_run),
    ),
    Mistake(
        "repair-splits-entities",
        "A repair of orphans reads an I as B if the tag before it is another one, such as B-PER: B-PER I-PER is two "
        "entities.",
        with_role("B", _repaired),
    ),
    Mistake(
        "i-after-i-starts-entity",
        "A repair of orphans reads every I as B unless a B of its type stands directly before it, so an entity of "
        "three tokens is split: B-PER I-PER I-PER is two entities.",
        with_role("B", _only_second_i),
    ),
    Mistake(
        "begin-tags-only",
        "Only B tags are compared, so the end of an entity does not count.",
        _as_decoder(_begins),
    ),
    Mistake(
        "begin-tags-counted",
        "Precision and recall are divided by the number of B tags, though an I after O starts an entity as well.",
        _begins_counted,
        TAGGED,
    ),
    Mistake(
        "letter-o-outside",
        "A tag with the letter O anywhere is read as O, as by `'O' in tag`: B-LOC and B-ORG are lost.",
        of_marks(lambda marks: [Mark("O", "", mark.text) if "O" in mark.text else mark for mark in marks]),
    ),
    Mistake(
        "letters-anywhere",
        "A tag with the letter B anywhere is read as B, as by `'B' in tag`: I-BIRD starts an entity.",
        with_role("B", lambda marks: [_with_letters(mark) for mark in marks]),
    ),
    Mistake("first-token-cut", "The first token of every sentence is cut off, as by tags[1:].", _tokens_from(1)),
    Mistake("last-token-cut", "The last token of every sentence is cut off, as by tags[:-1].", _tokens_from(0, -1)),
    Mistake(
        "outer-tokens-cut",
        "The first and the last token of every sentence are cut off, as by tags[1:-1].",
        _tokens_from(1, -1),
    ),
    *map(first_tokens, _LENGTHS),
    *map(first_predictions, _LENGTHS),
)
