"""Scorers: the dialect of a black box that returns numbers, stage by stage along the path from tags to numbers.

Each stage asks data in which the choices of the later ones play no part, so that what is possible is never the product
of all axes. What a stage cannot see stays possible, and is looked at again in the end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from nerconform.asking.question import Form
from nerconform.products.identify import axes
from nerconform.products.identify import probe_corpora as corpora
from nerconform.products.identify.boxes import ImplementationDecoder, ImplementationScorer
from nerconform.products.identify.decoders import DecoderSearch
from nerconform.products.identify.fitting import rounded_ones
from nerconform.products.identify.hypotheses import Hypothesis, View
from nerconform.products.identify.probes import Outcome, Probe, RefusedProbe, Unasked
from nerconform.products.identify.scored_policies import Known, ScoredPolicies
from nerconform.products.identify.separation import CannotIdentify, ProbeSearch, ProbeStep
from nerconform.reference.actions import points_of
from nerconform.reference.options import Align, Bare, Duplicates, Gold, Item, LabelRule, Outside, Scope, Unknown
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.values import Overlap

LIMIT = 40
"""The most probes that a scorer is asked."""
MALFORMED = "malformed tags"
"""The stage of tags without a type and of letters outside the scheme."""
_FEW = 3
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

    def __init__(self, search: ProbeSearch, scheme: Scheme, types: Sequence[str], seed: int) -> None:
        """Ask on data in this scheme with these types, and with one that is in no list."""
        self.search, self.scheme, self.types, self.seed = search, scheme, tuple(types), seed
        self.all_types = (*self.types, axes.OUTSIDER)
        self.answer: Hypothesis
        self.kept: list[tuple[Hypothesis, tuple[str, ...]]] = []
        self.known: list[Known] = []
        self.odd: list[tuple[Probe, Outcome]] = []
        self.reads_odd = True

    def run(self) -> None:
        """Go through the stages. Raises `CannotIdentify` where nothing can be learned."""
        first = self._first()
        views = axes.views_of(self.search.keys, (Schema.STRICT,))
        found = axes.first_stage(self.scheme, self.types, views)
        apart = corpora.apart(self.scheme, self.all_types, self.seed)
        found = self.search.split("filter, item and averages", found, apart, known=[first], alike=True)
        found.sort(key=_is_seldom)
        self._refuse_constant()
        self.answer = found[0]
        crossing = corpora.crossing(self.scheme, self.all_types, self.seed, self.inside)
        found = self.search.split("alignment and attribution", axes.matching(found), crossing)
        if self._takes_spans() and found[0].dialect.item is Item.SPAN:
            nested = corpora.nested(self.all_types, self.seed)
            found = axes.varied(found, duplicates=Duplicates)
            found = self.search.split("order and repeated spans", found, nested)
        self._keep(found, _MATCHING)
        lacking = corpora.lacking(self.scheme, self.shown, self.seed)
        found = self.search.split("what is undefined", axes.emptiness(_one_per_alignment(found)), lacking)
        self._keep(found, (*_MATCHING, "zero", "empty", "empty_doc"))
        self.answer = found[0]
        if self.answer.dialect.item is Item.SPAN:
            self._policy()
            self._gold()
            self._odd_tags()
        self._round()

    def _first(self) -> ProbeStep:
        """Ask the first question; it shows which numbers there are."""
        probe = next(corpora.apart(self.scheme, self.all_types, self.seed - 1))
        outcome = self.search.ask(probe)
        if isinstance(outcome, Unasked):
            raise CannotIdentify(f"it was not asked: {outcome.reason}", place=self.search.box.name, hint=_SCHEME)
        if isinstance(outcome, RefusedProbe):
            message = f"it raised at legal data: {outcome.error}: {outcome.message[:200]}"
            raise CannotIdentify(message, place=self.search.box.name, hint=_SCHEME)
        step = ProbeStep("first look", probe, outcome)
        self.search.record(step)
        return step

    def _refuse_constant(self) -> None:
        """Raise where all answers are the same although no hypothesis expects that."""
        answers = {str(step.outcome) for step in self.search.steps}
        if len(self.search.steps) >= _FEW and len(answers) == 1:
            message = f"it gave one answer to {len(self.search.steps)} different questions: {answers.pop()}"
            raise CannotIdentify(message, place=self.search.box.name, hint=_SCHEME)

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
                decoder = DecoderSearch(inner, self.scheme, (self.shown[0], self.shown[1]), self.seed)
                decoder.run()
                for step in decoder.steps:
                    self.search.record(step)
                points = decoder.left
        scored = ScoredPolicies(self.search, self.answer, self.shown, self.seed)
        self.known = scored.run(points)
        branches = scored.branches
        policies = dict.fromkeys((known.pool, branches.policy(known.points)) for known in self.known)
        pool, policy = min(policies, key=lambda known: (known[0] != "corpus", known[1].name.startswith("points{")))
        self.answer = Hypothesis(replace(self.answer.dialect, pool=pool, policy=policy), self.answer.view)
        others = [replace(self.answer.dialect, pool=each, policy=other) for each, other in policies]
        self._keep([Hypothesis(dialect, self.answer.view) for dialect in others], ("pool", "policy"))

    @property
    def inside(self) -> tuple[str, ...]:
        """Return the types that take part, those that are averaged first."""
        labels, averaged = self.answer.dialect.labels, self.answer.dialect.labels_avg
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
        found = self.search.split("illegal gold", axes.varied([self.answer], gold=Gold), pool)
        self.answer = found[0]

    def _odd_tags(self) -> None:
        """Find what tags without a type, and letters outside the scheme, are read as."""
        odd = axes.varied([self.answer], bare=Bare, outside=Outside, unknown=Unknown)
        pool = corpora.malformed(self.scheme, self.shown, self.seed)
        found = self.search.split(MALFORMED, odd, pool)
        probes = [next(pool) for _ in range(_ODD_TAGS)]
        self.odd = [(probe, self.search.box.ask(probe)) for probe in probes]
        self.odd += [(step.probe, step.outcome) for step in self.search.steps if step.stage == MALFORMED]
        fitting = [one for one in found if all(self.search.fits(one, *answer) for answer in self.odd)]
        self.reads_odd = bool(fitting)
        if fitting:
            self._keep(fitting, ("bare", "outside", "unknown"))
            self.answer = fitting[0]

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
        return [(probe, self.search.box.ask(probe)) for probe in probes]


_SCHEME = "A scorer takes gold and predicted tags, lists of lists, such as B-PER; say how they are written (--scheme)."


def _one_per_alignment(found: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return one hypothesis of those that differ in their alignment alone: on flat data nothing tells them apart."""
    kept: dict[Hypothesis, Hypothesis] = {}
    for each in sorted(found, key=lambda one: (_is_seldom(one), _rank(one.dialect.align))):
        dialect = replace(each.dialect, align=Align.PHASED, scope=Scope.SHARED, overlap=Overlap())
        kept.setdefault(Hypothesis(dialect, each.view).plain(), each)
    return list(kept.values())


def _is_seldom(hypothesis: Hypothesis) -> bool:
    """Whether a hypothesis takes a single number for something else than F1."""
    return isinstance(hypothesis.view, View) and hypothesis.view.ratio not in {None, "f1"}


def _rank(align: Align) -> int:
    return _PREFERRED.index(align) if align in _PREFERRED else len(_PREFERRED)
