"""Corpora: gold and prediction of several units, drawn together."""

from collections.abc import Collection, Sequence
from typing import Any

from hypothesis import strategies as st

from nerconform.base.plain_text import counted
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.units import Annotation, read_side
from nerconform.suite.strategies import plans
from nerconform.suite.strategies.plans import EVERY_SHAPE, Shape, SpanPlan, Spans, Tagging, TagPlan, Tags
from nerconform.suite.strategies.tapes import SMALL, Size, tapes, units_of
from nerconform.suite.strategies.writing import (
    PLAIN,
    SLOTS,
    Cast,
    Form,
    Types,
    Writing,
    drawn_types,
    illegal_transitions,
    malformed_forms,
    some_of,
    well_formed,
)

_STEPS = (3, 3)
"""Edits and shifts of a unit are as many as the steps of a unit of three tokens."""
_MAX_EDITED_UNITS = 200
"""Units of a longer corpus that are edited, spread over it."""


def relate(  # noqa: PLR0913 - as `corpora`
    gold: Sequence[Sequence[Any]],
    scheme: str = "IOB2",
    *,
    pred: Tagging | str = Tagging.ANY,
    types: Types = None,
    delimiter: str = "-",
    affix: str = "prefix",
) -> st.SearchStrategy[list[list[Any]]]:
    """Draw a prediction for these gold units: a list of units of tags, or of spans `(type, start, end)`, as gold is.

    Spans are dropped, inserted, split, merged, given other bounds or another type of `types` (the gold's own, and plain
    ones where these are fewer than three); units of tags keep their lengths, and have the tags that `pred` allows.
    Illegal gold tags stay as they are where nothing is edited, unless `pred` is `legal`. Shrinks to the gold itself.

    Raises `FlatInput`, `NotAUnit` or `InvalidSpan` for gold that is none, `EmptyTag` or `NotATag` for tags, and
    `UnknownScheme`, `AmbiguousScheme` or `UnknownOption`.
    """
    units = read_side(gold, "gold")
    writing, tagging = Writing.of(scheme, delimiter, affix), plans.tagging_of(pred)
    chosen = range(0, len(units), max(1, -(-len(units) // _MAX_EDITED_UNITS)))
    size = Size((len(chosen), len(chosen)), _STEPS)
    of_tags = plans.tag_table(writing.scheme, None, tagging, size, names=False)
    of_spans = plans.span_table(None, size, edits=True, names=False)

    def prediction(drawn: tuple[bytes, Sequence[str]]) -> list[list[Any]]:
        tape, names = drawn
        cast = Cast()
        cast.update((slot, names[slot % len(names)]) for slot in range(SLOTS))
        tag_steps = dict(zip(chosen, units_of(tape, of_tags, size), strict=True))
        span_steps = dict(zip(chosen, units_of(tape, of_spans, size), strict=True))
        found: list[list[Any]] = []
        for index, unit in enumerate(units):
            if unit.tags is None:
                ends = [span.end for span in unit.spans]
                most = max(ends) + 1 if ends else 0  # of a unit without spans no token is known
                found.append(SpanPlan(cast, gold=unit.spans).read(span_steps.get(index, ()), most).pred(most))
            else:
                plan = TagPlan(writing, cast, len(unit.tags)).read(tag_steps.get(index, ()), 0)
                found.append(plan.pred(list(unit.tags), tagging))
        return found

    return st.tuples(tapes(size), _palette(writing, units, types)).map(prediction)


def _palette(writing: Writing, units: Sequence[Annotation], types: Types) -> st.SearchStrategy[Sequence[str]]:
    """Draw the types of the prediction: of those given, or of these units, in the order in which they appear."""
    if types is not None:
        return drawn_types(types)
    spans_ = (span for unit in units for span in (unit.spans if unit.tags is None else writing.decode(unit.tags)))
    names = list(dict.fromkeys(span.type for span in spans_))
    return some_of(names if len(names) >= SLOTS else list(dict.fromkeys([*names, *PLAIN]))[:SLOTS])


Tokens = tuple[int, int]
"""The fewest and the most tokens of a unit."""


def legal_tags(
    scheme: str = "IOB2",
    *,
    types: Types = None,
    tokens: Tokens = SMALL.tokens,
    delimiter: str = "-",
    affix: str = "prefix",
) -> st.SearchStrategy[Tags]:
    """Draw a legal sequence of tags (DEC-3), the empty one too. Shrinks to few `O` and type `X`.

    Raises `UnknownScheme`, `AmbiguousScheme` or `UnknownOption`, as all strategies of tags do.
    """
    return _SideStrategy(Writing.of(scheme, delimiter, affix), Tagging.LEGAL, types, tokens).whole()


def any_tags(
    scheme: str = "IOB2",
    *,
    types: Types = None,
    tokens: Tokens = SMALL.tokens,
    delimiter: str = "-",
    affix: str = "prefix",
) -> st.SearchStrategy[Tags]:
    """Draw any sequence of a scheme's tags, legal or not: about half have an illegal transition."""
    return _SideStrategy(Writing.of(scheme, delimiter, affix), Tagging.ANY, types, tokens).whole()


def illegal_tags(
    scheme: str = "IOB2",
    *,
    types: Types = None,
    tokens: Tokens = SMALL.tokens,
    delimiter: str = "-",
    affix: str = "prefix",
) -> st.SearchStrategy[Tags]:
    """Draw a sequence of a scheme's tags with an illegal transition (DEC-3), each kind as often as any other.

    Raises `UnknownOption` for IO, in which every sequence is legal, and where there is no room for two tokens.
    """
    side = _SideStrategy(Writing.of(scheme, delimiter, affix), Tagging.ANY, types, tokens, planted=2)
    kinds = {number: illegal_transitions(side.writing.scheme, types=number) for number in (1, 2)}
    if not kinds[1]:
        raise UnknownOption(
            f"illegal tags cannot be drawn: in {side.writing.scheme} every tag sequence is legal",
            hint="Use another scheme, such as IOB2. Or draw from legal_tags.",
        )

    def sequence(drawn: tuple[bytes, Sequence[str], int]) -> Tags:
        tape, names, number = drawn
        possible, cast = kinds[min(len(set(names)) or 2, 2)], Cast(names)
        before, after = possible[number % len(possible)]
        core = [side.written(place, cast) for place in (before, after) if place is not None]
        return side.around(core, tape, cast, first=before is None, last=after is None)

    return st.tuples(side.tapes, side.types, st.sampled_from(range(len(kinds[2])))).map(sequence)


def malformed_tags(
    scheme: str = "IOB2",
    *,
    types: Types = None,
    tokens: Tokens = SMALL.tokens,
    delimiter: str = "-",
    affix: str = "prefix",
) -> st.SearchStrategy[Tags]:
    """Draw a sequence with a tag that no scheme writes (TAG-5, TAG-6), among others of any kind.

    Such a tag has a prefix outside the scheme, or no type, or no delimiter. Raises `UnknownOption` where there is no
    room for a token.
    """
    writing = Writing.of(scheme, delimiter, affix)
    side = _SideStrategy(writing, Tagging.MALFORMED, types, tokens, planted=1)
    forms = malformed_forms(writing.scheme)

    def sequence(drawn: tuple[bytes, Sequence[str], Form]) -> Tags:
        tape, names, form = drawn
        cast = Cast(names)
        return side.around([writing.tag(form, cast[0])], tape, cast)

    return st.tuples(side.tapes, side.types, st.sampled_from(forms)).map(sequence)


def span_sets(
    *, shapes: Collection[Shape | str] = EVERY_SHAPE, types: Types = None, tokens: Tokens = SMALL.tokens
) -> st.SearchStrategy[Spans]:
    """Draw spans, ends exclusive and at most `tokens[1]`, that lie apart or in one of the `shapes` to each other.

    Lists are in any order, and may be empty; with `shapes=()`, spans lie apart. Shrinks to few short spans of type `X`.
    Raises `UnknownOption`.
    """
    allowed, size = plans.shapes_of(shapes), Size((1, 1), tokens).checked()
    table = plans.span_table(allowed, size, edits=False, names=types is None)

    def unit(drawn: tuple[bytes, Sequence[str]]) -> Spans:
        (steps,) = units_of(drawn[0], table, size)
        return SpanPlan(Cast(drawn[1]), allowed).read(steps, tokens[1]).gold()

    return st.tuples(tapes(size), drawn_types(types)).map(unit)


class _SideStrategy:
    """Sequences of tags of one kind, some of whose tags may be given."""

    def __init__(self, writing: Writing, tagging: Tagging, types: Types, tokens: Tokens, planted: int = 0) -> None:
        """Draw from the fewest to the most `tokens`; `planted` of them are given each time."""
        self.fewest, self.most = tokens
        self.size = Size((2 if planted else 1,) * 2, tokens).checked()
        if self.most < planted:
            hint = f"Allow longer sentences: tokens=(0, {planted})."
            needed = counted(planted, "token")
            message = f"illegal or malformed tags need {needed}, but tokens={tokens} allows at most {self.most}"
            raise UnknownOption(message, hint=hint)
        self.writing = writing
        self.table = plans.tag_table(writing.scheme, tagging, None, self.size, names=types is None)
        self.types = drawn_types(types)
        self.tapes = tapes(self.size)

    def whole(self) -> st.SearchStrategy[Tags]:
        """Draw sequences of which nothing is given."""

        def sequence(drawn: tuple[bytes, Sequence[str]]) -> Tags:
            (steps,) = units_of(drawn[0], self.table, self.size)
            return TagPlan(self.writing, Cast(drawn[1])).read(steps, self.most).gold(self.fewest)

        return st.tuples(self.tapes, self.types).map(sequence)

    def around(self, core: Tags, tape: bytes, cast: Cast, *, first: bool = False, last: bool = False) -> Tags:
        """Return given tags with others after and before them, unless they come `first` or `last`."""
        after, before = (
            TagPlan(self.writing, cast).read([] if none else steps, (self.most - len(core)) // 2).gold()
            for steps, none in zip(units_of(tape, self.table, self.size), (last, first), strict=True)
        )
        missing = ["O"] * (self.fewest - len(before) - len(core) - len(after))
        return [*missing, *before, *core, *after] if last else [*before, *core, *after, *missing]

    def written(self, place: tuple[str, int], cast: Cast) -> str:
        """Return the tag of a prefix and the number of a type."""
        prefix, slot = place
        return "O" if prefix == "O" else self.writing.tag(well_formed(prefix), cast[slot])


TagCorpus = tuple[list[Tags], list[Tags]]
"""Gold units and predicted units of tags, as many on both sides, each as long as its partner."""
SpanCorpus = tuple[list[Spans], list[Spans]]
"""Gold units and predicted units of spans, as many on both sides."""


def corpora(  # noqa: PLR0913 - what a caller may want to fix, each with a default
    scheme: str = "IOB2",
    *,
    gold: Tagging | str = Tagging.LEGAL,
    pred: Tagging | str = Tagging.ANY,
    types: Types = None,
    size: Size = SMALL,
    delimiter: str = "-",
    affix: str = "prefix",
    uneven: bool = False,
) -> st.SearchStrategy[TagCorpus]:
    """Draw gold and predicted units of tags; the prediction is the gold with edits.

    `gold` and `pred` are a `Tagging` each: `legal`, `any` (with illegal transitions) or `malformed`. Units may be
    empty, or have no spans, and there may be none. With `uneven`, one predicted unit is a token longer or shorter than
    its gold, which is bad input. Shrinks to few short units with few edits, of `O` and type `X`.
    Raises `UnknownScheme`, `AmbiguousScheme` or `UnknownOption`.
    """
    writing = Writing.of(scheme, delimiter, affix)
    levels = plans.tagging_of(gold), plans.tagging_of(pred)
    table = plans.tag_table(writing.scheme, *levels, size.checked(), names=types is None)
    fewest, most = size.tokens

    def corpus(drawn: tuple[bytes, Sequence[str]]) -> TagCorpus:
        tape, cast = drawn[0], Cast(drawn[1])
        plans = [TagPlan(writing, cast).read(steps, most) for steps in units_of(tape, table, size)]
        golds = [plan.gold(fewest) for plan in plans]
        return golds, [plan.pred(unit, levels[1]) for plan, unit in zip(plans, golds, strict=True)]

    found = st.tuples(tapes(size), drawn_types(types)).map(corpus)
    return st.tuples(found, st.integers(0, size.units[1]), st.booleans()).map(_uneven) if uneven else found


def _uneven(drawn: tuple[TagCorpus, int, bool]) -> TagCorpus:
    """Return the corpus with the last token of one predicted unit gone, or one token `O` behind it."""
    (golds, preds), at, longer = drawn
    if not preds:
        return golds, preds
    unit = preds[at % len(preds)]
    changed = unit[:-1] if unit and not longer else [*unit, "O"]
    return golds, [changed if index == at % len(preds) else one for index, one in enumerate(preds)]


def span_corpora(
    *, shapes: Collection[Shape | str] = EVERY_SHAPE, types: Types = None, size: Size = SMALL
) -> st.SearchStrategy[SpanCorpus]:
    """Draw gold and predicted units of spans, ends exclusive; the prediction is the gold with edits.

    Gold spans that do not lie apart lie to each other in one of the `shapes`; where these are `touching` at most, the
    spans of the prediction share no token, either. Lists are in any order. `size.tokens` bounds the ends of spans.
    Shrinks to few short spans of type `X` at the beginning of few units. Raises `UnknownOption`.
    """
    allowed = plans.shapes_of(shapes)
    table = plans.span_table(allowed, size.checked(), edits=True, names=types is None)
    most = size.tokens[1]

    def corpus(drawn: tuple[bytes, Sequence[str]]) -> SpanCorpus:
        tape, cast = drawn[0], Cast(drawn[1])
        plans = [SpanPlan(cast, allowed).read(steps, most) for steps in units_of(tape, table, size)]
        return [plan.gold() for plan in plans], [plan.pred(most) for plan in plans]

    return st.tuples(tapes(size), drawn_types(types)).map(corpus)
