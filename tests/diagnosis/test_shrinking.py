"""Shrinking finds the smallest input, in the same way every time."""

from dataclasses import replace

import pytest

from nerconform.asking.question import Ask, Form
from nerconform.diagnosis.shrinking import BothSides, plainer, rewritten, shrink
from nerconform.diagnosis.ways import QuestionKind
from nerconform.reference.spans import Span


def tags(*units: tuple[str, str], suffix: bool = False) -> BothSides:
    """Return sides of tags, each unit a pair of texts."""
    gold, pred = (tuple(tuple(unit.split()) for unit in side) for side in zip(*units, strict=True))
    return BothSides(gold, pred, suffix=suffix)


def smallest(sides: BothSides, shows: object, most: int = 1000) -> BothSides:
    shown = object()
    found, last = shrink(sides, shown, lambda each: shown if shows(each) else None, most)  # type: ignore[operator]
    assert last is shown
    return found


def test_whole_units_go_first() -> None:
    sides = tags(("B-X", "O"), ("O", "B-Y"), ("O O", "I-X O"))
    assert smallest(sides, lambda each: any("I-X" in unit for unit in each.pred)) == tags(("O", "I-X"))


def test_tokens_go_on_both_sides_and_the_rest_becomes_outside() -> None:
    sides = tags(("B-PER I-PER O B-LOC", "B-PER O I-LOC B-LOC"))
    found = smallest(sides, lambda each: any(tag.startswith("I-") for unit in each.pred for tag in unit))
    assert found == tags(("O", "I-X"))


def test_units_become_one_where_tokens_cannot_go() -> None:
    sides = tags(("O", "O"), ("B-X O", "O O"), ("I-X", "O"))
    assert smallest(sides, lambda each: sum(map(len, each.gold)) == 4) == tags(("O O O O", "O O O O"))
    assert smallest(sides, lambda each: each.size == 8 and len(each.gold) > 1) == tags(("O O O", "O O O"), ("O", "O"))


def test_spans_of_a_unit_that_is_joined_stand_behind_the_first() -> None:
    gold, pred = ((Span("X", 0, 1),), (Span("X", 0, 1),)), ((Span("X", 1, 2),), ())

    def three_apart(each: BothSides) -> bool:
        units = [(*one, *other) for one, other in zip(each.gold, each.pred, strict=True)]
        places = [(at, span.start) for at, unit in enumerate(units) for span in unit]  # type: ignore[union-attr]
        return len({*places}) == len(places) == 3

    # Of the first unit the prediction reaches to the second token.
    found = smallest(BothSides(gold, pred, Form.SPANS), three_apart)
    assert found == BothSides(((Span("X", 0, 1), Span("X", 2, 3)),), ((Span("X", 1, 2),),), Form.SPANS)


def test_the_first_span_of_a_joined_unit_begins_where_the_last_one_before_ends() -> None:
    gold, pred = ((Span("X", 0, 1),), (Span("X", 1, 3),)), ((Span("X", 1, 2),), ())
    tried: list[BothSides] = []
    smallest_is_none = shrink(BothSides(gold, pred, Form.SPANS), None, tried.append, 1000)
    assert smallest_is_none == (BothSides(gold, pred, Form.SPANS), None)
    joined = [each for each in tried if len(each.gold) == 1 and len(each.gold[0]) == 2]
    assert joined == [BothSides(((Span("X", 0, 1), Span("X", 3, 5)),), ((Span("X", 1, 2),),), Form.SPANS)]


def test_spans_that_are_joined_to_a_unit_without_spans_stay_where_they_are() -> None:
    sides = BothSides(((), (Span("X", 0, 1),)), ((), ()), Form.SPANS)
    alone = BothSides(((Span("X", 0, 1),),), ((),), Form.SPANS)
    assert tried(sides).count(alone) == 2  # without the first unit, and joined to it


def test_a_span_becomes_shorter_by_its_last_token_and_the_others_stay() -> None:
    left, right = Span("X", 0, 3), Span("X", 4, 6)
    found = [each.gold[0] for each in tried(BothSides(((left, right),), ((),), Form.SPANS)) if each.gold]
    assert (left._replace(end=2), right) in found
    assert (left, right._replace(end=5)) in found


def test_a_wrong_tag_becomes_right_and_the_tags_after_it_stay() -> None:
    found = tried(tags(("B-X B-X", "I-X B-X")))
    assert tags(("B-X B-X", "B-X B-X")) in found
    assert tags(("B-X B-X", "B-X")) not in found


def test_types_become_one_and_plain() -> None:
    sides = tags(("B-PER B-LOC", "B-LOC B-PER"))
    found = smallest(sides, lambda each: [len(unit) for unit in each.gold] == [2] and "O" not in each.gold[0])
    assert found.gold == (("B-X", "B-X"),)


def test_types_that_have_to_differ_stay_two() -> None:
    sides = tags(("B-PER", "B-LOC"))
    found = smallest(
        sides, lambda each: each.gold and each.gold[0] != each.pred[0] and "O" not in each.gold[0] + each.pred[0]
    )
    assert sorted((*found.gold[0], *found.pred[0])) == ["B-X", "B-Y"]


def test_of_three_types_the_last_two_become_one_where_the_first_has_to_stay() -> None:
    def shows(each: BothSides) -> bool:
        found = [tag for unit in each.gold for tag in unit]
        return len(found) == 3 and "O" not in found and found[0] not in found[1:]

    assert smallest(tags(("B-LOC B-ORG B-PER", "O O O")), shows) == tags(("B-X B-Y B-Y", "O O O"))


def test_a_plain_type_takes_the_first_name_that_is_free() -> None:
    def kinds(each: BothSides) -> set[str]:
        return {tag for unit in each.gold for tag in unit if tag != "O"}  # type: ignore[misc]

    assert smallest(tags(("B-Y", "O")), lambda each: len(kinds(each)) == 1) == tags(("B-X", "O"))
    assert smallest(tags(("B-Z B-Y", "O O")), lambda each: len(kinds(each)) == 2) == tags(("B-Y B-X", "O O"))


def test_a_wrong_tag_becomes_the_one_of_gold_where_both_are_entities() -> None:
    def shows(each: BothSides) -> bool:
        return "O" not in [tag for side in (each.gold, each.pred) for unit in side for tag in unit] and each.size == 2

    assert smallest(tags(("B-PER", "I-LOC")), shows) == tags(("B-X", "B-X"))


def test_tags_are_rewritten_and_what_has_no_delimiter_stays() -> None:
    plain = QuestionKind(Form.TAGS, "IOB2")
    suffix = replace(plain, choices=(("affix", "suffix"), ("delimiter", "_")))
    units: list[list[str | Span]] = [["B-a-b", "O", "Q"], [Span("X", 0, 1)]]
    assert rewritten(units, plain, suffix) == [["a-b_B", "O", "Q"], [Span("X", 0, 1)]]
    assert rewritten([["a_b_B", "O"]], suffix, plain) == [["B-a_b", "O"]]
    assert rewritten(units, plain, plain) == units


def test_a_letter_behind_the_type_stays_there() -> None:
    found = smallest(
        tags(("PER-B", "O"), suffix=True), lambda each: any(unit[0].endswith("-B") for unit in each.gold if unit)
    )
    assert found == tags(("X-B", "O"), suffix=True)


def test_nothing_is_left_where_nothing_shows_it() -> None:
    assert smallest(tags(("B-X", "O"), ("O", "O")), lambda _: True) == BothSides((), ())


def test_a_decoder_has_no_gold() -> None:
    sides = BothSides((), (("B-X", "I-X"), ("O", "I-Y")))
    assert smallest(sides, lambda each: any("I-Y" in unit for unit in each.pred)) == BothSides((), (("I-Y",),))


def test_spans_become_few_short_and_near_the_beginning() -> None:
    gold = ((Span("PER", 3, 7), Span("LOC", 9, 12)),)
    pred = ((Span("PER", 3, 6), Span("LOC", 20, 21)),)

    def overlap(each: BothSides) -> bool:
        pairs = [(g, p) for one, other in zip(each.gold, each.pred, strict=True) for g in one for p in other]
        return any(g.start < p.end and p.start < g.end and g != p for g, p in pairs)  # type: ignore[union-attr]

    found = smallest(BothSides(gold, pred, Form.SPANS), overlap)
    assert [len(side[0]) for side in (found.gold, found.pred)] == [1, 1]
    spans = {span for side in (found.gold, found.pred) for span in side[0]}
    assert max(span.end for span in spans) <= 2  # type: ignore[union-attr]
    assert {span.type for span in spans} <= {"X", "Y"}  # type: ignore[union-attr]


def test_no_more_is_tried_than_allowed() -> None:
    tried = []

    def shows(each: BothSides) -> bool:
        tried.append(each)
        return False

    sides = tags(("B-X I-X O B-Y", "O O O O"))
    assert smallest(sides, shows, most=5) == sides
    assert len(tried) == 5


@pytest.mark.parametrize("units", [[("B-X I-X", "I-Y O")], [("O", "O")], [("", "")], [("B-é", "B-_"), ("Q", ".-X")]])
def test_every_step_is_smaller_so_that_it_ends(units: list[tuple[str, str]]) -> None:
    seen = []

    def shows(each: BothSides) -> bool:
        seen.append(each)
        return len(seen) % 2 == 0

    smallest(tags(*units), shows, most=10_000)
    assert len(seen) < 500


def test_units_of_two_lengths_are_shrunk_too() -> None:
    """A prediction that is longer than its gold is bad input, and the smallest is one token against none."""
    sides = BothSides((("B-X", "O"), ("B-Y",)), (("B-X", "O"), ("B-X", "I-X", "O")))

    def is_uneven(found: BothSides) -> bool | None:
        return True if any(len(one) != len(other) for one, other in zip(found.gold, found.pred, strict=True)) else None

    smallest, _ = shrink(sides, True, is_uneven, 500)  # noqa: FBT003 - what is shown
    assert (smallest.gold, smallest.size) in [(((),), 1), ((("O",),), 1)]


def tried(sides: BothSides) -> list[BothSides]:
    """Return all that is tried where nothing shows it."""
    found: list[BothSides] = []
    assert shrink(sides, 0, found.append, 1000) == (sides, 0)
    return found


def test_every_step_on_tags_in_its_order() -> None:
    sides = tags(("B-PER O", "O I-LOC"), ("B-LOC", "B-X"))
    second = ("B-LOC", "B-X")
    assert tried(sides) == [
        tags(second),  # without a unit
        tags(("B-PER O", "O I-LOC")),
        tags(("O", "I-LOC"), second),  # without a token
        tags(("B-PER", "O"), second),
        tags(("B-PER O", "O I-LOC"), ("", "")),
        tags(("B-PER O B-LOC", "O I-LOC B-X")),  # two units as one
        tags(("O O", "O I-LOC"), second),  # one tag less
        tags(("B-PER O", "O I-LOC"), ("O", "B-X")),
        tags(("B-PER O", "O O"), second),
        tags(("B-PER O", "O I-LOC"), ("B-LOC", "O")),
        tags(
            ("B-PER O", "O I-X"), ("B-X", "B-X")
        ),  # one type less: the plainest stays, then the shortest, then the first
        tags(("B-X O", "O I-LOC"), second),
        tags(("B-LOC O", "O I-LOC"), second),
        tags(("B-PER O", "O I-LOC"), ("B-LOC", "B-LOC")),  # a tag of gold
        tags(("B-PER O", "O I-Y"), ("B-Y", "B-X")),  # a plain type
        tags(("B-Y O", "O I-LOC"), second),
    ]


def test_every_step_on_spans_in_its_order() -> None:
    def spans(gold: list[tuple[str, int, int]], *pred: tuple[str, int, int]) -> BothSides:
        return BothSides((tuple(Span(*one) for one in gold),), (tuple(Span(*one) for one in pred),), Form.SPANS)

    assert tried(spans([("A", 1, 3)], ("X", 2, 3), ("A", 5, 6))) == [
        BothSides((), (), Form.SPANS),
        spans([], ("X", 2, 3), ("A", 5, 6)),  # without a span
        spans([("A", 1, 3)], ("A", 5, 6)),
        spans([("A", 1, 3)], ("X", 2, 3)),
        spans([("A", 0, 2)], ("X", 1, 2), ("A", 4, 5)),  # without token 0, 1 or 4; without 2 or 5 a span would be empty
        spans([("A", 1, 2)], ("X", 1, 2), ("A", 4, 5)),
        spans([("A", 1, 3)], ("X", 2, 3), ("A", 4, 5)),
        spans([("A", 1, 2)], ("X", 2, 3), ("A", 5, 6)),  # a span that is shorter
        spans([("X", 1, 3)], ("X", 2, 3), ("X", 5, 6)),  # one type, and a plain one
        spans([("Y", 1, 3)], ("X", 2, 3), ("Y", 5, 6)),
    ]


def test_a_span_of_two_tokens_becomes_one_and_a_prediction_alone_is_shrunk_in_every_step() -> None:
    def spans(*units: list[tuple[str, int, int]], gold: bool = False) -> BothSides:
        side = tuple(tuple(Span(*one) for one in unit) for unit in units)
        return BothSides(side if gold else (), tuple(() for _ in units) if gold else side, Form.SPANS)

    assert tried(spans([("A", 0, 2)], gold=True)) == [
        BothSides((), (), Form.SPANS),
        spans([], gold=True),
        spans([("A", 0, 1)], gold=True),  # without its second token
        spans([("A", 0, 1)], gold=True),  # shorter
        spans([("X", 0, 2)], gold=True),
    ]
    assert tried(spans([("A", 0, 2)], [("A", 1, 2)])) == [
        spans([("A", 1, 2)]),  # without a unit
        spans([("A", 0, 2)]),
        spans([], [("A", 1, 2)]),  # without a span
        spans([("A", 0, 2)], []),
        spans([("A", 0, 2), ("A", 3, 4)]),  # two units as one
        spans([("A", 0, 1)], [("A", 1, 2)]),  # without a token
        spans([("A", 0, 2)], [("A", 0, 1)]),
        spans([("A", 0, 1)], [("A", 1, 2)]),  # a span that is shorter
        spans([("X", 0, 2)], [("X", 1, 2)]),
    ]


def test_a_unit_without_spans_moves_nothing_when_it_is_joined() -> None:
    sides = BothSides(((), (Span("X", 2, 3),)), ((), ()), Form.SPANS)
    joined = BothSides(((Span("X", 2, 3),),), ((),), Form.SPANS)
    assert tried(sides).count(joined) == 2  # without the first unit, and joined to it


def test_halves_go_before_fourths_and_single_ones() -> None:
    letters = "abcdefghi"
    units = [each.gold[0] for each in tried(tags((" ".join(letters), " ".join(letters))))[1:]]
    gone = [[one for one in letters if one not in unit] for unit in units]
    windows = [letters[start : start + size] for size in (4, 2, 1) for start in range(0, 10 - size, size)]
    assert ["".join(one) for one in gone[: len(windows)]] == windows
    five = tags(*((one, one) for one in "abcde"))
    left = ["".join(unit[0] for unit in each.gold) for each in tried(five)[:8]]  # type: ignore[misc] # tags
    assert left == ["cde", "abe", "abcd", "bcde", "acde", "abde", "abce", "abcd"]


@pytest.mark.parametrize("suffix", [False, True])
def test_types_are_told_from_letters_on_either_side(*, suffix: bool) -> None:
    gold = "PER-B LOC-B" if suffix else "B-PER B-LOC"
    found = [unit for each in tried(tags((gold, "O O"), suffix=suffix)) for unit in each.gold if "O" not in unit]
    made = {("X-B", "LOC-B"), ("LOC-B", "LOC-B"), ("PER-B", "X-B")} if suffix else {
        ("B-X", "B-LOC"), ("B-LOC", "B-LOC"), ("B-PER", "B-X")
    }  # fmt: skip
    assert {unit for unit in found if len(unit) == 2} == made


def test_plainer_ways_come_plainest_first() -> None:
    way = QuestionKind(Form.TAGS, "IOB2", (("a", "1"), ("b", "2")), ask=Ask.REPORT, betas=True)
    assert [(one.choices, one.ask, one.betas) for one in plainer(way)] == [
        (choices, ask, False)
        for ask in (Ask.SCORES, Ask.REPORT)
        for choices in ((), (("a", "1"),), (("b", "2"),), (("a", "1"), ("b", "2")))
    ]
    bare = QuestionKind(Form.TAGS, "IOB2")
    assert list(plainer(bare)) == []
    assert list(plainer(replace(bare, ask=Ask.REPORT))) == [bare]
