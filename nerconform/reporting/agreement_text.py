"""Agreement as text: the mean, each pair of annotators, coefficients, and the sentences in which they differ."""

import csv
import io
from collections.abc import Sequence
from pathlib import PurePath

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.evaluation_view import UNDEFINED, shown
from nerconform.reporting.layout import folded, shortened
from nerconform.reporting.rule_words import by_rules
from nerconform.results.agreement_result import Agreement, Disagreement, PairAgreement
from nerconform.results.context import Interval, PythonNumber, RatioFormat

_PER_CENT = RatioFormat()
_PAIRS = 6
"""The first screen shows at most 6 pairs."""
_TYPES = 3
"""The first screen shows at most 3 types."""
_MEANT = {
    "presence": "marked by some only",
    "bounds": "with other bounds",
    "type": "with another type",
    "type and bounds": "with another type and other bounds",
}
"""The kinds of disagreement in words."""
_EXAMPLES = 2
"""The first screen shows at most 2 disagreements."""


def print_screen(agreement: Agreement, console: Console) -> None:
    """Print the mean, the coefficients, a few pairs, and two disagreements."""
    _print_head(agreement, console)
    console.print()
    types = list(agreement.type_means)
    pairs, kept = agreement.pairs[:_PAIRS], types[:_TYPES]
    table = _table(agreement, kept, pairs)
    while kept and max(map(len, table)) > console.width:
        kept = kept[:-1]
        table = _table(agreement, kept, pairs)
    for row in table:
        console.print(Text(shortened(row, console.width)))
    for line in folded(_legend(agreement, kept)):
        console.print(Text(line, "dim"), soft_wrap=True)
    left_out = {"pair": len(agreement.pairs) - len(pairs), "type": len(types) - len(kept)}
    hidden = [counted(number, noun) for noun, number in left_out.items() if number]
    if agreement.disagreements:
        console.print()
        more = len(agreement.disagreements) - _EXAMPLES
        for line in folded(f"{_kinds(agreement)}{f'; the first {_EXAMPLES}:' if more > 0 else ''}"):
            console.print(Text(line), soft_wrap=True)
        for one in agreement.disagreements[:_EXAMPLES]:
            for text in _lines(agreement, one):
                for line in folded(text, "    "):
                    console.print(Text(line), soft_wrap=True)
    rest = " and ".join(hidden)
    number = len(agreement.disagreements)
    every = [f"all {number} disagreements"] if number > _EXAMPLES else []
    words = " and ".join([*every, *([f"{rest} more"] if hidden else [])])
    console.print(Text(f"more: --verbose{f' ({words})' if words else ''}", "dim"))
    console.print(Text("to cite F1, put the signature of its rules beside it:", "dim"))
    console.print(Text(f"{agreement.short}|{agreement.schema}.micro.f1|spec:{agreement.spec}", "cyan"), soft_wrap=True)


def _legend(agreement: Agreement, types: Sequence[str]) -> str:
    """Return what the columns of the table of pairs mean."""
    words = [] if agreement.no_coefficients else ["Cohen's kappa: over tokens, like Fleiss' kappa"]
    words += [f"{', '.join(map(plain, types))}: F1 of this type"] if types else []
    return "; ".join(words)


def print_agreement(agreement: Agreement, console: Console) -> None:
    """Print everything: every pair with every type, and every disagreement."""
    _print_head(agreement, console)
    console.print()
    for row in _table(agreement, list(agreement.type_means), agreement.pairs):
        console.print(Text(row), soft_wrap=True)
    if agreement.disagreements:
        console.print()
        console.print(Text(_kinds(agreement)))
    for one in agreement.disagreements:
        for line in _lines(agreement, one):
            console.print(Text(line), soft_wrap=True)
    console.print()
    # The signature is there to be copied, so it is one line, however long.
    console.print(Text(agreement.citation, "cyan"), soft_wrap=True)


def _print_head(agreement: Agreement, console: Console) -> None:
    sizes = f"{counted(len(agreement.annotators), 'annotator')}, {counted(agreement.units, 'sentence')}"
    meant = " (type and bounds)" if agreement.schema == "strict" else ""
    rules = f"{by_rules(agreement.short)}; schema {agreement.schema}{meant}"
    for text, style in ((verdict(agreement), "bold"), (coefficients(agreement), ""), (f"{sizes}; F1 {rules}", "dim")):
        for line in folded(text):
            console.print(Text(line, style), soft_wrap=True)


def verdict(agreement: Agreement) -> str:
    """Return the mean F1 in one line, with its interval."""
    name = "Mean pairwise F1" if len(agreement.pairs) > 1 else "F1 of the two annotators against each other"
    value = f"{name}: {_ratio(agreement.mean)} per cent"
    if agreement.drawn is not None and agreement.interval is not None:
        return f"{value}, {agreement.drawn.level} % interval{_interval(agreement.interval)}"
    return f"{value} (no interval: {agreement.no_interval})" if agreement.no_interval else value


def coefficients(agreement: Agreement) -> str:
    """Return kappa and alpha in one line, or why there are none."""
    if agreement.no_coefficients:
        return f"No kappa and no alpha: {agreement.no_coefficients}."
    kappa, alpha = _decimal(agreement.fleiss), _decimal(agreement.alpha)
    tokens = counted(agreement.tokens, "token")
    what = f"agreement on the type of each of {tokens} (or O), corrected for chance: 1 is full, 0 is chance"
    return f"Fleiss' kappa: {kappa}, Krippendorff's alpha: {alpha} ({what})"


def pair_cells(pair: PairAgreement) -> tuple[str, str, str]:
    """Return F1, its interval and kappa of a pair."""
    return _ratio(pair.f1), _interval(pair.interval).strip() or UNDEFINED, _decimal(pair.kappa)


def _table(agreement: Agreement, types: Sequence[str], pairs: Sequence[PairAgreement]) -> list[str]:
    """Return the lines of the pairs, the mean last; the numbers stand below their heads."""
    names = short_names(agreement.annotators)
    heads = ["pair", "F1", "interval", "Cohen's kappa", *map(plain, types)]
    rows = [
        [
            f"{names[pair.first]} - {names[pair.second]}",
            *pair_cells(pair),
            *(_ratio(pair.by_type.get(name)) for name in types),
        ]
        for pair in pairs
    ]
    if len(agreement.pairs) > 1:
        means = [_ratio(agreement.type_means[name]) for name in types]
        rows.append(["mean", _ratio(agreement.mean), _interval(agreement.interval).strip() or UNDEFINED, "", *means])
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return [_row(row, widths) for row in (heads, *rows)]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return one line: the name at the left, numbers at the right."""
    (name, *numbers), (first, *others) = cells, widths
    padded = (cell.rjust(width) for cell, width in zip(numbers, others, strict=True))
    return "  ".join([name.ljust(first), *padded]).rstrip()


def short_names(annotators: Sequence[str]) -> dict[str, str]:
    """Return the names of the files without folder and ending, where that keeps them apart."""
    stems = [plain(PurePath(name).stem) for name in annotators]
    return {name: stem if stems.count(stem) == 1 else plain(name) for name, stem in zip(annotators, stems, strict=True)}


def _kinds(agreement: Agreement) -> str:
    """Return how many disagreements there are of each kind."""
    kinds = ", ".join(f"{number} {_MEANT.get(kind, kind)}" for kind, number in agreement.kinds.items())
    return f"{counted(len(agreement.disagreements), 'disagreement')}: {kinds}"


def _lines(agreement: Agreement, one: Disagreement) -> list[str]:
    """Return place and kind of a disagreement, and each entity with the annotators who mark it."""
    names = short_names(agreement.annotators)
    lines = [f"{plain(one.place)}  {_MEANT.get(one.kind, one.kind)}"]
    marked = {name for span in one.spans for name in span.annotators}
    for entity in one.spans:
        words = (
            f'{plain(entity.span.type)} "{plain(entity.span.text)}"' if entity.span.text else plain(str(entity.span))
        )
        who = ", ".join(names[name] for name in entity.annotators)
        lines.append(f"  {words}: {who}")
    if nobody := [names[name] for name in agreement.annotators if name not in marked]:
        lines.append(f"  nothing: {', '.join(nobody)}")
    return lines


def _ratio(value: PythonNumber) -> str:
    return shown(value, _PER_CENT)


def _decimal(value: PythonNumber) -> str:
    return UNDEFINED if value is None else f"{float(value):.3f}"


def _interval(interval: Interval | None) -> str:
    return "" if interval is None else f" [{100 * interval.low:.2f}, {100 * interval.high:.2f}]"


def csv_text(agreement: Agreement) -> str:
    """Return one row for each pair of annotators."""
    rows = agreement.pair_table()
    out = io.StringIO()
    names = dict.fromkeys(name for row in rows for name in row)
    writer = csv.DictWriter(out, list(names), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
