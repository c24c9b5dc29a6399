"""Trophies: defects of published libraries, as a page of Markdown."""

from collections.abc import Sequence

from nerconform.reporting import markdown_parts
from nerconform.suite.trophies import Trophy

_PROSE = """\
Defects of published libraries: the answer contradicts the library's own documentation, and its tracker did not have it,
as far as an index of issues showed by the searches that are named. Each call is run by the tests of the kit, in the
release that it names."""


def trophies(found: Sequence[Trophy]) -> str:
    """Return the page: each defect with the smallest call, what it gives, and what the documentation says."""
    lines = ["# Trophies", "", *_PROSE.splitlines(), ""]
    for one in found:
        lines += [f"## {one.library} {one.versions}: {one.title}", "", " ".join(one.words.split()), ""]
        lines += [f"- effect: {one.effect}", f"- the documentation says: {one.says} ({one.where})"]
        lines += [f"- clause: {one.clause}", f"- searched in the tracker: {'; '.join(one.searched)}", ""]
        lines += [
            *markdown_parts.block(f"{one.setup}\n{one.call}", "python"),
            f"gives {markdown_parts.code(one.gives)}",
            "",
        ]
    return markdown_parts.text(lines)
