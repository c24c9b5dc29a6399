"""Stored results: every kind of result that a file can hold, and how a file is read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from nerconform.base.bounds import MAX_RESULT_BYTES, read_bounded
from nerconform.results.agreement_result import Agreement
from nerconform.results.analysis_result import Analysis
from nerconform.results.comparison import Comparison
from nerconform.results.exported_cases import Export
from nerconform.results.identification_result import Identification
from nerconform.results.ranking_result import Ranking
from nerconform.results.releases_result import Releases
from nerconform.results.run import Changes, Run
from nerconform.results.score_result import FileScores, LayeredScores
from nerconform.results.search_result import Searches
from nerconform.results.smoke_result import Smoke
from nerconform.results.sweep_result import Sweep
from nerconform.results.tagged_files import ConvertedFile, Validation
from nerconform.results.topic import Topics
from nerconform.results.upstream_result import UpstreamReports
from nerconform.results.values import BadResult, decode

Stored = (
    Run
    | Searches
    | Releases
    | Smoke
    | Changes
    | Comparison
    | Agreement
    | Analysis
    | Sweep
    | Ranking
    | Identification
    | Export
    | FileScores
    | LayeredScores
    | Validation
    | ConvertedFile
    | Topics
    | UpstreamReports
)
"""A result that a file can hold."""
_Kind = TypeVar("_Kind", Run, Searches, Releases)
_VERBS: Mapping[type, str] = {Run: "check", Searches: "diff", Releases: "releases"}


def read(path: Path, again: str = "the command that made it") -> Stored:
    """Return whatever result a file holds; the file says itself which.

    Raises `BadResult` with the place of what is wrong, or of a file that cannot be read, and what writes it `again`;
    `TooLarge` for a device or another file without an end, `NotPlain` for a compressed file and for `-`.
    """
    try:
        text = read_bounded(path, MAX_RESULT_BYTES)
    except OSError as error:
        hint = f"`ls -l {path}` shows what it is and who may read it. Change its permissions, or name another file."
        raise BadResult(f"the file cannot be read: {error.strerror}", place=str(path), hint=hint) from None
    found: Stored = decode(text, Stored, str(path), again)
    return found


def read_as(path: Path, kind: type[_Kind]) -> _Kind:
    """Return the run, the searches or the releases that a file holds. Raises `BadResult`."""
    found: Any = read(path, f"`nerconform {_VERBS[kind]}`")
    if not isinstance(found, kind):
        message = f"the file holds the result of another command, a {type(found).__name__.lower()}"
        raise BadResult(message, place=str(path), hint=f"Name a file that `nerconform {_VERBS[kind]}` wrote.")
    return found
