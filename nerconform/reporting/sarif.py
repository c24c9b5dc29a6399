"""SARIF 2.1.0: a rule for each clause, a result for each divergence, its location the line of the golden case.

A known divergence is a suppressed note, so that tools which gate on results let it pass, and can still show it.
"""

import hashlib
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from nerconform.base.json_text import dumps
from nerconform.base.plain_text import plain
from nerconform.reporting.comparison_view import conclusion
from nerconform.reporting.entries import Entry, Severity
from nerconform.results.comparison import Comparison
from nerconform.results.stored import Stored
from nerconform.results.values import ClauseRecord
from nerconform.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_UNRULED = "NO-CLAUSE"
_SEVERITIES = {
    **dict.fromkeys((Severity.WRONG, Severity.CRASHED), "error"),
    Severity.BASELINE: "warning",
    **dict.fromkeys((Severity.KNOWN, Severity.NOT_REQUIRED), "note"),
}


def render(found: Sequence[Entry], result: Stored) -> str:
    """Return the log; the clauses of the result give the rules their words."""
    clauses = {clause.id: clause for clause in getattr(result, "clauses", ())}
    shown = [entry for entry in found if entry.severity in _SEVERITIES]
    rules = list(dict.fromkeys(entry.clause or _UNRULED for entry in shown))
    driver = {"name": "nerconform", "version": __version__, "rules": [_rule(name, clauses) for name in rules]}
    results = [_result(entry, rules.index(entry.clause or _UNRULED)) for entry in shown]
    run: dict[str, object] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    if isinstance(result, Comparison) and result.conclusion:
        run["properties"] = {"conclusion": conclusion(result)}
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(name: str, clauses: Mapping[str, ClauseRecord]) -> dict[str, object]:
    """Return one clause as a rule."""
    if name not in clauses:
        return {"id": name, "shortDescription": {"text": "A difference that is charged to no clause of the spec."}}
    clause = clauses[name]
    words = {"text": clause.text, "markdown": clause.text}
    return {
        "id": name,
        "shortDescription": {"text": clause.title},
        "help": words,
        "properties": {"place": clause.place},
    }


def _result(entry: Entry, rule: int) -> dict[str, object]:
    """Return one divergence."""
    text = f"{entry.subject} ({entry.version}), {entry.id}: {'. '.join(filter(None, (entry.title, entry.message)))}"
    data: dict[str, object] = {
        "ruleId": entry.clause or _UNRULED,
        "ruleIndex": rule,
        "level": _SEVERITIES[entry.severity],
        "message": {"text": plain(text)},
        "partialFingerprints": {"nerconform/v1": _fingerprint(entry)},
        "properties": {"implementation": entry.subject, "version": entry.version, "verdict": str(entry.severity)},
    }
    if entry.place:
        region, uri = {"startLine": entry.line}, quote(entry.file.replace("\\", "/"))
        data["locations"] = [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}]
    if entry.severity is Severity.BASELINE:
        data["baselineState"] = "unchanged"
    if entry.severity is Severity.KNOWN:
        data["suppressions"] = [{"kind": "external", "justification": entry.title or "explained"}]
    return data


def _fingerprint(entry: Entry) -> str:
    """Return what stays the same while lines move: who was asked what."""
    return hashlib.sha256(f"{entry.subject}\n{entry.id}".encode()).hexdigest()[:32]
