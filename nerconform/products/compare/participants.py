"""Participants: who is compared, asked for or by default."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nerconform.asking.callables import Function
from nerconform.asking.calling import Calling
from nerconform.asking.process import Limits
from nerconform.asking.protocol import Implementation
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.ways import QuestionKind, probe
from nerconform.libraries.library import libraries
from nerconform.libraries.registry import NotInstalled, declared_by, resolve, resolved
from nerconform.products.compare.library_answers import DataSides
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED

Wanted = str | Implementation | Function


class Participant(NamedTuple):
    """One who is compared; `instead` says why its dialect is evaluated in its place."""

    implementation: Implementation
    instead: str = ""


def participants(wanted: Sequence[Wanted], dialect: str | None, limits: Limits, calling: Calling) -> list[Participant]:
    """Return who was asked for, a family as all its modes.

    The name of a dialect that is no library means the reference in it. Raises what `resolve` raises, but for a library
    that is not installed and whose dialect is known.
    """
    found = [one for each in wanted for one in _contestants(each, dialect, limits, calling)]
    return list({one.implementation.name: one for one in found}.values())


def _contestants(wanted: Wanted, dialect: str | None, limits: Limits, calling: Calling) -> Iterator[Participant]:
    name = f"reference:{wanted}" if isinstance(wanted, str) and _is_dialect(wanted) else wanted
    try:
        yield from map(Participant, resolved(name, dialect, limits, calling))
    except NotInstalled as error:
        for implementation in declared_by(str(name)):
            yield Participant(implementation, error.message)


def _is_dialect(text: str) -> bool:
    """Whether a text begins with the name of a dialect and of no library."""
    name = text.partition(",")[0].partition("|")[0].strip()
    return name in NAMED and (name not in libraries() or name != text.strip())


def defaults(sides: DataSides) -> list[Participant]:
    """Return the libraries that read the data, and behind them the named dialects that no library declares.

    A library that is not installed is passed over, and so is a dialect that the scheme excludes.
    """
    found: list[Participant] = []
    for name in (library.selector(mode) for library in libraries().values() for mode in library.compared):
        try:
            found += map(Participant, resolve(name))
        except NotInstalled:
            continue
    question = probe(QuestionKind(sides.form, sides.scheme))
    found = [one for one in found if isinstance(one.implementation.dialect(question), Dialect)]
    declared = {str(one.implementation.dialect(question)) for one in found}
    for name, dialect in NAMED.items():
        implementation = ReferenceImplementation(f"reference:{name}", dialect)
        own = implementation.dialect(question)
        if isinstance(own, Dialect) and str(own) not in declared:
            found.append(Participant(implementation))
    return found
