"""Families: the built-in names of implementations, each with a sentence."""

import re
from typing import NamedTuple


class Family(NamedTuple):
    """A built-in name, and what it means in one sentence."""

    name: str
    sentence: str


_FAMILIES = (
    Family("seqeval", "The library seqeval in its three modes: default, strict, and strict with a guessed scheme."),
    Family("seqeval:default", "Its default mode, whose tables know the letters B, I, E and S."),
    Family("seqeval:strict", "Its strict mode in the scheme of the data: IOB1, IOE1, IOB2, IOE2, BIOES or BILOU."),
    Family("seqeval:strict:SCHEME", "Its strict mode, asked in this scheme alone."),
    Family("seqeval:strict:auto", "Its strict mode without a scheme, which it guesses from the gold tags."),
    Family("seqeval:default:SCHEME", "By name alone: its default mode, asked in this scheme, known to it or not."),
    Family("seqeval:strict:none", "By name alone: its functions of one number in strict mode without a scheme."),
    Family("seqeval:scheme", "By name alone: its report with a scheme and without strict mode."),
    Family("seqeval:scheme:name", "By name alone: its report in strict mode, given the name of a scheme."),
    Family("seqeval:strict:entities", "By name alone: its decoder of strict mode, which takes a delimiter."),
    Family("seqeval:tuples", "By name alone: its functions of one number, handed units that are tuples."),
    Family("seqeval:arrays", "By name alone: the same, handed units that are arrays."),
    Family("seqeval:sample-weight", "By name alone: its report with units that weigh nothing."),
    Family("seqeval:performance-measure", "By name alone: its counts of tokens."),
    Family("nervaluate", "The library nervaluate, 0.x or 1.x as installed: four schemas, overall and for each type."),
    Family("nervaluate:auto", "By name alone: its loader is not named, and it tells by the first item."),
    Family("nervaluate:again", "By name alone: the second evaluation of an Evaluator."),
    Family("nervaluate:again:tags", "By name alone: the same of tags."),
    Family("nervaluate:ends", "By name alone: spans whose ends are exclusive, as Prodigy writes them."),
    Family("nervaluate:conll", "By name alone: the text of a file, token and tag with a tab between them."),
    Family("nervaluate:conll:columns", "By name alone: the text of a file of three columns, the tag last."),
    Family("nervaluate:conll:blanks", "By name alone: the text of a file with blanks between token and tag."),
    Family("nervaluate:conll:returns", "By name alone: the text of a file whose lines end as those of Windows do."),
    Family("seqscore", "The library seqscore with its three repairs: conlleval, discard, and none."),
    Family("seqscore:REPAIR", "One repair, in each scheme that it is made for: IOB1 and IOB2, IOB2, or all."),
    Family("seqscore:REPAIR:SCHEME", "One repair, asked in this scheme alone."),
    Family("seqscore:runs", "Its command line, scoring two runs: the prediction, and the gold as a second one."),
    Family("conlleval", "The library conlleval of PyPI, a port of the Perl script: spans, and equal tags."),
    Family("conlleval:tab", "The same, told that the fields of a line are parted by a tab."),
    Family("iobes", "The library iobes, a decoder: spans of tags in IOB1, IOB2, BIOES, BILOU and BMEWO."),
    Family("iobes:errors", "The same, by the functions that return errors beside the spans."),
    Family("iobes:convert", "Spans of tags that it has converted to another scheme, which refuses illegal tags."),
    Family("eval4ner", "The library eval4ner: outcomes, precision, recall and F1 of spans in four schemas."),
    Family("eval4ner:words", "The same, handed a text in which words come again."),
    Family("nereval", "The library nereval: spans that are right by text, and by type."),
    Family("sklearn-crfsuite", "The library sklearn-crfsuite, whose metrics compare tokens."),
    Family("sklearn-crfsuite:sequences", "By name alone: its accuracy of sequences, each of one tag twice."),
    Family("sklearn-crfsuite:no-average", "By name alone: its functions of one number, without an average."),
    Family("spacy", "The Scorer of the library spaCy in its two ways: of entities, and of any spans."),
    Family("spacy:ner", "Its score of entities, as `spacy evaluate` prints it."),
    Family("spacy:spans", "Its score of the spans of any attribute, which may overlap."),
    Family("spacy:no-overlap", "By name alone: the same, told as by default that they may not overlap."),
    Family("spacy:unlabeled", "By name alone: the same, of bounds without types."),
    Family("spacy:ner:coarse", "By name alone: entities, where the gold document has fewer and longer words."),
    Family("spacy:spans:coarse", "By name alone: the same of any spans."),
    Family("spacy:ner:unannotated", "By name alone: entities, where gold documents without any are not annotated."),
    Family("spacy:biluo", "By name alone: the spans that its reader of BILUO finds."),
    Family("spacy:iob", "By name alone: the spans of IOB that it has converted to BILUO."),
    Family("reference:DIALECT", "The reference evaluator in a named dialect, or in the dialect of a signature."),
    Family("exec:COMMAND", "A program in any language that speaks the protocol (docs/protocol.md)."),
    Family("module:function", "A function of your own, called with gold and predicted tags (mypkg.metrics:evaluate)."),
)


def families() -> tuple[Family, ...]:
    """Return the built-in names, each with a sentence."""
    return _FAMILIES


def family_of(name: str) -> Family | None:
    """Return what a name means, `None` where it is no built-in one; what stands in capitals stands for something."""
    exact = [family for family in _FAMILIES if family.name == name]
    like = [family for family in _FAMILIES if re.fullmatch(re.sub("[A-Z]{2,}", ".+", family.name), name)]
    return max(exact or like, key=lambda family: len(family.name), default=None)
