"""The quirks of seqeval's decoding against the library, on every short sequence."""

from itertools import product

import pytest
from seqeval.metrics.sequence_labeling import get_entities
from seqeval.scheme import IOB1, IOE1, Token, Tokens

from nerconform.libraries.all_quirks import QUIRKS
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.schemes import Scheme
from tests.libraries.asking_quirks import Triples, decoded, differing, tags_of
from tests.libraries.searching import answer_of, explained
from tests.reference.exhaustive import LETTERS, encodings, sequences


def default(tags: list[str]) -> Triples:
    """Return what default mode reads."""
    return sorted((kind, first, last + 1) for kind, first, last in get_entities(tags))


def suffixed(tags: list[str]) -> Triples:
    """Return what default mode reads of the same tags with the letter last."""
    turned = ["-".join(reversed(tag.split("-"))) for tag in tags]
    return sorted((kind, first, last + 1) for kind, first, last in get_entities(turned, suffix=True))


def strict(scheme: type[Token], tags: list[str]) -> Triples:
    """Return what strict mode reads; it has no entities where there is no token."""
    return sorted((entity.tag, entity.start, entity.end) for entity in Tokens(tags, scheme).entities) if tags else []


@pytest.mark.parametrize("scheme", list(LETTERS))
@pytest.mark.filterwarnings("ignore:.* seems not to be NE tag.")
def test_default_mode_reads_every_scheme_by_one_table(scheme: str) -> None:
    pipeline = QUIRKS["seqeval.unknown-letters"].pipeline(Scheme(scheme))
    longest = 4 if len(LETTERS[scheme]) == 4 else 5
    assert differing(pipeline, default, sequences(scheme, longest)) == []
    assert differing(pipeline, default, product(tags_of("BIOES", "L", "U", "M", types="X"), repeat=4)) == []


@pytest.mark.filterwarnings("ignore:.* seems not to be NE tag.")
def test_default_mode_reads_letters_behind_types_alike() -> None:
    quirk = QUIRKS["seqeval.unknown-letters"]
    pipeline = quirk.change(Pipeline.of(quirk.dialect(Scheme.BILOU).set(affix="suffix")))
    for tags in sequences("BILOU", 3):
        turned = ["-".join(reversed(tag.split("-"))) for tag in tags]
        assert decoded(pipeline, turned) == suffixed(list(tags))


@pytest.mark.parametrize(("scheme", "theirs"), [("IOB1", IOB1), ("IOE1", IOE1)])
def test_strict_mode_reads_by_a_table_of_its_own(scheme: str, theirs: type[Token]) -> None:
    pipeline = QUIRKS[f"seqeval.strict-{scheme.lower()}"].pipeline(Scheme(scheme))
    assert differing(pipeline, lambda tags: strict(theirs, tags), sequences(scheme, 5)) == []


@pytest.mark.parametrize(("scheme", "misread"), [("IOB1", 0), ("IOE1", 72)])
def test_strict_mode_misreads_legal_data_in_ioe1_alone(scheme: str, misread: int) -> None:
    quirk = QUIRKS[f"seqeval.strict-{scheme.lower()}"]
    with_, without = quirk.pipeline(Scheme(scheme)), Pipeline.of(quirk.dialect(Scheme(scheme)))
    legal = [tags for length in range(1, 5) for tags in encodings(scheme, length)]
    assert (len(legal), sum(decoded(with_, tags) != decoded(without, tags) for tags in legal)) == (208, misread)


@pytest.mark.parametrize(("scheme", "misreads"), [("BILOU", True), ("BMES", False), ("BIOES", False)])
def test_default_mode_misreads_legal_bilou_and_no_other_legal_data(scheme: str, misreads: bool) -> None:  # noqa: FBT001
    quirk = QUIRKS["seqeval.unknown-letters"]
    with_, without = quirk.pipeline(Scheme(scheme)), Pipeline.of(quirk.dialect(Scheme(scheme)))
    legal = [tags for length in range(1, 5) for tags in encodings(scheme, length)]
    assert any(decoded(with_, tags) != decoded(without, tags) for tags in legal) == misreads


@pytest.mark.parametrize("scheme", ["IOB1", "IOE1", "IOB2", "BIOES"])
def test_an_empty_tag_crashes_in_every_scheme(scheme: str) -> None:
    for mode in ("default", "strict"):
        found = explained(f"seqeval:{mode}", [["O"], ["O", ""]], [["O"], ["O", "O"]], scheme=scheme)
        assert found == ["seqeval.empty-tag-crashes"]


@pytest.mark.parametrize(
    ("mode", "gold", "pred", "causes"),
    [
        ("strict", [["S-X", ""]], [["O", "O"]], ["seqeval.empty-tag-crashes"]),
        ("strict", [["", "Q"]], [["O", "O"]], ["seqeval.empty-tag-crashes"]),
        ("strict", [["Q", ""]], [["O", "O"]], ["seqeval.unknown-letter-crashes"]),
        ("strict", [["o", "B"]], [["O", "B"]], ["seqeval.unknown-letter-crashes"]),
        ("strict:auto", [["S-X"], [""]], [["O"], ["O"]], ["seqeval.guess-crashes-on-empty-tag"]),
        ("default", [["o", "B"]], [["o", "B"]], ["seqeval.chunk-over-units"]),
    ],
)
@pytest.mark.filterwarnings("ignore:.* seems not to be NE tag.")
def test_the_first_tag_that_cannot_be_read_decides(
    mode: str, gold: list[list[str]], pred: list[list[str]], causes: list[str]
) -> None:
    assert explained(f"seqeval:{mode}", gold, pred) == causes


@pytest.mark.parametrize(
    ("tags", "cause"),
    [
        ([".-X"], "dot-is-outside"),
        (["O", ".-X", "I-X"], "dot-is-outside"),
        ([".-X", "Q-X", "B-X"], "chunk-over-units"),
        (["Q-X", "O-X"], "chunk-over-units"),
        (["Q-X", "B-X"], "unknown-letters"),
    ],
)
@pytest.mark.filterwarnings("ignore:.* seems not to be NE tag.")
def test_each_unknown_letter_of_default_mode_has_its_defect(tags: list[str], cause: str) -> None:
    assert explained("seqeval:default", [tags], [["O"] * len(tags)]) == [f"seqeval.{cause}"]


@pytest.mark.parametrize(("mode", "gold"), [("strict", [["S-X"], [""]]), ("strict:auto", [["Q"], [""]])])
def test_a_tag_that_is_refused_hides_an_empty_one(mode: str, gold: list[list[str]]) -> None:
    assert answer_of(f"seqeval:{mode}", gold, [["O"], ["O"]]) == "ValueError"
    assert explained(f"seqeval:{mode}", gold, [["O"], ["O"]]) == []


def test_accuracy_compares_empty_tags() -> None:
    sides = [["", "O", ""]], [["", "B-X", "O"]]
    assert explained("seqeval:default", *sides, choices={"item": "token"}) == ["seqeval.accuracy-of-empty-tags"]
