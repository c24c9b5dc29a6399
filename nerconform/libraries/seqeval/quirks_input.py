"""Quirks of seqeval on bad input: what it does not check. No search draws such input; golden cases hold it (KIT-7)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.base.errors import NerconformError
from nerconform.libraries.quirk import Given, LibraryRaises, Quirk, Shown, Step
from nerconform.libraries.raising import raising, raising_at_once, unchanged
from nerconform.libraries.reading import everything, first_then, has_unit, of_tags, raises_at
from nerconform.libraries.seqeval.quirks_default import DOT, LENIENT
from nerconform.libraries.seqeval.quirks_strict import first_crash
from nerconform.reference.dialect import Dialect
from nerconform.reference.options import Item, Unknown
from nerconform.reference.pipeline import Change, Pipeline
from nerconform.reference.policies import policy_of
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Mark, Scheme
from nerconform.reference.units import Annotation, Unit
from nerconform.reference.values import Zero

_ONE = Zero.parse("1")


def _is_strict(dialect: Dialect) -> bool:
    """Whether the dialect is that of strict mode: default mode refuses no letter."""
    return dialect.unknown is Unknown.REFUSE


def _indexed(given: Given) -> Change:
    """Return the change to a library that crashes at an empty tag; strict mode, if it fails at no other tag before."""
    crashes = not _is_strict(given.dialect) or first_crash(given, given.dialect.scheme) == "IndexError"
    return raising(Step.PARSE, "IndexError") if crashes else unchanged


def _used_as_string(tag: object, dialect: Dialect) -> Mark | None:
    """Crash at a number or None."""
    if not isinstance(tag, str | list | tuple):
        raise LibraryRaises("TypeError" if _is_strict(dialect) else "AttributeError")
    return None


def _listed(tag: object, dialect: Dialect) -> Mark | None:
    """Crash at a span among tags: strict mode looks its type up as a letter."""
    if isinstance(tag, list | tuple):
        raise LibraryRaises("KeyError" if _is_strict(dialect) else "AttributeError")
    return None


def _is_no_list(unit: object) -> bool:
    return not isinstance(unit, list | tuple)


def _is_without_length(unit: object) -> bool:
    return not isinstance(unit, list | tuple | str)


def _of_no_units(given: Given) -> Change:
    """Return the change of a whole input: default mode joins its units first, strict mode measures them."""
    wanted = _is_without_length if _is_strict(given.dialect) else _is_no_list
    return first_then(raises_at(wanted, "TypeError"), of_tags(_listed))


def _has_no_unit(given: Given) -> bool:
    if given.dialect.item is Item.TOKEN:
        return False
    return has_unit(_is_no_list)(given) or any(isinstance(tag, list | tuple) for tag in everything(given))


def _counts_as_one(pipeline: Pipeline) -> Pipeline:
    """Return the path on which undefined ratios are 1."""
    return Pipeline.of(replace(pipeline.dialect, zero=_ONE))


def _has_no_zero(given: Given) -> bool:
    """Whether the choice of zero is no option of it."""
    try:
        Zero.parse(given.choices.get("zero", "0"))
    except NerconformError:
        return True
    return False


def _has_no_string(given: Given) -> bool:
    odd = any(not isinstance(tag, str | list | tuple) for tag in everything(given))
    return odd and given.dialect.item is Item.SPAN


EMPTY_TAG = Quirk(
    id="seqeval.empty-tag-crashes",
    library="seqeval",
    versions="!=0.0.15,!=0.0.16,!=0.0.17,<=1.2.2",
    step=Step.PARSE,
    title="An empty tag is indexed, not refused",
    prose=(
        "Both modes take the letter of a tag by its position. An empty string has no first character, and an "
        "IndexError without place or tag comes out of the library."
    ),
    clause="TAG-8",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=lambda given: "" in given.tags() and given.dialect.item is Item.SPAN,
    change=raising(Step.PARSE, "IndexError"),
    reads=_indexed,
    shown=Shown(Scheme.IOB2, "", "", error="IndexError", data=([[""]], [["O"]])),
)
NO_STRING = Quirk(
    id="seqeval.tag-that-is-no-string-crashes",
    library="seqeval",
    versions=">=0.0.18,<=1.2.2",
    step=Step.PARSE,
    title="A tag that is no string crashes",
    prose=(
        "Tags are used as strings without a look at them. Label indices that were not mapped back, or None from "
        "padding, end in an AttributeError or TypeError that names neither unit nor position."
    ),
    clause="TAG-8",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=_has_no_string,
    change=of_tags(_used_as_string),
    shown=Shown(Scheme.IOB2, "", "", error="AttributeError", data=([["O"]], [[None]])),
)
NO_UNIT = Quirk(
    id="seqeval.unit-not-checked",
    library="seqeval",
    versions=">=1.1.1,<=1.2.2",
    step=Step.PARSE,
    title="What is no unit crashes or is joined",
    prose=(
        "Units are joined or measured before anybody looks at what they are. A string, None or a number among the "
        "units, or a span among the tags, ends in an exception from inside the library."
    ),
    clause="INP-4",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=_has_no_unit,
    change=unchanged,
    reads=_of_no_units,
    shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([["O"]], [None])),
)
NO_ZERO = Quirk(
    id="seqeval.zero-division-is-not-checked",
    library="seqeval",
    versions=">=1.0.0,<=1.2.2",
    step=Step.SCORE,
    title="Every other value of zero_division counts as 1",
    prose=(
        "The value is compared with 'warn' and 0, and whatever is neither counts as 1. A misspelt or unsupported "
        "value silently turns undefined ratios into 1."
    ),
    clause="INP-5",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=_has_no_zero,
    change=_counts_as_one,
    shown=Shown(
        Scheme.IOB2, "", "", numbers={"strict.micro.f1": 1.0}, data=([["O"]], [["O"]]), choices={"zero": "none"}
    ),
)


_SCHEMES = (Scheme.IOB2, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU)
_STRICT: Mapping[str, str] = MappingProxyType({**LENIENT, "policy": "discard", "unknown": "refuse"})


def _by_default(pipeline: Pipeline) -> Pipeline:
    """Return the path of default mode, with all that it does to odd letters."""
    dialect = pipeline.dialect.set(policy="lenient", unknown="as-I")
    return DOT.change(replace(Pipeline.of(dialect), read=pipeline.read))


def _has_tags(given: Given) -> bool:
    """Whether there is a tag that is not `O`."""
    return bool(given.tags() - {"O"})


def _has_no_mode(given: Given) -> bool:
    """Whether the policy that is imposed is none, and so the mode that is handed over."""
    try:
        return not policy_of(given.choices.get("policy", "lenient"))
    except UnknownOption:
        return True


def _counted_again(pipeline: Pipeline) -> Pipeline:
    """Return the path on which every unit is followed by its gold with nothing predicted, which weighs nothing."""
    before = pipeline.read

    def read(gold: object, pred: object) -> Sequence[Unit]:
        units = before(gold, pred)
        return [*units, *(Unit(unit.gold, Annotation(["O"] * len(unit.gold.tags or ()))) for unit in units)]

    return replace(pipeline, read=read)


def _not_strict(name: str, mode: str, title: str, prose: str) -> Quirk:
    """Return the quirk of a mode that is asked to be strict, and is default mode."""
    return Quirk(
        id=f"seqeval.{name}",
        library="seqeval",
        versions="==1.2.2",
        step=Step.DECODE,
        title=title,
        prose=prose,
        clause="DEC-6",
        base=_STRICT,
        schemes=_SCHEMES,
        fires=_has_tags,
        change=_by_default,
        shown=Shown(Scheme.IOB2, "I-X", "I-X", counts=(1, 1, 1)),
        modes=(mode,),
    )


NO_SCHEME = _not_strict(
    "strict-without-scheme-is-lenient",
    "strict:none",
    "Without a scheme the functions of one number are not strict",
    "precision_score, recall_score and f1_score are strict where both are given, mode='strict' and a scheme. "
    "Without a scheme they answer in default mode, and say nothing. The report guesses a scheme instead, so the "
    "two give other numbers for one input.",
)
NO_MODE = _not_strict(
    "scheme-without-mode-is-ignored",
    "scheme",
    "A scheme alone is not read",
    "Every function takes a scheme, and reads it in strict mode alone. Who gives scheme=IOB2 and no mode gets "
    "default mode, whose rules are the same whatever the scheme, and is told nothing.",
)
OTHER_MODE = Quirk(
    id="seqeval.mode-is-not-checked",
    library="seqeval",
    versions="==1.2.2",
    step=Step.DECODE,
    title="Every other mode is the default mode",
    prose=(
        "The mode is compared with 'strict', and whatever else it is means default mode: 'Strict' and 'STRICT' as well "
        "as a word that is no mode at all."
    ),
    clause="INP-5",
    base=_STRICT,
    schemes=_SCHEMES,
    fires=_has_no_mode,
    change=_by_default,
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        counts=(1, 1, 1),
        data=([["I-X"]], [["I-X"]]),
        choices=MappingProxyType({"policy": "bogus"}),
    ),
)
SCHEME_NAME = Quirk(
    id="seqeval.name-of-a-scheme-crashes",
    library="seqeval",
    versions="==1.2.2",
    step=Step.PARSE,
    title="The name of a scheme is taken for its class",
    prose=(
        "A scheme is a class. Its name, 'IOB2', is handed to issubclass() by the report, and called by the functions "
        "of one number: a TypeError from inside the library. Without strict mode it is not read at all. A class that "
        "is no scheme is passed over by the report, which guesses one, and says nothing."
    ),
    clause="INP-5",
    base=_STRICT,
    schemes=_SCHEMES,
    fires=lambda _given: True,
    change=raising_at_once("TypeError"),
    shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([["B-X"]], [["B-X"]])),
    modes=("scheme:name",),
)
NO_LISTS = Quirk(
    id="seqeval.units-that-are-no-lists-are-refused",
    library="seqeval",
    versions="==1.2.2",
    step=Step.PARSE,
    title="Units that are tuples or arrays are refused",
    prose=(
        "The documentation asks for a 2d array. The type of each unit has to be list itself: tuples, arrays of NumPy "
        "and classes made from list are refused. The report of default mode reads them before it looks, and fails with "
        "an AttributeError or ValueError."
    ),
    clause="INP-4",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=lambda given: given.dialect.item is Item.SPAN,
    change=raising_at_once("TypeError"),
    shown=Shown(Scheme.IOB2, "", "", error="TypeError", data=([["B-X"]], [["B-X"]])),
    modes=("tuples", "arrays"),
)
WEIGHTS = Quirk(
    id="seqeval.sample-weight-changes-nothing",
    library="seqeval",
    versions="==1.2.2",
    step=Step.PARSE,
    title="Sample weights change nothing",
    prose=(
        "Every function takes sample_weight and hands it on to one that reads it for the average `samples` alone, "
        "which is not among those that it accepts. So a unit counts once, whatever it weighs, and one that weighs 0, "
        "too."
    ),
    clause="SCO-6",
    base=LENIENT,
    schemes=tuple(Scheme),
    fires=_has_tags,
    change=_counted_again,
    shown=Shown(
        Scheme.IOB2,
        "",
        "",
        numbers={"strict.micro.recall": 0.5},
        data=([["B-X"]], [["B-X"]]),
    ),
    modes=("sample-weight",),
)


QUIRKS = (
    EMPTY_TAG,
    NO_STRING,
    NO_UNIT,
    NO_ZERO,
    NO_SCHEME,
    NO_MODE,
    OTHER_MODE,
    SCHEME_NAME,
    NO_LISTS,
    WEIGHTS,
)
