"""The messages that the spec shows have the published forms (PRO-1 to PRO-5)."""

import re
from pathlib import Path

import fastjsonschema
import yaml

from nerconform.asking import faults
from nerconform.base.forms import schema

TEXT = (Path(__file__).parents[2] / "spec" / "13-protocol.md").read_text(encoding="utf-8")


def form_of(message: dict[str, object]) -> str:
    if "command" in message:
        return str(message["command"])
    return "start-answer" if "protocols" in message else "dialect-answer" if "ok" in message else "run-answer"


def test_every_message_that_is_shown_has_its_published_form() -> None:
    messages = TEXT.partition("### PRO-6")[0]
    blocks = re.findall(r"^```yaml\n(.*?)^```$", messages, re.MULTILINE | re.DOTALL)
    shown = [message for block in blocks for message in yaml.safe_load(block)]
    assert {form_of(message) for message in shown} >= {"start", "start-answer", "dialect", "run", "run-answer", "stop"}
    for message in shown:
        assert fastjsonschema.compile(schema(f"protocol-{form_of(message)}"))(message) == message


def test_every_fault_is_in_the_table() -> None:
    codes = {fault.code for fault in faults.Fault.__subclasses__()}
    table = TEXT.partition("### PRO-6")[2].partition("### PRO-7")[0]
    assert set(re.findall(r"^\| ([a-z-]+) \|", table, re.MULTILINE)) - {"fault"} == codes
