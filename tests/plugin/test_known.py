"""The repository's own list of known divergences: drafted, pinned, and red once it is stale."""

import pytest

from tests.plugin.conftest import METRICS, configure

CASES = 'cases = ["mat.exact.*"]'
WRONG = 'metric = "my_metrics:ignores_type"'
WORDS = "It compares bounds alone, as the paper whose numbers we compare with does."


def known(repository: pytest.Pytester) -> str:
    return (repository.path / "known.yaml").read_text(encoding="utf-8")


def pinned(repository: pytest.Pytester) -> None:
    """Draft the list of known divergences of a wrong metric, and say why."""
    configure(repository, WRONG, 'known = "known.yaml"', CASES)
    assert repository.runpytest("--nerconform-known-write").ret == 0
    lines = known(repository).splitlines()
    said = [
        line.split(":")[0] + f": {WORDS}" if line.strip().startswith(("title:", "words:")) else line for line in lines
    ]
    (repository.path / "known.yaml").write_text("\n".join(said) + "\n", encoding="utf-8")


@pytest.mark.long
def test_a_draft_pins_every_case_and_is_refused_until_a_person_has_said_why(repository: pytest.Pytester) -> None:
    configure(repository, WRONG, 'known = "known.yaml"', CASES)
    drafted = repository.runpytest("--nerconform-known-write")
    assert drafted.ret == 0
    drafted.stdout.fnmatch_lines(
        ["nerconform: *known.yaml: 1 causes of 1 cases drafted, 0 marked as STALE.", "Replace each TODO *"]
    )
    assert 'strict.micro.f1: "1"' in known(repository)
    refused = repository.runpytest("--nerconform")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(["*known.yaml:*TODO*"])


@pytest.mark.long
def test_a_known_divergence_is_an_expected_failure_and_its_entry_an_item(repository: pytest.Pytester) -> None:
    pinned(repository)
    result = repository.runpytest("--nerconform", "-rx")
    outcomes = result.parseoutcomes()
    assert result.ret == 0
    assert outcomes["xfailed"] == 1
    assert outcomes["passed"] > 3
    result.stdout.fnmatch_lines([f"XFAIL nerconform::*::mat.exact.wrong-type - *{WORDS}*"])


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return compute(gold, pred)", "mat.exact.wrong-type: the answer is right now"),
        pytest.param(
            "return 0.25, 0.25, 0.25",
            "mat.exact.wrong-type: now strict.micro.precision=0.25*has changed*",
            marks=pytest.mark.long,
        ),
    ],
)
def test_an_entry_that_is_no_longer_true_fails(repository: pytest.Pytester, body: str, said: str) -> None:
    pinned(repository)
    head = "def ignores_type(gold, pred):"
    repository.makepyfile(my_metrics=METRICS.replace(head, f"{head}\n    {body}\n\n\ndef before(gold, pred):"))
    result = repository.runpytest("--nerconform", "-k", "known or wrong-type")
    result.stdout.fnmatch_lines(["The known divergence * (*known.yaml:*) is stale:", f"  {said}"])
    assert result.ret == 1
    right = "right" in said
    assert result.parseoutcomes() == ({"passed": 1, "failed": 1} if right else {"failed": 2}) | {
        "deselected": result.parseoutcomes()["deselected"]
    }


@pytest.mark.long
def test_writing_again_keeps_what_is_there_and_marks_what_is_stale(repository: pytest.Pytester) -> None:
    pinned(repository)
    repository.makepyfile(my_metrics=METRICS.replace("one[1:] for one", "one for one"))
    repository.runpytest("--nerconform-known-write").stdout.fnmatch_lines(["*0 cases drafted, 1 marked as STALE."])
    assert WORDS in known(repository)
    assert "# STALE: gone" in known(repository)


def searched(repository: pytest.Pytester) -> pytest.RunResult:
    return repository.runpytest("--nerconform-search=60", "-k", "search")


@pytest.mark.long
def test_a_search_expects_the_causes_that_are_pinned_and_no_others(repository: pytest.Pytester) -> None:
    configure(repository, WRONG, CASES)
    assert searched(repository).ret == 1
    pinned(repository)
    expected = searched(repository)
    assert expected.ret == 0
    expected.stdout.fnmatch_lines(["  search: * inputs differ, all explained; * Known: ignores-type."])
    head = "    return score(*[[[one[1:]"
    swapped = METRICS.replace(head, head.replace("score", "backwards")) + (
        "\n\ndef backwards(gold, pred):\n    return score([unit[:-1] for unit in gold], pred)\n"
    )
    repository.makepyfile(my_metrics=swapped)
    new = searched(repository)
    assert new.ret == 1
    new.stdout.fnmatch_lines(["Nothing explains it: *"])
