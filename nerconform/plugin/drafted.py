"""Drafted: the file of known divergences of a repository, as `--nerconform-known-write` writes it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from nerconform.plugin.settings import MetricSettings
from nerconform.products.check.drafting import draft
from nerconform.suite.cases import load_suite
from nerconform.suite.known_draft import added, new_file

_DEFAULT = "nerconform-known.yaml"


def write(settings: Sequence[MetricSettings], folder: Path) -> Iterator[str]:
    """Write the divergences that are not known yet behind those that are; yield what was done, in lines.

    Each file is written once, for all metrics that name it. Raises the errors of the file.
    """
    files: dict[Path | None, list[MetricSettings]] = {}
    for one in settings:
        files.setdefault(one.known, []).append(one)
    for known, metrics in files.items():
        path = known or folder / _DEFAULT
        there = path if path.is_file() else None
        found = draft(*(one.implementation for one in metrics), known=there, cases=_wanted(metrics))
        if there is None:
            text = new_file(found.drafts, found.stale)
        else:
            text = added(there.read_text(encoding="utf-8"), str(there), found.drafts, found.stale)
        path.write_bytes(text.encode("utf-8"))
        cases = sum(len(cases) for one in found.drafts for cases in one.cases.values())
        drafted = f"{len(found.drafts)} causes of {cases} cases drafted"
        yield f"nerconform: {path}: {drafted}, {len(found.stale)} stale marked."
        if found.drafts:
            yield "Say why wherever TODO stands; until then the file is refused."
        if known is None:
            yield f'Name it in [tool.nerconform]: known = "{_DEFAULT}".'


def _wanted(metrics: Sequence[MetricSettings]) -> list[str]:
    """Return the ids of the cases that one of these metrics is asked."""
    return [case.id for case in load_suite().cases if any(one.wants(case) for one in metrics)]
