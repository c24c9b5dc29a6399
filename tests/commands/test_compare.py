"""`nerconform compare`: whole outputs, and what it refuses."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nerconform.base.json_text import dumps
from nerconform.commands.compare import split_names
from nerconform.products.compare import compare_files as compare
from nerconform.results.comparison import Comparison
from nerconform.results.values import decode, encode, schema_of
from tests.commands.conftest import Command

DATA = Path(__file__).parent / "data"
TEXT = ("--format", "text")
PLAIN = ("--resamples", "0")
FOUR = ("illegal.bioes", "--scheme", "BIOES", "--with", "seqeval:default,seqeval:strict")

OUTPUTS = {
    "compare.txt": ("both.conll", *PLAIN, *TEXT),
    "compare-bioes.txt": (*FOUR, *PLAIN, "--units", "1", "--spread", *TEXT),
    "compare-measure.txt": (
        *("both.conll", "--with", "seqeval,nervaluate", "--bridge", "seqeval:strict", "nervaluate|type.macro.f1"),
        *(*PLAIN, "--units", "1", *TEXT),
    ),
    "compare-broken.txt": (
        *("both.conll", "--with", "seqscore,conlleval,nereval", "--bridge", "conlleval", "seqscore:none"),
        *(*PLAIN, *TEXT),
    ),
    "compare-against.txt": (*("both.conll", "--with", "conlleval", "--against", "second.conll", *PLAIN, *TEXT),),
    "compare.md.txt": (*FOUR, *PLAIN, "--units", "1", "--format", "markdown"),
    "compare.json": (*FOUR, *PLAIN, "--format", "json"),
}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand beside copies of the files, and be of a release that does not change."""
    for file in DATA.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    text = (DATA / "both.conll").read_text(encoding="utf-8")
    (tmp_path / "second.conll").write_text(text.replace("B-PER\n", "B-ORG\n"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(compare, "__version__", "0.0.0")


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_is_the_stored_one(name: str, command: Command, snapshot: Callable[[str, str], None]) -> None:
    status, out, err = command("compare", *OUTPUTS[name])
    assert (status, "second.conll: the pred tags are read from column 2" in err) == (0, "--against" in OUTPUTS[name])
    assert err.count("\n") == ("--against" in OUTPUTS[name])
    assert ".json" in name or not any(line != line.rstrip() for line in out.splitlines())
    snapshot(name, out)


def test_the_json_reads_back_as_itself(command: Command) -> None:
    _, schema, _ = command("compare", "--json-schema")
    assert schema == dumps(schema_of(Comparison))
    for more in (("--resamples", "100", "--seed", "3"), ("--spread", *PLAIN)):
        _, out, _ = command("compare", *FOUR, *more, "--format", "json")
        found: Comparison = decode(out, Comparison, "")
        assert encode(found) == out
        assert [column.name for column in found.columns] == ["seqeval:default", "seqeval:strict"]
    assert found.spread is not None


def test_a_number_that_nothing_explains_ends_with_1(command: Command, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("def f1(gold, pred):\n    return 0.123\n", encoding="utf-8")
    status, out, _ = command("compare", "both.conll", "--with", "wrong:f1,conlleval", *PLAIN, *TEXT)
    assert status == 1
    assert "wrong:f1 NOTHING EXPLAINS IT: strict.micro.f1 is 0.123" in " ".join(out.split())
    assert "nothing explains wrong:f1" in out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("both.conll", "--with", "connleval"), "'connleval' is not a metric that nerconform can ask"),
        (("both.conll", "--bridge", "conlleval", "nobody"), "'nobody' is not one of those"),
        (("both.conll", "--bridge", "conlleval", "seqeval"), "'seqeval' can mean seqeval:default, seqeval:strict"),
        (("both.conll", "--measure", "f1"), "there is no measure 'f1'"),
        (("both.conll", "both.conll"), "this file is named twice"),
        (("both.conll", "--against", "both.conll"), "this file is named twice"),
        (("both.conll", "--against", "gold.bioes"), "the files differ"),
        (("nothing.conll",), "nothing.conll"),
        (("both.conll", "gold.bioes", "pred.bioes"), "compare takes FILE or GOLD PRED"),
        (("both.conll", "--resamples", "-1"), "--resamples"),
    ],
)
def test_a_question_that_cannot_be_asked_ends_with_2_and_says_why(
    args: tuple[str, ...], words: str, command: Command
) -> None:
    status, out, err = command("compare", *args)
    assert (status, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("seqeval,nervaluate", ["seqeval", "nervaluate"]),
        ("conlleval,policy:discard,zero:P1,R0,seqeval", ["conlleval,policy:discard,zero:P1,R0", "seqeval"]),
        ("semeval,labels:given{A,B},seqscore", ["semeval,labels:given{A,B}", "seqscore"]),
        ("exec:./metric --types A,B", ["exec:./metric --types A,B"]),
    ],
)
def test_choices_stay_with_their_dialect(text: str, names: list[str]) -> None:
    assert list(split_names(text)) == names
