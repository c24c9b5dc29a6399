"""Verb parser: the form of every verb's help, and errors that say what to write instead."""

import argparse
import difflib
import re
import shlex
import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from nerconform.base.errors import NerconformError

Verbs = Any
"""What `add_subparsers` returns; argparse has no public name for its type."""
_CANNOT_ASK = "the question could not be asked; nothing was printed"
_WIDTH = 100
"""Columns of help at most: longer lines are hard to read."""


class WrongUse(NerconformError):
    """The command line does not have the form that the verb takes."""

    code = "wrong-use"


class VerbParser(argparse.ArgumentParser):
    """A parser whose help wraps at the width of the terminal, and whose errors are raised."""

    example = ""
    """A command line of the verb, without the name of the program."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - what argparse takes
        """Take options by their full names only, so that a new option never changes what a command line means."""
        super().__init__(formatter_class=_Help, allow_abbrev=False, **options)
        self._positionals.title = "arguments"

    def option_of(self, flag: str) -> argparse.Action | None:
        """Return what an option does, `None` where the verb has no such option."""
        return self._option_string_actions.get(flag)

    def flags(self) -> Iterable[str]:
        """Return the options of the verb."""
        return self._option_string_actions

    def error(self, message: str) -> NoReturn:
        """Raise `WrongUse`: the message, and an example or where the help is."""
        hint, place = f"`{self.prog} --help` shows the options.", self.prog.removeprefix("nerconform").strip()
        if required := re.match(r"the following arguments are required: |one of the arguments .* is required", message):
            message = f"{message[required.end() :] or 'an argument'} is missing"
            hint = paste([shlex.split(self.example)], "For example")
        if choice := re.fullmatch(r"(.*)invalid choice: '(.*)' \(choose from (.*)\)", message, re.DOTALL):
            names = choice[3].replace("'", "").split(", ")
            message = f"{choice[1]}{no_such('value', choice[2], names)}"
        message = message.replace("unrecognized arguments:", "one argument too many:")
        raise WrongUse(message.removeprefix("argument "), place=place, hint=hint)


class _Help(argparse.HelpFormatter):
    """Paragraphs are wrapped; lines that begin with blanks, as examples do, stay as they are."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=26)
        self._width = min(self._width, _WIDTH)

    def format_help(self) -> str:
        """Leave room for the names of verbs, which argparse measures without their indentation."""
        self._action_max_length += 2
        return super().format_help()

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = [
            part if "\n  " in part else textwrap.fill(part, width, break_on_hyphens=False)
            for part in text.strip().split("\n\n")
        ]
        return textwrap.indent("\n\n".join(parts), indent)


def add_verb(  # noqa: PLR0913 - what a help page consists of
    verbs: Verbs,
    name: str,
    run: Callable[[argparse.Namespace], int],
    *,
    help: str,  # noqa: A002 - as argparse calls it
    takes: str,
    description: str,
    examples: Sequence[str],
    right: str,
    wrong: str = "",
    also: str = "",
) -> VerbParser:
    """Add a verb and return its parser.

    `takes` shows the positional arguments, as in `FILE | GOLD PRED`. `right` and `wrong` say what exit status 0 and 1
    mean (no `wrong`: there is no 1), `also` what other lines the list of exit statuses has.
    """
    lines = [f"0  {right}", *([f"1  {wrong}"] if wrong else []), f"2  {_CANNOT_ASK}", *([also] if also else [])]
    shown = "\n".join(f"  nerconform {example}" for example in examples)
    parser: VerbParser = verbs.add_parser(
        name,
        help=help,
        usage=" ".join(f"nerconform {name} {takes} [options]".split()),
        description=f"{description}\n\nexamples:\n{shown}",
        epilog="exit status:\n" + "\n".join(f"  {line}" for line in lines),
    )
    parser.example = examples[0]
    parser.set_defaults(run=run)
    return parser


def stored_schema(name: str) -> Callable[[], object]:
    """Return a function that returns the published JSON Schema of a result, a record or a file of the spec."""

    def found(name: str) -> object:
        if "." in name:
            from nerconform.results.values import schema_of

            module, _, record = name.rpartition(".")
            return schema_of(getattr(import_module(f"nerconform.results.{module}"), record))
        from nerconform.base.forms import schema

        return schema(name)

    return partial(found, name)


def paste(lines: Iterable[Sequence[str]], words: str = "Write") -> str:
    """Return command lines, each on a line of its own."""
    return f"{words}:\n" + "\n".join(f"  nerconform {' '.join(map(_quoted, line))}" for line in lines)


def _quoted(word: str) -> str:
    """Return a word as a shell needs it; a dialect's colons and commas need no quotes."""
    return word if re.fullmatch(r"[\w.,:/=@%+-]+", word) else shlex.quote(word)


def near(word: str, names: Iterable[str]) -> list[str]:
    """Return up to three names that are spelt like a word."""
    folded = {name.lower(): name for name in names}
    return [folded[name] for name in difflib.get_close_matches(word.lower(), folded, n=3)]


def no_such(kind: str, word: str, names: Iterable[str]) -> str:
    """Return the sentence that there is no such thing, with the names that are spelt like it, else with all."""
    names = list(names)
    like = near(word, names)
    return f"there is no {kind} {word!r}. " + (f"Do you mean {' or '.join(like)}?" if like else f"Use {one_of(names)}.")


def one_of(names: Iterable[str]) -> str:
    """Return names as words: `a, b or c`."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
