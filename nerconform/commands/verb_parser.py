"""Verb parser: the command line after `verbs.json`, how every help page looks, and errors that say what to write."""

import argparse
import difflib
import json
import re
import shlex
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from nerconform.base.bounds import MAX_RESAMPLES, MAX_SECONDS, TooLarge, positive, whole_number
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.base.report_form import ReportForm
from nerconform.version import SPEC_VERSION, __version__

_CANNOT_ASK = "the command could not run: wrong arguments, or unreadable input"
_ENDINGS = ".txt .json .md .html .xml .sarif"
_ALIASES = {"pretty": ReportForm.TEXT, "md": ReportForm.MARKDOWN, "tex": ReportForm.LATEX}
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
        hint, place = f"`{self.prog} --help` shows all options.", self.prog.removeprefix("nerconform").strip()
        if required := re.match(r"the following arguments are required: |one of the arguments .* is required", message):
            message = f"{message[required.end() :] or 'an argument'} is missing"
            hint = paste([shlex.split(self.example)], "For example")
        if choice := re.fullmatch(r"(.*)invalid choice: '(.*)' \(choose from (.*)\)", message, re.DOTALL):
            names = choice[3].replace("'", "").split(", ")
            message = f"{choice[1]}{no_such('value', choice[2], names)}"
        message = message.replace("unrecognized arguments:", "unexpected argument:")
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


@cache
def command_table() -> Mapping[str, Any]:
    """Return what `verbs.json` says."""
    table: Mapping[str, Any] = json.loads(Path(__file__).with_name("verbs.json").read_text(encoding="utf-8"))
    return table


def build_parser() -> tuple[VerbParser, dict[str, VerbParser]]:
    """Return the parser of the whole command line, and the parsers of the verbs by their names."""
    data = command_table()
    parser = VerbParser(
        prog="nerconform",
        usage="nerconform VERB ... [options]",
        description="\n\n".join([data["description"], "\n".join(data["start"])]),
        epilog="\n".join(data["epilog"]),
    )
    version = f"nerconform {__version__}, spec {SPEC_VERSION}"
    parser.add_argument("--version", action="version", version=version, help="print the versions and exit")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True, prog="nerconform")
    for name, verb in data["verbs"].items():
        _add_verb(verbs, name, verb, data["arguments"])
    return parser, verbs.choices


def first_words() -> str:
    """Return what is printed where no verb is named: where to start, and the names of all verbs."""
    data = command_table()
    width = max(map(len, data["topics"]))
    lines = [
        "usage: nerconform VERB ... [options]",
        "",
        *textwrap.wrap(data["description"], 80),
        "",
        *data["start"],
        "",
    ]
    lines += ["all verbs:", *(f"  {topic:<{width}}  {', '.join(verbs)}" for topic, verbs in data["topics"].items())]
    return "\n".join([*lines, "", "more: nerconform --help (what each verb does), nerconform --version"])


def _add_verb(verbs: Any, name: str, verb: Mapping[str, Any], shared: Mapping[str, Any]) -> None:  # noqa: ANN401
    """Add one verb.

    `takes` shows the positional arguments, `exit` says what exit status 0 and 1 mean (of one line: there is no 1), and
    `also` is one more line of them. `folder` names what a folder gets to which the result is written, `forms` are those
    in which it is printed; where `forms_but` stands, all but these.
    """
    examples = "".join(f"\n  nerconform {example}" for example in verb["examples"])
    right, *wrong = verb["exit"]
    statuses = [f"0  {right}", *(f"1  {words}" for words in wrong), f"2  {_CANNOT_ASK}", verb.get("also", "")]
    parser: VerbParser = verbs.add_parser(
        name,
        help=verb["help"],
        usage=" ".join(f"nerconform {name} {verb['takes']} [options]".split()),
        description="\n\n".join([*verb["description"], f"examples:{examples}"]),
        epilog="exit status:" + "".join(f"\n  {line}" for line in statuses if line),
    )
    parser.example = verb["examples"][0]
    parser.set_defaults(verb=name)
    _add_arguments(parser, verb["arguments"], shared)
    for title, arguments in verb["groups"].items():
        _add_arguments(parser.add_argument_group(title), arguments, shared)
    if "folder" in verb:
        words = f"write {verb['folder']} to a folder, or one file in the format of its ending ({_ENDINGS}); repeatable"
        parser.add_argument("--output", action="append", default=[], type=Path, metavar="PATH", help=words)
    if forms := verb.get("forms", [form for form in ReportForm if form not in verb.get("forms_but", ReportForm)]):
        words = f"{one_of(forms)} (default: the first screen of text)"
        parser.add_argument("--format", type=partial(_form, name, forms), metavar="FORM", help=words)
        parser.add_argument("--verbose", action="store_true", help="print everything, as --format text does")
        words = "print the JSON Schema of --format json, and exit"
        parser.add_argument("--json-schema", action=_PrintSchema, nargs=0, const=verb["schema"], help=words)


def _add_arguments(group: Any, arguments: Iterable[Any], shared: Mapping[str, Any]) -> None:  # noqa: ANN401
    """Add arguments to a parser or a group: written out, or by the names of those that several verbs have."""
    for one in arguments:
        argument = shared[one] if isinstance(one, str) else one
        if isinstance(argument, list):
            _add_arguments(group, argument, shared)
        elif "either" in argument:
            choice = group.add_mutually_exclusive_group(required=argument["required"])
            _add_arguments(choice, argument["either"], shared)
        else:
            _add_argument(group, **argument)


def _add_argument(group: Any, name: str, type: str = "", **options: Any) -> None:  # noqa: A002, ANN401 - as argparse
    """Add one argument; `type` names how its text is read, `whole 0 9` with the bounds of a number."""
    if type:
        kind, *bounds = type.split()
        options["type"] = partial(_TYPES[kind], *map(int, bounds)) if bounds else _TYPES[kind]
    if "choices" in options:
        options["help"] = options["help"].replace("{choices}", one_of(options["choices"]))
    if options.get("action") == "append":
        options["default"] = []
    if isinstance(options.get("metavar"), list):
        options["metavar"] = tuple(options["metavar"])
    group.add_argument(name, **options)


def _whole(least: int, *rest: Any) -> int:  # noqa: ANN401 - the greatest number if there is one, and the text
    """Return a whole number within bounds."""
    *most, text = rest
    try:
        value = whole_number(text) if text.strip().removeprefix("-").isdecimal() else least - 1
    except TooLarge as error:
        raise argparse.ArgumentTypeError(f"{short(text)}: {error.message}") from None
    if value < least or any(value > greatest for greatest in most):
        span = f"from {least} to {most[0]}" if most else f"of {least} or more"
        raise argparse.ArgumentTypeError(f"{short(text)} is not a whole number {span}")
    return value


def _seconds(text: str) -> float:
    """Return a time limit: more than nothing, and at most a day."""
    try:
        value = positive(float(text), MAX_SECONDS)
    except ValueError:
        value = None
    if value is None:
        raise argparse.ArgumentTypeError(f"{short(text)} is not a number of seconds above 0, at most {MAX_SECONDS}")
    return value


def _versions(text: str) -> tuple[str, ...]:
    """Return the versions, and limits of a range, that are named; at least one."""
    found = tuple(filter(None, (part.strip() for part in text.split(","))))
    if not found:
        raise argparse.ArgumentTypeError("no version is named. Write 1.2.0,1.2.2 or '>=1.0,<1.2'.")
    return found


_TYPES: Mapping[str, Callable[..., Any]] = {
    "path": Path,
    "float": float,
    "whole": _whole,
    "resamples": partial(_whole, 0, MAX_RESAMPLES),
    "seconds": _seconds,
    "versions": _versions,
    "names": lambda text: text.split(","),
}


def _form(verb: str, forms: Sequence[str], text: str) -> ReportForm:
    """Return one of the forms that a verb has."""
    name = _ALIASES.get(text, text)
    if name not in forms:
        raise argparse.ArgumentTypeError(f"{verb} has no format {short(text)}. Use {one_of(forms)}")
    return ReportForm(name)


class _PrintSchema(argparse.Action):
    """Prints a JSON Schema and ends, whatever else was or was not said."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the schema in `const`, or that of the record which it names."""
        from nerconform.base.json_text import dumps

        schema: Any = self.const
        if isinstance(self.const, str):
            from nerconform.results.values import schema_of

            module, record = self.const.split(".")
            schema = schema_of(getattr(import_module(f"nerconform.results.{module}"), record))
        sys.stdout.write(dumps(schema))
        parser.exit()


def paste(lines: Iterable[Sequence[str]], words: str = "Write") -> str:
    """Return command lines, each on a line of its own."""
    return f"{words}:\n" + "\n".join(f"  nerconform {' '.join(map(_quoted, line))}" for line in lines)


def _quoted(word: str) -> str:
    """Return a word as a shell needs it; a dialect's colons and commas need no quotes."""
    return word if re.fullmatch(r"[\w.,:/=@%+-]+", word) else shlex.quote(word)


def near(word: str, names: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """Return up to three names that are spelt like a word; `cutoff` is the least similarity, from 0 to 1."""
    folded = {name.lower(): name for name in names}
    return [folded[name] for name in difflib.get_close_matches(word.lower(), folded, n=3, cutoff=cutoff)]


def no_such(kind: str, word: str, names: Iterable[str]) -> str:
    """Return the sentence that there is no such thing, with the names that are spelt like it, else with all."""
    names = list(names)
    like = near(word, names)
    return f"there is no {kind} {word!r}. " + (f"Do you mean {' or '.join(like)}?" if like else f"Use {one_of(names)}.")


def one_of(names: Iterable[str]) -> str:
    """Return names as words: `a, b or c`."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
