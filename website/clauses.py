"""Clauses: the chapters of the spec with a target for each clause, and links to the golden cases that test it."""

import re
from collections.abc import Mapping

from website.fragments import fragment
from website.markup import raw
from website.stored_results import StoredResults

_HEADING = re.compile(r"^#{2,4} ([A-Z]{3}-[1-9][0-9]?) .*$", re.MULTILINE)


def chapters(pages: Mapping[str, str], results: StoredResults) -> dict[str, str]:
    """Return the pages of the spec: each clause can be linked by its id, and names its cases."""
    links = results.links_from(1)

    def clause(found: re.Match[str]) -> str:
        cases = results.tested.get(found[1], [])
        tested = raw(fragment("tested.html", cases=cases, links=links)) if cases else ""
        return f"({found[1].lower()})=\n{found[0]}\n\n{tested}"

    return {name: _HEADING.sub(clause, text) for name, text in pages.items() if name.startswith("spec/")}
