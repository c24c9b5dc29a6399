"""A second evaluator, written from the clauses with no thought for speed, to hold the reference to.

It shares no code and no structure with the reference: a dialect is read as a plain mapping from axis to text, tags
are cut into chunks, alignments are loops over whole units, the best assignment is found by trying all of them, and
scores are dictionaries of fractions. A refusal is the exception `Refused` with the code of the error.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import unquote

import nerconform as nc
from tests.reference.brute_scores import Numbers, Tallies, schemas_of, scores_of
from tests.reference.brute_sides import asked, fair_pairs, subset_of, weights_of
from tests.reference.brute_tags import Refused, read

Span = tuple[str, int, int]
Row = tuple[Span | None, Span | None]
Options = Mapping[str, str]
SCHEMAS = ("strict", "exact", "partial", "type", "left", "right", "partial-type")

__all__ = ["Refused", "evaluate", "options_of", "rows_of", "spans_of_units"]


def options_of(dialect: nc.Dialect) -> Options:
    """Return the text form of every axis."""
    axes = """scheme affix delimiter bare outside policy unknown gold rename labels item duplicates align scope overlap
    subset cover credit weights attribution types pool empty-doc partial zero empty macro-f labels-avg round"""
    return {axis: dialect.option(axis) for axis in axes.split()}


def evaluate(gold: Sequence[Any], pred: Sequence[Any], dialect: nc.Dialect) -> Numbers:
    """Return every number that a dialect has for lists of units, as a mapping from measure to value."""
    options = options_of(dialect)
    units = wanted(renamed(spans_of_units(gold, pred, options), options["rename"]), options["labels"])
    if options["item"] == "span" and (options["align"] != "two-sided" or options["subset"] == "nesting"):
        units = [(subset_of(gold, options["subset"]), subset_of(pred, options["subset"])) for gold, pred in units]
    types = sorted({span[0] for unit in units for side in unit for span in side})
    whole = tallies(units, options, types)
    apart = [tallies([unit], options, types) for unit in units]
    return scores_of(whole, apart, options)


def spans_of_units(gold: Sequence[Any], pred: Sequence[Any], options: Options) -> list[tuple[list[Span], list[Span]]]:
    """Read and decode both sides."""
    units = list(zip(gold, pred, strict=True))
    if options["pool"] == "flat":
        units = [_end_to_end(units)]
    read_units: list[tuple[list[Span], list[Span]]] = []
    codes: set[str] = set()
    for unit in units:
        both: list[list[Span]] = []
        for side, annotation in zip(("gold", "pred"), unit, strict=True):
            try:
                both.append(_spans(annotation, side, options))
            except Refused as refusal:
                codes |= refusal.codes
                both.append([])
        read_units.append((both[0], both[1]))
    if codes:
        raise Refused(*codes)
    return read_units


def _end_to_end(units: Iterable[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Lay all units behind one another."""
    sides: tuple[list[Any], list[Any]] = ([], [])
    offset = 0
    for unit in units:
        for side, annotation in zip(sides, unit, strict=True):
            side += [x if isinstance(x, str) else (x[0], x[1] + offset, x[2] + offset) for x in annotation]
        offset += max((_reach(annotation) for annotation in unit), default=0)
    return sides


def _reach(annotation: Sequence[Any]) -> int:
    """Return how many tokens a side shows."""
    return max((n + 1 if isinstance(x, str) else x[2] for n, x in enumerate(annotation)), default=0)


def _spans(annotation: Sequence[Any], side: str, options: Options) -> list[Span]:
    """Return the spans of one side of one unit."""
    if any(not isinstance(x, str) for x in annotation):
        return [(x[0], x[1], x[2]) for x in annotation]
    return read(annotation, side, options)


def given(text: str) -> list[str] | None:
    """Return the types in `given{A,B}`, `None` for a rule."""
    return [unquote(kind) for kind in text[6:-1].split(",")] if text.startswith("given{") else None


def renamed(units: list[tuple[list[Span], list[Span]]], rename: str) -> list[tuple[list[Span], list[Span]]]:
    """Give types their new names (FIL-3)."""
    parts = [] if rename == "none" else rename[6:-1].split(",")
    new = {unquote(part.partition("=")[0]): unquote(part.partition("=")[2]) for part in parts}
    return [([(new.get(s[0], s[0]), *s[1:]) for s in g], [(new.get(s[0], s[0]), *s[1:]) for s in p]) for g, p in units]


def wanted(units: list[tuple[list[Span], list[Span]]], labels: str) -> list[tuple[list[Span], list[Span]]]:
    """Leave out the spans of other types (FIL-1)."""
    if labels == "union":
        return units
    types = given(labels)
    if types is None:
        types = [span[0] for gold, _ in units for span in gold]
    return [([s for s in gold if s[0] in types], [s for s in pred if s[0] in types]) for gold, pred in units]


def tallies(units: Sequence[tuple[list[Span], list[Span]]], options: Options, types: Sequence[str]) -> Tallies:
    """Count outcomes: keys are schema, type (`None` for all types) and outcome, or who has the type at all."""
    found: Tallies = Counter()
    for gold, pred in units:
        asks = options["align"] == "two-sided" and options["item"] == "span" and options["subset"] != "nesting"
        subset = options["subset"] if asks else "all"
        for side, spans in (("gold", gold), ("pred", pred)):
            found.update({("any", kind, side): 1 for kind in {span[0] for span in subset_of(spans, subset)}})
        for schema in schemas_of(options):
            if options["align"] == "two-sided":
                for (kind, what), amount in asked(gold, pred, schema, options).items():
                    found[schema, kind, what] += amount
                continue
            rows = rows_of(gold, pred, schema, options)
            _add(found, schema, None, rows, options)
            if options["attribution"] == "gold" or options["align"] == "none":
                for row in rows:
                    _add(found, schema, (row[0] or row[1] or ("",))[0], [row], options)
                continue
            for kind in types:
                alone = rows_of([s for s in gold if s[0] == kind], [s for s in pred if s[0] == kind], schema, options)
                _add(found, schema, kind, alone, options)
    return found


def _add(found: Tallies, schema: str, kind: str | None, rows: Sequence[Row], options: Options) -> None:
    """Count rows, wrong pairs by their weights (CNT-9)."""
    for row in rows:
        what = outcome(row, schema)
        if what not in {"inc", "par"} or options["weights"] == "whole":
            found[schema, kind, what] += 1
            continue
        for cell, share in zip(("cor", "spu", "mis"), weights_of(row, options["weights"]), strict=True):
            found[schema, kind, cell] += share  # type: ignore[assignment] # parts add up as integers do


def outcome(row: Row, schema: str) -> str:
    """Return the cell of the outcome tables (MAT-2, MAT-14): start, end and type right, a column for each schema."""
    gold, pred = row
    if gold is None or pred is None:
        return "spu" if gold is None else "mis"
    table = {
        (True, True, True): "cor cor cor cor cor cor cor",
        (True, True, False): "inc cor cor inc inc inc inc",
        (True, False, True): "inc inc par cor cor inc par",
        (False, True, True): "inc inc par cor inc cor par",
        (False, False, True): "inc inc par cor inc inc par",
    }
    right = gold[1] == pred[1], gold[2] == pred[2], gold[0] == pred[0]
    return table.get(right, "inc inc par inc inc inc inc").split()[SCHEMAS.index(schema)]


def rows_of(gold: Sequence[Span], pred: Sequence[Span], schema: str, options: Options) -> list[Row]:
    """Return the rows of one unit under a reading (MAT-1, MAT-5 to MAT-9)."""
    gold, pred = list(gold), list(pred)
    copies = Counter(gold)
    if options["duplicates"] != "multiset":
        gold = [span for n, span in enumerate(gold) if span not in gold[:n]]
    if options["duplicates"] == "set":
        pred = [span for n, span in enumerate(pred) if span not in pred[:n]]
    if options["align"] == "none" and options["duplicates"] != "by-value":
        return _intersection(gold, pred)
    if options["scope"] == "shared":
        schema = "strict"
    rows = _Reading(gold, pred, schema, options).rows()
    if options["duplicates"] == "by-value":
        rows += [(span, None) for span, other in rows if span and not other for _ in range(copies[span] - 1)]
    return rows


def _intersection(gold: list[Span], pred: list[Span]) -> list[Row]:
    """Pair the multiset intersection (MAT-1)."""
    golds, preds = Counter(gold), Counter(pred)
    rows: list[Row] = [(span, span) for span in (golds & preds).elements()]
    return (
        rows
        + [(span, None) for span in (golds - preds).elements()]
        + [(None, span) for span in (preds - golds).elements()]
    )


def overlap_share(gold: Span, pred: Span, of: str) -> Fraction:
    """Return which share of the gold span's tokens, or of the union's, both have (MAT-11)."""
    one, other = set(range(gold[1], gold[2])), set(range(pred[1], pred[2]))
    return Fraction(len(one & other), len(one | other) if of == "union" else len(one))


class _Reading:
    """One unit under one reading, by naive loops over all spans of the unit."""

    def __init__(self, gold: list[Span], pred: list[Span], schema: str, options: Options) -> None:
        self.options, self.schema = options, schema
        self.by_value = options["duplicates"] == "by-value"
        self.gold, self.pred = gold, pred
        if options["align"] in {"phased", "best"}:
            self.gold, self.pred = sorted(gold, key=_canonical), sorted(pred, key=_canonical)
        elif options["align"] == "absorb":
            self.gold, self.pred = sorted(gold, key=lambda span: span[1]), sorted(pred, key=lambda span: span[2])
        self.used: set[int] = set()

    def rows(self) -> list[Row]:
        name = self.options["align"].replace("-", "_")
        met: list[tuple[int, int]] = getattr(self, name)()
        rows: list[Row] = [(self.gold[g], self.pred[p]) for g, p in met]
        rows += [(span, None) for g, span in enumerate(self.gold) if g not in {pair[0] for pair in met}]
        return rows + [(None, span) for p, span in enumerate(self.pred) if p not in {pair[1] for pair in met}]

    def close(self, g: int, p: int) -> bool:
        """Whether a pair overlaps enough."""
        of, _, percent = self.options["overlap"].partition(":")
        share = overlap_share(self.gold[g], self.pred[p], of)
        return share > 0 and (not percent or share >= Fraction(int(percent[:-1]), 100))

    def free(self, p: int) -> list[int]:
        """Return the gold spans that prediction `p` may take, in order."""
        return [g for g in range(len(self.gold)) if g not in self.used and self.close(g, p)]

    def take(self, g: int, p: int) -> list[tuple[int, int]]:
        self.used.add(g)
        return [(g, p)]

    def equal(self, p: int) -> int | None:
        """Return an equal gold span: a free one, under by-value also a used one."""
        same = [g for g, span in enumerate(self.gold) if span == self.pred[p]]
        return next((g for g in same if self.by_value or g not in self.used), None)

    def none(self) -> list[tuple[int, int]]:
        return [(g, p) for p in range(len(self.pred)) if (g := self.equal(p)) is not None]

    def phased(self) -> list[tuple[int, int]]:
        met: dict[int, int] = {}
        for phase in range(3):
            for p in range(len(self.pred)):
                fits = [g for g in self.free(p) if phase == 2 or self.gold[g][phase:] == self.pred[p][phase:]]
                if phase == 0 and self.by_value:
                    fits = [g for g, span in enumerate(self.gold) if span == self.pred[p]]
                if p not in met and fits:
                    met[p] = fits[0]
                    self.used.add(fits[0])
        return [(g, p) for p, g in met.items()]

    def input(self) -> list[tuple[int, int]]:
        met = []
        for p in range(len(self.pred)):
            same, free = self.equal(p), self.free(p)
            if same is not None or free:
                met += self.take(free[0] if same is None else same, p)
        return met

    def input_best(self) -> list[tuple[int, int]]:
        met = []
        for p, span in enumerate(self.pred):
            same, free = self.equal(p) if self.by_value else None, self.free(p)
            right = [g for g in free if outcome((self.gold[g], span), self.schema) == "cor"]
            right.sort(key=lambda g, span=span: distance(self.gold[g], span))  # type: ignore[misc]
            if same is not None or free:
                met += self.take([*right, *free][0] if same is None else same, p)
        return met

    def absorb(self) -> list[tuple[int, int]]:
        met = []
        for p, span in enumerate(self.pred):
            same = [g for g, other in enumerate(self.gold) if other == span]
            if same:
                met += self.take(min(same, key=lambda g: (g in self.used, g)), p)
                continue
            for g in range(len(self.gold)):
                stop = self.gold[g][1:] == span[1:]
                if stop or (g not in self.used and self.close(g, p)):
                    met += self.take(g, p)
                if stop:
                    break
        return met

    def first_any(self) -> list[tuple[int, int]]:
        return [pair for pairs in self._any() for pair in pairs[:1]]

    def all_overlaps(self) -> list[tuple[int, int]]:
        return [pair for pairs in self._any() for pair in pairs]

    def gold_order(self) -> list[tuple[int, int]]:
        met = [(g, p) for p in range(len(self.pred)) if self.by_value and (g := self.equal(p)) is not None]
        for g in range(len(self.gold)):
            taken = {p for _, p in met}
            if g not in {g for g, _ in met}:
                fits = [
                    p
                    for p in range(len(self.pred))
                    if p not in taken
                    and self.close(g, p)
                    and outcome((self.gold[g], self.pred[p]), self.schema) in {"cor", "par"}
                ]
                met += [(g, p) for p in fits[:1]]
        return met

    def fair(self) -> list[tuple[int, int]]:
        met = [(g, p) for p in range(len(self.pred)) if self.by_value and (g := self.equal(p)) is not None]
        return met + fair_pairs(self.gold, self.pred, self.close, met)

    def _any(self) -> list[list[tuple[int, int]]]:
        """Return for each prediction every gold span that overlaps, its equal alone under by-value."""
        found = []
        for p in range(len(self.pred)):
            same = self.equal(p) if self.by_value else None
            near = [g for g in range(len(self.gold)) if self.close(g, p)] if same is None else [same]
            found.append([(g, p) for g in near])
        return found

    def best(self) -> list[tuple[int, int]]:
        fixed = [(g, p) for p in range(len(self.pred)) if self.by_value and (g := self.equal(p)) is not None]
        taken = {g for g, _ in fixed}
        golds = [g for g in range(len(self.gold)) if g not in taken]
        preds = [p for p in range(len(self.pred)) if p not in {p for _, p in fixed}]
        return fixed + max(self._assignments(golds, preds), key=self._worth)

    def _assignments(self, golds: list[int], preds: list[int]) -> list[list[tuple[int, int]]]:
        """Return every one-to-one assignment."""
        if not preds:
            return [[]]
        first, rest = preds[0], preds[1:]
        found = self._assignments(golds, rest)
        for g in golds:
            if self.close(g, first):
                others = [other for other in golds if other != g]
                found += [[(g, first), *pairs] for pairs in self._assignments(others, rest)]
        return found

    def _worth(self, pairs: list[tuple[int, int]]) -> tuple[int, int, int, list[int]]:
        """Compare assignments: COR, pairs, distance, then each prediction in turn as early a gold span as may be."""
        spans = [(self.gold[g], self.pred[p]) for g, p in pairs]
        correct = sum(outcome(pair, self.schema) == "cor" for pair in spans)
        apart = sum(distance(*pair) for pair in spans)
        partner = {p: g for g, p in pairs}
        tie = [-partner.get(p, len(self.gold)) for p in range(len(self.pred))]
        return correct, len(pairs), -apart, tie


def distance(gold: Span, pred: Span) -> int:
    """Return how far apart starts and ends are."""
    return abs(gold[1] - pred[1]) + abs(gold[2] - pred[2])


def _canonical(span: Span) -> tuple[int, int, str]:
    return span[1], span[2], span[0]
