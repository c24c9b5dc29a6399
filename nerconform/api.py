"""The facade: what people import from nerconform (the engines and the reference stand behind it)."""

from collections.abc import Iterable, Mapping, Sequence

from nerconform.reference.decoding import Side
from nerconform.reference.dialect import Dialect
from nerconform.reference.encoding import encode_spans
from nerconform.reference.errors import NotAUnit, SchemesDiffer, UnknownDialect
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.named import NAMED
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import policy_of
from nerconform.reference.schemes import Violation, scheme_of, violations_of
from nerconform.reference.signature import parse_signature, split_dialect
from nerconform.reference.spans import Span
from nerconform.reference.tags import parser
from nerconform.reference.units import read_side

__all__ = ["decode", "dialects", "encode", "evaluate", "parse_signature", "resolve", "violations"]


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
        raise NotAUnit(f"these are no spans: {annotation.tags!r:.60}", hint="Pass (type, start, end).")
    return encode_spans(annotation.spans, length, scheme_of(scheme))


def violations(tags: Sequence[str], scheme: str = "IOB2") -> tuple[Violation, ...]:
    """Return every illegal transition of one unit of tags: position (the length at the end), tags, clause (DEC-3)."""
    dialect = Dialect(scheme=scheme_of(scheme))
    return violations_of(dialect.scheme, parser(dialect)(_unit(tags)))


def evaluate(
    gold: object,
    pred: object,
    dialect: "str | Dialect" = "semeval",
    scheme: str | None = None,
    *,
    outcomes: bool = False,
) -> Evaluation:
    """Return every measure of one dialect.

    `gold` and `pred` are lists of units, each a list of tags or a list of spans (`Span`, `(type, start, end)`, or a
    mapping with `type` or `label`, `start`, `end`; ends exclusive). `dialect` is a `Dialect`, a name, or a signature;
    `scheme` says how the tags are written and defaults to the dialect's own (IOB2 in a named one). Raises errors of
    `nerconform.reference.errors`, each with its place (INP-1 to INP-5).
    """
    return Pipeline.of(resolve(dialect, scheme)).evaluate(gold, pred, outcomes=outcomes)


def resolve(dialect: "str | Dialect", scheme: str | None = None) -> Dialect:
    """Return the dialect that is meant, in the scheme of the data (DIA-6).

    Raises `SchemesDiffer` where the dialect was given with another scheme than `scheme`.
    """
    if isinstance(dialect, Dialect):
        start, choices = dialect, {"scheme": str(dialect.scheme)}
    elif isinstance(dialect, str):
        parse_signature(dialect)
        start, choices = split_dialect(dialect.split("#")[0].split("|")[0].strip())
    else:
        raise UnknownDialect(f"not a dialect: {dialect!r:.60}", hint=f"Pass a name: {', '.join(NAMED)}.")
    if scheme is not None:
        wanted = scheme_of(scheme)
        if wanted is not scheme_of(choices.get("scheme", wanted)):
            message = f"the dialect reads {choices['scheme']}, and scheme={scheme!r} was given"
            raise SchemesDiffer(message, hint="Give the scheme once.")
        choices["scheme"] = wanted
    return start.set(**choices)


def dialects() -> Mapping[str, Dialect]:
    """Return the named dialects (DIA-2)."""
    return NAMED


def _unit(tags: object) -> Sequence[str]:
    """Return the tags of one unit, refusing a string and spans."""
    if isinstance(tags, str | bytes):
        raise NotAUnit(f"one string, {tags!r:.60}, is not a list of tags", hint="Split it: 'B-PER O'.split().")
    (annotation,) = read_side([tags], "tags")
    if annotation.tags is None:
        raise NotAUnit("these are spans, not tags", hint="Pass one list of tags.")
    return annotation.tags
