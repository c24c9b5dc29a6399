"""The texts that readers rate: hints are drawn as a user meets them, with nothing left in braces."""

import re
from collections.abc import Mapping

import pytest

from tests.reading import draw_texts


class _Read(dict[str, str]):
    """Examples that remember which of them were filled in."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__(values)
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override] # always of texts
        self.read.add(name)
        return super().get(name, default)


@pytest.mark.long
def test_hints_are_drawn_with_examples_of_everything_that_is_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = {module: _Read(values) for module, values in draw_texts.EXAMPLES.items()}
    monkeypatch.setattr(draw_texts, "EXAMPLES", examples)
    texts = draw_texts.hints()
    assert len(texts) > 500
    assert [text for text in texts if re.search(r"\{[a-z_]+(\.[a-z_]+|\(.*\))?\}", text.replace("given{", ""))] == []
    unused = [(module, name) for module, values in examples.items() for name in values if name not in values.read]
    assert unused == []


@pytest.mark.long
def test_a_message_names_its_place_and_its_values() -> None:
    texts = draw_texts.hints()
    assert any(
        text.startswith("gold.conll:1: the line has 4 columns, and it is not clear which are gold") for text in texts
    )
