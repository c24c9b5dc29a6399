"""Quirks of seqeval: of default mode, of its reports, and of how strict mode reads a tag."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from nerconform.libraries.borders import OUTSIDE, Borders, Pairs, Tag, emitted_at_ends, has_letters_beside, letters_of
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step, unchanged
from nerconform.libraries.quirk_changes import (
    has_no_units,
    members,
    raises_at_tally,
    raises_without_units,
    raising,
    where,
)
from nerconform.reference.counting import Tally
from nerconform.reference.decoding import Side
from nerconform.reference.filtering import Spans
from nerconform.reference.options import Affix, Item, Pool, Unknown
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import LengthsDiffer, UnitsDiffer
from nerconform.reference.schemes import Mark, Scheme, roles_of
from nerconform.reference.scoring import Scores
from nerconform.reference.spans import Span
from nerconform.reference.units import Annotation, Unit

BASE = {"bare": "first-char", "outside": "by-prefix", "policy": "lenient", "duplicates": "set", "align": "none"}
"""The choices that both modes make."""
BASE_CHOICES = {**BASE, "empty": "nan"}
"""The choices that default mode makes, as far as its quirks need them."""
LENIENT = {**BASE_CHOICES, "unknown": "as-I"}
"""The same, with what becomes of letters that the scheme does not have."""


class _Table(NamedTuple):
    """A table of strict mode: the pairs that begin an entity, go on with it, and end it."""

    begins: Pairs
    goes_on: Pairs
    ends: Pairs


_IOB1 = _Table(
    begins=Pairs.read("O>I I>I! B>I BI>B="),
    goes_on=Pairs.read("BI>I="),
    ends=Pairs.read("IB>I! IB>O I>B B>B="),
)
_IOE1 = _Table(
    begins=Pairs.read("OE>I I>I! E>E="),
    goes_on=Pairs.read("I>IE="),
    ends=Pairs.read("I>I! I>O I>E! E>IE="),
)


def _by_table(table: _Table) -> Change:
    """Return the change to strict mode with a table: an entity that stops at a pair which does not end it is lost."""

    def change(pipeline: Pipeline) -> Pipeline:
        affix = pipeline.dialect.affix

        def decode(marks: Sequence[Mark], _side: Side) -> Spans:
            tags, spans = letters_of(marks, affix), list[Span]()
            start: int | None = None
            for position, pair in enumerate(pairwise([OUTSIDE, *tags, OUTSIDE])):
                if start is not None:
                    if table.goes_on.has(*pair):
                        continue
                    if table.ends.has(*pair):
                        spans.append(Span(tags[start].type, start, position))
                    start = None
                if table.begins.has(*pair):
                    start = position
            return tuple(spans)

        return replace(pipeline, decode=decode)

    return change


def _has(letter: str) -> Callable[[Given], bool]:
    """Return the predicate of data in which some tag has this letter."""

    def fires(given: Given) -> bool:
        at = 0 if given.dialect.affix is Affix.PREFIX else -1
        return any(tag[at] == letter for tag in given.tags() if tag)

    return fires


_SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES)
_TABLES = Borders(ends=Pairs.read("ES>* BI>BSO"), begins=Pairs.read("*>BS ESO>IE"))
_WITH_DOT = _TABLES._replace(silent=frozenset("O."))
by_tables = emitted_at_ends(_TABLES)
"""The change to the tables of default mode, which know four letters, whatever the scheme."""


class Typed(Mark):
    """The mark of a tag that a release splits otherwise; it has the type of O, too."""

    __slots__ = ()


def _tag(mark: Mark, affix: Affix) -> Tag:
    """Return letter and type by position, of O as of every other tag."""
    text = mark.text
    if isinstance(mark, Typed):
        return Tag(text[0] if affix is Affix.PREFIX else text[-1], mark.type)
    if affix is Affix.PREFIX:
        return Tag(text[0], text[1:].split("-", 1)[-1] or "_")
    return Tag(text[-1], text[:-1].rsplit("-", 1)[0] or "_")


def as_one(pipeline: Pipeline) -> Pipeline:
    """Return the path on which all units are one, with an O behind each; every tag has a type, O and `.` too.

    A chunk is returned at every end, from the last beginning before it, which may be that of another chunk.
    """
    parse, affix = pipeline.parse, pipeline.dialect.affix

    def decode(marks: Sequence[Mark], _side: Side) -> Spans:
        spans, begun, before = list[Span](), 0, Tag("O", "")
        for position, mark in enumerate((*marks, *parse(["O"]))):
            tag = _tag(mark, affix)
            if _WITH_DOT.ended(before, tag):
                spans.append(Span(before.type, begun, position))
            if _WITH_DOT.begun(before, tag):
                begun = position
            before = tag
        return tuple(spans)

    dialect = replace(pipeline.dialect, pool=Pool.FLAT)
    return replace(pipeline, dialect=dialect, parse=lambda tags: (*parse(tags), *parse(["O"])), decode=decode)


def _letters(given: Given) -> set[str]:
    """Return the letters of all tags."""
    prefix = given.dialect.affix is Affix.PREFIX
    return {tag[:1] if prefix else tag[-1:] for tag in given.tags()}


def _unknown(given: Given) -> set[str]:
    """Return the letters that the table or the scheme lacks: beside them a chunk may go on."""
    known = {*"BIES"} & {*roles_of(given.dialect.scheme)}
    return _letters(given) - known - {"O"}


def _dot_alone(given: Given) -> bool:
    """Whether a full stop is the only unknown letter."""
    return _unknown(given) == {"."}


def _goes_on(given: Given) -> bool:
    """Whether there is another unknown letter. In a scheme that is not of its own mode, a full stop is one, too."""
    is_other_quirk = given.dialect.scheme in _SCHEMES and _dot_alone(given)
    return bool(_unknown(given)) and not is_other_quirk


_AVERAGES = frozenset({"micro avg", "macro avg", "weighted avg"})


def has_no_span_units(given: Given) -> bool:
    """Whether there is no unit, and spans are compared."""
    return has_no_units(given) and given.dialect.item is Item.SPAN


_without_rows = raises_at_tally(lambda tally: not tally.by_type, "ValueError")


def _without_types(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a report without rows crashes; in default mode before lengths are looked at."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        try:
            return before(gold, pred)
        except (UnitsDiffer, LengthsDiffer):
            sides = ((Side.GOLD, gold), (Side.PRED, pred))
            units = [(side, Annotation(unit)) for side, units in sides for unit in members(units)]
            if pipeline.dialect.unknown is Unknown.REFUSE or any(pipeline.spans(unit, side) for side, unit in units):
                raise
            raise LibraryRaises("ValueError") from None

    return _without_rows(replace(pipeline, read=read))


@dataclass(frozen=True, slots=True)
class _Shown(Tally):
    """A tally as a report shows it, and the whole of it, which is scored."""

    whole: Tally | None = None


def overwritten(names: frozenset[str]) -> Change:
    """Return the change after which a row that has one of these names is not shown, and counts in all averages."""

    def change(pipeline: Pipeline) -> Pipeline:
        count, score = pipeline.count, pipeline.score

        def counted(units: Iterable[Outcomes]) -> Tally:
            tally = count(units)
            rows = {kind: row for kind, row in tally.by_type.items() if kind not in names}
            parts = {each.name: getattr(tally, each.name) for each in fields(Tally)}
            return _Shown(**parts | {"by_type": rows}, whole=tally)

        def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
            return score(tally.whole or tally if isinstance(tally, _Shown) else tally, beta)

        return replace(pipeline, count=counted, score=scored)

    return change


def _may_be_overwritten(given: Given) -> bool:
    """Whether a tag holds the name of an average, and the dictionary is asked."""
    return given.ask == "scores" and any(name in tag for tag in given.tags() for name in _AVERAGES)


LETTERS = frozenset("IOBESUL")
"""The letters that its table of prefixes has, whatever the scheme."""


def prefix_of(tag: str, affix: Affix) -> str:
    """Return the letter of a tag by its position; an empty tag has none."""
    return tag[:1] if affix is Affix.PREFIX else tag[-1:]


def _beside(mark: Mark, affix: Affix) -> str:
    """Return all of a tag but its letter."""
    return mark.text[1:] if affix is Affix.PREFIX else mark.text[:-1]


def _retyped(strip: bool) -> Change:  # noqa: FBT001 - which of the two quirks
    """Return the change to types without hyphens at their ends, or to all that stands beside the letter."""

    def change(pipeline: Pipeline) -> Pipeline:
        parse, affix, delimiter = pipeline.parse, pipeline.dialect.affix, pipeline.dialect.delimiter

        def read(mark: Mark) -> Mark:
            if mark.role == "O":
                return mark
            if strip:
                return mark._replace(type=mark.type.strip(delimiter) or "_")
            beside = _beside(mark, affix)
            kind = beside.removeprefix(delimiter) if affix is Affix.PREFIX else beside.removesuffix(delimiter)
            return mark._replace(type=kind or "_")

        return replace(pipeline, parse=lambda tags: tuple(read(mark) for mark in parse(tags)))

    return change


def _kinds(given: Given) -> set[str]:
    """Return what stands beside the letters of both sides' tags."""
    prefix = given.dialect.affix is Affix.PREFIX
    return {tag[1:] if prefix else tag[:-1] for tag in given.tags() if prefix_of(tag, given.dialect.affix) != "O"}


def _has_hyphen_at_an_end(given: Given) -> bool:
    """Whether a type begins or ends with a hyphen, or what else the delimiter is made of, as either mode reads it."""
    prefix, delimiter = given.dialect.affix is Affix.PREFIX, given.dialect.delimiter
    kinds = _kinds(given)
    split = [kind.split(delimiter, 1)[-1] if prefix else kind.rsplit(delimiter, 1)[0] for kind in kinds]
    whole = [kind.removeprefix(delimiter) if prefix else kind.removesuffix(delimiter) for kind in kinds]
    return any(kind != kind.strip(delimiter) for kind in (*split, *whole))


def _has_another_prefix(given: Given) -> bool:
    """Whether something stands between the letter and a delimiter."""
    delimiter, prefix = given.dialect.delimiter, given.dialect.affix is Affix.PREFIX
    beside = (kind for kind in _kinds(given) if delimiter in kind)
    return any(not (kind.startswith(delimiter) if prefix else kind.endswith(delimiter)) for kind in beside)


def first_crash(given: Given, scheme: Scheme, known: frozenset[str] = LETTERS) -> str:
    """Return the exception at the first unit that the library cannot read, gold first; nothing where it refuses it.

    The letters of a unit are looked up first, one after the other; an empty tag has none. A unit whose letters are
    known, and not all in the scheme, is refused.
    """
    affix, allowed = given.dialect.affix, {*roles_of(scheme), "O"}
    for side in (given.gold, given.pred):
        for unit in Given(side, (), given.dialect).tagged():
            letters = [prefix_of(tag, affix) for tag in unit]
            unread = next((letter for letter in letters if letter not in known), None)
            if unread is not None:
                return "KeyError" if unread else "IndexError"
            if not {*letters} <= allowed:
                return ""
    return ""


def _has_unknown_letter(given: Given) -> bool:
    """Whether a tag has a letter that the table of prefixes lacks."""
    return not {prefix_of(tag, given.dialect.affix) for tag in given.tags()} <= LETTERS


def _crashes(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a unit with an unknown letter crashes."""
    parse, affix = pipeline.parse, pipeline.dialect.affix

    def read(tags: Sequence[str]) -> tuple[Mark, ...]:
        if not {prefix_of(tag, affix) for tag in tags} <= LETTERS:
            raise LibraryRaises("KeyError")
        return parse(tags)

    return replace(pipeline, parse=read)


def _crashes_first(given: Given) -> bool:
    return first_crash(given, given.dialect.scheme) == "KeyError"


_KNOWN: Mapping[Scheme, frozenset[str]] = {
    Scheme.IOB2: frozenset({"IOB", "IB", "BO", "B"}),
    Scheme.IOE2: frozenset({"IOE", "IE", "EO", "E"}),
    Scheme.BIOES: frozenset({"IOBES", "IBES", "IOBE", "OBES", "IBE", "BES", "OBE", "BE", "S"}),
    Scheme.BILOU: frozenset({"IOBLU", "IBLU", "IOBL", "OBLU", "IBL", "BLU", "OBL", "BL", "U"}),
}
"""The sets of letters that it knows, and the scheme for which it takes each."""
_SETS = {frozenset(letters): scheme for scheme, sets in _KNOWN.items() for letters in sets}


def guessed(given: Given) -> Scheme | None:
    """Return the scheme that the library guesses, `None` where it refuses."""
    gold = Given(given.gold, (), given.dialect).tags()
    letters = frozenset(prefix_of(tag, given.dialect.affix) for tag in gold)
    return _SETS.get(letters) if letters <= LETTERS else None


def _refuses(given: Given) -> bool:
    return guessed(given) is None


def _mistakes(given: Given) -> bool:
    return guessed(given) not in {None, given.dialect.scheme}


def _of(scheme: Scheme) -> Change:
    """Return the change to the path of another scheme."""

    def change(pipeline: Pipeline) -> Pipeline:
        return Pipeline.of(replace(pipeline.dialect, scheme=scheme, policy=POLICIES["discard"]))

    return change


def _other_scheme(given: Given) -> Change:
    scheme = guessed(given)
    return unchanged if scheme is None else _of(scheme)


def guess_crashes(given: Given, known: frozenset[str] = LETTERS) -> str:
    """Return the exception at the first tag that cannot be read, gold first; nothing where a tag is refused."""
    gold = (tag for unit in Given(given.gold, (), given.dialect).tagged() for tag in unit)
    unread = next((tag for tag in gold if prefix_of(tag, given.dialect.affix) not in known), None)
    if unread is not None:
        return "" if unread else "IndexError"
    scheme = guessed(given)
    return "" if scheme is None else first_crash(given, scheme, known)


def _crashes_guess(given: Given) -> bool:
    return guess_crashes(given) == "KeyError"


def _crashes_at_empty(given: Given) -> bool:
    return guess_crashes(given) == "IndexError"


def raising_where(fires: Callable[[Given], bool], error: str) -> Callable[[Given], Change]:
    """Return the change of a whole input in which no tag is read, if this holds of it."""
    return where(fires, raising(Step.PARSE, error))


_quirk = partial(Quirk, base=BASE_CHOICES, schemes=tuple(Scheme))
_of_any_tag = partial(Quirk, base=BASE, schemes=(*_KNOWN, Scheme.IOB1, Scheme.IOE1))
_of_guess = partial(Quirk, base={**BASE, "policy": "discard"}, schemes=tuple(_KNOWN))
QUIRKS = (
    _quirk("seqeval.unknown-letters", Step.DECODE, has_letters_beside("BIES"), by_tables, base=LENIENT),
    _quirk("seqeval.dot-is-outside", Step.DECODE, _dot_alone, as_one, base=LENIENT, schemes=_SCHEMES),
    _quirk("seqeval.strict-iob1", Step.DECODE, _has("B"), _by_table(_IOB1), schemes=(Scheme.IOB1,)),
    _quirk("seqeval.strict-ioe1", Step.DECODE, _has("E"), _by_table(_IOE1), schemes=(Scheme.IOE1,)),
    _quirk("seqeval.chunk-over-units", Step.DECODE, _goes_on, as_one, base=LENIENT),
    _quirk("seqeval.no-units-refused", Step.PARSE, has_no_span_units, raises_without_units("TypeError")),
    _quirk("seqeval.text-report-without-entities", Step.COUNT, lambda given: given.ask == "report", _without_types),
    _quirk("seqeval.row-overwritten-by-an-average", Step.COUNT, _may_be_overwritten, overwritten(_AVERAGES)),
    _of_any_tag(
        "seqeval.unknown-letter-crashes",
        Step.PARSE,
        _has_unknown_letter,
        _crashes,
        reads=raising_where(_crashes_first, "KeyError"),
    ),
    _of_any_tag("seqeval.type-is-all-beside-the-letter", Step.PARSE, _has_another_prefix, _retyped(strip=False)),
    _of_any_tag("seqeval.hyphens-stripped-from-types", Step.PARSE, _has_hyphen_at_an_end, _retyped(strip=True)),
    _of_guess(
        "seqeval.guess-knows-few-letter-sets",
        Step.PARSE,
        _refuses,
        raising(Step.PARSE, "ValueError"),
        reads=raising_where(_refuses, "ValueError"),
    ),
    _of_guess("seqeval.guess-takes-another-scheme", Step.PARSE, _mistakes, _of(Scheme.IOB2), reads=_other_scheme),
    _of_guess(
        "seqeval.guess-crashes-on-unknown-letter",
        Step.PARSE,
        _crashes_guess,
        raising(Step.PARSE, "KeyError"),
        reads=raising_where(_crashes_guess, "KeyError"),
    ),
    _of_guess(
        "seqeval.guess-crashes-on-empty-tag",
        Step.PARSE,
        lambda given: "" in given.tags(),
        raising(Step.PARSE, "IndexError"),
        reads=raising_where(_crashes_at_empty, "IndexError"),
    ),
)
