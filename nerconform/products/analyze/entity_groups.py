"""Entity groups: the counts of an analysis by length, by frequency of the type, and by what training data hold."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from nerconform.reference.counting import charged
from nerconform.reference.outcomes import Outcome, Pair
from nerconform.reference.spans import Span
from nerconform.results.analysis_result import EntityGroup
from nerconform.results.values import number_of

SEEN, OTHER_TYPE, UNSEEN = "seen", "other type", "unseen"
"""An entity with this text and type is in the training data; with this text, but another type; neither."""
_LENGTHS: Mapping[str, tuple[int, ...]] = {"tokens": (1, 2, 3, 4, 5), "characters": (1, 5, 10, 20, 40)}
"""The least length of each group."""
_FREQUENCIES = (0, 1, 10, 100, 1000, 10_000)


@dataclass(frozen=True, slots=True)
class Training:
    """The entities of training data: how often each type occurs, and the types of each text."""

    frequencies: Mapping[str, int]
    types: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, entities: Iterable[tuple[str, str]]) -> "Training":
        """Return the training data of the type and the text of each entity."""
        frequencies: Counter[str] = Counter()
        types: dict[str, set[str]] = {}
        for kind, text in entities:
            frequencies[kind] += 1
            types.setdefault(text, set()).add(kind)
        return cls(frequencies, {text: frozenset(kinds) for text, kinds in types.items()})

    def seen(self, kind: str, text: str) -> str:
        """Return whether an entity is in the training data."""
        known = self.types.get(text, frozenset())
        return SEEN if kind in known else OTHER_TYPE if known else UNSEEN


def representative(row: Pair) -> Span:
    """Return the span to which a row is charged: the gold span, the predicted one where there is none."""
    span = row.pred if row.gold is None else row.gold
    assert span is not None  # noqa: S101 - a row has a span
    return span


class GroupCounts(Counter[tuple[str, str, str, str]]):
    """The outcomes of rows by type, length and what training data say; counts of parts add up."""

    def add(self, row: Pair, seen: str, outcome: Outcome, offsets: str) -> None:
        """Add a row, charged to its gold span, or to its prediction where there is none."""
        self[charged(row), _length(representative(row), offsets), seen, str(outcome)] += 1

    def groups(self, offsets: str, frequencies: Mapping[str, int], source: str) -> tuple[EntityGroup, ...]:
        """Return the groups of all rows; those of each kind add up to all counts.

        `source` names the data in which types are counted.
        """
        names: Mapping[str, Callable[[str, str, str], str]] = {
            f"length in {offsets}": lambda _kind, length, _seen: length,
            f"entities of the type in {source}": lambda kind, *_: _range(_FREQUENCIES, frequencies.get(kind, 0)),
            "in training data": lambda _kind, _length, seen: seen,
        }
        found: dict[str, dict[str, Counter[str]]] = {by: {} for by in names}
        for (kind, length, seen, outcome), times in self.items():
            for by, name_of in names.items():
                if name := name_of(kind, length, seen):
                    found[by].setdefault(name, Counter())[outcome] += times
        return tuple(group for by, groups in found.items() for group in _records(by, groups))


def _records(by: str, groups: Mapping[str, Counter[str]]) -> Iterator[EntityGroup]:
    """Yield the groups of one kind: numbers in their order, words in theirs."""
    words = [SEEN, OTHER_TYPE, UNSEEN]
    for name in sorted(groups, key=lambda one: words.index(one) if one in words else int(one.split()[0])):
        counts = {str(outcome): groups[name][outcome] for outcome in Outcome if groups[name][outcome]}
        gold = sum(counts.values()) - counts.get("spu", 0)
        yield EntityGroup(by, name, counts, number_of(Fraction(counts.get("cor", 0), gold) if gold else None))


def _length(span: Span, offsets: str) -> str:
    return _range(_LENGTHS[offsets], span.end - span.start)


def _range(starts: tuple[int, ...], number: int) -> str:
    """Return the name of the range in which a number lies: `3`, `10 to 99`, `1000 or more`."""
    index = max((place for place, start in enumerate(starts) if start <= number), default=0)
    if index == len(starts) - 1:
        return f"{starts[index]} or more"
    last = starts[index + 1] - 1
    return str(starts[index]) if last <= starts[index] else f"{starts[index]} to {last}"
