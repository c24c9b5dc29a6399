"""The facade: what people import from nerconform (the engines and the reference stand behind it)."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import overload

from nerconform.base.plain_text import short
from nerconform.engines.choice import Engine
from nerconform.engines.choice import evaluate as evaluate_by
from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import converter, encode_spans, target_of
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import policy_of
from nerconform.reference.refusals import NotAUnit, SchemesDiffer, UnknownDialect
from nerconform.reference.schemes import Violation, scheme_of, violations_of
from nerconform.reference.signature import parse_signature, split_signature
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser
from nerconform.reference.units import read_side
from nerconform.reference.viterbi import viterbi_decode as decode_lists

__all__ = [
    "convert",
    "decode",
    "dialects",
    "encode",
    "evaluate",
    "parse_signature",
    "resolve",
    "violations",
    "viterbi_decode",
]


def decode(tags: Sequence[str], scheme: str = "IOB2", policy: str = "lenient") -> tuple[Span, ...]:
    """Return the spans of one unit of tags, ends exclusive, in tokens (DEC-1 to DEC-7).

    Raises `NotAUnit` for a string, the tag errors of TAG-5 to TAG-8, `IllegalTransition` under `policy="refuse"`,
    and `UndefinedPolicy` where the scheme does not define the policy.
    """
    found = scheme_of(scheme)
    pipeline = Pipeline.of(Dialect(scheme=found, policy=policy_of(policy, found)))
    return pipeline.decode(pipeline.parse(_unit(tags)), Side.PRED)


def encode(spans: Iterable[object], length: int, scheme: str = "IOB2") -> list[str]:
    """Return the tags of disjoint spans over `length` tokens (ENC-1).

    `spans` are `Span`, `(type, start, end)` or mappings, ends exclusive. Raises `InvalidSpan`, `OverlappingSpans`.
    """
    (annotation,) = read_side([list(spans)], "spans")
    if annotation.tags:
        raise NotAUnit(
            f"encode takes spans, and these are tags: {short(annotation.tags)}",
            hint="Pass spans (type, start, end): [('PER', 0, 2)]. To get spans from tags: nc.decode(tags).",
        )
    return encode_spans(annotation.spans, length, scheme_of(scheme))


def convert(  # noqa: PLR0913 - how the tags are written, before and after
    tags: Sequence[str],
    scheme: str,
    to: str,
    policy: str = "refuse",
    *,
    affix: str = "prefix",
    delimiter: str = "-",
    to_affix: str | None = None,
    to_delimiter: str | None = None,
) -> list[str]:
    """Return the tags of one unit in another scheme: those of the spans that they are in their own (ENC-3).

    Between schemes other than IO a legal sequence comes back as it was; IO cannot say where two spans of one type
    touch. Prefix and type are written as they were read, unless `to_affix` or `to_delimiter` says otherwise; delimiters
    are percent-encoded, as in a signature. Raises `IllegalTransition` for an illegal sequence unless a `policy` reads
    it, the errors of `decode`, and `UnknownOption` for a delimiter that is made of a prefix of the scheme.
    """
    written = Dialect(scheme=scheme_of(scheme)).set(affix=affix, delimiter=delimiter, policy=policy)
    target = target_of(written, to, to_affix, to_delimiter)
    return list(converter(written, target)(_unit(tags)).tags)


def violations(tags: Sequence[str], scheme: str = "IOB2") -> tuple[Violation, ...]:
    """Return every illegal transition of one unit of tags: position (the length at the end), tags, clause (DEC-3)."""
    dialect = Dialect(scheme=scheme_of(scheme))
    return violations_of(dialect.scheme, parser(dialect)(_unit(tags)))


@overload
def viterbi_decode(logits: object, labels: object, scheme: str, lengths: None = None) -> list[str]: ...
@overload
def viterbi_decode(logits: object, labels: object, scheme: str, lengths: object) -> list[list[str]]: ...
def viterbi_decode(logits: object, labels: object, scheme: str, lengths: object = None) -> list[str] | list[list[str]]:
    """Return the tags of the best legal sequence for the logits of one unit, or of each of several (VIT-1 to VIT-5).

    `logits` are [tokens, labels]; for several units, with `lengths` (the tokens of each unit), either [units, tokens,
    labels], padded after each unit with whatever, or the rows of all units on end, [all tokens, labels]. They are
    integers or floats of any width, in lists, tuples, arrays or tensors; -inf forbids a label at a token. `labels` are
    the tags of the columns, in any order, not necessarily all of the `scheme`.

    The answer is exact, and of equal sums the one of VIT-3. Arrays and tensors are decoded by NumPy where it is
    installed, lists and tuples in Python; the answers are the same. Time is linear in tokens times labels.

    Raises `InvalidLabels` and the tag errors of TAG-5 to TAG-8 (with the position of the label), `FlatInput`,
    `WrongShape`, `InvalidLengths`, `InvalidLogit` (with unit, position and label) and `NoLegalSequence`.
    """
    if hasattr(logits, "__array__") and find_spec("numpy"):
        from nerconform.engines.viterbi_floats import viterbi_decode as decode_arrays  # noqa: PLC0415 # NumPy is an extra

        return decode_arrays(logits, labels, scheme, lengths)
    return decode_lists(logits, labels, scheme, lengths)


def evaluate(  # noqa: PLR0913 - what is evaluated in which dialect, and how
    gold: object,
    pred: object,
    dialect: "str | Dialect" = "semeval",
    scheme: str | None = None,
    *,
    outcomes: bool = False,
    engine: str = Engine.AUTO,
) -> Evaluation:
    """Return every measure of one dialect.

    `gold` and `pred` are lists of units, each a list of tags or a list of spans (`Span`, `(type, start, end)`, or a
    mapping with `type` or `label`, and `start` and `end` or `pieces`; ends exclusive). `dialect` is a `Dialect`, a
    name, or a signature; `scheme` says how the tags are written and defaults to the dialect's own (IOB2 in a named
    one). Raises errors of `nerconform.reference.refusals`, each with its place (INP-1 to INP-5).

    Entities without offsets are `(type, text)`, or mappings with `type` or `label` and `text`; the dialect says how
    they are compared, such as `semeval,location:text`. A unit with its text is a mapping with `text` or `tokens` and
    `entities` (LOC-1 to LOC-6). A unit of several layers is `{"layers": [...]}`, each a list of tags, or each a list of
    spans: the entities of all are pooled (INP-6).

    `engine` says who counts, never what comes out: `reference`, the norm; `columnar`, which needs NumPy, or raises
    `NotServed` with the reason; `auto`, whichever of those that serve is faster, without loading NumPy for a small
    input. The evaluation's `engine` tells who it was.
    """
    return evaluate_by(resolve(dialect, scheme), gold, pred, engine, outcomes=outcomes)


def resolve(dialect: "str | Dialect", scheme: str | None = None) -> Dialect:
    """Return the dialect that is meant, in the scheme of the data (DIA-6).

    Raises `SchemesDiffer` where the dialect was given with another scheme than `scheme`.
    """
    if isinstance(dialect, Dialect):
        start, choices = dialect, {"scheme": str(dialect.scheme)}
    elif isinstance(dialect, str):
        start, choices, _ = split_signature(dialect)
    else:
        raise UnknownDialect(
            f"{short(dialect)} is not the name of a dialect, a set of scoring rules",
            hint=f"Pass one of: {', '.join(NAMED)}. nc.dialects() has them all.",
        )
    if scheme is not None:
        wanted = scheme_of(scheme)
        if wanted is not scheme_of(choices.get("scheme", wanted)):
            message = (
                f"two schemes are named: {choices['scheme']} in the dialect, and {scheme} by --scheme (in Python "
                "scheme=)"
            )
            hint = f"Remove --scheme (in Python scheme=), or remove scheme:{choices['scheme']} from the dialect."
            raise SchemesDiffer(message, hint=hint)
        choices["scheme"] = wanted
    return start.set(**choices)


def dialects() -> Mapping[str, Dialect]:
    """Return the named dialects (DIA-2)."""
    return NAMED


def _unit(tags: object) -> Sequence[str]:
    """Return the tags of one unit, refusing a string and spans."""
    if isinstance(tags, str | bytes):
        raise NotAUnit(
            f"{tags!r:.60} is one string, not a list of tags", hint="Pass a list: ['B-X', 'O'], or 'B-X O'.split()."
        )
    (annotation,) = read_side([tags], "tags")
    if annotation.tags is None:
        raise NotAUnit(
            "tags are expected, and the argument is a list of spans",
            hint="Pass the tags of one sentence: ['B-PER', 'O'].",
        )
    return annotation.tags
