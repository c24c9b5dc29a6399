"""Every machine output has the form of the JSON Schema that the verb prints."""

import json

import fastjsonschema
import pytest

from tests.commands.conftest import Command

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


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("args", OUTPUTS)
def test_output_has_the_printed_form(args: tuple[str, ...], command: Command) -> None:
    status, schema, err = command(args[0], "--json-schema")
    assert (status, err) == (0, "")
    _, out, _ = command(*args, "--format", "json")
    fastjsonschema.compile(json.loads(schema))(json.loads(out))


def test_check_and_report_print_one_schema(command: Command) -> None:
    assert command("check", "--json-schema") == command("report", "--json-schema")
