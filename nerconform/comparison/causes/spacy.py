"""Quirks of spaCy's Scorer, and of the documents into which tags are put."""

from collections.abc import Mapping
from types import MappingProxyType

from nerconform.comparison.causes import spacy_documents as documents
from nerconform.comparison.causes.quirk import Quirk, Shown, Step
from nerconform.comparison.causes.raising import unchanged
from nerconform.comparison.causes.reading import has_tag, of_tags
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

_LIBRARY, _VERSIONS = "spacy", "==3.8.18"
_BASE: Mapping[str, str] = MappingProxyType({"policy": "lenient", "duplicates": "set", "align": "none"})
_SCHEMES = (Scheme.IOB1, Scheme.IOB2)
_OF_TAGS = ("ner", "spans")
_OF_SPANS = (*_OF_TAGS, "no-overlap", "unlabeled", "*:coarse", "ner:unannotated")

QUIRKS = (
    Quirk(
        id="spacy.inside-at-the-first-token",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.DECODE,
        title="I at the first token is refused, and repaired everywhere else",
        prose=(
            "A Doc turns an I behind O, or behind another type, into a B, and says that it makes valid IOB2 of IOB1 "
            "and IOB2. Each tag is looked at together with the one that follows, so nobody looks at the first: an I "
            "there raises E093, although in IOB1 it is how most entities begin; so does an I behind a tag that has a "
            "hyphen in place of its letter (--X), which is taken for a token without annotation."
        ),
        clause="DEC-5",
        base=_BASE,
        schemes=_SCHEMES,
        fires=documents.begins_inside,
        change=documents.refused_at_first,
        shown=Shown(Scheme.IOB2, "I-X", "I-X", error="ValueError"),
        modes=_OF_TAGS,
    ),
    Quirk(
        id="spacy.o-with-a-type-is-outside",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="O is outside whatever its type",
        prose="A tag is split at its hyphen, and O is one of the letters, so O-PER is a token outside that has a type.",
        clause="TAG-4",
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(documents.is_typed_o),
        change=of_tags(documents.outside_if_o),
        shown=Shown(Scheme.IOB2, "O-X", "O-X", spans=(), counts=(0, 0, 0)),
        modes=_OF_TAGS,
    ),
    Quirk(
        id="spacy.empty-tag-is-no-annotation",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="An empty tag or None is a token without annotation",
        prose=(
            "Both say that nothing is known about a token. A prediction that touches such a gold token is not counted "
            "by get_ner_prf, and is a false positive for Scorer.score_spans."
        ),
        clause="TAG-8",
        base=_BASE,
        schemes=_SCHEMES,
        fires=has_tag(documents.is_missing),
        change=of_tags(documents.outside_if_missing),
        shown=Shown(Scheme.IOB2, "", "", counts=(0, 0, 0), data=([[""]], [[None]])),
        modes=_OF_TAGS,
    ),
    Quirk(
        id="spacy.unannotated-gold-is-passed-over",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.FILTER,
        title="A prediction on a token without annotation is neither right nor wrong",
        prose=(
            "get_ner_prf does not count a prediction that touches a gold token about which nothing is known, though "
            "its type gets a row. Scorer.score_spans counts it as a false positive."
        ),
        clause="FIL-1",
        base=_BASE,
        schemes=_SCHEMES,
        fires=documents.has_missing_gold,
        change=unchanged,
        reads=documents.ignored,
        shown=Shown(Scheme.IOB2, "", "", counts=(0, 0, 0), data=([[""]], [["B-X"]])),
        modes=("ner",),
    ),
    Quirk(
        id="spacy.unannotated-document-is-passed-over",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.FILTER,
        title="Predictions in a gold document without annotation are neither right nor wrong",
        prose=(
            "get_ner_prf passes a document over of which nothing is known. A gold document whose entities nobody has "
            "set is such a one, as it is where there are none to set, and then no false positive in it is counted. "
            "Scorer.score_spans counts them, unless it is given has_annotation."
        ),
        clause="CNT-1",
        base=_BASE,
        schemes=_SCHEMES,
        fires=documents.has_unannotated,
        change=documents.unannotated_passed_over,
        shown=Shown(Scheme.IOB2, "", "", counts=(0, 0, 0), data=([[]], [[Span("X", 0, 1)]])),
        link="https://github.com/explosion/spaCy/pull/6286",
        modes=("ner:unannotated",),
    ),
    Quirk(
        id="spacy.tag-that-is-no-string-crashes",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="A tag that is no string crashes behind the first",
        prose=(
            "Whether a tag is a string is asked after the tag before it has looked at its first letter. A number in "
            "any other place than the first ends in an AttributeError without place."
        ),
        clause="TAG-8",
        base=_BASE,
        schemes=_SCHEMES,
        fires=documents.has_other,
        change=documents.looked_at_late,
        shown=Shown(Scheme.IOB2, "", "", error="AttributeError", data=([["O", "O"]], [["O", 0]])),
        modes=_OF_TAGS,
    ),
    Quirk(
        id="spacy.nothing-at-all-is-none",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.SCORE,
        title="Where neither side has an entity, every score is None",
        prose=(
            "A score that has counted nothing is left out as None, and an undefined ratio is 0 otherwise. So P, R and "
            "F of data without entities are no numbers, and those of data where one side has some are."
        ),
        clause="SCO-4",
        base=_BASE,
        schemes=_SCHEMES,
        fires=documents.may_have_nothing,
        change=documents.none_of_nothing,
        shown=Shown(Scheme.IOB2, "", "", numbers={"strict.micro.f1": None, "strict.micro.precision": None}),
        modes=_OF_SPANS,
    ),
    Quirk(
        id="spacy.empty-span-accepted",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.PARSE,
        title="A span without a token is counted",
        prose=(
            "A Span may end where it starts. Bounds outside the document are refused with E035. In the gold such a "
            "span is counted and can only be missing; in the prediction it vanishes where spans are aligned to gold "
            "tokens, so no empty span is ever a false positive."
        ),
        clause="INP-3",
        base=_BASE,
        schemes=_SCHEMES,
        fires=documents.has_empty,
        change=documents.empty_spans_read,
        shown=Shown(Scheme.IOB2, "", "", counts=(1, 0, 0), data=([[Span("X", 0, 0)]], [[Span("X", 0, 0)]])),
        modes=_OF_SPANS,
    ),
    Quirk(
        id="spacy.empty-entity-is-none",
        library=_LIBRARY,
        versions=_VERSIONS,
        step=Step.FILTER,
        title="An entity without a token is not set",
        prose="Doc.set_ents marks the tokens of each entity. One without a token marks none, and is lost.",
        clause="INP-3",
        base=_BASE,
        schemes=_SCHEMES,
        fires=documents.has_empty,
        change=documents.empty_entities_lost,
        shown=Shown(Scheme.IOB2, "", "", counts=(0, 0, 0), data=([[Span("X", 0, 0)]], [[]])),
        modes=("ner", "ner:*"),
    ),
)
