"""`nerconform explain`: a clause, a case, a cause, a quirk or a signature in words."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.errors import NerconformError
from nerconform.base.report_form import ReportForm
from nerconform.commands.check import add_known
from nerconform.commands.output import add_format, form_of
from nerconform.commands.result import add_output, prepare, print_result, save
from nerconform.commands.verb_parser import Verbs, add_verb, near, stored_schema

if TYPE_CHECKING:
    from nerconform.results.topic import Topic

_SIGNATURE = re.compile(r"[\w-]+:|[^|]*\||[\w-]+,[\w-]+:")


class UnknownName(NerconformError):
    """Nothing has the name that is to be explained."""

    code = "unknown-name"


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = add_verb(
        verbs,
        "explain",
        run,
        help="what a clause, case, divergence, or signature means",
        takes="NAME",
        description="Explain one thing by its name: a clause of the spec, a golden case, a known divergence of a "
        "library, a dialect, a signature, or a library.",
        examples=(
            "explain DEC-5",
            "explain decode.span-bounds",
            "explain seqeval.strict-ioe1",
            "explain 'conlleval,scheme:BIOES|strict.micro.f1'",
        ),
        right="the explanation was printed",
    )
    parser.add_argument("name", metavar="NAME", help="clause, case, divergence, dialect, signature or library")
    add_known(parser)
    add_output(parser, "explanation.json and explanation.md")
    add_format(parser, (ReportForm.TEXT, ReportForm.JSON, ReportForm.MARKDOWN), stored_schema("topic.Topics"))


def run(args: argparse.Namespace) -> int:
    """Print the explanation. Returns 0; a name that nothing has is an error with the names that are near."""
    from nerconform.products.explain.topics import topics

    prepare(args.output, form_of(args))
    found = topics(explain(args.name.strip(), args.known))
    save(found, args.output)
    print_result(found, args)
    return 0


def explain(name: str, known: Path | None = None) -> "list[Topic]":
    """Return the explanations of everything that has this name. Raises `UnknownName`, or the error of a signature."""
    from nerconform.libraries.all_quirks import QUIRKS
    from nerconform.libraries.library import selector_of, selectors
    from nerconform.products.explain.golden_case import explain_case
    from nerconform.products.explain.topics import (
        explain_cause,
        explain_clause,
        explain_implementation,
        explain_quirk,
        explain_signature,
    )
    from nerconform.reference.named import NAMED
    from nerconform.reference.signature import parse_signature
    from nerconform.suite.cases import load_suite
    from nerconform.suite.clauses import load_clauses
    from nerconform.suite.known import load_known

    selector = None if name in NAMED else selector_of(name)
    if selector:
        return [explain_implementation(name, selector)]
    if selector_of(name.partition(":")[0]) and ":" in name:
        raise UnknownName(f"nothing is called {name!r}", hint=_near(name, [one.name for one in selectors()]))
    if name in NAMED or _SIGNATURE.match(name):
        return [explain_signature(parse_signature(name), name)]
    clauses, suite, causes = load_clauses(), load_suite(), load_known(known)
    if name.upper() in clauses:
        return [explain_clause(clauses[name.upper()], suite.cases)]
    found = [explain_case(case, group, clauses) for group in suite.groups for case in group.cases if case.id == name]
    found += [explain_quirk(quirk, clauses) for quirk in QUIRKS.values() if name in _names(quirk.id)]
    found += [explain_cause(cause, clauses) for cause in causes if name in {cause.id, f"{cause.library}.{cause.id}"}]
    if not found:
        of_causes = dict.fromkeys((*(cause.id for cause in causes), *QUIRKS))
        names = [*NAMED, *clauses, *(case.id for case in suite.cases), *of_causes]
        raise UnknownName(f"nothing is called {name!r}", hint=_near(name, names))
    return found


def _names(quirk: str) -> set[str]:
    """Return the names of a quirk: with its library and without."""
    return {quirk, quirk.partition(".")[2]}


def _near(name: str, names: list[str]) -> str:
    """Return the names that are spelt like this one, in words."""
    if like := near(name, names):
        return f"Do you mean {' or '.join(like)}?"
    return "`nerconform list clauses`, `list cases` and `list dialects` show what there is."
