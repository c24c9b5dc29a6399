"""What the strategies promise, measured: a few hundred draws of one seed hold a fair share of each feature."""

import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import strategies as st

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.refusals import AmbiguousScheme, FlatInput, UnknownOption, UnknownScheme
from nerconform.suite import strategies as ner
from nerconform.suite.strategies import plans
from nerconform.suite.strategies.writing import NAMES, PLAIN
from tests.reference.exhaustive import LETTERS, encodings
from tests.suite.drawing import (
    SCHEMES,
    changes,
    draws,
    kinds_in,
    kinds_of,
    shapes_in,
    types_in,
)

XY = ("X", "Y")
SHAPES = ["touching", "nested", "overlapping", "duplicated"]
TYPES: dict[str, Callable[[str], bool]] = {
    "hyphen": lambda name: "-" in name,
    "underscore": lambda name: "_" in name,
    "unicode": lambda name: not name.isascii(),
    "digits": lambda name: any(map(str.isdigit, name)),
    "digits alone": str.isdigit,
    "one letter": lambda name: len(name) == 1 and name.isalpha(),
    "no letter": lambda name: not any(map(str.isalpha, name)),
    "a tag": lambda name: name[:2] == "B-",
    "a letter of the scheme": lambda name: name in {"B", "I", "O"},
    "a row of reports": lambda name: name in {"micro", "macro", "accuracy"},
    "plain": lambda name: name in {"X", "PER", "LOC"},
}
MALFORMED: dict[str, Callable[[str], bool]] = {
    "unknown letter": lambda tag: tag == "Q-X",
    "small letter": lambda tag: tag == "b-X",
    "letter of another scheme": lambda tag: tag in {"U-X", "S-X", "L-X"},
    "O with a type": lambda tag: tag == "O-X",
    "letter alone": lambda tag: tag in {"B", "I", "E", "S"},
    "type alone": lambda tag: tag == "X",
    "no type": lambda tag: tag in {"B-", "I-"},
    "no letter": lambda tag: tag == "-X",
    "no delimiter": lambda tag: tag in {"BX", "IX"},
    "another delimiter": lambda tag: tag in {"B_X", "I_X"},
    "O first, no delimiter": lambda tag: tag == "OX",
}


def units(found: Iterable[Sequence[Any]], side: int) -> list[Any]:
    """Return the units of one side of all corpora."""
    return [unit for corpus in found for unit in corpus[side]]


def share(found: list[Any], holds: Callable[[Any], bool]) -> float:
    """Return the share of draws for which something holds."""
    return sum(map(holds, found)) / len(found)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_legal_tags_are_encodings_of_spans_and_not_of_few(scheme: str) -> None:
    found = draws(ner.legal_tags(scheme, types=XY, tokens=(0, 5)))
    assert all(tuple(unit) in encodings(scheme, len(unit)) for unit in found)
    assert {len(unit) for unit in found} == {0, 1, 2, 3, 4, 5}
    assert {tag[0] for unit in found for tag in unit} == {"O", *LETTERS[scheme]}
    assert len(set(map(tuple, found))) > 100


@pytest.mark.long
@pytest.mark.parametrize("scheme", [scheme for scheme in SCHEMES if scheme != "IO"])
def test_illegal_tags_are_no_encodings_and_have_every_kind_of_illegal_transition(scheme: str) -> None:
    found = draws(ner.illegal_tags(scheme, types=XY, tokens=(0, 5)))
    assert not any(tuple(unit) in encodings(scheme, len(unit)) for unit in found)
    counts = kinds_in(scheme, found)
    assert set(counts) == kinds_of(scheme)
    assert min(counts.values()) >= len(found) / len(counts) / 4


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["IOB1", "IOB2", "IOE1", "IOE2", "BIOES", "BMEWO"])
def test_any_tags_and_both_sides_of_corpora_have_every_kind_of_illegal_transition(scheme: str) -> None:
    count = 300 if len(kinds_of(scheme)) < 10 else 900
    found = draws(ner.corpora(scheme, gold="any", pred="any"), count)
    alone, slips = draws(ner.any_tags(scheme), count), draws(ner.corpora(scheme), count)
    for side in (alone, units(found, 0), units(found, 1), units(slips, 1)):
        assert set(kinds_in(scheme, side)) == kinds_of(scheme)
        assert 0.1 < share(side, lambda unit: not kinds_in(scheme, [unit])) < 0.95


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["IO", "IOB1", "IOB2", "IOE1", "IOE2", "BILOU"])
def test_corpora_are_legal_where_they_are_asked_to_be(scheme: str) -> None:
    legal = draws(ner.corpora(scheme, pred="legal"))
    assert not kinds_in(scheme, units(legal, 0) + units(legal, 1))
    mixed = draws(ner.corpora(scheme, gold="malformed", pred="legal"))
    assert not kinds_in(scheme, units(mixed, 1))
    for tags_ in units(draws(ner.corpora(scheme, gold="malformed", pred="any")), 1):
        assert all(tag == "O" or (tag[0] in LETTERS[scheme] and tag[1] == "-" and tag[2:]) for tag in tags_)


@pytest.mark.long
@pytest.mark.parametrize(
    ("scheme", "delimiter", "affix"),
    [("IO", "-", "prefix"), ("IOB2", "_", "suffix"), ("IOE1", "--", "prefix"), ("BMEWO", "%2C", "suffix")],
)
def test_malformed_tags_are_refused_and_any_tags_are_not_however_tags_are_written(
    scheme: str, delimiter: str, affix: str
) -> None:
    refuse = nc.Dialect().set(scheme=scheme, delimiter=delimiter, affix=affix, policy="lenient")
    for unit in draws(ner.malformed_tags(scheme, delimiter=delimiter, affix=affix), 100):
        with pytest.raises(NerconformError) as caught:
            nc.evaluate([unit], [unit], refuse)
        assert caught.value.code in {"malformed-tag", "unknown-prefix"}
    for unit in draws(ner.any_tags(scheme, delimiter=delimiter, affix=affix), 100):
        assert nc.evaluate([unit], [unit], refuse).counts.fp == 0


@pytest.mark.long
def test_malformed_tags_have_every_form() -> None:
    found = draws(ner.malformed_tags("IOB2", types=["X"])) + draws(ner.malformed_tags("BIOES", types=["X"]))
    counts = Counter(name for unit in found for name, form in MALFORMED.items() if any(map(form, unit)))
    assert set(counts) == set(MALFORMED)
    assert min(counts.values()) >= len(found) / 50
    both = draws(ner.corpora(gold="malformed", pred="malformed", types=["X"]))
    for side in (0, 1):
        seen = {name for tag in chain(*units(both, side)) for name, form in MALFORMED.items() if form(tag)}
        assert seen == set(MALFORMED)


@pytest.mark.long
def test_corpora_have_as_many_units_of_the_same_lengths_on_both_sides_within_their_size() -> None:
    small, odd = draws(ner.corpora()), ner.Size(units=(2, 3), tokens=(1, 4))
    for found, (few, many), (short, long) in (
        (small, *ner.SMALL),
        (draws(ner.corpora(size=odd)), *odd),
        (draws(ner.corpora(size=ner.LARGE), 30), *ner.LARGE),
    ):
        assert all([*map(len, gold)] == [*map(len, pred)] for gold, pred in found)
        assert all(few <= len(gold) <= many for gold, _ in found)
        assert all(short <= len(unit) <= long for unit in units(found, 0))
    assert {len(gold) for gold, _ in small} == {0, 1, 2, 3, 4}
    assert {len(unit) for unit in units(small, 0)} == set(range(9))
    large = draws(ner.corpora(size=ner.LARGE), 30)
    assert max(len(gold) for gold, _ in large) > 15
    assert max(len(unit) for unit in units(large, 0)) > 30


@pytest.mark.long
def test_one_unit_of_an_uneven_corpus_is_a_token_longer_or_shorter() -> None:
    for gold, pred in draws(ner.corpora(uneven=True)):
        apart = [len(other) - len(one) for one, other in zip(gold, pred, strict=True)]
        assert sorted(map(abs, apart)) == [*([0] * (len(gold) - 1)), 1][-len(gold) :] if gold else not pred
    longer = [sum(map(len, pred)) - sum(map(len, gold)) for gold, pred in draws(ner.corpora(uneven=True))]
    assert set(longer) == {-1, 0, 1}


@pytest.mark.long
def test_long_units_have_long_spans_and_there_are_corpora_of_many_units() -> None:
    tagged = units(draws(ner.corpora(size=ner.LONG, pred="legal")), 0)
    lengths = [span.end - span.start for unit in tagged for span in nc.decode(unit)]
    assert sum(length > 8 for length in lengths) > 20
    spans = [span for unit in units(draws(ner.span_corpora(size=ner.LONG)), 0) for span in unit]
    assert sum(span.end - span.start > 8 for span in spans) > 20
    assert all(50 < len(gold) == len(pred) for gold, pred in draws(ner.corpora(size=ner.MANY), 30))


@pytest.mark.long
def test_corpora_have_every_feature_in_a_fair_share() -> None:
    found = draws(ner.corpora(), 600)
    floors: list[tuple[float, Callable[[Any], bool]]] = [
        (0.002, lambda corpus: not corpus[0]),
        (0.10, lambda corpus: [] in corpus[0]),
        (0.10, lambda corpus: any(unit and set(unit) == {"O"} for unit in corpus[0])),
        (0.10, lambda corpus: corpus[0] == corpus[1] and bool(types_in(corpus[0]))),
        (0.02, lambda corpus: bool(types_in(corpus[0])) and not types_in(corpus[1])),
        (0.01, lambda corpus: bool(types_in(corpus[1])) and not types_in(corpus[0])),
        (0.05, lambda corpus: bool(types_in(corpus[1]) - types_in(corpus[0]))),
        (0.05, lambda corpus: bool(types_in(corpus[0]) - types_in(corpus[1]))),
        (0.30, lambda corpus: len(types_in(corpus[0])) > 1),
        (0.08, lambda corpus: any(kinds_in("IOB2", [unit]) for unit in corpus[1])),
    ]
    for number, (floor, feature) in enumerate(floors):
        assert share(found, feature) > floor, number


def test_touching_spans_of_one_type_and_of_two_are_on_both_sides() -> None:
    found = draws(ner.corpora(pred="legal"))
    for side in (0, 1):
        pairs = [pair for unit in units(found, side) for pair in combinations(nc.decode(unit), 2)]
        touching = Counter(one.type == other.type for one, other in pairs if one.end == other.start)
        assert min(touching[True], touching[False]) > len(found) / 10


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["IO", "IOB1", "IOB2", "BIOES"])
def test_predictions_err_in_every_way_and_are_no_noise(scheme: str) -> None:
    found = draws(ner.corpora(scheme, pred="legal"))
    decoded = [tuple([nc.decode(unit, scheme=scheme) for unit in side] for side in corpus) for corpus in found]
    counts = Counter(chain(*({*chain(*map(changes, gold, pred))} for gold, pred in decoded)))
    edits = ["drop", "insert", "retype", "merge", "start-earlier", "start-later", "end-earlier", "end-later"]
    for change in [*edits, *(["split"] if scheme != "IO" else [])]:
        assert counts[change] > len(found) / 50, change
    predicted, right = units(decoded, 1), zip(units(decoded, 0), units(decoded, 1), strict=True)
    assert sum(len(set(gold) & set(pred)) for gold, pred in right) > sum(map(len, predicted)) / 2


@pytest.mark.long
def test_types_have_every_feature() -> None:
    names = draws(ner.types())
    found = draws(ner.corpora(), 600)
    for name, feature in TYPES.items():
        assert share(names, feature) > 0.005, name
        assert share(found, lambda corpus, holds=feature: any(map(holds, types_in(corpus[0])))) > 0.002, name  # type: ignore[misc]
    assert not any(map(str.isspace, "".join(names)))
    assert unicodedata.normalize("NFC", NAMES[NAMES.index("e\u0301")]) in NAMES
    assert len(set(NAMES) | set(PLAIN)) == len(NAMES) + len(PLAIN)


@pytest.mark.long
def test_a_corpus_has_the_types_that_are_given() -> None:
    assert types_in(units(draws(ner.corpora(types=["PER"], pred="legal")), 1)) == {"PER"}
    four = draws(ner.corpora(types=("A", "B", "C", "D")))
    assert set().union(*(types_in(gold) for gold, _ in four)) == set("ABCD")
    assert max(len(types_in([*gold, *pred])) for gold, pred in four) == 3
    drawn = draws(ner.corpora(types=st.lists(ner.types(), min_size=1, max_size=2)))
    assert max(len(types_in([*gold, *pred])) for gold, pred in drawn) == 2
    assert {span.type for unit in units(draws(ner.span_corpora(types=["PER"])), 1) for span in unit} == {"PER"}


@pytest.mark.long
@pytest.mark.parametrize("shapes", [chosen for size in range(5) for chosen in combinations(SHAPES, size)])
def test_spans_lie_to_each_other_as_they_may_and_in_each_way_that_they_may(shapes: tuple[str, ...]) -> None:
    corpora = draws(ner.span_corpora(shapes=shapes), 150)
    for found in (draws(ner.span_sets(shapes=shapes), 150), units(corpora, 0)):
        counts = Counter(chain(*map(shapes_in, found)))
        assert set(counts) == {"apart", *shapes}
        assert min(counts.values()) > 5
        assert all(0 <= span.start < span.end <= 8 and span.type for unit in found for span in unit)
    flat = not set(shapes) - {"touching"}
    assert flat == ({"nested", "overlapping", "duplicated"}.isdisjoint(chain(*map(shapes_in, units(corpora, 1)))))


def test_span_corpora_have_every_feature_in_a_fair_share() -> None:
    found = draws(ner.span_corpora())
    counts = Counter(chain(*({*chain(*map(changes, gold, pred))} for gold, pred in found)))
    for change in ("drop", "retype", "repeat", "order", "start-earlier", "start-later", "end-earlier", "end-later"):
        assert counts[change] > len(found) / 60, change
    for side in (0, 1):
        for shape in SHAPES:
            assert share(found, lambda corpus, s=side, name=shape: any(name in shapes_in(u) for u in corpus[s])) > 0.1  # type: ignore[misc]
    unsorted = share(found, lambda corpus: any(unit != sorted(unit, key=lambda span: span[1:]) for unit in corpus[0]))
    assert unsorted > 0.1
    assert share(found, lambda corpus: corpus[0] == corpus[1] and any(corpus[0])) > 0.1
    assert share(found, lambda corpus: any(corpus[0]) and not any(corpus[1])) > 0.02
    assert share(found, lambda corpus: any(not gold and pred for gold, pred in zip(*corpus, strict=True))) > 0.02
    assert {len(gold) for gold, _ in found} == {0, 1, 2, 3, 4}


def test_one_seed_draws_one_list_and_another_another() -> None:
    for strategy in (ner.corpora("BIOES", gold="any"), ner.span_corpora(), ner.relate([["B-X", "O"], ["O"]])):
        assert draws(strategy, 50) == draws(strategy, 50) != draws(strategy, 50, start=2)


OF_TAGS = {"outside", "begin", "inside", "tag", "slip"}
OF_SPANS = {"next", "head", "tail", "body", "same", "cross", "again", "front"}
OF_ALL = {"name", "clear", "change"}


def test_every_step_has_a_byte() -> None:
    assert {*plans.StepKind} == OF_TAGS | OF_SPANS | OF_ALL | {"move"}
    for scheme in SCHEMES:
        for size in (ner.SMALL, ner.LARGE):
            table = plans.tag_table(
                nc.Dialect().set(scheme=scheme).scheme, *[ner.Tagging.MALFORMED] * 2, size, names=True
            )
            steps = [step for step in table if isinstance(step, plans.PlanStep)]
            assert len(table) == 256
            assert {step.do for step in steps} == OF_TAGS | OF_ALL
            assert {step.name for step in steps if step.name} == set(NAMES)
    table_ = plans.span_table(plans.EVERY_SHAPE, ner.LARGE, edits=True, names=True)
    assert {step.do for step in table_ if isinstance(step, plans.PlanStep)} == OF_SPANS | OF_ALL
    assert len(table_) == 256


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda: ner.corpora("IOB"), AmbiguousScheme),
        (lambda: ner.corpora("BIO3"), UnknownScheme),
        (lambda: ner.corpora(gold="wrong"), UnknownOption),
        (lambda: ner.corpora(affix="infix"), UnknownOption),
        (lambda: ner.corpora(types="PER"), UnknownOption),
        (lambda: ner.corpora(types=[]), UnknownOption),
        (lambda: ner.corpora(types=["PER", ""]), UnknownOption),
        (lambda: ner.corpora(size=ner.Size(units=(3, 2))), UnknownOption),
        (lambda: ner.legal_tags(tokens=(-1, 2)), UnknownOption),
        (lambda: ner.illegal_tags("IO"), UnknownOption),
        (lambda: ner.illegal_tags(tokens=(0, 1)), UnknownOption),
        (lambda: ner.malformed_tags(tokens=(0, 0)), UnknownOption),
        (lambda: ner.span_sets(shapes=["crossed"]), UnknownOption),
        (lambda: ner.relate(["B-X", "O"]), FlatInput),
        (lambda: ner.relate([["B-X"]], pred="wrong"), UnknownOption),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(wrong: Callable[[], object], error: type[NerconformError]) -> None:
    with pytest.raises(error) as caught:
        wrong()
    assert caught.value.hint


def test_hypothesis_is_asked_for_only_where_it_is_needed() -> None:
    code = (
        "import sys, nerconform.suite.lint; assert 'hypothesis' not in sys.modules; sys.modules['hypothesis'] = None\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", f"{code}import nerconform.suite.strategies"], capture_output=True, text=True, check=False
    )
    last = found.stderr.strip().splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: nerconform.suite.strategies")
    assert "pip install 'nerconform[search]'" in last
