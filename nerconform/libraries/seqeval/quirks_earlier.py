"""Quirks of earlier releases of seqeval: its decoders, its averages and its reports."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Step
from nerconform.libraries.quirk_changes import of_tags, raising, unchanged
from nerconform.libraries.seqeval.quirks_default import READING as SEQEVAL
from nerconform.libraries.seqeval.quirks_default import UNKNOWN_LETTERS, Typed, as_one
from nerconform.libraries.seqeval.quirks_strict import LETTERS, first_crash, guess_crashes
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Zero
from nerconform.reference.options import Affix, Item
from nerconform.reference.outcomes import Outcomes, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.refusals import MalformedTag
from nerconform.reference.schemes import Mark, Scheme, roles_of
from nerconform.reference.scoring import Score, Scores, scorer
from nerconform.reference.tags import parser
from nerconform.reference.units import Unit

READING: Mapping[str, str] = MappingProxyType({**SEQEVAL, "labels_avg": "gold"})
"""The dialect of default mode before 1.2.0."""
SCHEMES = (Scheme.IO, Scheme.IOB1, Scheme.IOB2, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES)
_WITHOUT_TYPE = frozenset({"B-", "I-"})
_LETTERS = frozenset("BIES")
_WITHOUT_BILOU = LETTERS - {*"LU"}
_TYPES_OF_O = frozenset("O_")
"""The type of O by either way to split: beside it, a tag of the same type may not end."""
_LOOSE = Dialect().set(bare="first-char", unknown="as-I")


def _last_piece(tag: str, dialect: Dialect) -> str:
    return tag.split("-")[-1 if dialect.affix is Affix.PREFIX else 0]


def by_last_hyphen(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the type is what stands behind the last hyphen, or all of a tag that has none."""
    before, dialect = pipeline.parse, pipeline.dialect

    def mark_of(tag: str) -> Mark:
        return Typed(before([tag])[0].role, _last_piece(tag, dialect), tag)

    return replace(pipeline, parse=lambda tags: tuple(map(mark_of, tags)))


def _splits_otherwise(given: Given) -> bool:
    if given.dialect.item is Item.TOKEN:
        return False
    found = types(given, given.tags())
    return any(kind in _TYPES_OF_O or kind != _last_piece(tag, given.dialect) for tag, kind in found)


def types(given: Given, tags: Iterable[str]) -> set[tuple[str, str]]:
    """Return the type of each tag but O, as the first character and the first hyphen split it."""
    parse = parser(replace(given.dialect, bare=_LOOSE.bare, unknown=_LOOSE.unknown))
    return {(tag, parse([tag])[0].type) for tag in tags if tag and tag != "O"}


def side_of(given: Given) -> int:
    """Return on which side of a tag the letter stands."""
    return 0 if given.dialect.affix is Affix.PREFIX else -1


def _read(tag: object, _: Dialect) -> Mark | None:
    """Return the mark of a letter, a hyphen and nothing."""
    return Mark(tag[0], "", tag) if isinstance(tag, str) and tag in _WITHOUT_TYPE else None


def _needs_a_hyphen(tag: str) -> bool:
    """Whether a tag is neither a letter alone nor a letter with a hyphen behind it; O is looked at elsewhere."""
    return tag[:1] in _LETTERS and tag not in _LETTERS and tag[1:2] != "-"


def _refuses_without_hyphen(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a letter has to be followed by a hyphen, or by nothing."""
    before = pipeline.parse

    def mark_of(tag: str) -> Mark:
        if _needs_a_hyphen(tag):
            raise MalformedTag(f"no hyphen behind the letter: {tag!r}")
        return before([tag])[0]

    return replace(pipeline, parse=lambda tags: tuple(map(mark_of, tags)))


def _is_of_another(tag: str, dialect: Dialect) -> bool:
    """Whether a tag has a letter that is one of the four, but none of its scheme."""
    letter = tag[0 if dialect.affix is Affix.PREFIX else -1] if tag else ""
    return letter in _LETTERS and letter not in roles_of(dialect.scheme)


def _letters_of_all(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the four letters are read by one table, whatever the scheme."""
    before, dialect = pipeline.parse, pipeline.dialect
    loose = parser(replace(dialect, bare=_LOOSE.bare, unknown=_LOOSE.unknown))

    def mark_of(tag: str) -> Mark:
        return loose([tag])[0] if _is_of_another(tag, dialect) else before([tag])[0]

    return UNKNOWN_LETTERS.change(replace(pipeline, parse=lambda tags: tuple(map(mark_of, tags))))


def _looks_up(given: Given) -> Change:
    """Return the change to a library whose table lacks L and U: each tag is looked up, then refused, in their order."""
    gold, pred = (
        [[tag] for unit in Given(side, (), given.dialect).tagged() for tag in unit] for side in (given.gold, given.pred)
    )
    error = first_crash(given._replace(gold=gold, pred=pred), given.dialect.scheme, _WITHOUT_BILOU)
    return raising(Step.PARSE, error) if error == "KeyError" else unchanged


def _is_defined(given: Given) -> bool:
    """Whether gold and prediction have the same types, at least one: then every ratio has a denominator."""
    sides = (given._replace(pred=[]), given._replace(gold=[]))
    gold, pred = ({kind for _, kind in types(given, side.tags())} for side in sides)
    return bool(gold) and gold == pred


def _has_gold(given: Given) -> bool:
    """Whether some gold tag is surely in a span: beside a letter that is none of the five a chunk may be lost."""
    letters = {tag[side_of(given)] for tag in given._replace(pred=()).tags() if tag}
    return bool(letters - {"O"}) and letters <= {*"BIESO"}


def _refuses_nothing(pipeline: Pipeline) -> Pipeline:
    """Return the path on which no units are refused."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        if not gold and not pred:
            raise LibraryRaises("ValueError")
        return before(gold, pred)

    return replace(pipeline, read=read)


def _rows_of_gold(pipeline: Pipeline) -> Pipeline:
    """Return the path on which a type that no gold span has gets no row."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        return replace(tally, by_type={kind: row for kind, row in tally.by_type.items() if kind in tally.gold_types})

    return replace(pipeline, count=counted)


def _crashes_without_gold(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the weighted average over no gold span crashes."""
    count = pipeline.count

    def counted(units: Iterable[Outcomes]) -> Tally:
        tally = count(units)
        if not tally.gold_types:
            raise LibraryRaises("ZeroDivisionError")
        return tally

    return replace(pipeline, count=counted)


def _macro_is_weighted(pipeline: Pipeline) -> Pipeline:
    """Return the path on which the macro average is the weighted one."""
    score = pipeline.score

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        found = score(tally, beta)
        return {
            schema: Scores({**scores.averages, "macro": scores.averages["weighted"]}, scores.by_type)
            if tally.gold_types
            else scores
            for schema, scores in found.items()
        }

    return replace(pipeline, score=scored)


def _accuracy_of_spans(pipeline: Pipeline) -> Pipeline:
    """Return the path on which accuracy is the recall of spans."""
    if pipeline.dialect.item is not Item.TOKEN:
        return pipeline
    read = Pipeline.of(NAMED["seqeval"].set(scheme=pipeline.dialect.scheme))
    spans = _crashes_without_gold(as_one(by_last_hyphen(read)))
    score = spans.score

    def scored(tally: Tally, beta: Fraction) -> Mapping[Schema, Scores]:
        found = {}
        for schema, scores in score(tally, beta).items():
            recall = scores.averages["micro"].recall
            found[schema] = Scores({**scores.averages, "micro": Score(recall, recall, recall)}, scores.by_type)
        return found

    return replace(spans, score=scored)


def _zero_is_zero(pipeline: Pipeline) -> Pipeline:
    """Return the path on which what is undefined is 0, whatever was asked for."""
    return replace(pipeline, score=scorer(replace(pipeline.dialect, zero=Zero())))


QUIRKS = (
    Quirk(
        id="seqeval.type-behind-the-last-hyphen",
        step=Step.PARSE,
        base=READING,
        schemes=SCHEMES,
        fires=_splits_otherwise,
        change=by_last_hyphen,
    ),
    Quirk(
        id="seqeval.empty-type-accepted",
        step=Step.PARSE,
        base=MappingProxyType({**READING, "bare": "refuse", "outside": "whole"}),
        schemes=SCHEMES[:3],
        fires=lambda given: bool(given.tags() & _WITHOUT_TYPE),
        change=of_tags(_read),
    ),
    Quirk(
        id="seqeval.letter-needs-a-hyphen",
        step=Step.PARSE,
        base=MappingProxyType({**READING, "outside": "whole"}),
        schemes=SCHEMES,
        fires=lambda given: any(_needs_a_hyphen(tag) for tag in given.tags()),
        change=_refuses_without_hyphen,
    ),
    Quirk(
        id="seqeval.letters-of-every-scheme",
        step=Step.PARSE,
        base=MappingProxyType({**READING, "outside": "whole"}),
        schemes=SCHEMES,
        fires=lambda given: any(_is_of_another(tag, given.dialect) for tag in given.tags()),
        change=_letters_of_all,
    ),
    Quirk(
        id="seqeval.letters-of-bilou-crash",
        step=Step.PARSE,
        base=MappingProxyType({**READING, "policy": "discard", "labels_avg": "union"}),
        schemes=SCHEMES[1:],
        fires=lambda given: any(tag and tag[side_of(given)] in "LU" for tag in given.tags()),
        change=unchanged,
        reads=_looks_up,
    ),
    Quirk(
        id="seqeval.guess-crashes-on-letters-of-bilou",
        step=Step.PARSE,
        base=MappingProxyType({**READING, "policy": "discard", "labels_avg": "union"}),
        schemes=(Scheme.IOB2, Scheme.IOE2, Scheme.BIOES),
        fires=lambda given: guess_crashes(given, _WITHOUT_BILOU) == "KeyError",
        change=unchanged,
        reads=lambda given: raising(Step.PARSE, "KeyError") if guess_crashes(given, _WITHOUT_BILOU) else unchanged,
    ),
    Quirk(
        id="seqeval.rows-of-gold-types-alone",
        step=Step.COUNT,
        base=READING,
        schemes=SCHEMES,
        fires=lambda given: bool(given.tags() - {"O"}),
        change=_rows_of_gold,
    ),
    Quirk(
        id="seqeval.report-without-gold-crashes",
        step=Step.COUNT,
        base=READING,
        schemes=SCHEMES,
        fires=lambda given: given.dialect.item is Item.SPAN and not _has_gold(given),
        change=_crashes_without_gold,
    ),
    Quirk(
        id="seqeval.macro-row-is-weighted",
        step=Step.SCORE,
        base=READING,
        schemes=SCHEMES,
        fires=lambda given: bool(given.tags() - {"O"}),
        change=_macro_is_weighted,
    ),
    Quirk(
        id="seqeval.accuracy-of-entities",
        step=Step.DECODE,
        base=MappingProxyType({**READING, "item": "token"}),
        schemes=SCHEMES,
        fires=lambda given: given.dialect.item is Item.TOKEN and bool(given.gold),
        change=_accuracy_of_spans,
    ),
    Quirk(
        id="seqeval.no-units-inconsistent",
        step=Step.PARSE,
        base=MappingProxyType({**READING, "policy": "discard", "labels_avg": "union"}),
        schemes=(*SCHEMES[1:], Scheme.BILOU),
        fires=lambda given: not given.gold and not given.pred and given.dialect.item is Item.SPAN,
        change=_refuses_nothing,
    ),
    Quirk(
        id="seqeval.zero-division-ignored",
        step=Step.SCORE,
        base=MappingProxyType({**READING, "zero": "1"}),
        schemes=SCHEMES,
        fires=lambda given: given.dialect.zero != Zero() and not _is_defined(given),
        change=_zero_is_zero,
    ),
)
