"""The spec is executable, complete and true: its examples run, its index is right, its links lead somewhere."""

import doctest
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import nerconform as nc
from nerconform.reference.dialect import AXES
from nerconform.reference.points import OPTIONS, REFUSE
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.refusals import IllegalTransition
from nerconform.reference.schemes import Scheme, roles_of, scheme_of
from nerconform.results.score_result import EvaluationScores
from nerconform.version import SPEC_VERSION

SPEC = Path(__file__).parents[2] / "spec"
CHAPTERS = sorted(SPEC.glob("[0-9]*.md"), key=lambda path: int(path.name.split("-")[0]))
PAGES = [SPEC / "README.md", SPEC / "bibliography.md", *CHAPTERS]
FAMILIES = {"TAG": 8, "SCH": 10, "ENC": 3, "DEC": 14, "FIL": 3, "MAT": 18, "CNT": 9, "SCO": 13, "INP": 6, "DIA": 8}
FAMILIES |= {"LAW": 9, "VIT": 5, "LOC": 6}
OF_THE_TOOL = {"KIT", "PRO", "CMP", "REP"}
FENCE = re.compile(r"```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CLAUSE = re.compile(r"^### ([A-Z]{3}-[1-9]\d?) (.+)$", re.MULTILINE)
ENTRY = re.compile(r"^- \[([A-Z]{3}-[1-9]\d?)\]\(([\w.-]+)#([\w-]+)\) (.+)$", re.MULTILINE)
MENTION = re.compile(rf"\b((?:{'|'.join([*FAMILIES, *OF_THE_TOOL])})-\d+)\b")


class Fence(NamedTuple):
    """One fenced block: its language, its text, and the line of its first line (from 0)."""

    language: str
    text: str
    line: int


class Section(NamedTuple):
    """One clause as it stands in its chapter."""

    chapter: Path
    id: str
    title: str
    text: str


def fences(text: str) -> Iterator[Fence]:
    for found in FENCE.finditer(text):
        yield Fence(found[1], found[2], text.count("\n", 0, found.start(2)))


def prose(text: str) -> str:
    """Return a text without its fences, each line where it was."""
    return FENCE.sub(lambda found: "\n" * found[0].count("\n"), text)


def sections() -> list[Section]:
    found = []
    for chapter in CHAPTERS:
        text = chapter.read_text(encoding="utf-8")
        heads = list(CLAUSE.finditer(text))
        ends = [*(head.start() for head in heads[1:]), len(text)][: len(heads)]
        for head, end in zip(heads, ends, strict=True):
            found.append(Section(chapter, head[1], head[2], text[head.end() : end]))
    return found


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def table_rows(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def run_examples(text: str, name: str) -> str:
    """Run all examples of a text in one session; return what went wrong, each with file and line."""
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    session: dict[str, object] = {}
    output = io.StringIO()
    for fence in fences(text):
        if fence.language == "python":
            test = parser.get_doctest(fence.text, session, name, name, fence.line)
            runner.run(test, out=output.write, clear_globs=False)
            session = test.globs
    return output.getvalue()


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_every_example_of_the_spec_runs(chapter: Path) -> None:
    failures = run_examples(chapter.read_text(encoding="utf-8"), f"spec/{chapter.name}")
    assert not failures, failures


def test_a_wrong_example_is_reported_with_file_and_line() -> None:
    failures = run_examples("# Head\n\n```python\n>>> 1 + 1\n2\n>>> 2 + 2\n5\n```\n", "spec/wrong.md")
    assert 'File "spec/wrong.md", line 6' in failures


def test_examples_of_a_chapter_share_their_names() -> None:
    assert not run_examples("```python\n>>> one = 1\n```\n\n```python\n>>> one\n1\n```\n", "spec/shared.md")


def test_every_example_is_marked_as_python() -> None:
    for page in PAGES:
        for fence in fences(page.read_text(encoding="utf-8")):
            assert fence.language in {"python", "ebnf", "text"}, f"{page.name}:{fence.line}"
            assert (">>>" in fence.text) == (fence.language == "python"), f"{page.name}:{fence.line}"


def test_every_clause_has_an_example() -> None:
    for section in sections():
        assert "python" in {fence.language for fence in fences(section.text)}, section.id


def test_clause_ids_are_unique_and_without_gaps() -> None:
    ids = [section.id for section in sections()]
    assert sorted(ids) == sorted(f"{family}-{n + 1}" for family, last in FAMILIES.items() for n in range(last))


def test_the_index_lists_every_clause_and_no_other() -> None:
    index = [entry.groups() for entry in ENTRY.finditer((SPEC / "README.md").read_text(encoding="utf-8"))]
    clauses = [(s.id, s.chapter.name, slug(f"{s.id} {s.title}"), s.title) for s in sections()]
    assert index == clauses


def test_every_clause_that_is_mentioned_exists() -> None:
    known = {section.id for section in sections()}
    for page in PAGES:
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
            unknown = set(MENTION.findall(line)) - known
            assert not unknown, f"{page.name}:{number}: {unknown}"


def test_internal_links_resolve() -> None:
    for page in PAGES:
        text = prose(page.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path, _, fragment = target.partition("#")
            found = SPEC / path if path else page
            assert found.exists(), f"{page.name}: {target}"
            if fragment:
                heads = re.findall(r"^#+ (.+)$", prose(found.read_text(encoding="utf-8")), re.MULTILINE)
                assert fragment in {slug(head) for head in heads}, f"{page.name}: {target}"


def test_clauses_that_no_golden_case_can_hold_name_their_test() -> None:
    for section in sections():
        named = re.findall(r"`(tests/[\w/]+\.py)`", section.text)
        assert bool(named) == (section.id.startswith("VIT") or section.id == "LOC-6"), section.id
        assert all((SPEC.parent / test).is_file() for test in named), section.id


def test_version_is_that_of_the_reference() -> None:
    assert (SPEC / "VERSION").read_text(encoding="utf-8").strip() == SPEC_VERSION
    assert f"Version {SPEC_VERSION}," in (SPEC / "README.md").read_text(encoding="utf-8")


def test_no_line_of_prose_is_longer_than_a_screen() -> None:
    for page in PAGES:
        for number, line in enumerate(prose(page.read_text(encoding="utf-8")).splitlines(), start=1):
            assert line.startswith("|") or len(line) <= 150, f"{page.name}:{number}"


def transition_tables() -> dict[str, list[list[str]]]:
    """Return the transition tables of the schemes, by the name in their corner."""
    tables = {}
    for section in sections():
        rows = table_rows(section.text)
        if section.id.startswith("SCH") and len(rows) > 2 and rows[0][-1] == "end":
            tables[rows[0][0]] = rows
    return tables


@pytest.mark.parametrize("scheme", ["IO", "IOB1", "IOB2", "IOE1", "IOE2", "BIOES", "BIOS"])
def test_transition_tables_are_those_of_the_reference(scheme: str) -> None:
    head, *rows = transition_tables()[scheme]
    for before, *cells in rows:
        for after, cell in zip(head[1:], cells, strict=True):
            tags = [tag.strip("`") for tag in (before, after) if tag.startswith("`")]
            position = len(tags) if after == "end" else len(tags) - 1
            illegal = any(violation.position == position for violation in nc.violations(tags, scheme))
            assert cell == ("no" if illegal else "yes"), (before, after)


def test_options_of_policies_are_those_of_the_reference() -> None:
    head, *rows = table_rows(section("DEC-11").text)
    points = {(name.strip("`"), scheme): dict(zip(head[2:], cells, strict=True)) for name, scheme, *cells in rows}
    for name, policy in POLICIES.items():
        for scheme in ("IOB1", "IOB2", "IOE1", "IOE2", "BIOES", "BIOS"):
            defined = scheme_of(scheme) in policy.points
            assert defined == ((name, scheme) in points), (name, scheme)
            if defined:
                written = ",".join(f"{point}={text}" for point, text in points[name, scheme].items() if text)
                assert str(policy.at(scheme_of(scheme))) == written
    (sentence,) = re.findall(r"no decision points, and only (.*?) are\s+defined", section("DEC-11").text, re.DOTALL)
    assert re.findall(r"`([^`]+)`", sentence) == [name for name in POLICIES if Scheme.IO in POLICIES[name].points]


def test_options_of_points_are_those_of_the_reference() -> None:
    rows = [row for row in table_rows(section("DEC-4").text) if len(row) == 4 and row[0] in OPTIONS]
    written = {row[0]: {*re.findall(r"`([^`]+)`", row[3]), "refuse"} for row in rows}
    assert written == {name: set(options) for name, options in OPTIONS.items()}


def test_decision_points_of_illegal_transitions_are_those_of_the_reference() -> None:
    written = set()
    for row in table_rows(section("DEC-4").text):
        if len(row) != 4 or row[3] not in OPTIONS or row[0] in OPTIONS:
            continue
        scheme, befores, afters, point = row
        for before, after in pairs(befores, afters):
            lenient, begun = POLICIES["lenient"].at(scheme_of(scheme)), legal_beginning(before, scheme)
            policy = Policy.of(lenient._replace(**{point: REFUSE}))  # type: ignore[arg-type] # R is a flag
            with pytest.raises(IllegalTransition) as caught:
                nc.decode(begun if after == "end" else [*begun, after], scheme, str(policy))
            assert caught.value.place == f"position {len(begun)}"
            written.add((scheme, before, after))
    for scheme in ("IO", "IOB1", "IOB2", "IOE1", "IOE2", "BIOES", "BIOS"):
        letters = [f"{letter}-{kind}" for letter in roles_of(scheme_of(scheme)) for kind in "xy"]
        for before, after in product(["start", "O", *letters], ["O", *letters, "end"]):
            tags = [tag for tag in (before, after) if tag not in {"start", "end"}]
            position = len(tags) if after == "end" else len(tags) - 1
            found = {violation.position for violation in nc.violations(tags, scheme)}
            assert (position in found) == ((scheme, before, after) in written), (scheme, before, after)


def pairs(befores: str, afters: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of tags of a row: a letter without a type stands for both types."""
    for before, after in product(befores.replace("`", "").split(", "), afters.replace("`", "").split(", ")):
        typed = [
            [item] if item in {"start", "end", "O"} or "-" in item else [f"{item}-x", f"{item}-y"]
            for item in (before, after)
        ]
        yield from product(*typed)
        if "-" in before and "-" in after:
            yield swapped(before), swapped(after)
        elif "-" in before or "-" in after:
            raise AssertionError(befores, afters)


def legal_beginning(before: str, scheme: str) -> list[str]:
    """Return tags without an illegal transition, the end apart, the last of which is `before`."""
    if before == "start":
        return []
    first = [f"{letter}-{before[-1]}" for letter in roles_of(scheme_of(scheme))]
    found = ([before], *([tag, before] for tag in first))
    return next(tags for tags in found if all(found.position == len(tags) for found in nc.violations(tags, scheme)))


def swapped(tag: str) -> str:
    return tag.translate(str.maketrans("xy", "yx"))


def section(name: str) -> Section:
    return next(section for section in sections() if section.id == name)


def test_axes_and_their_order_are_those_of_the_reference() -> None:
    rows = table_rows(section("DIA-1").text)[1:]
    assert [row[1].strip("`") for row in rows] == [axis.name for axis in AXES]
    defaults = [re.findall(r"`([^`]+)`", row[2])[0] for row in rows]
    assert defaults == [nc.Dialect().option(axis.name) for axis in AXES]


def test_named_dialects_are_those_of_the_reference() -> None:
    rows = table_rows(section("DIA-2").text)[1:]
    written = {}
    for name, choices in rows:
        pairs = [choice.split(":", 1) for choice in re.findall(r"`([^`]+)`", choices)]
        written[name.strip("`")] = nc.Dialect().set(**dict(pairs))
    assert written == dict(nc.dialects())


def test_every_choice_in_the_text_exists() -> None:
    axes = {axis.name for axis in AXES}
    seen: Counter[str] = Counter()
    for page in PAGES:
        for axis, option in re.findall(r"`([a-z-]+):([^`\s]+)`", prose(page.read_text(encoding="utf-8"))):
            if axis in axes and not re.search(r"[NDS]", option) and option != "given":
                nc.Dialect().set(**{axis: option})
                seen[axis] += 1
    assert seen.keys() >= axes - {"delimiter", "types", "empty-doc", "partial", "labels-avg"}


EVALUATIONS = {
    "semeval": ([["B-x", "I-x", "O", "B-y"]], [["B-x", "O", "O", "B-z"]]),
    "conlleval": ([["B-x"]], [["I-x"]]),
    "seqeval": ([["O"]], [["O"]]),
    "seqscore": ([[("x", 0, 1)], []], [[("x", 0, 2)], [("y", 0, 1)]]),
    "nervaluate-1": ([], []),
    "semeval,pool:mean,zero:P1,Romit,types:given{x,w}": ([["B-x"], ["O"]], [["O"], ["B-y"]]),
}


@pytest.mark.parametrize("dialect", EVALUATIONS)
def test_evaluations_have_the_published_form(dialect: str) -> None:
    data = nc.evaluate(*EVALUATIONS[dialect], dialect).to_dict()
    found = msgspec.json.decode(json.dumps(data, allow_nan=False), type=EvaluationScores)
    assert found.to_dict() == data


@pytest.mark.parametrize("spoil", ["more", "micro", "counts", "ratio"])
def test_the_published_form_refuses_other_data(spoil: str) -> None:
    data = nc.evaluate([["B-x"]], [["B-x"]]).to_dict()
    strict = data["schemas"]["strict"]
    match spoil:
        case "more":
            data["more"] = "semeval"
        case "micro":
            del strict["averages"]["micro"]
        case "counts":
            strict["averages"]["micro"]["counts"] = {"tp": "1"}
        case "ratio":
            strict["by_type"]["x"]["f1"] = 0.5
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, EvaluationScores)
