"""What official scorers do, for the second evaluator: sets of tokens, loops over whole units, fractions."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from urllib.parse import quote

Span = tuple[str, int, int]
Amounts = Counter[tuple[str | None, str]]


def tokens(span: Span) -> set[int]:
    """Return the tokens of a span."""
    return set(range(span[1], span[2]))


def subset_of(spans: Sequence[Span], subset: str) -> list[Span]:
    """Return the spans of one side that are scored, or its nestings (FIL-2)."""

    def inside(one: Span, other: Span) -> bool:
        within = other[1] <= one[1] and one[2] <= other[2]
        return within and (one[1:] != other[1:] or one[0] < other[0])

    def wanted(span: Span) -> bool:
        is_inner, has_inner = (
            any(inside(span, one) for one in spans),
            any(inside(one, span) for one in spans),
        )
        return {
            "all": True,
            "flat": not is_inner and not has_inner,
            "nested": is_inner or has_inner,
            "outer": has_inner and not is_inner,
            "inner": is_inner,
        }[subset]

    if subset == "nesting":
        outer = [span for span in spans if not any(inside(span, one) for one in spans)]
        return sorted({found for span in outer if (found := _nesting(span, spans)) is not None})
    return [span for span in spans if wanted(span)]


def _nesting(outer: Span, spans: Sequence[Span]) -> Span | None:
    """Return an outer span and all inside it as one span; nothing where it has nothing inside."""
    held = sorted({one for one in spans if tokens(one) <= tokens(outer)}, key=lambda one: (*one[1:], one[0]))
    text = " ".join(f"{quote(one[0], safe='')}[{one[1]},{one[2]})" for one in held)
    return (text, *outer[1:]) if len(held) > 1 else None


def weights_of(row: tuple[Span | None, Span | None], option: str) -> list[Fraction]:
    """Return the shares of TP, FP and FN of a wrong pair (CNT-9)."""
    gold, pred = row
    assert gold is not None
    assert pred is not None
    one, other = tokens(gold), tokens(pred)
    if one == other:
        name = "LE"
    elif gold[0] != pred[0]:
        name = "LBE"
    else:
        name = "BES" if other < one else "BEL" if one < other else "BEO"
    given = dict(part.split("=") for part in option[6:-1].split(",")) if option.startswith("given{") else {}
    return [Fraction(share) for share in given.get(name, "0+1/2+1/2").split("+")]


def asked(gold: Sequence[Span], pred: Sequence[Span], schema: str, options: Mapping[str, str]) -> Amounts:
    """Return what the spans of both sides add, in all and by type (MAT-17, CNT-8).

    COR and PAR of predictions have a plus.
    """
    if options["duplicates"] == "set":
        gold, pred = list(dict.fromkeys(gold)), list(dict.fromkeys(pred))
    cover = options["cover"]
    covers = [part[1:] for part in cover.split(",")] if cover.startswith("P") else [cover, cover]
    found: Amounts = Counter()
    for side, own, others, rule in (("gold", gold, pred, covers[1]), ("pred", pred, gold, covers[0])):
        asks = options["item"] == "span" and options["subset"] != "nesting"
        scored = subset_of(own, options["subset"]) if asks else own
        for span in own:
            if span in scored:
                own_type = [one for one in others if one[0] == span[0] or options["attribution"] == "gold"]
                for kind, those in ((None, others), (span[0], own_type)):
                    for what, amount in _answer(span, those, schema, side, rule, options).items():
                        found[kind, what] += amount  # type: ignore[assignment] # parts add up as integers do
    return found


def _answer(  # noqa: PLR0913, PLR0917 - what is asked, of whom, and how
    span: Span, others: Sequence[Span], schema: str, side: str, rule: str, options: Mapping[str, str]
) -> dict[str, Fraction]:
    """Return what a span that asks adds."""
    worth = Fraction(len(tokens(span)) if options["credit"] == "tokens" else 1)
    plus = "" if side == "gold" else "+"
    lost = "mis" if side == "gold" else "spu"
    same_type = schema in {"strict", "type", "left", "right", "partial-type"}
    near = [one for one in others if tokens(one) & tokens(span) and (one[0] == span[0] or not same_type)]
    of_overlap = schema in {"type", "partial", "partial-type"}
    if rule == "joint" and of_overlap:
        near = near if _enough(span, [token for one in near for token in tokens(one)], side, options) else []
        near += [one for one in others if one[1:] == span[1:] and (one[0] == span[0] or not same_type)]
        covered = [{token for one in near for token in tokens(one)}]
    else:
        near = [one for one in near if one[1:] == span[1:] or _enough(span, tokens(one), side, options)]
        covered = [tokens(one) for one in near]
    right = {"type": slice(0, 0), "left": slice(1, 2), "right": slice(2, 3)}.get(schema, slice(1, 3))
    if any(one[right] == span[right] for one in near):
        return {f"cor{plus}": worth}
    if not near or schema not in {"partial", "partial-type"}:
        return {lost: worth}
    if options["credit"] == "fixed":
        return {f"par{plus}": worth}
    share = max(Fraction(len(some & tokens(span)), len(tokens(span))) for some in covered)
    return {f"cor{plus}": worth * share, lost: worth * (1 - share)}


def _enough(span: Span, others: Sequence[int] | set[int], side: str, options: Mapping[str, str]) -> bool:
    """Whether tokens overlap a span that asks enough (MAT-11, MAT-18)."""
    mine, theirs = tokens(span), set(others)
    of, _, percent = options["overlap"].partition(":")
    if not percent:
        return bool(mine & theirs)
    whole = mine | theirs if of == "union" else mine if side == "gold" else theirs
    return bool(mine & theirs) and Fraction(len(mine & theirs), len(whole)) >= Fraction(int(percent[:-1]), 100)


def fair_pairs(
    gold: Sequence[Span], pred: Sequence[Span], close: Callable[[int, int], bool], met: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the errors of a unit by their places, those that are met already apart (MAT-16)."""
    done = {g for g, _ in met}, {p for _, p in met}
    rows: list[tuple[int, int]] = []
    for same in (True, False):
        for g, span in enumerate(gold):
            fits = [p for p, other in enumerate(pred) if span[1:] == other[1:] and (span[0] == other[0]) is same]
            fits = [p for p in fits if p not in done[1] and g not in done[0]]
            for p in fits[:1]:
                rows.append((g, p))
                done[0].add(g)
                done[1].add(p)
    return rows + _Fair(gold, pred, close, done).rows()


class _Fair:
    """The errors of spans that overlap; a span is a letter for its side and its place."""

    def __init__(
        self,
        gold: Sequence[Span],
        pred: Sequence[Span],
        close: Callable[[int, int], bool],
        done: tuple[set[int], set[int]],
    ) -> None:
        self.spans = {("g", g): gold[g] for g in range(len(gold)) if g not in done[0]}
        self.spans |= {("p", p): pred[p] for p in range(len(pred)) if p not in done[1]}
        self.order = sorted(self.spans, key=lambda one: self.spans[one][2] - self.spans[one][1])
        self.left = {one: tokens(span) for one, span in self.spans.items()}
        self.close = close
        self.taken: set[tuple[str, int]] = set()

    def rows(self) -> list[tuple[int, int]]:
        found = []
        for same in (True, False):
            for asks, of_taken in (("g", False), ("g", True), ("p", True)):
                for one in [one for one in self.order if one[0] == asks]:
                    fits = [] if one in self.taken else self._fits(one, same=same, of_taken=of_taken)
                    if fits:
                        other = min(fits, key=lambda other, one=one: self._likeness(one, other))  # type: ignore[misc]
                        both = self.left[one] & self.left[other]
                        self.left[one], self.left[other] = self.left[one] - both, self.left[other] - both
                        self.taken |= {one, other}
                        found.append((one[1], other[1]) if asks == "g" else (other[1], one[1]))
        return found

    def _fits(self, one: tuple[str, int], *, same: bool, of_taken: bool) -> list[tuple[str, int]]:
        """Return the spans of the other side that make an error of this class with a span, in order."""
        found = []
        for other in self.order:
            if other[0] == one[0]:
                continue
            span, its = self.spans[one], self.spans[other]
            of_class = (span[0] == its[0]) is same and span[1:] != its[1:]
            near = self.close(one[1], other[1]) if one[0] == "g" else self.close(other[1], one[1])
            ready = other in self.taken and self.left[one] & self.left[other] if of_taken else other not in self.taken
            if of_class and near and ready:
                found.append(other)
        return found

    def _likeness(self, one: tuple[str, int], other: tuple[str, int]) -> tuple[int, int, int, int]:
        both, span = self.left[one] & self.left[other], self.spans[other]
        return -len(both), len(self.left[one] - both), len(self.left[other] - both), span[2] - span[1]
