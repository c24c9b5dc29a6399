"""Every quirk of every library, found in the modules `quirks*` of the folders beside this one."""

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from nerconform.libraries.quirk import Quirk


def _quirks() -> Iterator[Quirk]:
    """Yield the quirks of each folder in the order of the names of folders and modules."""
    here = Path(__file__).parent
    for folder in pkgutil.iter_modules([str(here)]):
        for module in pkgutil.iter_modules([str(here / folder.name)]) if folder.ispkg else ():
            if module.name.startswith("quirks"):
                found = import_module(f"nerconform.libraries.{folder.name}.{module.name}")
                yield from getattr(found, "QUIRKS", ())


QUIRKS: Mapping[str, Quirk] = MappingProxyType({quirk.id: quirk for quirk in _quirks()})
"""Every quirk, by its id."""


def quirks_of(library: str, version: str) -> tuple[Quirk, ...]:
    """Return the quirks of one version of a library."""
    return tuple(quirk for quirk in QUIRKS.values() if quirk.covers(library, version))
