"""Ways of asking: those that every side takes, what is asked in each, and the types of data."""

from dataclasses import replace
from itertools import combinations

import pytest

from nerconform.asking.observation import Answer, Observation
from nerconform.asking.question import Ask, Form, Part, Question
from nerconform.asking.reference import ReferenceImplementation
from nerconform.diagnosis.ways import Asker, QuestionKind, probe, types_in
from nerconform.reference.measures import Measure
from nerconform.reference.named import NAMED
from nerconform.reference.outcomes import Schema
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import Span

TAGS, SPANS = QuestionKind(Form.TAGS, "IOB2"), QuestionKind(Form.SPANS, "IOB2")
SUFFIX = QuestionKind(Form.TAGS, "BIOES", (("affix", "suffix"), ("delimiter", "_")))


def asker(*names: str) -> Asker:
    return Asker(*(ReferenceImplementation(name, NAMED[name]) for name in names))


@pytest.mark.parametrize(
    ("way", "data"),
    [
        (TAGS, [["B-X"]]),
        (SUFFIX, [["X_S"]]),
        (QuestionKind(Form.TAGS, "IOE1", (("delimiter", ""),)), [["IX"]]),
        (SPANS, [[Span("X", 0, 1)]]),
    ],
)
def test_the_smallest_question_is_one_span_of_one_token(way: QuestionKind, data: list[object]) -> None:
    question = probe(way)
    assert (question.gold, question.pred, question.form, question.scheme) == (data, data, way.form, way.scheme)
    assert question.choices == dict(way.choices)
    assert question.measures == {
        Measure(schema, "micro", ratio) for schema in Schema for ratio in ("precision", "recall", "f1")
    }
    assert question.parts == set(Part)


@pytest.mark.parametrize(
    ("items", "way", "types"),
    [
        (["B-X-Y", "I-Z", "O", "BX", "B"], TAGS, {"X-Y", "Z", "X", "_"}),
        (["X_Y_S", "Z_B", "O", "XS", "S"], SUFFIX, {"X_Y", "Z", "X", "_"}),
        ([Span("X", 0, 1), Span("O", 1, 2)], SPANS, {"X", "O"}),
    ],
)
def test_the_types_of_data_stand_beside_the_prefixes(
    items: list[str | Span], way: QuestionKind, types: set[str]
) -> None:
    assert types_in([[items], [[]]], way) == types


def test_what_both_sides_declare_is_asked_and_of_types_every_number() -> None:
    question = asker("semeval", "conlleval").question(TAGS, [["B-A"]], [["O"]], ["A"])
    of_strict = ("tp", "fp", "fn", "precision", "recall", "f1")
    assert {Measure.of_type(Schema.STRICT, "A", name) for name in of_strict} <= question.measures
    assert {Measure(Schema.STRICT, "micro", name) for name in of_strict} <= question.measures
    assert (question.gold, question.pred, question.form, question.ask) == ([["B-A"]], [["O"]], Form.TAGS, Ask.SCORES)
    alone = asker("semeval").question(TAGS, [], [], ["A"])
    assert Measure(Schema.PARTIAL, "micro", "f1") in alone.measures - question.measures


def test_other_betas_take_calls_of_their_own() -> None:
    ways = asker("conlleval").ways(Form.SPANS)
    (betas,) = (way for way in ways if way.betas)
    assert (betas.ask, betas.choices, str(betas)) == (Ask.SCORES, (), "spans, other betas")
    question = asker("conlleval").question(betas, [], [])
    assert question.measures >= {Measure(Schema.STRICT, "micro", name) for name in ("f2", "f0.5")}
    assert {measure.quantity for measure in question.measures} == {"f2", "f0.5"}
    assert question.parts == set()


def test_every_way_is_taken_and_each_choice_makes_another_dialect() -> None:
    dialect = NAMED["conlleval"]
    ways = asker("conlleval").ways(Form.TAGS, "IOB2")
    assert ways[0] == TAGS
    assert len(set(ways)) == len(ways)
    single = [way for way in ways if len(way.choices) == 1]
    pairs = [way for way in ways if len(way.choices) == 2]
    assert single
    assert 12 <= len(pairs) <= 24
    for way in (*single, *pairs):
        assert str(dialect.set(**dict(way.choices))) != str(dialect)
        assert "scheme" not in dict(way.choices)
        assert len(dict(way.choices)) == len(way.choices)
    options = {way.choices[0] for way in single}
    assert ("policy", "discard") in options
    assert ("policy", str(dialect.policy.name)) not in options


def test_without_a_scheme_tags_are_asked_in_all_and_spans_in_one() -> None:
    plain = [way for way in asker("conlleval").ways() if not way.choices and not way.betas]
    assert {(way.form, way.scheme) for way in plain if way.form is Form.TAGS} == {
        (Form.TAGS, str(scheme)) for scheme in Scheme
    }
    assert {way.scheme for way in plain if way.form is Form.SPANS} == {"IOB2"}
    assert {way.form for way in plain} == {Form.TAGS, Form.SPANS}


def test_what_one_side_does_not_take_is_no_way() -> None:
    strict = asker("conlleval", "seqeval-strict")
    assert strict.takes(TAGS)
    assert not strict.takes(QuestionKind(Form.TAGS, "no scheme"))
    assert not strict.takes(QuestionKind(Form.TAGS, "IOB2", (("policy", "no policy"),)))


@pytest.mark.parametrize(("without", "number"), [("f2", 0), ("f0.5", 1), ("", 1)])
def test_betas_are_asked_where_all_sides_declare_the_first_of_them(without: str, number: int) -> None:
    class Narrow(ReferenceImplementation):
        def answers(self, measure: Measure, question: Question) -> bool:
            return measure.quantity != without and super().answers(measure, question)

    own, narrow = ReferenceImplementation("own", NAMED["conlleval"]), Narrow("narrow", NAMED["conlleval"])
    for sides in ((narrow,), (own, narrow), (narrow, own)):
        assert sum(way.betas for way in Asker(*sides).ways(Form.SPANS)) == number


def test_a_report_is_a_way_only_where_it_is_something_else_than_the_scores() -> None:
    class Reporting(ReferenceImplementation):
        def observe(self, question: Question) -> Observation:
            return Answer() if question.ask is Ask.REPORT else super().observe(question)

    own, other = ReferenceImplementation("own", NAMED["conlleval"]), Reporting("other", NAMED["conlleval"])
    for sides, expected in (((own,), {Ask.SCORES}), ((other,), set(Ask)), ((own, other), set(Ask))):
        ways = Asker(*sides).ways(Form.TAGS, "IOB2")
        assert {way.ask for way in ways} == expected
        assert not [way for way in ways if way.betas and way.ask is Ask.REPORT]


def test_a_way_says_what_it_is() -> None:
    assert str(TAGS) == "IOB2"
    assert str(SPANS) == "spans"
    assert str(replace(SUFFIX, ask=Ask.REPORT)) == "BIOES, affix:suffix, delimiter:_, report"
    assert (TAGS.affix, TAGS.delimiter, SUFFIX.affix, SUFFIX.delimiter) == ("prefix", "-", "suffix", "_")


def test_pairs_of_choices_are_spread_over_all_and_about_two_axes() -> None:
    ways = asker("conlleval").ways(Form.TAGS, "IOB2")
    single = [way.choices[0] for way in ways if len(way.choices) == 1]
    every = [(one, other) for one, other in combinations(single, 2) if one[0] != other[0]]
    step = 1 + len(every) // 24
    both = [way.choices for way in ways if len(way.choices) == 2]
    possible = [pair for pair in every[::step] if asker("conlleval").takes(replace(TAGS, choices=pair))]
    assert both == possible
    assert len(both) > 12
