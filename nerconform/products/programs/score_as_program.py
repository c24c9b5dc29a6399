"""Score files as a published program does: its dialect, its quirks, and the figures as it prints them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace as changed_record

from nerconform.asking.question import Form, Question
from nerconform.base.errors import NerconformError
from nerconform.diagnosis.prediction import acting
from nerconform.files.evaluated_files import EvaluatedFiles
from nerconform.files.score_files import both_sides
from nerconform.formats.provenance import RunPart, SourceFile, UnitKind, require_file, require_same
from nerconform.formats.read import Input, paths_of, read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.formats.record import Record, is_mentions, is_spans
from nerconform.formats.source import BytesProgress
from nerconform.formats.stored_files import SameFile
from nerconform.libraries.defects import defect
from nerconform.libraries.program import NotForPrograms, Pass, Program
from nerconform.libraries.quirk import LibraryRaises, Quirk
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.measures import Measure
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from nerconform.results.score_result import FileScores, KnownDefect, PrintedByProgram
from nerconform.version import SPEC_VERSION, __version__

_PLAIN = ReaderOptions()
_SENTENCE = re.compile(r"\bsentence (\d+)\b")


class PassData(NamedTuple):
    """The units of a pass, and the record of each, which errors name by its line."""

    gold: list[list[Any]]
    pred: list[list[Any]]
    records: list[Record]


def score_as(  # noqa: PLR0913, PLR0917 - what is read, how, as which program, and what is shown
    gold: Input,
    pred: Path | None,
    program: Program,
    scheme: Scheme = Scheme.IOB2,
    options: ReaderOptions = _PLAIN,
    measures: Sequence[Measure] = (),
    claimed: RunPart | None = None,
    progress: BytesProgress | None = None,
) -> FileScores:
    """Return the scores of a file with both annotations, or of two, as a program computes and prints them.

    `scheme` decodes tags for a program that takes spans. `measures` are numbers shown apart; `claimed` is the run part
    of a signature, to which the input is held. Raises the errors of the formats, `NotForPrograms`, `NotReproduced`, and
    what the program refuses, with file and line.
    """
    paths = paths_of(gold, pred)
    for path in paths:
        require_file(path)
    if len({path.resolve() for path in paths}) < len(paths):
        raise SameFile("this file is named twice", place=str(paths[-1]), hint="Name each file once.")
    if program.reads_returns:
        _refuse_returns(program, paths)
    if pred is not None and program.first.columns is not None:
        hint = (
            "Write gold and predictions into one file, with four columns of tags: gold outer, gold inner, "
            "predicted outer, predicted inner."
        )
        raise NotForPrograms(f"{program.name} reads one file, and two are named", place=str(pred), hint=hint)
    comment = options.comment or program.comment
    read_options = replace(options, marks_documents=program.marks_documents, comment=comment)
    seen: dict[tuple[int, int] | None, PassData] = {}
    for one in program.passes.values():
        if one.columns not in seen:
            seen[one.columns] = _read(gold, pred, program, one, read_options, progress)
    scorer = _Scorer(program, scheme, seen)
    evaluations = scorer.passes()
    output = program.prints(evaluations)
    plain = program.prints(scorer.passes(frozenset(scorer.acted)))
    shows = [
        quirk
        for quirk in tuple(scorer.acted.values())
        if program.prints(scorer.passes(frozenset({quirk.id}))) != output
    ]
    data = seen[program.first.columns]
    sources = tuple(map(SourceFile.of, paths))
    run = RunPart(
        __version__, UnitKind.SENTENCE, tuple(source.sha256 for source in sources), options.text() or "default"
    )
    if claimed is not None:
        require_same(claimed, run, sources)
    found = EvaluatedFiles(next(iter(evaluations.values())), len(data.records), run, sources).scores(measures)
    return _named(
        found,
        program.rules(scheme),
        PrintedByProgram(
            name=program.name,
            version=program.version,
            output=output.text,
            figures=output.figures,
            without_defects={name: text for name, text in plain.figures.items() if output.figures.get(name) != text},
            defects=tuple(KnownDefect(quirk.id, quirk.title) for quirk in shows),
        ),
    )


def _named(found: FileScores, rules: str, program: PrintedByProgram) -> FileScores:
    """Return scores under the signature of the program, which is no dialect."""
    own = str(found.signature).partition("|")[0]
    return changed_record(
        found,
        signature=f"{rules}|*|spec:{SPEC_VERSION}",
        citation=found.citation.replace(own, rules, 1),
        short=rules,
        measures=tuple(changed_record(one, citation=one.citation.replace(own, rules, 1)) for one in found.measures),
        program=program,
    )


@dataclass(slots=True)
class _Scorer:
    """Evaluates the passes of a program on the data of each; `acted` are the quirks that can fire there."""

    program: Program
    scheme: Scheme
    seen: Mapping[tuple[int, int] | None, PassData]
    acted: dict[str, Quirk] = field(default_factory=dict)

    def passes(self, without: frozenset[str] = frozenset()) -> dict[str, Evaluation]:
        """Return the evaluation of each pass, `without` these quirks."""
        return {
            name: self._evaluation(self.seen[one.columns], one, without) for name, one in self.program.passes.items()
        }

    def _evaluation(self, data: PassData, one: Pass, without: frozenset[str]) -> Evaluation:
        dialect = self.program.dialect(self.scheme, one)
        gold, pred = ([[one.tag(tag) for tag in unit] if one.tag else unit for unit in side] for side in data[:2])
        question = Question(gold, pred, Form.RAW, str(dialect.scheme))
        quirks = [quirk for quirk in self.program.quirks(dialect, one) if quirk.id not in without]
        pipeline = Pipeline.of(dialect)
        for quirk in acting(dialect, quirks, question):
            pipeline = quirk.change(pipeline)
            self.acted[quirk.id] = quirk
        try:
            return pipeline.evaluate(gold, pred)
        except LibraryRaises as raised:
            hint = (
                "To get a score, use --dialect conlleval instead of --as. The score can then differ from that of "
                f"{self.program.name}."
            )
            why = next((quirk.title for quirk in self.acted.values() if _error(quirk) == raised.error), raised.error)
            raise NotForPrograms(f"{why}, so --as gives no score", hint=hint) from None
        except NerconformError as error:
            if number := _SENTENCE.search(error.place):
                error.place = f"{data.records[int(number[1])].place()}, {error.place}"
            raise


def _error(quirk: Quirk) -> str:
    """Return with which error the program stops where this quirk acts; nothing where it does not stop."""
    example = defect(quirk.id).example
    return example.error if example else ""


def _read(  # noqa: PLR0913, PLR0917 - what is read, and how
    gold: Input, pred: Path | None, program: Program, one: Pass, options: ReaderOptions, progress: BytesProgress | None
) -> PassData:
    """Return the data of a pass, cut into sentences as the program cuts them."""
    if one.columns is not None:
        options = replace(options, gold_column=one.columns[0], pred_column=one.columns[1])
    data = PassData([], [], [])
    for record in both_sides(read(gold, pred, options, progress)):
        if any(map(is_mentions, (record.gold, record.pred))):
            hint = (
                "Give each entity its start and end. Or compare only the texts: --dialect conlleval --set "
                f"location=text instead of --as. The score can then differ from that of {program.name}."
            )
            raise NotForPrograms(
                f"{program.name} compares positions, and an entity of this sentence has no start and end",
                place=record.place(),
                hint=hint,
            )
        if program.boundary and any(map(is_spans, (record.gold, record.pred))):
            hint = (
                "Name a file with tags. Or use --dialect conlleval instead of --as: it scores spans, too, and "
                "can give another score."
            )
            raise NotForPrograms(
                f"{program.name} reads only tags, and this file has spans", place=record.place(), hint=hint
            )
        for tag in dict.fromkeys((*(record.gold or ()), *(record.pred or ()))):
            if program.takes is not None and not (isinstance(tag, str) and program.takes(tag)):
                hint = (
                    "Replace this tag by one that the program reads, such as B-PER, I-PER or O. Or use --dialect "
                    "conlleval instead of --as: it can give another score."
                )
                message = f"{program.name} stops with an error at the tag {tag!r:.60}"
                raise NotForPrograms(message, place=record.place(), hint=hint)
        ends = [at for at, token in enumerate(record.tokens) if program.boundary and token == program.boundary]
        for start, end in zip([0, *(at + 1 for at in ends)], [*ends, None], strict=True):
            data.gold.append(list((record.gold or ())[start:end]))
            data.pred.append(list((record.pred or ())[start:end]))
            data.records.append(record)
    return data


def _refuse_returns(program: Program, paths: Sequence[Path]) -> None:
    """Refuse a file with carriage returns, which the program takes for a part of the last tag."""
    for path in paths:
        if path.is_file() and b"\r" in path.read_bytes():
            message = f"lines end with a carriage return (CR), which {program.name} reads as part of the predicted tag"
            raise NotForPrograms(message, place=str(path), hint=f"Remove it: sed -i 's/\\r$//' {path}")
