"""Ranking as text, and as Markdown: the order, how sure it is, and under which rules it changes."""

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting import markdown_parts, paper_words
from nerconform.reporting import ranking_view as view
from nerconform.reporting.evaluation_view import scale
from nerconform.reporting.layout import WIDTH, folded, grid, indented
from nerconform.reporting.markdown_parts import code, escaped
from nerconform.reporting.rule_words import by_rules
from nerconform.results.ranking_result import Ranking, SystemPair

_GAP = 2
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
    for line in folded(_data(ranking)):
        console.print(Text(line, "dim"), soft_wrap=True)
    _print_table(view.systems(ranking), console, None if verbose else _SYSTEMS)
    _print_table(view.pairs(_pairs(ranking, verbose=verbose), ranking), console, None if verbose else _SYSTEMS - 1)
    for line in folded(view.legend(ranking), width=WIDTH - _GAP):
        console.print(indented(Text(line, "dim")), soft_wrap=True)
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
    console.print(Text("to cite the scores, put the signature of their rules beside them:", "dim"))
    console.print(Text(f"{ranking.short}|{ranking.measure}|spec:{ranking.spec}", "cyan"), soft_wrap=True)
    console.print(Text("more: --verbose (all pairs and all rules), --plot places.svg", "dim"))


def _pairs(ranking: Ranking, *, verbose: bool) -> list[SystemPair]:
    return list(ranking.pairs if verbose else view.neighbours(ranking))


def _data(ranking: Ranking) -> str:
    units = counted(ranking.units, "sentence" if ranking.read is not None else "unit")
    printed_as = scale(ranking.round).partition(",")[0]
    tags = "" if "scheme:" in ranking.short else f"{ranking.scheme} tags, "
    return f"{len(ranking.systems)} systems, {units}, {tags}{by_rules(ranking.short)}; {printed_as}"


def _print_table(table: view.RankingTable, console: Console, most: int | None = None) -> None:
    right = [at for at, head in enumerate(table.heads) if head in _NUMBERS]
    console.print()
    console.print(indented(grid(table.rows[:most], table.heads, right=right)))
    if most is not None and len(table.rows) > most:
        console.print(indented(Text(f"and {len(table.rows) - most} more of {len(table.rows)} with --verbose", "dim")))


_NUMBERS = frozenset(
    {"place", "f1", "95 % interval", "precision", "recall", "support", "difference", "p", "adjusted p", "policies"}
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
