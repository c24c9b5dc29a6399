"""GitHub: annotations (workflow commands on standard output), and a short page for step summary or pull request."""

from collections.abc import Iterable, Mapping, Sequence

from nerconform.reporting import markdown_parts, run_markdown
from nerconform.reporting.comparison_view import conclusion
from nerconform.reporting.entries import BAD, Entry, Severity
from nerconform.reporting.markdown_parts import code, rows
from nerconform.results.comparison import Comparison
from nerconform.results.run import Run

_MOST = 20
"""So many divergences are named in a summary; GitHub shows ten annotations of each level of a step."""
_WIDE = 200
_LEVELS = (
    Severity.PASS,
    Severity.WRONG,
    Severity.CRASHED,
    Severity.NOT_REQUIRED,
    Severity.BASELINE,
    Severity.KNOWN,
    Severity.UNSUPPORTED,
)


def annotations(found: Sequence[Entry], result: object = None, *_: object) -> str:
    """Return one `error` for each entry that is wrong, and one `notice` for each subject with how it went.

    Of two predictions a `notice` says first which is better.
    """
    lines = [_error(entry) for entry in found if entry.severity in BAD]
    if isinstance(result, Comparison) and result.conclusion:
        lines.insert(0, command("notice", {"title": "nerconform: second prediction"}, conclusion(result)))
    for (subject, version), counts in _counted(found):
        words = ", ".join(f"{count} {level}" for level, count in zip(_LEVELS, counts, strict=True) if count)
        lines.append(command("notice", {"title": f"nerconform: {subject}"}, f"{version}: {words}"))
    return "".join(f"{line}\n" for line in lines)


def _error(entry: Entry) -> str:
    """Return the annotation of one entry."""
    properties = {"file": entry.file, "line": str(entry.line)} if entry.place else {}
    title = " ".join(filter(None, (f"{entry.subject}: {entry.id}", entry.clause)))
    return command("error", {**properties, "title": title}, "\n".join(filter(None, (entry.message, entry.detail))))


def command(name: str, properties: Mapping[str, str], message: str) -> str:
    """Return a workflow command, escaped as the runner reads it back."""
    words = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    return f"::{name} {words}::{_escaped(message)}"


def _escaped(text: str, also: str = "") -> str:
    """Return text with the characters percent-encoded that would end it."""
    return "".join(f"%{ord(one):02X}" if one in f"%\r\n{also}" else one for one in text)


def _counted(found: Iterable[Entry]) -> list[tuple[tuple[str, str], list[int]]]:
    """Return for each subject and version how many entries are of each level."""
    counts: dict[tuple[str, str], list[int]] = {}
    for entry in found:
        mine = counts.setdefault((entry.subject, entry.version), [0] * len(_LEVELS))
        mine[_LEVELS.index(entry.severity)] += 1
    return list(counts.items())


def summary(found: Sequence[Entry], result: object) -> str:
    """Return a short page: who was asked, how it went, and the divergences that nobody has explained."""
    wrong = [entry for entry in found if entry.severity in BAD]
    versions = [run_markdown.versions(result), ""] if isinstance(result, Run) else []
    lines = ["## nerconform", "", *versions, f"**{_verdict(found)}**", ""]
    for run in result.implementations if isinstance(result, Run) else ():
        if why := run_markdown.why(run):
            lines += [f"{code(run.name)}:", "", *why]
    counted = _counted(found)
    used = [place for place, level in enumerate(_LEVELS) if level in BAD or any(counts[place] for _, counts in counted)]
    body = (
        [code(subject), code(version), *(counts[place] for place in used)] for (subject, version), counts in counted
    )
    lines += rows(["implementation", "version", *(_LEVELS[place] for place in used)], body, right=2)
    if wrong:
        lines += ["### Wrong answers", ""]
        cells = ([code(one.subject), code(one.id), one.clause, code(one.message[:_WIDE])] for one in wrong[:_MOST])
        lines += rows(["implementation", "what", "clause", "how"], cells)
        more = len(wrong) - _MOST
        lines += [f"And {more} more.", ""] if more > 0 else []
    return markdown_parts.text(lines)


def _verdict(found: Sequence[Entry]) -> str:
    """Return the whole result in a sentence."""
    wrong = sum(entry.severity in BAD for entry in found)
    known, kept = (sum(entry.severity is level for entry in found) for level in (Severity.KNOWN, Severity.BASELINE))
    noun = "wrong answer" if wrong == 1 else "wrong answers"
    head = f"{wrong} {noun}" if wrong else "Nothing is newly wrong" if kept else "Nothing is wrong"
    parts = [head, *([f"{kept} as in the baseline"] if kept else []), *([f"{known} known"] if known else [])]
    return f"{', '.join(parts)}."
