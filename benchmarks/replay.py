"""`python -m benchmarks.replay record|compare`: what the libraries answered before a change, asked again after it.

`record LIBRARY... --folder DIR` draws inputs for a library in all its modes and stores, for each, the input and what
came of it: the expected answer, the library's answer, and the defects that explain the difference. It also stores the
verdict of every golden case. `compare` asks the stored inputs again and prints every answer that changed.

Inputs are stored and not drawn again, so a change of what is drawn changes nothing here. Both commands need the
releases of the libraries in the extra `recorded`; a library that is not installed is named and left out.
"""

import argparse
import gzip
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from nerconform.asking import records
from nerconform.asking.observation import Answer, Observation
from nerconform.asking.question import Ask, Form
from nerconform.diagnosis.versus import AgainstReference, versus_of
from nerconform.diagnosis.ways import QuestionKind, types_in
from nerconform.libraries.registry import resolve
from nerconform.products.check.suite_run import check
from nerconform.products.search.random_search import inputs
from nerconform.reference.spans import Span
from nerconform.suite.sampling import draw

FOLDER = Path(__file__).parent / "replay"
INPUTS = 3_000
"""Inputs per library, divided among its modes."""
SEED = 20261122
_OWN_REFUSAL = re.compile(r"refused: (\w+): .* (\[[a-z-]+\])( .*)?", re.DOTALL)
MODES = {
    "conlleval": ("conlleval", "conlleval:tab"),
    "eval4ner": ("eval4ner", "eval4ner:words"),
    "iobes": ("iobes", "iobes:errors", "iobes:convert"),
    "nereval": ("nereval",),
    "nervaluate": (
        "nervaluate",
        "nervaluate:auto",
        "nervaluate:again",
        "nervaluate:again:tags",
        "nervaluate:ends",
        "nervaluate:conll",
        "nervaluate:conll:columns",
        "nervaluate:conll:blanks",
        "nervaluate:conll:returns",
    ),
    "seqeval": (
        "seqeval:default",
        "seqeval:strict",
        "seqeval:strict:auto",
        "seqeval:strict:IOE2",
        "seqeval:default:BILOU",
        "seqeval:strict:none",
        "seqeval:scheme",
        "seqeval:scheme:name",
        "seqeval:strict:entities",
        "seqeval:tuples",
        "seqeval:arrays",
        "seqeval:sample-weight",
        "seqeval:performance-measure",
    ),
    "seqscore": ("seqscore:conlleval", "seqscore:discard", "seqscore:none", "seqscore:none:BIOES", "seqscore:runs"),
    "sklearn-crfsuite": ("sklearn-crfsuite", "sklearn-crfsuite:sequences", "sklearn-crfsuite:no-average"),
    "spacy": (
        "spacy:ner",
        "spacy:spans",
        "spacy:no-overlap",
        "spacy:unlabeled",
        "spacy:ner:coarse",
        "spacy:spans:coarse",
        "spacy:ner:unannotated",
        "spacy:biluo",
        "spacy:iob",
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Record or compare; return 1 where an answer changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verb", choices=("record", "compare"))
    parser.add_argument("libraries", nargs="*")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--shown", type=int, default=10, help="changed answers to print per library (default: 10)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="compare every Nth input (default: 1)")
    options = parser.parse_args(arguments)
    changed = 0
    for library in options.libraries or [
        path.name.removesuffix(".json.gz") for path in sorted(options.folder.iterdir())
    ]:
        path = options.folder / f"{library}.json.gz"
        if options.verb == "record":
            options.folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(gzip.compress(json.dumps(recorded(library)).encode(), mtime=0))
        else:
            changed += compared(library, json.loads(gzip.decompress(path.read_bytes())), options.shown, options.every)
    return int(changed > 0)


def recorded(library: str) -> dict[str, Any]:
    """Return drawn inputs of every mode with what came of them, and the verdict of every case."""
    modes = MODES[library]
    inputs_of: dict[str, list[Any]] = {}
    for number, name in enumerate(modes):
        share = INPUTS // len(modes) + (number < INPUTS % len(modes))
        inputs_of[name] = list(_recorded(name, share, SEED + number))
        sys.stderr.write(f"{name}: {len(inputs_of[name])} inputs\n")
    return {"version": _version(modes[0]), "inputs": inputs_of, "verdicts": {name: verdicts(name) for name in modes}}


def _version(name: str) -> str:
    return resolve(name)[0].version


def _recorded(name: str, count: int, seed: int) -> Iterator[list[Any]]:
    """Yield each input as plain data, followed by what came of it."""
    versus = _versus(name)
    drawn: list[tuple[QuestionKind, Any]] = []
    ways = versus.asker.ways()
    chunk = 0
    while ways and len(drawn) < count:
        draw(inputs(ways), min(500, count - len(drawn) + 1), seed * 1_000 + chunk, drawn.append)
        chunk += 1
    for way, (gold, pred) in drawn[:count]:
        head = [str(way.form), way.scheme, [list(one) for one in way.choices], str(way.ask), way.betas]
        yield [*head, _plain(gold), _plain(pred), *answered(versus, way, gold, pred)]


def _versus(name: str) -> AgainstReference:
    (versus,) = versus_of(resolve(name))
    assert isinstance(versus, AgainstReference)  # noqa: S101 - one side was given
    return versus


def answered(versus: AgainstReference, way: QuestionKind, gold: Any, pred: Any) -> list[Any]:  # noqa: ANN401 - drawn units
    """Return digests of both answers, and the ids that explain a difference: `None` where the two agree."""
    question = versus.asker.question(way, gold, pred, types_in((gold, pred), way))
    found = versus.answers(question)
    if found is None:
        return ["unsupported", "unsupported", None]
    divergence = found.divergence()
    explained = divergence and versus.explain(divergence, deep=False, verify=False)
    ids = None if divergence is None else list(explained.ids) if explained else ["not explained"]
    return [digest(found.expected), digest(found.got), ids]


def digest(observation: Observation) -> str:
    """Return what identifies an observation: its numbers and parts, or its exception."""
    if not isinstance(observation, Answer):
        return str(records.observed(observation))
    numbers = sorted((str(measure), repr(value)) for measure, value in observation.values.items())
    spans = observation.spans and [(str(side), units) for side, units in observation.spans.items()]
    pairs = observation.pairs and [(str(schema), units) for schema, units in observation.pairs.items()]
    rows = observation.rows if observation.rows is None else sorted(observation.rows)
    parts = (spans and sorted(spans), pairs and sorted(pairs), rows)
    return hashlib.sha256(f"{numbers} {_tupled(parts)}".encode()).hexdigest()[:16]


def _tupled(value: Any) -> Any:  # noqa: ANN401 - nested sequences
    """Return nested sequences as tuples, so that a list and a tuple of the same have one digest."""
    return tuple(map(_tupled, value)) if isinstance(value, list | tuple) else value


def _plain(side: Any) -> list[Any]:  # noqa: ANN401 - drawn units
    return [[list(item) if isinstance(item, Span) else item for item in unit] for unit in side]


def _units(side: Any, form: Form) -> list[list[Any]]:  # noqa: ANN401 - stored units
    return [[Span(*item) for item in unit] if form is Form.SPANS else list(unit) for unit in side]


_CAUSES = "causes: "
"""How a change begins in which both answers are the same, and only the defects that explain the difference are not."""


def verdicts(name: str) -> dict[str, Any]:
    """Return of every golden case the verdict, the known divergence, and what differs."""
    (run,) = check(name).implementations
    return {
        result.case: [
            str(result.verdict),
            result.cause,
            [[one.asked, one.expected_text, one.got_text] for one in result.mismatches],
        ]
        for result in run.results
    }


def compared(library: str, stored: dict[str, Any], shown: int, every: int) -> int:
    """Ask every stored input again, print what changed, and return how many answers did."""
    try:
        version = _version(MODES[library][0])
    except Exception as error:  # noqa: BLE001 - not installed, under whatever name that error has by now
        sys.stdout.write(f"{library}: left out: {error}\n")
        return 0
    if version != stored["version"]:
        sys.stdout.write(f"{library}: left out: {version} is installed, {stored['version']} was recorded\n")
        return 0
    changes = [change for name, rows in stored["inputs"].items() for change in _changes(name, rows, every)]
    for name, before in stored["verdicts"].items():
        after = verdicts(name)
        changes += [
            f"{name} {case}: {before.get(case)} -> {after.get(case)}"
            for case in sorted(before)  # a case added since is no change
            if json.dumps(before.get(case)) != json.dumps(after.get(case))
        ]
    asked = sum(len(rows[::every]) for rows in stored["inputs"].values())
    cases = sum(len(one) for one in stored["verdicts"].values())
    causes = sum(change.startswith(_CAUSES) for change in changes)
    sys.stdout.write(
        f"{library}: {asked} inputs and {cases} verdicts asked again, {len(changes)} changed, {causes} of them only in"
        " the defects that explain the answer\n"
    )
    for change in changes[:shown]:
        sys.stdout.write(f"    {change}\n")
    return len(changes)


def _without_words(part: object) -> object:
    """Return an answer; of the project's own refusals, the class and the code in brackets, not how they are worded."""
    return _OWN_REFUSAL.sub(r"refused: \1 \2", part) if isinstance(part, str) else part


def _changes(name: str, rows: Sequence[list[Any]], every: int) -> Iterator[str]:
    versus = _versus(name)
    for form, scheme, choices, asked, betas, gold, pred, *before in rows[::every]:
        way = QuestionKind(Form(form), scheme, tuple((axis, option) for axis, option in choices), Ask(asked), betas)
        after = answered(versus, way, _units(gold, way.form), _units(pred, way.form))
        *answers, causes = map(_without_words, after)
        *answers_before, causes_before = map(_without_words, before)
        if answers != answers_before or causes != causes_before:
            yield f"{_CAUSES if answers == answers_before else ''}{name} [{way}] {gold} {pred}: {before} -> {after}"


if __name__ == "__main__":
    sys.exit(main())
