"""Scorers: the dialect of a black box that returns numbers, stage by stage along the path from tags to numbers.

Each stage asks data in which the choices of the later ones play no part, so that what is possible is never the product
of all axes. What a stage cannot see stays possible, and is looked at again in the end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from nerconform.asking.observation import Refusal, Unsupported
from nerconform.asking.outputs import UnreadableResult
from nerconform.asking.question import Form
from nerconform.diagnosis.shrinking import shrink
from nerconform.products.identify import fitting
from nerconform.products.identify import probe_corpora as corpora
from nerconform.products.identify.boxes import (
    Box,
    ImplementationDecoder,
    ImplementationScorer,
    NamedNumbers,
    Outcome,
    Probe,
    same,
)
from nerconform.products.identify.decoders import MAX_DECODER_PROBES, DecoderSearch
from nerconform.products.identify.fitting import (
    Answers,
    fits_all,
    left_beside,
    matched,
    names_of,
    neighbours,
    rounded_ones,
)
from nerconform.products.identify.golden_answers import contradictions, golden_answers, uncontradicted
from nerconform.products.identify.hypotheses import Hypothesis
from nerconform.products.identify.policy_search import ScoredPolicies
from nerconform.products.identify.separation import (
    CannotIdentify,
    ProbeSearch,
    ProbesProgress,
    ProbeStep,
    answer_record,
    asked,
    outcome_text,
    step_record,
)
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Labels, Overlap
from nerconform.reference.options import Align, Bare, Duplicates, Gold, Item, LabelRule, Outside, Scope, Unknown
from nerconform.reference.outcomes import Schema
from nerconform.reference.points import points_of
from nerconform.reference.schemes import Scheme
from nerconform.reference.scoring import rounded
from nerconform.reference.signature import short_dialect
from nerconform.results.identification_result import Identification, NearDialect, ProbeAnswer
from nerconform.results.values import RefusalDue
from nerconform.version import SPEC_VERSION, __version__

MAX_SCORER_PROBES = 40
"""The most probes that a scorer is asked."""
MALFORMED = "malformed tags"
"""The stage of tags without a type and of prefixes outside the scheme."""
_MIN_ANSWERS = 3
_MAX_FIRST_LOOKS = 8
"""So many questions are asked until a metric that raises now and then has answered one."""
_ODD_TAGS = 8
_MATCHING = (
    "labels",
    "item",
    "duplicates",
    "align",
    "scope",
    "overlap",
    "attribution",
    "partial",
    "macro_f",
    "labels_avg",
)
"""What the first stages are about; the pool is kept by the last of them."""
_PREFERRED = (Align.NONE, Align.PHASED, Align.INPUT, Align.INPUT_BEST)


class ScorerSearch:
    """The stages through which one scorer goes, and what is left after each."""

    def __init__(
        self, search: ProbeSearch, scheme: Scheme, types: Sequence[str], seed: int, *, outsider: bool = True
    ) -> None:
        """Ask on data in this scheme with these types, and an `outsider`, which is in no list, if there can be one."""
        self.search, self.scheme, self.types, self.seed = search, scheme, tuple(types), seed
        self.all_types = (*self.types, fitting.OUTSIDER) if outsider else self.types
        self.answer: Hypothesis
        self.kept: list[tuple[Hypothesis, tuple[str, ...]]] = []
        self.odd: list[tuple[Probe, Outcome]] = []
        self.reads_odd = True

    def run(self) -> None:
        """Go through the stages. Raises `CannotIdentify` where nothing can be learned."""
        first = self._first()
        views = fitting.views_of(self.search.keys, (Schema.STRICT,))
        found = fitting.first_stage(self.scheme, self.types, views)
        apart = corpora.apart(self.scheme, self.all_types, self.seed)
        found = self.search.split("filter, item and averages", found, apart, known=[first], alike=True)
        found.sort(key=_is_seldom)
        self.answer = found[0]
        if self.constant:
            return
        crossing = corpora.crossing(self.scheme, self.all_types, self.seed, self.inside)
        found = self.search.split("alignment and attribution", fitting.matching(found), crossing)
        if self._takes_spans() and found[0].dialect.item is Item.SPAN:
            nested = corpora.nested(self.all_types, self.seed)
            found = fitting.varied(found, duplicates=Duplicates)
            found = self.search.split("order and repeated spans", found, nested)
        self._keep(found, _MATCHING)
        lacking = corpora.lacking(self.scheme, self.shown, self.seed)
        found = self.search.split("what is undefined", fitting.emptiness(_one_per_alignment(found)), lacking)
        self._keep(found, (*_MATCHING, "zero", "empty", "empty_doc"))
        self.answer = found[0]
        if self.answer.dialect.item is Item.SPAN:
            self._policy()
            self._gold()
            self._odd_tags()
        self._round()

    def _first(self) -> ProbeStep:
        """Ask until numbers come; they show which there are. Raises `CannotIdentify`, `UnreadableResult`."""
        outcome: Outcome | None = None
        unreadable: UnreadableResult | None = None
        for probe in islice(corpora.apart(self.scheme, self.all_types, self.seed - 1), _MAX_FIRST_LOOKS):
            try:
                outcome = self.search.ask(probe)
            except UnreadableResult as error:
                unreadable = error
                continue
            if isinstance(outcome, Unsupported):
                break
            step = ProbeStep("first look", probe, outcome, fitted=isinstance(outcome, NamedNumbers))
            self.search.record(step)
            if step.fitted:
                return step
        if unreadable:
            raise unreadable
        if isinstance(outcome, Refusal):
            message = f"the scorer raises an exception for legal data: {outcome.error}: {outcome.message[:200]}"
        else:
            message = f"the scorer cannot be asked: {outcome.reason if isinstance(outcome, Unsupported) else 'no data'}"
        raise CannotIdentify(message, place=self.search.box.name, hint=_SCHEME)

    @property
    def constant(self) -> str:
        """Return in words that all answers are the same, where no dialect expects that; else nothing."""
        first, *others = (step.outcome for step in self.search.steps)
        if len(others) + 1 < _MIN_ANSWERS or not all(same(first, other) for other in others):
            return ""
        return f"it gave one answer to {len(others) + 1} different questions: {outcome_text(first)}"

    def _takes_spans(self) -> bool:
        box = self.search.box
        return isinstance(box, ImplementationScorer) and box.takes(Form.SPANS)

    def _policy(self) -> None:
        """Find the policy: by its spans where they are shown, and by numbers."""
        points = None
        box = self.search.box
        if isinstance(box, ImplementationScorer):
            inner = ImplementationDecoder(box.implementation, self.scheme)
            if inner.shows():
                spans = ProbeSearch(inner, MAX_DECODER_PROBES)
                decoder = DecoderSearch(spans, self.scheme, (self.shown[0], self.shown[:2][-1]), self.seed)
                decoder.run()
                for step in spans.steps:
                    self.search.record(step)
                points = [known.points for known in decoder.left]
        scored = ScoredPolicies(self.search, self.answer, self.shown, self.seed)
        policies = dict.fromkeys((known.pool, scored.branches.policy(known.points)) for known in scored.run(points))
        pool, policy = min(policies, key=lambda known: (known[0] != "corpus", known[1].name.startswith("points{")))
        self.answer = Hypothesis(replace(self.answer.dialect, pool=pool, policy=policy), self.answer.view)
        others = [replace(self.answer.dialect, pool=each, policy=other) for each, other in policies]
        self._keep([Hypothesis(dialect, self.answer.view) for dialect in others], ("pool", "policy"))

    @property
    def inside(self) -> tuple[str, ...]:
        """Return the types that take part, those that are averaged first."""
        labels, averaged = self.answer.dialect.labels, self.answer.dialect.labels_avg
        if self.answer.dialect.item is Item.TOKEN and labels.rule is LabelRule.GIVEN:  # these are lists of tags
            labels = Labels.of({tag.partition("-")[2] for tag in labels.given})
        inside = [kind for kind in self.all_types if labels.rule is not LabelRule.GIVEN or kind in labels.given]
        return tuple(sorted(inside, key=lambda kind: averaged.rule is LabelRule.GIVEN and kind not in averaged.given))

    @property
    def shown(self) -> tuple[str, ...]:
        """Return all types, those that take part first."""
        return (*self.inside, *(kind for kind in self.all_types if kind not in self.inside))

    def _gold(self) -> None:
        """Find whether illegal gold is refused."""
        if not points_of(self.scheme) or self.answer.dialect.policy.refuses_all(self.scheme):
            return
        pool = (Probe(probe.pred, probe.gold) for probe in corpora.illegal(self.scheme, self.shown, self.seed))
        found = self.search.split("illegal gold", fitting.varied([self.answer], gold=Gold), pool)
        self.answer = found[0]

    def _odd_tags(self) -> None:
        """Find what tags without a type, and prefixes outside the scheme, are read as."""
        odd = fitting.varied([self.answer], bare=Bare, outside=Outside, unknown=Unknown)
        pool = corpora.malformed(self.scheme, self.shown, self.seed)
        found = self.search.split(MALFORMED, odd, pool)
        probes = [next(pool) for _ in range(_ODD_TAGS)]
        self.odd = [(probe, self.search.box.ask(probe)) for probe in probes]
        self.odd += [(step.probe, step.outcome) for step in self.search.steps if step.stage == MALFORMED]
        kept = [one for one in found if all(self.search.fits(one, *answer) for answer in self.odd)]
        self.reads_odd = bool(kept)
        if kept:
            self._keep(kept, ("bare", "outside", "unknown"))
            self.answer = kept[0]

    def _round(self) -> None:
        """Find how numbers are rounded."""
        found = rounded_ones(self.search, self.answer, self.inside)
        self._keep(found, ("round",))
        self.answer = found[0]

    def _keep(self, found: Sequence[Hypothesis], axes_of_stage: tuple[str, ...]) -> None:
        """Keep what a stage could not tell apart, and which choices it was about."""
        self.kept += [(one, axes_of_stage) for one in found]

    def rejoined(self) -> list[Hypothesis]:
        """Return everything that a stage could not tell apart, with the answer's choices on the other axes."""
        made = [
            Hypothesis(replace(self.answer.dialect, **{axis: getattr(one.dialect, axis) for axis in about}), one.view)
            for one, about in self.kept
        ]
        return list(dict.fromkeys(made))

    def verify(self, number: int) -> list[tuple[Probe, Outcome]]:
        """Return answers to further questions of every kind."""
        pools: list[Iterator[Probe]] = [corpora.anything(self.scheme, self.shown, self.seed + 7, self.inside)]
        if self.answer.dialect.item is Item.SPAN and points_of(self.scheme):
            pools.append(corpora.illegal(self.scheme, self.shown, self.seed + 8))
        if self._takes_spans() and self.answer.dialect.item is Item.SPAN:
            pools.append(corpora.nested(self.all_types, self.seed + 9))
        probes = islice(chain.from_iterable(zip(*pools, strict=False)), number)
        alike = corpora.alike(self.scheme, self.shown[0])
        return [(probe, self.search.box.ask(probe)) for probe in (*probes, *alike)]


_SCHEME = (
    "Name the scheme of its tags: --scheme BIOES. A scorer is called with two lists of lists of tags such as B-PER."
)


def _one_per_alignment(found: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return one hypothesis of those that differ only in their alignment: on flat data nothing tells them apart."""
    kept: dict[Hypothesis, Hypothesis] = {}
    for each in sorted(found, key=lambda one: (_is_seldom(one), _rank(one.dialect.align))):
        dialect = replace(each.dialect, align=Align.PHASED, scope=Scope.SHARED, overlap=Overlap())
        kept.setdefault(Hypothesis(dialect, each.view).plain(), each)
    return list(kept.values())


def _is_seldom(hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis takes a single number for something else than F1."""
    return not hypothesis.view.named and hypothesis.view.ratio not in {None, "f1"}


def _rank(align: Align) -> int:
    return _PREFERRED.index(align) if align in _PREFERRED else len(_PREFERRED)


VERIFICATION_PROBES = 36
_MAX_NEAREST = 3
_MAX_QUESTIONS = 150


def identify_scorer(  # noqa: PLR0913 - whom to ask about what
    box: Box, scheme: Scheme, types: Sequence[str], *, seed: int, progress: ProbesProgress = None, outsider: bool = True
) -> Identification:
    """Return the dialect of a scorer; no golden case of legal data or illegal tags contradicts one that is identified.

    Raises `CannotIdentify` where it answers nothing, or one question in two ways, and `UnreadableResult`.
    """
    search = ProbeSearch(box, MAX_SCORER_PROBES, progress)
    stages = ScorerSearch(search, scheme, types, seed, outsider=outsider)
    stages.run()
    further = stages.verify(VERIFICATION_PROBES)
    asked = [(step.probe, step.outcome) for step in search.steps if step.probe.gold and step.stage != MALFORMED]
    read = stages.odd if stages.reads_odd else []
    proper = [(probe, outcome) for probe, outcome in (*asked, *further) if not isinstance(outcome, Unsupported)]
    answers = [*proper, *(answer for answer in read if not isinstance(answer[1], Unsupported))]
    golden = golden_answers(box, scheme)
    answers += contradictions(search, stages.answer, golden)
    answer, others = _answer(search, stages, answers)
    answers += [one for one in contradictions(search, answer, golden) if one not in answers]
    identified = fits_all(search, answer, answers)
    count = matched(search, answer, answers)
    return Identification(
        tool=__version__,
        spec=SPEC_VERSION,
        implementation=box.name,
        version=box.version,
        kind="scorer",
        scheme=str(scheme),
        identified=identified,
        dialect=str(answer.dialect),
        signature=_signature(answer),
        short=_short(answer),
        names=uncontradicted(search, answer, names_of(search, answer, proper, stages.odd), golden)
        if identified
        else (),
        measure=str(answer.view),
        left=tuple(left_beside(search, answer, others, answers)) if identified else (),
        notes=tuple(_notes(search, stages, identified=identified)),
        steps=tuple(map(step_record, search.steps)),
        verified=len(further) + len(golden),
        failed=len(answers) - count,
        nearest=() if identified else tuple(_nearest(search, answer, others, answers)),
    )


def _answer(search: ProbeSearch, stages: ScorerSearch, answers: Answers) -> tuple[Hypothesis, list[Hypothesis]]:
    """Return the hypothesis that fits best, the stages' own answer first, and the others that were thought of."""
    own = stages.answer
    if stages.constant:  # no choice shows in it
        return own, []
    joint = stages.rejoined()
    named = [one for one in joint if one != own]
    candidates = [own, *named]
    best = next((one for one in candidates if fits_all(search, one, answers)), None)
    if best is None:
        beside = neighbours(own, stages.types, search.keys)
        best = max([*candidates, *beside], key=lambda one: matched(search, one, answers))
    return best, [*candidates, *neighbours(best, stages.types, search.keys)]


def _signature(answer: Hypothesis) -> str:
    """Return the signature; where it names one measure, with that measure."""
    view = answer.view
    measure = str(view) if view.ratio is not None else "*"
    return f"{answer.dialect}|{measure}|spec:{SPEC_VERSION}"


def _short(answer: Hypothesis) -> str:
    """Return the signature with the dialect in its shortest form."""
    dialect = str(answer.dialect)
    return _signature(answer).replace(dialect, short_dialect(dialect), 1)


def _notes(search: ProbeSearch, stages: ScorerSearch, *, identified: bool) -> list[str]:
    notes = [stages.constant] if stages.constant and not identified else []
    if search.number_format.scale > 1 and identified:
        notes.append("its scores are percentages")
    if search.number_format.digits is not None:
        notes.append(f"its scores have {search.number_format.digits} decimals")
    if not stages.reads_odd:
        notes.append(
            "no option describes what it does with tags without a type or with unknown prefixes; these inputs exclude "
            "nothing"
        )
    if search.spent:
        notes.append(
            f"it was run on {search.limit} inputs, which is the limit; more options may be possible than are shown"
        )
    if not all(step.fitted for step in search.steps):
        notes.append("no dialect gives some of its answers; these answers exclude nothing")
    return notes


def _nearest(
    search: ProbeSearch, answer: Hypothesis, others: Sequence[Hypothesis], answers: Answers
) -> list[NearDialect]:
    """Return the dialects that expect most answers, each with the smallest input on which it fails."""
    scheme, view = answer.dialect.scheme, answer.view
    named = {
        Hypothesis(dialect.set(scheme=str(scheme)), view): name
        for name, dialect in NAMED.items()
        if scheme in dialect.policy.points
    }
    alike: dict[tuple[bool, ...], list[Hypothesis]] = {}
    for one in dict.fromkeys([answer, *named, *others]):
        pattern = tuple(search.fits(one, probe, outcome) for probe, outcome in answers)
        alike.setdefault(pattern, []).append(one)
    best = sorted(alike.items(), key=lambda pair: -sum(pair[0]))[:_MAX_NEAREST]
    return [
        _near(search, ones[0], tuple(named[one] for one in ones if one in named), sum(pattern), answers)
        for pattern, ones in best
        if not all(pattern)
    ]


def _near(search: ProbeSearch, one: Hypothesis, names: tuple[str, ...], count: int, answers: Answers) -> NearDialect:
    def disagrees(probe: Probe) -> Outcome | None:
        if not probe.pred or (probe.form is Form.TAGS and not all(probe.pred)):
            return None  # many crash on nothing, whatever else they do
        outcome = search.box.ask(probe)
        return None if search.fits(one, probe, outcome) else outcome

    failing = [answer for answer in answers if not search.fits(one, *answer)]
    probe, outcome = min(failing, key=lambda answer: answer[0].size)
    probe, outcome = shrink(probe, outcome, disagrees, _MAX_QUESTIONS)
    due, outcome = _difference(search, one, probe, outcome)
    return NearDialect(
        **asked(probe, outcome),
        signature=_signature(one),
        short=_short(one),
        names=names,
        matched=count,
        asked=len(answers),
        due=due,
    )


def _difference(search: ProbeSearch, one: Hypothesis, probe: Probe, outcome: Outcome) -> tuple[ProbeAnswer, Outcome]:
    """Return what was due and what came, numbers only where they differ."""
    due = search.due(one, probe)
    if due is None:
        return RefusalDue(), outcome
    if not isinstance(outcome, NamedNumbers):
        return answer_record(NamedNumbers(due)), outcome
    rule = one.dialect.round
    differ = [
        key for key, value in outcome.values.items() if not search.number_format.agrees(due.get(key), value, rule)
    ]
    shown = {key: None if (value := due.get(key)) is None else rounded(value, rule) for key in differ}
    return answer_record(NamedNumbers(shown)), NamedNumbers({key: outcome.values[key] for key in differ})
