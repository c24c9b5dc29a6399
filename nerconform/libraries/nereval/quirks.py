"""Quirks of nereval: it goes through the gold, stops at the first right prediction, and remembers nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from nerconform.libraries.quirk import Given, Quirk, Step
from nerconform.libraries.quirk_changes import members
from nerconform.reference.counting import Counts, Tally
from nerconform.reference.filtering import Spans
from nerconform.reference.outcomes import Outcome, Outcomes, Pair, Schema
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_TEXT = frozenset({Schema.EXACT})
_ANY = frozenset(Schema)


@dataclass(frozen=True, slots=True)
class _Found(Outcomes):
    """The outcomes of a unit in which a prediction may serve several gold spans; how many predictions there are."""

    predictions: int = 0


@dataclass(frozen=True, slots=True)
class _Walk:
    """A match step that looks through the predictions for each gold span, in list order.

    With `again` a prediction that was right before may be right again. With `first_right` the first prediction that is
    right by text or by type ends the search for both; without it, text and type are looked for apart.
    """

    again: bool = False
    first_right: bool = False

    def __call__(self, gold: Spans, pred: Spans) -> Outcomes:
        """Return a pair for each gold span in every schema."""
        rows: dict[Schema, tuple[Pair, ...]] = {}
        for by in [_ANY] if self.first_right else [_TEXT, _ANY - _TEXT]:
            rows |= dict.fromkeys(by, tuple(self._rows(gold, pred, by)))
        return _Found(rows, predictions=len(pred))

    def _rows(self, gold: Spans, pred: Spans, by: frozenset[Schema]) -> Iterator[Pair]:
        left = list(enumerate(pred))
        for span in gold:
            found = next((one for one in left if _is_right(span, one[1], by)), None)
            yield Pair(span, None if found is None else found[1])
            if found is not None and not self.again:
                left.remove(found)


def _is_right(gold: Span, pred: Span, by: frozenset[Schema]) -> bool:
    """Whether a prediction has the text of a gold span, or its type and a token in common, as far as that counts."""
    has_text, has_type = gold[1:] == pred[1:], gold.type == pred.type and gold.overlaps(pred)
    return (Schema.EXACT in by and has_text) or (Schema.TYPE in by and has_type)


def _walking(*, again: bool = False, first_right: bool = False) -> Change:
    """Return the change to the walk, which forgets or stops beside what it does already."""

    def change(pipeline: Pipeline) -> Pipeline:
        before = pipeline.match if isinstance(pipeline.match, _Walk) else _Walk()
        walk = _Walk(again=again or before.again, first_right=first_right or before.first_right)
        return replace(pipeline, match=walk, count=_count)

    return change


def _count(units: Iterable[Outcomes]) -> Tally:
    """Count what is right, of all gold spans and of all predictions."""
    gold = pred = 0
    right = dict.fromkeys(Schema, 0)
    for unit in units:
        pred += unit.predictions if isinstance(unit, _Found) else 0
        gold += len(unit.rows[Schema.EXACT])
        for schema in Schema:
            right[schema] += sum(row.outcome(schema) is Outcome.COR for row in unit.rows[schema])
    total = {schema: Counts(cor=cor, mis=gold - cor, spu=pred - cor) for schema, cor in right.items()}
    return Tally(total, {}, frozenset(), frozenset())


def _fires(given: Given) -> bool:
    """Whether a unit has two spans on one side, and one on the other."""
    sides = zip(members(given.gold), members(given.pred), strict=False)
    return any(gold and pred and len(members(gold)) + len(members(pred)) > len("GP") for gold, pred in sides)


_quirk = partial(Quirk, base={"policy": "lenient", "align": "best", "scope": "schema"}, schemes=(Scheme.IOB2,))
QUIRKS = (
    _quirk("nereval.prediction-serves-several", Step.MATCH, _fires, _walking(again=True)),
    _quirk("nereval.first-right-hides-the-others", Step.MATCH, _fires, _walking(first_right=True)),
)
