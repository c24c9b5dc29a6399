"""Rank: several systems on one gold standard: their order, how sure it is, and how much it depends on the rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace as replace_fields

from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.engines.choice import evaluate, prepare
from nerconform.engines.vectors import Vector
from nerconform.families.effects import Value
from nerconform.families.family_scores import family_scores
from nerconform.files.evaluated_files import files_read
from nerconform.files.score_files import both_sides
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind, require_file
from nerconform.formats.read import read, read_beside
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record
from nerconform.formats.stored_files import SameFile
from nerconform.products.rank.orders import FamilyOrders, PairCount, places_of, reversals
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import ALL_COUNTS, Measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Rounding
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import POLICIES
from nerconform.reference.refusals import NotAnswered
from nerconform.reference.scoring import scorer
from nerconform.reference.signature import short_dialect
from nerconform.reference.units import Unit, read_plain_units, read_units
from nerconform.results.context import FilesRead, Interval, RatioFormat, Resampling
from nerconform.results.ranking_result import RankedSystem, Ranking, RuleOrder, SystemPair
from nerconform.results.values import number_of
from nerconform.stats.unit_draws import (
    Sample,
    drawing,
    engine,
    interval_of,
    kinds_seen,
    swap_p,
    unsampled_choice,
    vectors_by_unit,
)
from nerconform.version import SPEC_VERSION, __version__

DEFAULT_MEASURE = "strict.micro.f1"
RESAMPLES = 10_000
_PLAIN = ReaderOptions()
_LENIENT = POLICIES["lenient"]
_LEAST = 2
Progress = Callable[[str, int, int], None] | None
"""Told what is being done, how much of it is done, and how much there is."""
Values = tuple[Value, ...]


class TooFewSystems(NerconformError):
    """A ranking needs two systems at least."""

    code = "too-few-systems"


class GoldsDiffer(NerconformError):
    """Files that hold gold and prediction have different gold tags, so their scores cannot be ranked."""

    code = "golds-differ"


@dataclass(frozen=True, slots=True)
class RankTerms:
    """By which rule and number systems are ranked, and how intervals and tests are drawn."""

    dialect: Dialect
    measure: Measure
    resamples: int = RESAMPLES
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what ranks nothing. Raises `UnknownOption` and `NotAnswered`."""
        drawing(self.resamples, self.seed)
        if self.measure.quantity in ALL_COUNTS:
            hint = "Rank by a measure such as strict.micro.f1: --measure strict.micro.f1."
            raise NotAnswered(f"systems are ranked by precision, recall or F, and {self.measure} is a count", hint=hint)

    @property
    def drawn(self) -> Resampling | None:
        """Return how intervals and tests are drawn, `None` where they are left out."""
        return drawing(self.resamples, self.seed)


def rank(  # noqa: PLR0913 - what is ranked, by which rule, and how sure it is
    gold: object,
    systems: Mapping[str, object],
    dialect: str | Dialect = "semeval",
    scheme: str | None = None,
    *,
    measure: str | Measure = DEFAULT_MEASURE,
    resamples: int = RESAMPLES,
    seed: int = 0,
    progress: Progress = None,
) -> Ranking:
    """Return the order of several systems, how sure it is, and under which other rules it changes.

    `systems` maps names to predictions. `gold`, each prediction, `dialect` and `scheme` are those of
    `nerconform.evaluate`; `measure` is the ratio that ranks. Intervals and paired tests are drawn from so many
    `resamples` (0: none; at most 1,000,000) with this `seed`. The order is then found under each named dialect, and
    under each policy of the family of the scheme with all other choices as they are.

    Raises what `evaluate` raises, with the name of the system, `UnknownMeasure`, `UnknownOption`, `NotAnswered` where
    the dialect has no such number, and `TooFewSystems`.
    """
    parsed = Measure.parse(measure) if isinstance(measure, str) else measure
    terms = RankTerms(resolve(dialect, scheme), parsed, resamples, seed)
    data = {name: _Sides(gold, pred, read_plain_units(gold, pred)) for name, pred in systems.items()}
    return _Ranking(data, terms, progress).ranking()


def rank_files(
    gold: Path | None,
    systems: Sequence[Path],
    terms: RankTerms,
    options: ReaderOptions = _PLAIN,
    *,
    progress: Progress = None,
) -> Ranking:
    """Return the ranking of files with predictions for one file of gold, each sentence a unit.

    Without `gold` each file holds gold and prediction, and the gold of all has to be equal. Systems have the names of
    their files. Raises what `score_files` and `rank` raise, with file and line, and `GoldsDiffer`.
    """
    paths = [*([] if gold is None else [gold]), *systems]
    for path in (*paths, *([options.id2label] if isinstance(options.id2label, Path) else [])):
        require_file(path)
    if len({path.resolve() for path in paths}) < len(paths):
        hint = (
            "Name each file once. If every file holds gold and predictions, name only these files, and add "
            "--gold-inside."
        )
        raise SameFile("this file is named twice", place=str(paths[-1]), hint=hint)
    data = {str(path): _sides(records) for path, records in _read(gold, systems, options)}
    sources = tuple(map(SourceFile.of, paths))
    run = RunPart(
        __version__, UnitKind.SENTENCE, tuple(source.sha256 for source in sources), options.text() or "default"
    )
    return _Ranking(_named(data), terms, progress).ranking(files_read(run, sources))


def _read(gold: Path | None, systems: Sequence[Path], options: ReaderOptions) -> Iterator[tuple[Path, list[Record]]]:
    """Yield the records of each system with both sides."""
    if gold is not None:
        first = list(both_sides(read(gold, systems[0], options))) if systems else []
        for number, path in enumerate(systems):
            yield path, first if not number else list(both_sides(read_beside(first, str(gold), path, options)))
        return
    kept: list[Record] = []
    for path in systems:
        records = list(both_sides(read(path, None, options)))
        for one, other in zip(kept, records, strict=False):
            if one.gold != other.gold:
                hint = (
                    "Correct the gold tags of one of the two files. Or compare all systems with one gold file: "
                    "nerconform rank GOLD SYSTEM SYSTEM, without --gold-inside."
                )
                raise GoldsDiffer(
                    "systems are ranked on one gold annotation, and the gold of this sentence differs from "
                    f"{one.place()}",
                    place=other.place(),
                    hint=hint,
                )
        if kept and len(kept) != len(records):
            message = f"the file has {len(records)} sentences, and {kept[0].file} has {len(kept)}"
            raise GoldsDiffer(
                message, place=str(path), hint="Name only systems with predictions for the same sentences."
            )
        kept = kept or records
        yield path, records


def _sides(records: Sequence[Record]) -> "_Sides":
    gold, pred = [record.gold or () for record in records], [record.pred or () for record in records]
    return _Sides(gold, pred, read_units(gold, pred))


def _named(data: Mapping[str, "_Sides"]) -> dict[str, "_Sides"]:
    """Return the systems by the names of their files, without folder and ending where that stays clear."""
    paths = [Path(text) for text in data]
    for names in ([path.stem for path in paths], [path.name for path in paths]):
        if len(set(names)) == len(names):
            return dict(zip(names, data.values(), strict=True))
    return dict(data)


class _Sides(NamedTuple):
    """The gold and the prediction of one system, as they came and as units."""

    gold: object
    pred: object
    units: Sequence[Unit]


class _Ranking:
    """A ranking that is being made."""

    def __init__(self, data: Mapping[str, _Sides], terms: RankTerms, progress: Progress) -> None:
        if len(data) < _LEAST:
            hint = "Name a file of predictions for each system: nerconform rank GOLD SYSTEM SYSTEM."
            raise TooFewSystems(
                f"rank compares two systems or more, and {len(data)} {'is' if len(data) == 1 else 'are'} named",
                place="rank",
                hint=hint,
            )
        self.data, self.terms, self.progress = data, terms, progress
        self.dialect, self.measure, self.drawn = terms.dialect, terms.measure, terms.drawn
        self.names = list(data)
        self.evaluations = [self._evaluated(name) for name in self._each("scores")]
        values = [evaluation.value(self.measure) for evaluation in self.evaluations]
        # Best first, equal ones in the order in which they were named, those without a number last.
        order = sorted(range(len(values)), key=lambda at: (values[at] is None, -(values[at] or 0)))
        self.names = [self.names[at] for at in order]
        self.evaluations = [self.evaluations[at] for at in order]
        self.values: Values = tuple(values[at] for at in order)

    def _each(self, what: str) -> Iterator[str]:
        """Yield the names of the systems, and say how many are done."""
        for number, name in enumerate(self.names):
            self._tell(what, number, len(self.names))
            yield name
        self._tell(what, len(self.names), len(self.names))

    def _tell(self, name: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(name, done, total)

    def _evaluated(self, name: str) -> Evaluation:
        """Return the evaluation of a system with the outcomes of each unit, if these are needed."""
        sides = self.data[name]
        try:
            if self.drawn is not None and not unsampled_choice(self.dialect):
                return Pipeline.of(self.dialect).evaluate(sides.gold, sides.pred, outcomes=True)
            return evaluate(self.dialect, sides.gold, sides.pred)
        except NerconformError as error:
            raise error.at(f"system {name}") from None

    def ranking(self, read_files: FilesRead | None = None) -> Ranking:
        """Return the ranking."""
        named = list(self._named_orders())
        no_family, family = self._family()
        units = len(self.data[self.names[0]].units)
        reason, samples = self._samples()
        parts = (f"nerconform:{__version__}" if read_files is None else read_files.citation, self.drawn)
        run_text = " ".join(str(part) for part in parts if part is not None)
        return Ranking(
            tool=__version__,
            spec=SPEC_VERSION,
            citation=f"{self.dialect}|{self.measure}|spec:{SPEC_VERSION} # {run_text}",
            dialect=str(self.dialect),
            short=short_dialect(str(self.dialect)),
            scheme=str(self.dialect.scheme),
            measure=str(self.measure),
            round=RatioFormat(*self.dialect.round),
            units=units,
            systems=tuple(self._systems(samples)),
            pairs=tuple(self._pairs(named, family, samples)),
            named=tuple(rule for rule, _ in named),
            policies=0 if family is None else family.policies,
            orders=() if family is None else tuple(family.orders()),
            no_family=no_family,
            drawn=self.drawn,
            no_interval=reason,
            read=read_files,
        )

    def _systems(self, samples: "_Samples | None") -> Iterator[RankedSystem]:
        """Yield the systems in the order of their places."""
        for at, (name, evaluation) in enumerate(zip(self.names, self.evaluations, strict=True)):
            precision, recall = (
                number_of(evaluation.value(self.measure._replace(quantity=quantity)))
                for quantity in ("precision", "recall")
            )
            scope = "micro" if self.measure.scope in {"macro", "weighted"} else self.measure.scope
            support = evaluation.value(self.measure._replace(scope=scope, quantity="pos"))
            interval = None if samples is None else samples.interval(at)
            number, place = number_of(self.values[at]), places_of(self.values)[at]
            yield RankedSystem(name, number, place, precision, recall, interval, int(support or 0))

    def _named_orders(self) -> Iterator[tuple[RuleOrder, Values]]:
        """Yield the numbers and the places under each named dialect in the scheme of the data."""
        prepare(self.data[self.names[0]].gold)
        for number, (name, known) in enumerate(NAMED.items()):
            self._tell("named dialects", number, len(NAMED))
            dialect = replace(known, scheme=self.dialect.scheme)
            try:
                dialect.policy.at(dialect.scheme)
                values = tuple(
                    evaluate(dialect, self.data[one].gold, self.data[one].pred).value(self.measure)
                    for one in self.names
                )
            except NerconformError as error:
                yield RuleOrder(name, refused=error.message), ()
                continue
            numbers = tuple(map(number_of, values))
            yield RuleOrder(name, numbers, places_of(values), RatioFormat(*dialect.round)), values
        self._tell("named dialects", len(NAMED), len(NAMED))

    def _family(self) -> tuple[str, FamilyOrders | None]:
        """Return the numbers under each policy of the family, or why no policy changes anything."""
        if self.dialect.item is Item.TOKEN:
            return "item:token compares tags, and no policy reads them", None
        if not any(side.tags for one in self.data.values() for unit in one.units for side in unit):
            return "there are no tags, only spans, and a policy decodes tags", None
        lenient = replace(self.dialect, policy=_LENIENT)
        try:
            scores = [family_scores(self.data[name].units, lenient, self.measure) for name in self._each("policies")]
        except NotAnswered as error:
            return error.message, None
        return "", FamilyOrders(self.dialect.scheme, [one.values for one in scores])

    def _samples(self) -> tuple[str, "_Samples | None"]:
        """Return what is drawn, or why nothing is."""
        if self.drawn is None:
            return "no resamples were asked for", None
        reason = unsampled_choice(self.dialect)
        if not reason and not self.data[self.names[0]].units:
            reason = "there are no sentences"
        return reason, None if reason else _Samples(self.evaluations, self.terms, self.drawn)

    def _pairs(
        self, named: Sequence[tuple[RuleOrder, Values]], family: FamilyOrders | None, samples: "_Samples | None"
    ) -> list[SystemPair]:
        """Return every two systems, the better first."""
        found = []
        places = list(combinations(range(len(self.names)), 2))
        for number, (first, second) in enumerate(places):
            self._tell("pairs", number, len(places))
            one, other = self.values[first], self.values[second]
            count = PairCount() if family is None else family.pair(first, second)
            interval, p = (None, None) if samples is None else samples.paired(first, second)
            pair = SystemPair(
                self.names[first],
                self.names[second],
                number_of(None if one is None or other is None else Fraction(one) - other),
                interval,
                None if p is None else number_of(p),
                above=count.above,
                equal=count.equal,
                below=count.below,
                reversals=tuple(reversals(named, first, second)),
                widest=count.widest,
            )
            found.append((pair, p))
        self._tell("pairs", len(places), len(places))
        adjusted = holm([p for _, p in found])
        return [
            pair if p is None else replace_fields(pair, adjusted_number=number_of(p))
            for (pair, _), p in zip(found, adjusted, strict=True)
        ]


def holm(values: Sequence[Fraction | None]) -> list[Fraction | None]:
    """Return p values after Holm's correction for as many tests as there are values; `None` stays.

    The smallest is multiplied by the number of tests, the next by one less, and so on; none becomes smaller than the
    one before it, nor greater than 1.
    """
    tests = sorted((value, at) for at, value in enumerate(values) if value is not None)
    found: list[Fraction | None] = [None] * len(values)
    least = Fraction(0)
    for number, (value, at) in enumerate(tests):
        least = max(least, min(Fraction(1), value * (len(tests) - number)))
        found[at] = least
    return found


class _Samples:
    """The numbers of all systems over the same resamples of the sentences, and their paired tests."""

    def __init__(self, evaluations: Sequence[Evaluation], terms: RankTerms, drawn: Resampling) -> None:
        self.terms, self.drawn = terms, drawn
        self.kinds = kinds_seen(terms.measure, terms.dialect, (one.tally for one in evaluations))
        self.vectors = [vectors_by_unit(one.outcomes or (), terms.measure, self.kinds) for one in evaluations]
        exact = replace(terms.dialect, round=Rounding())
        self.exact = [Evaluation(exact, one.tally, scorer(exact)).value(terms.measure) for one in evaluations]
        self.columns = self._drawn("bootstrapped", self.vectors)

    def _drawn(self, how: str, vectors: Sequence[Sequence[Vector]]) -> list[list[float]]:
        sample, by = Sample.of(vectors), engine()
        sums = getattr(by, how)(sample.tables, sample.times, self.drawn.resamples, self.drawn.seed)
        return [by.values_of(one, self.kinds, self.terms.dialect, self.terms.measure) for one in sums]

    def interval(self, at: int) -> Interval | None:
        """Return the interval of a system's number."""
        return interval_of(self.columns[at], self.drawn.level)

    def paired(self, first: int, second: int) -> tuple[Interval | None, Fraction | None]:
        """Return the interval of the difference of two systems, and the p value of the randomisation test."""
        differences = [one - other for one, other in zip(self.columns[first], self.columns[second], strict=True)]
        one, other = self.exact[first], self.exact[second]
        if one is None or other is None:
            return None, None
        swapped = self._drawn("swapped", [self.vectors[first], self.vectors[second]])
        p = swap_p(zip(*swapped, strict=True), float(one) - float(other), self.drawn.resamples)
        return interval_of(differences, self.drawn.level), p
