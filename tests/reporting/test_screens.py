"""First screens: at most 25 lines of 80 columns for each library, whatever names, tags and reasons hold."""

import json
import random
import re
from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from nerconform.api import resolve
from nerconform.families.policy_sweep import sweep_files
from nerconform.files.score_files import score_files
from nerconform.files.validate_files import validate_files
from nerconform.formats.reader_options import ReaderOptions
from nerconform.products.compare.compare_files import Terms, compare_files
from nerconform.reference.measures import Measure
from nerconform.reference.schemes import Scheme
from nerconform.reporting import (
    changes_text,
    comparison_screen,
    identification_screen,
    releases_screen,
    score_screen,
    search_screen,
    smoke_text,
    sweep_screen,
    topic_text,
    validation_screen,
)
from nerconform.reporting.layout import ScreenLine
from nerconform.reporting.report_writers import print_first_screen, printed
from nerconform.results.identification_result import Identification
from nerconform.results.releases_result import Releases
from nerconform.results.run import changes
from nerconform.results.score_result import FileScores
from nerconform.results.search_result import Searches
from nerconform.results.smoke_result import ImplementationSmoke, Smoke, SmokeVerdict, Trial, TrialState
from nerconform.results.topic import Topic, Topics, TopicTable
from nerconform.results.values import decode, encode
from tests.reporting.odd import TEXTS, odd_run
from tests.reporting.sample import AWKWARD
from tests.reporting.stored import RELEASES, SEARCHES

DATA = Path(__file__).parents[1] / "commands" / "data"
WORDS = [*TEXTS, AWKWARD, "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 90, "word " * 90]
KEYS = {
    *("name", "column", "title", "words", "file", "place", "message", "reason", "refused", "short", "version", "tag"),
    *("left", "right", "library", "release", "source", "untried", "implementation", "whose", "text", "instead", "note"),
    *(
        "second",
        "id",
        "scheme",
        "measure",
        "dialect",
        "signature",
        "axis",
        "type",
        "asked",
        "why",
        "step",
        "policy",
        "impact",
    ),
}
"""Names of fields in which a stored result may hold any text."""


def odd(data: Any, draw: Callable[[str], str]) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return JSON data in which some texts are others."""
    if isinstance(data, list):
        return [odd(one, draw) for one in data]
    if isinstance(data, dict):
        return {
            key: draw(value) if key in KEYS and isinstance(value, str) else odd(value, draw)
            for key, value in data.items()
        }
    return data


def widest(lines: list[ScreenLine]) -> int:
    """Return how many columns the lines take, but for signatures and what is to be pasted."""
    return max(cell_len(line.text) for line in lines if line.style != "cyan" and "nerconform explain" not in line.text)


def keeps_the_laws(lines: list[ScreenLine], most: int = 25) -> None:
    blocks = [list(block) for filled, block in groupby(lines, lambda line: bool(line.text)) if filled]
    assert len(lines) <= most, "\n".join(line.text for line in lines)
    assert blocks
    assert widest(lines) <= 80
    assert all(one.isprintable() for line in lines for one in line.text)


def scored(*names: str, dialect: str = "semeval", scheme: str = "IOB2") -> FileScores:
    gold, *rest = (DATA / name for name in names)
    return score_files(gold, rest[0] if rest else None, resolve(dialect, scheme)).scores()


def _near(found: Identification) -> Identification:
    """Return what was not identified, with the first question of what was as the nearest."""
    (step, *_) = found.steps
    data = json.loads(encode(found)) | {"identified": False, "failed": 7, "names": []}
    near = {key: value for key, value in json.loads(encode(step)).items() if key in {"form", "gold", "pred", "answer"}}
    data["nearest"] = [{**near, "signature": found.signature, "matched": 30, "asked": 37, "due": near["answer"]}]
    nearest: Identification = decode(json.dumps(data), Identification, "x")
    return nearest


def _smoked() -> Smoke:
    trials = tuple(Trial(f"question {n}", list(TrialState)[n % 6], AWKWARD if n % 6 else "") for n in range(40))
    broken = ImplementationSmoke("exec:./x", SmokeVerdict.BROKEN, fault=AWKWARD * 9)
    return Smoke(
        (ImplementationSmoke("a:b", SmokeVerdict.WRONG, "a 1", "", "tags", "IOB2", trials), broken), "0", "1.0"
    )


def _topics() -> Topics:
    rows = tuple((f"case-{n}", AWKWARD, "word " * 40) for n in range(40))
    tables = (TopicTable("Golden cases", ("case", "kind", "why"), rows), TopicTable("Other", ("a", "b", "c"), rows))
    clause = Topic("clause", "DEC-1", "Spans", "A span is *what* it is.\n\n    >>> 1\n    1\n", {"place": "x"}, tables)
    return Topics(tool="0", spec="1.0", topics=(clause, replace(clause, kind="defect", words=AWKWARD)))


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    """Return results of every kind, made of the small files of the tests and of records that are written by hand."""
    terms = Terms(("seqeval", "nervaluate", "seqscore:none"), scheme="IOB2", resamples=50)
    four = Terms(scheme="BIOES", resamples=0)
    both, bioes = DATA / "both.conll", DATA / "illegal.bioes"
    f1 = Measure.parse("strict.micro.f1")
    # What `nerconform identify reference:hipe --scheme IOB2 --scorer --format json` printed, which takes seconds.
    stored = (Path(__file__).parent / "data" / "identification.json").read_text(encoding="utf-8")
    identified = decode(stored, Identification, "identification.json")
    return {
        "comparison": (comparison_screen.screen, compare_files(both, None, terms)),
        "comparison of four": (comparison_screen.screen, compare_files(bioes, None, four)),
        "scores": (score_screen.screen, scored("both.conll")),
        "scores of tags": (score_screen.screen, scored("names.conll", dialect="conlleval")),
        "sweep": (sweep_screen.screen, sweep_files(bioes, None, resolve("semeval", "BIOES"), f1)),
        "sweep of IO": (sweep_screen.screen, sweep_files(DATA / "io.conll", None, resolve("semeval", "IO"), f1)),
        "validation": (
            validation_screen.screen,
            validate_files([both, DATA / "broken.conll", bioes] * 4, Scheme.IOB2, {}, ReaderOptions()),
        ),
        "legal": (validation_screen.screen, validate_files([both], Scheme.IO, {}, ReaderOptions())),
        "identification": (identification_screen.screen, identified),
        "nearest": (identification_screen.screen, _near(identified)),
        "searches": (search_screen.screen, decode(json.dumps(SEARCHES), Searches, "x")),
        "releases": (releases_screen.screen, decode(json.dumps(RELEASES), Releases, "x")),
        "changes": (changes_text.screen, changes(odd_run(1, 40), odd_run(2, 40))),
        "smoke": (smoke_text.screen, _smoked()),
    }


KINDS = {"searches": 51, "smoke": 51}
"""Lines of results that hold two pairs or implementations, which are not modes of one library."""
NAMES = (
    *("comparison", "comparison of four", "scores", "scores of tags", "sweep", "sweep of IO", "validation", "legal"),
    *("identification", "nearest", "searches", "releases", "changes", "smoke"),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_result_keeps_the_laws(name: str, results: dict[str, Any]) -> None:
    screen, found = results[name]
    keeps_the_laws(screen(found), KINDS.get(name, 25))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(12))
def test_a_result_of_odd_texts_keeps_the_laws(name: str, seed: int, results: dict[str, Any]) -> None:
    screen, found = results[name]
    draw = random.Random(seed)  # noqa: S311 - odd, not secret
    share = draw.choice([1, 2, 8])

    def word(before: str) -> str:
        return draw.choice(WORDS) if draw.randint(1, share) == 1 else before

    plain = json.loads(encode(found))
    keeps_the_laws(screen(decode(json.dumps(odd(plain, word)), type(found), "x")), KINDS.get(name, 25))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_is_the_lines(name: str, results: dict[str, Any]) -> None:
    screen, found = results[name]
    text = printed(partial(print_first_screen, found), 80)
    assert text.splitlines() == [line.text.rstrip() for line in screen(found)]


def test_topics_are_cut_to_the_screen() -> None:
    (clause, defect) = _topics().topics
    for topic in (clause, defect):
        found = replace(_topics(), topics=(topic,))
        lines = printed(partial(topic_text.print_screen, found), 80).splitlines()
        assert len(lines) <= 25
        assert max(map(cell_len, lines)) <= 80
        assert "--verbose" in " ".join(lines) or lines[-1].startswith("more: --verbose")
    long = replace(_topics(), topics=(replace(clause, words="A line.\n\n" * 60),))
    lines = printed(partial(topic_text.print_screen, long), 80).splitlines()
    assert lines[-1].endswith("--verbose lists all 40")


def test_types_beyond_twelve_are_folded_by_their_gold_entities(tmp_path: Path) -> None:
    """Of 15 types the nth has n gold entities: the three rarest are folded, and the averages hold them."""
    lines = [f"w B-T{n:02} B-T{n:02}" for n in range(1, 16) for _ in range(n)]
    (tmp_path / "many.conll").write_text("\n".join(lines), encoding="utf-8")
    found = score_files(tmp_path / "many.conll", None, resolve("conlleval", "IOB2")).scores()
    text = [line.text for line in score_screen.screen(found)]
    assert [line.split()[0] for line in text if line.startswith("T")] == [f"T{n:02}" for n in range(4, 16)]
    assert "and 3 more types, none with more gold entities (--verbose)" in text
    assert next(line for line in text if line.startswith("micro")).split()[-2:] == ["120", "120"]
    few = score_screen.screen(scored("both.conll"))
    assert not any("more type" in line.text for line in few)


def test_names_that_give_one_number_share_a_row(results: dict[str, Any]) -> None:
    _, found = results["comparison"]
    text = [line.text for line in comparison_screen.screen(found)]
    values = {column.value for column in found.columns if not column.refused}
    head = next(index for index, line in enumerate(text) if line.endswith("name"))
    rows = [line for line in text[head + 1 : text.index("", head)] if line.lstrip()[:1].isdigit()]
    assert len(rows) == len(values) < len(found.columns)


def test_causes_stand_unexplained_first_then_legal_data_then_the_frequent() -> None:
    data = json.loads(json.dumps(SEARCHES))
    (first, unexplained) = data["searches"][0]["classes"]
    data["searches"][0]["classes"] = [
        {**first, "id": "bad", "title": "It is bad", "fired": 99, "impact": "bad input"},
        {**first, "id": "rare", "title": "It is rare", "fired": 1, "impact": "legal data"},
        {**first, "id": "illegal", "title": "It is illegal", "fired": 50, "impact": "illegal tags"},
        {**first, "id": "often", "title": "It is frequent", "fired": 9, "impact": "legal data"},
        {**unexplained, "impact": "bad input"},
    ]
    lines = search_screen.screen(decode(json.dumps(data), Searches, "x"))
    text = [line.text for line in lines]
    row = re.compile(r"  (defect)? +(legal data|illegal tags|bad input) +(\d+) ")
    rows = [found.groups() for line in text if (found := row.match(line))]
    assert [(kind, number) for kind, _, number in rows] == [
        (None, "1"),
        ("defect", "9"),
        ("defect", "1"),
        ("defect", "50"),
        ("defect", "99"),
    ]
    assert next(line.style for line in lines if row.match(line.text)) == "bold red"
    assert "smallest input with the first cause, in spans, zero:1, at data.conll:12" in text


def test_a_long_command_leaves_room_for_the_numbers_and_the_answers() -> None:
    data = json.loads(json.dumps(SEARCHES))
    data["searches"][0]["right"] = f"exec:python3 {'examples/external/' * 9}harness.py overlap exact"
    text = [line.text for line in search_screen.screen(decode(json.dumps(data), Searches, "x"))]
    named = [line for line in text if "exec:python3.../harness.py overlap exact" in line]
    assert len(named) == 2, "the verdict and the answer"
    assert "on 5 of 400 random inputs" in " ".join(text[:2]).replace("   ", " ")
    assert not any(line.endswith("...") for line in named)
