"""seqscore: the library with each of its repairs, `seqscore:conlleval`, `seqscore:discard`, `seqscore:none`.

Each reads the schemes that its repair is made for, by the encoding of that scheme; another one may be named, as its
functions take every pair. Scores come from its functions unrounded; its printed table rounds. Spans need no repair, so
they are given to `seqscore:none` alone. In `seqscore:runs` its command line scores two files of predictions, the second
of which is the gold, and the table of the first is read.
"""

from collections.abc import Mapping
from dataclasses import replace

from nerconform.asking.inputs import are_paired, can_be_written, column, read_scheme, span_lists, tag_lists
from nerconform.asking.observation import Answer, Observation, Unsupported, Value
from nerconform.asking.protocol import Declared, impose
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.libraries.seqscore.calls import Rows, SeqscoreCalls
from nerconform.reference.dialect import Dialect
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.option_values import Rounding
from nerconform.reference.options import Item
from nerconform.reference.outcomes import Schema
from nerconform.reference.refusals import UnknownOption, UnknownScheme
from nerconform.reference.schemes import Scheme, scheme_of

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


class Seqscore:
    """seqscore with one repair: `conlleval`, `discard` or `none`, and one scheme alone if it is named."""

    def __init__(self, mode: str, version: str) -> None:
        """Ask with this repair, `REPAIR` or `REPAIR:SCHEME`. Raises `UnknownScheme` or `UnknownOption`."""
        self.name = f"seqscore:{mode}"
        self.version = f"seqscore {version}"
        self.repair, _, scheme = mode.partition(":")
        if self.repair not in _NAMED:
            raise UnknownOption(f"seqscore has no repair {self.repair!r}", hint=f"Use one of: {', '.join(_NAMED)}.")
        self.schemes = (scheme_of(scheme),) if scheme else REPAIRS.get(self.repair, _NAMED[self.repair])
        if self.schemes[0] not in _NAMED[self.repair]:
            hint = f"Use one of: {', '.join(_NAMED[self.repair])}."
            raise UnknownScheme(f"seqscore has no repair {self.repair} for {scheme}", hint=hint)
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
            return "seqscore takes spans as objects of its own, so other malformed spans do not reach it"
        if question.ask is Ask.REPORT:
            return self._unprinted(question)
        token = question.choices.get("item") == Item.TOKEN
        if self.repair == RUNS:
            return "several runs are scored by its command line alone"
        if (question.form is Form.SPANS or token) and not are_paired(question, tokens=False):
            return "seqscore scores spans, and the labels of tokens, one pair of units at a time"
        if question.form is Form.SPANS and (self.repair != "none" or token):
            return "spans need no repair, and have no labels"
        return ""

    def _unprinted(self, question: Question) -> str:
        """Return why the command line cannot be asked, or nothing."""
        if not can_be_written(question):
            return "its command line reads files, in which these data cannot stand"
        if self.repair == RUNS:
            token = question.choices.get("item") == Item.TOKEN
            return "the table of several runs has no accuracy" if token else ""
        scheme = scheme_of(question.scheme)
        return "" if scheme in REPAIRS[self.repair] else "its command line refuses this repair of this encoding"

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
