"""Paper in LaTeX: the table of one system or of several, the sentence below it, and what to cite.

The tables need the package booktabs. What stands after `#` in a signature is a comment in the source, not in print.
"""

import re
from collections.abc import Iterator, Sequence

from nerconform.reporting import paper_words
from nerconform.reporting.evaluation_view import SchemaTable, ScoreLine, count_text, shown
from nerconform.reporting.paper_words import bound
from nerconform.reporting.ranking_view import SURE, number
from nerconform.reporting.score_text import intervals_of, shown_tables
from nerconform.results.context import Interval, PythonNumber, RatioFormat
from nerconform.results.ranking_result import RankedSystem, Ranking
from nerconform.results.score_result import AVERAGES, RATIOS, FileScores

_LATEX = {character: f"\\{character}" for character in "&%#_{}"} | {
    "$": r"$\$$",  # as mathematics: the dollar of text is in a font that a small installation has to draw first
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
_HEADS = {"precision": "P", "recall": "R", "pos": "support", "act": "predicted"}
_LAST_LATIN = 0x17F
_PACKAGE = r"% \usepackage{booktabs}"
_HALF_WIDTH = r"$\pm$: half the width of the interval"
_TIED = r"\textsuperscript{$\dagger$}"


def latex(words: str) -> str:
    """Return words with every character that LaTeX would take for itself written as a command."""
    return "".join(_LATEX.get(character, character) for character in words)


def scores_text(scores: FileScores) -> str:
    """Return the table of one system, with P, R and F1 of every schema that is shown beside each other."""
    body = _measures(scores) if scores.measures else _scores(shown_tables(scores), scores)
    intervals = [one.interval for one in scores.measures] if scores.measures else [*scores.intervals.values()]
    sentences = paper_words.of_scores(scores)
    citations = [one.citation for one in scores.measures] or [scores.citation]
    notes = [_HALF_WIDTH] if any(intervals) else []
    return _joined([_PACKAGE, *body, *_end(sentences, notes, citations, (scores.tool, scores.spec))])


def ranking_text(ranking: Ranking) -> str:
    """Return the table of several systems, the best first, the greatest number of each column bold."""
    quantity = ranking.parts.quantity
    names = list(dict.fromkeys(("precision", "recall", quantity)))
    ratios = {name: [_ratio(one, name) for one in ranking.systems] for name in names}
    best = {name: max((value for value in found if value is not None), default=None) for name, found in ratios.items()}
    tied = {
        pair.second
        for pair in ranking.pairs
        if pair.first == ranking.systems[0].name and pair.adjusted is not None and pair.adjusted >= SURE
    }
    heads = " & ".join(["system", *map(_head, names), _HEADS["pos"]])
    rows = []
    for one in ranking.systems:
        cells = [_cell(one, name, ranking, is_best=_ratio(one, name) == best[name] is not None) for name in names]
        mark = _TIED if one.name in tied else ""
        rows.append(" & ".join([f"{{{latex(one.name)}}}{mark}", *cells, count_text(one.support)]) + r" \\")
    top = [rf"\begin{{tabular}}{{l{'r' * (len(names) + 1)}}}", r"\toprule", heads + r" \\", r"\midrule"]
    notes = [_HALF_WIDTH] if any(one.interval for one in ranking.systems) else []
    notes += [rf"{_TIED}: not significantly worse than the best ($p \geq {SURE}$)"] if tied else []
    end = _end([paper_words.of_ranking(ranking)], notes, [ranking.citation], (ranking.tool, ranking.spec))
    return _joined([_PACKAGE, *_bounds(ranking), *top, *rows, r"\bottomrule", r"\end{tabular}", *end])


def _ratio(system: RankedSystem, name: str) -> PythonNumber:
    """Return a ratio of a system: precision, recall, or that by which systems are ranked."""
    return {"precision": system.precision, "recall": system.recall}.get(name, system.value)


def _cell(system: RankedSystem, name: str, ranking: Ranking, *, is_best: bool) -> str:
    """Return a ratio of a system, the best one bold, with its interval if systems are ranked by it."""
    words = number(_ratio(system, name), ranking)
    words = rf"\textbf{{{words}}}" if is_best else words
    return words + _plus_minus(system.interval if name == ranking.parts.quantity else None, ranking.round)


def _bounds(ranking: Ranking) -> Iterator[str]:
    """Yield the bounds of each interval, as comments."""
    for one in ranking.systems:
        if one.interval is not None:
            low, high = (bound(end, ranking.round) for end in (one.interval.low, one.interval.high))
            yield f"% {_comment(one.name)}: {low} to {high}"


def _plus_minus(interval: Interval | None, ratio_format: RatioFormat) -> str:
    """Return half the width of an interval, nothing without one."""
    if interval is None:
        return ""
    return rf" {{\scriptsize$\pm${bound((interval.high - interval.low) / 2, ratio_format)}}}"


def _head(name: str) -> str:
    """Return the head of a column."""
    return _HEADS.get(name) or rf"{latex(name[:1].upper())}\textsubscript{{{latex(name[1:])}}}"


def _measures(scores: FileScores) -> list[str]:
    """Return a table of the measures that were asked for."""
    body = []
    for one in scores.measures:
        value = shown(one.value, scores.round) + _plus_minus(one.interval, scores.round)
        body.append(rf"{{{latex(paper_words.measure_words(one.measure))}}} & {value} \\")
    return [r"\begin{tabular}{lr}", r"\toprule", *body, r"\bottomrule", r"\end{tabular}"]


def _scores(found: Sequence[SchemaTable], scores: FileScores) -> list[str]:
    """Return one table with a row for each type and average; of several schemas each has a block of rows."""
    names = (*RATIOS, "pos", "act")
    lines: list[str] = []
    for table in found:
        if len(found) > 1:
            lines += [r"\midrule", rf"\multicolumn{{{1 + len(names)}}}{{l}}{{\emph{{{table.schema}}}}} \\"]
        lines.append(r"\midrule")
        for line, interval in zip(table.lines, intervals_of(scores, table.schema), strict=True):
            is_micro = line.name == AVERAGES[0] and line.average
            cells = dict(zip(table.heads, line.cells, strict=True))
            cells["f1"] += _plus_minus(interval, scores.round)
            if is_micro:
                lines += [r"\midrule"] if any(not one.average for one in table.lines) else []
            lines.append(" & ".join([_name(line), *(cells[name] for name in names)]) + r" \\")
    heads = " & ".join(["", *map(_head, names)]).strip()
    top = [rf"\begin{{tabular}}{{l{'r' * len(names)}}}", r"\toprule", heads + r" \\"]
    return [*top, *lines, r"\bottomrule", r"\end{tabular}"]


def _name(line: ScoreLine) -> str:
    """Return the name of a row; in braces, so that a leading `[` or `*` is no argument of the line before it."""
    return f"{{{latex(line.label)}}}"


def _end(
    sentences: Sequence[str], notes: Sequence[str], citations: Sequence[str], versions: tuple[str, str]
) -> Iterator[str]:
    """Yield the sentences and the full signatures in print, and as comments the run and the entry for BibTeX."""
    for number_, sentence in enumerate(sentences):
        head, _, signature = sentence.partition(", signature ")
        last = "" if number_ + 1 < len(sentences) else "".join(f" {note}." for note in notes)
        cited = r"\texttt{" + _breakable(signature) + "}"
        words = latex(head[0].upper() + head[1:])
        yield rf"\par\noindent{{\footnotesize\raggedright {words}, signature {cited}.{last}\par}}"
    for citation in citations:
        signature, _, run = citation.partition(" # ")
        yield rf"% {_comment(signature)} # {_comment(run)}"
    yield r"% The entry for \cite{nerconform}:"
    yield from (f"% {line}" for line in paper_words.bibtex(*versions))


_TYPEWRITER = {r"\textbar{}": r"\allowbreak{}|", r"\textless{}": "<", r"\textgreater{}": ">", r"\{": r"\char123{}"}
_TYPEWRITER |= {
    r"\%": r"\allowbreak{}\%",
    r"$\$$": r"\char36{}",
    r"\}": r"\char125{}",
    r"\textbackslash{}": r"\char92{}",
    ",": r",\allowbreak{}",
}
"""Characters that fonts of typewriters have at their own places, and where a signature can be broken."""


def _breakable(signature: str) -> str:
    """Return a signature for `texttt` that can be broken after a comma and before a bar."""
    return "".join(_TYPEWRITER.get(part, part) for part in map(latex, signature))


def _comment(words: str) -> str:
    """Return words that stay on the line of their comment."""
    return re.sub(r"\s+", " ", words)


def _joined(lines: Sequence[str]) -> str:
    """Return the lines as text; what pdfLaTeX cannot print is said at the head."""
    if any(ord(character) > _LAST_LATIN for line in lines if not line.startswith("%") for character in line):
        lines = ["% Names have characters that pdfLaTeX does not know: compile with LuaLaTeX or XeLaTeX.", *lines]
    return "\n".join(lines) + "\n"
