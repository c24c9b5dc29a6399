"""Causes: the quirks that are known, one module for each library."""

from collections.abc import Mapping
from types import MappingProxyType

from nerconform.comparison.causes import (
    allennlp,
    conlleval,
    conlleval_pl,
    conlleval_pl_input,
    decode_entities_jie,
    dilated_cnn_ner,
    eval4ner,
    evaluate,
    flair,
    flair_evaluation,
    iobes,
    ncrfpp,
    nereval,
    nervaluate,
    nervaluate_earlier,
    nervaluate_earlier_matching,
    nervaluate_input,
    nervaluate_texts,
    nervaluate_ways,
    semeval_jar,
    seqeval,
    seqeval_accuracy,
    seqeval_aside,
    seqeval_counts,
    seqeval_default,
    seqeval_earlier,
    seqeval_earlier_reports,
    seqeval_guess,
    seqeval_input,
    seqeval_report,
    seqeval_strict,
    seqnereval,
    seqnereval_input,
    seqscore,
    sklearn_crfsuite,
    sklearn_sequences,
    spacy,
    spacy_groups,
    spacy_tags,
    tagger,
)
from nerconform.comparison.causes.quirk import Quirk

_MODULES = (
    allennlp,
    conlleval,
    conlleval_pl,
    conlleval_pl_input,
    decode_entities_jie,
    dilated_cnn_ner,
    eval4ner,
    evaluate,
    flair,
    flair_evaluation,
    iobes,
    ncrfpp,
    nervaluate,
    nervaluate_earlier,
    nervaluate_earlier_matching,
    nervaluate_input,
    nervaluate_texts,
    nervaluate_ways,
    nereval,
    semeval_jar,
    seqeval,
    seqeval_accuracy,
    seqeval_aside,
    seqeval_counts,
    seqeval_default,
    seqeval_earlier,
    seqeval_earlier_reports,
    seqeval_guess,
    seqeval_input,
    seqeval_report,
    seqeval_strict,
    seqnereval,
    seqnereval_input,
    seqscore,
    sklearn_crfsuite,
    sklearn_sequences,
    spacy,
    spacy_groups,
    spacy_tags,
    tagger,
)

QUIRKS: Mapping[str, Quirk] = MappingProxyType({quirk.id: quirk for module in _MODULES for quirk in module.QUIRKS})
"""Every quirk, by its id."""


def quirks_of(library: str, version: str) -> tuple[Quirk, ...]:
    """Return the quirks of one version of a library."""
    return tuple(quirk for quirk in QUIRKS.values() if quirk.covers(library, version))
