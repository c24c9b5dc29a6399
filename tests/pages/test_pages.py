"""Pages in a browser: they work, are inert whatever stands in them, load nothing, and axe finds nothing."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import nerconform as nc
from nerconform.reporting.report_writers import write_report
from nerconform.reporting.web.run_page import subjects
from nerconform.results.releases_result import Releases
from nerconform.results.run import Run, Verdict
from nerconform.results.search_result import Searches
from nerconform.results.stored import Stored, read_as
from nerconform.results.values import decode, encode
from tests.pages.conftest import Visit
from tests.reporting.odd import TEXTS, odd_run
from tests.reporting.sample import EMPTY, SAMPLE
from tests.reporting.stored import RELEASES, SEARCHES

pytestmark = pytest.mark.step("pages")
REPORTS = Path(__file__).parents[2] / "reports"
WHOLE = read_as(REPORTS / "run.json", Run)
RECORDED = replace(WHOLE, implementations=WHOLE.implementations[:4:3])
"""Two implementations of the recorded run, seqeval's default mode and nervaluate."""
SHORT = tuple(text for text in TEXTS if len(text) < 100)
MANY = odd_run(1, results=2500, texts=SHORT)
COMPARED = nc.compare(
    [["B-A", "I-A", f"B-{TEXTS[0]}"], ["B-A", "I-A"], ["O", "B-B"]],
    [["I-A", "I-A", "O"], ["B-A", "O"], ["O", "I-B"]],
    ["reference:conlleval", "reference:iob2-discard", "reference:semeval"],
    bridges=[
        ("reference:conlleval", "reference:iob2-discard"),
        ("reference:conlleval", "reference:semeval|type.micro.f1"),
    ],
    resamples=100,
    spread=True,
)
ANALYZED = nc.analyze(
    [["B-A", "I-A", f"B-{TEXTS[0]}"], ["B-A", "I-A"], ["O", "B-B"]],
    [["I-A", "I-A", "O"], ["B-A", "O"], ["O", "B-A"]],
    tokens=[["a", TEXTS[1], "c"], ["d", "e"], ["f", "g"]],
)
RANKED = nc.rank(
    [["B-A", "I-A"], ["B-A", "O"], ["O", "B-B"]] * 3,
    {TEXTS[0]: [["I-A", "I-A"], ["B-A", "O"], ["O", "O"]] * 3, "b": [["B-A", "O"], ["B-A", "O"], ["O", "B-B"]] * 3},
    resamples=100,
)
RESULTS: dict[str, Stored] = {
    "recorded": RECORDED,
    "sample": SAMPLE,
    "empty": EMPTY,
    "odd": odd_run(2, results=15),
    "odd-too": odd_run(3, results=15),
    "many": MANY,
    "search": decode(json.dumps(SEARCHES), Searches, "x"),
    "releases": decode(json.dumps(RELEASES), Releases, "x"),
    "comparison": COMPARED,
    "analysis": ANALYZED,
    "ranking": RANKED,
}
PHONE = 390
TITLES = {
    "What the golden cases say",
    "Where two evaluators differ",
    "Releases by behaviour",
    "One data set, several rules",
    "Errors of a prediction",
    "Several systems, several rules",
}


@pytest.fixture(scope="module")
def seen(visit: Visit, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Return what the browser saw of each page, by its name."""
    folder = tmp_path_factory.mktemp("pages")
    visits: list[dict[str, object]] = []
    for name, result in RESULTS.items():
        path = folder / f"{name}.html"
        write_report(result, path)
        asks: dict[str, object] = {"file": str(path), "axe": name != "many"}
        asks |= {"filters": "full stop", "plain": True} if name == "recorded" else {}
        visits.append(asks)
    return {Path(one["file"]).stem: one for one in visit(visits)}


@pytest.mark.parametrize("name", RESULTS)
def test_a_page_loads_nothing_and_says_nothing(name: str, seen: dict[str, dict[str, Any]]) -> None:
    assert seen[name]["requests"] == []
    assert seen[name]["said"] == []
    assert seen[name]["title"] in TITLES


@pytest.mark.parametrize("name", [name for name in RESULTS if name != "many"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation(name: str, scheme: str, seen: dict[str, dict[str, Any]]) -> None:
    assert seen[name]["violations"][scheme] == []


@pytest.mark.parametrize("name", RESULTS)
def test_a_page_is_no_wider_than_a_phone(name: str, seen: dict[str, dict[str, Any]]) -> None:
    assert seen[name]["width"] == PHONE


def test_every_divergence_has_its_card_be_there_thousands(seen: dict[str, dict[str, Any]]) -> None:
    bad = {Verdict.FAIL, Verdict.ERROR, Verdict.REFUSED}
    wrong = sum(result.verdict in bad for one in MANY.implementations for result in one.results)
    known = sum(len({r.cause for r in one.results if r.verdict is Verdict.KNOWN}) for one in MANY.implementations)
    assert wrong > 2000
    assert seen["many"]["cards"] == wrong + known


def test_filters_show_what_was_asked_for(seen: dict[str, dict[str, Any]]) -> None:
    found = seen["recorded"]["filters"]
    findings = [finding for one in subjects(RECORDED) for finding in one.findings]
    due = {
        "subject": Counter(one.subject for one in findings),
        "kind": Counter(kind for one in findings for kind in one.kinds),
        "step": Counter(one.step for one in findings),
        "clause": Counter(one.clause for one in findings),
        "state": Counter(one.state for one in findings),
    }
    assert found["counts"] == {name: {**counts, "": len(findings)} for name, counts in due.items()}
    assert found["all"] == len(findings)
    told = sum("full stop" in f"{one.title} {one.words} {one.why} {one.clause_words}".lower() for one in findings)
    assert 0 < told <= found["text"] < len(findings)
    assert found["said"] == f"{found['text']} of {len(findings)} shown"


def test_cards_open_and_code_is_copied_by_keyboard(seen: dict[str, dict[str, Any]]) -> None:
    found = seen["recorded"]["filters"]
    assert found["open"] is True
    assert found["copied"] is True
    assert found["closed"] == 0


def test_a_page_is_readable_without_javascript(seen: dict[str, dict[str, Any]]) -> None:
    assert seen["recorded"]["plain"] == {"filters": False, "body": True}


def test_two_hundred_pages_of_odd_runs_are_valid(invalid: Callable[[Path], list[str]], tmp_path: Path) -> None:
    for seed in range(200):
        write_report(odd_run(seed, results=2), tmp_path / f"odd-{seed}.html")
    for name, result in RESULTS.items():
        if name != "many":
            write_report(result, tmp_path / f"{name}.html")
    assert invalid(tmp_path) == []


def test_a_page_that_is_not_valid_is_noticed(invalid: Callable[[Path], list[str]], tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text("<!doctype html><p><div></p>", encoding="utf-8")
    assert invalid(tmp_path)


def test_a_page_that_loads_or_runs_something_is_noticed(visit: Visit, tmp_path: Path) -> None:
    page = tmp_path / "bad.html"
    page.write_text(
        "<!doctype html><img src='http://127.0.0.1:9/x.png'><script>throw Error('no')</script>", encoding="utf-8"
    )
    (found,) = visit([{"file": str(page), "axe": True}])
    assert found["requests"]
    assert any("no" in text for text in found["said"])
    assert found["violations"]["light"]


def test_a_run_that_was_stored_makes_the_same_page(tmp_path: Path) -> None:
    run = odd_run(4, results=30, texts=[text for text in TEXTS if "\ud800" not in text])
    again = decode(encode(run), Run, "x")
    for name, result in (("one", run), ("two", again)):
        write_report(result, tmp_path / f"{name}.html")
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()
