"""Kinds: a small result of each kind that a file can hold, as its command makes it, or made by hand."""

import json
from collections.abc import Iterator
from pathlib import Path

import nerconform as nc
from nerconform.api import resolve
from nerconform.files.score_files import score_files
from nerconform.files.validate_files import validate_files
from nerconform.reference.schemes import Scheme
from nerconform.results.exported_cases import Export, ExportedFile, MovedAnswer
from nerconform.results.identification_result import Identification
from nerconform.results.releases_result import Releases
from nerconform.results.run import changes
from nerconform.results.score_result import LayeredScores
from nerconform.results.search_result import Searches
from nerconform.results.smoke_result import ImplementationSmoke, Smoke, SmokeVerdict, Trial, TrialState
from nerconform.results.stored import Stored
from nerconform.results.tagged_files import ConvertedFile, CountedPlaces, TagForm
from nerconform.results.topic import Topic, Topics, TopicTable
from nerconform.results.upstream_result import FilePatch, UpstreamReport, UpstreamReports
from nerconform.results.values import decode
from tests.reporting.sample import GOOD, SAMPLE
from tests.reporting.stored import RELEASES, SEARCHES

DATA = Path(__file__).parents[1] / "commands" / "data"
_TABLE = TopicTable("Golden cases", ("case", "kind", "why"), (("a.b", "core", "Because."), ("a.c", "core", "So.")))


def one_of_each() -> Iterator[Stored]:
    """Yield the results; JSON and Python make the same one every time."""
    pair = ["reference:conlleval", "reference:iob2-discard"]
    gold, pred = [["B-A", "I-A", "B-C"]], [["I-A", "I-A", "O"]]
    stored = Path(__file__).parent / "data" / "identification.json"
    scores = score_files(DATA / "both.conll", None, resolve("semeval", "IOB2")).scores()
    form = TagForm("IOB2", "prefix", "-")
    yield SAMPLE
    yield changes(GOOD, SAMPLE)
    yield decode(json.dumps(SEARCHES), Searches, "x")
    yield decode(json.dumps(RELEASES), Releases, "x")
    yield decode(stored.read_text(encoding="utf-8"), Identification, "x")
    yield nc.compare(gold, pred, pair, bridges=[(pair[0], pair[1])], resamples=0)
    yield nc.sweep(gold, pred)
    yield nc.rank(gold, {"one": pred, "two": gold}, resamples=20)
    yield nc.analyze(gold, pred)
    yield nc.agree({"one": gold, "two": pred}, resamples=20)
    yield scores
    yield LayeredScores("0", "1.0", (scores,))
    yield validate_files([DATA / "broken.conll"], Scheme.IOB2)
    yield Topics(tool="0", spec="1.0", topics=(Topic("clause", "DEC-1", "Spans", "Words.", {"a": "b"}, (_TABLE,)),))
    yield Smoke((ImplementationSmoke("a:b", SmokeVerdict.WORKS, trials=(Trial("one", TrialState.RIGHT),)),), "0", "1.0")
    yield Export("1.0", "1", 2, 3, (ExportedFile("a.json", 9, "0", 2),), "0", (MovedAnswer("a.b", "new"),))
    yield ConvertedFile(
        tool="0", spec="1.0", file="a", policy="lenient", source=form, target=form, merged=CountedPlaces(1, ("a:1",))
    )
    report = UpstreamReport(
        id="lib.one",
        title="It drops",
        impact="legal data",
        code="f()",
        gives="1",
        right="2",
        says="2",
        where="README",
        effect="Too low.",
        test="assert f() == 2",
        patch=FilePatch("a.py", "-1\n+2\n"),
    )
    yield UpstreamReports(tool="0", library="lib", version="1", reports=(report,))
