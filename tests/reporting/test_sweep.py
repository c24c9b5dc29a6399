"""A sweep on a terminal and as a plot: bins that lose nothing, and numbers as the dialect shows them."""

from fractions import Fraction
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import nerconform as nc
from nerconform.families.effects import Spread
from nerconform.families.policy_sweep import sweep
from nerconform.reporting.sweep_plot import CannotPlot, plot, require_plot
from nerconform.reporting.sweep_text import bins, number_text, print_sweep, scale_text
from nerconform.results.context import RatioFormat
from nerconform.results.sweep_result import NamedPolicy, Sweep, ValueShare
from nerconform.results.values import number_of

SHARES = st.fractions(min_value=0, max_value=1, max_denominator=500)


def _named(name: str, value: Fraction | int | None, refused: str = "") -> NamedPolicy:
    return NamedPolicy(name, number_of(value), refused=refused)


def _sweep(
    values: list[Fraction | int | None], *named: NamedPolicy, dialect: str = "semeval", measure: str = "f1"
) -> Sweep:
    """Return a sweep with these values; all that is not shown of them is empty."""
    spread = Spread.of(values)
    return Sweep(
        tool="",
        spec="",
        signature="",
        dialect="",
        short=dialect,
        scheme="IOB2",
        measure=f"strict.micro.{measure}",
        round=RatioFormat(*nc.dialects()[dialect].round),
        units=1,
        policies=len(values),
        points={"I1": (), "I2": ()},
        undefined=values.count(None),
        distribution=tuple(ValueShare(number_of(value), times) for value, times in zip(*spread, strict=True)),
        quartile_numbers=(number_of(None), number_of(None), number_of(None)),
        named=named,
        touched={},
        effects=(),
    )


def _printed(swept: Sweep, width: int = 80) -> str:
    console = Console(file=StringIO(), width=width, color_system=None, markup=False, highlight=False)
    print_sweep(swept, console)
    text: str = console.file.getvalue()  # type: ignore[attr-defined] # a StringIO
    return text


@given(st.lists(SHARES, min_size=1), SHARES, st.integers(2, 60))
def test_every_policy_and_every_mark_is_in_the_bin_of_its_number(
    values: list[Fraction | int | None], mark: Fraction, most: int
) -> None:
    found = bins(_sweep(values, _named("one", mark), _named("none", None)), most)
    assert len(found) <= most
    assert len({one.high - one.low for one in found}) == 1
    assert all(before.high == after.low for before, after in pairwise(found))
    assert [one.policies for one in found] == [
        sum(one.low <= 100 * (value or 0) < one.high for value in values) for one in found
    ]
    assert [bool(one.names) for one in found] == [one.low <= 100 * mark < one.high for one in found]


def test_no_number_has_no_bin() -> None:
    assert bins(_sweep([None, None]), 9) == []


def test_a_bar_of_counts_is_never_narrower_than_one() -> None:
    assert [one.low for one in bins(_sweep([3, 4, 4], measure="tp"), 9)] == [3, 4]


def test_numbers_are_shown_as_the_dialect_rounds_them() -> None:
    exact = _sweep([Fraction(1, 3)])
    assert (number_text(exact, Fraction(1, 3)), scale_text(exact).split(",")[0]) == ("33.33", "per cent")
    cut = _sweep([Fraction(100, 3)], dialect="seqscore")
    assert number_text(cut, Fraction("33.33")) == "33.33"
    counts = _sweep([3, 4], measure="tp")
    assert [number_text(counts, value) for value in (3, Fraction(7, 2), None)] == ["3", "3.50", "-"]
    assert scale_text(counts) == "counts"


def test_what_a_file_says_cannot_write_on_the_terminal() -> None:
    swept = sweep([["B-\x1b[31m", "O"]], [["B-\x1b[31m", "I-\x1b[31m\x07"]])
    text = _printed(swept)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert r"I-\x1b[31m\x07" in text


def test_policies_that_are_undefined_are_said() -> None:
    text = _printed(sweep([["O"]], [["I-X"]], measure="strict.type{X}.fp"))
    assert "undefined under 6 of 18 policies, which are left out" in text


def test_looks_beyond_the_most_frequent_are_summed() -> None:
    tags = ["B-X", "B-Y", "S-X", "I-Y", "I-X", "O", "E-X", "I-X", "E-Y", "E-X", "I-X", "S-Y", "B-X", "S-X", "E-X"]
    text = _printed(sweep([["O"] * len(tags)], [tags], scheme="BIOES"), width=200)
    total = len(nc.violations(tags, "BIOES"))
    shown = text.split("pred: ")[1].split("\n\n")[0].replace("\n", " ")
    counts = [int(part.split()[0]) for part in shown.split(", ")]
    assert shown.endswith("others")
    assert sum(counts) == total


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_plot_can_be_drawn_of_anything(form: str) -> None:
    for swept in (
        _sweep([None, None]),
        _sweep([Fraction(1, 2)] * 3, _named("a$b", Fraction(1, 2)), _named("c", None, refused="why")),
        _sweep([1, 2, 2, 7], _named("lenient", 2), measure="tp"),
    ):
        image = plot(swept, form)
        assert image == plot(swept, form)
        assert BytesIO(image).read(5) == {"svg": b"<?xml", "png": b"\x89PNG\r"}[form]


def test_a_plot_needs_a_name_that_says_its_form_and_a_folder(tmp_path: Path) -> None:
    require_plot(tmp_path / "a.svg")
    (tmp_path / "b.svg").mkdir()
    for name, words in {
        "a": "as a file without an ending",
        "a.pdf": "written as .pdf",
        "no/a.svg": "the folder of the plot does not exist",
        "b.svg": "this is a folder",
    }.items():
        with pytest.raises(CannotPlot, match=words):
            require_plot(tmp_path / name)
