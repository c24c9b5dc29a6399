"""Defects: what is known that a library does otherwise than the spec, read from `defects.yaml` in its folder.

That file alone holds the words, the versions and the pinned answers of a defect. What can be executed is a quirk of the
same id.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from nerconform.base.strict_yaml import Document, check_form, load
from nerconform.libraries.library import folders, library_in
from nerconform.reference.measures import Measure
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

Pinned = Mapping[str, str]
"""What was asked, and the wrong answer that is known, as text; an exception under the key `answer`."""
IMPACTS: Mapping[str, str] = {
    "legal data": "a wrong score or an error on data that the scheme allows",
    "illegal tags": "a wrong score or an error on tags that models produce and the scheme forbids",
    "option": "an argument does not do what it says, or the documentation is wrong",
    "bad input": "what happens on input that is not tags: None, numbers, empty strings, sides of different lengths",
    "": "not yet written",
}
"""What a defect can concern, worst first."""
WORDS = ("impact", "what_happens", "example", "right", "effect", "what_to_do", "why", "upstream")
"""The fields that every defect is to have in the end, beside those that it must have."""
_SPAN = [str, int, int]


class Shown(NamedTuple):
    """What an example gives: of a library, or of the reference.

    `spans` are those of the prediction (ends exclusive), `counts` are POS, ACT and COR (strict), `error` is the type of
    the exception or the code of the refusal, `numbers` are measures by their text with values as doubles, `None` where
    undefined; `None` or empty in place of any of these: not said.
    """

    spans: tuple[Span, ...] | None = None
    counts: tuple[int, int, int] | None = None
    error: str = ""
    numbers: Mapping[str, float | None] | None = None

    def __str__(self) -> str:
        """Return the answer on one line, without POS, ACT and COR where spans or numbers are said."""
        parts = []
        if self.spans is not None:
            parts.append(" ".join(f"{kind}[{start},{end})" for kind, start, end in self.spans) or "no entity")
        elif self.counts is not None and not self.numbers:
            parts.append("{} gold, {} predicted, {} correct".format(*self.counts))
        numbers = [(Measure.parse(name), value) for name, value in (self.numbers or {}).items()]
        for which, group in groupby(numbers, lambda one: _which(one[0])):
            said = ", ".join(_number(measure.quantity, value) for measure, value in group)
            parts.append(f"{said} ({which})" if which else said)
        return ", ".join(parts) or self._failure

    @property
    def _failure(self) -> str:
        """Return which exception or refusal stands in place of an answer."""
        if not self.error:
            return "no numbers"
        return f"raises {self.error}" if self.error[0].isupper() else f"an error ({self.error})"


def _which(measure: Measure) -> str:
    """Return in words which entities a number counts, and when one is right; nothing for a strict micro average."""
    kind = measure.type
    scope = _SCOPES.get(measure.scope, "") if kind is None else f"type {kind}" if kind else "the empty type"
    return "; ".join(filter(None, (scope, _SCHEMAS[measure.schema])))


def _number(quantity: str, value: float | None) -> str:
    """Return a number with its name, a count before its name."""
    name = quantity.upper() if quantity[1:].replace(".", "").isdigit() else quantity
    if quantity not in _COUNTED:
        return f"{name} {'undefined' if value is None else f'{value:.13g}'}"
    counted = _COUNTED[quantity] + ("s" if quantity in {"tp", "fp", "fn"} and value != 1 else "")
    return f"{counted} undefined" if value is None else f"{value:.13g} {counted}"


_COUNTED = {
    "pos": "gold",
    "act": "predicted",
    "cor": "correct",
    "inc": "incorrect",
    "par": "partial",
    "mis": "missed",
    "spu": "spurious",
    "tp": "true positive",
    "fp": "false positive",
    "fn": "false negative",
}
_SCOPES = {"macro": "macro average", "weighted": "weighted average"}
_SCHEMAS: Mapping[str, str] = {
    "strict": "",
    "exact": "same bounds, any type",
    "partial": "any type, half credit for overlap",
    "type": "same type, any overlap",
    "left": "same type and start",
    "right": "same type and end",
    "partial-type": "same type, half credit for overlap",
}
"""When a prediction is right in each schema."""


class SmallestInput(NamedTuple):
    """The smallest input that shows a defect, what the library gives there, and what would be right.

    `gold` and `pred` are the tags of one sentence. The next four fields are what the library gives, as in `Shown`.
    Where one sentence of tags cannot show it, `data` holds both sides as they are passed in, and `gold` and `pred` are
    empty.
    """

    scheme: Scheme
    gold: str = ""
    pred: str = ""
    spans: tuple[Span, ...] | None = None
    counts: tuple[int, int, int] | None = None
    error: str = ""
    numbers: Mapping[str, float | None] | None = None
    right: Shown | None = None
    data: tuple[object, object] | None = None
    choices: Mapping[str, str] = MappingProxyType({})

    @property
    def sides(self) -> tuple[object, object]:
        """Return gold and prediction as they are passed in."""
        return ([self.gold.split()], [self.pred.split()]) if self.data is None else self.data

    @property
    def returned(self) -> Shown:
        """Return what the library gives."""
        return Shown(self.spans, self.counts, self.error, self.numbers)


class Contradiction(NamedTuple):
    """The smallest call that shows a defect, and what the library's documentation says instead.

    `setup` holds the imports of `call`, an expression; `gives` is its value as Python writes it, or the exception.
    `where` is the place in the documentation that `says` otherwise.
    """

    setup: str
    call: str
    gives: str
    says: str
    where: str


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect of a library: every field of its entry in `defects.yaml`.

    `versions` is a specifier such as `>=1.0,<=1.2.2`; of a program without releases, its revisions, separated by
    blanks; of a document, `the article of 2019`. `modes` are those that have the defect, as in `strict:*`; none: all.
    `pinned` holds, for each implementation and golden case, the wrong answers, and `pinned_versions` the releases that
    gave them. `link` is where it was reported or fixed, `searched` what was looked for in the tracker without a find,
    `related` threads about something near, each with what it says, and `searched_on` the day of the search, as
    `2026-11-23`.
    """

    id: str
    library: str
    title: str
    clause: str
    versions: str
    impact: str = ""
    what_happens: str = ""
    example: SmallestInput | None = None
    effect: str = ""
    what_to_do: str = ""
    why: str = ""
    link: str = ""
    searched: tuple[str, ...] = ()
    searched_on: str = ""
    related: tuple[str, ...] = ()
    fixed_in: str = ""
    modes: tuple[str, ...] = ()
    has_quirk: bool = True
    contradicts: Contradiction | None = None
    pinned: Mapping[str, Mapping[str, Pinned]] = field(default_factory=dict)
    pinned_versions: str = ""
    place: str = ""

    @property
    def short_id(self) -> str:
        """Return the id as it stands in the folder."""
        return self.id.partition(".")[2]

    @property
    def words(self) -> str:
        """Return what happens, and why, as one text."""
        return " ".join(filter(None, (self.what_happens, self.why)))

    @property
    def cases(self) -> tuple[str, ...]:
        """Return the golden cases that show the defect."""
        return tuple(dict.fromkeys(case for cases in self.pinned.values() for case in cases))

    @property
    def status(self) -> str:
        """Return what is known of it upstream: `fixed in 2.0`, `reported`, `not reported`, or nothing."""
        if self.fixed_in:
            return f"fixed in {self.fixed_in}"
        return "reported" if self.link else "not reported" if self.searched else ""

    @property
    def unwritten(self) -> tuple[str, ...]:
        """Return the fields that have no words yet."""
        written = {name: bool(getattr(self, name, "")) for name in WORDS}
        written["example"] = bool(self.example or self.contradicts)
        written["right"] = bool(self.contradicts or (self.example and self.example.right))
        written["upstream"] = bool(self.link or self.searched)
        return tuple(name for name in WORDS if not written[name])


def defect(id_: str) -> Defect:
    """Return the defect of an id such as `seqeval.strict-ioe1`. Raises `KeyError`."""
    return defects_in(id_.partition(".")[0].replace("-", "_"))[id_]


def defects_of(library: str) -> tuple[Defect, ...]:
    """Return the defects of a library, in the order of its file; of any other name there are none. Raises `BadFile`."""
    found = (folder for folder in folders() if library_in(folder).name == library)
    return tuple(one for folder in found for one in defects_in(folder).values())


def all_defects() -> Iterator[Defect]:
    """Yield the defects of every library, in the order of the folders and of their files. Raises `BadFile`."""
    for folder in folders():
        yield from defects_in(folder).values()


def trophies() -> tuple[Defect, ...]:
    """Return the defects that contradict the library's documentation and that its tracker did not have."""
    return tuple(one for one in all_defects() if one.contradicts)


@cache
def defects_in(folder: str) -> Mapping[str, Defect]:
    """Return the defects of one folder, by id. Raises `BadFile`."""
    path = Path(__file__).parent / folder / "defects.yaml"
    if not path.is_file():
        return MappingProxyType({})
    document = load(path, f"nerconform/libraries/{folder}/defects.yaml")
    check_form(document, "defects")
    library = library_in(folder).name
    found = [_defect(document, index, folder, library) for index in range(len(document.data["defects"]))]
    return MappingProxyType({one.id: one for one in found})


def _defect(document: Document, index: int, folder: str, library: str) -> Defect:
    data: dict[str, Any] = document.data["defects"][index]
    upstream, pinned, shown = data.get("upstream", {}), data.get("pinned", {}), data.get("contradicts")
    texts = ("impact", "what_happens", "effect", "what_to_do", "why", "fixed_in")
    return Defect(
        id=f"{folder.replace('_', '-')}.{data['id']}",
        library=library,
        title=data["title"],
        clause=data["clause"],
        versions=data["versions"],
        **{name: data[name].strip() for name in texts if name in data},
        example=_example(**data["example"]) if "example" in data else None,
        link=upstream.get("link", ""),
        searched=tuple(upstream.get("searched", ())),
        searched_on=upstream.get("date", ""),
        related=tuple(upstream.get("related", ())),
        modes=tuple(data.get("modes", ())),
        has_quirk=data.get("quirk", True),
        contradicts=Contradiction(**{name: text.strip() for name, text in shown.items()}) if shown else None,
        pinned=pinned.get("answers", {}),
        pinned_versions=pinned.get("versions", data["versions"]),
        place=document.place("defects", index),
    )


def _example(scheme: str, gold: object, pred: object, **rest: Any) -> SmallestInput:  # noqa: ANN401 - as the schema says
    """Return an example as it is written: sides that are texts are the tags of one sentence."""
    is_text = isinstance(gold, str) and isinstance(pred, str)
    choices, right = rest.pop("choices", {}), rest.pop("right", None)
    return SmallestInput(
        Scheme(scheme),
        gold=str(gold) if is_text else "",
        pred=str(pred) if is_text else "",
        **_shown(**rest)._asdict(),
        right=_shown(**right) if right else None,
        data=None if is_text else (_side(gold), _side(pred)),
        choices=choices,
    )


def _shown(**given: Any) -> Shown:  # noqa: ANN401 - as the schema says
    """Return an answer as it is written."""
    numbers = given.get("numbers")
    return Shown(
        spans=tuple(Span(*span) for span in given["spans"]) if "spans" in given else None,
        counts=tuple(given["counts"]) if "counts" in given else None,
        error=given.get("error", ""),
        numbers=numbers and {name: None if value is None else float(value) for name, value in numbers.items()},
    )


def _side(value: Any) -> Any:  # noqa: ANN401 - whatever a side may be
    """Return a side of an example, in which a type with two bounds is a span."""
    if isinstance(value, list):
        return Span(*value) if list(map(type, value)) == _SPAN else [_side(item) for item in value]
    return value
