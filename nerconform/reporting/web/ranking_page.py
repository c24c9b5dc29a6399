"""Ranking page: the order of several systems, how sure it is, and where each system stands under other rules."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from nerconform.base.plain_text import plain
from nerconform.reporting import paper_words
from nerconform.reporting import ranking_view as view
from nerconform.reporting.ranking_plot import places_by_rule
from nerconform.reporting.web.charts import Track, bump, whiskers
from nerconform.reporting.web.pages import page, without_folders
from nerconform.results.ranking_result import Ranking

if TYPE_CHECKING:
    from markupsafe import Markup

TITLE = "Several systems, several rules"
_WORDS = frozenset({"system", "better", "worse", "dialect", "order", "the first of them"})
"""Heads of columns that hold words; the others hold numbers."""


def render(ranking: Ranking) -> str:
    """Return the page. Raises `MissingJinja`."""
    tables = {
        "Systems": view.systems(ranking),
        "Every two systems": view.pairs(ranking.pairs, ranking),
    }
    rules = {"Under each named dialect": view.named_orders(ranking)}
    if ranking.orders:
        rules["Under each policy for illegal tags"] = view.policy_orders(ranking)
    context = {
        "ranking": ranking,
        "files": [PurePath(one.file).name for one in ranking.read.inputs] if ranking.read else [],
        "verdict": view.verdict(ranking),
        "is_stable": not ranking.swapping,
        "sureness": view.sureness(ranking),
        "legend": view.legend(ranking),
        "swaps": [view.swap_words(pair, ranking) for pair in ranking.swapping],
        "tables": tables,
        "rules": rules,
        "words": _WORDS,
        "places": _bump_chart(ranking),
        "intervals": _intervals(ranking),
        "sentence": paper_words.of_ranking(ranking),
    }
    files = [one.file for one in ranking.read.inputs] if ranking.read else []
    return without_folders(page("ranking.html", title=TITLE, **context), files)


def _bump_chart(ranking: Ranking) -> "Markup | None":
    """Return the place of each system under each rule."""
    columns = places_by_rule(ranking)
    tracks = [
        Track(system.name, [places[number] for _, places in columns]) for number, system in enumerate(ranking.systems)
    ]
    said = "; ".join(f"{label}: {_order(places, ranking)}" for label, places in columns)
    return bump(tracks, [label for label, _ in columns], "places", f"Places under each rule. {said}")


def _order(places: Sequence[int | None], ranking: Ranking) -> str:
    """Return who has which place."""
    found = ((place, plain(one.name)) for place, one in zip(places, ranking.systems, strict=True) if place is not None)
    return ", ".join(f"{place} {name}" for place, name in sorted(found))


def _intervals(ranking: Ranking) -> "Markup | None":
    """Return the number of each system with its interval; nothing without intervals."""
    rows = [
        (one.name, 100 * float(one.value), 100 * one.interval.low, 100 * one.interval.high)
        for one in ranking.systems
        if one.value is not None and one.interval is not None
    ]
    if not rows or ranking.round.rule != "exact":
        return None
    said = "; ".join(f"{plain(name)} {value:.2f}, from {low:.2f} to {high:.2f}" for name, value, low, high in rows)
    return whiskers(rows, "intervals", f"{ranking.parts.quantity} with its 95 % interval. {said}")
