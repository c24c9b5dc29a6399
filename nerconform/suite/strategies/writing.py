"""Writing: the tags of a scheme, well formed and malformed, and what they say leniently."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from nerconform.reference.decoding import Side, decoder
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.options import Affix
from nerconform.reference.schemes import Mark, Scheme, is_legal, roles_of, scheme_of
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser

Form = tuple[str, ...]
"""The pieces of a tag in the order letter, delimiter, type; `{d}`, `{x}` and so on are filled in."""
OUTSIDE: Form = ("O",)
Place = tuple[str, int] | None
"""A letter and the number of a type; `None` is the start or the end of a unit."""
_UNKNOWN = ("Q", "b", ".", "[", "]", "S", "U", "L", "M", "W", "E", "B")
_MOST_UNKNOWN = 8


class Writing(NamedTuple):
    """How tags are written: the scheme, the delimiter, and the side on which the letter stands."""

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
        """Whether this is a tag of the scheme: `O`, or a letter of it, the delimiter and a type."""
        pieces = tag.partition(self.delimiter) if self.affix is Affix.PREFIX else tag.rpartition(self.delimiter)[::-1]
        letter, delimiter, kind = pieces
        return tag == "O" or bool(delimiter and kind and letter in roles_of(self.scheme))

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


def well_formed(letter: str) -> Form:
    """Return the form of a tag that has a letter and a type."""
    return (letter, "{d}", "{x}")


def letters_of(scheme: Scheme) -> list[str]:
    """Return the letters of a scheme, the first token's before the inner's."""
    return sorted(roles_of(scheme), key=lambda letter: "BIES".index(roles_of(scheme)[letter]))


def malformed_forms(scheme: Scheme) -> list[Form]:
    """Return forms that TAG-5 and TAG-6 speak of: letters outside the scheme, and tags without type or delimiter.

    Two letters in the place of one are such a letter.
    """
    return [form for form in odd_forms(scheme) if form not in _may_be_well_formed(scheme)]


def odd_forms(scheme: Scheme) -> list[Form]:
    """Return the malformed forms, and forms that trip readers though they may be well formed.

    Those have the delimiter twice or at the end, or the letter on the other side.
    """
    letters = letters_of(scheme)
    unknown = [letter for letter in _UNKNOWN if letter not in letters]
    return [
        *(well_formed(letter) for letter in unknown[:_MOST_UNKNOWN]),
        well_formed("O"),
        well_formed(letters[0] + letters[-1]),
        *_may_be_well_formed(scheme),
        ("o",),
        ("{n}",),
        *((letter,) for letter in letters),
        (letters[0], "{d}"),
        ("{d}", "{x}"),
        (letters[0], "{n}"),
        (letters[0], "{e}", "{n}"),
        ("O", "{n}"),
        ("{n}", "O"),
    ]


def _may_be_well_formed(scheme: Scheme) -> list[Form]:
    letter = letters_of(scheme)[0]
    return [(letter, "{d}", "{d}", "{x}"), (letter, "{d}", "{x}", "{d}"), ("{x}", "{d}", letter)]


def illegal_transitions(scheme: Scheme, *, types: int) -> list[tuple[Place, Place]]:
    """Return every kind of illegal transition (DEC-3): two tags, each its letter and the number of its type.

    With one type, the transitions between two types are left out.
    """
    roles = roles_of(scheme)
    own: list[Place] = [(letter, 0) for letter in letters_of(scheme)]
    others: list[Place] = [(letter, 1) for letter in letters_of(scheme)] if types > 1 else []
    outside: Place = ("O", 0)
    pairs = [*product((None, outside), own), *product(own, (*own, *others, outside, None))]

    def mark(place: Place) -> Mark | None:
        return place and Mark(roles.get(place[0], "O"), str(place[1]), "")

    return [(before, after) for before, after in pairs if not is_legal(scheme, mark(before), mark(after))]
