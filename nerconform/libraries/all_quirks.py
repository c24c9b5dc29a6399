"""Every quirk of every library, in the order of their defects.

They stand in the modules `quirks*` of a folder; those of a library that cannot be asked in the package itself.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from nerconform.libraries.defects import defects_in
from nerconform.libraries.library import folders
from nerconform.libraries.quirk import Quirk


def _quirks(folder: str) -> Iterator[Quirk]:
    """Yield the quirks of a folder. Raises `KeyError` for a quirk without a defect."""
    package = import_module(f"{__package__}.{folder}")
    names = (one.name for one in iter_modules(package.__path__) if one.name.startswith("quirks"))
    modules = (package, *(import_module(f"{package.__name__}.{name}") for name in names))
    found = {quirk.id: quirk for module in modules for quirk in getattr(module, "QUIRKS", ())}
    order = list(defects_in(folder))
    yield from sorted(found.values(), key=lambda quirk: order.index(quirk.id))


QUIRKS: Mapping[str, Quirk] = MappingProxyType({quirk.id: quirk for folder in folders() for quirk in _quirks(folder)})
"""Every quirk, by its id."""


def quirks_of(library: str, version: str) -> tuple[Quirk, ...]:
    """Return the quirks of one version of a library."""
    return tuple(quirk for quirk in QUIRKS.values() if quirk.covers(library, version))
