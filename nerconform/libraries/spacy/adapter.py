"""spaCy's Scorer in two ways: `spacy:ner` scores entities, `spacy:spans` any spans, which may overlap.

By their names alone: `spacy:no-overlap` is told, as is the default, that they may not, and `spacy:unlabeled` to look at
bounds alone.

Tags become entities where a `Doc` is made of them; it repairs IOB1 and IOB2. Both documents of a pair have the same
words, one for each token, so that nothing hangs on how they are tokenised or aligned. In `spacy:ner:coarse` and
`spacy:spans:coarse` the gold document has fewer words: one for all tokens between two bounds of gold spans. In
`spacy:ner:unannotated` nobody has said of a gold document without entities that it has none.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from nerconform.asking.inputs import are_paired, column, reach, read_scheme, span_lists, tag_lists
from nerconform.asking.observation import Answer, Observation, Unsupported, Value
from nerconform.asking.protocol import Declared, SpansOnly, impose
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span, canonical

SCHEMES = (Scheme.IOB1, Scheme.IOB2)
"""What a `Doc` says that it repairs."""
WAYS = ("ner", "spans")
ASIDE = ("no-overlap", "unlabeled", "ner:coarse", "spans:coarse", "ner:unannotated")
"""Ways that are asked by their names alone."""
_GROUP = "nerconform"
"""The name of the group of spans in a `Doc`."""
_KEYS = {"precision": "p", "recall": "r", "f1": "f"}
_REFUSALS = (
    Declared("ValueError", r"\[E177\] Ill-formed IOB input detected: "),
    Declared("ValueError", r"\[E093\] token\.ent_iob values make invalid sequence: I without B"),
    Declared("IndexError", r"\[E035\] Error creating span with start "),
    Declared("ValueError", r"\[E949\] Unable to align tokens for the predicted and reference docs\."),
)


class SpacyScorer:
    """spaCy's Scorer, of entities (`ner`) or of spans (`spans`, `no-overlap`, `unlabeled`)."""

    def __init__(self, way: str, version: str) -> None:
        """Ask in this way."""
        self.name = f"spacy:{way}"
        self.version = f"spacy {version}"
        self.way, _, self._gold_is = way.partition(":")
        self.refusals = _REFUSALS

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `conlleval` with spans as sets, and of bounds alone `semeval`, whose schema exact that is."""
        scheme = read_scheme(question, SCHEMES, "spacy")
        if isinstance(scheme, Unsupported):
            return scheme
        why_not = self._excluded(question)
        if why_not:
            return Unsupported(why_not)
        name = "semeval" if self.way == "unlabeled" else "conlleval"
        return impose(NAMED[name].set(scheme=scheme, duplicates="set"), question.choices, "spacy")

    def _excluded(self, question: Question) -> str:
        """Return why a question in this form cannot be put, or nothing."""
        if question.form is Form.RAW_SPANS:
            return "spaCy takes spans only as its own objects, which cannot be malformed like this"
        if question.ask is Ask.REPORT:
            return "a Scorer prints no report"
        if not are_paired(question, tokens=False):
            return "a Scorer takes pairs of documents"
        if question.form is not Form.SPANS:
            return f"{self.name} is asked only about spans" if self.name.removeprefix("spacy:") in ASIDE else ""
        sides = (span_lists(question.gold), span_lists(question.pred))
        if self.way == "ner" and any(_overlap(unit) for side in sides for unit in side):
            return "entities of a spaCy document cannot overlap: check spacy:spans"
        return ""

    def answers(self, measure: Measure, question: Question) -> bool:
        """Whether it has this number: strict or exact ratios, of all or of one type, no F but F1, no counts."""
        return self._has(measure) and not isinstance(self.dialect(question), Unsupported)

    def holds(self, part: Part, question: Question) -> bool:
        """Whether it shows the part: rows of types, and the entities of tags."""
        return (part is Part.ROWS and self.way != "unlabeled") or (part is Part.SPANS and question.form is Form.TAGS)

    def observe(self, question: Question) -> Observation:
        """Answer by `get_ner_prf`, or by `Scorer.score_spans`."""
        from spacy.training import Example
        from spacy.vocab import Vocab

        dialect = self.dialect(question)
        if isinstance(dialect, Unsupported):
            return dialect
        vocab = Vocab()
        gold = [*self._documents(question.gold, question, vocab, made=self._gold_is)]
        pred = [*self._documents(question.pred, question, vocab)]
        found = self._score([Example(*pair) for pair in zip(pred, gold, strict=True)], question.form)
        prefix = _GROUP if self._has_groups(question.form) else "ents"
        types = found.get(f"{prefix}_per_type") or {}
        values: dict[Measure, Value] = {}
        for measure in question.measures:
            if self._has(measure) and measure.type is None:
                values[measure] = found[f"{prefix}_{_KEYS[column(measure)]}"]
            elif self._has(measure) and measure.type in types:
                values[measure] = types[measure.type][_KEYS[column(measure)]]
        spans = None
        if Part.SPANS in question.parts and question.form is Form.TAGS:
            spans = {Side.GOLD: list(map(_entities, gold)), Side.PRED: list(map(_entities, pred))}
        return Answer(values, spans=spans, rows=frozenset(types))

    def _documents(self, side: Any, question: Question, vocab: Any, made: str = "") -> Iterator[Any]:  # noqa: ANN401 - see above
        """Yield the documents of one side: of tags, or of spans over words that hold those of both sides."""
        from spacy.tokens import Doc
        from spacy.tokens import Span as Entity

        if question.form is not Form.SPANS:
            for unit in side:
                yield Doc(vocab, words=_words(len(unit)), ents=list(unit))
            return
        for unit, length in zip(span_lists(side), reach(question), strict=True):
            words, place = _words(length), dict[int, int]()
            if made == "coarse":
                bounds = bounds_of(unit, length)
                words = ["".join(words[first:last]) for first, last in pairwise(bounds)]
                place = {bound: index for index, bound in enumerate(bounds)}
            document = Doc(vocab, words=words)
            ends = ((place.get(span.start, span.start), place.get(span.end, span.end)) for span in unit)
            spans = [Entity(document, *pair, span.type) for pair, span in zip(ends, unit, strict=True)]
            if self.way != "ner":
                document.spans[_GROUP] = spans
            elif spans or made != "unannotated":
                document.set_ents(spans)
            yield document

    def _has_groups(self, form: Form) -> bool:
        """Whether spans stand in a group of their own, not among the entities."""
        return form is Form.SPANS and self.way != "ner"

    def _has(self, measure: Measure) -> bool:
        """Whether a score has this number; of bounds alone there are no types."""
        if self.way == "unlabeled":
            return measure.schema is Schema.EXACT and measure.scope == "micro" and column(measure) in _KEYS
        is_average = measure.scope in {"macro", "weighted"}
        return measure.schema is Schema.STRICT and not is_average and column(measure) in _KEYS

    def _score(self, examples: Sequence[Any], form: Form) -> Any:  # noqa: ANN401 - a dictionary of the library
        from spacy.scorer import Scorer, get_ner_prf

        if self.way == "ner":
            return get_ner_prf(examples)
        if not self._has_groups(form):
            return Scorer.score_spans(examples, "ents")
        return Scorer.score_spans(
            examples,
            _GROUP,
            getter=lambda doc, name: doc.spans[name],
            allow_overlap=self.way != "no-overlap",
            labeled=self.way != "unlabeled",
        )

    def reproduction(self, question: Question) -> str:
        """Return the calls with their imports."""
        documents = self._written_spans(question) if question.form is Form.SPANS else _written_tags(question)
        scored = "get_ner_prf(examples)" if self.way == "ner" else "Scorer.score_spans(examples, 'ents')"
        if self._has_groups(question.form):
            getter = f"getter=lambda doc, name: doc.spans[name], allow_overlap={self.way != 'no-overlap'}"
            labeled = ", labeled=False" if self.way == "unlabeled" else ""
            scored = f"Scorer.score_spans(examples, {_GROUP!r}, {getter}{labeled})"
        lines = [
            "from spacy.scorer import Scorer, get_ner_prf",
            "from spacy.tokens import Doc, Span",
            "from spacy.training import Example",
            "from spacy.vocab import Vocab",
            "vocab = Vocab()",
            *documents,
            "examples = [Example(right, left) for left, right in zip(gold, pred)]",
            f"print({scored})",
            *(["print([doc.ents for doc in (*gold, *pred)])"] if Part.SPANS in question.parts else []),
        ]
        return "\n".join(lines)

    def _written_spans(self, question: Question) -> list[str]:
        """Return how the documents of both sides are made of spans; each says where its words begin and end."""
        lengths = reach(question)
        sides = {"gold": span_lists(question.gold), "pred": span_lists(question.pred)}
        put = "doc.set_ents(spans)" if self.way == "ner" else f"doc.spans[{_GROUP!r}] = spans"
        lines = [
            "def doc_of(unit, bounds, annotated=True):",
            "    words = [''.join(f'w{i}' for i in range(*ends)) for ends in zip(bounds, bounds[1:])]",
            "    doc = Doc(vocab, words=words)",
            "    spans = [Span(doc, bounds.index(start), bounds.index(end), type) for type, start, end in unit]",
            f"    if annotated: {put}",
            "    return doc",
        ]
        for name, units in sides.items():
            how, made = self._gold_is if name == "gold" else "", []
            for unit, length in zip(units, lengths, strict=True):
                bounds = bounds_of(unit, length) if how == "coarse" else range(length + 1)
                annotated = ", annotated=False" if how == "unannotated" and not unit else ""
                made.append(f"doc_of({[tuple(span) for span in unit]}, {bounds}{annotated})")
            lines.append(f"{name} = [{', '.join(made)}]")
        return lines


def _written_tags(question: Question) -> list[str]:
    """Return how the documents of both sides are made of tags."""
    sides = {"gold": question.gold, "pred": question.pred}
    words = "words=[f'w{i}' for i in range(len(unit))]"
    return [f"{name} = [Doc(vocab, {words}, ents=unit) for unit in {side!r}]" for name, side in sides.items()]


def bounds_of(spans: Sequence[Span], length: int) -> list[int]:
    """Return where words begin and end that are as long as these spans permit, in a unit of so many tokens."""
    return sorted({0, length}.union(*((span.start, span.end) for span in spans)))


def _words(length: int) -> list[str]:
    """Return as many words, no two alike."""
    return [f"w{index}" for index in range(length)]


def _entities(document: Any) -> tuple[Span, ...]:  # noqa: ANN401 - a document of the library
    """Return the entities of a document; their ends are exclusive there, too."""
    return tuple(Span(entity.label_, entity.start, entity.end) for entity in document.ents)


def _overlap(spans: Sequence[Span]) -> bool:
    """Whether two of the spans share a token."""
    ordered = sorted(spans, key=canonical)
    return any(later.start < earlier.end for earlier, later in pairwise(ordered))


READERS = ("biluo", "iob")
_TAGS_REFUSALS = (
    Declared("ValueError", r"\[E067\] Invalid BILUO tag sequence: "),
    Declared("ValueError", r"\[E068\] Invalid BILUO tag: "),
    Declared("ValueError", r"\[E177\] Ill-formed IOB input detected: "),
)


class SpacyTags(SpansOnly):
    """spaCy's reader of BILUO, or of IOB by way of BILUO."""

    def __init__(self, reader: str, version: str) -> None:
        """Ask this reader."""
        self.name = f"spacy:{reader}"
        self.version = f"spacy {version}"
        self.reader = reader
        self.refusals = _TAGS_REFUSALS

    def dialect(self, question: Question) -> Dialect | Unsupported:
        """Return `conlleval` of IOB; of BILUO letter and type stand at fixed places, and illegal tags are refused."""
        is_iob = self.reader == "iob"
        scheme = read_scheme(question, (Scheme.IOB1, Scheme.IOB2) if is_iob else (Scheme.BILOU,), self.name)
        if isinstance(scheme, Unsupported):
            return scheme
        if question.form is not Form.TAGS or question.ask is Ask.REPORT or not are_paired(question):
            return Unsupported("it decodes one list of tags at a time; it does not compare two")
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


def make(version: str, mode: str) -> SpacyScorer | SpacyTags:
    """Return the Scorer in one way, or one of the readers of tags."""
    return SpacyTags(mode, version) if mode in READERS else SpacyScorer(mode, version)
