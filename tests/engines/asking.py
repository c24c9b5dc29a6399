"""Ways to ask the columnar engine and the reference the same, and to lay units side by side in one corpus."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.engines.choice import Engine, evaluate
from nerconform.engines.columnar import Columnar
from nerconform.engines.columnar_decoding import Alphabet, Surroundings, TagColumn
from nerconform.reference.decoding import Side
from nerconform.reference.evaluation import Evaluation
from nerconform.reference.options import Align, Subset
from nerconform.reference.outcomes import Alignment, Pair, Schema
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme

Unit = Sequence[str]
Spans = tuple[nc.Span, ...]


def answer(dialect: nc.Dialect, gold: object, pred: object, engine: str) -> Evaluation | tuple[type, str]:
    """Return the evaluation by an engine, or the class and the words of the error."""
    try:
        return evaluate(dialect, gold, pred, engine)
    except (NerconformError, TypeError) as error:
        return type(error), str(error)


def serves(dialect: nc.Dialect) -> bool:
    """Whether the engine counts what a dialect needs; two-sided counts, weights and subsets are the reference's."""
    canonical = dialect.canonical()
    plain = canonical.align is not Align.TWO_SIDED and not canonical.weights.by_class
    return plain and canonical.subset is Subset.ALL


def assert_alike(dialect: nc.Dialect, gold: object, pred: object) -> None:
    """Assert that the columnar engine answers, and as the reference does, to the last value and word."""
    found, expected = (answer(dialect, gold, pred, engine) for engine in (Engine.COLUMNAR, Engine.REFERENCE))
    assert found == expected
    if isinstance(found, Evaluation) and isinstance(expected, Evaluation):
        assert found.engine == "columnar"
        assert found.to_dict() == expected.to_dict()
        assert found.tally == expected.tally


def outcomes_alike(dialect: nc.Dialect, gold: object, pred: object) -> bool:
    """Return whether both say of every unit, and of every type in it, the same rows, and count the same."""
    found, expected = (evaluate(dialect, gold, pred, engine, outcomes=True) for engine in ("columnar", "reference"))
    units = zip(found.outcomes or (), expected.outcomes or (), strict=True)
    return found.tally == expected.tally and all(
        rows_of(one.rows) == rows_of(other.rows)
        and {kind: rows_of(rows) for kind, rows in (one.of_type or {}).items()}
        == {kind: rows_of(rows) for kind, rows in (other.of_type or {}).items()}
        and (one.of_type is None) == (other.of_type is None)
        for one, other in units
    )


def rows_of(alignment: Alignment) -> dict[Schema, Counter[Pair]]:
    """Return the rows of every schema, whatever their order."""
    return {schema: Counter(rows) for schema, rows in alignment.items()}


def tallies_alike(dialect: nc.Dialect, gold: Sequence[Unit], pred: Sequence[Unit]) -> bool:
    """Return whether both count the same."""
    return Columnar.of(dialect).tally(gold, pred) == Pipeline.of(dialect).evaluate(gold, pred).tally


def by_columns(dialect: nc.Dialect, units: Sequence[Unit], side: Side = Side.PRED) -> list[Spans]:
    """Return the spans of every unit as the engine decodes all of them at once."""
    engine = Columnar.of(dialect)
    alphabet = Alphabet(engine.parse)
    column = TagColumn.of(units, alphabet)
    firsts = np.append(0, np.cumsum([len(unit) for unit in units], dtype=np.int64))
    found = engine._spans(side, column, alphabet, Surroundings(firsts)).placed()
    unit_of = np.searchsorted(firsts, found.starts, side="right") - 1
    types = list(alphabet.types)
    spans: list[list[nc.Span]] = [[] for _ in units]
    for unit, start, end, kind in zip(unit_of.tolist(), *(part.tolist() for part in found), strict=True):
        spans[unit].append(nc.Span(types[kind], start - int(firsts[unit]), end - int(firsts[unit])))
    return list(map(tuple, spans))


def by_reference(dialect: nc.Dialect, units: Iterable[Unit], side: Side = Side.PRED) -> list[Spans | None]:
    """Return the spans of every unit as the reference decodes it, `None` where it refuses."""
    pipeline = Pipeline.of(dialect)
    found: list[Spans | None] = []
    for unit in units:
        try:
            found.append(pipeline.decode(pipeline.parse(unit), side))
        except NerconformError:
            found.append(None)
    return found


def accepted(dialect: nc.Dialect, units: Sequence[Unit]) -> list[Unit]:
    """Return the units that the reference decodes."""
    return [unit for unit, spans in zip(units, by_reference(dialect, units), strict=True) if spans is not None]


def named_apart(units: Iterable[Unit]) -> list[list[str]]:
    """Return units with the number of each behind its types, so that the rows of types are those of single units."""
    return [[tag if tag == "O" else f"{tag}{number}" for tag in unit] for number, unit in enumerate(units)]


POLICIES = [
    (str(scheme), policy)
    for scheme in Scheme
    for policy in ("refuse", "lenient", "discard", "jie", "ncrfpp", "lample", "allennlp-bioul")
    if scheme in nc.Dialect().set(scheme="BIOES", policy=policy).policy.points
]
"""Every scheme with every named policy that it defines."""
