"""Which implementation a string means."""

from importlib import metadata

import pytest

from nerconform.asking.callables import CallableImplementation
from nerconform.asking.imports import CannotImport, NotCallable
from nerconform.asking.messages import CannotStart
from nerconform.asking.question import Form, Question
from nerconform.libraries.library import selectors
from nerconform.libraries.registry import NotInstalled, UnknownImplementation, resolve
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import name_of
from nerconform.reference.outcomes import EXTENSIONS
from nerconform.reference.refusals import UnknownDialect, UnknownScheme
from nerconform.reference.spans import Span
from tests.libraries.asking_libraries import tags

PEERS = ("seqscore", "conlleval", "iobes", "eval4ner", "nereval", "sklearn-crfsuite")


def names(text: str) -> list[str]:
    return [implementation.name for implementation in resolve(text)]


def test_a_library_stands_for_all_its_modes() -> None:
    assert names("seqeval") == ["seqeval:default", "seqeval:strict", "seqeval:strict:auto"]
    assert names("nervaluate") == ["nervaluate"]
    assert names("seqscore") == ["seqscore:conlleval", "seqscore:discard", "seqscore:none"]


@pytest.mark.parametrize(
    "text",
    ["seqeval:default", "seqeval:strict", "seqeval:strict:IOBES", "seqeval:strict:auto", "seqscore:discard",
     "seqscore:none:BIOES", "seqscore:conlleval:BIOES", "seqscore:runs", "conlleval", "conlleval:tab",
     "iobes", "iobes:errors", "iobes:convert", "eval4ner", "eval4ner:words",
     "nereval", "sklearn-crfsuite", "sklearn-crfsuite:sequences", "nervaluate", "nervaluate:conll:blanks",
     "nervaluate:conll:returns", "nervaluate:again:tags", "nervaluate:ends"],
)  # fmt: skip
def test_a_mode_stands_for_itself(text: str) -> None:
    assert names(text) == [text]


def test_versions_are_those_that_are_installed() -> None:
    for library in ("seqeval", "nervaluate", *PEERS):
        (version,) = {implementation.version for implementation in resolve(library)}
        assert version == f"{library} {metadata.version(library)}"


@pytest.mark.parametrize(
    ("text", "name"), [("reference:semeval", "semeval"), ("reference:policy:lenient,align:none", "conlleval")]
)
def test_the_reference_takes_a_name_or_a_signature(text: str, name: str) -> None:
    (implementation,) = resolve(text)
    dialect = implementation.dialect(tags(["B-A"], ["B-A"]))
    assert isinstance(dialect, Dialect)
    assert (implementation.name, name_of(dialect)) == (text, name)


@pytest.mark.parametrize("dialect", [None, "semeval"])
def test_an_import_path_is_held_to_the_dialect_that_its_caller_declares(dialect: str | None) -> None:
    (implementation,) = resolve("operator:sub", dialect)
    assert isinstance(implementation, CallableImplementation)
    assert name_of(implementation.base) == (dialect or "conlleval")


def test_of_a_library_without_modes_a_name_behind_the_colon_is_what_it_exports() -> None:
    (implementation,) = resolve("nervaluate:Evaluator", "nervaluate-1")
    assert isinstance(implementation, CallableImplementation)
    assert implementation.name == "nervaluate:Evaluator"
    with pytest.raises(NotCallable, match="the module 'conlleval' has no function 'x'"):
        resolve("conlleval:x")


@pytest.mark.parametrize(
    "text",
    ["", "seqscore:mend", "seqscore:", "sklearn-crfsuite:x", "spacy:tags",
     "seqeval:loose", "seqeval:", "seqeval:strict:", "nervaluate:1", "reference",
     "a.b",
     "a b:c", "-m:c"],
)  # fmt: skip
def test_anything_else_is_an_error_with_a_hint(text: str) -> None:
    with pytest.raises(UnknownImplementation) as found:
        resolve(text)
    assert (found.value.code, bool(found.value.hint)) == ("unknown-implementation", True)


def test_a_command_is_started_when_it_is_named() -> None:
    with pytest.raises(CannotStart, match=r"there is no program '\./metric'"):
        resolve("exec:./metric --json")


def test_errors_of_the_parts_pass_through() -> None:
    with pytest.raises(UnknownDialect):
        resolve("reference:nonsense")
    for scheme in ("nonsense", "BMES"):
        with pytest.raises(UnknownScheme):
            resolve(f"seqeval:strict:{scheme}")
    with pytest.raises(CannotImport):
        resolve("no_such_package.metrics:evaluate")


@pytest.mark.parametrize("library", ["seqeval", "nervaluate", *PEERS])
def test_a_library_that_is_not_installed_is_named_with_its_extra(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr("nerconform.libraries.registry.metadata.version", absent)
    with pytest.raises(NotInstalled, match=r"nerconform\[peers\]") as found:
        resolve(library)
    assert found.value.code == "not-installed"


def test_spacy_has_an_extra_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr("nerconform.libraries.registry.metadata.version", absent)
    with pytest.raises(NotInstalled) as found:
        resolve("spacy")
    assert found.value.hint == "Run: pip install 'nerconform[spacy]', or pip install spacy."
    monkeypatch.setattr("nerconform.libraries.registry.metadata.version", lambda _: "3.8.18")
    assert names("spacy") == ["spacy:ner", "spacy:spans"]
    assert [one.version for one in resolve("spacy:ner")] == ["spacy 3.8.18"]
    for name in ("spacy:no-overlap", "spacy:unlabeled", "spacy:ner:coarse", "spacy:biluo", "spacy:iob"):
        assert names(name) == [name]


def test_every_family_has_a_sentence() -> None:
    assert selectors()[0].name == "seqeval"
    assert all(one.sentence.endswith(".") for one in selectors())


def test_a_misspelt_mode_is_told_the_modes() -> None:
    with pytest.raises(NotCallable) as found:
        resolve("iobes:error")
    assert "iobes:errors, iobes:convert" in found.value.hint


@pytest.mark.parametrize("name", ["nervaluate", "nervaluate:ends", "annotations-evaluate", "eval4ner", "spaneval"])
def test_a_library_of_the_four_schemas_is_asked_no_other(name: str) -> None:
    (library,) = resolve(name)
    one = Question([[Span("X", 0, 1)]], [[Span("X", 0, 1)]], Form.SPANS)
    asked = ["strict.micro.f1", "type.micro.f1", *(f"{schema}.micro.f1" for schema in EXTENSIONS)]
    assert [library.answers(Measure.parse(measure), one) for measure in asked] == [True, True, False, False, False]
