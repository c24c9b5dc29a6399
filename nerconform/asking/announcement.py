"""Announcement: what a child says of itself, and of each kind of question before it is asked."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from nerconform.asking import messages
from nerconform.asking.messages import PROTOCOL, BadMessage, Fields, member_of
from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Declared, impose
from nerconform.asking.question import Ask, Form, Part
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import Dialect, axis_of
from nerconform.reference.measures import AVERAGES, COUNTS, SER, SIDE_COUNTS, Measure
from nerconform.reference.outcomes import EXTENSIONS, Schema
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.signature import parse_dialect

ANY = "any"
"""In place of a list: whatever comes, what does not exist included."""
_ANYTHING = "*"
NAMED_ONLY = frozenset({SER, *SIDE_COUNTS})
"""Quantities that few metrics have: `*` does not mean them."""
_F = re.compile(r"f[0-9]{1,9}(\.[0-9]{1,9})?")


class Pattern(NamedTuple):
    """Which measures are meant: `strict.type.*` means every quantity of every type in the schema strict.

    Each of the three may be `*`; the scope `type` means any type, the quantity `f*` any F-beta. The schema `*` means
    the four of MAT-3, and the quantity `*` means no `ser` and no count of one side: they are named.
    """

    schema: str
    scope: str
    quantity: str

    def __str__(self) -> str:
        """Return the text form."""
        return ".".join(self)

    def means(self, measure: Measure) -> bool:
        """Whether the measure is one of those that are meant."""
        scope = "type" if measure.type is not None else measure.scope
        schemas = {measure.schema} if measure.schema in EXTENSIONS else {_ANYTHING, measure.schema}
        if self.schema not in schemas or self.scope not in {_ANYTHING, scope}:
            return False
        quantities = {measure.quantity} if measure.quantity in NAMED_ONLY else {_ANYTHING, measure.quantity}
        return self.quantity in quantities or (self.quantity == "f*" and measure.beta is not None)


class AnnouncedDialect(NamedTuple):
    """How a child reads one kind of question: in which dialect, and which measures and parts it answers there."""

    dialect: Dialect
    measures: tuple[Pattern, ...]
    parts: frozenset[Part]


class Announcement(NamedTuple):
    """What a child says of itself.

    `dialects` holds at least one; the first is its own, the others are those that it can be asked in instead. `schemes`
    and `options` (the axes that it can be told) are `None` where it takes any. `serves` is the kit's own name of what
    stands behind it, where it has one.
    """

    name: str
    version: str
    dialects: tuple[Dialect, ...]
    schemes: tuple[Scheme, ...] | None
    forms: frozenset[Form]
    measures: tuple[Pattern, ...]
    parts: frozenset[Part] = frozenset()
    options: frozenset[str] | None = frozenset()
    asks: frozenset[Ask] = frozenset({Ask.SCORES})
    refusals: tuple[Declared, ...] = ()
    serves: str = ""


_MAX_ENTRIES = 1000
"""Entries of each list of an announcement: the kit goes through them for every kind of question."""
list_of = partial(messages.list_of, most=_MAX_ENTRIES)
_PATTERN = (
    'Let the program announce each measure as SCHEMA.AVERAGE.QUANTITY: "measures": ["strict.micro.*", '
    '"partial.type.f1"].'
)


def read_announcement(data: Mapping[str, Any]) -> Announcement:
    """Return what a child announced. Raises `BadMessage` for another form or another version of the protocol."""
    fields = Fields(data, "answer to the command 'start'")
    protocols = fields.take("protocols", list_of(messages.integer, least=1))
    if PROTOCOL not in protocols:
        spoken = ", ".join(map(str, protocols))
        message = f"the program speaks version {spoken} of the protocol, and nerconform speaks version {PROTOCOL}"
        raise BadMessage(
            message,
            hint=(
                f"Let the program write \"protocols\": [{PROTOCOL}] in its answer to the command 'start'. Or update "
                "nerconform: pip install --upgrade nerconform."
            ),
        )
    found = Announcement(
        name=fields.take("name", _name),
        version=fields.take("version", messages.title),
        dialects=tuple(fields.take("dialects", list_of(_dialect, least=1))),
        schemes=fields.take("schemes", _schemes),
        forms=frozenset(fields.take("forms", list_of(member_of(Form), least=1))),
        measures=tuple(fields.take("measures", list_of(pattern))),
        parts=frozenset(fields.get("parts", list_of(member_of(Part)), ())),
        options=fields.get("options", _options, frozenset[str]()),
        asks=frozenset(fields.get("asks", list_of(member_of(Ask), least=1), (Ask.SCORES,))),
        refusals=tuple(fields.get("refusals", list_of(_refusal), ())),
        serves=fields.get("serves", _name, ""),
    )
    fields.end()
    return found


def read_agreed_dialect(
    data: Mapping[str, Any], announced: Announcement, asked: Dialect | None
) -> AnnouncedDialect | str | None:
    """Return how a child reads a kind of question: a reason if it does not, `None` if it did not say in which dialect.

    `asked` is the dialect that it was told, if there is one. Raises `BadMessage`.
    """
    fields = Fields(data, "answer to the command 'dialect'")
    taken = fields.take("ok", messages.boolean)
    if not taken:
        reason = fields.take("reason", messages.words)
        fields.end()
        return reason
    dialect = fields.get("dialect", _dialect, asked)
    measures = tuple(fields.get("measures", list_of(pattern), announced.measures))
    parts = frozenset(fields.get("parts", list_of(member_of(Part)), announced.parts))
    fields.end()
    return None if dialect is None else AnnouncedDialect(dialect, measures, parts)


def pattern(value: object) -> Pattern:
    """Return a pattern of measures. Raises what `Fields` turns into a `BadMessage`."""
    parts = messages.text(value).split(".", 2)
    if len(parts) != len(Pattern._fields):
        raise BadMessage(
            f"the program announces the measure {value!r:.60}, which nerconform does not know", hint=_PATTERN
        )
    schema, scope, quantity = parts
    quantities = {_ANYTHING, "f*", "precision", "recall", *NAMED_ONLY, *COUNTS}
    if (
        schema not in {_ANYTHING, *Schema}
        or scope not in {_ANYTHING, "type", *AVERAGES}
        or not (quantity in quantities or _F.fullmatch(quantity))
    ):
        raise BadMessage(
            f"the program announces the measure {value!r:.60}, which nerconform does not know", hint=_PATTERN
        )
    return Pattern(schema, scope, quantity)


def _name(value: object) -> str:
    return messages.title(messages.filled(value))


def _dialect(value: object) -> Dialect:
    return parse_dialect(messages.filled(value))


def _schemes(value: object) -> tuple[Scheme, ...] | None:
    if value == ANY:
        return None
    return tuple(map(scheme_of, list_of(messages.text, least=1)(value)))


def _options(value: object) -> frozenset[str] | None:
    if value == ANY:
        return None
    return frozenset(axis_of(name).name for name in list_of(messages.text)(value))


def _refusal(value: object) -> Declared:
    """Return a declared refusal: its beginning is plain text, not a pattern, which could take for ever."""
    fields = Fields(messages.mapping_of(messages.text)(value), "member of 'refusals'")
    declared = Declared(fields.take("error", messages.filled), re.escape(fields.get("begins", messages.text, "")))
    fields.end()
    return declared


def chosen(
    announced: Announcement, scheme: Scheme, choices: Mapping[str, str]
) -> Dialect | NerconformError | Unsupported:
    """Return the first announced dialect that makes these choices anyway, or can be told them; else why there is none.

    An error is about a choice that the child takes but that does not exist, or that does not go with the scheme.
    """
    found = [_with(dialect, scheme, choices, announced) for dialect in announced.dialects]
    return next((one for one in found if isinstance(one, Dialect)), found[0])


def _with(
    dialect: Dialect, scheme: Scheme, choices: Mapping[str, str], announced: Announcement
) -> Dialect | NerconformError | Unsupported:
    """Return the dialect with these choices."""
    options = announced.options
    settable = {axis: text for axis, text in choices.items() if options is None or axis.replace("_", "-") in options}
    rest = {axis: text for axis, text in choices.items() if axis not in settable}
    try:
        dialect = dialect.set(**{"scheme": scheme, **settable})
    except NerconformError as error:
        return error
    return impose(dialect, rest, announced.name)
