"""Messages: the lines of the protocol as JSON, and the members of an object, each checked."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from nerconform.asking.observation import MAX_PRINTED, Printed, Value
from nerconform.base.bounds import MAX_DIGITS, has_few_digits
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.reference.outcomes import Pair
from nerconform.reference.spans import PiecedSpan, Span, span_of_pieces


class Fault(NerconformError):
    """The child did not keep to the protocol. Each kind of fault is a class below this one."""

    code = "fault"


class CannotStart(Fault):
    """The command is none, or the program cannot be run."""

    code = "cannot-start"


class ChildEnded(Fault):
    """The child ended, or closed a stream, where a line was due."""

    code = "child-ended"


class OutOfTime(Fault):
    """No whole line came within the time limit."""

    code = "out-of-time"


class LineTooLong(Fault):
    """A line has more bytes than the kit is ready to hold."""

    code = "line-too-long"


class NotAMessage(Fault):
    """A line is no JSON object in UTF-8: most often something that was printed to look at it."""

    code = "not-a-message"


class BadMessage(Fault):
    """A JSON object does not have the form of the message that is due."""

    code = "bad-message"


class OutOfStep(Fault):
    """A line came that nobody asked for: another id than that of the question, or a second answer."""

    code = "out-of-step"


class GivenUp(Fault):
    """The child has failed so often that it is not started again."""

    code = "given-up"


FAULTS = frozenset(
    fault.__name__
    for fault in (CannotStart, ChildEnded, OutOfTime, LineTooLong, NotAMessage, BadMessage, OutOfStep, GivenUp)
)
"""The names by which a crash is known for a fault, not for an exception of the metric."""


PROTOCOL = 1
"""The version of the protocol that this kit speaks."""

T = TypeVar("T")
D = TypeVar("D")
E = TypeVar("E", bound=StrEnum)
Check = Callable[[object], T]
"""Returns what a member holds, or raises `_NotThis` with what it should hold."""

_FRACTION = re.compile(rf"-?[0-9]{{1,{MAX_DIGITS}}}(/[1-9][0-9]{{0,{MAX_DIGITS - 1}}})?")
_PRINTED = re.compile(r"(?!.*[eE][+-]?[0-9_]{4})[ -~]*")
"""A number as people print it: one with an exponent of four digits would take for ever to compare."""
_MAX_STRING_CHARACTERS = 1000
MAX_ERROR_CHARACTERS = 4000
"""How much of the message of an exception is kept, in characters."""
MAX_ENTRIES = 1_000_000
"""Entries of a list or an object in an answer, such as the spans of one sentence, or the values."""
_HINT = "Write the answer as docs/protocol.md shows it."
_NESTED = 'Let the program write a flat answer, such as {"id": 1, "values": {"strict.micro.f1": 0.5}}.'
_JUNK = "Let the program write one JSON object on each line of standard output, and anything else to standard error."


class _NotThis(Exception):
    """A member holds something else; the text says what is due."""


def write_line(message: Mapping[str, object]) -> bytes:
    """Return a message as one line in ASCII, without its end.

    Raises `ValueError`, `TypeError` or `RecursionError` for what JSON cannot say: a NaN, a set, a list in itself.
    """
    return _ENCODER.encode(message).encode("ascii")


def read_line(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds. Raises `NotAMessage`: not UTF-8, no JSON, no object, nested too deep."""
    try:
        data = _DECODER.decode(line.decode("utf-8").strip())
    except UnicodeDecodeError as error:
        message = f"the program wrote bytes that are not UTF-8 ({error.reason}): {line[:40]!r}"
        raise NotAMessage(
            message, hint="Let the program write UTF-8, or only ASCII, as Python's json.dumps does."
        ) from None
    except RecursionError:
        raise NotAMessage("the program wrote JSON that is nested too deeply", hint=_NESTED) from None
    except NerconformError:
        raise
    except ValueError as error:
        reason = error.msg.lower() if isinstance(error, json.JSONDecodeError) else "a number has too many digits"
        shown = short(line[:200].decode("utf-8", errors="replace"))
        raise NotAMessage(f"the program wrote {shown}, which is not JSON ({reason})", hint=_JUNK) from None
    if not isinstance(data, dict):
        raise NotAMessage(f"the program wrote {short(data)}, which is not a JSON object", hint=_JUNK)
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise NotAMessage(
            f"the program wrote a JSON object with two keys {twice!r:.40}", hint="Let the program write each key once."
        )
    return found


def _constant(text: str) -> NoReturn:
    raise NotAMessage(
        f"the program wrote {text}, which is not JSON", hint="Let the program write null for a score that is undefined."
    )


def _float(text: str) -> float:
    value = float(text)
    if value in {float("inf"), float("-inf")}:
        hint = "Let the program write a score from 0 to 1, or a percentage from 0 to 100."
        raise NotAMessage(f"the program wrote the number {text[:40]}, which is too large for a float", hint=hint)
    return value


_ENCODER = json.JSONEncoder(allow_nan=False)
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)


class Fields:
    """The members of one object, taken one by one; `end` refuses what is left over."""

    def __init__(self, data: Mapping[str, Any], what: str) -> None:
        """Read the message called `what`."""
        self._left = dict(data)
        self._what = what

    def has(self, name: str) -> bool:
        """Whether the member is there and has not been taken."""
        return name in self._left

    def take(self, name: str, check: Check[T]) -> T:
        """Return a member that must be there. Raises `BadMessage`."""
        if name not in self._left:
            self.refuse(f"has no {name!r}")
        value = self._left.pop(name)
        try:
            return check(value)
        except _NotThis as due:
            self.refuse(f"has {short(value)} as {name!r}, which must be {due}")
        except ValueError as error:  # a number of too many digits, or an error of the kit, which is one, too
            self.refuse(f"has an invalid {name!r}: {error.message if isinstance(error, NerconformError) else error}")

    def get(self, name: str, check: Check[T], default: D) -> T | D:
        """Return a member that may be missing. Raises `BadMessage`."""
        return self.take(name, check) if name in self._left else default

    def end(self) -> None:
        """Refuse members that nobody knows. Raises `BadMessage`."""
        if self._left:
            self.refuse(f"has the unknown key {', '.join(map(short, self._left))}")

    def refuse(self, problem: str) -> NoReturn:
        """Raise `BadMessage`."""
        raise BadMessage(f"the {self._what} {problem}", hint=_HINT)


def text(value: object) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise _NotThis("a string")
    return value


def filled(value: object) -> str:
    """Return a string that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise _NotThis("a string that is not empty")
    return value


def words(value: object) -> str:
    """Return a string that is not empty, cut to a length at which it can be shown."""
    return filled(value)[:_MAX_STRING_CHARACTERS]


def title(value: object) -> str:
    """Return a string of printable characters, which may be empty."""
    if not isinstance(value, str) or not value.isprintable() or len(value) > _MAX_STRING_CHARACTERS:
        raise _NotThis("a short string of printable characters")
    return value


def integer(value: object) -> int:
    """Return an integer, which JSON may write as 1.0; `true` is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        raise _NotThis("an integer")
    return int(value)


def boolean(value: object) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise _NotThis("true or false")
    return value


def list_of(check: Check[T], least: int = 0, most: int = MAX_ENTRIES) -> Check[list[T]]:
    """Return a check of lists with `least` to `most` entries."""

    def read(value: object) -> list[T]:
        if not isinstance(value, list) or len(value) < least:
            raise _NotThis("a list" if not least else "a list that is not empty")
        if len(value) > most:
            raise BadMessage(f"it has {len(value)} entries, and the limit is {most}")
        return [check(item) for item in value]

    return read


def mapping_of(check: Check[T]) -> Check[dict[str, T]]:
    """Return a check of objects with any keys, at most `MAX_ENTRIES`."""

    def read(value: object) -> dict[str, T]:
        if not isinstance(value, dict):
            raise _NotThis("an object")
        if len(value) > MAX_ENTRIES:
            raise BadMessage(f"it has {len(value)} entries, and the limit is {MAX_ENTRIES}")
        return {name: check(item) for name, item in value.items()}

    return read


def member_of(options: type[E]) -> Check[E]:
    """Return a check of the members of an enumeration."""

    def read(value: object) -> E:
        if not isinstance(value, str) or value not in set(options):
            raise _NotThis(" or ".join(repr(str(option)) for option in options))
        return options(value)

    return read


def number(value: object) -> Value:
    """Return a value of a measure: a number, `"2/3"`, `{"printed": "0.67"}`, or `null` where it is undefined."""
    if isinstance(value, int) and not isinstance(value, bool) and not has_few_digits(value):
        raise _NotThis(f"a number of at most {MAX_DIGITS} digits")
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    if isinstance(value, dict) and value.keys() == {"printed"} and isinstance(value["printed"], str):
        if len(value["printed"]) > MAX_PRINTED or not _PRINTED.fullmatch(value["printed"]):
            raise _NotThis(f"a number as it is printed, in at most {MAX_PRINTED} ASCII characters,")
        return Printed(value["printed"])
    raise _NotThis('a number, a fraction such as "2/3", {"printed": "0.67"} or null')


def span(value: object) -> Span:
    """Return a span `[type, start, end]`, the end exclusive, or one of several pieces.

    Of the first form it is for the judge to say whether it makes sense; pieces are checked (MAT-13).
    """
    if isinstance(value, dict) and value.keys() == {"type", "pieces"}:
        return span_of_pieces(text(value["type"]), list_of(_piece, least=1)(value["pieces"]))
    if isinstance(value, list) and len(value) == 3:  # noqa: PLR2004 - type, start and end
        try:
            return Span(text(value[0]), integer(value[1]), integer(value[2]))
        except _NotThis:
            pass
    raise _NotThis('a span [type, start, end], or {"type": ..., "pieces": [[start, end], ...]}')


def _piece(value: object) -> tuple[int, int]:
    """Return one piece, its end exclusive."""
    if isinstance(value, list) and len(value) == 2:  # noqa: PLR2004 - start and end
        return integer(value[0]), integer(value[1])
    raise _NotThis("a list of pieces [start, end]")


def write_span(value: Span) -> object:
    """Return a span as JSON has it: the inverse of `span`."""
    if isinstance(value, PiecedSpan):
        return {"type": value.type, "pieces": [list(piece) for piece in value.pieces]}
    return list(value)


def pair(value: object) -> Pair:
    """Return a pair `[gold, pred]`, one of which may be `null`."""
    if isinstance(value, list) and len(value) == 2 and value != [None, None]:  # noqa: PLR2004 - gold and prediction
        gold, pred = (None if side is None else span(side) for side in value)
        return Pair(gold, pred)
    raise _NotThis("a pair [span, span], one of which may be null,")


def write_number(value: Value) -> object:
    """Return a value of a measure as JSON says it: the inverse of `number`."""
    match value:
        case Fraction():
            return str(value)
        case Printed():
            return {"printed": value.text}
        case float() if value != value:  # noqa: PLR0124 - a NaN, which is no JSON
            return None
        case float() if value in {float("inf"), float("-inf")}:
            return {"printed": str(value)}
    return value
