"""Fitting: what else fits everything that was asked, what comes near, and why some choices do not show."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, cycle, product
from typing import Any

from nerconform.products.identify.boxes import Outcome, Probe, probe_of
from nerconform.products.identify.hypotheses import Hypothesis, View
from nerconform.products.identify.separation import ProbeSearch
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.measures import AVERAGES
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Labels, Overlap, Rounding, Zero, parse_credit
from nerconform.reference.options import (
    ALIGN_OF_SCORERS,
    Align,
    Attribution,
    Empty,
    EmptyDoc,
    Item,
    LabelRule,
    MacroF,
    Pool,
    Scope,
    Undefined,
)
from nerconform.reference.outcomes import FOUR, Schema
from nerconform.reference.schemes import Scheme, prefix_of, roles_of
from nerconform.reference.scoring import rounded
from nerconform.reference.spans import Span
from nerconform.reference.words import ABOUT
from nerconform.results.identification_result import AlikeOptions

OUTSIDER = "OTHER"
"""A type that no list of types holds: it shows whether all types take part, or all that were named."""
RATIOS = ("f1", "precision", "recall")
_OVERLAPS = tuple(map(Overlap.parse, ("any", "gold:1%", "gold:50%", "union:50%")))
_CREDITS = tuple(map(parse_credit, ("1/2", "0", "1")))
_ZEROS = tuple(Zero(*pair) for pair in product(Undefined, Undefined))
_PER_SCHEMA = (Align.INPUT_BEST, Align.BEST)


def first_stage(scheme: Scheme, types: Sequence[str], views: Sequence[View]) -> list[Hypothesis]:
    """Return every filter, list of averaged labels, average, pool, item and macro F; spans without alignment."""
    base = Dialect(scheme=scheme, align=Align.NONE).set(policy="lenient")
    rules, named = first_labels(types)[:2], first_labels(types)[2:]
    tags = [f"{prefix_of(scheme, role)}-{kind}" for role in roles_of(scheme).values() for kind in (*types, OUTSIDER)]
    dialects: list[Dialect] = []
    for pool, macro_f in product((Pool.CORPUS, Pool.MEAN), MacroF):
        made = replace(base, pool=pool, macro_f=macro_f)
        dialects += [replace(made, labels=labels, labels_avg=rule) for labels in (*rules, *named) for rule in rules]
        dialects += [replace(made, labels_avg=labels) for labels in named]
        token = replace(made, item=Item.TOKEN)  # alignment shows at once: no token touches nothing
        tokens = [
            replace(token, labels=labels, align=align)
            for labels, align in product((rules[0], Labels.of(tags)), (Align.NONE, Align.PHASED))
        ]
        dialects += [replace(token, zero=zero) for token in tokens for zero in _ZEROS]  # a tag may miss on one side
    return distinct(Hypothesis(dialect, view) for dialect in dialects for view in views)


def first_labels(types: Sequence[str]) -> list[Labels]:
    """Return both rules, and every list of some of the types."""
    named = [Labels.of(some) for size in range(1, len(types) + 1) for some in combinations(types, size)]
    return [Labels(LabelRule.UNION), Labels(LabelRule.GOLD), *named]


def views_of(keys: Sequence[str], schemas: Iterable[Schema]) -> list[View]:
    """Return what numbers of these names may be; a single number may be any ratio."""
    if any("." in key for key in keys):
        return [View.of(keys)]
    ratios = RATIOS if tuple(keys) == ("f1",) else (None,)
    return [
        View(frozenset({one}), frozenset({average}), ratio)
        for one, average, ratio in product(schemas, AVERAGES, ratios)
    ]


def matching(found: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return these hypotheses with every alignment, threshold, attribution, credit and schema."""
    made = []
    for each in found:
        for dialect in _aligned(each.dialect):
            schemas = (Schema.STRICT,) if dialect.align is Align.NONE else FOUR
            own = each.view
            views = [own] if own.named else [own._replace(schemas=frozenset({schema})) for schema in schemas]
            made += [Hypothesis(dialect, view) for view in views]
    return distinct(made)


def _aligned(dialect: Dialect) -> Iterator[Dialect]:
    yield dialect
    overlaps = _OVERLAPS if dialect.item is Item.SPAN else _OVERLAPS[:1]
    readings: list[tuple[Align, Scope]] = [
        (align, Scope.SHARED) for align in Align if align not in {Align.NONE, Align.INPUT_BEST, *ALIGN_OF_SCORERS}
    ]
    readings += [(align, Scope.SCHEMA) for align in _PER_SCHEMA]
    for (align, scope), overlap, attribution, partial in product(readings, overlaps, Attribution, _CREDITS):
        yield replace(dialect, align=align, scope=scope, overlap=overlap, attribution=attribution, partial=partial)


def emptiness(found: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return these hypotheses with everything that can stand for an undefined ratio or mean.

    Whose types are averaged, both sides' or the gold's, shows only here: where a ratio is 0, they may come to the same.
    """
    made = []
    for each in found:
        pools = tuple(EmptyDoc) if each.dialect.pool is Pool.MEAN else (EmptyDoc.OMIT,)
        own = each.dialect.labels_avg
        averaged = (own,) if own.rule is LabelRule.GIVEN else (Labels(LabelRule.UNION), Labels(LabelRule.GOLD))
        for zero, empty, empty_doc, labels_avg in product(_ZEROS, Empty, pools, averaged):
            dialect = replace(each.dialect, zero=zero, empty=empty, empty_doc=empty_doc, labels_avg=labels_avg)
            made.append(Hypothesis(dialect, each.view))
    return distinct(made)


def varied(found: Iterable[Hypothesis], **options: Iterable[Any]) -> list[Hypothesis]:
    """Return these hypotheses with every combination of these options."""
    combinations_of = [dict(zip(options, values, strict=True)) for values in product(*map(tuple, options.values()))]
    return distinct(Hypothesis(replace(each.dialect, **some), each.view) for each in found for some in combinations_of)


def distinct(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Return each hypothesis in its plain form, once."""
    return list(dict.fromkeys(each.plain() for each in hypotheses))


_OPEN: dict[str, tuple[Any, ...]] = {"overlap": _OVERLAPS, "partial": _CREDITS, "zero": _ZEROS}
_AXES = (
    *("gold", "bare", "outside", "unknown", "duplicates", "align", "scope", "overlap"),
    *("attribution", "partial", "pool", "empty_doc", "zero", "empty", "macro_f"),
)
SINGLE: dict[str, tuple[Any, ...]] = {
    name: _OPEN.get(name)
    or tuple(option for option in getattr(Dialect(), name).__class__ if option not in ALIGN_OF_SCORERS)
    for name in _AXES
}
"""The options of each axis that is looked at by itself in the end."""


Answers = Sequence[tuple[Probe, Outcome]]
_LABELS = ("labels", "labels_avg")


def matched(search: ProbeSearch, hypothesis: Hypothesis, answers: Answers) -> int:
    """Return how many answers a hypothesis expects."""
    return sum(search.fits(hypothesis, probe, outcome) for probe, outcome in answers)


def fits_all(search: ProbeSearch, hypothesis: Hypothesis, answers: Answers) -> bool:
    """Whether a hypothesis expects every answer."""
    return all(search.fits(hypothesis, probe, outcome) for probe, outcome in answers)


def neighbours(hypothesis: Hypothesis, types: Sequence[str], keys: Sequence[str]) -> list[Hypothesis]:
    """Return the hypotheses that make one choice otherwise, view included."""
    dialect = hypothesis.dialect
    labels = first_labels(types)
    options = {**SINGLE, **dict.fromkeys(_LABELS, labels)}
    made = [
        Hypothesis(replace(dialect, **{axis: value}), hypothesis.view) for axis in options for value in options[axis]
    ]
    if not hypothesis.view.named:
        made += [Hypothesis(dialect, view) for view in views_of(keys, FOUR)]
    own = (str(dialect), hypothesis.view)
    return [one for one in dict.fromkeys(made) if (str(one.dialect), one.view) != own]


def left_beside(
    search: ProbeSearch, answer: Hypothesis, others: Iterable[Hypothesis], answers: Answers
) -> list[AlikeOptions]:
    """Return, axis by axis, the options of other hypotheses that fit as well as the answer.

    Where only several choices together fit in place of the answer's, their axes stand together.
    """
    plain, mine = answer.plain(), answer.options()
    single: dict[str, dict[str, bool]] = {}
    joint: dict[tuple[str, ...], dict[str, None]] = {}
    seen: list[dict[str, str]] = []
    changes = {one: {axis: text for axis, text in one.options().items() if text != mine.get(axis)} for one in others}
    for one, change in sorted(changes.items(), key=lambda item: len(item[1])):
        if not change or any(known.items() <= change.items() for known in seen):
            continue
        idle = one.plain() == plain
        if not idle and not fits_all(search, one, answers):
            continue
        seen.append(change)
        if len(change) == 1:
            ((axis, option),) = change.items()
            single.setdefault(axis, {})[option] = idle
        else:
            joint.setdefault(tuple(change), {})[" ".join(f"{axis}:{text}" for axis, text in change.items())] = None
    left = [
        AlikeOptions(axis, tuple(options), _reason(axis, answer, idle=all(options.values())), _about(axis))
        for axis, options in single.items()
    ]
    joined = [AlikeOptions(" and ".join(axes), tuple(all_), _JOINT, _about(*axes)) for axes, all_ in joint.items()]
    return [*left, *joined]


def _about(*axes: str) -> tuple[str, ...]:
    return tuple(ABOUT.get(axis, axis) for axis in axes)


_JOINT = "together they come to the same"


def _reason(axis: str, answer: Hypothesis, *, idle: bool) -> str:
    """Return why a choice does not show."""
    view = answer.view
    if idle:
        return f"it plays no part in {view}"
    if axis in {"align", "scope", "overlap"} and answer.view.schemas == {Schema.STRICT}:
        return "the strict schema counts equal spans, and on flat spans in order these readings pair the same ones"
    return _REASONS.get(axis, "no question that was asked tells them apart")


_REASONS = {
    "duplicates": "tags cannot repeat a span",
    "align": "on flat spans in order these readings pair alike",
    "zero": "both leave the ratio undefined, or no question reaches it",
    "policy": "they decode alike whatever was asked",
}


def names_of(search: ProbeSearch, answer: Hypothesis, answers: Answers, odd: Answers) -> tuple[str, ...]:
    """Return the named dialects that expect every answer; to malformed tags, too, if one of them does."""
    scheme = answer.dialect.scheme
    found = {
        name: Hypothesis(replace(dialect, scheme=scheme), answer.view)
        for name, dialect in NAMED.items()
        if scheme in dialect.policy.points and _rounds_alike(search, dialect)
    }
    found = {name: one for name, one in found.items() if fits_all(search, one, answers)}
    best = tuple(name for name, one in found.items() if fits_all(search, one, odd))
    return best or tuple(found)


def _rounds_alike(search: ProbeSearch, dialect: Dialect) -> bool:
    """Whether a dialect shows as many decimals as were seen."""
    digits, scale = search.number_format.digits, search.number_format.scale
    if dialect.round == Rounding():
        return digits is None and scale == 1
    return (dialect.round.digits, dialect.round.scale) == (digits, scale)


Make = Callable[[int, int, Scheme, Sequence[str]], Probe]
RULES = ("half-up", "half-even", "binary")
_SIZES = (8, 16, 20, 32, 40, 80, 160, 200, 400, 800, 4000)


def rounded_ones(search: ProbeSearch, hypothesis: Hypothesis, types: Sequence[str]) -> list[Hypothesis]:
    """Return the hypothesis with every rule that fits all answers; where several did, ties were asked."""
    number_format = search.number_format
    if number_format.digits is None:
        return [hypothesis]
    rules = [Rounding(rule, number_format.digits, number_format.scale) for rule in RULES]
    made = [Hypothesis(replace(hypothesis.dialect, round=rule), hypothesis.view) for rule in rules]
    known = [step for step in search.steps if search.fits(hypothesis, step.probe, step.outcome)]
    make = _tokens if hypothesis.dialect.item is Item.TOKEN else _ratio
    ties = cycle(_ties(rules, hypothesis.dialect.scheme, types, make))  # what one turn passes over, the next may need
    left = [one for one in made if all(search.fits(one, step.probe, step.outcome) for step in known)]
    return search.split("rounding", left or made, ties, known=known)


def _ties(rules: Sequence[Rounding], scheme: Scheme, types: Sequence[str], make: Make) -> Iterator[Probe]:
    """Yield data whose every ratio lies in the middle between two numbers with this number of decimals."""
    for size in _SIZES:
        kinds: dict[tuple[bool, ...], int] = {}
        for correct in range(1, size):
            values = [rounded(Fraction(correct, size), rule) for rule in rules]
            kinds.setdefault(tuple(value == values[0] for value in values), correct)
        for kind, correct in kinds.items():
            if not all(kind):
                yield make(correct, size, scheme, types)


def _tokens(correct: int, size: int, scheme: Scheme, types: Sequence[str]) -> Probe:
    """Return one unit in which `correct` of `size` tokens have the right tag."""
    spans = [Span(types[0], 2 * at, 2 * at + 1) for at in range((size + 1) // 2)]
    gold = encode_spans(spans, size + 1, scheme)[:size]
    pred = [tag if at < correct else "O" if tag != "O" else gold[0] for at, tag in enumerate(gold)]
    return probe_of([(gold, pred)])


def _ratio(correct: int, size: int, scheme: Scheme, types: Sequence[str]) -> Probe:
    """Return one unit in which `correct` of `size` spans of every type are right, on both sides."""
    places = [(kind, index) for kind in types for index in range(size + size - correct)]
    gold = [Span(kind, 2 * at, 2 * at + 1) for at, (kind, index) in enumerate(places) if index < size]
    pred = [Span(kind, 2 * at, 2 * at + 1) for at, (kind, index) in enumerate(places) if index >= size - correct]
    length = 2 * len(places)
    return probe_of([(encode_spans(gold, length, scheme), encode_spans(pred, length, scheme))])
