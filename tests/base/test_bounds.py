"""Bounds: what is too deep, too long or too large is refused where it enters, and the message says the limit."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import nerconform as nc
from nerconform.asking.announcement import read_announcement
from nerconform.asking.calling import Calling, WrongKey
from nerconform.asking.messages import BadMessage, Fields, list_of, number, text
from nerconform.asking.outputs import UnreadableResult, read_output
from nerconform.asking.process import Limits
from nerconform.base.bounds import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_SECONDS,
    NotPlain,
    TooLarge,
    has_few_digits,
    positive,
    read_bounded,
    whole_number,
)
from nerconform.base.errors import NerconformError
from nerconform.base.plain_text import short
from nerconform.base.strict_yaml import BadFile, load, loads
from nerconform.files.merge_parts import merge_parts
from nerconform.products.check.settings import BadSettings, read_settings
from nerconform.reference.measures import Measure
from nerconform.reference.option_values import fraction_of
from nerconform.reference.refusals import MalformedFraction, UnknownMeasure, UnknownOption
from nerconform.results import stored

DIGITS = "9" * 5000
READERS: tuple[Callable[[Path], object], ...] = (stored.read, lambda path: merge_parts([path]))
"""What reads a file that the kit wrote."""


@pytest.mark.parametrize(
    ("opened", "closed"),
    [("[" * 900, "]" * 900), ("[" * 200_000, ""), ("- " * 200_000, "x"), ("{a: " * 900 + "1", "}" * 900)],
    ids=["lists", "lists that overflow the stack", "lists in a block", "mappings"],
)
def test_yaml_that_is_nested_too_deep_is_refused_with_its_line(opened: str, closed: str) -> None:
    with pytest.raises(BadFile) as caught:
        loads(f"# a list\n{opened}{closed}", "known.yaml")
    assert caught.value.place == "known.yaml:2"
    assert f"{MAX_DEPTH} levels deep" in caught.value.message


def test_yaml_at_the_limit_is_read() -> None:
    found = loads("[" * (MAX_DEPTH - 1) + "x" + "]" * (MAX_DEPTH - 1)).data
    for _ in range(MAX_DEPTH - 1):
        (found,) = found
    assert found == "x"


def test_a_number_of_yaml_has_a_limit_of_digits() -> None:
    assert loads(f"a: {DIGITS[:MAX_DIGITS]}").data == {"a": 10**MAX_DIGITS - 1}
    with pytest.raises(BadFile, match=f"f:2: found a number of 5000 digits .* at most {MAX_DIGITS} digits"):
        loads(f"a: 1\nb: {DIGITS}", "f")


def test_a_whole_number_has_a_limit_of_digits() -> None:
    digits = "9" * MAX_DIGITS
    assert (whole_number(digits), whole_number(f"-{digits}")) == (10**MAX_DIGITS - 1, 1 - 10**MAX_DIGITS)
    for longer in (f"{digits}9", f"-{digits}9"):
        with pytest.raises(TooLarge, match=f"^p: a number has 301 digits, and the limit is {MAX_DIGITS}"):
            whole_number(longer, "p")


def test_a_value_in_a_message_is_never_long() -> None:
    number = f"a number of more than {MAX_DIGITS} digits"
    assert (short("a"), short(10**5000), short([-(10**5000)])) == ("'a'", number, f"[{number}]")
    assert len(short(10**299)) == 40


def test_fractions_and_betas_have_a_limit_of_digits() -> None:
    with pytest.raises(MalformedFraction, match=f"the limit is {MAX_DIGITS}"):
        fraction_of(f"1/{DIGITS}")
    for beta in (DIGITS, f"0.{DIGITS}", "0.9999999999", "1234567890"):  # 0.9999999999 must not become 1
        with pytest.raises(UnknownMeasure, match="at most 9 digits"):
            Measure.parse(f"strict.micro.f{beta}")
    assert Measure.parse("strict.micro.f0.999999999").beta == Fraction(999999999, 10**9)
    with pytest.raises(NerconformError, match=f"the limit is {MAX_DIGITS}"):
        nc.parse_signature(f"semeval,partial:1/{DIGITS}|strict.micro.f1|spec:1.0")


@pytest.mark.parametrize(
    "answer",
    [
        Fraction(10**5000, 3),
        Fraction(10**MAX_DIGITS),
        Fraction(1, 10**5000),
        10**5000,
        -(10**5000),
        {"f1": Fraction(1, 10**5000)},
        {"f1": 0.5, "PER": {"precision": 0.5, "recall": 0.5, "f1-score": 0.5, "support": 10**5000}},
        f"precision recall f1-score support\n\n PER 1.00 1.00 1.00 {DIGITS}\n",
    ],
    ids=[
        "a large fraction",
        "the least that is too large",
        "a small one",
        "an integer",
        "a negative one",
        "in a dict",
        "a support",
        "in a report",
    ],
)
def test_an_answer_of_too_many_digits_is_unreadable(answer: object) -> None:
    with pytest.raises(UnreadableResult, match=f"more than {MAX_DIGITS} digits"):
        read_output(answer)


def test_a_ratio_in_a_report_has_a_limit_of_digits_and_blanks_take_linear_time() -> None:
    report = "precision recall f1-score support\n\n{}  micro avg  0.50 nan 0.{}  1\n"
    assert Measure.parse("strict.micro.f1") in read_output(report.format(" " * 1_000_000, "5" * 98)).values
    with pytest.raises(UnreadableResult, match="more than 100 digits"):
        read_output(report.format("", "5" * 99))


NO_NUMBERS = [0, -1, True, "60", None, float("inf"), float("nan"), 10**400, 10**5000]


@pytest.mark.parametrize("value", NO_NUMBERS, ids=lambda value: f"{value!s:.9}" if value != 10**5000 else "digits")
def test_a_time_limit_and_a_scale_are_finite_numbers_above_0(value: object) -> None:
    assert positive(value, MAX_SECONDS) is None
    with pytest.raises(UnknownOption, match="not a number of seconds above 0, at most 86400"):
        Limits.of(value)
    if value is not None:
        with pytest.raises(WrongKey, match=r"not a number from 0\.000001 to 1000000"):
            Calling.of({"scale": value})
        with pytest.raises(WrongKey, match=r"not a number from 0\.000001 to 1000000"):
            Calling(scale=value)  # type: ignore[arg-type] # what somebody may pass
        with pytest.raises(UnknownOption, match="seconds"):
            nc.check("reference:semeval", cases="tags.plain", timeout=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["inf", "nan", f"1{'0' * 400}"])
@pytest.mark.parametrize("key", ["timeout", "scale"])
def test_settings_name_the_key_whose_number_is_no_limit_or_scale(key: str, value: str, tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text(f'[tool.nerconform]\nmetric = "math:hypot"\n{key} = {value}\n')
    with pytest.raises(BadSettings, match=r"above 0|from 0\.000001 to") as caught:
        read_settings(file)
    assert caught.value.place == f"{file}, [tool.nerconform] {key}"
    assert f"{key} = " in caught.value.hint


def test_a_message_of_a_program_has_limits_of_digits_and_entries() -> None:
    for value in (10**5000, f"1/{DIGITS}"):
        with pytest.raises(BadMessage):
            Fields({"value": value}, "answer").take("value", number)
    with pytest.raises(BadMessage, match="it has 3 entries, and the limit is 2"):
        Fields({"value": ["a", "b", "c"]}, "answer").take("value", list_of(text, most=2))


@pytest.mark.parametrize("member", ["protocols", "dialects", "schemes", "forms", "measures", "options", "refusals"])
def test_an_announcement_has_at_most_a_thousand_entries_in_each_list(member: str) -> None:
    data: dict[str, Any] = {
        "protocols": [1],
        "name": "metric",
        "version": "1",
        "dialects": ["conlleval"],
        "schemes": ["IOB2"],
        "forms": ["tags"],
        "measures": ["strict.micro.*"],
        "options": ["policy"],
        "refusals": [{"error": "ValueError"}],
    }
    assert read_announcement(data).name == "metric"
    assert read_announcement({**data, member: data[member] * 1000}).name == "metric"
    with pytest.raises(BadMessage, match="it has 1001 entries, and the limit is 1000"):
        read_announcement({**data, member: data[member] * 1001})


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * (1 << 20))
    assert len(read_bounded(tmp_path / "file", 1 << 20)) == 1 << 20
    (tmp_path / "file").write_bytes(b"x" * ((1 << 20) + 1))
    with pytest.raises(TooLarge, match="more than 1 MiB"):
        read_bounded(tmp_path / "file", 1 << 20)


@pytest.mark.parametrize(
    ("packed", "program"), [(gzip.compress, "gzip"), (bz2.compress, "bzip2"), (lzma.compress, "xz")]
)
def test_a_compressed_result_is_refused_with_the_program_that_unpacks_it(
    packed: Callable[[bytes], bytes], program: str, tmp_path: Path
) -> None:
    (tmp_path / "run.json.packed").write_bytes(packed(b"{}"))
    for read in READERS:
        with pytest.raises(NotPlain, match="compressed") as raised:
            read(tmp_path / "run.json.packed")
        assert raised.value.hint.startswith(f"Unpack the file, and name what this writes: {program} -dc {tmp_path}")


def test_standard_input_is_refused_where_a_plain_file_is_read() -> None:
    for read in READERS:
        with pytest.raises(NotPlain, match="not read from standard input") as raised:
            read(Path("-"))
        assert "in place of `-`" in raised.value.hint


def test_a_device_without_end_is_refused() -> None:
    with pytest.raises(TooLarge, match="more than 16 MiB"):
        load(Path("/dev/zero"))
    with pytest.raises(TooLarge, match="more than 256 MiB"):
        stored.read(Path("/dev/zero"))


@pytest.mark.parametrize("value", [DIGITS, "[" * 5000 + "]" * 5000], ids=["digits", "depth"])
def test_settings_that_python_cannot_read_are_refused(value: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(f"x = {value}\n")
    with pytest.raises(BadSettings):
        list(read_settings(tmp_path / "pyproject.toml"))


def test_a_long_quotation_is_cut_in_its_middle() -> None:
    error = NerconformError(f"there is no tag {'x' * 300_000!r}", hint=f"Write {'y' * 300_000}.")
    assert error.message.startswith("there is no tag 'xxx")
    assert error.message.endswith("xxx'")
    assert "characters left out" in error.message
    assert len(str(error)) < 5000


def test_few_digits_end_at_the_limit() -> None:
    assert has_few_digits(10**MAX_DIGITS - 1)
    assert has_few_digits(-(10**MAX_DIGITS) + 1)
    assert not has_few_digits(10**MAX_DIGITS)
