"""spaCy's readers of tags, decoders without a metric: `spacy:biluo`, and `spacy:iob`, which writes BILUO first.

`biluo_tags_to_spans` is what spaCy reads training data with, and `iob_to_biluo` what its converter of files puts
before it; a `Doc` that is given tags, as `spacy:ner` does, has a third reader.
"""

from collections.abc import Iterator
from typing import Any

from nerconform.implementations.choices import impose
from nerconform.implementations.observation import Unsupported
from nerconform.implementations.protocol import Declared
from nerconform.implementations.question import Ask, Form, Question
from nerconform.implementations.sides import are_paired, read_scheme, tag_lists
from nerconform.implementations.spans_alone import SpansAlone
from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span, canonical

READERS = ("biluo", "iob")
_REFUSALS = (
    Declared("ValueError", r"\[E067\] Invalid BILUO tag sequence: "),
    Declared("ValueError", r"\[E068\] Invalid BILUO tag: "),
    Declared("ValueError", r"\[E177\] Ill-formed IOB input detected: "),
)


class SpacyTags(SpansAlone):
    """spaCy's reader of BILUO, or of IOB by way of BILUO."""

    def __init__(self, reader: str, version: str) -> None:
        """Ask this reader."""
        self.name = f"spacy:{reader}"
        self.version = f"spacy {version}"
        self.reader = reader
        self.refusals = _REFUSALS

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `conlleval` of IOB; of BILUO letter and type stand at fixed places, and illegal tags are refused."""
        is_iob = self.reader == "iob"
        scheme = read_scheme(question, (Scheme.IOB1, Scheme.IOB2) if is_iob else (Scheme.BILOU,), self.name)
        if isinstance(scheme, Unsupported):
            return scheme
        if question.form is not Form.TAGS or question.ask is Ask.REPORT or not are_paired(question):
            return Unsupported("it decodes one list of tags at a time, and compares none")
        dialect = NAMED["conlleval"].set(scheme=scheme)
        if not is_iob:
            dialect = dialect.set(policy="refuse", bare="two-chars")
        return impose(dialect, question.choices, "spacy")

    def decoded(self, units: Any, question: Question) -> Iterator[tuple[Span, ...]]:  # noqa: ANN401, ARG002 - see base
        """Yield the spans of every unit, whose ends are exclusive there, too."""
        yield from map(self._read, tag_lists(units))

    def _read(self, unit: list[str]) -> tuple[Span, ...]:
        """Return the spans of one unit."""
        from spacy.tokens import Doc
        from spacy.training import biluo_tags_to_spans, iob_to_biluo
        from spacy.vocab import Vocab

        document = Doc(Vocab(), words=[f"w{index}" for index in range(len(unit))])
        found: list[Any] = biluo_tags_to_spans(document, iob_to_biluo(unit) if self.reader == "iob" else unit)
        return tuple(sorted((Span(span.label_, span.start, span.end) for span in found), key=canonical))

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports."""
        tags = "iob_to_biluo(unit)" if self.reader == "iob" else "unit"
        return "\n".join(
            [
                "from spacy.tokens import Doc",
                "from spacy.training import biluo_tags_to_spans, iob_to_biluo",
                "from spacy.vocab import Vocab",
                f"gold = {question.gold!r}",
                f"pred = {question.pred!r}",
                "for unit in (*gold, *pred):",
                "    doc = Doc(Vocab(), words=[f'w{i}' for i in range(len(unit))])",
                f"    found = biluo_tags_to_spans(doc, {tags})",
                "    print([(span.label_, span.start, span.end) for span in found])",
            ]
        )
