"""Asking: the ways in which implementations can be asked, and questions about data in such a way."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product

from nerconform.asking.observation import Unsupported
from nerconform.asking.protocol import Implementation, ask
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.base.errors import NerconformError
from nerconform.reference.dialect import AXES, Axis
from nerconform.reference.measures import AVERAGES, COUNTS, Measure
from nerconform.reference.options import ALIGN_OF_SCORERS, AXES_OF_SCORERS
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme, scheme_of
from nerconform.reference.spans import Span
from nerconform.suite.mutants import OPTIONS

_RATIOS = ("precision", "recall", "f1")
_BETAS = ("f2", "f0.5")
_ANY_TYPE = "X"
_MAX_CHOICE_PAIRS = 24
"""Pairs of choices that are imposed in one scheme, spread over all pairs."""
_LETTERS: Mapping[Scheme, str] = {
    **dict.fromkeys(Scheme, "B"),
    Scheme.IO: "I",
    Scheme.IOB1: "I",
    Scheme.IOE1: "I",
    Scheme.IOE2: "E",
    Scheme.BIOES: "S",
    Scheme.BILOU: "U",
    Scheme.BMES: "S",
    Scheme.BMEWO: "W",
    Scheme.BIOS: "S",
}
"""A prefix with which a span of one token is legal."""
_GIVEN = f"given{{{_ANY_TYPE}}}"


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """One way of asking: the form and scheme of the data, imposed choices, scores or report.

    With `betas`, other F's are asked in place of everything else: they take calls of their own.
    """

    form: Form
    scheme: str
    choices: tuple[tuple[str, str], ...] = ()
    ask: Ask = Ask.SCORES
    betas: bool = False

    def __str__(self) -> str:
        """Return the way in a few words."""
        head = self.scheme if self.form is Form.TAGS else str(self.form)
        choices = [f"{axis}:{option}" for axis, option in self.choices]
        more = [*(["report"] if self.ask is Ask.REPORT else []), *(["other betas"] if self.betas else [])]
        return ", ".join([head, *choices, *more])

    @property
    def affix(self) -> str:
        """Return the side on which the prefixes of the tags stand."""
        return dict(self.choices).get("affix", "prefix")

    @property
    def delimiter(self) -> str:
        """Return what stands between prefix and type."""
        return dict(self.choices).get("delimiter", "-")


@dataclass(frozen=True, slots=True)
class CommonAnswers:
    """What all sides declare in one way: measures of averages, those of a type, and parts."""

    numbers: frozenset[Measure]
    of_types: tuple[tuple[Schema, str], ...]
    parts: frozenset[Part]


class Asker:
    """Makes questions to one implementation, or to two at once: of what they declare in each way."""

    def __init__(self, *sides: Implementation) -> None:
        """Ask these."""
        self.sides = sides
        self._declared: dict[QuestionKind, CommonAnswers] = {}
        self._of_types: dict[tuple[QuestionKind, str], frozenset[Measure]] = {}

    def question(self, way: QuestionKind, gold: object, pred: object, types: Iterable[str] = ()) -> Question:
        """Return the question about these data; of these types every number is asked, too."""
        if way not in self._declared:
            self._declared[way] = self._read(way)
        declared = self._declared[way]
        asked = declared.numbers.union(*(self._measures(way, kind) for kind in types))
        return Question(gold, pred, way.form, way.scheme, dict(way.choices), way.ask, asked, declared.parts)

    def _measures(self, way: QuestionKind, kind: str) -> frozenset[Measure]:
        """Return what is asked of one type."""
        if (way, kind) not in self._of_types:
            of_types = self._declared[way].of_types
            self._of_types[way, kind] = frozenset(Measure.of_type(schema, kind, name) for schema, name in of_types)
        return self._of_types[way, kind]

    def _read(self, way: QuestionKind) -> CommonAnswers:
        """Ask every side what it declares, of the smallest question of this way."""
        smallest = probe(way)
        quantities = _BETAS if way.betas else (*COUNTS, *_RATIOS)

        def is_declared(measure: Measure) -> bool:
            return all(side.answers(measure, smallest) for side in self.sides)

        numbers = (Measure(*one) for one in product(Schema, AVERAGES, quantities))
        of_types = product(Schema, quantities)
        parts = () if way.betas else Part
        return CommonAnswers(
            frozenset(measure for measure in numbers if is_declared(measure)),
            tuple(one for one in of_types if is_declared(Measure.of_type(one[0], _ANY_TYPE, one[1]))),
            frozenset(part for part in parts if all(side.holds(part, smallest) for side in self.sides)),
        )

    def ways(self, form: Form | None = None, scheme: str | None = None) -> tuple[QuestionKind, ...]:
        """Return every way in which all sides can be asked, in one order: plain ones, then with one choice, with two.

        A choice is imposed where it makes another dialect of some side.
        """
        plain = [
            QuestionKind(each, str(name), ask=ask)
            for each in Form
            if each in {Form.TAGS, Form.SPANS} and form in {None, each}
            for name in ((scheme,) if scheme else (Scheme.IOB2,) if each is Form.SPANS else Scheme)
            for ask in Ask
        ]
        return tuple(way for one in plain if self.takes(one) and self._is_apart(one) for way in self._around(one))

    def takes(self, way: QuestionKind) -> bool:
        """Whether no side calls such a question unsupported."""
        try:
            return not any(isinstance(side.dialect(probe(way)), Unsupported) for side in self.sides)
        except NerconformError:
            return False

    def _around(self, plain: QuestionKind) -> Iterator[QuestionKind]:
        """Yield a way, and the same with choices."""
        yield plain
        if plain.ask is Ask.SCORES and self._declares_betas(plain):
            yield replace(plain, betas=True)
        single = [
            way
            for axis in AXES
            if axis.name != "scheme"
            for option in options_of(axis, given=_GIVEN)
            if self._matters(plain, way := replace(plain, choices=((axis.name, option),)))
        ]
        yield from single
        pairs = [pair for pair in combinations(single, 2) if pair[0].choices[0][0] != pair[1].choices[0][0]]
        for one, other in pairs[:: 1 + len(pairs) // _MAX_CHOICE_PAIRS]:
            both = replace(plain, choices=one.choices + other.choices)
            if self.takes(both):
                yield both

    def _matters(self, plain: QuestionKind, way: QuestionKind) -> bool:
        """Whether the way can be asked, and is another dialect of some side."""
        return self.takes(way) and any(
            str(side.dialect(probe(plain))) != str(side.dialect(probe(way))) for side in self.sides
        )

    def _is_apart(self, way: QuestionKind) -> bool:
        """Whether a report is something else than the scores: not every side has one."""
        if way.ask is Ask.SCORES:
            return True
        scores = replace(way, ask=Ask.SCORES)
        return any(ask(side, probe(way)) != ask(side, probe(scores)) for side in self.sides)

    def _declares_betas(self, way: QuestionKind) -> bool:
        measure = Measure(Schema.STRICT, "micro", _BETAS[0])
        return all(side.answers(measure, probe(way)) for side in self.sides)


def options_of(axis: Axis, *, given: str) -> tuple[str, ...]:
    """Return the options of an axis that are tried, a list of types among them as `given`."""
    if axis.name == "location" or axis.name in AXES_OF_SCORERS:  # libraries are asked about spans that have offsets
        return (str(axis.default),)
    found = OPTIONS.get(axis.name)
    if found is None:
        every = tuple(str(option) for option in type(axis.default))  # type: ignore[attr-defined]
        return tuple(option for option in every if option not in ALIGN_OF_SCORERS)
    return tuple(given if option.startswith("given{") else option for option in found)


def probe(way: QuestionKind) -> Question:
    """Return the smallest question of this way that is legal and has a span."""
    data: list[list[str]] | list[list[Span]]
    if way.form is Form.SPANS:
        data = [[Span(_ANY_TYPE, 0, 1)]]
    else:
        prefix = _LETTERS[scheme_of(way.scheme)]
        pieces = (prefix, way.delimiter, _ANY_TYPE)
        data = [["".join(pieces if way.affix == "prefix" else pieces[::-1])]]
    anything = frozenset(Measure(schema, "micro", ratio) for schema in Schema for ratio in _RATIOS)
    return Question(data, data, way.form, way.scheme, dict(way.choices), way.ask, anything, frozenset(Part))


def types_in(sides: Iterable[Iterable[Iterable[str | Span]]], way: QuestionKind) -> set[str]:
    """Return the types that may be read in these data: what stands beside the prefix of each tag, or each span's type.

    Of a tag without a delimiter it is all but the prefix.
    """
    items = {item for side in sides for unit in side for item in unit}
    return {item.type if isinstance(item, Span) else _type(item, way) for item in items if item != "O"}


def _type(tag: str, way: QuestionKind) -> str:
    if way.affix == "prefix":
        _, delimiter, kind = tag.partition(way.delimiter)
        return kind if delimiter else tag[1:] or "_"
    kind, delimiter, _ = tag.rpartition(way.delimiter)
    return kind if delimiter else tag[:-1] or "_"
