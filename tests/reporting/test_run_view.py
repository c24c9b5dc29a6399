"""View: order, groups and counts of what every report shows."""

from msgspec.structs import replace

from nerconform.base.plain_text import aligned
from nerconform.reporting import run_view as view
from nerconform.results.run import Diagnosis, Level, Verdict
from nerconform.results.values import Cause, CauseKind, clause_title
from tests.reporting.sample import AWKWARD_RUN, EMPTY, GOOD_RUN, SAMPLE


def test_causes_keep_their_order_and_lost_ones_come_last() -> None:
    groups = view.known(AWKWARD_RUN)
    assert [group.cause.id for group in groups] == ["why-not", "lost"]
    assert [len(group.results) for group in groups] == [2, 1]
    assert groups[0].smallest.case == "a.known-small"


def test_the_table_counts_every_result_once() -> None:
    rows = dict(view.table(AWKWARD_RUN))
    assert sum(rows["all"]) == len(AWKWARD_RUN.results)
    assert [sum(column) for column in zip(*(rows[level] for level in view.LEVELS.values()), strict=True)] == rows["all"]
    assert sum(sum(counts) for _, counts in view.by_clause(AWKWARD_RUN, view.clauses_of(SAMPLE))) == len(
        AWKWARD_RUN.results
    )


def test_clauses_stand_in_the_order_of_the_spec() -> None:
    names = [name for name, _ in view.by_clause(AWKWARD_RUN, view.clauses_of(SAMPLE))]
    assert names == ["TAG-1", "TAG-2", "TAG-3", "DEC-5", "DEC-6", "INP-1", "ZZZ-9"]


def test_a_summary_names_the_verdicts_that_came() -> None:
    assert view.summary(GOOD_RUN) == "right: 1 answer (1 pass, 1 unsupported)"
    assert view.summary(AWKWARD_RUN) == (
        "4 wrong answers on legal data, 2 on illegal tags, 1 on bad input; 3 of them known "
        "(1 pass, 2 fail, 1 error, 1 refused, 3 known, 1 unsupported)"
    )


def test_titles_are_those_that_the_run_holds() -> None:
    assert clause_title("TAG-1", view.clauses_of(EMPTY)) == "TAG-1"
    assert clause_title("TAG-1", view.clauses_of(SAMPLE)).startswith("TAG-1 ")


def test_every_verdict_has_a_column() -> None:
    assert set(view.VERDICTS) == set(Verdict)


def test_tokens_stand_below_each_other_where_they_correspond() -> None:
    assert aligned(["B-PER O"], ["O B-LOC"]) == [("B-PER O", "O     B-LOC")]
    assert aligned(["B-PER O"], ["O"]) == [("B-PER O", "O")]
    assert aligned(["O", "O"], ["O"]) == [("O", "O"), ("O", "")]
    assert aligned(["A[0,2) B[3,4)"], ["A[0,12) B[3,4)"]) == [("A[0,2) B[3,4)", "A[0,12) B[3,4)")]


def test_why_says_the_cause_how_much_it_explains_and_what_to_write() -> None:
    cause = Cause("policy:discard", CauseKind.CHOICE, "An orphan is passed over", clause="DEC-6")
    legal, illegal, bad = Level
    run = replace(
        AWKWARD_RUN,
        diagnosis=(
            Diagnosis((legal, illegal), 3, (cause,), 2, ("a.refused", "a.fail-gone"), line='dialect = "semeval"'),
            Diagnosis((legal,), 4, few=(cause, cause)),
            Diagnosis((bad,), 1),
        ),
    )
    assert view.why_lines(run) == [
        "What the metric does wrong (3 wrong answers on legal data and illegal tags):",
        "  The metric follows the rule: An orphan is passed over. [policy:discard]",
        "  Verified: a correct scorer with this change gives 2 of these 3 answers, and is right elsewhere.",
        '  If that is intended, declare it: --dialect semeval   (in pyproject.toml: dialect = "semeval")',
        "4 wrong answers on legal data: no single change explains all of them. Some are explained by: policy:discard.",
        "1 wrong answer on bad input: not explained by any option, common mistake or known defect.",
    ]
    assert view.why_of(run, "a.refused") == "An orphan is passed over [policy:discard]."
    assert view.why_of(run, "a.error") == ""
    assert view.why_lines(GOOD_RUN) == []
