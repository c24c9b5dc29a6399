"""Sweep: how far one number can move with the policy, for data at hand and for files."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from msgspec import structs
from msgspec.structs import replace as replace_fields

from nerconform.api import resolve, viterbi_decode
from nerconform.base.errors import NerconformError
from nerconform.families.effects import Spread, Value, effects_of
from nerconform.families.family_scores import FamilyData, Progress, family_data, scores_of_data
from nerconform.files.evaluated_files import files_read
from nerconform.files.record_shards import RecordFiles
from nerconform.files.score_files import evaluate_records, score_files, sides_of, unit_of
from nerconform.formats.provenance import UnitKind
from nerconform.formats.read import Input, read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record
from nerconform.reference.counting import Tally
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation, across_units
from nerconform.reference.measures import Measure
from nerconform.reference.options import Item, Subset
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.points import Points
from nerconform.reference.policies import POLICIES, Policy, family_of, lists_of
from nerconform.reference.refusals import IllegalGold, IllegalTransition, NotAnswered
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import scorer
from nerconform.reference.signature import short_dialect
from nerconform.reference.units import Unit, read_plain_units
from nerconform.reference.words import points_words, policy_sentence
from nerconform.results.context import RatioFormat
from nerconform.results.sweep_result import NamedPolicy, PolicyNumber, Sweep, ValueShare
from nerconform.results.values import number_of
from nerconform.version import SPEC_VERSION, __version__

_SAME_ORDER = (
    "Save the logits of every sentence of the data, in its order. Do not truncate sentences, and do not pad them."
)


class LogitsDiffer(NerconformError):
    """A file of logits has other units than the data."""

    code = "logits-differ"


def best_tags(path: Path, records: Sequence[Record], scheme: Scheme) -> Iterator[Record]:
    """Yield the records with the best legal tags as their prediction; the units of the logits are those of the data.

    Raises the errors of `nerconform.formats.logit_files` and of `nerconform.viterbi_decode`, and `LogitsDiffer`.
    """
    from nerconform.formats.logit_files import read_logits  # noqa: PLC0415 # NumPy is an extra

    logits = read_logits(path)
    if len(logits.lengths) != len(records):
        message = f"the logits have {len(logits.lengths)} sentences, and the annotated data have {len(records)}"
        raise LogitsDiffer(message, place=str(path), hint=_SAME_ORDER)
    for number, (length, record) in enumerate(zip(logits.lengths, records, strict=True)):
        tokens = max(
            (len(side) for side in (record.gold, record.pred) if side and isinstance(side[0], str)), default=length
        )
        if length != tokens:
            message = (
                f"sentence {number} has logits for {length} tokens, and at {record.place()} it has {tokens} tokens"
            )
            raise LogitsDiffer(message, place=str(path), hint=_SAME_ORDER)
    try:
        tags = viterbi_decode(logits.logits, logits.labels, str(scheme), logits.lengths)
    except NerconformError as error:
        raise error.at(str(path)) from None
    return (replace(record, pred=tuple(unit)) for record, unit in zip(records, tags, strict=True))


DEFAULT_MEASURE = "strict.micro.f1"
_RECORDS_AT_ONCE = 5000
_PLAIN = ReaderOptions()
_LENIENT = POLICIES["lenient"]
Ask = Callable[[Dialect], Evaluation]
"""A dialect in, the evaluation of the data in it out."""


def sweep(  # noqa: PLR0913 - what is evaluated, how, and which number
    gold: object,
    pred: object,
    dialect: str | Dialect = "semeval",
    scheme: str | None = None,
    *,
    measure: str | Measure = DEFAULT_MEASURE,
    viterbi: object = None,
    every: bool = False,
    progress: Progress = None,
) -> Sweep:
    """Return one number under every policy of the family of the scheme.

    `gold`, `pred`, `dialect` and `scheme` are those of `nerconform.evaluate`; every choice of the dialect stays, its
    policy alone is swept. Under `gold:same` both sides are decoded by the policy in turn, so illegal gold moves, too.
    `viterbi` are predictions to show beside the family, such as `nerconform.viterbi_decode` makes; with `every` the
    result lists each policy with its value. `progress` is told what is being done, how much of it is done, and how much
    there is.

    Each value is exactly that of `evaluate` under the policy; time grows with the ways in which the illegal tags of the
    data can be read, not with the policies. Raises what `evaluate` raises, `UnknownMeasure`, and `NotAnswered` where
    the dialect has no such number, compares tokens or a subset of the entities, or both sides are spans.
    """
    measure = Measure.parse(measure) if isinstance(measure, str) else measure
    resolved = resolve(dialect, scheme)

    def ask(one: Dialect) -> Evaluation:
        return Pipeline.of(one).evaluate(gold, pred)

    _require(ask(replace(resolved, policy=_LENIENT)), measure)
    data = family_data(read_plain_units(gold, pred), replace(resolved, policy=_LENIENT), measure)
    found = _sweep(data, resolved, measure, ask, progress, every=every)
    if viterbi is None:
        return found
    best = Pipeline.of(replace(resolved, policy=_LENIENT)).evaluate(gold, viterbi)
    return replace_fields(found, viterbi=_named_policy("viterbi", best, measure))


def sweep_files(  # noqa: PLR0913, PLR0917 - what is read, how, and which number
    gold: Input,
    pred: Path | None,
    dialect: Dialect,
    measure: Measure,
    options: ReaderOptions = _PLAIN,
    logits: Path | None = None,
    progress: Progress = None,
    jobs: int = 1,
    *,
    every: bool = False,
) -> Sweep:
    """Return the sweep of a file with both annotations, of two files, or of a corpus, each sentence a unit.

    Sentences are read one by one, none is kept; those of Parquet files in `jobs` processes. Choices that look at all
    sentences together keep them. With `logits`, a file as `nerconform.formats.logit_files` says, all are kept, and the
    best legal tags are scored beside the family. Raises what `score_files` and `sweep` raise, each with file and line,
    the errors of the logits, and `LogitsDiffer`.
    """
    lenient = replace(dialect, policy=_LENIENT)
    files = RecordFiles(gold, pred, options, jobs, progress)
    if files.in_parts:
        run, sources = files.run()
        _require(Pipeline.of(lenient).evaluate([], []), measure)
    else:
        scored = score_files(gold, pred, lenient, UnitKind.SENTENCE, options)
        run, sources = scored.run, scored.sources
        _require(scored.evaluation, measure)
    best = None
    if logits is not None:
        records = best_tags(logits, list(read(gold, pred, options)), dialect.scheme)
        best = evaluate_records(records, lenient, UnitKind.SENTENCE)[0]
    outside = _outside(dialect)
    whole: _SweepPart | None = None
    work = partial(sweep_part, str(lenient), str(measure), tuple(str(policy) for policy in outside))
    for part in files.each(work, apart=not across_units(lenient)):
        whole = part if whole is None else whole.with_part(part)
    assert whole is not None  # noqa: S101 - there is one shard at least

    def ask(one: Dialect) -> Evaluation:
        found = whole.others[outside.index(one.policy)]
        if isinstance(found, NerconformError):
            raise found
        return Evaluation(one, found, scorer(one))

    found = _sweep(whole.data, dialect, measure, ask, progress, every=every)
    viterbi = None if best is None else _named_policy("viterbi", best, measure)
    return replace_fields(found, viterbi=viterbi, read=files_read(run, sources))


class _SweepPart(NamedTuple):
    """What a part of the data adds to a sweep; of each policy outside the family its tally, or why it refuses."""

    data: FamilyData
    others: list[Tally | NerconformError]

    def with_part(self, other: "_SweepPart") -> "_SweepPart":
        """Return this part with the next one."""
        self.data.update(other.data)
        pairs = zip(self.others, other.others, strict=True)
        return _SweepPart(self.data, [_both(one, more) for one, more in pairs])


def _both(one: Tally | NerconformError, other: Tally | NerconformError) -> Tally | NerconformError:
    """Return the sum of two tallies, or the first refusal."""
    if isinstance(one, NerconformError) or isinstance(other, NerconformError):
        return one if isinstance(one, NerconformError) else other
    return one + other


def sweep_part(
    dialect: str, measure: str, policies: Sequence[str], records: Iterator[Record], first: int
) -> _SweepPart:
    """Return what some sentences add to a sweep of a dialect under `lenient`; `policies` are outside the family."""
    del first
    lenient = resolve(dialect)
    walk = _CountedOnTheWay(records, lenient, [lenient.set(policy=policy) for policy in policies])
    try:
        data = family_data(walk.units(), lenient, Measure.parse(measure))
    except NerconformError:
        if walk.record is not None:
            sides_of(Pipeline.of(lenient), walk.record)  # the same error, with file and line
        raise
    return _SweepPart(data, walk.found)


class _CountedOnTheWay:
    """Sentences that go through a sweep, and on the way are counted by policies outside the family."""

    def __init__(self, records: Iterator[Record], lenient: Dialect, others: Sequence[Dialect]) -> None:
        self.records, self.lenient, self.others = records, lenient, others
        self.record: Record | None = None
        self.found: list[Tally | NerconformError] = [Pipeline.of(one).evaluate([], []).tally for one in others]

    def units(self) -> Iterator[Unit]:
        """Yield the units one by one."""
        size = None if across_units(self.lenient) else _RECORDS_AT_ONCE
        while batch := list(islice(self.records, size)):
            for self.record in batch:
                yield unit_of(self.lenient, self.record)
            self._count(batch)

    def _count(self, batch: Sequence[Record]) -> None:
        """Count sentences by each policy that has not refused one before."""
        for number, dialect in enumerate(self.others):
            before = self.found[number]
            if isinstance(before, NerconformError):
                continue
            try:
                self.found[number] = before + evaluate_records(batch, dialect, UnitKind.SENTENCE)[0].tally
            except (IllegalGold, IllegalTransition) as error:
                self.found[number] = error


def _require(evaluation: Evaluation, measure: Measure) -> None:
    """Raise `NotAnswered` where the dialect has no such number under any policy; a row of a type may still come."""
    if evaluation.dialect.item is Item.TOKEN:
        message = (
            "a sweep shows how the score depends on the rule for illegal tags. With item:token the score "
            "compares tags one by one, so no such rule changes it"
        )
        raise NotAnswered(message, hint="To compare entities instead of tags: --set item=span.")
    if evaluation.dialect.subset is not Subset.ALL:
        message = f"a sweep can only count all entities, but subset:{evaluation.dialect.subset} leaves some out"
        raise NotAnswered(
            message,
            hint=(
                "Sweep all entities: --set subset=all. Or score this subset under one policy: nerconform score FILE "
                f"--set subset={evaluation.dialect.subset} --set policy=discard."
            ),
        )
    evaluation.value(measure if measure.type is None else measure._replace(scope="micro"))


def _sweep(  # noqa: PLR0913 - what is evaluated, how, and which number
    data: FamilyData, dialect: Dialect, measure: Measure, ask: Ask, progress: Progress, *, every: bool
) -> Sweep:
    """Return the sweep of units that were read under `lenient` without an error."""
    if data.units and not data.tagged:
        hint = "Name a file with tags instead of spans, for gold, predictions or both."
        raise NotAnswered(
            "a sweep shows how the score depends on the rule for illegal tags. Here gold and predictions are "
            "spans, so there are no tags",
            hint=hint,
        )
    values, touched, met = scores_of_data(data, replace(dialect, policy=_LENIENT), measure, progress)
    lists, spread = lists_of(dialect.scheme), Spread.of(values)
    lower, median, upper = (number_of(spread.quantile(Fraction(quarter, 4))) for quarter in (1, 2, 3))
    lenient = str(replace(dialect, policy=_LENIENT))
    shares = [ValueShare(number_of(value), policies) for value, policies in zip(*spread, strict=True)]
    texts = policy_texts(dialect.scheme) if every else ()
    effects = tuple(effects_of(lists, values, met, partial(_policy_at, dialect.scheme)))
    ends = partial(_extreme, dialect.scheme, values, spread, {one.point for one in effects if one.moved})
    return Sweep(
        tool=__version__,
        spec=SPEC_VERSION,
        signature=f"{lenient.replace(',policy:lenient,', ',policy:*,')}|{measure}|spec:{SPEC_VERSION}",
        dialect=str(dialect),
        short=short_dialect(lenient),
        scheme=str(dialect.scheme),
        measure=str(measure),
        round=RatioFormat(*dialect.round),
        units=data.units,
        policies=len(values),
        points={name: tuple(options) for name, options in lists.items()},
        undefined=values.count(None),
        distribution=tuple(shares),
        quartile_numbers=(lower, median, upper),
        minimum=ends(0),
        maximum=ends(-1),
        named=tuple(_named(dialect, measure, values, ask)),
        touched=touched,
        effects=effects,
        every=tuple(PolicyNumber(text, number_of(value)) for text, value in zip(texts, values, strict=False)),
    )


@cache
def policy_texts(scheme: Scheme) -> tuple[str, ...]:
    """Return the policies of a family in order, each with its name, or with its points."""
    return tuple(_policy_text(scheme, points) for points in family_of(scheme))


def _policy_text(scheme: Scheme, points: Points) -> str:
    return str(Policy.of(points).canonical(scheme))


def _policy_at(scheme: Scheme, number: int) -> str:
    return _policy_text(scheme, _points_at(scheme, number))


def _points_at(scheme: Scheme, number: int) -> Points:
    return next(islice(family_of(scheme), number, None))


def _extreme(
    scheme: Scheme, values: Sequence[Value], spread: Spread, moving: Container[str], at: int
) -> ValueShare | None:
    """Return the least or the greatest value with the first policy that has it, `None` where no policy gives one.

    The words say what that policy does at the points that are `moving`: the others change no value.
    """
    if not spread.numbers:
        return None
    value = spread.numbers[at]
    points = _points_at(scheme, values.index(value))
    words = "; ".join(points_words(scheme, points, moving))
    return ValueShare(number_of(value), spread.times[at], _policy_text(scheme, points), words)


def _shown_policies(dialect: Dialect) -> list[Policy]:
    """Return the policies that have a name in the scheme, and that of the dialect."""
    named = [policy for policy in POLICIES.values() if dialect.scheme in policy.points]
    own = dialect.policy.canonical(dialect.scheme)
    return [*named, *([] if own in named else [own])]


def _outside(dialect: Dialect) -> list[Policy]:
    """Return those of them that are not in the family, and have to be evaluated by themselves."""
    family = frozenset(family_of(dialect.scheme))
    return [policy for policy in _shown_policies(dialect) if policy.at(dialect.scheme) not in family]


def _named(dialect: Dialect, measure: Measure, values: Sequence[Value], ask: Ask) -> Iterator[NamedPolicy]:
    """Yield the policies that have a name in the scheme, and that of the dialect; those outside are evaluated."""
    scheme = dialect.scheme
    inside = dict(zip(family_of(scheme), values, strict=True))
    for policy in _shown_policies(dialect):
        points = policy.at(scheme)
        words = policy_sentence(replace(dialect, policy=policy))
        if points in inside:
            yield NamedPolicy(str(policy), number_of(inside[points]), in_family=True, words=words)
            continue
        try:
            found = _named_policy(str(policy), ask(replace(dialect, policy=policy)), measure)
            yield structs.replace(found, words=words)
        except (IllegalGold, IllegalTransition) as error:
            yield NamedPolicy(str(policy), number_of(None), refused=f"{error.place}: {error.message}", words=words)


def _named_policy(name: str, evaluation: Evaluation, measure: Measure) -> NamedPolicy:
    """Return the number of one evaluation; a type without a row has none."""
    try:
        return NamedPolicy(name, number_of(evaluation.value(measure)))
    except NotAnswered:
        return NamedPolicy(name, number_of(None))
