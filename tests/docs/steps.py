"""Steps: what a guide asks its reader to do, block by block.

The first line of a block names a file. `# FILE` writes the file, `# append to FILE` writes at its end. A `diff` block
changes the file: lines that begin with a blank are there, `-` is taken away, `+` is put in. A `console` block has
commands behind `$`, each with lines that it prints; `...` stands for any text.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# (append to )?(\S+\.[\w-]+)\n")


class Command(NamedTuple):
    """A command of a guide, and parts of lines that it prints, in order."""

    line: str
    prints: list[str]

    def patterns(self) -> list[str]:
        """Return the lines as `fnmatch_lines` takes them."""
        return [f"*{line.strip().replace('[', '[[]').replace('...', '*')}*" for line in self.prints]


class Write(NamedTuple):
    """A file with its text, or a text for the end of a file."""

    file: str
    text: str
    at_end: bool

    def apply(self, folder: Path) -> None:
        """Write the text."""
        path = folder / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if self.at_end else ""
        path.write_text(before + self.text, encoding="utf-8")


class Change(NamedTuple):
    """A change of a file: the lines that stand there, and those that stand there afterwards."""

    file: str
    before: str
    after: str

    def apply(self, folder: Path) -> None:
        """Change the one place at which the lines stand."""
        path = folder / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.before) == 1, f"{self.file}: these lines are not there once:\n{self.before}"
        path.write_text(text.replace(self.before, self.after), encoding="utf-8")


Step = Command | Write | Change


def steps(text: str) -> Iterator[Step]:
    """Yield what a guide asks for, in order."""
    for language, body in _BLOCK.findall(text):
        named = _FILE.match(body)
        if language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                line, *prints = part.splitlines()
                yield Command(line, [line for line in prints if line.strip()])
        elif named and language == "diff":
            lines = body[named.end() :].splitlines(keepends=True)
            before = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
            yield Change(named[2], before, "".join(line[1:] or "\n" for line in lines if line[0] != "-"))
        elif named:
            yield Write(named[2], body[named.end() :], at_end=bool(named[1]))
