"""Finds: the smallest inputs of earlier searches, which a folder keeps, to be asked first (KIT-7)."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hypothesis.database import DirectoryBasedExampleDatabase

from nerconform.comparison.asking import Way
from nerconform.implementations.question import Ask, Form
from nerconform.reference.errors import NerconformError
from nerconform.reference.spans import Span

_Units = list[list[Any]]


class CannotSearch(NerconformError):
    """The two sides have no question in common, or nothing can be searched."""

    code = "cannot-search"


class Finds:
    """The inputs that a folder keeps for two sides, in Hypothesis' form of a database, as JSON."""

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        """Keep them there. Raises `CannotSearch` where it is no folder that can be made."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            hint = "Name a folder that can be made."
            raise CannotSearch(f"cannot keep finds: {error.strerror}", place=str(folder), hint=hint) from None
        self._database = DirectoryBasedExampleDatabase(folder)
        self._key = " ~ ".join(names).encode()

    def save(self, way: Way, gold: object, pred: object) -> None:
        """Keep one input."""
        data = {"way": asdict(way), "gold": gold, "pred": pred}
        self._database.save(self._key, json.dumps(data, sort_keys=True).encode())

    def load(self) -> list[tuple[Way, _Units, _Units]]:
        """Return the inputs, in one order; what is no such input is passed over."""
        found = []
        for text in sorted(self._database.fetch(self._key)):
            try:
                data = json.loads(text)
                way = data["way"]
                choices = tuple((axis, option) for axis, option in way["choices"])
                read = Way(Form(way["form"]), way["scheme"], choices, Ask(way["ask"]), bool(way["betas"]))
                sides = [_units(data[side], read.form) for side in ("gold", "pred")]
            except (ValueError, KeyError, TypeError):
                continue
            found.append((read, sides[0], sides[1]))
        return found


def _units(side: list[list[Any]], form: Form) -> _Units:
    return [[Span(*item) if form is Form.SPANS else item for item in unit] for unit in side]
