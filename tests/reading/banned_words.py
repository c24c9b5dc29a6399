"""Words that our texts do not use, each with what to say instead: `python -m tests.reading.banned_words [FILE...]`.

Looks only at what a user reads: in YAML the texts of defects and the reasons of golden cases, in JSON every text,
in Python the messages and hints of errors, in Markdown what is not code.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.reading.draw_texts import ROOT, hints_of

TEXTS = {"title", "what_happens", "effect", "what_to_do", "why", "says", "note", "description"}
"""The keys of YAML files whose values are read by users."""
FILES = (
    "nerconform/libraries/*/defects.yaml",
    "fixtures/*.yaml",
    "fixtures/documents/*.yaml",
    "nerconform/commands/verbs.json",
    "nerconform/reference/words.json",
    "nerconform/**/*.py",
    "docs/**/*.md",
    "*.md",
)


class Banned(NamedTuple):
    """A word that is not used, what to say instead, and the phrases in which it is fine."""

    word: re.Pattern[str]
    say: str
    fine: tuple[re.Pattern[str], ...]


BANNED = tuple(
    Banned(
        re.compile(one["word"], re.IGNORECASE),
        one["say"],
        tuple(re.compile(text, re.IGNORECASE) for text in one["fine"]),
    )
    for one in json.loads((Path(__file__).parent / "banned.json").read_text(encoding="utf-8"))
)


def found_in(text: str) -> Iterator[tuple[str, str]]:
    """Yield each banned word of a text, and what to say instead."""
    for banned in BANNED:
        left = text
        for phrase in banned.fine:
            left = phrase.sub("", left)
        yield from ((found[0], banned.say) for found in banned.word.finditer(left))


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield what a user reads of a file: the line (0 where it is not known) and the text."""
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from hints_of(path)
    elif path.suffix == ".json":
        yield from ((0, text) for text in _all_texts(json.loads(content)))
    elif path.suffix == ".md":
        plain = re.sub(r"```.*?```|<!--.*?-->", lambda code: "\n" * code[0].count("\n"), content, flags=re.DOTALL)
        yield from enumerate((re.sub(r"`[^`]*`|\]\([^)]*\)", "", line) for line in plain.splitlines()), 1)
    else:
        root = yaml.compose(content, yaml.CSafeLoader)
        yield from () if root is None else _yaml_texts(root)


def _all_texts(data: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    if isinstance(data, str):
        yield data
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _all_texts(part)


def _yaml_texts(node: yaml.Node) -> Iterator[tuple[int, str]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value in TEXTS and isinstance(value, yaml.ScalarNode):
                yield value.start_mark.line + 1, value.value
            else:
                yield from _yaml_texts(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _yaml_texts(value)


def main(names: Sequence[str]) -> int:
    """Print each banned word of the files, or of all texts of the project; return how many there are."""
    paths = [Path(name) for name in names] or sorted({path for one in FILES for path in ROOT.glob(one)})
    count = 0
    for path in paths:
        for line, text in texts_of(path):
            for word, say in found_in(text):
                count += 1
                sys.stdout.write(f"{path}:{line}: {word!r}: say {say}\n")
    return count


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
