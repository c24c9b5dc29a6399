"""Ranking view: the sentences and the tables of a ranking, which the writers of text, Markdown and LaTeX lay out."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.evaluation_view import UNDEFINED, count_text, shown
from nerconform.reporting.paper_words import bound
from nerconform.results.context import Interval, PythonNumber, RatioFormat
from nerconform.results.ranking_result import PolicyOrder, Ranking, RuleOrder, SystemPair

SURE = 0.05
"""A corrected p value below this one is called significant."""


class RankingTable(NamedTuple):
    """Heads and rows of a table, as text."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def number(value: PythonNumber, ranking: Ranking) -> str:
    """Return a ratio as the dialect of the ranking prints it."""
    return shown(value, ranking.round)


def bounds(interval: Interval | None, ratio_format: RatioFormat) -> str:
    """Return an interval in the unit of the numbers beside it."""
    if interval is None:
        return UNDEFINED
    low, high = (bound(end, ratio_format) for end in (interval.low, interval.high))
    return f"{low} to {high}"


def verdict(ranking: Ranking) -> str:
    """Return one sentence: who is best, and whether every rule that was tried agrees on the order."""
    rules = _rules(ranking)
    swapping = ranking.swapping
    if not swapping:
        return f"No two systems change places under {rules}{_ties(ranking)}."
    pair = swapping[0]
    both = f"{plain(pair.first)} and {plain(pair.second)} change places under {_where(pair, ranking)}"
    more = len(swapping) - 1
    others = f"; {more} other pair{' does' if more == 1 else 's do'}, too" if more else ""
    return f"{both}{others}."


def best(ranking: Ranking) -> str:
    """Return one sentence: which system is best, or which ones are, and its number."""
    first = [one for one in ranking.systems if one.place == 1]
    if not first:
        return f"No system has a number: {ranking.measure} is undefined."
    names = " and ".join(plain(one.name) for one in first)
    equal = "are equal and best" if len(first) > 1 else "is best"
    return f"{names} {equal} with {ranking.measure} {number(first[0].value, ranking)}."


def _rules(ranking: Ranking) -> str:
    """Return which other rules were tried, in words."""
    named = tried(ranking)
    other = next((one.rule for one in ranking.named if not one.refused and one.rule != ranking.short.split(",")[0]), "")
    such = f" (such as {other})" if other else ""
    words = [
        f"any of {named} named sets of rules{such}" if named != 1 else "the one named set of rules that gives a score"
    ]
    if ranking.policies:
        words.append(f"any of {_ways(ranking)}" if ranking.policies > 1 else _ways(ranking))
    return " or ".join(words)


def _ties(ranking: Ranking) -> str:
    """Return which two systems are equal under the most policies though they are not under the chosen rule."""
    tied = [pair for pair in ranking.pairs if pair.equal and pair.difference != 0]
    if not tied:
        return ""
    pair = max(tied, key=lambda pair: pair.equal)
    return f"; {plain(pair.first)} and {plain(pair.second)} are equal under {pair.equal:,} of these ways"


def _where(pair: SystemPair, ranking: Ranking) -> str:
    """Return under how many rules two systems change places."""
    named = [one.rule for one in pair.reversals]
    words = []
    if pair.below:
        words.append(f"{pair.below:,} of {ranking.policies:,} ways to read illegal tags")
    if named:
        words.append(f"the rules of {', '.join(named)}")
    return " and ".join(words) or "no rule"


def swap_words(pair: SystemPair, ranking: Ranking) -> str:
    """Return one sentence on two systems that change places, with their numbers on both sides."""
    values = {one.name: one.value for one in ranking.systems}
    one, other = (number(values[name], ranking) for name in (pair.first, pair.second))
    names = plain(pair.first), plain(pair.second)
    head = f"{names[0]} and {names[1]} change places under {_where(pair, ranking)}: here {one} and {other}"
    there = pair.widest
    if there is not None:
        return f"{head}, under {there.rule} {number(there.first, ranking)} and {number(there.second, ranking)}."
    rule = pair.reversals[0]
    ratio_format = next(each.round for each in ranking.named if each.rule == rule.rule)
    return f"{head}, under {rule.rule} {shown(rule.first, ratio_format)} and {shown(rule.second, ratio_format)}."


def sureness(ranking: Ranking) -> str:
    """Return one sentence on how many differences are more than chance, or why nobody knows."""
    if ranking.drawn is None or ranking.no_interval:
        return f"No intervals and no tests: {ranking.no_interval}."
    tested = [pair for pair in ranking.pairs if pair.adjusted is not None]
    sure = sum(pair.adjusted is not None and pair.adjusted < SURE for pair in tested)
    many = f"{sure} of {len(tested)} differences {'is' if sure == 1 else 'are'}"
    if len(tested) == 1:
        p = f"adjusted p {_p(tested[0].adjusted)} {'is' if sure else 'is not'} below {SURE}"
        return f"The difference is {'' if sure else 'not '}significant: {p} (paired randomisation test)."
    return f"{many} significant (adjusted p below {SURE} in a paired randomisation test)."


def systems(ranking: Ranking) -> RankingTable:
    """Return a row for each system, the best first."""
    heads = ("place", "system", ranking.parts.quantity, "95 % interval", "precision", "recall", "support")
    rows = tuple(
        (
            UNDEFINED if one.place is None else str(one.place),
            plain(one.name),
            number(one.value, ranking),
            bounds(one.interval, ranking.round),
            number(one.precision, ranking),
            number(one.recall, ranking),
            count_text(one.support),
        )
        for one in ranking.systems
    )
    return RankingTable(heads, rows)


def neighbours(ranking: Ranking) -> Sequence[SystemPair]:
    """Return the pairs of systems that stand next to each other in the ranking."""
    names = [one.name for one in ranking.systems]
    beside = set(pairwise(names))
    return [pair for pair in ranking.pairs if (pair.first, pair.second) in beside]


def pairs(chosen: Sequence[SystemPair], ranking: Ranking) -> RankingTable:
    """Return a row for each of these pairs."""
    heads = ("better", "worse", "difference", "95 % interval", "p", "adjusted p", "reversed")
    rows = tuple(
        (
            plain(pair.first),
            plain(pair.second),
            number(pair.difference, ranking),
            bounds(pair.difference_interval, ranking.round),
            _p(pair.p),
            _p(pair.adjusted),
            _reversed(pair, ranking),
        )
        for pair in chosen
    )
    return RankingTable(heads, rows)


def _p(value: PythonNumber) -> str:
    return UNDEFINED if value is None else f"{float(value):.4f}"


def _reversed(pair: SystemPair, ranking: Ranking) -> str:
    """Return under how many policies and named dialects together a pair has the other order."""
    if pair.difference == 0:
        return "equal"
    return f"{pair.below + len(pair.reversals):,} of {ranking.policies + tried(ranking):,}"


def legend(ranking: Ranking) -> str:
    """Return what the last columns of the table of pairs mean."""
    family = f"{_ways(ranking)}, " if ranking.policies else ""
    sets = counted(tried(ranking), "named set")
    return (
        "p: of a paired randomisation test; adjusted p: corrected for several tests (Holm); "
        f"reversed: under how many of these rules ({family}{sets} of rules) the worse system has the higher score"
    )


def _ways(ranking: Ranking) -> str:
    return f"{ranking.policies:,} way{'' if ranking.policies == 1 else 's'} to read illegal tags"


def tried(ranking: Ranking) -> int:
    """Return how many named dialects give numbers."""
    return sum(not rule.refused for rule in ranking.named)


def order_text(order: RuleOrder | PolicyOrder, ranking: Ranking) -> str:
    """Return the systems in the order of their places, with `>` or `=` between two of them."""
    names = [plain(one.name) for one in ranking.systems]
    placed = sorted((place, number) for number, place in enumerate(order.places) if place is not None)
    words = ""
    for at, (place, number) in enumerate(placed):
        between = "" if not at else " = " if placed[at - 1][0] == place else " > "
        words += f"{between}{names[number]}"
    return words or "no system has a number"


def named_orders(ranking: Ranking) -> RankingTable:
    """Return the order under each named dialect."""
    rows = []
    for rule in ranking.named:
        if rule.refused:
            rows.append((rule.rule, f"no numbers: {plain(rule.refused)}", ""))
            continue
        numbers = ", ".join(shown(value, rule.round) for value in rule.values)
        rows.append((rule.rule, order_text(rule, ranking), numbers))
    names = ", ".join(plain(one.name) for one in ranking.systems)
    return RankingTable(("dialect", "order", f"numbers of {names}"), tuple(rows))


def policy_orders(ranking: Ranking) -> RankingTable:
    """Return each order that policies of the family give."""
    rows = [
        (
            f"{order.policies:,}",
            order_text(order, ranking),
            ", ".join(number(value, ranking) for value in order.values),
            order.policy,
        )
        for order in ranking.orders
    ]
    return RankingTable(("policies", "order", "numbers under the first", "the first of them"), tuple(rows))
