"""Wrong tokens: metrics that compare tags token by token, or sentence by sentence, instead of entities."""

from collections.abc import Sequence
from dataclasses import replace

from nerconform.reference.decoding import Decode, Side, decode_tokens
from nerconform.reference.filtering import Spans
from nerconform.reference.option_values import Labels, Zero
from nerconform.reference.options import Align, Attribution, Empty, Item, LabelRule, MacroF
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.refusals import UndefinedPolicy
from nerconform.reference.schemes import Mark
from nerconform.reference.spans import Span
from nerconform.suite.mistake import Mistake
from nerconform.suite.wrong_averages import micro_as
from nerconform.suite.wrong_parsing import TAGGED, Tags, of_tags, without_outside


def _tokens(decode: Decode, *, of_types: bool = False) -> Change:
    """Return the change that compares tokens, each with what this decoder makes of its tag, or of prefix and type."""

    def change(pipeline: Pipeline) -> Pipeline:
        labels = Labels(LabelRule.UNION)
        try:
            dialect = replace(
                pipeline.dialect,
                item=Item.TOKEN,
                align=Align.NONE,
                attribution=Attribution.GOLD,
                zero=Zero(),
                empty=Empty.ZERO,
                macro_f=MacroF.MEAN,
                labels=labels,
                labels_avg=labels,
            )
        except UndefinedPolicy:
            return pipeline
        tokens = replace(Pipeline.of(dialect), decode=decode)
        return replace(tokens, parse=pipeline.parse) if of_types else tokens

    return change


def _tags_inside(marks: Sequence[Mark], side: Side) -> Spans:
    """Return every token that is not O, with its whole tag."""
    return tuple(item for item in decode_tokens(marks, side) if item.type != "O")


def _types_of_all(marks: Sequence[Mark], side: Side) -> Spans:  # noqa: ARG001 - a decode step
    """Return every token with the type of its tag, which is `O` outside."""
    return tuple(Span(mark.type or "O", at, at + 1) for at, mark in enumerate(marks))


def _types_inside(marks: Sequence[Mark], side: Side) -> Spans:
    """Return every token that is not O, with the type of its tag."""
    return tuple(item for item, mark in zip(_types_of_all(marks, side), marks, strict=True) if mark.role != "O")


def _inside(marks: Sequence[Mark], side: Side) -> Spans:
    """Return every token that is not O, without a type."""
    return tuple(item._replace(type="") for item in _tags_inside(marks, side))


def _then(first: Change, second: Change) -> Change:
    return lambda pipeline: second(first(pipeline))


def _of_average(tokens: Change, average: str) -> Change:
    return tokens if average == "micro" else _then(tokens, micro_as(average))


def _whole_sentences(gold: Tags, pred: Tags) -> tuple[Tags, Tags]:
    """Make one token of each sentence, which is right if all tags are."""
    return [["B-A"] for _ in gold], [
        ["B-A" if list(one) == list(other) else "B-B"] for one, other in zip(gold, pred, strict=True)
    ]


_WORDS = {"micro": "micro average", "macro": "macro average", "weighted": "weighted average"}
_KINDS = (
    (
        "tokens-without-outside",
        (
            "Tags are compared token by token instead of entities, tokens with O left out, and the score is the {} "
            "over the tags."
        ),
        _tags_inside,
        ("micro", "macro", "weighted"),
    ),
    (
        "tokens-with-outside",
        "Tags are compared token by token instead of entities, O included, and the score is the {} over the tags.",
        decode_tokens,
        ("macro", "weighted"),
    ),
    (
        "token-types-without-outside",
        (
            "The types of tokens are compared instead of entities, tokens with O left out, and the score is the {} "
            "over the types."
        ),
        _types_inside,
        ("micro", "macro", "weighted"),
    ),
    (
        "token-types-with-outside",
        "The types of tokens are compared instead of entities, O included, and the score is the {} over the types.",
        _types_of_all,
        ("micro", "macro", "weighted"),
    ),
)

TOKENS: tuple[Mistake, ...] = (
    *(
        Mistake(
            f"{name}-{average}",
            says.format(_WORDS[average]),
            _of_average(_tokens(decode, of_types="types" in name), average),
            TAGGED,
        )
        for name, says, decode, averages in _KINDS
        for average in averages
    ),
    Mistake(
        "tokens-inside-or-outside",
        "Tokens are compared instead of entities, and only whether a token is in an entity, not its type.",
        _tokens(_inside),
        TAGGED,
    ),
    Mistake(
        "accuracy-of-gold-tokens",
        "The score is the share of right tags among the tokens that gold does not tag as O.",
        _then(_tokens(decode_tokens), without_outside(of_gold=True)),
        TAGGED,
    ),
    Mistake(
        "accuracy-of-sentences",
        "The score is the share of sentences whose tags are all right.",
        of_tags(_whole_sentences),
        TAGGED,
    ),
)
