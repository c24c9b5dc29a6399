"""Identify names what stands behind a black box, and says what it cannot know."""

import os
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from seqeval.metrics.sequence_labeling import get_entities

import nerconform as nc
from nerconform.asking.outputs import UnreadableResult
from nerconform.libraries.registry import UnknownImplementation
from nerconform.products.identify.decoders import fingerprint, legal
from nerconform.products.identify.identifier import identify
from nerconform.products.identify.policy_search import Branches
from nerconform.products.identify.probe_corpora import anything, illegal, malformed
from nerconform.products.identify.separation import CannotIdentify
from nerconform.reference.decoding import Side
from nerconform.reference.pipeline import Pipeline
from nerconform.reference.points import OPTIONS, Points, actions_of
from nerconform.reference.policies import POLICIES, Policy, family_of, lists_of
from nerconform.reference.refusals import UnknownOption
from nerconform.reference.schemes import Scheme
from nerconform.reference.signature import parse_dialect
from nerconform.reporting.identification_text import answer_text
from nerconform.results.identification_result import Identification
from tests.miniatures import counts_partial_as_match, sound
from tests.products.identify.boxes import TYPES, Scorer, decoder_of, draw_policy, draw_scorer
from tests.shares import EVERY, one_in

PAIR = ("PER", "LOC")
ALONE = ("semeval", "hipe", "nervaluate-0")
"""Dialects that repeated and shuffled spans tell from all others that have a name."""
OF_LIBRARIES = ("seqeval", "seqeval-strict", "nervaluate-1")
"""Dialects of which a library is identified."""
LEFT_TO_LIBRARIES = () if EVERY else OF_LIBRARIES
"""Those that are not asked as themselves, too."""
SCORERS = int(os.environ.get("NERCONFORM_SCORERS", "6" if EVERY else "2"))
DECODERS = int(os.environ.get("NERCONFORM_DECODERS", "40" if EVERY else "16"))
"""How many random ones are identified. Each takes a second or more, so the long run is asked for by name."""
KINDS = (*TYPES, "OTHER")


def answers(scorer: Scorer, dialect: nc.Dialect, number: int = 30) -> list[object]:
    """Return what a scorer makes of data of every kind that it has never seen."""
    function = scorer.function()
    pools = (
        anything(dialect.scheme, KINDS, 9001, KINDS),
        illegal(dialect.scheme, KINDS, 9002),
        malformed(dialect.scheme, KINDS, 9003),
    )
    found: list[object] = []
    for pool in pools:
        for probe in islice(pool, number):
            try:
                result: Any = function(*probe.lists())
            except ValueError:
                found.append("refused")
                continue
            values = result.values() if isinstance(result, dict) else result if isinstance(result, tuple) else [result]
            found.append([None if value != value else round(value, 9) for value in values])  # noqa: PLR0124 - a NaN
    return found


def dialect_of(found: Identification) -> nc.Dialect:
    """Return the dialect that was found."""
    return parse_dialect(found.dialect)


def twin(scorer: Scorer, found: Identification) -> Scorer:
    """Return a scorer of the same shape in the dialect that was found."""
    schema, average, ratio = found.measure.split(".")
    assert ratio in {"*", "f1"}
    return scorer._replace(dialect=dialect_of(found), schema=schema, average=average)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SCORERS))
def test_a_random_dialect_is_found_from_its_numbers(seed: int) -> None:
    scorer = draw_scorer(seed)
    found = identify(scorer.function(), scheme=str(scorer.dialect.scheme))
    assert found.identified, found.notes
    assert len(found.steps) <= 40
    assert answers(twin(scorer, found), dialect_of(found)) == answers(scorer, dialect_of(found))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(DECODERS))
def test_a_random_policy_is_found_from_its_spans(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - data
    scheme = random.choice([Scheme.IOB2, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES, Scheme.BILOU, Scheme.BMES])
    policy = draw_policy(random, scheme, refusing=seed % 3 == 0)
    found = identify(decoder_of(scheme, policy), scheme=str(scheme))
    assert found.identified
    assert len(found.steps) <= 12
    beside = {option for left in found.left for option in left.options}
    assert str(policy.canonical(scheme)) in {str(dialect_of(found).policy), *beside}


@pytest.mark.long
@pytest.mark.parametrize("seed", one_in(3, range(30)))
def test_one_probe_does_for_a_policy_of_the_family(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - data
    scheme = random.choice([Scheme.IOB2, Scheme.BIOES, Scheme.BILOU, Scheme.BMES, Scheme.BMEWO, Scheme.IOE2])
    options = {name: OPTIONS[name][random.choice(texts)] for name, texts in lists_of(scheme).items()}
    policy = Policy.of(Points(**options))  # type: ignore[arg-type] # R is a flag
    found = identify(decoder_of(scheme, policy), scheme=str(scheme))
    assert dialect_of(found).policy == policy.canonical(scheme)
    assert len(found.steps) == 1


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["BIOES", "BILOU", "BMES", "BMEWO", "IOB2", "IOB1", "IOE1", "IOE2", "BIOS"])
def test_the_fingerprint_separates_the_family(scheme: str) -> None:
    known = Scheme(scheme)
    pipeline = Pipeline.of(nc.Dialect(scheme=known))
    marks = pipeline.parse(fingerprint(known, PAIR))
    decoded, functions = set(), set()
    for points in family_of(known):
        policy = Policy.of(points)
        functions.add(policy.canonical(known))
        decoded.add(Pipeline.of(nc.Dialect(scheme=known, policy=policy)).decode(marks, Side.PRED))
    actions_of.cache_clear()
    assert len(decoded) == len(functions)
    assert known not in {Scheme.BIOES, Scheme.BILOU} or len(decoded) == 5760


@pytest.mark.long
def test_the_fingerprint_tells_policies_of_the_family_from_all_others() -> None:
    branches = Branches(Scheme.BIOES)
    marks = Pipeline.of(nc.Dialect(scheme=Scheme.BIOES)).parse(fingerprint(Scheme.BIOES, PAIR))
    family = list(family_of(Scheme.BIOES))
    named = [POLICIES[name].at(Scheme.BIOES) for name in ("lenient", "discard", "jie", "ncrfpp")]
    for points in (*named, *family[7::230]):
        spans = Pipeline.of(nc.Dialect(scheme=Scheme.BIOES, policy=Policy.of(points))).decode(marks, Side.PRED)
        left = [leaf for root in branches.roots() for leaf in branches.decoding_to(root, marks, spans)]
        assert {branches.policy(leaf) for leaf in left} == {Policy.of(points).canonical(Scheme.BIOES)}


def test_a_branch_parts_into_all_its_policies() -> None:
    scheme = Scheme.IOE2
    branches = Branches(scheme)
    pipeline = Pipeline.of(nc.Dialect(scheme=scheme))
    for tags in product(["I-X", "E-Y", "O"], repeat=3):
        marks = pipeline.parse(tags)
        ((root),) = branches.roots()
        leaves = list(branches.parts(root, [marks]))
        for points in list(family_of(scheme))[:20]:
            mine = Pipeline.of(nc.Dialect(scheme=scheme, policy=Policy.of(points))).decode(marks, Side.PRED)
            fitting = [
                spans
                for leaf, spans in leaves
                if all(option is None or option == points[at] for at, option in enumerate(leaf[:-1]))
            ]
            assert fitting == [(mine,)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "dialect"),
    [
        ("seqeval:default", "seqeval"),
        ("seqeval:strict:IOB2", "seqeval-strict"),
        ("seqeval:strict:BIOES", "seqeval-strict"),
        ("nervaluate", "nervaluate-1"),
        *(
            (f"reference:{name}", name)
            for name in one_in(8, sorted(nc.dialects().keys() - {*ALONE, *LEFT_TO_LIBRARIES}))
        ),
    ],
)
def test_a_built_in_implementation_is_named(name: str, dialect: str) -> None:
    found = identify(name)
    assert found.identified, found.notes
    assert dialect in found.names
    assert len(found.steps) <= 40


@pytest.mark.long
@pytest.mark.parametrize("name", one_in(3, ALONE))
def test_repeated_and_shuffled_spans_leave_one_name(name: str) -> None:
    found = identify(f"reference:{name}")
    assert (found.identified, found.names) == (True, (name,)), found.notes
    assert len(found.steps) <= 40


@pytest.mark.long
def test_an_f1_alone_leaves_what_it_cannot_show() -> None:
    found = identify(Scorer(nc.dialects()["conlleval"], "strict", "micro", "f1").function())
    assert found.measure == "strict.micro.f1"
    assert {"conlleval", "semeval"} <= set(found.names)
    left = {one.axis: one for one in found.left}
    assert {"align", "duplicates", "macro-f"} <= left.keys()
    assert "phased" in left["align"].options
    assert left["duplicates"].reason == "tags cannot repeat a span"
    assert nc.parse_signature(found.signature).dialect == dialect_of(found)


@pytest.mark.long
def test_a_written_scorer_is_conlleval() -> None:
    found = identify(sound)
    assert found.identified
    assert (found.measure, found.kind, found.version) == ("strict.micro.*", "scorer", "tests")
    assert "conlleval" in found.names


@pytest.mark.long
def test_a_metric_that_counts_overlaps_is_the_type_schema() -> None:
    found = identify(counts_partial_as_match)
    assert found.identified
    assert found.measure == "type.micro.*"


@pytest.mark.long
def test_a_scorer_outside_is_answered_with_what_is_near() -> None:
    def squared(gold: list[list[str]], pred: list[list[str]]) -> float:
        return float(nc.evaluate(gold, pred, "conlleval").f1 or 0) ** 2

    found = identify(squared, types=PAIR)
    assert not found.identified
    assert any("conlleval" in near.names for near in found.nearest)
    assert all(sum(map(len, (*near.gold, *near.pred))) <= 4 for near in found.nearest)  # type: ignore[arg-type, misc]


@pytest.mark.long
def test_an_f1_of_tokens_that_is_a_recall_names_both() -> None:
    tokens = nc.Dialect().set(item="token", align="phased", zero="Pnan,Romit")
    found = identify(Scorer(tokens, "strict", "macro", "f1").function(), types=PAIR)
    assert found.identified
    assert found.measure == "strict.macro.f1"
    assert {"ratio": ("recall",)}.items() <= {one.axis: one.options for one in found.left}.items()


@pytest.mark.long
def test_a_crash_on_nothing_is_shown_by_nothing() -> None:
    def naive(gold: list[list[str]], pred: list[list[str]]) -> tuple[float, float, float]:
        counts = nc.evaluate(gold, pred, "conlleval").counts
        found, act, pos = float(counts.tp), float(counts.act), float(counts.pos)
        return found / act, found / pos, 2 * found / (act + pos)

    found = identify(naive)
    assert not found.identified
    assert 1 <= len(found.nearest) <= 3
    assert all(near.matched < near.asked for near in found.nearest)
    (first, *_) = found.nearest
    assert first.pred == (("O",),)
    assert answer_text(first.answer) == "refused: ZeroDivisionError: float division by zero"


def test_a_decoder_outside_fails_on_the_smallest_unit() -> None:
    def forgets_the_second(tags: list[str]) -> tuple[nc.Span, ...]:
        return nc.decode(tags)[:1]

    found = identify(forgets_the_second, scheme="IOB2")
    assert not found.identified
    (first, *_) = found.nearest
    assert first.signature.startswith("scheme:IOB2,policy:")
    (unit,) = first.pred if isinstance(first.pred, tuple) else ()
    assert isinstance(unit, tuple)
    assert len(unit) == 2


@pytest.mark.long
@pytest.mark.parametrize("scheme", one_in(2, Scheme))
def test_the_scheme_of_a_decoder_is_looked_for(scheme: Scheme) -> None:
    policy = POLICIES["refuse"]
    found = identify(decoder_of(scheme, policy))
    assert found.identified
    assert len(found.steps) <= 12
    assert found.scheme == scheme or scheme is Scheme.IO
    tags = legal(Scheme(found.scheme), PAIR)
    assert nc.decode(tags, found.scheme) == nc.decode(tags, scheme)


def test_inclusive_ends_are_seen() -> None:
    found = identify(get_entities, scheme="BIOES", kind="decoder")
    assert (found.signature, found.notes) == ("scheme:BIOES,policy:lenient", ("its ends are inclusive",))
    assert len(found.steps) == 1


def test_a_decoder_of_several_units_is_asked_so() -> None:
    def decode_all(units: list[list[str]]) -> list[list[dict[str, object]]]:
        return [[span._asdict() for span in nc.decode(tags, policy="discard")] for tags in units]

    found = identify(decode_all, scheme="IOB2")
    assert found.names == ("discard", "ncrfpp")


@pytest.mark.long
def test_probes_say_what_they_excluded() -> None:
    found = identify("reference:semeval")
    stages = [step.stage for step in found.steps]
    assert stages[0] == "first look"
    assert {"filter, item and averages", "alignment and attribution", "what is undefined", "policy"} <= set(stages)
    assert all(after <= before for before, after in ((step.before, step.after) for step in found.steps))
    assert any("none" in step.excluded.get("align", ()) for step in found.steps)


@pytest.mark.long
def test_one_black_box_gives_one_answer() -> None:
    scorer = Scorer(nc.dialects()["conlleval"], "strict", "micro", "f1").function()
    assert identify(scorer).to_dict() == identify(scorer).to_dict()


@pytest.mark.long
def test_per_cent_are_told() -> None:
    def per_cent(gold: list[list[str]], pred: list[list[str]]) -> float:
        return 100 * float(nc.evaluate(gold, pred, "conlleval").f1 or 0)

    found = identify(per_cent)
    assert found.identified
    assert "its scores are percentages" in found.notes


class Dice:
    """A scorer that forgets its seed."""

    def __init__(self) -> None:
        self.random = Random(0)  # noqa: S311 - data

    def __call__(self, gold: object, pred: object) -> float:  # noqa: ARG002 - a scorer
        return self.random.random()


BAD: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    (Dice(), {}, CannotIdentify, "two answers"),
    (lambda gold, pred: "high", {}, UnreadableResult, "returned the str"),  # noqa: ARG005 - a constant
    (lambda gold, pred: 1 / 0, {}, CannotIdentify, "ZeroDivisionError"),  # noqa: ARG005 - a crash
    (lambda a, b, c: 1.0, {}, CannotIdentify, "a, b, c"),  # noqa: ARG005 - three arguments
    (lambda: 1.0, {}, CannotIdentify, "nothing"),
    (lambda tags: [], {}, CannotIdentify, "the decoder reads no scheme right"),  # noqa: ARG005 - a constant
    (lambda tags: 1 / 0, {"scheme": "IOB2"}, CannotIdentify, "raises an exception for every input"),  # noqa: ARG005 - a crash
    (lambda tags: 3, {}, UnreadableResult, "returned the int"),  # noqa: ARG005 - a number
    (lambda tags: [7], {}, UnreadableResult, "a span needs a type"),  # noqa: ARG005 - no spans
    ("seqeval", {}, CannotIdentify, "seqeval has 3 modes"),
    ("eval4ner", {}, CannotIdentify, "a function that decodes tags"),
    ("no-such", {}, UnknownImplementation, "no-such"),
    (7, {}, UnknownImplementation, "7"),
    ("seqeval:strict:IOB2", {"scheme": "BIOES"}, CannotIdentify, "in BIOES"),
    (sound, {"kind": "oracle"}, UnknownOption, "oracle"),
    (sound, {"types": "PER"}, UnknownOption, "PER"),
    (sound, {"types": ["PER", "PER"]}, UnknownOption, "PER"),
]


@pytest.mark.parametrize(
    ("box", "options", "error", "words"), BAD, ids=[row[3] + f" {at}" for at, row in enumerate(BAD)]
)
def test_who_cannot_be_asked_is_told_why(box: Any, options: dict[str, Any], error: type[Exception], words: str) -> None:  # noqa: ANN401 - anything
    with pytest.raises(error, match=words):
        identify(box, **options)
