"""Quirks of seqeval's arguments: what it takes and does not read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from nerconform.comparison.causes.quirk import Given, Quirk, Shown, Step
from nerconform.comparison.causes.seqeval_default import DOT
from nerconform.reference.errors import UnknownOption
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.policies import policy_of
from nerconform.reference.schemes import Scheme
from nerconform.reference.units import Annotation, Unit

_LENIENT: Mapping[str, str] = MappingProxyType(
    {
        "bare": "first-char",
        "outside": "by-prefix",
        "policy": "lenient",
        "unknown": "as-I",
        "duplicates": "set",
        "align": "none",
        "empty": "nan",
    }
)
_STRICT: Mapping[str, str] = MappingProxyType({**_LENIENT, "policy": "discard", "unknown": "refuse"})
_SCHEMES = (Scheme.IOB2, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU)
_ORPHAN = Shown(Scheme.IOB2, "I-X", "I-X", counts=(1, 1, 1))


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


NO_SCHEME = Quirk(
    id="seqeval.strict-without-scheme-is-lenient",
    library="seqeval",
    versions="==1.2.2",
    step=Step.DECODE,
    title="Without a scheme the functions of one number are not strict",
    prose=(
        "precision_score, recall_score and f1_score are strict where both are given, mode='strict' and a scheme. "
        "Without a scheme they answer in default mode, and say nothing. The report guesses a scheme instead, so the "
        "two give other numbers for one input."
    ),
    clause="DEC-6",
    base=_STRICT,
    schemes=_SCHEMES,
    fires=_has_tags,
    change=_by_default,
    shown=_ORPHAN,
    modes=("strict:none",),
)
NO_MODE = Quirk(
    id="seqeval.scheme-without-mode-is-ignored",
    library="seqeval",
    versions="==1.2.2",
    step=Step.DECODE,
    title="A scheme alone is not read",
    prose=(
        "Every function takes a scheme, and reads it in strict mode alone. Who gives scheme=IOB2 and no mode gets "
        "default mode, whose rules are the same whatever the scheme, and is told nothing."
    ),
    clause="DEC-6",
    base=_STRICT,
    schemes=_SCHEMES,
    fires=_has_tags,
    change=_by_default,
    shown=_ORPHAN,
    modes=("scheme",),
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
    base=_LENIENT,
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
QUIRKS = (NO_SCHEME, NO_MODE, OTHER_MODE, WEIGHTS)
