"""Quirks of software that cannot be installed, against the same rule written in another manner."""

import re
from collections import Counter
from itertools import groupby, product

import pytest

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.libraries.quirk import Given
from nerconform.reference.decoding import Side
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from tests.libraries.asking_quirks import Answer, Triples, counted, decoded, differing, tags_of
from tests.reference.chunkers import lenient, split
from tests.reference.exhaustive import encodings, sequences


def test_allennlp_in_bmes_covers_every_token() -> None:
    pipeline = QUIRKS["allennlp.bmes-outside-as-span"].pipeline(Scheme.BMES)
    for tags in sequences("BMES", 4):
        found = decoded(pipeline, tags)
        chunks = set(lenient([split(tag, "BMES") for tag in tags]))
        outside = {("", token, token + 1) for token, tag in enumerate(tags) if tag == "O"}
        assert found == sorted(chunks | outside)
        assert sum(end - start for _, start, end in (*chunks, *outside)) == len(tags)


def voted(tags: list[str]) -> Triples:
    """Cut the string of roles into runs, and count the votes of each run: eleven tenths for the tag that begins it."""
    roles = "".join("O" if tag == "O" else tag[0].lower() for tag in tags)
    types = [tag[2:] for tag in tags]
    begins = [
        role in "bs" or (role == "i" and types[token] != (types[token - 1] if token else ""))
        for token, role in enumerate(roles)
    ]
    shape = "".join("O" if role == "O" else "!" if first else "-" for role, first in zip(roles, begins, strict=True))
    spans = []
    for run in re.finditer(r"!-*|-+", shape):
        votes = Counter[str]()
        for token in range(*run.span()):
            votes[types[token]] += 11 if shape[token] == "!" else 10
        spans.append((votes.most_common(1)[0][0], *run.span()))
    return sorted(spans)


def test_flair_lets_the_tags_of_a_span_vote() -> None:
    pipeline = QUIRKS["flair.type-by-vote"].pipeline(Scheme.BIOES)
    assert differing(pipeline, voted, sequences("BIOES", 4)) == []
    assert differing(pipeline, voted, product(tags_of("BIOES", types="XYZ"), repeat=3)) == []


def test_the_printed_decoder_crashes_where_jie_has_a_span_pending_at_the_end() -> None:
    pipeline = QUIRKS["decode-entities-jie.crash-at-end"].pipeline(Scheme.BIOES)
    jie = Pipeline.of(pipeline.dialect)

    def printed(tags: list[str]) -> Answer:
        last = [tag[0] for tag in tags if tag[0] in "BES"][-1:]
        return "AttributeError" if last == ["B"] else decoded(jie, tags)

    assert differing(pipeline, printed, sequences("BIOES", 4)) == []


_TYPES = ("X", "x", "LAB-X", "S-", "RE-B-y")


def capitals(tags: list[str]) -> Triples:
    """Look for the letters in the capitals of each label, longest rule last, as strings."""
    spans: Triples = []
    begun: tuple[str, int] | None = None
    for token, label in enumerate([tag.upper() for tag in tags]):
        found = next((mark for mark in ("B-", "S-", "E-") if mark in label), "")
        if found in {"B-", "S-"} and begun:
            spans.append((*begun, token))
        if found == "S-":
            spans.append((label.replace("S-", "", 1), token, token + 1))
        if found == "E-" and begun:
            spans.append((*begun, token + 1))
        if found:
            begun = (label.replace("B-", "", 1), token) if found == "B-" else None
    return sorted([*spans, (*begun, begun[1] + 1)] if begun else spans)


def test_ncrfpp_finds_letters_anywhere_in_capitals() -> None:
    pipeline = QUIRKS["ncrfpp.letters-anywhere"].pipeline(Scheme.BIOES)
    assert differing(pipeline, capitals, product(tags_of("BIOES", types=_TYPES), repeat=3)) == []


def test_ncrfpp_once_read_bio_by_the_reader_of_bmes() -> None:
    pipeline = QUIRKS["ncrfpp.bio-read-as-bmes"].pipeline(Scheme.IOB2)
    assert differing(pipeline, capitals, sequences("IOB2", 5)) == []


def test_the_tagger_replaces_letters_within_types() -> None:
    pipeline = QUIRKS["tagger.letters-replaced-in-types"].pipeline(Scheme.BIOES)

    def rewritten(tags: list[str]) -> Triples:
        turned = [re.sub("S-", "B-", tag) if tag[0] == "S" else tag for tag in tags]
        turned = [re.sub("E-", "I-", tag) if tag[0] == "E" else tag for tag in turned]
        return sorted(lenient([split(tag) for tag in turned]))

    inputs = product(tags_of("BIOES", types=("X", "RES-X", "ME-E-X", "MI-E-X")), repeat=3)
    assert differing(pipeline, rewritten, inputs) == []


@pytest.mark.parametrize("name", ["ncrfpp.letters-anywhere", "tagger.letters-replaced-in-types"])
def test_letters_within_types_are_noticed(name: str) -> None:
    quirk = QUIRKS[name]
    with_, dialect = quirk.pipeline(Scheme.BIOES), quirk.dialect(Scheme.BIOES)
    without = Pipeline.of(dialect)
    fired = 0
    for tags in product(tags_of("BIOES", types=("X", "x", "LAB-X", "S-", "RES-X", "ME-E-X")), repeat=2):
        fires = quirk.fires(Given([tags], [["O", "O"]], dialect))
        fired += fires
        assert fires or decoded(with_, tags) == decoded(without, tags)
    assert 0 < fired < 25**2


def walked(gold: tuple[str, ...], pred: tuple[str, ...]) -> int:
    """Count the common spans behind which the prediction does not go on, whatever the types."""
    return sum(pred[end : end + 1] == () or pred[end][0] in "BUO" for _, _, end in {*runs(gold)} & {*runs(pred)})


def runs(tags: tuple[str, ...]) -> Triples:
    """Return the runs of one type that no B or U cuts."""
    number = 0
    keys = []
    for before, tag in zip(("O", *tags), tags, strict=False):
        number += tag[0] in "BUO" or tag[2:] != before[2:]
        keys.append((number, tag[2:]))
    spans, start = [], 0
    for (_, kind), run in groupby(keys):
        length = len(list(run))
        spans += [(kind, start, start + length)] if kind else []
        start += length
    return spans


@pytest.mark.long
@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_prediction_behind_which_a_tag_goes_on_is_never_correct(length: int) -> None:
    pipeline = QUIRKS["dilated-cnn-ner.next-tag-must-not-go-on"].pipeline(Scheme.BILOU)
    for gold in encodings("BILOU", length):
        for pred in list(product(tags_of("BILOU"), repeat=length))[:: 7 if length == 3 else 1]:
            expected = (len(runs(gold)), len(runs(pred)), walked(gold, pred))
            assert counted(pipeline, [gold], [pred]) == expected, (gold, pred)


def test_the_side_of_gold_is_read_as_it_is() -> None:
    pipeline = QUIRKS["dilated-cnn-ner.next-tag-must-not-go-on"].pipeline(Scheme.BILOU)
    for tags in encodings("BILOU", 3):
        assert decoded(pipeline, tags, Side.GOLD) == sorted(runs(tags))
