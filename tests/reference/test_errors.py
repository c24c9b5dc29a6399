"""Every error of the vocabulary, reached from outside, with its place and message (INP-1 to INP-5, TAG-5 to TAG-8)."""

from collections.abc import Callable
from typing import Any

import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference import refusals
from nerconform.reference.option_values import fraction_of

O1 = [["O"]]
LENIENT = nc.Dialect().set(policy="lenient")
NESTED, MOVED = ([("X", start, last - start) for start in range(501)] for last in (1100, 1101))
Case = tuple[Callable[[], Any], str, str]

CASES: dict[str, Case] = {
    "INP-1 units differ": (lambda: nc.evaluate([["O"], ["O"]], O1), "units-differ", ""),
    "INP-2 lengths differ": (lambda: nc.evaluate([["O"], ["O", "O"]], [["O"], ["O"]]), "lengths-differ", "sentence 1"),
    "INP-2 a missing prediction": (lambda: nc.evaluate([["O"]], [[]]), "lengths-differ", "sentence 0"),
    "INP-3 reversed": (
        lambda: nc.evaluate([[("X", 0, 1), ("X", 3, 2)]], [[]]),
        "invalid-span",
        "gold, sentence 0, span 1",
    ),
    "INP-3 empty": (lambda: nc.evaluate([[]], [[("X", 2, 2)]]), "invalid-span", "pred, sentence 0, span 0"),
    "INP-3 negative": (lambda: nc.evaluate([[("X", -1, 2)]], [[]]), "invalid-span", "gold, sentence 0, span 0"),
    "INP-3 beyond": (lambda: nc.evaluate(O1, [[("X", 0, 2)]]), "invalid-span", "pred, sentence 0"),
    "INP-3 float": (lambda: nc.evaluate([[("X", 0.0, 2)]], [[]]), "invalid-span", "gold, sentence 0, span 0"),
    "INP-3 bool": (lambda: nc.evaluate([[("X", False, True)]], [[]]), "invalid-span", "gold, sentence 0, span 0"),
    "INP-3 no type": (lambda: nc.evaluate([[(None, 0, 2)]], [[]]), "invalid-span", "gold, sentence 0, span 0"),
    "INP-3 two parts": (lambda: nc.evaluate([[(0, 2)]], [[]]), "invalid-span", "gold, sentence 0, span 0"),
    "INP-3 no key": (
        lambda: nc.evaluate([[{"type": "X", "start": 0}]], [[]]),
        "invalid-span",
        "gold, sentence 0, span 0",
    ),
    "INP-3 tag among spans": (
        lambda: nc.evaluate([[("X", 0, 1), "O"]], [[]]),
        "invalid-span",
        "gold, sentence 0, span 1",
    ),
    "INP-4 flat": (lambda: nc.evaluate(["O", "O"], ["O", "O"]), "flat-input", ""),
    "INP-4 flat prediction": (lambda: nc.evaluate(O1, ["O"]), "flat-input", ""),
    "INP-4 a string": (lambda: nc.evaluate("O", "O"), "not-a-unit", "gold"),
    "INP-4 a mapping": (lambda: nc.evaluate({"a": ["O"]}, O1), "not-a-unit", "gold"),
    "INP-4 nothing": (lambda: nc.evaluate(None, O1), "not-a-unit", "gold"),
    "INP-4 a set as a unit": (lambda: nc.evaluate([{"O"}], O1), "not-a-unit", "gold"),
    "INP-5 option": (lambda: LENIENT.set(align="sideways"), "unknown-option", "align"),
    "INP-5 policy": (lambda: nc.decode(["O"], policy="strict"), "unknown-option", ""),
    "INP-5 axis": (lambda: LENIENT.set(colour="red"), "unknown-axis", ""),
    "INP-5 dialect": (lambda: nc.evaluate(O1, O1, "muc"), "unknown-dialect", ""),
    "INP-5 scheme": (lambda: nc.evaluate(O1, O1, scheme="IOBX"), "unknown-scheme", ""),
    "SCH-2": (lambda: nc.evaluate(O1, O1, scheme="IOB"), "ambiguous-scheme", ""),
    "TAG-5": (lambda: nc.evaluate([["O", "PER"]], [["O", "O"]]), "malformed-tag", "gold, sentence 0, position 1"),
    "TAG-6": (lambda: nc.evaluate(O1, [["E-PER"]]), "unknown-prefix", "pred, sentence 0, position 0"),
    "TAG-8 empty": (lambda: nc.evaluate([["O", ""]], [["O", "O"]]), "empty-tag", "gold, sentence 0, position 1"),
    "TAG-8 none": (lambda: nc.evaluate([["O", None]], [["O", "O"]]), "not-a-tag", "gold, sentence 0, position 1"),
    "LOC-1 no text": (
        lambda: nc.evaluate([[]], [[("X", "a"), ("X", " ")]], LENIENT.set(location="text")),
        "invalid-mention",
        "pred, sentence 0, entity 1",
    ),
    "LOC-1 other text": (
        lambda: nc.evaluate([{"text": "a", "entities": []}], [{"text": "b", "entities": []}]),
        "texts-differ",
        "sentence 0",
    ),
    "LOC-1 tags of a text": (
        lambda: nc.evaluate([{"text": "a", "entities": ["O"]}], [[]]),
        "no-text",
        "gold, sentence 0",
    ),
    "LOC-2": (lambda: nc.evaluate([[]], [[("X", "a")]]), "no-offsets", "pred, sentence 0"),
    "TAG-8 unhashable": (
        lambda: nc.evaluate([["O", ["B-X"]]], [["O", "O"]]),
        "not-a-tag",
        "gold, sentence 0, position 1",
    ),
    "DEC-7": (
        lambda: nc.evaluate([["O"], ["O", "I-X"]], [["O"], ["O", "O"]], nc.Dialect()),
        "illegal-transition",
        "gold, sentence 1, position 1",
    ),
    "DEC-8": (
        lambda: nc.evaluate([["I-X"]], O1, LENIENT.set(gold="legal")),
        "illegal-gold",
        "gold, sentence 0, position 0",
    ),
    "ENC-2 overlap": (lambda: nc.encode([("X", 0, 2), ("Y", 1, 3)], 3), "overlapping-spans", ""),
    "DIA-4": (lambda: nc.parse_signature("|strict.micro.f1"), "malformed-signature", ""),
    "DIA-6": (lambda: nc.evaluate(O1, O1, "semeval,scheme:IOB2", scheme="IO"), "schemes-differ", ""),
    "DIA-7": (lambda: nc.decode(["O"], "IOE1", "discard"), "undefined-policy", ""),
    "DIA-3": (lambda: nc.evaluate(O1, O1).value("strict.micro.accuracy"), "unknown-measure", ""),
    "MAT-1 schema": (lambda: nc.evaluate(O1, O1, "conlleval").schemas["type"], "not-answered", ""),
    "MAT-1 outcome": (lambda: nc.evaluate(O1, O1, "conlleval").value("strict.micro.mis"), "not-answered", ""),
    "CNT-4": (lambda: nc.evaluate(O1, O1).value("strict.type{PER}.f1"), "not-answered", ""),
    "SCO-6": (lambda: nc.evaluate(O1, O1).value("strict.macro.tp"), "not-answered", ""),
    "MAT-12": (lambda: nc.evaluate([[("X", 0, 1)]], O1, LENIENT.set(item="token")), "not-answered", "gold, sentence 0"),
    "MAT-6": (
        lambda: nc.evaluate([[], NESTED], [[], MOVED], LENIENT.set(align="best")),
        "too-many-pairs",
        "sentence 1",
    ),
    "INP-6 a layer": (lambda: nc.evaluate([{"layers": [["O"], 3]}], [[]]), "not-a-unit", "gold, sentence 0, layer 2"),
    "INP-6 a span": (
        lambda: nc.evaluate([{"layers": [[], [("X", 2, 1)]]}], [[]]),
        "invalid-span",
        "gold, sentence 0, layer 2, span 0",
    ),
    "INP-6 texts": (
        lambda: nc.evaluate([{"layers": [[("X", "Ada")]]}], [[]]),
        "not-a-unit",
        "gold, sentence 0, layer 1",
    ),
    "INP-6 lengths": (lambda: nc.evaluate([{"layers": [["O"], []]}], [[]]), "lengths-differ", "gold, sentence 0"),
    "INP-6 forms": (
        lambda: nc.evaluate([{"layers": [["O"], [("X", 0, 1)]]}], [[]]),
        "not-a-unit",
        "gold, sentence 0",
    ),
    "TAG-6 suffix": (lambda: nc.evaluate(O1, [["PER-B"]]), "unknown-prefix", "pred, sentence 0, position 0"),
    "TAG-6 prefix": (
        lambda: nc.evaluate(O1, [["B-PER"]], LENIENT.set(affix="suffix")),
        "unknown-prefix",
        "pred, sentence 0, position 0",
    ),
    "LAW-8": (lambda: nc.evaluate(O1, O1) + nc.evaluate(O1, O1, "conlleval"), "cannot-add", ""),
    "a fraction": (lambda: fraction_of("0.5"), "malformed-fraction", ""),
    "SCO-2 credit": (lambda: LENIENT.set(partial="0.5"), "malformed-fraction", "partial"),
    "SCO-2 too much": (lambda: LENIENT.set(partial="3/2"), "unknown-option", "partial"),
}


@pytest.mark.parametrize("name", list(CASES))
def test_the_error_has_its_code_and_its_place(name: str) -> None:
    act, code, place = CASES[name]
    with pytest.raises(NerconformError) as caught:
        act()
    assert (caught.value.code, caught.value.place) == (code, place)
    assert caught.value.message
    assert str(caught.value).startswith(f"{place}: " if place else caught.value.message)
    assert f"[{code}]" in str(caught.value)


def test_every_error_is_reached() -> None:
    codes = {one.code for one in vars(refusals).values() if isinstance(one, type) and issubclass(one, NerconformError)}
    assert codes - {NerconformError.code} <= {code for _, code, _ in CASES.values()}


def test_every_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="units-differ"):
        nc.evaluate([["O"]], [])


SNAPSHOTS: dict[str, str] = {
    "INP-1 units differ": "gold has 2 sentences, and pred has 1 [units-differ] Pass every sentence in both lists. "
    "Where nothing is predicted, pass O for each token: ['O', 'O'].",
    "INP-2 lengths differ": "sentence 1: gold has 2 tags, and pred has 1 [lengths-differ] Pass one tag for each "
    "token, in gold and in pred. Look for a sentence that was truncated, or tokenised in another way.",
    "INP-3 reversed": "gold, sentence 0, span 1: the span starts at 3 and ends at 2 [invalid-span] Write 0 <= "
    "start < end; the end is exclusive, so a span over the first two tokens is ('PER', 0, 2).",
    "TAG-5": "gold, sentence 0, position 1: the tag 'PER' is neither O nor PREFIX-TYPE [malformed-tag] Fix the "
    "tag. To read such tags as O: --set bare=outside (in Python: 'DIALECT,bare:outside').",
    "TAG-6": "pred, sentence 0, position 0: the prefix 'E' of the tag 'E-PER' is not in IOB2 "
    "[unknown-prefix] IOB2 has I, B and O. Name the scheme of the tags: --scheme BIOES, in Python scheme='BIOES'.",
    "DEC-7": "gold, sentence 1, position 1: 'I-X' may not follow 'O' (SCH-5) in IOB2 [illegal-transition] Fix the "
    "tags, or read them as conlleval does: --set policy=lenient, in Python policy='lenient'.",
    "MAT-1 schema": "with align:none, which pairs only identical spans, there are scores only in the schema 'strict', "
    "not in 'type' [not-answered] Ask for strict, or use a dialect with other schemas: --dialect semeval, in Python "
    "dialect='semeval'.",
}


@pytest.mark.parametrize("name", list(SNAPSHOTS))
def test_the_message_says_what_where_why_and_what_to_do(name: str) -> None:
    with pytest.raises(NerconformError) as caught:
        CASES[name][0]()
    assert str(caught.value) == SNAPSHOTS[name]


@pytest.mark.parametrize(("name", "says"), [("TAG-6 suffix", True), ("TAG-6 prefix", False)])
def test_that_a_prefix_is_after_its_type_is_said_where_tags_begin_with_prefixes(name: str, *, says: bool) -> None:
    with pytest.raises(NerconformError) as caught:
        CASES[name][0]()
    assert ("affix=suffix" in str(caught.value)) is says
