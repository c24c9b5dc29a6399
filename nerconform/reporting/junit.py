"""JUnit XML, as pytest and Jenkins write and read it: a suite for each implementation, a test case for each entry.

A known divergence is skipped, as pytest does with an expected failure, and its type says `known`; one of the baseline
alike, and its type says `baseline`.
"""

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from nerconform.reporting.comparison_view import conclusion
from nerconform.reporting.entries import Entry, Severity
from nerconform.results.comparison import Comparison

_TAGS = {
    Severity.WRONG: "failure",
    Severity.CRASHED: "error",
    Severity.KNOWN: "skipped",
    Severity.BASELINE: "skipped",
    Severity.NOT_REQUIRED: "skipped",
    Severity.UNSUPPORTED: "skipped",
}


def render(found: Sequence[Entry], result: object = None, *_: object) -> str:
    """Return the document; which of two predictions is better is a property of the first suite."""
    root = ET.Element("testsuites", {"name": "nerconform", **_counts(found, ("tests", "failures", "errors"))})
    subjects: dict[tuple[str, str], list[Entry]] = {}
    for entry in found:
        subjects.setdefault((entry.subject, entry.version), []).append(entry)
    for (subject, version), mine in subjects.items():
        counts = _counts(mine, ("tests", "failures", "errors", "skipped"))
        suite = ET.SubElement(root, "testsuite", {"name": subject, "version": version, **counts})
        if isinstance(result, Comparison) and result.conclusion and len(root) == 1:
            properties = ET.SubElement(suite, "properties")
            ET.SubElement(properties, "property", name="conclusion", value=conclusion(result))
        for entry in mine:
            _case(suite, entry)
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _counts(found: Iterable[Entry], names: Iterable[str]) -> dict[str, str]:
    """Return how many entries are told by which tag."""
    tags = [_TAGS.get(entry.severity, "") for entry in found]
    return {name: str(len(tags) if name == "tests" else tags.count(name.removesuffix("s"))) for name in names}


def _case(suite: ET.Element, entry: Entry) -> None:
    """Add one test case."""
    names = [part.replace(".", "_") for part in (entry.subject, entry.group, entry.clause) if part]
    case = ET.SubElement(suite, "testcase", classname=".".join(names), name=entry.id)
    if entry.severity is Severity.PASS:
        return
    message = " - ".join(filter(None, (entry.title, entry.message)))
    outcome = ET.SubElement(case, _TAGS[entry.severity], type=str(entry.severity), message=message)
    outcome.text = "\n".join(filter(None, (entry.detail, entry.place))) or None
