"""Identification: which dialect a black box implements, how that was found, and what cannot be told from outside."""

from collections.abc import Mapping

from nerconform.results.values import (
    ErrorObserved,
    RefusalDue,
    ResultRecord,
    SpansObserved,
    Units,
    UnsupportedObserved,
    ValuesObserved,
)

ProbeAnswer = tuple[SpansObserved, ...] | ValuesObserved | ErrorObserved | RefusalDue | UnsupportedObserved
"""The spans of each sentence, numbers by their names, an exception, or why the question is not taken."""


class ProbeRecord(ResultRecord, frozen=True, kw_only=True):
    """A question, tags or spans of some sentences, and the answer; a decoder is asked `pred` alone."""

    form: str
    gold: Units = ()
    pred: Units
    answer: ProbeAnswer


class ProbeStepRecord(ProbeRecord, frozen=True, kw_only=True):
    """One probe: what for, what came back, and what is no longer possible since.

    `before` and `after` are the numbers of candidates of this stage that were possible; `excluded` has the options that
    no candidate makes any more, by axis; `fitted` is false where no candidate expected the answer.
    """

    stage: str
    before: int = 0
    after: int = 0
    excluded: Mapping[str, tuple[str, ...]] = {}
    fitted: bool = True


class AlikeOptions(ResultRecord, frozen=True):
    """Options of one axis that could stand in place of the answer's, as far as can be seen, and why.

    `about` says in a few words what the axis is about, or each axis of choices that stand together.
    """

    axis: str
    options: tuple[str, ...]
    reason: str
    about: tuple[str, ...] = ()


class NearDialect(ProbeRecord, frozen=True, kw_only=True):
    """A dialect that comes near: how many of the questions it answers alike, and the smallest on which it does not.

    `names` are those of named dialects or policies that answer every one of the questions as it does; `short` is the
    signature with the dialect in its shortest form.
    """

    signature: str
    short: str = ""
    names: tuple[str, ...] = ()
    matched: int
    asked: int
    due: ProbeAnswer


class Identification(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-identification-2"):
    """What was found.

    `identified` is false where no dialect expects every answer; then `nearest` has those that come nearest. `signature`
    is the answer: of a scorer dialect, measure and spec, of a decoder the two choices that it makes, scheme and policy;
    `short` is that signature of a scorer with the dialect in its shortest form, `dialect` the whole one. `names` are
    the named dialects (of a decoder: the named policies) that cannot be told from it; `left` what else cannot. `notes`
    say how its results were read. `verified` inputs beyond the probes were answered, `failed` of all otherwise than the
    answer says.
    """

    tool: str
    spec: str
    implementation: str
    version: str
    kind: str
    scheme: str
    identified: bool
    dialect: str
    signature: str
    names: tuple[str, ...]
    short: str = ""
    measure: str = ""
    left: tuple[AlikeOptions, ...] = ()
    notes: tuple[str, ...] = ()
    steps: tuple[ProbeStepRecord, ...] = ()
    verified: int
    failed: int
    nearest: tuple[NearDialect, ...] = ()
