"""Quirks of earlier releases of seqeval: its decoders, its averages and its reports."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import (
    first_then,
    has_entities,
    of_scores,
    of_tags,
    of_tally,
    raises_at_tally,
    raises_without_units,
)
from nerconform.libraries.seqeval.quirks import BASE_CHOICES as SEQEVAL
from nerconform.libraries.seqeval.quirks import (
    LETTERS,
    Typed,
    as_one,
    by_tables,
    first_crash,
    guess_crashes,
    has_no_span_units,
    raising_where,
)
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Zero
from nerconform.reference.options import Affix, Item
from nerconform.reference.outcomes import Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import MalformedTag
from nerconform.reference.schemes import Mark, Scheme, roles_of
from nerconform.reference.scoring import Score, Scores, scorer
from nerconform.reference.tags import parser

BASE_CHOICES = {**SEQEVAL, "labels_avg": "gold"}
"""The dialect of default mode before 1.2.0."""
_WHOLE = {**BASE_CHOICES, "outside": "whole"}
_STRICT = {**SEQEVAL, "policy": "discard", "labels_avg": "union"}
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


def _read_with_hyphen(tag: str, _: Dialect) -> None:
    """Refuse a letter that is followed neither by a hyphen nor by nothing."""
    if _needs_a_hyphen(tag):
        raise MalformedTag(f"no hyphen behind the letter: {tag!r}")


def _is_of_another(tag: str, dialect: Dialect) -> bool:
    """Whether a tag has a letter that is one of the four, but none of its scheme."""
    letter = tag[0 if dialect.affix is Affix.PREFIX else -1] if tag else ""
    return letter in _LETTERS and letter not in roles_of(dialect.scheme)


def _read_by_one_table(tag: str, dialect: Dialect) -> Mark | None:
    """Read the four letters by one table, whatever the scheme."""
    loose = replace(dialect, bare=_LOOSE.bare, unknown=_LOOSE.unknown)
    return parser(loose)([tag])[0] if _is_of_another(tag, dialect) else None


def _looks_up(given: Given) -> bool:
    """Whether a table without L and U is asked for one first: each tag is looked up, then refused, in their order."""
    gold, pred = (
        [[tag] for unit in Given(side, (), given.dialect).tagged() for tag in unit] for side in (given.gold, given.pred)
    )
    return first_crash(given._replace(gold=gold, pred=pred), given.dialect.scheme, _WITHOUT_BILOU) == "KeyError"


def _is_defined(given: Given) -> bool:
    """Whether gold and prediction have the same types, at least one: then every ratio has a denominator."""
    sides = (given._replace(pred=[]), given._replace(gold=[]))
    gold, pred = ({kind for _, kind in types(given, side.tags())} for side in sides)
    return bool(gold) and gold == pred


def _has_gold(given: Given) -> bool:
    """Whether some gold tag is surely in a span: beside a letter that is none of the five a chunk may be lost."""
    letters = {tag[side_of(given)] for tag in given._replace(pred=()).tags() if tag}
    return bool(letters - {"O"}) and letters <= {*"BIESO"}


def _rows_of_gold(tally: Tally) -> Tally:
    """Leave out the row of a type that no gold span has."""
    return replace(tally, by_type={kind: row for kind, row in tally.by_type.items() if kind in tally.gold_types})


_crashes_without_gold = raises_at_tally(lambda tally: not tally.gold_types, "ZeroDivisionError")
"""The change after which the weighted average over no gold span crashes."""


def _macro_is_weighted(scores: Scores, tally: Tally, _schema: Schema) -> Scores:
    """Take the weighted average for the macro average."""
    averages = {**scores.averages, "macro": scores.averages["weighted"]}
    return replace(scores, averages=averages) if tally.gold_types else scores


def _micro_is_recall(scores: Scores, _tally: Tally, _schema: Schema) -> Scores:
    """Take the recall of all spans for their precision and F, too."""
    recall = scores.averages["micro"].recall
    return replace(scores, averages={**scores.averages, "micro": Score(recall, recall, recall)})


def _accuracy_of_spans(pipeline: Pipeline) -> Pipeline:
    """Return the path on which accuracy is the recall of spans."""
    if pipeline.dialect.item is not Item.TOKEN:
        return pipeline
    read = Pipeline.of(NAMED["seqeval"].set(scheme=pipeline.dialect.scheme))
    return first_then(by_last_hyphen, as_one, _crashes_without_gold, of_scores(_micro_is_recall))(read)


def _zero_is_zero(pipeline: Pipeline) -> Pipeline:
    """Return the path on which what is undefined is 0, whatever was asked for."""
    return replace(pipeline, score=scorer(replace(pipeline.dialect, zero=Zero())))


_quirk = partial(Quirk, base=BASE_CHOICES, schemes=SCHEMES)
QUIRKS = (
    _quirk("seqeval.type-behind-the-last-hyphen", Step.PARSE, _splits_otherwise, by_last_hyphen),
    _quirk(
        "seqeval.empty-type-accepted",
        Step.PARSE,
        lambda given: bool(given.tags() & _WITHOUT_TYPE),
        of_tags(_read),
        base={**BASE_CHOICES, "bare": "refuse", "outside": "whole"},
        schemes=SCHEMES[:3],
    ),
    _quirk(
        "seqeval.letter-needs-a-hyphen",
        Step.PARSE,
        lambda given: any(_needs_a_hyphen(tag) for tag in given.tags()),
        of_tags(_read_with_hyphen),
        base=_WHOLE,
    ),
    _quirk(
        "seqeval.letters-of-every-scheme",
        Step.PARSE,
        lambda given: any(_is_of_another(tag, given.dialect) for tag in given.tags()),
        first_then(of_tags(_read_by_one_table), by_tables),
        base=_WHOLE,
    ),
    _quirk(
        "seqeval.letters-of-bilou-crash",
        Step.PARSE,
        lambda given: any(tag and tag[side_of(given)] in "LU" for tag in given.tags()),
        base=_STRICT,
        schemes=SCHEMES[1:],
        reads=raising_where(_looks_up, "KeyError"),
    ),
    _quirk(
        "seqeval.guess-crashes-on-letters-of-bilou",
        Step.PARSE,
        lambda given: guess_crashes(given, _WITHOUT_BILOU) == "KeyError",
        base=_STRICT,
        schemes=(Scheme.IOB2, Scheme.IOE2, Scheme.BIOES),
        reads=raising_where(lambda given: bool(guess_crashes(given, _WITHOUT_BILOU)), "KeyError"),
    ),
    _quirk("seqeval.rows-of-gold-types-alone", Step.COUNT, has_entities, of_tally(_rows_of_gold)),
    _quirk(
        "seqeval.report-without-gold-crashes",
        Step.COUNT,
        lambda given: given.dialect.item is Item.SPAN and not _has_gold(given),
        _crashes_without_gold,
    ),
    _quirk("seqeval.macro-row-is-weighted", Step.SCORE, has_entities, of_scores(_macro_is_weighted)),
    _quirk(
        "seqeval.accuracy-of-entities",
        Step.DECODE,
        lambda given: given.dialect.item is Item.TOKEN and bool(given.gold),
        _accuracy_of_spans,
        base={**BASE_CHOICES, "item": "token"},
    ),
    _quirk(
        "seqeval.no-units-inconsistent",
        Step.PARSE,
        has_no_span_units,
        raises_without_units("ValueError"),
        base=_STRICT,
        schemes=(*SCHEMES[1:], Scheme.BILOU),
    ),
    _quirk(
        "seqeval.zero-division-ignored",
        Step.SCORE,
        lambda given: given.dialect.zero != Zero() and not _is_defined(given),
        _zero_is_zero,
        base={**BASE_CHOICES, "zero": "1"},
    ),
)
