"""Inputs: the kinds of bad input that the kit must refuse in words, and the odd but legal ones that it must answer.

This table drives the tests of our own surface (`test_inputs.py`) and the page `docs/refusals.md`
(`python -m tests.contract.table`).
"""

from pathlib import Path

from tests.contract.asking import Input, file
from tests.contract.calls import CALLS
from tests.contract.files import FILES, GOOD, JSON, LINE

FOUND = "tp 1 fp 0 fn 1"


def _huge_line(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"Acme B-ORG B-ORG\n")
        file.write(b"x" * (64 << 20))
        file.write(b" O O\nOslo B-LOC O\n")


LEGAL = (
    Input("no last newline", LINE, "", FOUND, file(GOOD.rstrip())),
    Input("CRLF line ends", LINE, "", FOUND, file(GOOD.replace(b"\n", b"\r\n"))),
    Input("a byte order mark", LINE, "", FOUND, file(b"\xef\xbb\xbf" + GOOD)),
    Input("blank lines at both ends", LINE, "", FOUND, file(b"\n\n" + GOOD + b"\n\n\n")),
    Input("marks of documents", LINE, "", FOUND, file(b"-DOCSTART- O O\n\n" + GOOD)),
    Input("a line of 64 MiB", LINE, "", FOUND, {"data.conll": _huge_line}),
    Input("100,000 types, in a call", 'len(nc.decode([f"B-{n}" for n in range(100_000)]))', "", "100000"),
    Input(
        "a type with spaces and signs, in JSON",
        JSON,
        "",
        "tp 1 fp 0 fn 0",
        file(b'{"gold":["B-a |#{}, "],"pred":["B-a |#{}, "]}', "data.jsonl"),
    ),
    Input("no sentences at all, in a call", "nc.evaluate([], []).f1", "", "0"),
    Input("sentences without tokens, in a call", "nc.evaluate([[], []], [[], []]).f1", "", "0"),
    Input("nested spans, in a call", 'nc.evaluate([[("A", 0, 3), ("B", 1, 2)]], [[("B", 1, 2)]]).counts.tp', "", "1"),
)

INPUTS = (*CALLS, *FILES, *LEGAL)
