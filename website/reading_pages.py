"""Reading pages: schemes and dialects, each with a picture of tags and of the entities that are read in them."""

from collections.abc import Iterable, Sequence

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import AXES, Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import ALIASES, Scheme
from nerconform.reference.spans import Span
from nerconform.reference.units import read_side
from nerconform.reference.words import sentence, sentences
from nerconform.reporting.web.line_drawing import Line, draw
from nerconform.results.values import SpanRecord
from website.fragments import fragment
from website.markup import block, code, escaped, page, raw, table

_WORDS = ("Ada", "Lovelace", "Charles", "Babbage", "met", "in", "New", "York", "City")
_SPANS = (Span("PER", 0, 2), Span("PER", 2, 4), Span("LOC", 6, 9))
_MERGED = (Span("PER", 0, 4), Span("LOC", 6, 9))
_GOLD = ("B-PER", "I-PER", "O", "B-LOC", "I-LOC", "O")
_PRED = ("I-PER", "I-PER", "O", "B-LOC", "I-ORG", "I-ORG")
_TOKENS = ("Ada", "Lovelace", "visited", "New", "York", "today")


def reading_pages() -> dict[str, str]:
    """Return the page of schemes and that of dialects."""
    return {"schemes": _schemes(), "dialects": _dialects()}


def _schemes() -> str:
    """Return the page of schemes: the same sentence written in each."""
    intro = (
        "A scheme says how entities are written as tags. Every picture shows the same sentence: two persons next to "
        "each other, and a place of three tokens. The rules are in [chapter 2 of the spec](/spec/2-schemes.md). If the "
        "scheme of a file is not known, `nerconform validate FILE` says in which scheme its tags are legal."
    )
    parts = [intro, ""]
    for scheme in Scheme:
        other = [name for name, meant in ALIASES.items() if meant is scheme]
        also = f" {scheme} is also called {' and '.join(other)}." if other else ""
        parts += [f"## {scheme}\n", f"{escaped(sentence(Dialect(scheme=scheme), 'scheme'))}{also}\n"]
        spans = _MERGED if scheme is Scheme.IO else _SPANS
        if scheme is Scheme.IO:
            parts.append("The two persons of the sentence are read as one.\n")
        tags = nc.encode(spans, len(_WORDS), scheme=scheme)
        lines = [
            Line(str(scheme), "tags", "tags", tags=tuple(tags)),
            Line(str(scheme), "entities", "rule", _records(spans)),
        ]
        drawing = draw(lines, len(_WORDS), _WORDS)
        parts += [raw(fragment("example.html", drawing=drawing, title=scheme)), block(" ".join(tags))]
    return page("Schemes", *parts)


def _dialects() -> str:
    """Return the page of dialects: the same two lines of tags as each reads them, and each choice in a sentence."""
    intro = (
        "A dialect is one choice for each rule on which software differs. Every picture below shows the same tags. "
        "The prediction has two illegal tags: I-PER starts a sentence, and I-ORG follows B-LOC. The entities are those "
        "that the dialect reads; the line below gives its strict F1, rounded as the dialect says. To use a dialect: "
        '`nerconform score FILE --dialect conlleval`, or `nc.evaluate(gold, pred, dialect="conlleval")`.'
    )
    parts = [intro, "", _overview(), ""]
    for name, dialect in NAMED.items():
        parts += [f"## {name}\n", f"{_choices(dialect)}\n", _picture(name, dialect)]
        parts += [f"{_score(dialect)}\n", "<details>\n<summary>Every choice of this dialect</summary>\n"]
        rows = [[step, code(f"{axis}:{option}"), escaped(words)] for step, axis, option, words in sentences(dialect)]
        parts += [table(["step", "choice", "meaning"], rows), "</details>\n"]
        parts.append(block(f"nerconform explain '{name}|strict.micro.f1'", "sh"))
    return page("Dialects", *parts)


def _choices(dialect: Dialect) -> str:
    """Return the choices of a dialect that are not the first of their axis."""
    first = Dialect()
    chosen = [(axis.name, dialect.option(axis.name)) for axis in AXES]
    return "Choices: " + ", ".join(code(f"{axis}:{option}") for axis, option in chosen if first.option(axis) != option)


def _overview() -> str:
    """Return the dialects that give the same numbers on the example, together."""
    alike: dict[str, list[str]] = {}
    for name, dialect in NAMED.items():
        alike.setdefault(_score(dialect), []).append(f"[{name}](#{name})")
    return table(["strict F1 on the example", "dialects"], [[text, ", ".join(names)] for text, names in alike.items()])


def _picture(name: str, dialect: Dialect) -> str:
    """Return both lines of tags with the entities that a dialect reads."""
    pipeline = Pipeline.of(dialect)
    lines: list[Line] = []
    for label, tags, side in (("gold", _GOLD, Side.GOLD), ("prediction", _PRED, Side.PRED)):
        (annotation,) = read_side([tags], label)
        lines.append(Line(label, "tags", "tags", tags=tags))
        try:
            lines.append(Line(label, "entities", "rule", _records(pipeline.spans(annotation, side))))
        except NerconformError as error:
            lines.append(Line(label, "entities", "rule", note=f"refused: {error.message}"))
    return raw(fragment("example.html", drawing=draw(lines, len(_TOKENS), _TOKENS), title=name))


def _score(dialect: Dialect) -> str:
    """Return what a dialect counts on the example."""
    try:
        found = nc.evaluate([_GOLD], [_PRED], dialect=dialect)
    except NerconformError:
        return "refused: the prediction has an illegal tag"
    counts = found.counts
    return f"{counts.cor} of {counts.act} predicted entities correct, {counts.pos} in gold: F1 {found.f1:.2f}"


def _records(spans: Iterable[Span] | Sequence[Span]) -> tuple[SpanRecord, ...]:
    return tuple(SpanRecord(one.type, one.start, one.end) for one in spans)
