"""Run Markdown: a run as a page, for `--output` and for the committed reports."""

import re
from collections.abc import Mapping, Sequence

from nerconform.reporting import run_view as view
from nerconform.reporting.markdown_parts import block, code, rows, text
from nerconform.results.run import NUMBERS, ImplementationRun, Result, Run
from nerconform.results.values import ClauseRecord, clause_title


def render(run: Run) -> str:
    """Return the whole run as one page: a summary, then each implementation."""
    writer = RunWriter(view.clauses_of(run))
    lines = ["# What the golden cases say", "", versions(run), ""]
    lines += [f"- **{one.name}** ({one.version}): {view.summary(one)}" for one in run.implementations]
    if claim := view.claim_lines(run):
        lines += ["", *block("\n".join(claim), "text")]
    lines += ["", f"Exit status {run.status}: {view.exit_words(run)}.", ""]
    for one in run.implementations:
        lines += writer.implementation(one, level=2)
    return text([*lines, *different(run, level=2)])


def different(run: Run, level: int) -> list[str]:
    """Return the worked examples to which sound rules give different answers."""
    mark, cases = "#" * level, view.differing(run)
    lines = [f"{mark} {view.DIFFERING_TITLE}", "", view.DIFFERING_WORDS, ""] if cases else []
    for case in cases:
        body = ([", ".join(one.names), *one.numbers, code(one.choices)] for one in case.answers)
        lines += [f"{mark}# {case.case}", "", case.why, "", *rows(["implementation", *NUMBERS, "by"], body)]
    return lines


def versions(run: Run) -> str:
    """Return the sentence that names the three versions."""
    return f"nerconform {run.tool}, spec {run.spec}, fixtures {run.fixtures}."


class RunWriter:
    """Writes implementations; `root` is the way from the page to the top of the project, where links start."""

    def __init__(self, clauses: Mapping[str, ClauseRecord], root: str | None = None) -> None:
        """Write with the titles of these clauses, and with links where there is a root."""
        self.clauses = clauses
        self.root = root

    def clause(self, name: str) -> str:
        """Return a clause's id and title, linked to the spec."""
        title = clause_title(name, self.clauses)
        if self.root is None or name not in self.clauses:
            return title
        file = self.clauses[name].place.rpartition(":")[0]
        return f"[{title}]({self.root}{file}#{slug(title)})"

    def linked(self, words: str, result: Result) -> str:
        """Return words as code, linked to the line where the case stands."""
        file, _, line = result.place.rpartition(":")
        return code(words) if self.root is None else f"[{code(words)}]({self.root}{file}#L{line})"

    def implementation(self, run: ImplementationRun, level: int = 1) -> list[str]:
        """Return the section of one implementation, its heading at this level."""
        mark = "#" * level
        lines = [f"{mark} {run.name}", "", f"{run.version}: {view.summary(run)}.", ""]
        lines += rows(["level", *view.VERDICTS], ([kind, *counts] for kind, counts in view.table(run)), right=1)
        lines += [*_items(view.declared_lines(run)), *why(run)]
        wrong, known, reasons = view.wrong(run), view.known(run), view.unsupported(run)
        if wrong:
            lines += [f"{mark}# Wrong answers", ""]
            lines += [line for result in wrong for line in self.divergence(result, f"{mark}##")]
        if known:
            lines += [f"{mark}# Known divergences", ""]
            lines += [line for group in known for line in self.known(group, f"{mark}##")]
        if reasons:
            lines += [
                f"{mark}# Not asked",
                "",
                *rows(["why", "cases"], ([code(why), n] for why, n in reasons), right=1),
            ]
        by_clause = ([self.clause(name), *counts] for name, counts in view.by_clause(run, self.clauses))
        return [*lines, f"{mark}# By clause", "", *rows(["clause", *view.VERDICTS], by_clause, right=1)]

    def divergence(self, result: Result, mark: str) -> list[str]:
        """Return one divergence that nobody has explained."""
        facts = {
            "verdict": f"{result.verdict}{f': {code(result.reason)}' if result.reason else ''}",
            "clause": "; ".join(self.clause(name) for name in result.clauses),
            "case": f"{self.linked(result.place, result)}, {view.LEVELS[result.level]}, source: {result.source}",
            "flags": ", ".join(result.flags),
            "dialect": code(result.dialect_short),
        }
        lines = [f"{mark} {result.case}", "", result.why, "", *_list(facts), *_units(result)]
        if result.mismatches:
            body = ([code(one.asked), code(one.expected_text), code(one.got_text)] for one in result.mismatches)
            lines += rows(["asked", "expected", "got"], body)
        return lines + _reproduction(result)

    def known(self, group: view.Group, mark: str) -> list[str]:
        """Return the divergences of one cause: a line for each case, and the smallest one to reproduce."""
        cause, smallest = group.cause, group.smallest
        facts = {
            "clause": self.clause(cause.clause),
            "cause": code(cause.id),
            "versions": code(cause.versions),
            "fixed in": cause.fixed_in,
            "link": f"<{cause.link}>" if cause.link else "",
        }
        body = map(self._short, group.results)
        return [
            f"{mark} {cause.title}",
            "",
            " ".join(cause.words.split()),
            "",
            *_list(facts),
            *rows(["case", "asked", "expected", "got"], body),
            f"The smallest of them is {code(smallest.case)}: {smallest.why}",
            "",
            *_units(smallest),
            *_reproduction(smallest),
        ]

    def _short(self, result: Result) -> list[str]:
        """Return one case as one row: the first thing that differs."""
        first = view.first_mismatch(result)
        more = f" +{first.more}" if first.more else ""
        return [self.linked(result.case, result), code(first.asked) + more, code(first.expected), code(first.got)]


def slug(heading: str) -> str:
    """Return the fragment that Markdown readers give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _list(facts: Mapping[str, str]) -> list[str]:
    return [*(f"- {label}: {words}" for label, words in facts.items() if words), ""]


def _units(result: Result) -> list[str]:
    """Return the input, gold above prediction."""
    pairs = view.input_lines(result.gold, result.pred)
    return block("\n".join(f"gold  {gold}\npred  {pred}" for gold, pred in pairs)) if pairs else []


def _reproduction(result: Result) -> list[str]:
    return block(result.reproduction, "python")


def why(run: ImplementationRun) -> list[str]:
    """Return why answers are wrong, each line an item of a list; nothing where none is."""
    return _items(view.why_lines(run))


def _items(lines: Sequence[str]) -> list[str]:
    """Return lines as a list, those that begin with a blank as lists in it."""
    items = [f"- {line}" if line[:1] != " " else f"  - {line.strip()}" for line in lines]
    return [*items, ""] if items else []
