"""Ranking as text, and as Markdown: the order, how sure it is, and under which rules it changes."""

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import markdown_parts, paper_words
from nerconform.reporting import ranking_view as view
from nerconform.reporting.evaluation_view import scale
from nerconform.reporting.layout import grid, indented
from nerconform.reporting.markdown_parts import code, escaped
from nerconform.results.ranking_result import Ranking, SystemPair

_SYSTEMS, _SWAPS = 8, 3
"""How many systems and how many pairs that change places the first screen shows."""


def print_screen(ranking: Ranking, console: Console) -> None:
    """Print the first screen."""
    print_ranking(ranking, console, verbose=False)


def print_ranking(ranking: Ranking, console: Console, *, verbose: bool = True) -> None:
    """Print the verdict, the systems and their pairs; with `verbose` all of them, and the order under each rule."""
    console.print(Text(view.best(ranking), "bold"))
    console.print(Text(view.verdict(ranking), "bold"))
    console.print(Text(view.sureness(ranking)))
    console.print(Text(_data(ranking), "dim"))
    _print_table(view.systems(ranking), console, None if verbose else _SYSTEMS)
    _print_table(view.pairs(_pairs(ranking, verbose=verbose), ranking), console, None if verbose else _SYSTEMS - 1)
    console.print(indented(Text(view.legend(ranking), "dim")))
    swaps = ranking.swapping if verbose else ranking.swapping[:_SWAPS]
    if swaps:
        console.print()
    for pair in swaps:
        console.print(Text(view.swap_words(pair, ranking)), soft_wrap=verbose)
    if verbose:
        _print_table(view.named_orders(ranking), console)
        if ranking.orders:
            _print_table(view.policy_orders(ranking), console)
        if ranking.no_family:
            console.print(f"\nNo policies: {plain(ranking.no_family)}")
    console.print()
    if verbose:
        # The signature is there to be copied, so it is one line, however long.
        console.print(Text(ranking.citation, "cyan"), soft_wrap=True)
        return
    console.print(Text("the signature names the rules; put it beside the scores:", "dim"))
    console.print(Text(f"{ranking.short}|{ranking.measure}|spec:{ranking.spec}", "cyan"), soft_wrap=True)
    console.print(Text("more: --verbose (all pairs and all rules), --plot places.svg", "dim"))


def _pairs(ranking: Ranking, *, verbose: bool) -> list[SystemPair]:
    return list(ranking.pairs if verbose else view.neighbours(ranking))


def _data(ranking: Ranking) -> str:
    units = counted(ranking.units, "sentence" if ranking.read is not None else "unit")
    return f"{len(ranking.systems)} systems, {units} of {ranking.scheme} tags, by the rules of {ranking.short}"


def _print_table(table: view.RankingTable, console: Console, most: int | None = None) -> None:
    right = [at for at, head in enumerate(table.heads) if head in _NUMBERS]
    console.print()
    console.print(indented(grid(table.rows[:most], table.heads, right=right)))
    if most is not None and len(table.rows) > most:
        console.print(indented(Text(f"and {len(table.rows) - most} more", "dim")))


_NUMBERS = frozenset(
    {"place", "f1", "95 % interval", "precision", "recall", "support", "by", "p", "adjusted p", "policies"}
)


def markdown_text(ranking: Ranking) -> str:
    """Return the sentences and all tables, the signature last."""
    lines = [
        f"# Ranking by {ranking.measure}",
        "",
        f"**{escaped(view.best(ranking))}** {escaped(view.verdict(ranking))}",
        "",
    ]
    lines += [view.sureness(ranking), "", f"{escaped(_data(ranking))}. Ratios: {scale(ranking.round)}.", ""]
    tables = [view.systems(ranking), view.pairs(ranking.pairs, ranking)]
    swaps = [f"- {escaped(view.swap_words(pair, ranking))}" for pair in ranking.swapping]
    for table in tables:
        lines += _markdown_table(table)
    lines += [f"{view.legend(ranking)}.", ""]
    lines += [*swaps, ""] if swaps else []
    lines += ["## Under each named dialect", "", *_markdown_table(view.named_orders(ranking))]
    if ranking.orders:
        lines += [f"## Under each policy for illegal tags of {ranking.scheme}", ""]
        lines += _markdown_table(view.policy_orders(ranking))
    if ranking.no_family:
        lines += [f"No policies: {code(plain(ranking.no_family))}", ""]
    lines += [escaped(paper_words.of_ranking(ranking)), ""]
    return markdown_parts.text([*lines, "```text", ranking.citation, "```"])


def _markdown_table(table: view.RankingTable) -> list[str]:
    names = {"system", "better", "worse", "dialect", "order", "the first of them"}
    cells = (
        [code(cell) if head in names and cell else cell for head, cell in zip(table.heads, row, strict=True)]
        for row in table.rows
    )
    return [*markdown_parts.rows(list(table.heads), cells, right=len(table.heads)), ""]
