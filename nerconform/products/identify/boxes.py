"""Black boxes: scorers and decoders, asked in one way and answered in one form."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple, Protocol

from nerconform.asking.arguments import WrongArity
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.messages import OutOfTime
from nerconform.asking.observation import Answer, Refusal, Unsupported, Value
from nerconform.asking.outputs import UnreadableResult
from nerconform.asking.protocol import Implementation, ask, at_most, names_of, quietly, text_of
from nerconform.asking.question import Form, Part, Question
from nerconform.diagnosis.shrinking import BothSides, Item
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.filtering import Spans
from nerconform.reference.measures import AVERAGES, Measure
from nerconform.reference.outcomes import FOUR
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span, canonical
from nerconform.suite.agreement import show

Probe = BothSides
"""Both sides of some units; a decoder is asked the units of `pred`, and `gold` is empty."""


def probe_of(units: Iterable[tuple[Sequence[Item], Sequence[Item]]], form: Form = Form.TAGS) -> Probe:
    """Return the probe of pairs of gold and prediction."""
    pairs = [(tuple(gold), tuple(pred)) for gold, pred in units]
    return Probe(tuple(gold for gold, _ in pairs), tuple(pred for _, pred in pairs), form)


def decoding(tags: Sequence[str]) -> Probe:
    """Return the probe that asks a decoder one unit."""
    return Probe((), (tuple(tags),))


class NamedNumbers(NamedTuple):
    """Numbers under the names that the black box gives them: `f1`, or a whole measure such as `strict.micro.f1`."""

    values: Mapping[str, Value]


class DecodedSpans(NamedTuple):
    """The spans of each unit, in canonical order."""

    spans: tuple[Spans, ...]


Outcome = NamedNumbers | DecodedSpans | Refusal | Unsupported
"""An answer; any exception, which is a refusal if the question was a bad one; or why the question is not taken."""


def same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are one: numbers to twelve digits, refusals by their type."""
    if isinstance(one, Refusal) and isinstance(other, Refusal):
        return one.error == other.error
    if isinstance(one, NamedNumbers) and isinstance(other, NamedNumbers):
        left, right = ({key: show(value) for key, value in each.values.items()} for each in (one, other))
        return left == right
    return one == other


Bounds = tuple[str, int, int]
_NAMES = ("type", "label", "tag", "entity", "entity_type", "entity_group")
_HINT = (
    "For one sentence return a list of spans (type, start, end): [('PER', 0, 2)]. "
    "For several sentences return a list of such lists."
)


def read_unit(result: object) -> tuple[Bounds, ...]:
    """Return type, start and end of each span of one unit, as written. Raises `UnreadableResult`."""
    if isinstance(result, str | bytes | Mapping) or not isinstance(result, Iterable):
        raise UnreadableResult(
            f"the decoder returned the {type(result).__name__} {result!r:.100}, not a list of spans", hint=_HINT
        )
    return tuple(_bounds(item) for item in result)


def read_units(result: object) -> tuple[tuple[Bounds, ...], ...]:
    """Return the same of a list of units. Raises `UnreadableResult`."""
    if isinstance(result, str | bytes | Mapping) or not isinstance(result, Sequence):
        raise UnreadableResult(
            f"the decoder returned the {type(result).__name__} {result!r:.100}, not a list of spans", hint=_HINT
        )
    return tuple(map(read_unit, result))


def spans_of(bounds: Iterable[Bounds], *, inclusive: bool) -> tuple[Span, ...] | None:
    """Return the spans in canonical order, `None` where one would be empty, reversed or negative."""
    spans = [Span(kind, start, end + inclusive) for kind, start, end in bounds]
    if not all(0 <= span.start < span.end for span in spans):
        return None
    return tuple(sorted(spans, key=canonical))


def _bounds(item: object) -> Bounds:
    """Return type, start and end of one span: by their names, or one string and two integers in a row."""
    if not isinstance(item, tuple | list):
        get = _getter(item)
        found: list[Any] = [next((get(name) for name in _NAMES if isinstance(get(name), str)), None)]
        found += [get("start"), get("end")]
    else:
        found = list(_flat(item))
    kinds = [part for part in found if isinstance(part, str)]
    places = [int(part) for part in found if _is_index(part)]
    if len(kinds) < 1 or len(places) < 2:  # noqa: PLR2004 - start and end
        raise UnreadableResult(
            f"the decoder returned the span {item!r:.100}; a span needs a type, a start and an end",
            hint=_HINT,
        )
    return kinds[0], places[0], places[1]


def _getter(item: object) -> Callable[[str], Any]:
    """Return how to look up what is called by a name."""
    return item.get if isinstance(item, Mapping) else lambda name: getattr(item, name, None)


def _flat(item: Sequence[Any]) -> Iterable[Any]:
    for part in item:
        if isinstance(part, tuple | list):
            yield from _flat(part)
        else:
            yield part


def _is_index(part: object) -> bool:
    return hasattr(part, "__index__") and not isinstance(part, bool)


_RATIOS = ("precision", "recall", "f1")


class Box(Protocol):
    """What can be asked, and nothing else is known about it."""

    @property
    def name(self) -> str:
        """What the user called it."""

    @property
    def version(self) -> str:
        """Library and version, where there is one."""

    def ask(self, probe: Probe) -> Outcome:
        """Return what it makes of a probe; its exceptions are refusals."""


class ScorerFunction:
    """A function that returns F1, or precision, recall and F1, called as `check` calls it, in a child or here."""

    def __init__(self, version: str, implementation: CallableImplementation) -> None:
        """Ask this function."""
        self.name, self.version, self.implementation = implementation.name, version, implementation
        self._readable = False

    def held_to(self, dialect: Dialect) -> CallableImplementation:
        """Return the function as `check` has it, held to a dialect."""
        known = self.implementation
        held = CallableImplementation(known.name, known.caller, dialect, known.calling)
        held.time_limit = known.time_limit
        return held

    def ask(self, probe: Probe) -> Outcome:
        """Call it.

        Raises `UnreadableResult` or `OutOfTime` if nothing it has returned yet could be read, and `WrongArity`.
        """
        gold, pred = probe.lists()
        try:
            with quietly():
                taken = self.implementation.dialect(Question(gold, pred, probe.form, str(self._scheme)))
                values = taken if isinstance(taken, Unsupported) else self.implementation.ratios(gold, pred)
        except (KeyboardInterrupt, WrongArity):
            raise
        except UnreadableResult as error:
            return self._unreadable(error)
        except BaseException as error:
            if isinstance(error, OutOfTime) and not self._readable:
                raise
            return Refusal(names_of(error)[0], text_of(error))  # whatever else it raises is its answer
        if isinstance(values, Unsupported):
            return values
        if not values:
            return self._unreadable(UnreadableResult("the result has no precision, recall or F1", hint=_NO_RATIO))
        self._readable = True
        return NamedNumbers(values)

    @property
    def _scheme(self) -> Scheme:
        return self.implementation.base.scheme

    def _unreadable(self, error: UnreadableResult) -> Refusal:
        if not self._readable:
            raise error.at(self.name) from None
        return Refusal("UnreadableResult", error.message)


_NO_RATIO = "Name the key of F1: --result f1=eval_f1."


class DecoderFunction:
    """A function of the tags of one unit, or of a list of units, that returns spans.

    It is called in this process: the messages of a child carry numbers, not spans.
    """

    def __init__(
        self, name: str, version: str, function: Callable[[Any], object], time_limit: float | None = None
    ) -> None:
        """Call this function; which of the two it takes is found out, and whether its ends are inclusive.

        `time_limit` is the seconds for one unit.
        """
        self.name, self.version, self.function, self.time_limit = name, version, function, time_limit
        self.takes_units: bool | None = None
        self.inclusive: bool | None = None

    def ask(self, probe: Probe) -> Outcome:
        """Decode every unit.

        Raises `UnreadableResult` or `OutOfTime` if nothing it has returned yet could be read.
        """
        spans = []
        for unit in probe.pred:
            found = self._bounds(unit)
            if isinstance(found, Refusal):
                return found
            read = spans_of(found, inclusive=self.inclusive or False)
            if read is None and self.inclusive is None:
                self.inclusive, read = True, spans_of(found, inclusive=True)
            if read is None:
                return Refusal("InvalidSpan", f"it returned the spans {found!r:.100}")
            spans.append(read)
        return DecodedSpans(tuple(spans))

    def _bounds(self, tags: Sequence[Any]) -> tuple[Bounds, ...] | Refusal:
        """Return what it makes of one unit, in the way of calling that has worked, or else in the first that does."""
        ways = (False, True) if self.takes_units is None else (self.takes_units,)
        refused: list[Refusal] = []
        unreadable: list[UnreadableResult] = []
        for takes_units in ways:
            try:
                with quietly(), at_most(self.time_limit):
                    result = self.function([list(tags)] if takes_units else list(tags))
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # noqa: BLE001 - whatever else it raises is its answer
                if isinstance(error, OutOfTime) and self.takes_units is None:
                    raise error.at(self.name) from None
                refused.append(Refusal(type(error).__name__, text_of(error)))
                continue
            try:
                found = read_units(result)[0] if takes_units else read_unit(result)
            except (UnreadableResult, IndexError) as error:
                unreadable.append(
                    error
                    if isinstance(error, UnreadableResult)
                    else UnreadableResult("the decoder returned an empty list for one sentence")
                )
                continue
            if takes_units or found:  # nothing at all says nothing about the way of calling
                self.takes_units = takes_units
            return found
        if refused and (self.takes_units is not None or not unreadable):
            return refused[0]
        if self.takes_units is not None:
            return Refusal("UnreadableResult", unreadable[0].message)
        raise unreadable[0].at(self.name) from None


class ImplementationScorer:
    """An implementation of the protocol: every ratio that it declares, of all averages and types."""

    def __init__(self, implementation: Implementation, scheme: Scheme) -> None:
        """Ask about data in this scheme."""
        self.implementation, self.scheme = implementation, scheme
        self.name, self.version = implementation.name, implementation.version

    def takes(self, form: Form) -> bool:
        """Whether it takes data in this form."""
        return not self.reason(form)

    def reason(self, form: Form) -> str:
        """Return why it does not take data in this form; nothing where it does."""
        dialect = self.implementation.dialect(self._smallest(form))
        return dialect.reason if isinstance(dialect, Unsupported) else ""

    def answers(self) -> bool:
        """Whether it declares a ratio for tags."""
        question = self._smallest(Form.TAGS)
        return self.takes(Form.TAGS) and any(self.implementation.answers(one, question) for one in _averaged())

    def _smallest(self, form: Form) -> Question:
        spans = [Span("PER", 0, 1)]
        sides: Any = [encode_spans(spans, 2, self.scheme)] if form is Form.TAGS else [spans]
        return Question(sides, sides, form, str(self.scheme))

    def ask(self, probe: Probe) -> Outcome:
        """Ask for every measure that it declares for this probe."""
        gold, pred = probe.lists()
        question = Question(gold, pred, probe.form, str(self.scheme))
        asked = frozenset(one for one in _measures(probe) if self.implementation.answers(one, question))
        if not asked:
            dialect = self.implementation.dialect(question)
            return Unsupported(
                dialect.reason if isinstance(dialect, Unsupported) else "it declares no precision, recall or F1"
            )
        found = ask(self.implementation, Question(gold, pred, probe.form, str(self.scheme), measures=asked))
        if isinstance(found, Answer):
            return NamedNumbers({str(one): found.values[one] for one in sorted(asked) if one in found.values})
        return found if isinstance(found, Unsupported) else Refusal(found.error, found.message)


class ImplementationDecoder:
    """The decoder inside an implementation that shows its spans.

    Every question has a first unit that is legal and shows all prefixes of the scheme, and a gold side, because some
    guess the scheme from these.
    """

    def __init__(self, implementation: Implementation, scheme: Scheme) -> None:
        """Ask about tags in this scheme."""
        self.implementation, self.scheme = implementation, scheme
        self.name, self.version = implementation.name, implementation.version
        spans = [Span("PER", 0, 3), Span("PER", 3, 4), Span("LOC", 5, 6)]
        self._first = encode_spans(spans, 6, scheme)

    def shows(self) -> bool:
        """Whether it shows the spans of tags."""
        question = self._question([])
        taken = not isinstance(self.implementation.dialect(question), Unsupported)
        return taken and self.implementation.holds(Part.SPANS, question)

    def ask(self, probe: Probe) -> Outcome:
        """Decode every unit as a prediction."""
        question = self._question([list(unit) for unit in probe.pred])
        found = ask(self.implementation, deepcopy(question))
        if isinstance(found, Answer):
            if found.spans is None:
                return Unsupported("it shows no spans")
            units = found.spans[Side.PRED][1:]
            return DecodedSpans(tuple(tuple(sorted((Span(*one) for one in unit), key=canonical)) for unit in units))
        return found if isinstance(found, Unsupported) else Refusal(found.error, found.message)

    def _question(self, units: list[list[Any]]) -> Question:
        gold = [self._first, *(["O"] * len(unit) for unit in units)]
        return Question(gold, [self._first, *units], Form.TAGS, str(self.scheme), parts=frozenset({Part.SPANS}))


def _averaged() -> list[Measure]:
    """Return every ratio of an average."""
    return [Measure(schema, scope, ratio) for schema in FOUR for scope in AVERAGES for ratio in _RATIOS]


def _measures(probe: Probe) -> list[Measure]:
    """Return every ratio that an evaluation of the probe could have."""
    items = {item for side in (probe.gold, probe.pred) for unit in side for item in unit}
    kinds = {item.type if isinstance(item, Span) else item[2:] for item in items} - {""}
    of_type = (Measure.of_type(schema, kind, ratio) for schema in FOUR for kind in sorted(kinds) for ratio in _RATIOS)
    return [*_averaged(), *of_type]
