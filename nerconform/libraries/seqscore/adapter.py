"""seqscore: the library with each of its repairs, `seqscore:conlleval`, `seqscore:discard`, `seqscore:none`.

Each reads the schemes that its repair is made for, by the encoding of that scheme; another one may be named, as its
functions take every pair. Scores come from its functions unrounded; its printed table rounds. Spans need no repair, so
they are given to `seqscore:none` alone. In `seqscore:runs` its command line scores two files of predictions, the second
of which is the gold, and the table of the first is read.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nerconform.asking.inputs import are_paired, can_be_written, column, read_scheme, span_lists, tag_lists
from nerconform.asking.observation import Answer, Observation, Printed, Unsupported, Value
from nerconform.asking.protocol import Declared, impose
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Rounding
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Schema
from nerconform.reference.refusals import UnknownOption, UnknownScheme
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.spans import Span

ENCODINGS: Mapping[Scheme, str] = {
    Scheme.IO: "IO",
    Scheme.IOB1: "IOB",
    Scheme.IOB2: "BIO",
    Scheme.BIOES: "BIOES",
    Scheme.BILOU: "BILOU",
    Scheme.BMES: "BMES",
    Scheme.BMEWO: "BMEOW",
}
"""The name of the encoding that reads each scheme."""
REPAIRS: Mapping[str, tuple[Scheme, ...]] = {
    "conlleval": (Scheme.IOB1, Scheme.IOB2),
    "discard": (Scheme.IOB2,),
    "none": tuple(ENCODINGS),
}
"""The schemes whose encodings support each repair; the command line refuses any other pair."""
RUNS = "runs"
_NAMED: Mapping[str, tuple[Scheme, ...]] = {
    "conlleval": tuple(ENCODINGS),
    "discard": (Scheme.IOB2, Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO),
    "none": tuple(ENCODINGS),
    RUNS: tuple(ENCODINGS),
}
"""The schemes in which each mode can be asked where the scheme is named: those in which its policy is defined."""
_POLICIES: Mapping[str, str] = {"conlleval": "lenient", "discard": "discard", "none": "refuse", RUNS: "refuse"}
_QUANTITIES = frozenset({"precision", "recall", "f1", "tp", "fp", "fn", "pos", "act"})
_REFUSALS = (
    Declared("EncodingError", r"Cannot score sequence due to validation errors\."),
    Declared("EncodingError", r"Stopping due to (validation errors|invalid label\(s\))"),
    Declared("InvalidLabelError", r"Could not parse label "),
    Declared("CoNLLFormatError", r"Line \d+ of "),
    Declared("TokenCountError", r"Token count mismatch at line "),
    Declared("ValueError", r"Different number of sequences in predicted "),
    Declared("ValueError", r"Prediction has \d+ (labels|sequences|documents), reference has "),
    Declared("ValueError", r"Start \(-?\d+\) cannot be negative"),
    Declared("ValueError", r"End (\(-?\d+\) cannot be negative|of span \(-?\d+\) must be greater than start )"),
    Declared("ValueError", r"Empty string for type: "),
    Declared("TypeError", r"Expected str for type, got "),
)


Row = Mapping[str, Value]
"""The numbers of one type, or of all."""
Rows = tuple[Row, Mapping[str, Row]]
"""The row of all types, and the row of each."""
_RATIOS = ("precision", "recall", "f1")
_CELLS = 6
"""Three ratios, and the numbers of reference, predicted and correct spans."""


@dataclass(frozen=True, slots=True)
class SeqscoreCalls:
    """One question as the library is asked it: the data, the name of the encoding, and the repair, if any.

    `twice`: its command line scores two files, the prediction and the gold.
    """

    gold: Any
    pred: Any
    encoding: str
    repair: str | None
    twice: bool = False

    def scores(self) -> Rows:
        """Return what `score_label_sequences` returns; it takes the prediction first."""
        from seqscore.scoring import score_label_sequences

        return _rows(score_label_sequences(self.pred, self.gold, self.encoding, repair=self.repair)[0])

    def accuracy(self) -> Row:
        """Return the share of equal tags, before any repair."""
        from seqscore.scoring import AccuracyScore, score_sequence_label_accuracy

        score = AccuracyScore()
        for pred, gold in zip(self.pred, self.gold, strict=True):
            score_sequence_label_accuracy(pred, gold, score)
        return _shares(float(score.accuracy), score.total, score.hits)

    def mentions(self) -> Rows:
        """Return the scores of spans that are given, whose ends are exclusive there, too."""
        from seqscore.scoring import ClassificationScore, score_sequence_mentions

        score = ClassificationScore()
        for pred, gold in zip(self.pred, self.gold, strict=True):
            score_sequence_mentions(_mentions(pred), _mentions(gold), score)
        return _rows(score)

    def spans(self) -> dict[Side, list[tuple[Span, ...]]]:
        """Return the decoded spans, of repaired tags where a repair is made."""
        return {
            side: [tuple(self._decoded(unit)) for unit in units]
            for side, units in ((Side.GOLD, self.gold), (Side.PRED, self.pred))
        }

    def _decoded(self, tags: Sequence[str]) -> Iterator[Span]:
        from seqscore.encoding import get_encoding
        from seqscore.validation import validate_labels

        encoding = get_encoding(self.encoding)
        found = validate_labels(tags, encoding, repair=self.repair)
        for mention in encoding.decode_labels(tags if found.is_valid() else found.repaired_labels):
            yield Span(mention.type, mention.span.start, mention.span.end)

    def table(self) -> Rows:
        """Return the rows of the table that the command line prints."""
        lines = self._printed("pretty").splitlines()[3 if self.twice else 2 :]
        first, *rest = (_cells(line) for line in takewhile(bool, lines))
        return first[1], dict(rest)

    def printed_accuracy(self) -> Row:
        """Return the accuracy that the command line prints in the format of conlleval, which is one after repair."""
        processed, ratios, *_ = self._printed("conlleval").splitlines()
        total = int(processed.split()[1])
        text = ratios.split("%", 1)[0].removeprefix("accuracy:").strip()
        return {**dict.fromkeys(_RATIOS, Printed(text)), "pos": total, "act": total}

    def _printed(self, output: str) -> str:
        """Return what the command line prints about two files of these data."""
        from seqscore.conll import LineSpec, score_conll_files

        printed = io.StringIO()
        with TemporaryDirectory() as folder, redirect_stdout(printed):
            gold, pred = Path(folder, "gold.conll"), Path(folder, "pred.conll")
            gold.write_text(written(self.gold), encoding="utf-8")
            pred.write_text(written(self.pred), encoding="utf-8")
            score_conll_files(
                [str(pred), str(gold)] if self.twice else [str(pred)],
                str(gold),
                self.encoding,
                self.repair,
                "utf-8",
                LineSpec(0, -1),
                ignore_document_boundaries=False,
                allow_comment_lines=False,
                output_format=output,
                delim="\t",
                quiet=True,
            )
        return printed.getvalue()

    def scoring(self, *, spans: bool) -> str:
        """Return plain Python that scores the tags, and shows what is decoded if asked."""
        lines = [
            "from seqscore.scoring import score_label_sequences",
            *self._data(),
            f"print(score_label_sequences(pred, gold, {self.encoding!r}, repair={self.repair!r}))",
        ]
        if spans:
            lines += [
                "from seqscore.encoding import get_encoding",
                "from seqscore.validation import validate_labels",
                f"encoding = get_encoding({self.encoding!r})",
                "for tags in (*gold, *pred):",
                f"    found = validate_labels(tags, encoding, repair={self.repair!r})",
                "    print(encoding.decode_labels(tags if found.is_valid() else found.repaired_labels))",
            ]
        return "\n".join(lines)

    def comparing(self) -> str:
        """Return plain Python that compares the tags of tokens."""
        lines = [
            "from seqscore.scoring import AccuracyScore, score_sequence_label_accuracy",
            *self._data(),
            "score = AccuracyScore()",
            "for left, right in zip(pred, gold, strict=True):",
            "    score_sequence_label_accuracy(left, right, score)",
            "print(score, score.accuracy)",
        ]
        return "\n".join(lines)

    def matching(self) -> str:
        """Return plain Python that scores spans that are given."""
        shown = ([[tuple(span) for span in unit] for unit in side] for side in (self.gold, self.pred))
        lines = [
            "from seqscore.model import Mention, Span",
            "from seqscore.scoring import ClassificationScore, score_sequence_mentions",
            *(f"{name} = {side!r}" for name, side in zip(("gold", "pred"), shown, strict=True)),
            "score = ClassificationScore()",
            "for units in zip(pred, gold, strict=True):",
            "    sides = [[Mention(Span(start, end), type) for type, start, end in unit] for unit in units]",
            "    score_sequence_mentions(*sides, score)",
            "print(score, score.precision, score.recall, score.f1)",
        ]
        return "\n".join(lines)

    def printing(self, output: str) -> str:
        """Return plain Python that writes two files and has the command line's function print about them."""
        scored = '["pred.conll", "gold.conll"]' if self.twice else '["pred.conll"]'
        arguments = f'{scored}, "gold.conll", {self.encoding!r}, {self.repair!r}, "utf-8", LineSpec(0, -1)'
        options = "ignore_document_boundaries=False, allow_comment_lines=False"
        lines = [
            "import os, pathlib, tempfile",
            "from seqscore.conll import LineSpec, score_conll_files",
            "os.chdir(tempfile.mkdtemp())",
            f'pathlib.Path("gold.conll").write_text({written(self.gold)!r}, encoding="utf-8")',
            f'pathlib.Path("pred.conll").write_text({written(self.pred)!r}, encoding="utf-8")',
            f'score_conll_files({arguments}, {options}, output_format={output!r}, delim="\\t", quiet=True)',
        ]
        return "\n".join(lines)

    def _data(self) -> list[str]:
        return [f"gold = {self.gold!r}", f"pred = {self.pred!r}"]


def written(units: Sequence[Sequence[str]]) -> str:
    """Return units in lines of a token and its tag, with an empty line behind each unit."""
    return "".join("".join(f"w {tag}\n" for tag in unit) + "\n" for unit in units)


def _cells(line: str) -> tuple[str, Row]:
    """Return the name and numbers of one line of the table; a name may hold what parts the cells."""
    name, *numbers = line.strip().removeprefix("|").removesuffix("|").rsplit("|", _CELLS)
    texts = [text.strip() for text in numbers]
    pos, act, right = map(int, texts[3:])
    counts = {"pos": pos, "act": act, "tp": right, "fp": act - right, "fn": pos - right}
    return name.strip(), {**counts, **dict(zip(_RATIOS, map(Printed, texts[:3]), strict=True))}


def _rows(score: Any) -> Rows:  # noqa: ANN401 - a score of the library
    return _row(score), {kind: _row(one) for kind, one in score.type_scores.items()}


def _row(score: Any) -> Row:  # noqa: ANN401 - a score of the library
    """Return the numbers of one score."""
    return {
        "tp": score.true_pos,
        "fp": score.false_pos,
        "fn": score.false_neg,
        "pos": score.total_ref,
        "act": score.total_pos,
        "precision": float(score.precision),
        "recall": float(score.recall),
        "f1": float(score.f1),
    }


def _shares(accuracy: float, total: int, right: int) -> Row:
    """Return an accuracy as the scores of tokens, of which there are as many on both sides."""
    counts = {"tp": right, "fp": total - right, "fn": total - right, "pos": total, "act": total}
    return {**counts, **dict.fromkeys(_RATIOS, accuracy)}


def _mentions(spans: Sequence[Span]) -> list[Any]:
    from seqscore.model import Mention
    from seqscore.model import Span as Bounds

    return [Mention(Bounds(span.start, span.end), span.type) for span in spans]


class Seqscore:
    """seqscore with one repair: `conlleval`, `discard` or `none`, and one scheme alone if it is named."""

    def __init__(self, mode: str, version: str) -> None:
        """Ask with this repair, `REPAIR` or `REPAIR:SCHEME`. Raises `UnknownScheme` or `UnknownOption`."""
        self.name = f"seqscore:{mode}"
        self.version = f"seqscore {version}"
        self.repair, _, scheme = mode.partition(":")
        if self.repair not in _NAMED:
            hint = (
                "Use conlleval (illegal tags are read as conlleval reads them), discard (incomplete entities are "
                "dropped), none (illegal tags are an error) or runs (its command line scores two files of "
                "predictions). For example: seqscore:conlleval."
            )
            raise UnknownOption(f"seqscore has no way {self.repair!r} to repair illegal tags", hint=hint)
        self.schemes = (scheme_of(scheme),) if scheme else REPAIRS.get(self.repair, _NAMED[self.repair])
        if self.schemes[0] not in _NAMED[self.repair]:
            hint = (
                f"Use a scheme that it knows: {', '.join(_NAMED[self.repair])}. For example: "
                f"seqscore:{self.repair}:{_NAMED[self.repair][0]}."
            )
            raise UnknownScheme(
                f"seqscore:{self.repair} does not know the scheme {scheme}",
                hint=hint,
            )
        self.refusals = _REFUSALS

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `seqscore` with the policy of the repair; only what is printed is rounded."""
        scheme = read_scheme(question, self.schemes, self.name)
        if isinstance(scheme, Unsupported):
            return scheme
        why_not = self._excluded(question)
        if why_not:
            return Unsupported(why_not)
        dialect = NAMED["seqscore"].set(scheme=scheme, policy=_POLICIES[self.repair])
        rest = dict(question.choices)
        if rest.get("item") == Item.TOKEN:
            dialect = dialect.set(item=rest.pop("item"), round="2-binary-x100")
        if question.ask is Ask.SCORES:
            dialect = replace(dialect, round=Rounding())
        return impose(dialect, rest, "seqscore")

    def _excluded(self, question: Question) -> str:
        """Return why a question in this form cannot be put, or nothing."""
        if question.form is Form.RAW_SPANS:
            return "seqscore takes spans only as its own objects, which cannot be malformed like this"
        if question.ask is Ask.REPORT:
            return self._unprinted(question)
        token = question.choices.get("item") == Item.TOKEN
        if self.repair == RUNS:
            return "seqscore scores several runs only on its command line"
        if (question.form is Form.SPANS or token) and not are_paired(question, tokens=False):
            return "seqscore scores spans, and labels of tokens, one pair of sentences at a time"
        if question.form is Form.SPANS and (self.repair != "none" or token):
            return "spans cannot be repaired, and have no labels"
        return ""

    def _unprinted(self, question: Question) -> str:
        """Return why the command line cannot be asked, or nothing."""
        if not can_be_written(question):
            return "the command line of seqscore reads files, and these data cannot be written to a file"
        if self.repair == RUNS:
            token = question.choices.get("item") == Item.TOKEN
            return "the table that seqscore prints for several runs has no accuracy" if token else ""
        scheme = scheme_of(question.scheme)
        return (
            ""
            if scheme in REPAIRS[self.repair]
            else "the command line of seqscore rejects this repair method for this encoding"
        )

    def _calls(self, question: Question) -> SeqscoreCalls:
        """Return the question as the library is asked it."""
        gold, pred = question.gold, question.pred
        if question.form in {Form.TAGS, Form.SPANS}:
            listed = tag_lists if question.form is Form.TAGS else span_lists
            gold, pred = listed(gold), listed(pred)
        repair = None if self.repair in {"none", RUNS} else self.repair
        return SeqscoreCalls(gold, pred, ENCODINGS[scheme_of(question.scheme)], repair, twice=self.repair == RUNS)

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it has this number: strict, of all or of one type, no F but F1."""
        return _has(measure, question) and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:
        """Whether it shows the part: its rows, and the spans that it decodes."""
        if question.choices.get("item") == Item.TOKEN:
            return False
        if self.repair == RUNS:
            return part is Part.ROWS
        return part is Part.ROWS or (part is Part.SPANS and question.form is Form.TAGS)

    def observe(self, question: Question) -> Observation:
        """Answer by its functions, or by what its command line prints."""
        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        calls = self._calls(question)
        total, types = self._rows(calls, question)
        values: dict[Measure, Value] = {}
        for measure in question.measures:
            row = total if measure.type is None else types.get(measure.type)
            if row is not None and _has(measure, question):
                values[measure] = row[column(measure)]
        spans = calls.spans() if Part.SPANS in question.parts and question.form is Form.TAGS else None
        return Answer(values, spans=spans, rows=frozenset(types))

    def _rows(self, calls: SeqscoreCalls, question: Question) -> Rows:
        """Return the numbers of all types, and of each."""
        if question.choices.get("item") == Item.TOKEN:
            return (calls.accuracy() if question.ask is Ask.SCORES else calls.printed_accuracy()), {}
        if question.ask is Ask.REPORT:
            return calls.table()
        return calls.mentions() if question.form is Form.SPANS else calls.scores()

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports, as one pastes them."""
        calls = self._calls(question)
        if question.ask is Ask.REPORT:
            output = "conlleval" if question.choices.get("item") == Item.TOKEN else "pretty"
            return calls.printing(output)
        if question.choices.get("item") == Item.TOKEN:
            return calls.comparing()
        if question.form is Form.SPANS:
            return calls.matching()
        return calls.scoring(spans=Part.SPANS in question.parts)


def _has(measure: Measure, question: Question) -> bool:
    """Whether an answer to this question has this number; an accuracy that is printed comes without counts."""
    if measure.schema is not Schema.STRICT or column(measure) not in _QUANTITIES:
        return False
    if question.choices.get("item") != Item.TOKEN:
        return measure.scope not in {"macro", "weighted"}
    printed = question.ask is Ask.REPORT and column(measure) in {"tp", "fp", "fn"}
    return measure.scope == "micro" and not printed


def make(version: str, mode: str) -> Seqscore:
    """Return the implementation with one repair."""
    return Seqscore(mode, version)
