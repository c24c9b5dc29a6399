"""What a verb prints, what `--output` writes, and what `report` makes later of the stored result are the same bytes."""

from pathlib import Path

import pytest

from tests.commands.conftest import Command

DATA = Path(__file__).parent / "data"
ENDINGS = {"text": "txt", "json": "json", "markdown": "md", "html": "html", "csv": "csv", "latex": "tex"}
RESULT = ("text", "json", "markdown", "html")
TEXTS = ("text", "json", "markdown")
VERBS = {
    "compare": (
        RESULT,
        ("compare", "both.conll", "--with", "conlleval,semeval", "--against", "second.conll", "--resamples", "50"),
    ),
    "compare with a spread": (
        RESULT,
        ("compare", "illegal.bioes", "--scheme", "BIOES", "--with", "seqeval", "--resamples", "0", "--spread"),
    ),
    "agree": (
        ("text", "json", "markdown", "csv"),
        ("agree", "both.conll", "second.conll", "--resamples", "50"),
    ),
    "analyze": (("text", "json", "markdown", "html", "csv"), ("analyze", "both.conll")),
    "score": (("text", "json", "markdown", "csv", "latex"), ("score", "both.conll")),
    "score of one measure": (
        ("text", "json", "markdown", "csv", "latex"),
        ("score", "both.conll", "--dialect", "seqscore", "--measure", "strict.micro.f1"),
    ),
    "rank": (TEXTS, ("rank", "--gold-inside", "both.conll", "third.conll", "--resamples", "20")),
    "sweep": (TEXTS, ("sweep", "both.conll")),
    "validate": (TEXTS, ("validate", "both.conll", "iob1.conll")),
    "identify": (TEXTS, ("identify", "reference:conlleval", "--decoder")),
    "explain": (TEXTS, ("explain", "DEC-5")),
    "explain a signature": (TEXTS, ("explain", "conlleval,scheme:BIOES|strict.micro.f1")),
}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand beside copies of the files."""
    for file in DATA.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    text = (DATA / "both.conll").read_text(encoding="utf-8")
    (tmp_path / "second.conll").write_text(text.replace("B-PER\n", "B-ORG\n"), encoding="utf-8")
    (tmp_path / "third.conll").write_text(text.replace("B-PER\n", "I-PER\n"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name == "compare with a spread" else ()) for name in VERBS]
)
def test_printed_written_and_reported_later_are_the_same_bytes(name: str, command: Command) -> None:
    forms, args = VERBS[name]
    command(*args, *(part for form in forms for part in ("--output", f"out.{ENDINGS[form]}")))
    for form in forms:
        _, printed, _ = command(*args, "--format", form)
        _, reported, _ = command("report", "out.json", "--format", form)
        assert printed == reported == Path(f"out.{ENDINGS[form]}").read_text(encoding="utf-8")


def test_a_page_shows_both_predictions_in_per_cent(command: Command) -> None:
    """Of four gold entities the first prediction finds three; in the second every person is wrong."""
    args = ("compare", "both.conll", "--with", "conlleval", "--against", "second.conll", "--resamples", "0")
    command(*args, "--output", "out.html", "--output", "out.md")
    page, markdown = (Path(name).read_text(encoding="utf-8") for name in ("out.html", "out.md"))
    _, text, _ = command(*args, "--format", "text")
    row = next(line for line in text.split("Second prediction")[1].splitlines() if line.split()[:1] == ["conlleval"])
    for number in row.split()[1:]:
        assert f">{number}<" in page
        assert f"| {number} |" in markdown
    assert "Second prediction: second.conll" in page


def test_what_convert_changed_is_stored_and_told_again(command: Command) -> None:
    args = ("convert", "illegal.bioes", "--scheme", "BIOES", "--to", "IO", "--policy", "lenient")
    status, _, err = command(*args, "--output", "out.io", "--notes", "notes.json")
    assert status == 0
    _, told, _ = command("report", "notes.json", "--format", "text")
    assert told.splitlines() == [line.removeprefix("nerconform: note: ") for line in err.splitlines()]


@pytest.mark.parametrize(
    "args",
    [
        ("validate", "huge.conll", "--verbose"),
        ("validate", "huge.conll", "--format", "github"),
        ("analyze", "huge.conll", "--verbose"),
        ("analyze", "huge.conll", "--format", "markdown"),
        ("compare", "huge.conll", "--with", "reference:conlleval,reference:iob2-discard", "--verbose"),
    ],
)
def test_of_a_cell_of_300_kb_only_the_beginning_is_shown(
    args: tuple[str, ...], command: Command, tmp_path: Path
) -> None:
    (tmp_path / "huge.conll").write_text(f"a B-P B-P\nb O I-{'X' * 300_000}\n\n", encoding="utf-8")
    _, out, err = command(*args)
    assert "huge.conll" in out
    assert "characters)" in out or args[0] == "compare"
    assert len(out + err) < 40_000
