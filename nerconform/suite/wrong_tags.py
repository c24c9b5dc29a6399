"""Wrong tags: mistakes in how the type of a tag is cut out, and in which tags of a sentence are read."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby

from nerconform.reference.decoding import Decode, Side
from nerconform.reference.filtering import Spans
from nerconform.reference.pipeline import Change, Pipeline, of_marks
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_spans import types_as


def _bridged(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Read every O as I that stands between an entity and a later I of its type."""
    read = list(marks)
    last: int | None = None
    for position, mark in enumerate(marks):
        if mark.role == "O":
            continue
        if last is not None and mark.role == "I" and marks[last].type == mark.type:
            read[last + 1 : position] = [mark] * (position - last - 1)
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
    (
        "type-of-three-letters",
        "Only the first three letters of a type are compared, as by tag[2:5]: PERSON and PERCENT are one type.",
        lambda kind: kind[:3],
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
        "runs-of-one-tag",
        "A run of equal tags is an entity, so B-PER I-PER is two entities, as by `groupby` over the tags.",
        _as_decoder(_runs),
    ),
    Mistake(
        "gaps-bridged",
        "O does not end an entity: a later I of its type continues it, as in B-PER O I-PER.",
        of_marks(_bridged),
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
