"""Tags: what a tag is read as (TAG-1 to TAG-6), and which remedy is given for one that cannot be read."""

import pytest

import nerconform as nc
from nerconform.base.errors import NerconformError
from nerconform.reference.schemes import ALONE, AS_I, Mark
from nerconform.reference.tags import parser

O_MARK = ("O", "")


def read(tag: str, **choices: str) -> tuple[str, str]:
    """Return the role and the type of one tag."""
    (mark,) = parser(nc.Dialect().set(**choices))((tag,))
    assert mark.text == tag
    return mark.role, mark.type


def remedy(tag: str, **choices: str) -> str:
    """Return how to go on with a tag that is rejected."""
    with pytest.raises(NerconformError) as caught:
        read(tag, **choices)
    return caught.value.hint


FIRST, TWO = {"bare": "first-char"}, {"bare": "two-chars"}
SUFFIX = {"affix": "suffix"}


@pytest.mark.parametrize(
    ("tag", "choices", "role", "kind"),
    [
        ("B-a-b", {}, "B", "a-b"),
        ("B--a", {}, "B", "-a"),
        ("a-b-B", SUFFIX, "B", "a-b"),
        ("a--B", SUFFIX, "B", "a-"),
        ("B::a", {"delimiter": "::"}, "B", "a"),
        ("L-a", {"scheme": "BILOU"}, "E", "a"),
        ("B", {"bare": "untyped"}, "B", ""),
        ("B-", {"bare": "untyped"}, "B", ""),
        ("-B", {"bare": "untyped", **SUFFIX}, "B", ""),
        ("B", {"bare": "outside"}, *O_MARK),
        ("B-", {"bare": "outside"}, *O_MARK),
        ("B-", {"bare": "single"}, ALONE, "B-"),
        ("O", FIRST, *O_MARK),
        ("Other", {**FIRST, "outside": "by-prefix"}, *O_MARK),
        ("OB", {**FIRST, "outside": "by-prefix", **SUFFIX}, "B", "O"),
        ("BO", {**FIRST, "outside": "by-prefix", **SUFFIX}, *O_MARK),
        ("Bxy-a-b", FIRST, "B", "a-b"),
        ("Bxy", FIRST, "B", "xy"),
        ("B-", FIRST, "B", "_"),
        ("B", FIRST, "B", "_"),
        ("a-b-xyB", {**FIRST, **SUFFIX}, "B", "a-b"),
        ("xyB", {**FIRST, **SUFFIX}, "B", "xy"),
        ("-B", {**FIRST, **SUFFIX}, "B", "_"),
        ("Bxyz", TWO, "B", "yz"),
        ("B-", TWO, "B", ""),
        ("yzxB", {**TWO, **SUFFIX}, "B", "yz"),
        ("-B", {**TWO, **SUFFIX}, "B", ""),
        ("X-a", {"unknown": "as-I"}, AS_I, "a"),
        ("X-a", {"unknown": "single"}, ALONE, "a"),
        ("B-a", {"item": "token"}, ALONE, "B-a"),
        ("O", {"item": "token"}, ALONE, "O"),
    ],
)
def test_a_tag_has_a_role_and_a_type(tag: str, choices: dict[str, str], role: str, kind: str) -> None:
    assert read(tag, **choices) == (role, kind)


@pytest.mark.parametrize("tag", ["Other", "OB", "O-a"])
def test_only_o_itself_is_outside_unless_the_prefix_decides(tag: str) -> None:
    for choices in ({}, {**FIRST, "outside": "whole"}):
        with pytest.raises(NerconformError):
            read(tag, **choices)


@pytest.mark.parametrize(
    ("tag", "delimiter", "proposed"),
    [
        ("B_a", "-", "_"),
        ("I_a", "-", "_"),
        ("B-a", "_", "-"),
        ("B-a", "::", "-"),
        ("B_a", "::", "_"),
        ("B_", "-", ""),  # no type follows
        ("X_a", "-", ""),  # no prefix of the scheme is before it
        ("Bxa", "-", ""),
        ("Bx_", "-", ""),
        ("Ba_b", "-", ""),
        ("B", "-", ""),
    ],
)
def test_another_delimiter_is_proposed_where_it_stands_after_a_prefix_of_the_scheme(
    tag: str, delimiter: str, proposed: str
) -> None:
    hint = remedy(tag, delimiter=delimiter)
    if proposed:
        assert f"--set delimiter={proposed} (in Python: 'DIALECT,delimiter:{proposed}')" in hint
    else:
        assert "--set bare=outside" in hint


@pytest.mark.parametrize(
    ("tag", "scheme", "usual"),
    [
        ("L-a", "IOB2", "BILOU"),
        ("U-a", "BIOES", "BILOU"),
        ("M-a", "IOB2", "BMES"),
        ("W-a", "IOB2", "BMES"),
        ("E-a", "IOB2", "BIOES"),
        ("S-a", "IOB2", "BIOES"),
        ("X-a", "IOB2", "BIOES"),
    ],
)
def test_the_scheme_is_proposed_that_has_the_prefix(tag: str, scheme: str, usual: str) -> None:
    assert f"--scheme {usual}, in Python scheme='{usual}'" in remedy(tag, scheme=scheme)


@pytest.mark.parametrize(
    ("tag", "affix", "is_turned"), [("a-B", "prefix", True), ("a-b", "prefix", False), ("B-a", "suffix", False)]
)
def test_a_prefix_after_the_type_is_recognised_where_it_is_not_expected(
    tag: str, affix: str, *, is_turned: bool
) -> None:
    assert ("affix=suffix" in remedy(tag, affix=affix)) is is_turned


@pytest.mark.parametrize(("tag", "form"), [("prefix", "PREFIX-TYPE"), ("suffix", "TYPE-PREFIX")])
def test_a_bare_tag_is_told_the_form_of_a_tag(tag: str, form: str) -> None:
    with pytest.raises(NerconformError, match=f"'x' is neither O nor {form}"):
        read("x", affix=tag)


def test_the_first_tag_that_cannot_be_read_is_named_with_its_position() -> None:
    parse = parser(nc.Dialect())
    assert parse(("O", "B-a", "O")) == (Mark("O", "", "O"), Mark("B", "a", "B-a"), Mark("O", "", "O"))
    with pytest.raises(NerconformError) as caught:
        parse(("O", "B-a", "x", "y"))
    assert (caught.value.place, caught.value.code) == ("position 2", "malformed-tag")
    assert "'x'" in caught.value.message
