"""Right form: a command line that the grammar has not is answered with the one that it has, ready to paste.

Implementations are positional where a verb runs nothing else, and follow `--with` where it reads files.
"""

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.base.report_form import ReportForm
from nerconform.commands.near_names import dialects, implementations, names_like, schemes
from nerconform.commands.verb_parser import VerbParser, WrongUse, command_table, near, no_such, paste

_WRONG = command_table()["wrong_forms"]
"""What people write who know other tools, or earlier versions of this one, and what they mean."""
_RUN, _READ = _WRONG["verbs_that_run_implementations"], _WRONG["verbs_that_read_files"]
_DATA = {*_WRONG["endings_of_data"]}
"""Endings of files that hold data, or results."""
_FEW = 2
"""Two sides: gold and prediction, or two implementations."""
_SIMILAR_FLAGS = 0.8
"""`--resample` is `--resamples`, but `--limit` is not `--timeout`."""
_IN_FILE = re.compile(r"[^:]+\.py:[^\W\d]\w*")


class _CommandLine(NamedTuple):
    """A command line in parts: positional arguments, options that the verb has, and options that it has not."""

    words: list[str]
    options: list[list[str]]
    unknown: list[list[str]]

    def texts(self) -> list[str]:
        """Return the options as they were written."""
        return [text for option in self.options for text in option]


def require_verb(argv: Sequence[str], verbs: Mapping[str, VerbParser]) -> None:
    """Raise `WrongUse` where the first argument is no verb."""
    word, *rest = argv
    if word in verbs:
        return
    if word == "help":
        raise WrongUse("help is an option, not a verb", hint=paste([[*rest[:1], "--help"]]))
    if word in _WRONG["other_verbs"]:
        raise WrongUse(f"there is no verb {word!r}", hint=paste([[_WRONG["other_verbs"][word], *rest]]))
    if like := near(word, verbs):
        raise WrongUse(f"there is no verb {word!r}", hint=paste([[like[0], *rest]]))
    if _is_file(word):
        raise WrongUse("the verb is missing", hint=paste([[name, *argv] for name in ("score", "compare")]))
    if _is_implementation(word):
        raise WrongUse("the verb is missing", hint=paste([["check", *argv]]))
    raise WrongUse(no_such("verb", word, verbs), hint="`nerconform --help` shows what each does.")


def with_modules(argv: Sequence[str]) -> list[str]:
    """Return the arguments with `folder/file.py:name` as the import path `folder.file:name`.

    Raises `WrongUse` where there is no such file, or it is not below the working directory, where modules are looked
    for.
    """
    return [_module_path(word, argv) if _IN_FILE.fullmatch(word) else word for word in argv]


def _module_path(word: str, argv: Sequence[str]) -> str:
    """Return the import path of a function that is named by its file."""
    file, name = word.rsplit(":", 1)
    path = Path(file).resolve()
    if not path.is_file():
        raise WrongUse(
            f"there is no file {file}",
            hint=f"Check the path. A function is named as FILE:FUNCTION or MODULE:FUNCTION: metrics.py:{name}",
        )
    if path.is_relative_to(Path.cwd()):
        return f"{'.'.join(path.relative_to(Path.cwd()).with_suffix('').parts)}:{name}"
    there = paste([[f"{path.stem}:{name}" if one == word else one for one in argv]]).removeprefix("Write:\n")
    message = f"Python imports modules from the folder you are in, and {file} is not below it"
    raise WrongUse(message, hint=f"Change the directory first:\n  cd {path.parent}\n{there}")


def require_right_form(verb: str, tokens: Sequence[str], verbs: Mapping[str, VerbParser]) -> None:
    """Raise `WrongUse` where the arguments of a verb are of another kind than it takes."""
    line = _split(verbs[verb], tokens)
    if any(option[0] in {"-h", "--help", "--json-schema"} for option in line.options):
        return
    line = _renamed(verb, line, verbs)
    if verb in _RUN:
        _require_implementations(verb, line)
    elif verb in _READ:
        _require_files(verb, line)
    elif verb == "list" and line.words and line.words[0] in _WRONG["other_lists"]:
        raise _wrong(verb, f"there is no list of {line.words[0]}", [["list", _WRONG["other_lists"][line.words[0]]]])


def hint_for(error: NerconformError, verb: str = "") -> str:
    """Return the hint of an error; before it, the names that are spelt like one that is unknown.

    Where a file holds both sides, the hint is a command of this verb.
    """
    like = names_like(error)
    if error.code == "holds-both-sides" and verb == "rank":
        return "If each file is a system and holds gold and prediction: `nerconform rank --gold-inside FILE FILE ...`."
    if error.code == "holds-both-sides" and verb:
        return error.hint.replace("`nerconform score ", f"`nerconform {verb} ")
    return f"Do you mean {' or '.join(like)}? {error.hint}" if like else error.hint


def _split(parser: VerbParser, tokens: Iterable[str]) -> _CommandLine:
    """Return the parts of a command line; an option that is unknown takes all that follows up to the next option."""
    line, rest = _CommandLine([], [], []), deque(tokens)
    while rest:
        word = rest.popleft()
        if word == "--":
            line.words.extend(rest)
            break
        if not word.startswith("-") or word == "-":
            line.words.append(word)
            continue
        flag, equals, value = word.partition("=")
        found = [flag, value] if equals else [flag]
        action = parser.option_of(flag)
        count = None if action is None or action.nargs == "+" else 1 if action.nargs is None else int(action.nargs)
        while rest and ((rest[0] == "-" or not rest[0].startswith("-")) if count is None else len(found) <= count):
            found.append(rest.popleft())
        (line.unknown if action is None else line.options).append(found)
    return line


def _renamed(verb: str, line: _CommandLine, verbs: Mapping[str, VerbParser]) -> _CommandLine:
    """Return the line without options whose values are positional. Raises `WrongUse` for other unknown options."""
    parser = verbs[verb]
    for flag, *values in line.unknown:
        form, right = flag.removeprefix("--"), _WRONG["other_flags"].get(flag, "")
        written = [*line.words, *line.texts()]
        if (verb in {*_RUN, *_READ} and flag in _WRONG["flags_of_implementations"]) or (
            verb in _READ and flag in _WRONG["flags_of_files"]
        ):
            continue
        if form in {*ReportForm, "pretty"} and parser.option_of("--format"):
            raise _wrong(verb, f"{{}} has no option {flag}", [[verb, *written, *values, "--format", form]])
        if right and parser.option_of(right):
            raise _wrong(verb, f"{{}} has no option {flag}", [[verb, *written, right, *values]])
        like = near(flag, parser.flags(), _SIMILAR_FLAGS)
        if like:
            raise _wrong(verb, f"{{}} has no option {flag}", [[verb, *written, name, *values] for name in like[:1]])
        others = [name for name, other in verbs.items() if other.option_of(flag)]
        words = f"; {' and '.join(others)} {'has' if len(others) == 1 else 'have'} it" if others else ""
        hint = f"See the options that it has: nerconform {verb} --help"
        raise WrongUse(f"{verb} has no option {flag}{words}", hint=hint)
    return line


def _require_implementations(verb: str, line: _CommandLine) -> None:
    """Raise `WrongUse` where a verb that takes implementations is given something else."""
    options = line.texts()
    named = _given(line, _WRONG["flags_of_implementations"])
    words = [name for word in line.words for name in (_names(word) if "," in word else [word])]
    files = [word for word in words if _is_file(word)]
    versions = [word for word in words if re.fullmatch(r"\d+(\.\w+)+", word)] if verb == "releases" else []
    names = [*(word for word in words if word not in {*files, *versions}), *named]
    pins = [re.split("==|@", name) for name in names if re.fullmatch(r"[\w-]+(==|@)[\w.]+", name)]
    if files:
        raise _for_file(verb, names, files, options)
    if versions or pins:
        libraries = dict.fromkeys([pin[0] for pin in pins] or names)
        pinned = ",".join([*versions, *(pin[1] for pin in pins)])
        reason = "" if verb == "releases" else "{} runs the installed release; releases installs others"
        others = options if verb == "releases" else []
        raise _wrong(
            verb,
            reason or "{} takes versions after --versions",
            [["releases", *libraries, "--versions", pinned, *others]],
        )
    if line.unknown:
        raise _wrong(verb, f"{{}} takes implementations without {line.unknown[0][0]}", [[verb, *names, *options]])
    if names != line.words:
        raise _wrong(verb, "{} takes implementations separated by blanks", [[verb, *names, *options]])
    if verb == "diff" and len(names) > _FEW:
        raise _wrong(verb, "{} takes one implementation or two", [[verb, *names[:2], *options]])
    if verb == "identify" and len(names) > 1:
        raise _wrong(verb, "{} takes one implementation", [[verb, name, *options] for name in names])
    if verb == "known" and names and "--write" not in options:
        raise _wrong(
            verb,
            "{} writes a list of a metric's wrong answers, to which you add the reasons, and needs --write",
            [[verb, "--write", *names, *options]],
        )


def _for_file(verb: str, names: list[str], files: list[str], options: list[str]) -> WrongUse:
    """Return the error that a verb takes implementations, where it was given files."""
    first = Path(files[0])
    if first.suffix == ".json":
        right = ["diff-reports", *files[:2]] if verb == "diff" and files[1:] else ["report", files[0]]
        return _wrong(
            verb, f"{first} is a file, and {verb} takes implementations; report prints a stored result", [right]
        )
    if first.suffix == ".py":
        module = ".".join(first.with_suffix("").parts)
        reason = f"{first} is a file, and {verb} takes a function in it as module:function"
        return _wrong(verb, reason, [[verb, *names, f"{module}:FUNCTION", *options]])
    if first.suffix not in _DATA and first.exists() and first.stat().st_mode & 0o111:
        reason = f"{first} is a program, which exec: runs"
        return _wrong(verb, reason, [[verb, *names, f"exec:./{first}", *options]])
    if verb == "diff" and names:
        return _wrong(verb, "{} takes files after --data", [[verb, *names, "--data", *files, *options]])
    with_names = ["--with", ",".join(names)] if names else []
    reason = "{} reads no data; compare runs implementations on a file"
    return _wrong(verb, reason, [["compare", *files[:2], *with_names]])


def _require_files(verb: str, line: _CommandLine) -> None:
    """Raise `WrongUse` where a verb that reads files is given something else, or too many files."""
    names, files = _given(line, _WRONG["flags_of_implementations"]), _given(line, _WRONG["flags_of_files"])
    named: list[str] = []
    for word in line.words:
        if word in schemes() and not Path(word).exists():
            named.append(word)
        elif not Path(word).exists() and all(map(_is_implementation, _names(word))):
            names += _names(word)
        else:
            files.append(word)
    options = line.texts()
    if names:
        raise _for_names(verb, names, files, [*options, *(["--scheme", named[0]] if named else [])])
    if named:
        flag = "--to" if verb == "convert" and "--to" not in options else "--scheme"
        right = [verb, *(files or ["FILE"]), flag, named[0], *options]
        raise _wrong(verb, f"{{}} takes the scheme after {flag}", [right])
    if line.unknown:
        reason = f"{{}} takes files without {line.unknown[0][0]}, gold first"
        raise _wrong(verb, reason, [[verb, *files, *options]])
    if verb == "convert" and files and "--to" not in options:
        raise _wrong(verb, "{} needs --to, the scheme to write", [[verb, *files, "--to", "BIOES", *options]])
    _require_few(verb, files, options)


def _require_few(verb: str, files: list[str], options: list[str]) -> None:
    """Raise `WrongUse` where there are too many files."""
    if verb == "convert" and len(files) > 1:
        raise _wrong(verb, "{} takes one file", [[verb, file, *options] for file in files])
    if verb == "compare" and len(files) > _FEW:
        reason = "{} takes FILE or GOLD PRED, and a second prediction after --against"
        raise _wrong(verb, reason, [[verb, *files[:2], "--against", files[2], *options]])
    if {"--gold-column", "--pred-column"} <= {*options}:
        return
    if verb in {"score", "sweep"} and len(files) > _FEW:
        right = [[verb, files[0], file, *options] for file in files[1:]]
        raise _wrong(verb, "{} takes FILE or GOLD PRED", right)


def _given(line: _CommandLine, flags: Sequence[str]) -> list[str]:
    """Return the values of options that the verb has not."""
    return [name for flag, *values in line.unknown if flag in flags for value in values for name in _names(value)]


def _for_names(verb: str, names: list[str], files: list[str], options: list[str]) -> WrongUse:
    """Return the error that a verb reads files, where it was given implementations."""
    read = files or ["FILE"]
    if verb in {"score", "sweep"} and len(names) == 1 and names[0] in {*dialects()} - {*implementations()}:
        return _wrong(verb, "{} takes the dialect after --dialect", [[verb, *read, "--dialect", names[0], *options]])
    if verb != "compare":
        reason = "{} runs no implementations; compare does"
        return _wrong(verb, reason, [["compare", *read, "--with", ",".join(names)]])
    while "--with" in options:
        at = options.index("--with")
        names = [options[at + 1], *names]
        options = [*options[:at], *options[at + 2 :]]
    right = ["compare", *read, "--with", ",".join(names), *options]
    if not files and len(names) <= _FEW:
        reason = "{} reads a file, and takes implementations after --with; diff needs no file"
        return _wrong(verb, reason, [right, ["diff", *names]])
    return _wrong(verb, "{} takes implementations after --with", [right])


def _wrong(verb: str, reason: str, lines: list[list[str]]) -> WrongUse:
    """Return the error with the command lines to paste."""
    return WrongUse(reason.format(verb), hint=paste(lines))


def _names(text: str) -> list[str]:
    """Return the names in a list with commas; the choices of a dialect belong to it."""
    parts = [part.strip() for part in text.split(",")]
    return parts if all(map(_is_implementation, parts)) else [text]


def _is_file(word: str) -> bool:
    """Whether a word names a file, and no implementation."""
    return not _is_implementation(word) and (Path(word).is_file() or Path(word).suffix.lower() in {*_DATA, ".py"})


def _is_implementation(word: str) -> bool:
    """Whether a word looks like the name of an implementation or of a dialect."""
    if re.match(r"(exec|reference):|[A-Za-z_][\w.]*:[A-Za-z_]", word):
        return True
    return re.split("==|@", word)[0] in {*implementations(), *dialects()}
