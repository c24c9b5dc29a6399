"""Quirks of seqeval's arguments: what it takes and does not read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.comparison.causes.quirk import Given, Quirk, Shown, Step
from nerconform.comparison.causes.raising import raising_at_once
from nerconform.comparison.causes.seqeval import LENIENT
from nerconform.comparison.causes.seqeval_default import DOT
from nerconform.reference.errors import UnknownOption
from nerconform.reference.options import Item
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import policy_of
from nerconform.reference.schemes import Scheme
from nerconform.reference.units import Annotation, Unit

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
QUIRKS = (NO_SCHEME, NO_MODE, OTHER_MODE, SCHEME_NAME, NO_LISTS, WEIGHTS)
