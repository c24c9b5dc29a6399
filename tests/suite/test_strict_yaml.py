"""The one YAML loader keeps what was written, and says where."""

from pathlib import Path

import pytest

from nerconform.base.strict_yaml import BadFile, load, loads


def test_only_plain_integers_booleans_and_null_are_typed() -> None:
    text = "[NO, yes, 2:40, 1_000, 0x1, 1.5, 1/2, ~, 007, 12, -3, true, null, '12', \"true\"]"
    expected = ["NO", "yes", "2:40", "1_000", "0x1", "1.5", "1/2", "~", "007", 12, -3, True, None, "12", "true"]
    assert loads(text).data == expected


def test_block_and_flow_style_read_alike() -> None:
    assert loads("a: 1\nb: null\n").data == loads("{a: 1, b: null}").data


def test_keys_stay_text() -> None:
    assert loads("{0: a, NO: b, true: c}").data == {"0": "a", "NO": "b", "true": "c"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\na: 2\n", "f:2: found the key 'a' twice"),
        ("a: &x [1]\nb: *x\n", "f:1: found an alias"),
        ("a: !!python/object:os.system x\n", "f:1: found the tag"),
        ("a: !mine x\n", "f:1: found the tag '!mine'"),
        ("a: !!int x\n", "f:1: found the tag 'tag:yaml.org,2002:int'"),
        ("<<: {a: 1}\n", "f:1: found a key that is not plain text"),
        ("? [a]\n: 1\n", "f:1: found a key that is not plain text"),
        ("a: [1\nb: 2\n", "not valid YAML"),
        ("a: b: c\n", "f:1: not valid YAML"),
    ],
)
def test_what_is_not_in_the_format_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(BadFile, match="f") as caught:
        loads(text, "f")
    assert message in str(caught.value)


def test_every_node_knows_its_line() -> None:
    document = loads("a:\n  - b: 1\n  - c: 2\n", "f")
    assert document.place("a", 1, "c") == "f:3"
    assert document.place("a", 1, "nothing", "there") == "f:3"


def test_a_missing_file_a_folder_and_a_wrong_encoding_are_named(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"a: \xe9\n")
    for name, message in (("missing", "cannot be read"), (".", "cannot be read"), ("latin", "not UTF-8")):
        with pytest.raises(BadFile) as caught:
            load(tmp_path / name)
        assert message in str(caught.value)
