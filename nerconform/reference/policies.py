"""Policies: one option for each decision point of the decoder (DEC-4 to DEC-7, DEC-11 to DEC-14)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import prod
from types import MappingProxyType

from nerconform.reference.points import OPTIONS, REFUSE, Option, Pending, Points, points_of
from nerconform.reference.refusals import UndefinedPolicy, UnknownOption
from nerconform.reference.schemes import Scheme


@dataclass(frozen=True, slots=True)
class Policy:
    """What a decoder does at an illegal transition: its points in every scheme for which it is defined."""

    name: str
    points: Mapping[Scheme, Points] = field(compare=False, repr=False)

    @classmethod
    def of(cls, points: Points) -> "Policy":
        """Return the policy with these points, defined in the schemes that have no other (DEC-4)."""
        given = {name for name, option in points._asdict().items() if option is not None}
        schemes = [scheme for scheme in Scheme if points_of(scheme) <= given]
        return cls(f"points{{{points}}}", MappingProxyType(dict.fromkeys(schemes, points)))

    def at(self, scheme: Scheme) -> Points:
        """Return the points that the scheme has. Raises `UndefinedPolicy` where one is not given (DIA-7)."""
        if scheme not in self.points:
            distinct = {
                other.points[scheme]: name for name, other in [*POLICIES.items()][::-1] if scheme in other.points
            }
            names = [name for name in POLICIES if name in distinct.values()]
            hint = f"Use {' or '.join(map(said, names))}: --set policy=lenient, in Python policy='lenient'."
            raise UndefinedPolicy(f"the policy {self.name} has no rules for the tags of {scheme}", hint=hint)
        return _points(self.points[scheme], scheme)

    def canonical(self, scheme: Scheme, *, strays: bool = False) -> "Policy":
        """Return the policy that stands for all that are equal to it in this scheme: a named one if there is one.

        `strays` says that tags can occur which belong to no prefix of the scheme (TAG-5, TAG-6).
        """
        return _canonical(scheme, self.at(scheme), strays)

    def refuses_all(self, scheme: Scheme) -> bool:
        """Whether every illegal sequence is refused (DEC-7)."""
        return all(option == REFUSE for option in self.at(scheme)[:-1] if option is not None)

    def __str__(self) -> str:
        """Return the text form."""
        return self.name


@cache
def _points(points: Points, scheme: Scheme) -> Points:
    """Return those of the points that the scheme has."""
    return points.at(points_of(scheme))


@cache
def _canonical(scheme: Scheme, points: Points, strays: bool) -> Policy:  # noqa: FBT001 - cached by its arguments
    """Return the first named policy that has these points in this scheme, else one that has no other points."""
    merged = _merge(scheme, points, strays=strays)
    for named in POLICIES.values():
        if scheme in named.points and _merge(scheme, named.at(scheme), strays=strays) == merged:
            return named
    return Policy.of(merged)


def _merge(scheme: Scheme, points: Points, *, strays: bool) -> Points:
    """Choose one spelling of two that are equal as functions (DIA-5).

    In IOE1 the span is closed at E2 already. In BIOS the pending span at F is one B, if no option has kept more.
    Elsewhere it cannot be seen whether I2 retypes the pending span if E2 gives it the type of its E and nothing else
    emits it.
    """
    if scheme is Scheme.IOE1:
        return points._replace(E2=Option(Pending.CLOSE)) if points.E2 == _KEEP else points
    if scheme is Scheme.BIOS:
        kept = _KEEP in (points.B, points.O, points.S)
        return points._replace(F=Option(Pending.EMIT)) if Option(Pending.HEAD) == points.F and not kept else points
    emitting = {Pending.EMIT, Pending.HEAD}
    emits = any(
        option is not None and option.pending in emitting for option in (points.B, points.O, points.S, points.F)
    )
    retypes = Option(Pending.RETYPE) == points.I2 and Option(Pending.CLOSE_AS) == points.E2
    if retypes and not emits and not strays:
        return points._replace(I2=_KEEP)
    return points


_FOUR_LETTERS = (Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO)
_TWO_LETTERS = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
_KEEP = Option(Pending.KEEP)
_REFUSE = Points.parse("B=refuse,I1=refuse,I2=refuse,O=refuse,E1=refuse,E2=refuse,S=refuse,F=refuse")
_LENIENT = Points.parse("B=emit+open,I1=open,I2=emit+open,O=emit,E1=single,E2=emit+single,S=emit+single,F=emit")
_DISCARD_BIO = Points.parse("I1=ignore,I2=emit+ignore")
_DISCARD_IOE2 = Points.parse("I2=drop+open,O=drop,E2=drop+single,F=drop")
_DISCARD_BIOES = Points.parse(
    "B=drop+open,I1=ignore,I2=drop+ignore,O=drop,E1=ignore,E2=drop+ignore,S=drop+single,F=drop"
)
_JIE = Points.parse("B=emit+open,I1=ignore,I2=keep,O=keep,E1=ignore,E2=close,S=emit+single,F=emit")
_BIOUL = _REFUSE._replace(I2=_KEEP, E2=Option(Pending.CLOSE_AS))


def _named(name: str, *tables: tuple[Points, tuple[Scheme, ...]]) -> Policy:
    """Return a policy from its points and the schemes in which it has them."""
    points = {scheme: points for points, schemes in tables for scheme in schemes}
    return Policy(name, MappingProxyType(points))


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {
        policy.name: policy
        for policy in (
            _named("refuse", (_REFUSE, tuple(Scheme))),
            _named("lenient", (_LENIENT, tuple(Scheme))),
            _named(
                "discard",
                (_LENIENT, (Scheme.IO,)),
                (_DISCARD_BIO, (Scheme.IOB2,)),
                (_DISCARD_IOE2, (Scheme.IOE2,)),
                (_DISCARD_BIOES, (*_FOUR_LETTERS, Scheme.BIOS)),
            ),
            _named("jie", (_JIE, _FOUR_LETTERS)),
            _named("ncrfpp", (_DISCARD_BIO, (Scheme.IOB2,)), (_JIE._replace(F=Option(Pending.HEAD)), _FOUR_LETTERS)),
            _named("lample", (_LENIENT, _TWO_LETTERS), (_LENIENT._replace(R=True), _FOUR_LETTERS)),
            _named("allennlp-bioul", (_BIOUL, _FOUR_LETTERS)),
        )
    }
)
_CONLLEVAL_SCHEMES = _TWO_LETTERS
_SHORT = {
    "refuse": "an illegal tag is an error",
    "lenient": "an orphan I starts an entity, as in conlleval",
    "discard": "an incomplete entity is dropped",
    "jie": "BIOES, BILOU: O inside an entity joins the entity",
    "ncrfpp": "as the tagger NCRF++",
    "lample": "as the tagger of Lample et al.",
    "allennlp-bioul": "BIOES, BILOU: a missing B or E is an error, as in AllenNLP",
}


def said(name: str) -> str:
    """Return the name of a policy and in a few words what it does."""
    return f"{name} ({_SHORT[name]})"


def policy_of(text: str, scheme: Scheme | None = None) -> Policy:
    """Return the policy with this text form: a name, or `points{B=emit+open,...}` (DEC-4).

    `conlleval` is another name of `lenient` in IO, IOB1 and IOB2 (DEC-5). Raises `UnknownOption`.
    """
    if text == "conlleval" and (scheme is None or scheme in _CONLLEVAL_SCHEMES):
        return POLICIES["lenient"]
    if text in POLICIES:
        return POLICIES[text]
    if text.startswith("points{") and text.endswith("}"):
        return Policy.of(Points.parse(text.removeprefix("points{").removesuffix("}")))
    hint = f"Use {', '.join(map(said, POLICIES))}. For example: --set policy=lenient, in Python policy='lenient'."
    raise UnknownOption(f"there is no policy {text!r}; a policy says what becomes of illegal tags", hint=hint)


_ANY_FATE = ("emit+open", "drop+open", "emit+ignore", "drop+ignore")
_LISTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "B": _ANY_FATE,
        "I1": ("ignore", "open"),
        "I2": (*_ANY_FATE, "keep"),
        "O": ("emit", "drop", "keep"),
        "E1": ("ignore", "single"),
        "E2": ("emit+single", "drop+ignore", "close"),
        "S": ("emit+single", "drop+single", "emit+ignore", "drop+ignore"),
        "F": ("emit", "drop"),
    }
)
"""4 x 2 x 5 x 3 x 2 x 3 x 4 x 2 = 5,760."""
_IOB2: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"I1": ("ignore", "open", "single"), "I2": (*_ANY_FATE, "keep", "retype")}
)
"""3 x 6 = 18: every option that the two points have."""


def lists_of(scheme: Scheme) -> Mapping[str, tuple[str, ...]]:
    """Return what the family of a scheme varies: the options at each of its decision points, by their text forms."""
    if scheme is Scheme.IOB2:
        return _IOB2
    return MappingProxyType({name: options for name, options in _LISTS.items() if name in points_of(scheme)})


def family_of(scheme: Scheme) -> Iterator[Points]:
    """Yield the points of every policy of a scheme's family, the last point varying fastest."""
    lists = lists_of(scheme)
    for chosen in product(*lists.values()):
        options = {name: OPTIONS[name][text] for name, text in zip(lists, chosen, strict=True)}
        yield Points(**options)  # type: ignore[arg-type] # R is a flag, the others are options


def size_of(scheme: Scheme) -> int:
    """Return how many policies the family of a scheme has."""
    return prod(len(options) for options in lists_of(scheme).values())
