"""`nerconform diff` finds where two implementations differ, and says why."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nerconform.suite.cases import load_suite
from tests.commands.conftest import Command, has_printed_form

METRIC = '''
def right(gold, pred):
    """Micro F1 of conlleval's spans in IOB2."""
    return score(spans(gold), spans(pred))


def loses_the_third_token(gold, pred):
    """The same, but a span that begins at the third token is lost."""
    return score(spans(gold), [[span for span in unit if span[1] != 2] for unit in spans(pred)])


def one_where_nothing_is(gold, pred):
    """The same under zero:1, which it does not declare."""
    return score(spans(gold), spans(pred), zero=1.0)


def spans(side):
    found = []
    for unit in side:
        here, start, kind = [], 0, None
        for position, tag in enumerate([*unit, "O"]):
            letter, _, other = tag.partition("-")
            if not other and tag != "O" or letter not in {"B", "I", "O"} or tag.startswith("O-"):
                raise ValueError(tag)
            if kind is not None and (tag == "O" or letter == "B" or other != kind):
                here.append((kind, start, position))
                kind = None
            if kind is None and tag != "O":
                start, kind = position, other
        found.append(here)
    return found


def score(gold, pred, zero=0.0):
    right = sum(len(set(one) & set(other)) for one, other in zip(gold, pred))
    there, said = sum(map(len, gold)), sum(map(len, pred))
    precision, recall = right / said if said else zero, right / there if there else zero
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
'''


HARNESS = """\
import json
import sys
import time

for line in sys.stdin:
    told = json.loads(line)
    if told["command"] == "stop":
        break
    if told["command"] == "run" and any(told["pred"]):
        time.sleep(60) if sys.argv[1] == "hang" else sys.exit("the model is gone")
    announced = {"protocols": [1], "name": "mine", "version": "1", "dialects": ["conlleval"], "schemes": ["IOB2"]}
    announced |= {"forms": ["tags"], "measures": ["strict.micro.f1"]}
    answer = {"id": told.get("id"), "values": {"strict.micro.f1": 0}}
    print(json.dumps({"start": announced, "dialect": {"ok": True}, "run": answer}[told["command"]]), flush=True)
"""


def harness(way: str) -> str:
    """Return a harness that dies, or hangs, wherever there is a token."""
    Path("harness.py").write_text(HARNESS, encoding="utf-8")
    return f"exec:{shlex.join([sys.executable, '-S', '-E', 'harness.py', way])}"


@pytest.fixture(autouse=True)
def _metrics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "diffed_metrics.py").write_text(METRIC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "diffed_metrics", raising=False)


def searched(command: Command, *args: str) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the one search of a run, which has the printed form."""
    status, out, err = command("diff", *args, "--format", "json")
    assert err == ""
    _, schema, _ = command("diff", "--json-schema")
    (search,) = has_printed_form(schema, out)["searches"]
    return status, search


def test_a_right_metric_ends_with_0(command: Command) -> None:
    status, search = searched(command, "diffed_metrics:right", "--examples", "80")
    assert (status, search["divergent"], search["examples"]) == (0, 0, 80)


@pytest.mark.long
def test_an_unknown_mistake_ends_with_1_and_the_smallest_input_which_is_asked_first_the_next_time(
    tmp_path: Path, command: Command
) -> None:
    args = ("diffed_metrics:loses_the_third_token", "--database", str(tmp_path / "finds"))
    status, search = searched(command, *args, "--examples", "25")
    assert status == 1
    assert search["unexplained"] == search["divergent"]
    (found,) = search["classes"]
    assert found["explained"] is False
    assert [len(found["input"][side][0]) for side in ("gold", "pred")] == [3, 3], "the third token needs three tokens"
    status, again = searched(command, *args, "--examples", "1")
    assert (status, again["replayed"]) == (1, 1)


@pytest.mark.long
def test_what_is_explained_ends_with_0_and_strictly_with_1(command: Command) -> None:
    args = ("diffed_metrics:one_where_nothing_is", "--examples", "80")
    status, search = searched(command, *args)
    assert (status, search["unexplained"]) == (0, 0)
    assert [found["id"] for found in search["classes"]] == ["zero:1"]
    assert searched(command, *args, "--strict")[0] == 1


def test_two_implementations_are_told_apart_by_their_dialects(command: Command) -> None:
    status, search = searched(command, "reference:conlleval", "reference:iob2-discard", "--examples", "60")
    assert (status, search["left"], search["right"]) == (0, "reference:conlleval", "reference:iob2-discard")
    assert [found["id"] for found in search["classes"]] == ["policy:discard"]


@pytest.mark.long
def test_the_same_seed_finds_the_same(command: Command) -> None:
    runs = [searched(command, "seqeval:strict", "--examples", "25", "--seed", "4")[1] for _ in range(2)]
    assert runs[0]["classes"] == runs[1]["classes"] != []


def test_data_are_searched_unit_by_unit(tmp_path: Path, command: Command) -> None:
    (tmp_path / "both.conll").write_text("a B-PER B-PER\n\nb O O\nc B-LOC I-LOC\nd I-LOC I-LOC\n\n", encoding="utf-8")
    args = ("reference:conlleval", "reference:iob2-discard", "--data", "both.conll")
    status, search = searched(command, *args)
    assert (status, search["examples"], search["divergent"], search["source"]) == (0, 2, 1, "both.conll")
    (found,) = search["classes"]
    assert found["input"] == {
        "form": "tags",
        "scheme": "IOB2",
        "ask": "scores",
        "gold": [["O"]],
        "pred": [["I-X"]],
        "place": "both.conll:3",
    }


def test_a_terminal_sees_both_answers_the_step_the_cause_the_code_and_the_case(
    tmp_path: Path, command: Command, snapshot: Callable[[str, str], None]
) -> None:
    (tmp_path / "both.conll").write_text("a B-X- B-X-\nb O I-Y\n\n", encoding="utf-8")
    status, out, err = command("diff", "seqeval:strict", "--data", "both.conll", "--format", "text")
    assert (status, err) == (0, "")
    lines = [line for line in out.splitlines() if " per second (" not in line and not line.startswith("kit ")]
    snapshot("diff.txt", "\n".join(lines) + "\n")


@pytest.mark.long
def test_the_case_can_be_pasted_into_fixtures(tmp_path: Path, command: Command) -> None:
    _, search = searched(command, "seqeval:strict", "--examples", "40")
    folder = tmp_path / "fixtures"
    folder.mkdir()
    (folder / "VERSION").write_text("1", encoding="utf-8")
    for number, found in enumerate(search["classes"], 1):
        (folder / f"{number}-found.yaml").write_text(found["case"], encoding="utf-8")
    suite = load_suite(folder)
    assert len(suite.cases) == len(search["classes"]) > 0


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("no-such",), "'no-such' is not a metric that nerconform can ask"),
        (("reference:semeval", "--data", "nowhere.conll"), "nowhere.conll"),
        (("reference:semeval", "--data", "a", "b", "c"), "--data takes one or two files"),
        (("reference:semeval", "--data", "a", "--examples", "3"), "--examples is for random inputs"),
        (("reference:semeval", "--scheme", "BIOES"), "--data is missing"),
        (("reference:semeval", "--seconds", "0"), "--seconds"),
        (("reference:semeval", "--examples", "0"), "--examples: '0' is not a whole number from 1"),
        (("reference:semeval", "--examples", "-1"), "--examples"),
    ],
)
def test_a_question_that_cannot_be_asked_ends_with_2(args: tuple[str, ...], words: str, command: Command) -> None:
    status, out, err = command("diff", *args)
    assert (status, out) == (2, "")
    assert words in err


def test_sides_without_a_common_question_end_with_2(command: Command) -> None:
    status, out, err = command("diff", "eval4ner", "seqeval:default", "--format", "text")
    assert (status, err) == (2, "")
    assert "not asked" in out


def test_a_harness_that_dies_is_no_wrong_metric_and_its_find_is_shrunk(command: Command) -> None:
    status, search = searched(command, harness("die"), "--examples", "20")
    assert (status, search["examples"]) == (1, 20)
    (found,) = search["classes"]
    assert (found["id"], found["title"]) == ("fault: ChildEnded", "The harness is broken: ChildEnded")
    got = found["mismatches"][0]["got"]
    assert (got["is"], got["error"]) == ("error", "ChildEnded")
    assert "the model is gone" in got["message"]
    assert (found["input"]["gold"], found["input"]["pred"]) == ([["O"]], [["O"]])
    assert "case" not in found


@pytest.mark.long
def test_two_broken_harnesses_are_not_equal(command: Command) -> None:
    status, search = searched(command, harness("die"), harness("die"), "--examples", "12")
    assert (status, search["unexplained"]) == (1, search["divergent"])
    assert search["divergent"] > 0


@pytest.mark.long
def test_a_harness_that_hangs_ends_the_search(command: Command) -> None:
    status, search = searched(command, harness("hang"), "--examples", "200", "--timeout", "0.3")
    assert (status, {found["id"] for found in search["classes"]}) == (1, {"fault: GivenUp", "fault: OutOfTime"})
    assert search["examples"] < 30


def test_who_prints_a_report_alone_is_asked_for_it(tmp_path: Path, command: Command) -> None:
    (tmp_path / "both.conll").write_text("a B-X B-X\n\nb O B-Y\n", encoding="utf-8")
    status, search = searched(command, "seqscore:runs", "--data", "both.conll")
    assert (status, search["examples"], search.get("untried")) == (0, 2, None)
