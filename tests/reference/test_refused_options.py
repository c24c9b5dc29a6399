"""Refused options: each text that no option has is refused with its axis and the remedy, and its neighbour is read."""

import copy
import pickle
import re
from fractions import Fraction

import pytest

import nerconform as nc
from nerconform.api import resolve
from nerconform.base.errors import NerconformError
from nerconform.reference import assignment
from nerconform.reference.dialect import Dialect
from nerconform.reference.exact_ratio import ExactRatio
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import Labels
from nerconform.reference.schemes import Scheme
from nerconform.reference.spans import PiecedSpan, Span, span_of_pieces
from nerconform.reference.units import read_plain_units

REFUSED = [
    ("labels", "some", "'some' is not a value of the option labels", "given{PER,LOC}"),
    ("labels", "given{PER", "is not a value of the option labels", "given{PER,LOC}"),
    ("labels", "PER}", "is not a value of the option labels", "given{PER,LOC}"),
    ("labels_avg", "all", "'all' is not a value of the option labels-avg", "given{PER,LOC}"),
    ("rename", "LOC=X", "'LOC=X' is not a value of the option rename", "given{OLD=NEW,...}"),
    ("rename", "given{A=B", "is not a value of the option rename", "given{OLD=NEW,...}"),
    ("rename", "given{A}", "'A' is not OLD=NEW", "write = in a name as %3D"),
    ("rename", "given{A=B=C}", "'A=B=C' is not OLD=NEW", "write = in a name as %3D"),
    ("rename", "given{A=B,A=C}", "the type 'A' is given two new names", "Give each type one new name"),
    ("zero", "2", "'2' is not a value of the option zero", "P1,R0 means 1 for precision"),
    ("zero", "P2,R0", "is not a value of the option zero", "P1,R0 means 1 for precision"),
    ("zero", "P1,R0,", "is not a value of the option zero", "P1,R0 means 1 for precision"),
    ("cover", "both", "'both' is not a value of the option cover", "single ("),
    ("cover", "Pjoint", "is not a value of the option cover", "single ("),
    ("weights", "half", "'half' is not a value of the option weights", "whole ("),
    ("weights", "given{LE=1+0+0", "is not a value of the option weights", "whole ("),
    (
        "weights",
        "given{LE=1+0+0,LE=0+0+0}",
        "the weights of LE (a class of errors of FairEval) are given twice",
        "Write LE=TP+FP+FN only once.",
    ),
    ("weights", "given{XX=1+0+0}", "'XX=1+0+0' is not a class of error", "LE (wrong type), BES ("),
    ("weights", "given{LE=1+0}", "'LE=1+0' is not a class of error", "Write CLASS=TP+FP+FN"),
    ("policy", "points{I1=ignore,I1=ignore}", "the decision point of 'I1=ignore' is set twice", "Set each"),
    ("policy", "points{I1=sleep}", "the decision point I1 has no option 'sleep'", "Use one of: "),
    ("policy", "points{R=close}", "the decision point R has no option 'close'", "Write R=reopen, or leave R out."),
    ("policy", "points{Q9=open}", "there is no decision point 'Q9'", "F (the sentence ends inside an entity)"),
    (
        "align",
        "none-at-all",
        "'none-at-all' is not a value of the option align",
        "none (only exact matches count, no overlaps)",
    ),
]


@pytest.mark.parametrize(("attribute", "text", "message", "remedy"), REFUSED, ids=str)
def test_a_text_that_is_no_option_is_refused(attribute: str, text: str, message: str, remedy: str) -> None:
    with pytest.raises(NerconformError) as caught:
        Dialect().set(**{attribute: text})
    error = caught.value
    axis = attribute.replace("_", "-")
    assert (error.code, error.place) == ("unknown-option", axis)
    assert message in error.message
    assert remedy in error.hint
    shown = re.search(rf"--set '?{axis}=(\S+?)'? \(in Python: 'DIALECT,{axis}:(\S+)'\)\.$", error.hint)
    assert shown, error.hint
    assert shown[1] == shown[2]
    assert Dialect(scheme=Scheme.IOB2).set(**{attribute: shown[1]})  # what the hint shows is accepted


@pytest.mark.parametrize(
    ("attribute", "text", "kept"),
    [
        ("labels", "gold", "gold"),
        ("labels", "given{B,A,A}", "given{A,B}"),
        ("rename", "none", "none"),
        ("rename", "given{C=D,A=B,E=E}", "given{A=B,C=D}"),
        ("rename", "given{A%3D=B}", "given{A%3D=B}"),
        ("zero", "P1,R1", "1"),
        ("zero", "Pnan,Romit", "Pnan,Romit"),
        ("cover", "Psingle,Rsingle", "single"),
        ("cover", "Pjoint,Rsingle", "Pjoint,Rsingle"),
        ("weights", "whole", "whole"),
        ("weights", "given{LE=0+1/2+1/2}", "halves"),
        ("weights", "given{LBE=1+0+0,LE=1/4+0+1}", "given{LE=1/4+0+1,LBE=1+0+0}"),
    ],
)
def test_an_option_is_kept_in_its_shortest_form(attribute: str, text: str, kept: str) -> None:
    assert str(getattr(Dialect().set(**{attribute: text}), attribute)) == kept


def test_an_empty_list_of_types_is_refused() -> None:
    with pytest.raises(NerconformError, match=r"the list of types given\{\} is empty") as caught:
        Labels.of([])
    assert "Name the types that count" in caught.value.hint
    assert str(Labels.of(["B", "A", "B"])) == "given{A,B}"


def test_a_dialect_is_made_of_objects_not_of_text() -> None:
    plain = Dialect()
    for policy, scheme in (("discard", plain.scheme), (plain.policy, "BIOES")):
        with pytest.raises(NerconformError, match="takes objects of nerconform, not strings") as caught:
            Dialect(policy=policy, scheme=scheme)  # type: ignore[arg-type] # what is refused
        assert "set(policy='discard', scheme='BIOES')" in caught.value.hint
    assert Dialect(policy=plain.policy, scheme=plain.scheme) == plain


def test_a_list_in_the_place_of_a_text_is_refused_as_what_it_is() -> None:
    with pytest.raises(NerconformError, match="the scheme is of type list, not a string"):
        Dialect().set(scheme=["BIOES"])  # type: ignore[arg-type] # what is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strict.micro", "'strict.micro'"),
        ("loose.micro.f1", "'loose.micro.f1'"),
        ("strict.mean.f1", "'strict.mean.f1'"),
        ("strict.micro.g1", "'strict.micro.g1'"),
        ("strict.micro.f1234567890", "the beta of 'f1234567890' has too many digits"),
        ("strict.micro.f0.1234567890", "the beta of 'f0.1234567890' has too many digits"),
    ],
)
def test_a_text_that_is_no_measure_is_refused(text: str, message: str) -> None:
    with pytest.raises(NerconformError) as caught:
        Measure.parse(text)
    assert caught.value.code == "unknown-measure"
    assert message in caught.value.message
    assert "strict.micro.f" in caught.value.hint


TAGS = [["B-X", "I-X"]]
SPANS = [[("X", 0, 2)]]
LAYERS = [{"layers": [["B-X", "I-X"], ["O", "O"]]}]
NOT_ANSWERED = [
    (TAGS, "conlleval,align:two-sided", "strict.micro.tp", "tp is two numbers", "Ask for tp_gold"),
    (TAGS, "conlleval,align:two-sided", "partial.micro.par", "is two numbers", "Ask for par_gold"),
    (TAGS, "conlleval,align:none", "strict.micro.inc", "align:none pairs no overlapping spans", "Ask for tp, fp or fn"),
    (TAGS, "semeval", "strict.macro.tp", "macro and weighted averages have no counts", "Ask for strict.micro.tp or"),
    (TAGS, "semeval", "strict.weighted.ser", "the slot error rate (ser) has no average", "Ask for strict.micro.ser"),
    (TAGS, "semeval,pool:mean", "strict.micro.ser", "the slot error rate (ser) has no average", "--set pool=corpus"),
    (LAYERS, "semeval,item:token", "strict.micro.f1", "this sentence has several layers of tags", "Pass one layer"),
    (
        SPANS,
        "semeval,item:token",
        "strict.micro.f1",
        "compares tags token by token",
        "Pass",
    ),
    (LAYERS, "semeval,pool:flat", "strict.micro.f1", "pool:flat joins the tags of all sentences", "Pass one layer"),
    ([*TAGS, *SPANS], "semeval,pool:flat", "strict.micro.f1", "some have tags", "of gold as tags"),
]


@pytest.mark.parametrize(("data", "dialect", "measure", "message", "remedy"), NOT_ANSWERED)
def test_what_has_no_meaning_is_not_answered(
    data: list[object], dialect: str, measure: str, message: str, remedy: str
) -> None:
    with pytest.raises(NerconformError) as caught:
        nc.evaluate(data, data, dialect).value(Measure.parse(measure))
    assert caught.value.code == "not-answered"
    assert message in caught.value.message
    assert remedy in caught.value.hint


def test_a_schema_that_does_not_exist_is_an_unknown_measure() -> None:
    with pytest.raises(NerconformError, match="there is no schema 'loose'") as caught:
        nc.evaluate(TAGS, TAGS).schemas["loose"]
    assert "strict" in caught.value.hint


def test_a_confusion_is_of_pairs() -> None:
    with pytest.raises(NerconformError, match="align:two-sided makes no pairs") as caught:
        assert nc.evaluate(TAGS, TAGS, "conlleval,align:two-sided", outcomes=True).confusion
    assert "dialect='semeval'" in caught.value.hint


@pytest.mark.parametrize("side", [0, 1])
def test_only_evaluate_takes_layers(side: int) -> None:
    plain = [[("X", 0, 2)], [("X", 0, 2)]]
    assert len(read_plain_units(plain, plain)) == 2
    layered = [[("X", 0, 2)], {"layers": [[("X", 0, 2)]]}]
    with pytest.raises(NerconformError, match="several layers of tags or spans") as caught:
        read_plain_units(*((plain, layered) if side else (layered, plain)))
    assert caught.value.place == "sentence 1"
    assert "one layer as a list of tags" in caught.value.hint


@pytest.mark.parametrize(
    ("layers", "place", "message"),
    [
        ("O O", "", "the layers are "),
        ({}, "", "the layers are "),
        ([], "", "the layers are "),
        ([["O"], "O"], ", layer 2", "the layer is "),
        ([["O"], {"a": 1}], ", layer 2", "the layer is "),
        ([5, ["O"]], ", layer 1", "the layer is "),
        ([["O"], [("X", 0, 1)]], "", "one layer has tags, and another layer has spans"),
        ([["O"], ["O", "O"]], "", "different numbers of tags: 1, 2"),
        ([["O"], [["PER", "Ann"]]], ", layer 2", "an entity of this layer has a text, and no start and end"),
        ([[("X", 0, 1)], [("X", 2, 1)]], ", layer 2, span 0", "starts at 2"),
    ],
)
def test_layers_that_are_none_are_refused(layers: object, place: str, message: str) -> None:
    with pytest.raises(NerconformError) as caught:
        nc.evaluate([{"layers": layers}], [["O"]])
    assert message in caught.value.message
    assert caught.value.place == f"gold, sentence 0{place}"
    assert caught.value.hint


def test_an_exact_ratio_is_the_fraction_that_it_has() -> None:
    third, half, two = (ExactRatio(Fraction(*one)) for one in ((1, 3), (1, 2), (2, 1)))
    assert (third.as_integer_ratio(), third.is_integer(), two.is_integer()) == ((1, 3), False, True)
    assert third.conjugate() is third
    assert (hash(third), hash(two)) == (hash(Fraction(1, 3)), hash(2))
    assert third.limit_denominator(2) == Fraction(1, 2) == half
    assert ExactRatio(Fraction(355, 113)).limit_denominator() == Fraction(355, 113)
    assert ExactRatio(Fraction(1_000_001, 1_000_003)).limit_denominator().denominator <= 1_000_000
    for one in (copy.copy(third), copy.deepcopy(third), pickle.loads(pickle.dumps(third))):  # noqa: S301 - just made
        assert (type(one), one) == (ExactRatio, Fraction(1, 3))
    assert (third != half, third != Fraction(1, 3), third == Fraction(1, 3)) == (True, False, True)
    assert type(third + 1) is type(1 + third) is type(-third) is ExactRatio
    assert [third + half, 1 - third, third / two, 2**two] == [Fraction(5, 6), Fraction(2, 3), Fraction(1, 6), 4]
    assert type(third < half) is bool
    assert third.__add__.__name__ == "__add__"


def test_spans_in_pieces_are_equal_where_type_and_pieces_are() -> None:
    one, same = (span_of_pieces("X", [(0, 1), (3, 5)]) for _ in range(2))
    others = [span_of_pieces("Y", [(0, 1), (3, 5)]), span_of_pieces("X", [(0, 2), (3, 5)]), Span("X", 0, 5)]
    assert isinstance(one, PiecedSpan)
    assert (one == same, one != same, hash(one) == hash(same)) == (True, False, True)
    assert [(one == other, one != other) for other in others] == [(False, True)] * 3
    assert len({one, same, *others}) == 4
    assert repr(one) == "PiecedSpan(type='X', start=0, end=5, pieces=((0, 1), (3, 5)))"
    assert one.of_type("Z") == span_of_pieces("Z", [(0, 1), (3, 5)])


@pytest.mark.parametrize(("most", "refuses"), [(3, True), (4, False)])
def test_align_best_counts_the_pairs_that_overlap(monkeypatch: pytest.MonkeyPatch, most: int, *, refuses: bool) -> None:
    """Two gold spans and two predictions that all overlap are four pairs; a third prediction overlaps nothing."""
    monkeypatch.setattr(assignment, "MAX_PAIRS", most)
    gold, pred = [[("X", 0, 4), ("X", 1, 5)]], [[("X", 0, 5), ("X", 2, 4), ("X", 9, 10)]]
    dialect = resolve("semeval,align:best")
    if refuses:
        with pytest.raises(NerconformError, match=f"more than {most} pairs") as caught:
            nc.evaluate(gold, pred, dialect)
        assert "--set align=phased" in caught.value.hint
    else:
        assert nc.evaluate(gold, pred, dialect).schemas["partial"].counts.as_tuple() == (0, 0, 2, 0, 1)


def test_a_prefix_that_is_read_as_i_may_stand_anywhere() -> None:
    """`unknown:as-I` says how the tag is read, so no sequence is illegal for it (TAG-6)."""
    tags = [["Q-X", "O", "B-X", "Q-Y", "Q-X"]]
    found = nc.evaluate(tags, tags, "semeval,unknown:as-I,policy:refuse")
    assert found.counts.tp == 4
    with pytest.raises(NerconformError):
        nc.evaluate([["I-X", "O"]], [["O", "O"]], "semeval,unknown:as-I,policy:refuse")


@pytest.mark.parametrize(
    ("logits", "labels", "message"),
    [
        ([[0.0]], 5, "the argument labels is the int 5, not a list of tags"),
        (7, ["O"], "the int 7, not a list"),
        ([["a"]], ["O"], "the logit is the str 'a', not a number"),
    ],
)
def test_what_is_no_logit_is_shown(logits: object, labels: object, message: str) -> None:
    with pytest.raises(NerconformError) as caught:
        nc.viterbi_decode(logits, labels, "IOB2")
    assert message in caught.value.message
    assert caught.value.hint
