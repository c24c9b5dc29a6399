"""Writing: the tags of a scheme, well formed and malformed, and what they say leniently."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from hypothesis import strategies as st

from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.options import Affix
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Mark, Scheme, is_legal, roles_of, scheme_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser

PLAIN = ("X", "Y", "Z")
NAMES = (
    *("PER", "LOC", "age"),
    *("A-B", "multi-word", "B-X", "U-X", "X-", "-X", "-"),  # hyphens, and types that look like tags
    *("x_y", "_X", "_"),
    *("0", "1"),  # "0" is false to Perl
    *("O", "B", "I", "S", "x"),  # prefixes of schemes; a type that differs from another by its case
    *("é", "e\u0301", "ß", "名前", "★"),  # the first two look alike
    *("%2C", "{X}", "X,Y", "X|Y"),  # what signatures, queries and files are written with
    *("micro", "macro", "accuracy", "None"),  # the other rows of a report
)
SLOTS = 3
"""How many types a corpus has at most."""
Types = Sequence[str] | st.SearchStrategy[Sequence[str]] | None
"""Types to choose from, of which a corpus has three at most; a strategy that draws them; or `None`: plain and odd."""


def types() -> st.SearchStrategy[str]:
    """Draw the name of a type: a plain or an odd one, or two of them joined. Shrinks to `X`.

    Among them are names with hyphens, underscores, digits and signs beyond ASCII, of one letter and of none. They hold
    no white space, so that they can stand in a file.
    """
    name = st.sampled_from((*PLAIN, *NAMES))
    return st.one_of(name, st.tuples(name, name).map("".join))


def drawn_types(types: Types) -> st.SearchStrategy[Sequence[str]]:
    """Return the strategy of a caller's types; it draws none where they are left to the corpus (`None`).

    Raises `UnknownOption` for a list that is empty or holds anything but names.
    """
    if types is None:
        return st.just(())
    if isinstance(types, st.SearchStrategy):
        return types.map(_different)
    return some_of(_different(types))


def some_of(names: Sequence[str]) -> st.SearchStrategy[Sequence[str]]:
    """Draw as many neighbours among these names as a corpus can have types."""
    if len(names) <= SLOTS:
        return st.just(names)
    return st.sampled_from([(*names[first:], *names[:first])[:SLOTS] for first in range(len(names))])


def _different(names: Sequence[str]) -> Sequence[str]:
    """Return the names, each once, if they are some."""
    if isinstance(names, str) or not names or not all(isinstance(name, str) and name for name in names):
        raise UnknownOption(
            f"types={names!r:.60} is not a list of names of entity types",
            hint="Pass a tuple of names, also for one type: types=('PER',). For two: types=('PER', 'LOC').",
        )
    return tuple(dict.fromkeys(names))


class Cast(dict[int, str]):
    """The types of a corpus by slots, in the order in which the corpus first speaks of them.

    So the first type of a corpus is always the first name, whichever slot a tape says: what differs by the numbers of
    slots is one corpus.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        """Hand out these names, and where there are too few, from the first again; `()`: any, plain ones first."""
        super().__init__()
        self._names = names
        self._suggested: deque[str] = deque()

    def suggest(self, name: str) -> None:
        """Use this name for the next type."""
        self._suggested.append(name)

    def __missing__(self, slot: int) -> str:
        """Return the name of a slot that is spoken of for the first time."""
        if self._names:
            name = self._names[len(self) % len(self._names)]
        else:
            names = (*self._suggested, *PLAIN)
            name = next(name for name in names if name not in self.values())
            while self._suggested and self._suggested.popleft() != name:
                pass
        self[slot] = name
        return name


Form = tuple[str, ...]
"""The pieces of a tag in the order prefix, delimiter, type; `{d}`, `{x}` and so on are filled in."""
OUTSIDE: Form = ("O",)
Place = tuple[str, int] | None
"""A prefix and the number of a type; `None` is the start or the end of a unit."""
_UNKNOWN = ("Q", "b", ".", "[", "]", "S", "U", "L", "M", "W", "E", "B")
_MAX_UNKNOWN_PREFIXES = 8


class Writing(NamedTuple):
    """How tags are written: the scheme, the delimiter, and the side on which the prefix stands."""

    scheme: Scheme
    delimiter: str = "-"
    affix: Affix = Affix.PREFIX

    @classmethod
    def of(cls, scheme: str, delimiter: str, affix: str) -> "Writing":
        """Read names. Raises `UnknownScheme`, `AmbiguousScheme` or `UnknownOption`."""
        dialect = Dialect().set(scheme=scheme_of(scheme), delimiter=delimiter, affix=affix)
        return cls(dialect.scheme, dialect.delimiter, dialect.affix)

    def tag(self, form: Form, kind: str) -> str:
        """Return the tag of this form, whose type is `kind`."""
        if form == OUTSIDE:
            return "O"
        pieces = form if self.affix is Affix.PREFIX else form[::-1]
        bare = kind.partition(self.delimiter)[0]
        other = next(sign for sign in "_-:" if sign not in self.delimiter)
        fill = {"d": self.delimiter, "e": other, "x": kind, "n": "X" if bare in {"", "O"} else bare}
        return "".join(pieces).format_map(fill)

    def writes(self, tag: str) -> bool:
        """Whether this is a tag of the scheme: `O`, or a prefix of it, the delimiter and a type."""
        pieces = tag.partition(self.delimiter) if self.affix is Affix.PREFIX else tag.rpartition(self.delimiter)[::-1]
        prefix, delimiter, kind = pieces
        return tag == "O" or bool(delimiter and kind and prefix in roles_of(self.scheme))

    def encode(self, spans: Iterable[Span], length: int) -> list[str]:
        """Return the legal tags of disjoint spans."""
        tags = encode_spans(spans, length, self.scheme)
        if self.delimiter == "-" and self.affix is Affix.PREFIX:
            return tags
        return [tag if tag == "O" else self.tag(well_formed(tag[0]), tag[2:]) for tag in tags]

    def decode(self, tags: Sequence[str]) -> list[Span]:
        """Return what tags say when nothing is refused: illegal, malformed, all of them say something."""
        return [span if span.type else span._replace(type="X") for span in _reader(self)(tags)]


@cache
def _reader(writing: Writing) -> Callable[[Sequence[str]], Sequence[Span]]:
    """Return a lenient reader of tags written like this."""
    scheme, delimiter, affix = writing
    choices = {"policy": "lenient", "bare": "untyped", "unknown": "as-I"}
    dialect = Dialect().set(scheme=scheme, delimiter=delimiter, affix=affix, **choices)
    parse, decode = parser(dialect), decoder(dialect)
    return lambda tags: decode(parse(tags), Side.PRED)


def well_formed(prefix: str) -> Form:
    """Return the form of a tag that has a prefix and a type."""
    return (prefix, "{d}", "{x}")


def prefixes_of(scheme: Scheme) -> list[str]:
    """Return the prefixes of a scheme, the first token's before the inner's."""
    return sorted(roles_of(scheme), key=lambda prefix: "BIES".index(roles_of(scheme)[prefix]))


def malformed_forms(scheme: Scheme) -> list[Form]:
    """Return forms that TAG-5 and TAG-6 speak of: prefixes outside the scheme, and tags without type or delimiter.

    Two prefixes in the place of one are such a prefix.
    """
    return [form for form in odd_forms(scheme) if form not in _may_be_well_formed(scheme)]


def odd_forms(scheme: Scheme) -> list[Form]:
    """Return the malformed forms, and forms that trip readers though they may be well formed.

    Those have the delimiter twice or at the end, or the prefix on the other side.
    """
    prefixes = prefixes_of(scheme)
    unknown = [prefix for prefix in _UNKNOWN if prefix not in prefixes]
    return [
        *(well_formed(prefix) for prefix in unknown[:_MAX_UNKNOWN_PREFIXES]),
        well_formed("O"),
        well_formed(prefixes[0] + prefixes[-1]),
        *_may_be_well_formed(scheme),
        ("o",),
        ("{n}",),
        *((prefix,) for prefix in prefixes),
        (prefixes[0], "{d}"),
        ("{d}", "{x}"),
        (prefixes[0], "{n}"),
        (prefixes[0], "{e}", "{n}"),
        ("O", "{n}"),
        ("{n}", "O"),
    ]


def _may_be_well_formed(scheme: Scheme) -> list[Form]:
    prefix = prefixes_of(scheme)[0]
    return [(prefix, "{d}", "{d}", "{x}"), (prefix, "{d}", "{x}", "{d}"), ("{x}", "{d}", prefix)]


def illegal_transitions(scheme: Scheme, *, types: int) -> list[tuple[Place, Place]]:
    """Return every kind of illegal transition (DEC-3): two tags, each its prefix and the number of its type.

    With one type, the transitions between two types are left out.
    """
    roles = roles_of(scheme)
    own: list[Place] = [(prefix, 0) for prefix in prefixes_of(scheme)]
    others: list[Place] = [(prefix, 1) for prefix in prefixes_of(scheme)] if types > 1 else []
    outside: Place = ("O", 0)
    pairs = [*product((None, outside), own), *product(own, (*own, *others, outside, None))]

    def mark(place: Place) -> Mark | None:
        return place and Mark(roles.get(place[0], "O"), str(place[1]), "")

    return [(before, after) for before, after in pairs if not is_legal(scheme, mark(before), mark(after))]
