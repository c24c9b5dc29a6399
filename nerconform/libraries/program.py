"""Programs: what a published program computes of a file, defects and all, and what it prints."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, cast

from nerconform.base.errors import NerconformError
from nerconform.libraries.library import folders, library_in
from nerconform.libraries.quirk import Quirk
from nerconform.reference.dialect import Dialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.signature import AS


class UnknownProgram(NerconformError):
    """No folder of a library holds such a program, or it is another version."""

    code = "unknown-program"


class NotForPrograms(NerconformError):
    """Something is asked of a program that it does not do, or its input is what it reads otherwise than nerconform."""

    code = "not-for-programs"


class ProgramOutput(NamedTuple):
    """What a program prints: the text, and each printed figure by a name, as it is printed."""

    text: str
    figures: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of a program over the data: choices beside those of the program, and quirks that have no part in it.

    `columns` are those of gold and prediction, where the program says which; `tag` is what it makes of a tag first.
    """

    choices: Mapping[str, str] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    columns: tuple[int, int] | None = None
    tag: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """One version of a published program: the rules it scores by, and how it prints.

    `folder` is that of its library. `choices` are the dialect; the quirks of the folder that cover `version` are added
    to it. `passes` are evaluations of the same data by name, the first of which gives the counts. `prints` makes the
    output of them. A program that reads tags by one table has a `scheme`; the others take that of the data. A token
    equal to `boundary` ends a sentence. `marks_documents` says whether lines of -DOCSTART- are skipped, as nerconform
    does; else they are tokens. `reads_returns` says that a carriage return at the end of a line is part of a tag.
    Lines that begin with `comment` are skipped, and `takes` says which tags the program reads; at others it ends.
    """

    folder: str
    version: str
    choices: Mapping[str, str]
    prints: Callable[[Mapping[str, Evaluation]], ProgramOutput]
    passes: Mapping[str, Pass] = field(default_factory=lambda: {"": Pass()})
    scheme: Scheme | None = None
    boundary: str = ""
    marks_documents: bool = True
    reads_returns: bool = False
    comment: str | None = None
    takes: Callable[[str], bool] | None = None

    @property
    def name(self) -> str:
        """Return the name of the program, such as `conlleval.pl`."""
        return library_in(self.folder).name

    @property
    def first(self) -> Pass:
        """Return the pass that gives the counts."""
        return next(iter(self.passes.values()))

    def rules(self, scheme: Scheme) -> str:
        """Return the head of a signature: `as:FOLDER-VERSION`, and the scheme where the program leaves it open."""
        own = self.scheme is None and scheme is not Scheme.IOB2
        return f"{AS}{self.folder}-{self.version}{f',scheme:{scheme}' if own else ''}"

    def dialect(self, scheme: Scheme, one: Pass) -> Dialect:
        """Return the dialect of a pass. Raises what a choice deserves that the scheme excludes."""
        return Dialect().set(scheme=self.scheme or scheme, **{**self.choices, **one.choices})

    def quirks(self, dialect: Dialect, one: Pass) -> tuple[Quirk, ...]:
        """Return the quirks that have a part in a pass, in the order of the defects.

        A program without a scheme takes spans, so no quirk of it depends on one.
        """
        from nerconform.libraries.all_quirks import quirks_of

        return tuple(
            quirk
            for quirk in quirks_of(self.name, self.version)
            if quirk.id not in one.without
            and (self.scheme is None or self.scheme in quirk.schemes)
            and _is_based(quirk, dialect)
        )


def _is_based(quirk: Quirk, dialect: Dialect) -> bool:
    """Whether a dialect makes the choices to which the quirk is added; a program rounds in its own way."""
    return all(dialect.option(axis.replace("_", "-")) == option for axis, option in quirk.base.items())


@cache
def programs() -> Mapping[str, Program]:
    """Return the programs that a file can be scored as, by their folders."""
    here = Path(__file__).parent
    return {
        folder: cast("Program", import_module(f"{__package__}.{folder}.printed").PROGRAM)
        for folder in folders()
        if (here / folder / "printed.py").is_file()
    }


def program_of(text: str) -> tuple[Program, Scheme | None]:
    """Return the program that a text names, and the scheme in it: `FOLDER`, `as:FOLDER-VERSION`, `...,scheme:BIOES`.

    Raises `UnknownProgram`, or the error of a scheme that does not exist.
    """
    body = text.partition("|")[0].strip().removeprefix(AS)
    head, *choices = body.split(",")
    folder, _, version = head.partition("-")
    program = programs().get(folder)
    if program is None:
        hint = f"Use --as with one of {', '.join(programs())}. Or use a dialect: --dialect conlleval."
        raise UnknownProgram(f"nerconform does not know the program {head!r}", hint=hint)
    if version and version != program.version:
        message = f"nerconform knows the rules of {program.name} {program.version}, not of {version}"
        raise UnknownProgram(message, hint=f"Write {folder}-{program.version}, or only {folder}, as in --as {folder}.")
    others = [choice for choice in choices if not choice.startswith("scheme:")]
    if others:
        message = f"{program.name} always scores by the same rules, so {others[0]!r} cannot change them"
        raise UnknownProgram(
            message, hint=f"Remove {others[0]}. Or use a dialect: --dialect conlleval --set {_pair(others[0])}."
        )
    schemes = [scheme_of(choice.removeprefix("scheme:")) for choice in choices]
    return program, next(iter(schemes), None)


def _pair(choice: str) -> str:
    return choice.replace(":", "=", 1)


def percent(evaluation: Evaluation, kind: str | None = None) -> tuple[float, float, float]:
    """Return precision, recall and F1 as the dialect rounds them, of a type or over all; undefined ones are 0."""
    row = evaluation.strict.averages["micro"] if kind is None else evaluation.by_type[kind]
    return tuple(float(value or 0) for value in (row.precision, row.recall, row.f1))  # type: ignore[return-value]


def rows_twice(evaluation: Evaluation) -> Iterator[str]:
    """Yield the types in the order in which conlleval.pl and scripts after it print them.

    Types of gold and prediction are sorted together and a type equal to the one before is skipped, but not one that
    Perl takes for false, such as the empty type: if both sides have it, its row is printed twice.
    """
    sides: Sequence[tuple[str, int]] = [
        (kind, getattr(row.counts, side) or 0) for kind, row in evaluation.by_type.items() for side in ("pos", "act")
    ]
    last = ""
    for kind in sorted(kind for kind, count in sides if count):
        if last in {"", "0"} or last != kind:
            yield kind
        last = kind
