"""Every machine output has the form of the JSON Schema that the verb prints."""

import json

import pytest

from nerconform.products.check import adequacy
from nerconform.suite.mutants import mutants
from tests.commands.conftest import Command, has_printed_form

OUTPUTS = [
    ("check", "miniature:evaluate", "reference:semeval"),
    ("explain", "DEC-1"),
    ("explain", "small.orphan"),
    ("explain", "end-not-read"),
    ("explain", "seqeval"),
    ("list",),
    ("list", "cases"),
    ("list", "clauses"),
    ("list", "dialects"),
    ("list", "mutants"),
    ("lint",),
]


@pytest.fixture
def _few_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `lint` ask twenty mutants; most of all survive the small suite, and each is asked every case of it then."""
    monkeypatch.setattr(adequacy, "mutants", lambda: mutants()[:20])


@pytest.mark.usefixtures("home", "_few_mutants")
@pytest.mark.parametrize("args", OUTPUTS)
def test_output_has_the_printed_form(args: tuple[str, ...], command: Command) -> None:
    status, schema, err = command(args[0], "--json-schema")
    assert (status, err) == (0, "")
    _, out, _ = command(*args, "--format", "json")
    has_printed_form(schema, out)


@pytest.mark.parametrize("verb", ["check", "diff", "releases", "smoke", "diff-reports"])
def test_report_prints_the_schema_of_what_the_verb_writes(verb: str, command: Command) -> None:
    (one, every) = (command(name, "--json-schema") for name in (verb, "report"))
    assert (one[0], one[2], every[0], every[2]) == (0, "", 0, "")
    schema, stored = json.loads(one[1]), json.loads(every[1])
    assert schema["$ref"] in {form["$ref"] for form in stored["anyOf"]}
    assert schema["$defs"].items() <= stored["$defs"].items()
