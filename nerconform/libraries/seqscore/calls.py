"""The border to seqscore: its calls, its numbers, its spans, its printed table."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nerconform.asking.observation import Printed, Value
from nerconform.reference.decoding import Side
from nerconform.reference.spans import Span

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

        told = io.StringIO()
        with TemporaryDirectory() as folder, redirect_stdout(told):
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
        return told.getvalue()

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
