"""CSV, Markdown and LaTeX: scores to be pasted elsewhere, with the signature in each."""

import csv
import io
import re
from collections.abc import Sequence
from fractions import Fraction

from nerconform.files.score_files import Scored
from nerconform.reference.measures import AVERAGES, COUNTS, Measure
from nerconform.reference.outcomes import Schema
from nerconform.reporting.evaluation_view import RATIOS, Line, SchemaTable, scale, shown, tables
from nerconform.reporting.markdown_parts import code, rows, text

_LATEX = {character: f"\\{character}" for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
_HEADS = {"precision": "P", "recall": "R", "f1": r"F\textsubscript{1}"}


def csv_text(scored: Scored) -> str:
    """Return one row for each schema and type or average; each average with the signature of its F1."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if scored.measures:
        writer.writerow(["measure", "value", "exact", "signature"])
        for measure, value in scored.values():
            writer.writerow([measure, _float(value), "" if value is None else value, scored.citation(measure)])
        return out.getvalue()
    writer.writerow(["schema", "scope", *RATIOS, *COUNTS, "signature"])
    for name, result in scored.evaluation.to_dict()["schemas"].items():  # type: ignore[attr-defined] # a mapping
        schema = Schema(name)
        for kind, row in result["by_type"].items():
            writer.writerow([name, Measure.of_type(schema, kind, "f1").scope, *_csv_cells(row), ""])
        for scope, row in result["averages"].items():
            writer.writerow([name, scope, *_csv_cells(row), scored.citation(Measure(schema, scope, "f1"))])
    return out.getvalue()


def _float(value: Fraction | int | None) -> object:
    return float(value) if isinstance(value, Fraction) else value


def _csv_cells(row: dict[str, dict[str, object] | None]) -> list[object]:
    """Return ratios as doubles, empty where undefined, and counts, empty where there are none."""
    ratios = [number["float"] if (number := row[name]) else "" for name in RATIOS]
    counts = row.get("counts") or {}
    return [*ratios, *(counts.get(name, "") for name in COUNTS)]


def markdown_text(scored: Scored) -> str:
    """Return a table for each schema, and the signature as a block."""
    evaluation = scored.evaluation
    lines: list[str] = []
    if scored.measures:
        values = scored.values()
        body = [[code(str(measure)), shown(value, evaluation.dialect.round)] for measure, value in values]
        lines += rows(["measure", "value"], body, right=1)
        citations = [scored.citation(measure) for measure, _ in values]
    else:
        for table in tables(evaluation):
            lines += rows([f"{table.schema}", *table.heads], _markdown_rows(table), right=1)
        citations = [scored.citation()]
    lines += [f"Ratios: {scale(evaluation.dialect.round)}.", ""]
    return text([*lines, "```text", *citations, "```"])


def _markdown_rows(table: SchemaTable) -> list[list[str]]:
    return [[f"**{line.name}**" if line.average else code(line.name), *line.cells] for line in table.lines]


def latex_text(scored: Scored) -> str:
    """Return a `tabular` for the package booktabs, P, R and F1 of every schema beside each other, the signature below.

    What stands after `#` in the signature is a comment in the source, not in print.
    """
    found = tables(scored.evaluation)
    body = _latex_measures(scored) if scored.measures else _latex_table(found)
    measures = scored.measures or (None,)
    lines = [r"% \usepackage{booktabs}", *body]
    for measure in measures:
        signature, run = scored.citation(measure).split(" # ", 1)
        breakable = latex(signature).replace(",", r",\allowbreak{}").replace(r"\textbar{}", r"\allowbreak\textbar{}")
        lines += [rf"\par\noindent{{\footnotesize\ttfamily\raggedright {breakable}\par}}", f"% # {_comment(run)}"]
    return "\n".join(lines) + "\n"


def _latex_measures(scored: Scored) -> list[str]:
    rounding = scored.evaluation.dialect.round
    body = [rf"{{{latex(str(measure))}}} & {shown(value, rounding)} \\" for measure, value in scored.values()]
    return [r"\begin{tabular}{lr}", r"\toprule", *body, r"\bottomrule", r"\end{tabular}"]


def _latex_table(found: Sequence[SchemaTable]) -> list[str]:
    """Return one table whose columns are the ratios of each schema, and gold and predicted spans."""
    width, shared = len(RATIOS), ("pos", "act")
    groups = " & ".join(rf"\multicolumn{{{width}}}{{c}}{{{table.schema}}}" for table in found)
    rules = " ".join(rf"\cmidrule(lr){{{2 + width * n}-{1 + width * (n + 1)}}}" for n in range(len(found)))
    heads = " & ".join(["", *(_HEADS[name] for _ in found for name in RATIOS), *(name.upper() for name in shared)])
    first = [table.lines for table in found]
    lines: list[str] = []
    for line in zip(*first, strict=True):
        ratios = [cell for one in line for cell in one.cells[:width]]
        counts = [dict(zip(found[0].heads, line[0].cells, strict=True))[name] for name in shared]
        if lines and line[0].name == AVERAGES[0] and line[0].average:
            lines.append(r"\midrule")
        lines.append(" & ".join([_latex_name(line[0]), *ratios, *counts]) + r" \\")
    columns = "l" + "r" * (width * len(found) + len(shared))
    top = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", rf" & {groups} & & \\", rules, heads.strip() + r" \\"]
    return [*top, r"\midrule", *lines, r"\bottomrule", r"\end{tabular}"]


def _latex_name(line: Line) -> str:
    """Return the name of a row; in braces, so that a leading `[` or `*` is no argument of the line before it."""
    return f"{{{latex(line.label)}}}"


def latex(words: str) -> str:
    """Return words with every character that LaTeX would take for itself written as a command."""
    return "".join(_LATEX.get(character, character) for character in words)


def _comment(words: str) -> str:
    """Return words that stay on the line of their comment."""
    return re.sub(r"\s+", " ", words)
