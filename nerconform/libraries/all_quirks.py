"""Every quirk of every library, in the order of their defects; a folder is imported when its quirks are wanted.

They stand in the modules `quirks*` of a folder; those of a library that cannot be asked in the package itself.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from nerconform.libraries.defects import defects_in
from nerconform.libraries.library import folders, library_in
from nerconform.libraries.quirk import Quirk


@cache
def _quirks_in(folder: str) -> tuple[Quirk, ...]:
    """Return the quirks of a folder. Raises `KeyError` for a quirk without a defect."""
    package = import_module(f"{__package__}.{folder}")
    names = (one.name for one in iter_modules(package.__path__) if one.name.startswith("quirks"))
    modules = (package, *(import_module(f"{package.__name__}.{name}") for name in names))
    found = {quirk.id: quirk for module in modules for quirk in getattr(module, "QUIRKS", ())}
    order = list(defects_in(folder))
    return tuple(sorted(found.values(), key=lambda quirk: order.index(quirk.id)))


@cache
def _by_id() -> dict[str, Quirk]:
    return {quirk.id: quirk for folder in folders() for quirk in _quirks_in(folder)}


class _Quirks(Mapping[str, Quirk]):
    """The quirks of all folders, by id."""

    def __getitem__(self, name: str) -> Quirk:
        return _by_id()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_by_id())

    def __len__(self) -> int:
        return len(_by_id())


QUIRKS: Mapping[str, Quirk] = _Quirks()
"""Every quirk, by its id."""


def quirks_of(library: str, version: str) -> tuple[Quirk, ...]:
    """Return the quirks of one version of a library."""
    of_library = (folder for folder in folders() if library_in(folder).name == library)
    return tuple(quirk for folder in of_library for quirk in _quirks_in(folder) if quirk.covers(library, version))
