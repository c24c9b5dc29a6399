"""Run view: what every report shows of a run, in which order; the writers only lay it out."""

import shlex
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nerconform.base.plain_text import aligned, counted
from nerconform.results.run import (
    BAD,
    DIVERGENT,
    NUMBERS,
    Diagnosis,
    Effect,
    ImplementationRun,
    Level,
    Result,
    Run,
    Verdict,
)
from nerconform.results.values import Cause, CauseKind, ClauseRecord, Units, unit_texts

VERDICTS = (Verdict.PASS, Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED, Verdict.KNOWN, Verdict.UNSUPPORTED)
_URGENCY = (Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED)

EXIT = {
    True: "passes, no required answer is newly wrong",
    False: "fails, a required answer is wrong and not known, or a known one changed",
}
"""What the exit status of a run that passed, or did not, means."""


def exit_words(run: Run) -> str:
    """Return what the exit status of a run means."""
    if run.claim:
        return f"the claim is {'' if run.passed else 'not '}kept"
    if any(one.count(verdict) for one in run.implementations for verdict in BAD):
        new = sum(one.count(verdict, level) for one in run.implementations for level in one.levels for verdict in BAD)
        return (
            f"fails, {counted(new, 'required answer')} {'is' if new == 1 else 'are'} wrong" if new else EXIT[run.passed]
        )
    known_ones = sum(one.count(Verdict.KNOWN) for one in run.implementations)
    return "passes, every wrong answer is a known defect" if known_ones else "passes, no answer is wrong"


def claim_lines(run: Run) -> list[str]:
    """Return for each implementation whether it keeps the claim that was checked; nothing where none was."""
    if not run.claim:
        return []
    lines = [f"claim {run.claim.name} ({run.claim.dialect}): {run.claim.says}"]
    for one in run.implementations:
        others = one.count(Verdict.UNSUPPORTED)
        wrong_ones = len(one.results) - one.count(Verdict.PASS) - others
        share = (
            f"{wrong_ones} of {counted(len(one.results) - others, 'answer')} wrong" if wrong_ones else "no answer wrong"
        )
        unasked = f", {counted(others, 'case')} of {len(one.results)} could not be asked" if others else ""
        lines.append(f"- {one.name}: {'kept' if one.keeps_claim else 'not kept'}, {share}{unasked}")
    return lines


class Group(NamedTuple):
    """The known divergences of one cause."""

    cause: Cause
    results: tuple[Result, ...]

    @property
    def smallest(self) -> Result:
        """Return the divergence with the smallest input, which is the one to reproduce."""
        return min(self.results, key=size)


def size(result: Result) -> tuple[int, int]:
    """Return how large the input of a result is: tokens or spans, then characters."""
    units = (*unit_texts(result.gold), *unit_texts(result.pred))
    return sum(len(unit.split()) for unit in units), sum(map(len, units))


def wrong(run: ImplementationRun) -> list[Result]:
    """Return the wrong answers that are not known: legal data first, bad input last; wrong numbers before crashes."""
    bad = [result for result in run.results if result.verdict in BAD]
    return sorted(bad, key=lambda result: (importance(result), _URGENCY.index(result.verdict)))


def importance(result: Result) -> int:
    """Return the place of a result's level: what matters most comes first."""
    return list(Level).index(result.level)


def known(run: ImplementationRun) -> list[Group]:
    """Return the known divergences by cause, in the order of the causes."""
    found: dict[str, list[Result]] = {}
    for result in run.results:
        if result.verdict is Verdict.KNOWN:
            found.setdefault(result.cause, []).append(result)
    causes = {cause.id: cause for cause in run.causes if cause.id in found}
    for name, results in found.items():  # the run may not hold a cause
        causes.setdefault(name, Cause(name, CauseKind.KNOWN, name, clause=results[0].clauses[0]))
    return [Group(cause, tuple(found[name])) for name, cause in causes.items()]


def unsupported(run: ImplementationRun) -> list[tuple[str, int]]:
    """Return why cases were not asked, and how many, the most frequent reason first."""
    reasons = Counter(result.reason for result in run.results if result.verdict is Verdict.UNSUPPORTED)
    return sorted(reasons.items(), key=lambda item: (-item[1], item[0]))


def table(run: ImplementationRun) -> list[tuple[str, list[int]]]:
    """Return one row for each level, and one for all: how many cases got each verdict, in the order of `VERDICTS`."""
    rows = [(LEVELS[level], [run.count(verdict, level) for verdict in VERDICTS]) for level in Level]
    return [*rows, ("all", [run.count(verdict) for verdict in VERDICTS])]


def by_clause(run: ImplementationRun, clauses: Mapping[str, ClauseRecord]) -> list[tuple[str, list[int]]]:
    """Return one row for each clause: how many of the cases that test it got each verdict."""
    found: dict[str, Counter[Verdict]] = {}
    for result in run.results:
        found.setdefault(result.clauses[0], Counter())[result.verdict] += 1
    order = {clause: index for index, clause in enumerate(clauses)}
    names = sorted(found, key=lambda name: (order.get(name, len(order)), name))
    return [(name, [found[name][verdict] for verdict in VERDICTS]) for name in names]


def counts(run: ImplementationRun) -> list[tuple[Verdict, int]]:
    """Return how many cases got each verdict that any got."""
    return [(verdict, run.count(verdict)) for verdict in VERDICTS if run.count(verdict)]


def shares(run: ImplementationRun, level: Level) -> tuple[int, int]:
    """Return how many answers of a level are wrong, known or not, and how many questions were asked."""
    wrong = sum(run.count(verdict, level) for verdict in DIVERGENT)
    return wrong, wrong + run.count(Verdict.PASS, level)


def verdict(block: Sequence[ImplementationRun]) -> str:
    """Return the verdict on a metric, or on the modes of one library, in one sentence: legal data first."""
    found = {level: [sum(pair) for pair in zip(*(shares(one, level) for one in block), strict=True)] for level in Level}
    asked = sum(number for _, number in found.values())
    if not asked:
        return "no case was asked"
    if not any(wrong for wrong, _ in found.values()):
        return f"right: {'all ' if asked > 1 else ''}{counted(asked, 'answer')}"
    parts = [
        f"{counted(wrong, 'wrong answer') if not index else wrong} on {LEVELS[level]}"
        f"{'' if all(level in one.levels for one in block) else ' (not required)'}"
        for index, (level, wrong) in enumerate((level, wrong) for level, (wrong, _) in found.items() if wrong)
    ]
    legal = found[Level.LEGAL_DATA]
    head = f"right on legal data ({counted(legal[1], 'answer')}); " if legal[1] and not legal[0] else ""
    known_ones = sum(one.count(Verdict.KNOWN) for one in block)
    wrong_ones = sum(wrong for wrong, _ in found.values())
    tail = "" if not known_ones else "; all known" if known_ones == wrong_ones else f"; {known_ones} of them known"
    return f"{head}{', '.join(parts)}{tail}"


def tone(run: ImplementationRun) -> Verdict:
    """Return the verdict whose colour an implementation has: wrong, known to be wrong, right, or not asked."""
    if not run.passed:
        return Verdict.FAIL
    if run.count(Verdict.KNOWN):
        return Verdict.KNOWN
    return Verdict.PASS if run.count(Verdict.PASS) else Verdict.UNSUPPORTED


def summary(run: ImplementationRun) -> str:
    """Return one line: the verdict, and how many cases got each verdict."""
    words = ", ".join(f"{count} {verdict}" for verdict, count in counts(run))
    return f"{verdict((run,))} ({words})" if words else verdict(())


def clauses_of(run: Run) -> Mapping[str, ClauseRecord]:
    """Return the clauses that the run speaks of, by their ids, in the order of the spec."""
    return {clause.id: clause for clause in run.clauses}


class FirstMismatch(NamedTuple):
    """The first thing that differs, as text, and how many more do; of a divergence without any, its reason."""

    asked: str
    expected: str
    got: str
    more: int


def first_mismatch(result: Result) -> FirstMismatch:
    """Return the first thing that differs."""
    if not result.mismatches:
        return FirstMismatch("answer", "", result.reason, 0)
    first = result.mismatches[0]
    return FirstMismatch(first.asked, first.expected_text, first.got_text, len(result.mismatches) - 1)


def why_of(run: ImplementationRun, case: str) -> str:
    """Return in one line why the answer to a case is wrong, empty where nothing explains it."""
    found = run.why(case)
    return " And: ".join(f"{cause.title} [{cause.id}]." for cause in found.causes) if found else ""


_EFFECTS = {
    Effect.HIGHER: "raises strict micro F1",
    Effect.LOWER: "lowers strict micro F1",
    Effect.BOTH: "raises strict micro F1 on some and lowers it on others",
    Effect.NONE: "does not change strict micro F1",
}


def declared_lines(run: ImplementationRun) -> list[str]:
    """Return the dialect to which an implementation is held, and a line for each choice that is not the standard one.

    What a declared choice does is no wrong answer, and so stands nowhere else.
    """
    if not run.dialect:
        return []
    head = f"Held to the dialect {run.dialect}."
    if not run.departures:
        return [f"{head} That is the standard reading."]
    count = counted(len(run.departures), "choice")
    lines = [f"{head} By declaration it departs from the standard reading, {run.standard}, in {count}:"]
    for one in run.departures:
        shows = f"Shows on {counted(one.cases, 'golden case')}" if one.cases else "Shows on no golden case"
        effect = f" and {_EFFECTS[one.effect]}" if one.cases else ""
        refused = f"; {one.refused} of them {'is' if one.refused == 1 else 'are'} refused by one of the two"
        more = refused if one.refused else ""
        lines.append(f"  {one.axis}:{one.option}, not {one.standard}: {one.words} {shows}{effect}{more}.")
    return lines


def why_lines(run: ImplementationRun, *, brief: bool = False) -> list[str]:
    """Return why the answers that are not known are wrong, in lines: one paragraph for each level, legal data first.

    In `brief`, how bad input is read takes one line.
    """
    lines = []
    told = [one for one in run.diagnosis if brief and one.causes and _is_about_bad_input(one)]
    for one in run.diagnosis:
        if one in told:
            continue
        where = " and ".join(LEVELS[level] for level in one.levels)
        wrong = f"{counted(one.wrong, 'wrong answer')} on {where}"
        if one.causes:
            lines.append(f"What the metric does wrong ({wrong}):")
            lines += [f"  {_done(cause.id, f'{cause.title}. {cause.words}')} [{cause.id}]" for cause in one.causes]
            if one.explained and not _is_about_bad_input(one):
                these = "this change" if len(one.causes) == 1 else "these changes"
                lines.append(f"  Verified: a correct scorer with {these} gives {_share(one)}.")
        elif one.few:
            few = ", ".join(dict.fromkeys(cause.id for cause in one.few))
            lines.append(f"{wrong}: no single change explains all of them. Some are explained by: {few}.")
        else:
            lines.append(f"{wrong}: not explained by any option, common mistake or known defect.")
        if one.line:
            lines.append(f"  If that is intended, declare it: {pasted(one.line)}")
    if told:
        wrong = counted(sum(one.wrong for one in told), "wrong answer")
        lines.append(f"{wrong} on bad input, which should raise an error (why: --verbose).")
    return lines


def _is_about_bad_input(one: Diagnosis) -> bool:
    """Whether a diagnosis says how bad input is read, and nothing of the dialect."""
    return one.levels == (Level.BAD_INPUT,) and not one.line.startswith("dialect")


def _done(name: str, words: str) -> str:
    """Return what a metric does, with the metric as the subject; a choice of a dialect is a rule that it follows."""
    text = " ".join(words.split())
    if text.startswith("It "):
        return f"The metric {text[3:]}"
    return f"The metric follows the rule: {text}" if ":" in name else text


def _share(one: Diagnosis) -> str:
    """Return how many of the wrong answers are explained."""
    if one.wrong == 1:
        return "exactly this answer"
    return (
        f"{one.explained} of these {one.wrong} answers, and is right elsewhere"
        if one.explained < one.wrong
        else "exactly these answers"
    )


def pasted(line: str) -> str:
    """Return a line of [tool.nerconform] as an option of the command line, with the line beside it."""
    try:
        found = tomllib.loads(line)
    except tomllib.TOMLDecodeError:  # a stored run may hold anything
        return line
    options = []
    for key, value in found.items():
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        options.append(f"--{key.replace('_', '-')} {shlex.quote(text)}")
    return f"{' '.join(options)}   (in pyproject.toml: {line})"


LEVELS = {
    Level.LEGAL_DATA: "legal data",
    Level.ILLEGAL_TAGS: "illegal tags",
    Level.BAD_INPUT: "bad input",
}
"""The levels in words."""
_IMPACTS = ("legal data", "illegal tags", "option", "bad input")


def place_of_impact(impact: str) -> int:
    """Return the place of what a defect concerns: the worst first; words of another release last."""
    return _IMPACTS.index(impact) if impact in _IMPACTS else len(_IMPACTS)


def input_lines(gold: Units, pred: Units) -> list[tuple[str, str]]:
    """Return the units of both sides in pairs of text, tokens below each other where they correspond."""
    return aligned(unit_texts(gold), unit_texts(pred))


DIFFERING_TITLE = "All right, and yet different"
DIFFERING_WORDS = (
    "The same predictions under sound rules that differ; a score means something only with its rule beside it."
)


class RightAnswer(NamedTuple):
    """One answer to a case: who gives it, by which choices, and its strict micro numbers in the order of `NUMBERS`."""

    names: tuple[str, ...]
    choices: str
    numbers: tuple[str, ...]


class Differing(NamedTuple):
    """A case with more than one right answer among the implementations of a run."""

    case: str
    why: str
    answers: tuple[RightAnswer, ...]


def differing(run: Run, prefix: str = "documents.", *, distinct: bool = False) -> list[Differing]:
    """Return the cases whose F1 differs between implementations that are right; only ids that begin with `prefix`.

    With `distinct`, a case whose numbers repeat an earlier one's is left out.
    """
    found: dict[str, list[tuple[str, Result]]] = {}
    for one in run.implementations:
        for result in one.results:
            if "f1" in result.right and result.case.startswith(prefix):
                found.setdefault(result.case, []).append((one.name, result))
    cases = [
        Differing(case, results[0][1].why, _right_answers(results))
        for case, results in found.items()
        if len({result.right["f1"] for _, result in results}) > 1
    ]
    kept: dict[tuple[RightAnswer, ...], Differing] = {}
    for case in cases:
        kept.setdefault(case.answers, case)
    return list(kept.values()) if distinct else cases


def _right_answers(results: Sequence[tuple[str, Result]]) -> tuple[RightAnswer, ...]:
    """Put together the implementations that give the same numbers, with the choices that tell them from others."""
    groups: dict[tuple[str, ...], list[tuple[str, frozenset[str]]]] = {}
    for name, result in results:
        numbers = tuple(str(result.right.get(number, "")) for number in NUMBERS)
        groups.setdefault(numbers, []).append((name, frozenset(result.choices.split(", "))))
    shared = {numbers: frozenset.intersection(*(choices for _, choices in group)) for numbers, group in groups.items()}
    common = frozenset.intersection(*shared.values())
    return tuple(
        RightAnswer(tuple(name for name, _ in group), ", ".join(sorted(shared[numbers] - common)), numbers)
        for numbers, group in groups.items()
    )
