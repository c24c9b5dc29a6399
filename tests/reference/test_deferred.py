"""A deferred mapping makes its values when they are first asked for, each once."""

import copy
import pickle

import pytest

from nerconform.reference.scoring import Deferred


def test_a_value_is_made_when_it_is_asked_for_and_once() -> None:
    made: list[str] = []

    def make(name: str) -> int:
        made.append(name)
        return len(name)

    found = Deferred(["recall", "f1"], make)
    assert ("f1" in found, "f2" in found, list(found), len(found)) == (True, False, ["recall", "f1"], 2)
    assert made == []
    assert (found["f1"], found["f1"], found.get("f2")) == (2, 2, None)
    assert made == ["f1"]
    assert found == {"recall": 6, "f1": 2}
    assert repr(found) == "{'recall': 6, 'f1': 2}"
    assert made == ["f1", "recall"]


def test_a_name_that_is_none_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="f2"):
        Deferred(["f1"], len)["f2"]


def test_a_copy_holds_the_values_and_not_how_they_are_made() -> None:
    found = Deferred(["f1"], lambda name: len(name))  # noqa: PLW0108 - what cannot be pickled
    for copied in (copy.copy(found), pickle.loads(pickle.dumps(found))):  # noqa: S301 - what was pickled here
        assert type(copied) is dict
        assert copied == {"f1": 2}
