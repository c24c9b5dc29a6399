"""Changes: what is tried as the explanation of a metric's answers, each a change of the declared dialect.

A change is another choice, another named dialect, a mistake that people make, a quirk of a library that the metric has
loaded, or such a library as a whole; several at once are a change, too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product

from nerconform.asking.arguments import OF_ARRAYS
from nerconform.asking.callables import CallableImplementation
from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Implementation, known_as
from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.candidates import options_tried
from nerconform.diagnosis.prediction import changed
from nerconform.libraries.all_quirks import quirks_of
from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Quirk
from nerconform.libraries.registry import declared_by
from nerconform.reference.dialect import AXES, Dialect, axis_of
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Rounding
from nerconform.reference.options import Align
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.signature import short_dialect
from nerconform.reference.words import CLAUSES, sentence
from nerconform.results.values import Cause, CauseKind
from nerconform.suite.case_runs import loaded, modes_inside
from nerconform.suite.mistake import ALIGNED, Mistake
from nerconform.suite.mutants import ACCEPTING, WRONG
from nerconform.suite.wrong_labels import labels_in_another_order
from nerconform.suite.wrong_matching import OtherAlignment
from nerconform.suite.wrong_parsing import PARSING
from nerconform.suite.wrong_scores import ROUNDED, SCORING

_ROUNDINGS = tuple(
    f"{digits}-{rule}-x{scale}"
    for scale, digits in ((1, 2), (1, 3), (1, 4), (100, 2), (1, 1), (100, 1), (100, 0))
    for rule in ("binary", "half-even", "half-up")
)
"""How people round, the way of Python's `round` first."""
_TYPES = ("PER", "LOC,ORG,PER", "LOC,MISC,ORG,PER")
"""Types that people list, as an option writes them."""
_LENIENT = frozenset({"bare", "outside", "unknown"})
"""The axes that say what is read of tags that no scheme has."""
_APART = (
    frozenset({"first-type-wins", "last-type-wins", "majority-type-wins"}),
    frozenset({"sides-swapped", "p-and-r-swapped"}),
    frozenset({"touching-overlaps", "overlap-of-inclusive-ends", "overlap-of-inclusive-ends-unless-equal"})
    | {one.name for one in WRONG if one.name.startswith("by-schema-if-")},
    frozenset(f"partial-{does}" for does in ("is-correct-in-precision", "is-correct-in-recall"))
    | {f"partial-credit-in-{one}-only" for one in ("precision", "recall")},
)
"""Mistakes of which nobody makes two: one takes the place of the other, or undoes it."""
_PAIRING = ("align", "scope", "attribution")
"""The axes of which prediction is compared with which gold entity."""
_PERCENT = 100
_SMALLEST = [["O"]]


@dataclass(frozen=True)
class DialectChange:
    """What is different from the declared dialect: choices, then mistakes, then quirks; or a library as a whole.

    `whole` returns the dialect and the quirks of a library in one mode. `declares` is the dialect that a metric with
    this change follows, if it is one. `weight` says how much is changed: of changes that explain alike the lightest is
    the explanation. One that says what the metric *is* (`is_identity`) explains nothing where it misses an answer.
    """

    causes: tuple[Cause, ...]
    choices: Mapping[str, str] = field(default_factory=dict)
    mistakes: tuple[Change, ...] = ()
    quirks: tuple[Quirk, ...] = ()
    whole: Callable[[Question], tuple[Dialect, Sequence[Quirk]] | None] | None = None
    declares: Dialect | None = None
    weight: int = 1
    is_identity: bool = False
    _kept: dict[Dialect, Pipeline | None] = field(default_factory=dict, compare=False, repr=False)

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of the causes."""
        return frozenset(cause.id for cause in self.causes)

    @property
    def line(self) -> str:
        """Return the setting to paste for a metric that is meant so, empty where no dialect says it."""
        return f'dialect = "{short_dialect(str(self.declares))}"' if self.declares else ""

    def is_rival_of(self, other: "DialectChange") -> bool:
        """Whether this is another option on the one axis that the other changes."""
        return self.ids != other.ids and len(self.choices) == 1 and self.choices.keys() == other.choices.keys()

    def with_more(self, other: "DialectChange") -> "DialectChange | None":
        """Return both changes at once, `None` where they exclude each other."""
        ids = self.ids | other.ids
        twice = self.choices.keys() & other.choices.keys() or any(len(ids & apart) > 1 for apart in _APART)
        pairs_twice = sum(isinstance(one, OtherAlignment) for one in (*self.mistakes, *other.mistakes)) > 1
        if self.ids & other.ids or twice or pairs_twice or (self.whole and other.whole):
            return None
        return DialectChange(
            (*self.causes, *other.causes),
            {**self.choices, **other.choices},
            (*self.mistakes, *other.mistakes),
            (*self.quirks, *other.quirks),
            self.whole or other.whole,
            None,
            self.weight + other.weight,
            self.is_identity or other.is_identity,
        )

    def unrounded(self) -> "DialectChange":
        """Return this change with exact numbers."""
        return replace(self, choices={**self.choices, "round": "exact"}, _kept={})

    def pipeline(self, dialect: Dialect, question: Question) -> Pipeline | None:
        """Return the changed path from tags to numbers, `None` where the change has no meaning in a dialect."""
        try:
            if self.whole is None and not self.quirks:
                if dialect not in self._kept:
                    self._kept[dialect] = self._mistaken(plain_pipeline(dialect.set(**self.choices)))
                return self._kept[dialect]
            quirks: Sequence[Quirk] = self.quirks
            if self.whole is not None:
                found = self.whole(question)
                if found is None:
                    return None
                dialect, quirks = found[0], [*found[1], *quirks]
            return self._mistaken(changed(dialect.set(**self.choices), quirks, question))
        except NerconformError:
            return None

    def _mistaken(self, pipeline: Pipeline) -> Pipeline:
        for mistake in sorted(self.mistakes, key=lambda one: not isinstance(one, OtherAlignment)):
            pipeline = mistake(pipeline)
        return pipeline


@lru_cache(maxsize=1024)
def plain_pipeline(dialect: Dialect) -> Pipeline:
    """Return the pipeline of a dialect, the same each time: changes of one step share all others."""
    return Pipeline.of(dialect)


def changes_tried(implementation: Implementation, dialects: Sequence[Dialect]) -> Iterator[DialectChange]:
    """Yield every change that is tried on the answers of a metric, which declares these dialects."""
    base = dialects[0]
    in_percent = isinstance(implementation, CallableImplementation) and implementation.is_in_percent
    yield from _named(base)
    yield from _choices(base, in_percent=in_percent)
    yield from _pairings(base)
    yield from _mistakes(implementation, base)
    yield from _of_rounded_numbers(base, in_percent=in_percent)
    yield from _of_libraries(implementation, base)


def _named(base: Dialect) -> Iterator[DialectChange]:
    """Yield every other named dialect, in whatever scheme the data are."""
    mine = short_dialect(str(base))
    for name, dialect in NAMED.items():
        choices = {
            axis.attribute: dialect.option(axis.name)
            for axis in AXES
            if axis.name != "scheme" and dialect.option(axis.name) != base.option(axis.name)
        }
        other = _other_dialect(base, choices)
        if other:
            title = f"It follows the dialect {name}, not {mine}"
            cause = Cause(f"dialect:{name}", CauseKind.CHOICE, title, clause="DIA-2")
            yield DialectChange((cause,), choices, declares=other, weight=2, is_identity=True)


def _choices(base: Dialect, *, in_percent: bool = False) -> Iterator[DialectChange]:
    """Yield every other choice on one axis; every scheme in which the tags may be read, too."""
    for axis in AXES:
        roundings = _ROUNDINGS if axis.name == "round" else ()
        for option in dict.fromkeys([*roundings, *options_tried(axis, _TYPES)]):
            choices = {axis.attribute: option}
            other = _other_dialect(base, choices)
            if other and option != base.option(axis.name):
                weight = 2 if axis.name == "scheme" else 1
                cause = _choice(base, axis.name, option, in_percent=in_percent)
                yield DialectChange((cause,), choices, declares=other, weight=weight)


def _pairings(base: Dialect) -> Iterator[DialectChange]:
    """Yield the ways to pair predictions with gold that differ in several choices: people write these as one loop."""
    if base.align is Align.NONE:
        return
    axes = [axis_of(name) for name in _PAIRING]
    seen = {str(one.declares) for one in _choices(base)}
    for options in product(*(options_tried(axis, _TYPES) for axis in axes)):
        chosen = {axis: option for axis, option in zip(axes, options, strict=True) if base.option(axis.name) != option}
        choices = {axis.attribute: option for axis, option in chosen.items()}
        other = _other_dialect(base, choices)
        if other and other.align is not Align.NONE and str(other) not in seen:
            seen.add(str(other))
            causes = tuple(_choice(other, axis.name, option, in_percent=False) for axis, option in chosen.items())
            yield DialectChange(causes, choices, declares=other, weight=len(choices))


def _choice(base: Dialect, axis: str, option: str, *, in_percent: bool) -> Cause:
    """Return a choice as a cause, in the words of its clause; a rounding in per cent speaks of what is returned."""
    said = option
    if in_percent and axis == "round" and option in _ROUNDINGS:
        rounding = Rounding.parse(option)
        said = str(rounding._replace(digits=max(0, rounding.digits - 2), scale=_PERCENT))
    words = sentence(base.set(**{axis.replace("-", "_"): said}), axis).rstrip(".")
    title = f"It reads the tags as {option}" if axis == "scheme" else words
    return Cause(f"{axis}:{option}", CauseKind.CHOICE, title, clause=CLAUSES.get(axis, "DIA-1"))


def _mistakes(implementation: Implementation, base: Dialect) -> Iterator[DialectChange]:
    """Yield the mistakes that people make in metrics of this form: those of an alignment only where there is one."""
    arrays = isinstance(implementation, CallableImplementation) and implementation.form in OF_ARRAYS
    for wrong in WRONG:
        if (arrays or not wrong.of_arrays) and (wrong.bases != ALIGNED or base.align is not Align.NONE):
            yield of_mistake(wrong)
    labels = implementation.arguments.id2label if isinstance(implementation, CallableImplementation) else None
    if arrays and labels:
        yield from map(of_mistake, labels_in_another_order(labels))


def of_mistake(wrong: Mistake) -> DialectChange:
    """Return a mistake as a change."""
    return DialectChange((_mistake(wrong),), mistakes=(wrong.change,))


def lenient_changes(base: Dialect) -> Iterator[DialectChange]:
    """Yield the changes that answer bad input: choices of what is read, and mistakes of reading."""
    yield from (one for one in _choices(base) if one.choices.keys() <= _LENIENT)
    yield from (of_mistake(wrong) for wrong in (*PARSING, *ACCEPTING) if not wrong.of_arrays)


def _mistake(wrong: Mistake) -> Cause:
    return Cause(wrong.name, CauseKind.MISTAKE, wrong.says.rstrip("."), clause="DIA-1")


def _of_rounded_numbers(base: Dialect, *, in_percent: bool) -> Iterator[DialectChange]:
    """Yield the mistake that shows only where numbers are rounded, with every way in which people round."""
    mistakes = [of_mistake(wrong) for wrong in SCORING if wrong.bases == ROUNDED]
    for choice in _choices(base, in_percent=in_percent):
        if choice.choices.keys() == {"round"} and choice.choices["round"] in _ROUNDINGS:
            yield from (both for wrong in mistakes if (both := choice.with_more(wrong)) is not None)


def _other_dialect(base: Dialect, choices: Mapping[str, str]) -> Dialect | None:
    """Return the dialect that these choices make of another, `None` where they make none or the same."""
    try:
        other = base.set(**choices)
    except NerconformError:
        return None
    return other if str(other) != str(base) else None


def _of_libraries(implementation: Implementation, base: Dialect) -> Iterator[DialectChange]:
    """Yield the quirks of the libraries that the metric may have inside, and each mode of them as a whole."""
    for library, version in loaded(implementation):
        quirks = quirks_of(library.name, version)
        own = implementation if isinstance(implementation, CallableImplementation) else None
        modes = [name for name, _ in modes_inside(own)] if own else [known_as(implementation)]
        modes = [name for name in modes if name.partition(":")[0] == library.name]
        for quirk in quirks:
            if any(quirk.belongs_to(name) for name in modes):
                title = f"{quirk.title} ({library.name})" if own else quirk.title
                cause = Cause(quirk.id, CauseKind.QUIRK, title, quirk.prose, quirk.clause, quirk.versions, quirk.link)
                yield DialectChange((cause,), quirks=(quirk,), weight=2)
        if isinstance(implementation, CallableImplementation):
            for mode in library.modes:
                yield from _whole(library, mode.name.replace("SCHEME", str(base.scheme)), quirks, str(base.scheme))


def _whole(library: Library, mode: str, quirks: Sequence[Quirk], scheme: str) -> Iterator[DialectChange]:
    """Yield a library in one mode, with everything that is known of it."""
    name = library.selector(mode)
    try:
        (asked,) = declared_by(name)
    except (NerconformError, ValueError):
        return
    mine = [quirk for quirk in quirks if quirk.belongs_to(name)]

    def whole(question: Question) -> tuple[Dialect, Sequence[Quirk]] | None:
        dialect = asked.dialect(question)
        return None if isinstance(dialect, Unsupported) else (dialect, mine)

    found = whole(Question(_SMALLEST, _SMALLEST, Form.TAGS, scheme))
    cause = Cause(f"library:{name}", CauseKind.CHOICE, f"It answers as {name} does", clause="DIA-2", whose=library.name)
    weight = 3 if name.partition(":")[2] in library.bare else 4
    yield DialectChange((cause,), whole=whole, declares=found[0] if found else None, weight=weight, is_identity=True)
