"""Values: what every record is made of (numbers, spans, units, what was observed, causes), and how JSON is made of it.

Records are `msgspec` structs. JSON, the reading of JSON and the published JSON Schema follow from their types. A field
that is at its default is left out, and a field that no type knows is refused.
"""

import json
import math
import re
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal

import msgspec

from nerconform.base.bounds import TooLarge
from nerconform.base.errors import NerconformError
from nerconform.base.json_text import dumps
from nerconform.results.constraints import Positive, require_double, with_short_numbers


class ResultRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A frozen value with typed fields, which JSON holds."""

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data, as its JSON holds it."""
        data: dict[str, Any] = plain_data(self)
        return data


class OneOf(ResultRecord, frozen=True, tag_field="is"):
    """A record that stands where several types can: its field `is` says which it is."""


class ExactNumber(OneOf, frozen=True, tag="exact"):
    """A ratio that is known exactly."""

    numerator: int
    denominator: Positive = 1

    def __post_init__(self) -> None:
        """Refuse a ratio that no double holds."""
        require_double(self.numerator, self.denominator)

    @property
    def fraction(self) -> Fraction:
        """Return the ratio."""
        return Fraction(self.numerator, self.denominator)

    def __str__(self) -> str:
        """Return `1/2`, or `1` for a whole number."""
        return str(self.fraction)


class DoubleNumber(OneOf, frozen=True, tag="double"):
    """A double as a library gave it. JSON has no form for nan and infinities, so these are text."""

    value: float | Literal["nan", "inf", "-inf"]

    def __post_init__(self) -> None:
        """Spell what is not finite, so that the JSON can hold it."""
        if isinstance(self.value, float) and not math.isfinite(self.value):
            msgspec.structs.force_setattr(self, "value", str(self.value))

    def __float__(self) -> float:
        """Return the double."""
        return float(self.value)

    def __str__(self) -> str:
        """Return twelve digits, which are the same on every machine; a nan is undefined."""
        return "undefined" if self.value == "nan" else f"{float(self):.12g}"


class PrintedNumber(OneOf, frozen=True, tag="printed"):
    """A number as a report prints it: its text says to how many decimals it is known."""

    text: str

    def __str__(self) -> str:
        """Return the text."""
        return self.text


class UndefinedNumber(OneOf, frozen=True, tag="undefined"):
    """A ratio that the rules, or the library, leave undefined."""

    def __str__(self) -> str:
        """Return one word."""
        return "undefined"


Ratio = ExactNumber | DoubleNumber | PrintedNumber | UndefinedNumber
"""A ratio, in the form in which it is known."""
Number = int | Ratio
"""A count as an integer, or a ratio. `str` of any of them is what reports print."""


def number_of(value: float | Fraction | None) -> Number:
    """Return the record of a number; `None` is undefined."""
    match value:
        case None:
            return UndefinedNumber()
        case Fraction():
            return ExactNumber(value.numerator, value.denominator)
        case float():
            return DoubleNumber(value)
    return value


def as_fraction(number: Number) -> Fraction | None:
    """Return the number exactly: a printed one as its decimals say; `None` where there is no finite number."""
    match number:
        case int():
            return Fraction(number)
        case ExactNumber():
            return number.fraction
        case UndefinedNumber():
            return None
    try:
        return Fraction(number.text) if isinstance(number, PrintedNumber) else Fraction(float(number))
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


class SideCounts(OneOf, frozen=True, tag="by-side"):
    """A count that differs by side: how many gold spans, and how many predictions, have an outcome."""

    gold: int | ExactNumber
    pred: int | ExactNumber


Count = int | ExactNumber | SideCounts
"""How many spans have an outcome: whole, with credit in parts, or by side."""


class SpanRecord(ResultRecord, frozen=True):
    """An entity: bounds in tokens (or as the data count), end exclusive; `pieces` where it is discontinuous.

    An entity that is known by its text alone has no bounds.
    """

    type: str
    start: int | None = None
    end: int | None = None
    pieces: tuple[tuple[int, int], ...] = ()
    text: str = ""

    def __str__(self) -> str:
        """Return `PER[0,2)`, or `PER "text"` where there are no bounds."""
        if self.start is None or self.end is None:
            return f"{self.type} {json.dumps(self.text, ensure_ascii=False)}"
        return self.type + "+".join(f"[{start},{end})" for start, end in self.pieces or ((self.start, self.end),))


class RawInput(ResultRecord, frozen=True):
    """Bad input: neither tags nor spans. `text` is how Python writes it."""

    text: str


Unit = tuple[str | SpanRecord, ...] | RawInput
"""One sentence or document of one side: a list of tags, or a list of spans."""
Units = tuple[Unit, ...] | RawInput
"""One side of an input: its units, or whatever was passed in place of a list."""


def unit_text(unit: Unit) -> str:
    """Return a unit on one line: tags or spans with blanks between them, or as Python writes it."""
    if isinstance(unit, RawInput):
        return unit.text
    words = [str(one) for one in unit]
    ambiguous = any(isinstance(one, str) and (not one or any(map(str.isspace, one))) for one in unit)
    return repr(words) if ambiguous else " ".join(words) or "(empty)"


def unit_texts(units: Units) -> tuple[str, ...]:
    """Return each unit on one line."""
    return (units.text,) if isinstance(units, RawInput) else tuple(map(unit_text, units))


class SpansObserved(OneOf, frozen=True, tag="spans"):
    """The spans of one unit and side."""

    spans: tuple[SpanRecord, ...] = ()

    def __str__(self) -> str:
        """Return the spans with blanks between them."""
        return " ".join(map(str, self.spans)) or "none"


class ErrorObserved(OneOf, frozen=True, tag="error"):
    """An exception; `refusal` says whether the implementation declares it as its way to refuse."""

    error: str
    message: str = ""
    refusal: bool = False

    def __str__(self) -> str:
        """Return type and message on one line."""
        line = f"{self.error}: {' '.join(self.message.split())}"[:300].rstrip(": ")
        return f"refused: {line}" if self.refusal else line


class SpansRead(ResultRecord, frozen=True):
    """The spans that somebody reads in an input, unit by unit: by the rule, or as a library does.

    Where reading a unit ends in an error, the error stands in place of its spans.
    """

    reader: str
    by: Literal["rule", "library"]
    gold: tuple[SpansObserved | ErrorObserved, ...]
    pred: tuple[SpansObserved | ErrorObserved, ...]


class PairRecord(ResultRecord, frozen=True):
    """A gold span and the prediction that it met; `None` on the side where there is none."""

    gold: SpanRecord | None = None
    pred: SpanRecord | None = None

    def __str__(self) -> str:
        """Return `PER[0,1) ~ LOC[0,1)`, with `-` where there is none."""
        return f"{self.gold or '-'} ~ {self.pred or '-'}"


class PairsObserved(OneOf, frozen=True, tag="pairs"):
    """The pairs of one unit in one schema."""

    pairs: tuple[PairRecord, ...] = ()

    def __str__(self) -> str:
        """Return the pairs in one order."""
        return "; ".join(sorted(map(str, self.pairs))) or "none"


class RowsObserved(OneOf, frozen=True, tag="rows"):
    """The types that have a row."""

    types: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the types with commas between them."""
        return ", ".join(self.types) or "none"


class ValuesObserved(OneOf, frozen=True, tag="values"):
    """Numbers of several measures, where any answer at all is what matters."""

    values: Mapping[str, Number] = {}

    def __str__(self) -> str:
        """Return the first three measures with their numbers."""
        shown = ", ".join(f"{measure}={self.values[measure]}" for measure in sorted(self.values)[:3])
        return shown or "an answer"


class RefusalDue(OneOf, frozen=True, tag="refusal-due"):
    """Bad input has to be refused; `code` is that of the kit's own error."""

    code: str = ""

    def __str__(self) -> str:
        """Return what is expected."""
        return f"refused ({self.code})"


class AnswerDue(OneOf, frozen=True, tag="answer-due"):
    """Numbers are expected, whichever: the input is to be answered."""

    def __str__(self) -> str:
        """Return what is expected."""
        return "numbers"


class NothingObserved(OneOf, frozen=True, tag="nothing"):
    """What was asked is missing in the answer."""

    def __str__(self) -> str:
        """Return one word."""
        return "nothing"


class UnsupportedObserved(OneOf, frozen=True, tag="unsupported"):
    """The question is not one for the implementation, and why."""

    reason: str

    def __str__(self) -> str:
        """Return the reason."""
        return f"unsupported: {self.reason}"


Observed = (
    Number
    | SpansObserved
    | PairsObserved
    | RowsObserved
    | ValuesObserved
    | ErrorObserved
    | RefusalDue
    | AnswerDue
    | NothingObserved
    | UnsupportedObserved
)
"""What is right, or what came, where one thing was asked. `str` of any of them is what reports print."""


class Mismatch(ResultRecord, frozen=True):
    """One thing that was asked (a measure, `rows`, `spans.gold[0]`, `answer`), what is right, and what came.

    `note` says more of what came.
    """

    asked: str
    expected: Observed
    got: Observed
    note: str = ""

    @property
    def expected_text(self) -> str:
        """Return what is right, as reports print it."""
        return str(self.expected)

    @property
    def got_text(self) -> str:
        """Return what came, as reports print it, with the note."""
        return f"{self.got} ({self.note})" if self.note else str(self.got)

    def __str__(self) -> str:
        """Return all of it on one line."""
        return f"{self.asked}: expected {self.expected_text}, got {self.got_text}"


def in_short(mismatches: tuple[Mismatch, ...], reason: str) -> str:
    """Return on one line the first thing that differs, and how many more do; the reason where nothing does."""
    more = f" (and {len(mismatches) - 1} more)" if len(mismatches) > 1 else ""
    return f"{mismatches[0]}{more}" if mismatches else reason


class CauseKind(StrEnum):
    """What sort of thing a cause is."""

    CHOICE = "choice"
    """Another option of an axis: the implementation follows another dialect."""
    QUIRK = "quirk"
    """Behaviour of one library that no option can express."""
    MISTAKE = "mistake"
    """A common mistake of functions that people write."""
    KNOWN = "known"
    """A defect of a library that is known, described, and pinned on golden cases."""
    MEASURE = "measure"
    """Another measure: another number was asked for."""
    UNEXPLAINED = "unexplained"
    """Nothing is known that does it."""


class Cause(ResultRecord, frozen=True):
    """Why an answer differs, in words for people: what every page, terminal, JUnit, SARIF and annotation shows.

    `words` explain it, `impact` says what it concerns, `effect` what happens to a score. `versions` are those that have
    it, `link` leads to the report upstream, `whose` names the implementation, `step` the step of the path.
    """

    id: str
    kind: CauseKind
    title: str
    words: str = ""
    clause: str = ""
    versions: str = ""
    link: str = ""
    fixed_in: str = ""
    whose: str = ""
    step: str = ""
    impact: str = ""
    effect: str = ""
    what_to_do: str = ""


class ClauseRecord(ResultRecord, frozen=True):
    """A clause of the spec that a result speaks of; `place` is `file:line` below the project's folder.

    `text` is left out where no page shows more than the title.
    """

    id: str
    title: str
    place: str
    text: str = ""

    def __str__(self) -> str:
        """Return id and title, as the spec heads it."""
        return f"{self.id} {self.title}"


def clause_title(name: str, clauses: Mapping[str, object]) -> str:
    """Return a clause's id and title, or its id alone."""
    return str(clauses[name]) if name in clauses else name


class BadResult(NerconformError):
    """A file is not the result that it is taken for."""


_OLD = re.compile("nerconform-.*-1")  # formats of the preview, which later releases do not know


def encode(record: object) -> str:
    """Return JSON text: fields in the order of their type, one value a line, in ASCII."""
    return dumps(plain_data(record))


def plain_data(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    """Return lists, mappings, texts and numbers, as the JSON of a value has them."""
    return msgspec.to_builtins(value, order="deterministic" if isinstance(value, dict) else None)


def decode(text: str | bytes, type_: Any, place: str, again: str = "the command that made it") -> Any:  # noqa: ANN401
    """Return what JSON text holds, as a record of this type, or of one of these types (`Run | Searches`).

    Raises `BadResult` with `place`, the path inside the file, and what to do: run `again`.
    """
    hint = f"Write the file again with {again}."
    try:
        data = json.loads(text, object_hook=with_short_numbers)  # a lone surrogate, as in a file name, is text to it
    except UnicodeDecodeError as error:
        raise BadResult(f"the file is not UTF-8: {error.reason}", place=place, hint=hint) from None
    except TooLarge as error:
        raise BadResult(error.message, place=place, hint=error.hint) from None
    except ValueError as error:
        raise BadResult(f"the file is not valid JSON: {error}", place=place, hint=hint) from None
    except RecursionError:
        raise BadResult("the file has JSON that is nested too deeply", place=place, hint=hint) from None
    try:
        return msgspec.convert(data, type_, str_keys=True)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # a key with a lone surrogate
        found = re.fullmatch(r"(.*) - at `(\$.*)`", str(error), re.DOTALL)
        problem, where = found.groups() if found else (str(error), "$")
        if where == "$.format" and _OLD.fullmatch(str(data["format"])):
            message = f"the file was written by nerconform {data.get('tool', '0.1.0')}, and this release cannot read it"
            raise BadResult(message, place=place, hint=hint) from None
        message = f"this is not a result of nerconform: {where}: {problem[:1].lower()}{problem[1:]}"
        raise BadResult(message, place=place, hint=hint) from None


def schema_of(type_: Any) -> dict[str, Any]:  # noqa: ANN401 - a record type, or a union of them
    """Return the published JSON Schema of a record."""
    schema: dict[str, Any] = plain_data(msgspec.json.schema(type_))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
