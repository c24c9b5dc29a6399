"""Metrics with the four schemas of SemEval-2013 task 9.1, with results like nervaluate's, with one mistake."""

from collections import Counter, defaultdict
from collections.abc import Callable

from tests.diagnosis.metrics.record import Entity, Numbers, Tags, wrong
from tests.diagnosis.metrics.tags_decoded import chunks

SCHEMAS = ("strict", "exact", "partial", "ent_type")
Pair = tuple[Entity | None, Entity | None]
Row = dict[str, Numbers]
Results = tuple[Row, dict[str, Row]]
Align = Callable[[list[Entity], list[Entity]], list[Pair]]
Judge = Callable[[str, Entity, Entity], str]
IOU = "semeval,overlap:union:50%"


def overlaps(a: Entity, b: Entity) -> bool:
    """Whether two entities share a token."""
    return a[1] < b[2] and b[1] < a[2]


def by_place(entity: Entity) -> tuple[int, int, str]:
    """Return the key by which both sides are sorted."""
    return entity[1], entity[2], entity[0]


def passes(gold: list[Entity], pred: list[Entity], *tests: Callable[[Entity, Entity], bool]) -> list[Pair]:
    """Pair in several passes, each entity once: what is right with the three tests of `aligned`."""
    free, left = sorted(gold, key=by_place), sorted(pred, key=by_place)
    pairs: list[Pair] = []
    for test in tests:
        for p in list(left):
            g = next((one for one in free if test(one, p)), None)
            if g is not None:
                free.remove(g)
                left.remove(p)
                pairs.append((g, p))
    return [*pairs, *((g, None) for g in free), *((None, p) for p in left)]


def aligned(gold: list[Entity], pred: list[Entity]) -> list[Pair]:
    """Pair equal entities, then those of equal bounds, then those that overlap: what is right."""
    return passes(gold, pred, lambda g, p: g == p, lambda g, p: g[1:] == p[1:], overlaps)


def judged(schema: str, g: Entity, p: Entity) -> str:
    """Return the outcome of a pair: what is right."""
    same_type, same_bounds = g[0] == p[0], g[1:] == p[1:]
    if schema == "strict":
        return "correct" if same_type and same_bounds else "incorrect"
    if schema == "exact":
        return "correct" if same_bounds else "incorrect"
    if schema == "partial":
        return "correct" if same_bounds else "partial"
    return "correct" if same_type else "incorrect"


def scores(schema: str, counts: Counter[str], credit: float = 0.5) -> Numbers:
    """Return counts and scores of one schema: what is right."""
    cor, inc, par = counts["correct"], counts["incorrect"], counts["partial"]
    possible, actual = cor + inc + par + counts["missed"], cor + inc + par + counts["spurious"]
    true = cor + credit * par if schema == "partial" else cor
    p, r = true / actual if actual else 0.0, true / possible if possible else 0.0
    f = 2 * p * r / (p + r) if p + r else 0.0
    names = ("correct", "incorrect", "partial", "missed", "spurious")
    more = {"possible": possible, "actual": actual, "precision": p, "recall": r, "f1": f}
    return {name: counts[name] for name in names} | more


Counts = dict[str, dict[str, Counter[str]]]


def counted(gold: Tags, pred: Tags, align: Align = aligned, judge: Judge = judged) -> Counts:
    """Return the outcomes of each type, charged to the gold type where there is one: what is right."""
    counts: Counts = defaultdict(lambda: {schema: Counter() for schema in SCHEMAS})
    for g_tags, p_tags in zip(gold, pred, strict=True):
        for g, p in align(chunks(g_tags), chunks(p_tags)):
            add(counts, g, p, judge)
    return counts


def add(counts: Counts, g: Entity | None, p: Entity | None, judge: Judge = judged) -> None:
    """Count one pair; the predicted type has a row, too: what is right."""
    for schema in SCHEMAS:
        if p is not None:
            counts[p[0]][schema]["spurious"] += g is None
        if g is not None:
            counts[g[0]][schema]["missed" if p is None else judge(schema, g, p)] += 1


def results(counts: Counts, credit: float = 0.5) -> Results:
    """Return the results of all types and of each: what is right."""
    total = {s: sum((row[s] for row in counts.values()), Counter[str]()) for s in SCHEMAS}
    overall = {s: scores(s, total[s], credit) for s in SCHEMAS}
    return overall, {kind: {s: scores(s, row[s], credit) for s in SCHEMAS} for kind, row in counts.items()}


@wrong("four schemas", "PAR earns a whole credit.", "partial:1", dialect="semeval")
def partial_worth_one(gold: Tags, pred: Tags) -> Results:
    return results(counted(gold, pred), credit=1)


@wrong("four schemas", "PAR is counted as COR in the partial schema.", "partial-is-correct", dialect="semeval")
def partial_called_correct(gold: Tags, pred: Tags) -> Results:
    def judge(schema: str, g: Entity, p: Entity) -> str:
        return "correct" if schema == "partial" else judged(schema, g, p)

    return results(counted(gold, pred, judge=judge))


@wrong("four schemas", "A partial match of another type is incorrect.", "partial-checks-type", dialect="semeval")
def partial_asks_for_type(gold: Tags, pred: Tags) -> Results:
    def judge(schema: str, g: Entity, p: Entity) -> str:
        return "incorrect" if schema == "partial" and g[0] != p[0] else judged(schema, g, p)

    return results(counted(gold, pred, judge=judge))


@wrong("four schemas", "Equal bounds of another type are partial.", "partial-for-wrong-type", dialect="semeval")
def partial_for_wrong_type(gold: Tags, pred: Tags) -> Results:
    def judge(schema: str, g: Entity, p: Entity) -> str:
        if schema == "partial":
            return "correct" if g == p else "partial"
        return judged(schema, g, p)

    return results(counted(gold, pred, judge=judge))


@wrong("four schemas", "The type schema asks for the bounds too.", "type-needs-bounds", dialect="semeval")
def type_counted_as_strict(gold: Tags, pred: Tags) -> Results:
    def judge(schema: str, g: Entity, p: Entity) -> str:
        return judged("strict" if schema == "ent_type" else schema, g, p)

    return results(counted(gold, pred, judge=judge))


@wrong("four schemas", "The type schema is the exact one.", "type-is-exact", dialect="semeval")
def type_counted_as_exact(gold: Tags, pred: Tags) -> dict[str, object]:
    overall, entities = results(counted(gold, pred))
    entities = {kind: {**row, "ent_type": row["exact"]} for kind, row in entities.items()}
    return {"overall": {**overall, "ent_type": overall["exact"]}, "entities": entities}


@wrong("four schemas", "The exact schema asks for the type too.", "exact-checks-type", dialect="semeval")
def exact_asks_for_type(gold: Tags, pred: Tags) -> Results:
    counts = counted(gold, pred)
    for row in counts.values():
        row["exact"] = row["strict"]
    return results(counts)


@wrong(
    "four schemas",
    "A gold entity is not used up: later predictions meet it again.",
    "align:first-any",
    "gold-reused",
    dialect="semeval",
)
def gold_not_used_up(gold: Tags, pred: Tags) -> Results:
    def align(true: list[Entity], guess: list[Entity]) -> list[Pair]:
        met = [next((g for g in sorted(true, key=by_place) if overlaps(g, p)), None) for p in guess]
        return [*zip(met, guess, strict=True), *((g, None) for g in true if g not in met)]

    return results(counted(gold, pred, align))


@wrong("four schemas", "The overall counts are those of the last type.", "total-of-last-type", dialect="semeval")
def counts_not_summed(gold: Tags, pred: Tags) -> Results:
    _, entities = results(counted(gold, pred))
    overall: Row = {s: scores(s, Counter()) for s in SCHEMAS}
    for kind in sorted(entities):
        overall = entities[kind]
    return overall, entities


@wrong(
    "four schemas", "A gold entity of an incorrect pair is missed as well.", "incorrect-also-missed", dialect="semeval"
)
def incorrect_does_not_consume(gold: Tags, pred: Tags) -> Results:
    counts = counted(gold, pred)
    for row in counts.values():
        for found in row.values():
            found["missed"] += found["incorrect"]
    return results(counts)


@wrong("four schemas", "An incorrect pair counts as missed and spurious.", "incorrect-apart", dialect="semeval")
def incorrect_is_missed_and_spurious(gold: Tags, pred: Tags) -> Results:
    counts: Counts = defaultdict(lambda: {schema: Counter() for schema in SCHEMAS})
    for g_tags, p_tags in zip(gold, pred, strict=True):
        for g, p in aligned(chunks(g_tags), chunks(p_tags)):
            for s in SCHEMAS:
                outcome = judged(s, g, p) if g and p else ""
                if outcome in {"correct", "partial"} and g:
                    counts[g[0]][s][outcome] += 1
                    continue
                if g:
                    counts[g[0]][s]["missed"] += 1
                if p:
                    counts[p[0]][s]["spurious"] += 1
    return results(counts)


@wrong("four schemas", "INC is left out of possible and actual.", "inc-left-out", dialect="semeval")
def denominators_without_incorrect(gold: Tags, pred: Tags) -> Results:
    def fixed(row: Row) -> Row:
        found: Row = {}
        for schema, one in row.items():
            counts = Counter({k: int(one[k]) for k in ("correct", "partial", "missed", "spurious")})
            found[schema] = scores(schema, counts) | {"incorrect": one["incorrect"]}
        return found

    overall, entities = results(counted(gold, pred))
    return fixed(overall), {kind: fixed(row) for kind, row in entities.items()}


@wrong("four schemas", "MISSED is left out of possible.", "pos-without-mis", dialect="semeval")
def possible_without_missed(gold: Tags, pred: Tags) -> Results:
    def fixed(row: Row) -> Row:
        for one in row.values():
            one["possible"] = one["correct"] + one["incorrect"] + one["partial"]
            true = one["precision"] * one["actual"]
            p, r = one["precision"], true / one["possible"] if one["possible"] else 0.0
            one |= {"recall": r, "f1": 2 * p * r / (p + r) if p + r else 0.0}
        return row

    overall, entities = results(counted(gold, pred))
    return fixed(overall), {kind: fixed(row) for kind, row in entities.items()}


@wrong("four schemas", "An entity that touches another counts as overlapping.", "touching-overlaps", dialect="semeval")
def touching_is_overlapping(gold: Tags, pred: Tags) -> Results:
    def near(g: Entity, p: Entity) -> bool:
        return g[1] <= p[2] and p[1] <= g[2]

    def align(true: list[Entity], guess: list[Entity]) -> list[Pair]:
        return passes(true, guess, lambda g, p: g == p, lambda g, p: g[1:] == p[1:], near)

    return results(counted(gold, pred, align))


@wrong(
    "four schemas",
    "Each prediction meets the first free entity that overlaps.",
    "one-pass",
    dialect="semeval",
    input="spans",
)
def first_overlap_wins(gold: list[list[Entity]], pred: list[list[Entity]]) -> Results:
    counts: Counts = defaultdict(lambda: {schema: Counter() for schema in SCHEMAS})
    for true, guess in zip(gold, pred, strict=True):
        for g, p in passes([(k, a, b) for k, a, b in true], [(k, a, b) for k, a, b in guess], overlaps):
            add(counts, g, p)
    return results(counts)


@wrong(
    "four schemas", "An incorrect pair is charged to the predicted type.", "incorrect-to-predicted", dialect="semeval"
)
def charged_to_predicted_type(gold: Tags, pred: Tags) -> Results:
    counts: Counts = defaultdict(lambda: {schema: Counter() for schema in SCHEMAS})
    for g_tags, p_tags in zip(gold, pred, strict=True):
        for g, p in aligned(chunks(g_tags), chunks(p_tags)):
            rows = {one[0]: counts[one[0]] for one in (g, p) if one is not None}
            for s in SCHEMAS:
                outcome = "spurious" if g is None else "missed" if p is None else judged(s, g, p)
                mine = p if outcome == "incorrect" or g is None else g
                assert mine is not None
                rows[mine[0]][s][outcome] += 1
    return results(counts)


@wrong(
    "four schemas",
    "A share of the union of just one half is not enough.",
    "overlap:union:51%",
    "iou-strictly-above",
    dialect=IOU,
)
def iou_above_one_half(gold: Tags, pred: Tags) -> Results:
    def near(g: Entity, p: Entity) -> bool:
        shared = len({*range(*g[1:])} & {*range(*p[1:])})
        return shared / len({*range(*g[1:])} | {*range(*p[1:])}) > 0.5

    def align(true: list[Entity], guess: list[Entity]) -> list[Pair]:
        return passes(true, guess, lambda g, p: g == p, lambda g, p: g[1:] == p[1:], near)

    return results(counted(gold, pred, align))


@wrong("four schemas", "The share of the gold entity is asked for, not of the union.", "overlap:gold:50%", dialect=IOU)
def iou_of_gold(gold: Tags, pred: Tags) -> Results:
    def near(g: Entity, p: Entity) -> bool:
        return 2 * (min(g[2], p[2]) - max(g[1], p[1])) >= g[2] - g[1]

    def align(true: list[Entity], guess: list[Entity]) -> list[Pair]:
        return passes(true, guess, lambda g, p: g == p, lambda g, p: g[1:] == p[1:], near)

    return results(counted(gold, pred, align))


@wrong("four schemas", "Gold and prediction change places.", "sides-swapped", dialect="semeval", input="spans")
def schemas_swapped(gold: list[list[Entity]], pred: list[list[Entity]]) -> Results:
    counts: Counts = defaultdict(lambda: {schema: Counter() for schema in SCHEMAS})
    for true, guess in zip(pred, gold, strict=True):
        for g, p in aligned([(k, a, b) for k, a, b in true], [(k, a, b) for k, a, b in guess]):
            add(counts, g, p)
    return results(counts)
