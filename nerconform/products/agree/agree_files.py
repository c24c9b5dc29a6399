"""Agree: the agreement of several annotators, for data at hand and for files."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.files.evaluated_files import files_read
from nerconform.files.score_files import sides_of
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind, require_file
from nerconform.formats.read import read_beside, read_one
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Offsets, Record
from nerconform.formats.stored_files import SameFile
from nerconform.products.agree.disagreements import disagreements_of, labels_of
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.filtering import Spans
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import FairClass, Weight
from nerconform.reference.options import Align, Attribution, Duplicates, Gold, Item, LabelRule, Pool, Scope
from nerconform.reference.outcomes import SCHEMAS, Outcomes, Schema, answered
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.refusals import NotAnswered, UnitsDiffer, UnknownOption
from nerconform.reference.signature import Signature, short_dialect
from nerconform.reference.units import read_plain_units
from nerconform.results.agreement_result import Agreement, PairAgreement
from nerconform.results.context import FilesRead, Interval
from nerconform.results.values import number_of
from nerconform.stats.coefficients import Items, cohen, fleiss, krippendorff, mean
from nerconform.stats.resampler import NotResampled, Resampler
from nerconform.stats.unit_draws import drawing
from nerconform.version import SPEC_VERSION, __version__

RESAMPLES = 1000
_PLAIN = ReaderOptions()


class TooFewAnnotators(NerconformError):
    """Agreement needs two annotators or more, each with a name of its own."""

    code = "too-few-annotators"


class NotSymmetric(NerconformError):
    """A dialect treats gold and prediction differently, so F1 of two annotators would depend on their order."""

    code = "not-symmetric"


class AgreementTerms(NamedTuple):
    """By which rules annotators are compared, and how intervals are drawn."""

    dialect: Dialect
    schema: str = "strict"
    resamples: int = RESAMPLES
    seed: int = 0


class _Annotations(NamedTuple):
    """The spans of every annotator, sentence by sentence, and what is known of the sentences.

    `place` says where a token of a sentence stands. `lengths` are their numbers of tokens, `unknown` says why they are
    not known.
    """

    names: tuple[str, ...]
    spans: tuple[Sequence[Spans], ...]
    place: Callable[[int, int], str]
    words: Sequence[tuple[str, ...]]
    lengths: Sequence[int] = ()
    unknown: str = ""
    run: str = ""
    read: FilesRead | None = None


def agree(  # noqa: PLR0913 - what is compared, how, and how sure
    annotations: Mapping[str, object] | Sequence[object],
    dialect: str | Dialect = "conlleval",
    scheme: str | None = None,
    *,
    schema: str = "strict",
    tokens: Sequence[Sequence[str]] | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Agreement:
    """Return the agreement of two annotators or more.

    `annotations` holds for each annotator a list of sentences, as `nerconform.evaluate` takes them, by name or in a
    list. The `dialect` has to be symmetric. `tokens` are the words of each sentence.

    Raises what `evaluate` raises, `TooFewAnnotators`, and `NotSymmetric` with the choice to make.
    """
    named = annotations if isinstance(annotations, Mapping) else {f"{n + 1}": one for n, one in enumerate(annotations)}
    terms = AgreementTerms(resolve(dialect, scheme), schema, resamples, seed)
    _require(list(named), terms)
    first, *others = named.values()
    pipeline = Pipeline.of(terms.dialect)
    units = [read_plain_units(first, other) for other in others]
    sides = [
        list(pipeline.decoded(units[0], Side.GOLD)),
        *(list(pipeline.decoded(one, Side.PRED)) for one in units),
    ]
    number = len(units[0])
    if tokens is not None and len(tokens) != number:
        message = f"the argument tokens has {len(tokens)} sentences, and the annotations have {number}"
        raise UnitsDiffer(message, hint="Pass one list of words for each annotated sentence.")
    words = [()] * number if tokens is None else [tuple(map(str, own)) for own in tokens]
    lengths = [
        next(
            (side.length for one in units for side in one[index] if side.length is not None), len(words[index]) or None
        )
        for index in range(number)
    ]
    unknown = "" if None not in lengths else "spans without tokens do not say how many tokens there are"
    known = [length or 0 for length in lengths]
    data = _Annotations(tuple(named), tuple(sides), lambda index, _: f"sentence {index}", words, known, unknown)
    return _agreement(data, terms)


def agree_files(files: Sequence[Path], terms: AgreementTerms, options: ReaderOptions = _PLAIN) -> Agreement:
    """Return the agreement of files, each with the annotation of one annotator.

    The column of the tags is the gold column of the options, the last one unless it is named. Raises the errors of the
    formats with file and line, `SameFile`, and what `agree` raises.
    """
    for path in files:
        require_file(path)
    if len({path.resolve() for path in files}) < len(files):
        raise SameFile("this file is named twice", place=str(files[-1]), hint="Name one file for each annotator.")
    _require(list(map(str, files)), terms)
    pipeline = Pipeline.of(terms.dialect)
    records = list(read_one(files[0], options))
    beside = replace(options, pred_column=options.gold_column)
    others = [list(read_beside(records, str(files[0]), path, beside)) for path in files[1:]]
    sides = [[sides_of(pipeline, replace(record, pred=record.gold))[0] for record in records]]
    sides += [[sides_of(pipeline, record)[1] for record in one] for one in others]
    characters = any(record.offsets is Offsets.CHARACTERS for record in records)
    lengths = [_length(record, [one[index] for one in others]) for index, record in enumerate(records)]
    unknown = "spans count characters, not tokens" if characters else ""
    if not unknown and None in lengths:
        unknown = "spans without tokens do not say how many tokens there are"
    sources = tuple(map(SourceFile.of, files))
    run = RunPart(__version__, UnitKind.SENTENCE, tuple(one.sha256 for one in sources), options.text() or "default")
    data = _Annotations(
        tuple(map(str, files)),
        tuple(sides),
        lambda index, token: records[index].place(token if records[index].lines else None),
        [() if characters else record.tokens for record in records],
        [length or 0 for length in lengths],
        unknown,
        f" # {run}",
        files_read(run, sources),
    )
    return _agreement(data, terms)


def _length(record: Record, others: Iterable[Record]) -> int | None:
    """Return the number of tokens of a sentence, `None` where nothing says it."""
    tagged = (side for one in (record, *others) for side in (one.gold, one.pred) if side and isinstance(side[0], str))
    return len(record.tokens) or next(map(len, tagged), None)


def _require(names: Sequence[str], terms: AgreementTerms) -> None:
    """Raise `TooFewAnnotators`, `NotSymmetric`, `UnknownOption` and `NotAnswered` where nothing could be compared."""
    if len(names) < 2:  # noqa: PLR2004 - two annotators
        raise TooFewAnnotators(
            "agreement is between two annotators or more",
            hint="Name one file for each annotator: nerconform agree ANN1 ANN2.",
        )
    drawing(terms.resamples, terms.seed)
    if terms.schema not in set(Schema):
        raise UnknownOption(f"there is no schema {short(terms.schema)}", hint=f"Use {SCHEMAS}.")
    if choice := asymmetry(terms.dialect):
        hint = (
            f"Use a rule that treats all annotators alike: --set {choice[1].replace(':', '=')} "
            f"(in Python: 'DIALECT,{choice[1]}')."
        )
        raise NotSymmetric(f"{choice[0]}, so the agreement would change with the order of the annotators", hint=hint)
    if terms.schema not in answered(terms.dialect):
        hint = (
            "Use --schema strict. Or pair overlaps: --dialect semeval --set attribution=refilter "
            f"--schema {terms.schema}. "
            "(With another attribution, the agreement would change with the order of the annotators.)"
        )
        raise NotAnswered(
            "with align:none, which pairs only identical spans, there are scores only in the schema "
            f"'strict', not in {terms.schema!r}",
            hint=hint,
        )


def asymmetry(dialect: Dialect) -> tuple[str, str] | None:
    """Return why F1 would change if gold and prediction were swapped, and a choice that prevents it."""
    rules = dialect.canonical()
    aligned = rules.align is not Align.NONE
    by_schema = rules.scope is Scope.SCHEMA
    found = {
        ("item:token compares tags, not entities", "item:span"): rules.item is Item.TOKEN,
        ("pool:flat joins all sentences", "pool:corpus"): rules.pool is Pool.FLAT,
        ("gold:legal reads illegal tags of the first annotator by another rule", "gold:same"): rules.gold is Gold.LEGAL,
        ("labels:gold keeps only types that the first annotator uses", "labels:union"): rules.labels.rule
        is LabelRule.GOLD,
        (f"zero:{rules.zero} treats 0/0 differently in precision and in recall", "zero:0"): (
            rules.zero.precision is not rules.zero.recall
        ),
        ("duplicates:by-value merges equal entities of the first annotator only", "duplicates:multiset"): (
            rules.duplicates is Duplicates.BY_VALUE
        ),
        (f"align:{rules.align} pairs the entities in an order that depends on one annotator", "align:phased"): aligned
        and rules.align not in {Align.PHASED, Align.ALL_OVERLAPS, Align.BEST},
        ("align:best pairs by one schema", "scope:schema"): rules.align is Align.BEST and not by_schema,
        (f"overlap:{rules.overlap} measures an overlap by the entity of the first annotator", "overlap:any"): aligned
        and bool(rules.overlap.percent)
        and rules.overlap.of != "union",
        ("attribution:gold counts a pair for the type that the first annotator chose", "attribution:refilter"): aligned
        and rules.attribution is not Attribution.REFILTER,
        (
            "weights:given{...} counts an entity inside one of the other annotator unlike an entity around it",
            "weights:halves",
        ): aligned
        and rules.weights.by_class
        and not _weigh_alike(*map(rules.weights.of, (FairClass.BES, FairClass.BEL))),
    }
    return next((words for words, holds in found.items() if holds), None)


def _weigh_alike(one: Weight, other: Weight) -> bool:
    """Whether two errors change F1 by the same, whichever of them is a false positive and whichever is missed."""
    return (one.tp, one.fp + one.fn) == (other.tp, other.fp + other.fn)


class _Pair(NamedTuple):
    """The evaluation of one annotator against another, with the outcomes of each sentence."""

    evaluation: Evaluation
    outcomes: tuple[Outcomes, ...]


def _agreement(data: _Annotations, terms: AgreementTerms) -> Agreement:
    """Return the record."""
    pipeline, dialect = Pipeline.of(terms.dialect), terms.dialect
    measure = Measure.parse(f"{terms.schema}.micro.f1")
    drawn = drawing(terms.resamples, terms.seed)
    resampler = None if drawn is None else Resampler(measure, drawn)
    kept = tuple([next(iter(pipeline.filter([(one, one)])))[0] for one in side] for side in data.spans)
    labels = (
        [] if data.unknown else [[labels_of(*one) for one in zip(side, data.lengths, strict=True)] for side in kept]
    )
    pairs: list[PairAgreement] = []
    evaluated: list[_Pair] = []
    for one, other in combinations(range(len(data.names)), 2):
        evaluation = pipeline.evaluate_spans(zip(kept[one], kept[other], strict=True), outcomes=True)
        evaluated.append(_Pair(evaluation, evaluation.outcomes or ()))
        interval = None if resampler is None else resampler.interval(evaluated[-1], dialect)
        rows = evaluation.schemas[terms.schema].by_type
        pairs.append(
            PairAgreement(
                data.names[one],
                data.names[other],
                (sum(map(len, kept[one])), sum(map(len, kept[other]))),
                number_of(evaluation.value(measure)),
                number_of(cohen(_items([labels[one], labels[other]])) if labels else None),
                {kind: number_of(row.f1) for kind, row in rows.items()},
                interval if isinstance(interval, Interval) else None,
                interval.reason if isinstance(interval, NotResampled) else "",
            )
        )
    items = _items(labels) if labels else {}
    types = sorted({kind for pair in pairs for kind in pair.by_type})
    whole = None if resampler is None else resampler.mean_interval(evaluated, dialect)
    differing = tuple(
        found
        for index, words in enumerate(data.words)
        for found in disagreements_of(index, data.place, words, [side[index] for side in kept], data.names)
    )
    return Agreement(
        tool=__version__,
        spec=SPEC_VERSION,
        citation=f"{Signature(dialect, measure)}{data.run}{f' {drawn}' if drawn and data.run else ''}",
        short=short_dialect(str(dialect)),
        schema=terms.schema,
        units=len(data.words),
        annotators=data.names,
        pairs=tuple(pairs),
        mean_number=number_of(mean([_fraction(pair.f1) for pair in pairs])),
        fleiss_number=number_of(fleiss(items)),
        alpha_number=number_of(krippendorff(items)),
        type_mean_numbers={
            kind: number_of(mean([_fraction(pair.by_type.get(kind)) for pair in pairs])) for kind in types
        },
        interval=whole if isinstance(whole, Interval) else None,
        no_interval=whole.reason if isinstance(whole, NotResampled) else "",
        tokens=sum(items.values()),
        no_coefficients=data.unknown,
        disagreements=differing,
        sentences={one.unit: data.words[one.unit] for one in differing if data.words[one.unit]},
        drawn=drawn,
        read=data.read,
    )


def _items(labels: Sequence[Sequence[Sequence[str]]]) -> Items:
    """Return how often the annotators give each combination of labels to a token."""
    return Counter(token for sentences in zip(*labels, strict=True) for token in zip(*sentences, strict=True))


def _fraction(value: Fraction | int | None) -> Fraction | None:
    return None if value is None else Fraction(value)
