"""Parse: from tags to marks (TAG-1 to TAG-8)."""

from collections.abc import Callable, Sequence

from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Affix, Bare, Item, Outside, Unknown
from nerconform.reference.refusals import EmptyTag, MalformedTag, NotATag, UnknownPrefix
from nerconform.reference.schemes import ALONE, AS_I, Mark, roles_of

Parse = Callable[[Sequence[str]], tuple[Mark, ...]]
"""The tags of one unit in, one mark per tag out."""


def parser(dialect: Dialect) -> Parse:
    """Return the parse step of a dialect.

    The step raises `MalformedTag`, `UnknownPrefix`, `EmptyTag` or `NotATag`, each with the tag's position. Every
    distinct tag is read once.
    """
    known = _Marks(dialect)

    def parse(tags: Sequence[str]) -> tuple[Mark, ...]:
        try:
            return tuple([known[tag] for tag in tags])
        except (NerconformError, TypeError):
            raise _first_error(known, tags) from None

    return parse


def _first_error(known: "_Marks", tags: Sequence[str]) -> NerconformError:
    """Return the error of the first tag that cannot be read, with its position."""
    for position, tag in enumerate(tags):
        try:
            known.read(tag)
        except NerconformError as error:
            return error.at(f"position {position}")
    raise AssertionError(tags)


_OWN_PREFIXES = {"BILOU": "LU", "BMES": "MW", "BIOES": "ES"}
"""Prefixes that one scheme alone has, or is the usual one to have: it is named where another scheme meets them."""


class _Marks(dict[str, Mark]):
    """The marks of the tags read so far."""

    def __init__(self, dialect: Dialect) -> None:
        super().__init__()
        self.dialect = dialect
        self.roles = roles_of(dialect.scheme)

    def __missing__(self, tag: str) -> Mark:
        mark = self[tag] = self.read(tag)
        return mark

    def read(self, tag: str) -> Mark:
        """Return the mark of one tag (TAG-1), or raise why there is none."""
        if not isinstance(tag, str):
            hint = (
                "Pass each tag as a string, such as 'B-PER'. If it is a label id, look up its tag first: id2label[3]."
            )
            raise NotATag(f"the tag {short(tag)} is not a string", hint=hint)
        if not tag:
            raise EmptyTag("the tag is an empty string", hint="Write O for a token outside all entities.")
        if self.dialect.item is Item.TOKEN:
            return Mark(ALONE, tag, tag)
        if self._is_outside(tag):
            return Mark("O", "", tag)
        if self.dialect.bare in {Bare.FIRST_CHAR, Bare.TWO_CHARS}:
            return self._mark(*self._by_position(tag), tag)
        return self._split(tag)

    def _is_outside(self, tag: str) -> bool:
        """Whether the tag is O (TAG-4)."""
        if self.dialect.bare is Bare.FIRST_CHAR and self.dialect.outside is Outside.BY_PREFIX:
            return tag[0 if self.dialect.affix is Affix.PREFIX else -1] == "O"
        return tag == "O"

    def _by_position(self, tag: str) -> tuple[str, str]:
        """Read prefix and type by position, whatever stands between them (TAG-5)."""
        dialect = self.dialect
        if dialect.affix is Affix.PREFIX:
            if dialect.bare is Bare.TWO_CHARS:
                return tag[0], tag[2:]
            return tag[0], tag[1:].split(dialect.delimiter, 1)[-1] or "_"
        if dialect.bare is Bare.TWO_CHARS:
            return tag[-1], tag[:-2]
        return tag[-1], tag[:-1].rsplit(dialect.delimiter, 1)[0] or "_"

    def _split(self, tag: str) -> Mark:
        """Split at the delimiter nearest to the prefix (TAG-2, TAG-3)."""
        if self.dialect.affix is Affix.PREFIX:
            prefix, delimiter, kind = tag.partition(self.dialect.delimiter)
        else:
            kind, delimiter, prefix = tag.rpartition(self.dialect.delimiter)
        if delimiter and kind:
            return self._mark(prefix, kind, tag)
        return self._bare(prefix if delimiter else tag, tag)

    def _bare(self, prefix: str, tag: str) -> Mark:
        """Read a tag without delimiter or without type (TAG-5)."""
        match self.dialect.bare:
            case Bare.UNTYPED:
                return self._mark(prefix, "", tag)
            case Bare.OUTSIDE:
                return Mark("O", "", tag)
            case Bare.SINGLE:
                return Mark(ALONE, tag, tag)
        form = (
            f"PREFIX{self.dialect.delimiter}TYPE"
            if self.dialect.affix is Affix.PREFIX
            else (f"TYPE{self.dialect.delimiter}PREFIX")
        )
        hint = "Fix the tag. To read such tags as O: --set bare=outside (in Python: 'DIALECT,bare:outside')."
        other = next((one for one in "-_" if one != self.dialect.delimiter and tag[1:2] == one and tag[2:]), None)
        if other is not None and tag[0] in self.roles:
            hint = (
                f"If {other} separates prefix and type in the whole file: --set delimiter={other} "
                f"(in Python: 'DIALECT,delimiter:{other}')."
            )
        raise MalformedTag(f"the tag {tag!r} is neither O nor {form}", hint=hint)

    def _mark(self, prefix: str, kind: str, tag: str) -> Mark:
        """Give the prefix its role in the scheme (TAG-6)."""
        role = self.roles.get(prefix)
        if role is not None:
            return Mark(role, kind, tag)
        match self.dialect.unknown:
            case Unknown.AS_I:
                return Mark(AS_I, kind, tag)
            case Unknown.SINGLE:
                return Mark(ALONE, kind, tag)
        prefixes = ", ".join(self.roles)
        scheme = self.dialect.scheme
        usual = next((name for name, own in _OWN_PREFIXES.items() if prefix in own), "BIOES")
        hint = (
            f"{scheme} has {prefixes} and O. Name the scheme of the tags: --scheme {usual}, in Python scheme='{usual}'."
        )
        if kind in self.roles and self.dialect.affix is Affix.PREFIX:
            hint = (
                f"Your tags seem to begin with the type ({prefix}) and to end with the prefix ({kind}). Say so: --set "
                "affix=suffix (in Python: 'DIALECT,affix:suffix')."
            )
        raise UnknownPrefix(f"the prefix {prefix!r} of the tag {tag!r} is not in {scheme}", hint=hint)
