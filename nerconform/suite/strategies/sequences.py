"""Sequences: one unit of one side."""

from collections.abc import Collection, Sequence

from hypothesis import strategies as st

from nerconform.reference.refusals import UnknownOption
from nerconform.suite.strategies import span_lists as spans
from nerconform.suite.strategies import tag_lists as tags
from nerconform.suite.strategies.names import Cast, Types, drawn_types
from nerconform.suite.strategies.sizes import SMALL, Size
from nerconform.suite.strategies.span_lists import EVERY_SHAPE, Shape, shapes_of
from nerconform.suite.strategies.tag_lists import Tagging, Tags
from nerconform.suite.strategies.tapes import tapes, units_of
from nerconform.suite.strategies.writing import Form, Writing, illegal_transitions, malformed_forms, well_formed

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
        raise UnknownOption(f"no sequence is illegal in {side.writing.scheme}", hint="Draw from legal_tags.")

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

    Such a tag has a letter outside the scheme, or no type, or no delimiter. Raises `UnknownOption` where there is no
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
) -> st.SearchStrategy[spans.Spans]:
    """Draw spans, ends exclusive and at most `tokens[1]`, that lie apart or in one of the `shapes` to each other.

    Lists are in any order, and may be empty; with `shapes=()`, spans lie apart. Shrinks to few short spans of type `X`.
    Raises `UnknownOption`.
    """
    allowed, size = shapes_of(shapes), Size((1, 1), tokens).checked()
    table = spans.table_for(allowed, size, edits=False, names=types is None)

    def unit(drawn: tuple[bytes, Sequence[str]]) -> spans.Spans:
        (steps,) = units_of(drawn[0], table, size)
        return spans.SpanPlan(Cast(drawn[1]), allowed).read(steps, tokens[1]).gold()

    return st.tuples(tapes(size), drawn_types(types)).map(unit)


class _SideStrategy:
    """Sequences of tags of one kind, some of whose tags may be given."""

    def __init__(self, writing: Writing, tagging: Tagging, types: Types, tokens: Tokens, planted: int = 0) -> None:
        """Draw so many tokens; `planted` of them are given each time."""
        self.fewest, self.most = tokens
        self.size = Size((2 if planted else 1,) * 2, tokens).checked()
        if self.most < planted:
            raise UnknownOption(f"tokens: {planted} do not fit into {self.most}", hint=f"Allow {planted} or more.")
        self.writing = writing
        self.table = tags.table_for(writing.scheme, tagging, None, self.size, names=types is None)
        self.types = drawn_types(types)
        self.tapes = tapes(self.size)

    def whole(self) -> st.SearchStrategy[Tags]:
        """Draw sequences of which nothing is given."""

        def sequence(drawn: tuple[bytes, Sequence[str]]) -> Tags:
            (steps,) = units_of(drawn[0], self.table, self.size)
            return tags.TagPlan(self.writing, Cast(drawn[1])).read(steps, self.most).gold(self.fewest)

        return st.tuples(self.tapes, self.types).map(sequence)

    def around(self, core: Tags, tape: bytes, cast: Cast, *, first: bool = False, last: bool = False) -> Tags:
        """Return given tags with others behind and before them, unless they come `first` or `last`."""
        behind, before = (
            tags.TagPlan(self.writing, cast).read([] if none else steps, (self.most - len(core)) // 2).gold()
            for steps, none in zip(units_of(tape, self.table, self.size), (last, first), strict=True)
        )
        missing = ["O"] * (self.fewest - len(before) - len(core) - len(behind))
        return [*missing, *before, *core, *behind] if last else [*before, *core, *behind, *missing]

    def written(self, place: tuple[str, int], cast: Cast) -> str:
        """Return the tag of a letter and the number of a type."""
        letter, slot = place
        return "O" if letter == "O" else self.writing.tag(well_formed(letter), cast[slot])
