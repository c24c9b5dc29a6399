# ruff: noqa: INP001 # a command, not a package
"""Fuzzing of the other borders: YAML, signatures, the protocol and stored results, with the standard library only.

    python fuzz/fuzz_borders.py yaml --seconds 1800 --seed 1

Each input is a valid one with a few random edits. It must be read, or refused with an error of the kit; what is read
must be written and read again alike, and what is drawn must be inert. The first find ends the run with exit status 1
and is printed: make it a test. Seconds are those of the processor, so a busy machine changes nothing. A run that is
interrupted or terminated ends after its present input, and prints the same line.
"""

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from nerconform.asking.announcement import read_agreed_dialect, read_announcement
from nerconform.asking.answers import read_answer, read_question
from nerconform.asking.messages import read_line
from nerconform.base.errors import NerconformError
from nerconform.base.report_form import ReportForm
from nerconform.base.resources import fixtures_dir
from nerconform.base.strict_yaml import loads
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.signature import parse_signature
from nerconform.reporting.report_writers import forms, print_first_screen, printed, render
from nerconform.results.stored import Stored
from nerconform.results.values import decode
from tests.reporting.kinds import DATA, one_of_each

WORDS = (
    *(
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        '"',
        "'",
        "-",
        "|",
        "#",
        "&a",
        "*a",
        "!!int",
        "%",
        "\\",
        "\n",
        "\t",
        "\0",
        "\x1b[2J",
    ),
    *("<b>", "`", "null", "true", "NaN", "1e999", "-1", "0", "9" * 5000, "1/3", "\u202e", "\ud800", "\U0001f4a9"),
    *("given{", "points{I1=open}", "type{%2C}", "f0.5", "spec:", "[" * 300, "{a: " * 300, '{"a":' * 300),
)
MOST = 3000
"""Characters of the longest message: a quoted input is cut."""
_RESTRUCTURED = 0.7
"""The share of inputs whose members are edited, where there are members: edited text is seldom JSON."""
START = (
    b'{"protocols": [1], "name": "m", "version": "1", "dialects": ["conlleval"], "schemes": ["IOB2"], '
    b'"forms": ["tags"], "measures": ["strict.micro.*"], "options": "any", "refusals": [{"error": "ValueError"}]}'
)
READING = b'{"ok": true, "dialect": "semeval", "measures": ["*.micro.f*"], "parts": ["spans"]}'
ANSWER = (
    b'{"id": 1, "values": {"strict.micro.f1": "2/3", "strict.micro.tp": 1}, "rows": ["PER"], '
    b'"spans": {"gold": [[["PER", 0, 1]]], "pred": [[]]}, "pairs": {"strict": [[[["PER", 0, 1], null]]]}}'
)
QUESTION = (
    b'{"command": "run", "id": 1, "dialect": "semeval", "scheme": "IOB2", "choices": {"zero": "1"}, "form": "spans", '
    b'"ask": "scores", "gold": [[["PER", 0, 1]]], "pred": [[]], "measures": ["strict.micro.f1"], "parts": []}'
)
LINES = frozenset({ReportForm.TEXT, ReportForm.MARKDOWN, ReportForm.SUMMARY, ReportForm.GITHUB, ReportForm.CSV})


class Target(NamedTuple):
    """One border: inputs to start from, and what is done with an edited one."""

    seeds: Callable[[], Sequence[str]]
    run: Callable[[str], None]
    has_structure: bool = False
    """Whether the inputs are JSON of which members are edited, too."""


def _yaml(text: str) -> None:
    loads(text.encode("utf-8", errors="replace").decode("utf-8"), "fuzz.yaml")  # a file holds no lone surrogate


def _signature(text: str) -> None:
    found = parse_signature(text)
    again = parse_signature(str(found))
    if str(again) != str(found):
        raise AssertionError(f"{found} is read back as {again}")


def _protocol(text: str) -> None:
    data = read_line(text.encode("utf-8", errors="surrogatepass"))
    announced = read_announcement(read_line(START))
    asked = [Measure.parse("strict.micro.f1"), Measure.parse("strict.micro.tp")]
    readers: Sequence[Callable[[], object]] = (
        lambda: read_announcement(data),
        lambda: read_agreed_dialect(data, announced, None),
        lambda: read_answer(1, asked, data),
        lambda: read_question(data),
    )
    refusals = []
    for reader in readers:
        try:
            reader()
        except NerconformError as error:
            refusals.append(error)
    if len(refusals) == len(readers):
        raise refusals[0]


def _result(text: str) -> None:
    found: Stored = decode(text, Stored, "fuzz.json")
    printed(partial(print_first_screen, found))
    for form in forms(type(found)):
        page = render(found, form)
        if form in LINES and not all(one.isprintable() or one in "\n\t\r" for one in page):
            raise AssertionError(f"{form} sends a command to the terminal")


def _yaml_seeds() -> list[str]:
    return [
        f"cases:\n{case}"
        for path in sorted(fixtures_dir().glob("*.yaml"))
        for case in path.read_text(encoding="utf-8").split("\n\n")[3:9]
    ]


def _signature_seeds() -> list[str]:
    given = [f"{name}|strict.micro.f1|spec:1.0" for name in NAMED]
    odd = "semeval,labels:given{A,B},zero:P1,R0,partial:1/3,delimiter:%2C,policy:points{I1=open,I2=emit+open}"
    return [*given, *map(str, NAMED.values()), f"{odd}|partial.type{{A%20b}}.f0.5|spec:1.0 # read:default"]


def _result_seeds() -> list[str]:
    # Edits are drawn by position, so the path of this checkout must not be in what they start from.
    return [json.dumps(one.to_dict()).replace(f"{DATA}{os.sep}", "") for one in one_of_each()]


TARGETS: Mapping[str, Target] = {
    "yaml": Target(_yaml_seeds, _yaml),
    "signatures": Target(_signature_seeds, _signature),
    "protocol": Target(lambda: [one.decode() for one in (START, READING, ANSWER, QUESTION)], _protocol),
    "results": Target(_result_seeds, _result, has_structure=True),
}


def edited(chance: Random, text: str, other: str) -> str:
    """Return a text with a few random edits; `other` is what pieces are taken from."""
    for _ in range(chance.randint(1, 4)):
        start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        end = min(end, start + chance.choice((0, 1, 4, 40)))
        at = chance.randint(0, len(other))
        piece = chance.choice(
            (chance.choice(WORDS), "", other[at : at + chance.choice((1, 8, 60))], text[start:end] * 2)
        )
        text = text[:start] + piece + text[end:]
    return text


def restructured(chance: Random, text: str) -> str:
    """Return JSON text in which a member is missing, renamed, empty, of another length or another number."""
    data = json.loads(text)
    for _ in range(chance.choice((1, 1, 2))):
        holder = chance.choice([one for one in _holders(data) if one])
        key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        value = holder.pop(key)
        match chance.choice(("delete", "rename", "change", "change")):
            case "rename" if isinstance(holder, dict):
                holder[f"{key}{chance.choice(('', 'x', '.'))}"] = value
            case "change" if isinstance(holder, dict):
                holder[key] = _changed(chance, value)
            case "change":
                holder.insert(key, _changed(chance, value))
    return json.dumps(data)


def _holders(data: Any) -> Iterator[Any]:  # noqa: ANN401 - whatever JSON can hold
    if isinstance(data, (dict, list)):
        yield data
        for one in data.values() if isinstance(data, dict) else data:
            yield from _holders(one)


def _changed(chance: Random, value: Any) -> Any:  # noqa: ANN401 - whatever JSON can hold
    match value:
        case bool() | None:
            return not value
        case int() | float():
            return chance.choice((0, -1, 1, value + 1, 10**18, 10**400, 1e308))
        case str():
            return chance.choice(("", f"{value}x", "0"))
        case list():
            return chance.choice(([], value[1:], value[:-1], value * 2, value[::-1]))
        case _:
            return {}


def inputs(target: Target, seed: int) -> Iterator[str]:
    """Yield edited inputs without end; one seed gives one sequence."""
    chance, seeds = Random(seed), target.seeds()  # noqa: S311 - reproducible, no secret
    while True:
        text = chance.choice(seeds)
        if target.has_structure and chance.random() < _RESTRUCTURED:
            yield restructured(chance, text)
        else:
            yield edited(chance, text, chance.choice(seeds))


def fuzz(target: Target, seed: int, goes_on: Callable[[int], bool]) -> tuple[int, int, tuple[str, Exception] | None]:
    """Return how many inputs were run, how many of them were read, and the first find with its error."""
    read = 0
    for number, text in enumerate(inputs(target, seed)):
        if not goes_on(number):
            return number, read, None
        try:
            target.run(text)
            read += 1
        except NerconformError as error:
            if not error.message or len(error.message) > MOST:
                return number, read, (text, error)
        except Exception as error:  # noqa: BLE001 - this is what is looked for
            return number, read, (text, error)
    raise AssertionError


def main() -> int:
    """Fuzz one border, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    stops: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _: stops.append(received))
    start = time.process_time()
    print(f"{args.target}, seed {args.seed}: begun", flush=True)  # noqa: T201
    run, read, find = fuzz(
        TARGETS[args.target], args.seed, lambda _: not stops and time.process_time() - start < args.seconds
    )
    print(  # noqa: T201
        f"{args.target}, seed {args.seed}: {time.process_time() - start:.0f} s, {run} inputs, {read} of them read, "
        f"{1 if find else 0} finds"
    )
    if find:
        print(repr(find[0]), repr(find[1]), sep="\n")  # noqa: T201
    return 1 if find else 0


if __name__ == "__main__":
    sys.exit(main())
