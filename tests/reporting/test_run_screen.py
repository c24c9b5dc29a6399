"""Run screen: at most 25 lines of 80 columns for each library, legal data first, whatever names and tags hold."""

import re
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from nerconform.reporting.report_writers import print_first_screen, printed
from nerconform.reporting.run_screen import screen
from nerconform.results.run import DeclaredChoice, Diagnosis, Effect, ImplementationRun, Level, Result, Run, Verdict
from nerconform.results.values import Cause, CauseKind, ExactNumber, Number, PrintedNumber
from tests.reporting.odd import TEXTS, odd_run
from tests.reporting.sample import AWKWARD, AWKWARD_RUN, RESULTS, RUNS, SAMPLE

WORDS = st.sampled_from([*TEXTS, AWKWARD, "legal", "B-PER", "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 90, "word " * 90])
CHOICES = tuple(
    DeclaredChoice(f"axis-{n}", f"option{n}", "other", AWKWARD, "DIA-1", n, list(Effect)[n % 4]) for n in range(20)
)
CAUSES = tuple(Cause(f"cause-{n}", CauseKind.MISTAKE, f"Title {n} {AWKWARD}", "It does. " * 30) for n in range(4))


def blocks(run: Run) -> list[list[str]]:
    """Return the lines of each library; what stands once for all of them belongs to each."""
    found: list[list[str]] = [[]]
    lines = [line.text for line in screen(run)]
    end = next(index for index, line in enumerate(lines) if line.startswith(("same predictions, ", "more: ")))
    for line in lines[:end]:
        if not line:
            found.append([])
        found[-1].append(line)
    return [[*block, *lines[end:]] for block in found]


def keeps_the_laws(run: Run) -> None:
    lines = [line.text for line in screen(run)]
    assert all(cell_len(line) <= 80 for line in lines)
    assert all(character.isprintable() for line in lines for character in line)
    assert all(len(block) <= 25 for block in blocks(run))
    assert f"(exit {run.status})" in " ".join(lines[:3])
    assert lines[-1].startswith("more: ")
    assert not re.search(r"What the metric does wrong .*:\n  and \d+ more", "\n".join(lines))


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_the_samples_keep_the_laws(run: Run) -> None:
    keeps_the_laws(run)


@pytest.mark.parametrize("seed", range(40))
def test_odd_runs_keep_the_laws(seed: int) -> None:
    keeps_the_laws(odd_run(seed))


@st.composite
def _modes(draw: st.DrawFn) -> ImplementationRun:
    own = draw(st.booleans())
    result = st.sampled_from(RESULTS).flatmap(
        lambda one: st.builds(
            lambda why, case, level: replace(one, why=why, case=case, level=level), WORDS, WORDS, st.sampled_from(Level)
        )
    )
    diagnosis = st.builds(
        Diagnosis,
        st.just(tuple(Level)),
        st.integers(1, 10_000),
        st.lists(st.sampled_from(CAUSES), max_size=3).map(tuple),
        st.integers(0, 100),
        few=st.lists(st.sampled_from(CAUSES), max_size=3).map(tuple),
        line=st.sampled_from(["", 'dialect = "conlleval,labels:given{A,B}"', 'refusals = ["A", "B"]', "no = toml = "]),
    )
    return ImplementationRun(
        draw(st.sampled_from(["seqeval:strict", "seqeval:a", "seqeval", AWKWARD, "x" * 300])),
        draw(st.sampled_from(["seqeval 1.2.2", "y" * 300, AWKWARD])),
        tuple(draw(st.lists(result, max_size=30))),
        (CAUSES[0], replace(CAUSES[1], id="why-not", impact="option"), replace(CAUSES[2], id="lost", impact="new")),
        tuple(draw(st.lists(diagnosis, max_size=3))),
        calling=draw(WORDS) if own else "",
        source=draw(WORDS) if own else "",
        dialect=draw(WORDS),
        standard=draw(WORDS),
        departures=CHOICES[: draw(st.integers(0, 20))],
    )


@given(st.lists(_modes(), max_size=12))
@pytest.mark.long
def test_generated_runs_keep_the_laws(modes: list[ImplementationRun]) -> None:
    keeps_the_laws(replace(SAMPLE, implementations=tuple(modes)))


def test_what_is_printed_is_the_lines_without_markup_or_escapes() -> None:
    for run in (*RUNS.values(), *map(odd_run, range(10))):
        text = printed(partial(print_first_screen, run), 80)
        assert text.splitlines() == [line.text.rstrip() for line in screen(run)]
        assert "\x1b" not in text
    called = replace(AWKWARD_RUN, calling=AWKWARD)
    text = printed(lambda console: print_first_screen(replace(SAMPLE, implementations=(called,)), console), 80)
    assert "[bold]e[/bold] :smile:" in text


def test_legal_data_come_first() -> None:
    text = "\n".join(line.text for line in screen(SAMPLE))
    assert re.search(r"wrong answers +legal data +illegal tags +bad input", text)
    assert "smallest wrong answer: " in text
    assert "[a.fail-gone]" in text
    levels = [Level.BAD_INPUT, Level.ILLEGAL_TAGS, Level.LEGAL_DATA]
    causes = [Cause(f"c{n}", CauseKind.KNOWN, f"title {n}", impact="option") for n in range(len(levels))]
    results = tuple(
        Result(f"r.{n}", "core", ("TAG-1",), level, Verdict.KNOWN, cause=f"c{n}") for n, level in enumerate(levels)
    )
    lines = [line.text for line in screen(replace(SAMPLE, implementations=(_run(results, causes),)))]
    shown = [line.split("title")[0].split() for line in lines if "title" in line]
    assert shown == [["legal", "data", "1"], ["illegal", "tags", "1"], ["bad", "input", "1"]]


def test_the_first_line_is_the_verdict_with_the_numbers_of_the_table() -> None:
    """Of four answers one on illegal tags is a known defect; of the two on bad input none is required, one is wrong."""
    causes = [Cause("c", CauseKind.KNOWN, "a title", impact="illegal tags")]
    given = [
        (Level.LEGAL_DATA, Verdict.PASS),
        (Level.ILLEGAL_TAGS, Verdict.KNOWN),
        (Level.BAD_INPUT, Verdict.FAIL),
        (Level.BAD_INPUT, Verdict.PASS),
    ]
    results = tuple(
        Result(f"r.{n}", "core", ("TAG-1",), level, verdict, cause="c" if verdict is Verdict.KNOWN else "")
        for n, (level, verdict) in enumerate(given)
    )

    def first(*runs: ImplementationRun) -> str:
        return screen(replace(SAMPLE, implementations=runs))[0].text

    whole, metric = _run(results, causes), replace(_run(results, causes), levels=tuple(Level)[:2])
    right, known = replace(metric, results=results[:1]), replace(metric, results=results[:2])
    assert first(whole) == "a 1 fails (exit 1): 1 of 4 answers is wrong; 1 more is wrong by known defects"
    assert first(metric).startswith("a 1 passes (exit 0): it has no new defect; 1 of 2 required answers is wrong")
    assert first(right) == "a 1 passes (exit 0): its answer is right"
    assert first(replace(metric, results=results[::2])) == "a 1 passes (exit 0): its required answer is right"
    assert first(replace(metric, results=results[3:])) == "a 1 passes (exit 0): its answer is right"
    unasked = "a 1 passes (exit 0): none of the 2 answers is required, 1 is wrong"
    assert first(replace(metric, results=results[2:])) == unasked
    alone = "a 1 passes (exit 0): its answer is wrong, but it is not required"
    assert first(replace(metric, results=results[2:3])) == alone
    assert first(known, replace(right, name="b")) == "both pass (exit 0): no wrong answer is new"
    assert first(whole, replace(right, name="b")) == "1 of 2 pass (exit 1)"


def test_the_last_row_of_a_table_holds_what_the_others_do_not() -> None:
    """Of 30 causes with 1 to 30 wrong answers some are shown; the rest adds up to 465 answers with them."""
    causes = [Cause(f"c{n}", CauseKind.KNOWN, f"title {n}", impact="legal data") for n in range(1, 31)]
    results = tuple(
        Result(f"r.{n}-{m}", "core", ("TAG-1",), Level.LEGAL_DATA, Verdict.KNOWN, cause=f"c{n}")
        for n in range(1, 31)
        for m in range(n)
    )
    lines = [line.text for line in screen(replace(SAMPLE, implementations=(_run(results, causes),)))]
    shown = [int(found[1]) for line in lines if (found := re.fullmatch(r"  legal data +(\d+)  title \d+", line))]
    (rest,) = (
        re.fullmatch(r"  others +(\d+)  (\d+) more defects: --verbose", line) for line in lines if "others" in line
    )
    assert rest is not None
    assert sum(shown) + int(rest[1]) == 465
    assert len(shown) + int(rest[2]) == 30


def _run(results: tuple[Result, ...], causes: list[Cause]) -> ImplementationRun:
    return ImplementationRun("a", "a 1", results, tuple(causes))


def _diagnosed(cases: tuple[str, ...], *causes: Cause, explained: int = 0) -> ImplementationRun:
    """Return a metric whose only answer, to the case `r.0`, is wrong, and what is said of it."""
    wrong = Result("r.0", "core", ("TAG-1",), Level.LEGAL_DATA, Verdict.FAIL, why="Reason.")
    wrong = replace(wrong, gold=(("B-A", "O"),), pred=(("B-A", "O"),))
    return replace(_run((wrong,), []), diagnosis=(Diagnosis((Level.LEGAL_DATA,), 1, causes, explained, cases),))


@pytest.mark.parametrize("number", [1, 2, 3, 9])
def test_each_of_several_metrics_has_its_first_cause_and_its_smallest_wrong_answer(number: int) -> None:
    causes = [Cause(f"c{n}", CauseKind.MISTAKE, f"Title {n}", "It does this and that. " * 6) for n in range(4)]
    one = _diagnosed(("r.0",), *causes, explained=1)
    run = replace(SAMPLE, implementations=tuple(replace(one, name=f"m{n}", calling="Called.") for n in range(number)))
    keeps_the_laws(run)
    found = blocks(run)
    assert len(found) == number
    for block in found:
        heading = block.index("What the metric does wrong (1 wrong answer on legal data):")
        assert block[heading + 1].startswith("  Title 0. ")
        assert "smallest wrong answer, in the test case r.0:" in block
        left = [int(words[1]) for line in block if (words := re.match(r"  and (\d+) more sentences? on why", line))]
        titles = [line for line in block if line.startswith("  Title ")]
        verified = [line for line in block if line.startswith("  Verified: ")]
        assert len(titles) + len(verified) + sum(left) == len(causes) + 1


def test_a_first_cause_that_is_too_long_is_cut_and_not_left_out() -> None:
    cause = Cause("c", CauseKind.MISTAKE, "A title", "It does. " * 300)
    run = replace(SAMPLE, implementations=(_diagnosed(("r.0",), cause, explained=1),))
    keeps_the_laws(run)
    lines = [line.text for line in screen(run)]
    heading = lines.index("What the metric does wrong (1 wrong answer on legal data):")
    assert lines[heading + 1].startswith("  A title. ")
    end = lines.index("  Verified: a correct scorer with this change gives exactly this answer.")
    assert lines[end - 1].endswith("...")
    assert {line.strip().partition(" ")[0] for line in lines[heading + 2 : end]} <= {"It", "does."}


def test_the_reason_of_an_answer_is_left_out_where_a_cause_explains_this_answer() -> None:
    """`explained` is 0 for a metric that keeps something between calls, or raises: no reference does that."""
    cause = Cause("c", CauseKind.MISTAKE, "A title", "It does.")

    def smallest(run: ImplementationRun) -> list[str]:
        lines = [line.text for line in screen(replace(SAMPLE, implementations=(run,)))]
        return [line for line in lines if line.startswith("smallest wrong answer")]

    bare, told = "smallest wrong answer, in the test case r.0:", "smallest wrong answer: Reason. [r.0]"
    assert smallest(_diagnosed(("r.0",), cause)) == [bare]
    assert smallest(_diagnosed(("r.0",), cause, explained=1)) == [bare]
    assert smallest(_diagnosed(("r.1",), cause, explained=1)) == [told]
    assert smallest(_diagnosed(("r.0",))) == [told]


def test_the_most_frequent_cause_of_one_impact_comes_first() -> None:
    causes = [Cause(name, CauseKind.KNOWN, f"title {name}", impact="legal data") for name in ("rare", "often")]
    names = ["rare", "often", "often"]
    results = tuple(
        Result(f"r.{n}", "core", ("TAG-1",), Level.LEGAL_DATA, Verdict.KNOWN, cause=name)
        for n, name in enumerate(names)
    )
    lines = [line.text for line in screen(replace(SAMPLE, implementations=(_run(results, causes),)))]
    assert [line.split()[-1] for line in lines if "title" in line] == ["often", "rare"]


def test_sound_rules_that_give_different_numbers_are_shown_with_their_counts() -> None:
    why = f"One prediction is an `I-age` after `O`. {'One rule keeps this entity, another one drops it. ' * 3}Last."

    def answer(name: str, choices: str, fp: int, f1: str) -> ImplementationRun:
        numbers: dict[str, Number] = {"tp": 10, "fp": fp, "fn": 4, "f1": PrintedNumber(f1)}
        passed = Result(
            "documents.1",
            "dialect",
            ("DEC-5",),
            Level.LEGAL_DATA,
            Verdict.PASS,
            why=why,
            choices=choices,
            right=numbers,
        )
        return ImplementationRun(name, "lib 1", (passed,))

    run = replace(
        SAMPLE,
        implementations=(
            answer("lib:a", "zero:0, policy:lenient", 2, "10/13"),
            answer("lib:b", "zero:0, policy:discard", 1, "4/5"),
        ),
    )
    lines = [line.text for line in screen(run)]
    at = lines.index("same predictions, different F1: no defect, each is right by its own rule")
    assert " ".join(line.strip() for line in lines[at + 1 : at + 4]) == why
    assert lines[at + 4 : at + 6] == [
        "  F1 10/13  10 correct, 2 false positives, 4 missed: a",
        "  F1 4/5    10 correct, 1 false positive, 4 missed: b",
    ]


def test_a_number_that_is_no_count_does_not_crash_the_surprise() -> None:
    runs = []
    for number, f1 in enumerate((ExactNumber(1, 2), ExactNumber(1, 3))):
        passed = Result("documents.1", "core", ("DEC-5",), Level.LEGAL_DATA, Verdict.PASS, right={"f1": f1})
        runs.append(ImplementationRun(f"lib:{number}", "lib 1", (passed,)))
    keeps_the_laws(replace(SAMPLE, implementations=tuple(runs)))


def test_where_a_run_is_held_against_another_that_one_says_what_the_exit_status_means() -> None:
    lines = [line.text for line in screen(SAMPLE, is_held=True)]
    assert not [line for line in lines if "(exit " in line]
    assert lines[-1] == screen(SAMPLE)[-1].text
