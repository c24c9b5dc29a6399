"""`nerconform explain`: a clause, a case, a cause, a quirk or a signature in words."""

import argparse
import re
from pathlib import Path

from nerconform.base.errors import NerconformError
from nerconform.commands.output import answer
from nerconform.commands.verb_parser import near
from nerconform.diagnosis.candidates import OF_METRICS
from nerconform.libraries.defects import all_defects
from nerconform.libraries.library import folders, library_in, selector_of, selectors
from nerconform.libraries.program import program_of
from nerconform.products.explain.topics import (
    explain_case,
    explain_cause,
    explain_clause,
    explain_defect,
    explain_implementation,
    explain_library,
    explain_mistake,
    explain_program,
    explain_signature,
    topics,
)
from nerconform.reference.named import NAMED, SCORES
from nerconform.reference.signature import AS, parse_signature
from nerconform.results.topic import Topic
from nerconform.suite.cases import load_suite
from nerconform.suite.clauses import load_clauses
from nerconform.suite.known import KnownCause, load_known
from nerconform.suite.mutants import WRONG

_SIGNATURE = re.compile(r"[\w-]+:|[^|]*\||[\w-]+,[\w-]+:")


class UnknownName(NerconformError):
    """Nothing has the name that is to be explained."""

    code = "unknown-name"


def run(args: argparse.Namespace) -> int:
    """Print the explanation. Returns 0; a name that nothing has is an error with the names that are near."""
    answer(args, lambda args: topics(explain(args.name.strip(), args.known)))
    return 0


def explain(name: str, known: Path | None = None) -> list[Topic]:
    """Return the explanations of everything that has this name. Raises `UnknownName`, or the error of a signature."""
    if name.startswith(AS):
        return [explain_program(*program_of(name), name)]
    selector = selector_of(name)
    if selector:
        dialect = [explain_signature(parse_signature(name), name)] if name in {*NAMED, *SCORES} else []
        return [explain_implementation(name, selector), *dialect]
    if selector_of(name.partition(":")[0]) and ":" in name:
        hint = _near(name, [one.name for one in selectors()])
        raise UnknownName(f"there is nothing with the name {name!r}", hint=hint)
    if name in {*NAMED, *SCORES} or _SIGNATURE.match(name):
        return [explain_signature(parse_signature(name), name)]
    clauses, suite, causes = load_clauses(), load_suite(), load_known(known)
    if name.upper() in clauses:
        return [explain_clause(clauses[name.upper()], suite.cases)]
    found = [explain_case(case, group, clauses) for group in suite.groups for case in group.cases if case.id == name]
    own = [cause for cause in causes if name in _names(cause.library, cause.id)]
    defects = [one for one in all_defects() if name in _names(one.library, one.id)]
    found += [explain_defect(one, [cause for cause in own if cause.place == one.place], clauses) for one in defects]
    others: dict[str, list[KnownCause]] = {}
    for cause in own:
        if cause.place not in {one.place for one in defects}:
            others.setdefault(cause.place, []).append(cause)
    found += [explain_cause(group, clauses) for group in others.values()]
    unasked = {one.name: one for one in map(library_in, folders()) if selector_of(one.name) is None}
    found += [explain_library(unasked[name])] if name in unasked else []
    mistakes = {one.name: one for one in WRONG}
    found += [explain_mistake(mistakes[name], suite.cases)] if name in mistakes else []
    found += [explain_defect(one.defect, (), clauses) for one in OF_METRICS if one.id == name]
    if not found:
        of_causes = dict.fromkeys((*(cause.id for cause in causes), *(one.id for one in all_defects())))
        names = [*NAMED, *clauses, *(case.id for case in suite.cases), *of_causes, *unasked, *mistakes]
        raise UnknownName(f"there is nothing with the name {name!r}", hint=_near(name, names))
    return found


def _names(library: str, name: str) -> set[str]:
    """Return the names of a defect: with its library and without."""
    short = name.rpartition(".")[2]
    return {name, short, f"{library}.{short}"}


def _near(name: str, names: list[str]) -> str:
    """Return the names that are spelt like this one, in words."""
    if like := near(name, names):
        return f"Do you mean {' or '.join(like)}?"
    return "`nerconform list clauses`, `list cases` and `list dialects` show what there is."
