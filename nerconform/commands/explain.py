"""`nerconform explain`: a clause, a case, a cause, a quirk or a signature in words."""

import argparse
import difflib
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nerconform.base.errors import NerconformError
from nerconform.commands.output import Form, Verbs, add_format, form_of, show, write_json

if TYPE_CHECKING:
    from nerconform.reporting.explain_pages import Explanation

_DESCRIPTION = """\
Explain one thing by its name: a clause of the spec (DEC-5), a golden case (decode.span-bounds), the cause of a known
divergence or the quirk of a library (strict-ioe1, seqeval.strict-ioe1), a dialect (seqeval), a signature
(conlleval,scheme:BIOES|strict.micro.f1), or a built-in implementation (seqeval:strict:none)."""

_SIGNATURE = re.compile(r"[\w-]+:|[^|]*\||[\w-]+,[\w-]+:")


class UnknownName(NerconformError):
    """Nothing has the name that is to be explained."""

    code = "unknown-name"


def add(verbs: Verbs) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "explain",
        help="say what a clause, a case, a cause or a signature means",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="CLAUSE|CASE|CAUSE|SIGNATURE")
    parser.add_argument("--known", type=Path, metavar="FILE", help="a file of your own known divergences")
    add_format(parser, (Form.PRETTY, Form.JSON), _schema)
    parser.set_defaults(run=run)


def _schema() -> object:
    from nerconform.reporting.explain_pages import SCHEMA

    return SCHEMA


def run(args: argparse.Namespace) -> int:
    """Print the explanation. Returns 0; a name that nothing has is an error with the names that are near."""
    from nerconform.reporting.explain_pages import print_explanations

    found = explain(args.name.strip(), args.known)
    if form_of(args) is Form.JSON:
        write_json({"explanations": [explanation.to_dict() for explanation in found]})
    else:
        show(partial(print_explanations, found))
    return 0


def explain(name: str, known: Path | None = None) -> "list[Explanation]":
    """Return the explanations of everything that has this name. Raises `UnknownName`, or the error of a signature."""
    from nerconform.libraries.all_quirks import QUIRKS
    from nerconform.libraries.library import selector_of, selectors
    from nerconform.reference.named import NAMED
    from nerconform.reference.signature import parse_signature
    from nerconform.reporting.explaining import explain_cause, explain_clause, explain_quirk, explain_signature
    from nerconform.reporting.explaining_case import explain_case
    from nerconform.reporting.explaining_implementation import explain_implementation
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
    """Return the names that are like this one, in words."""
    folded = {other.lower(): other for other in names}
    near = [folded[other] for other in difflib.get_close_matches(name.lower(), folded, n=3)]
    if near:
        return f"Do you mean {' or '.join(near)}?"
    return "`nerconform list clauses`, `list cases` and `list dialects` show what there is."
