"""Upstream entries: what makes a report for the tracker of a library out of one of its defects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from nerconform.base.strict_yaml import BadFile, check_form, load
from nerconform.libraries.defects import Contradiction, Defect, defects_in
from nerconform.libraries.library import folders


@dataclass(frozen=True, slots=True)
class Patch:
    """A change of one file of an installed library: the text `old`, which occurs once, becomes `new`."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class UpstreamEntry:
    """A defect, the call that shows it, and what the call should do instead: give `right`, or raise `raises`."""

    defect: Defect
    title: str
    shown: Contradiction
    right: str = ""
    raises: str = ""
    patch: Patch | None = None


@cache
def upstream_entries(folder: str) -> Mapping[str, UpstreamEntry]:
    """Return the entries of one folder, by the id of their defects. Raises `BadFile`."""
    path = Path(__file__).parent / folder / "upstream.yaml"
    if not path.is_file():
        return MappingProxyType({})
    document = load(path, f"nerconform/libraries/{folder}/upstream.yaml")
    check_form(document, "upstream")
    defects = {one.short_id: one for one in defects_in(folder).values()}
    found = {}
    for index, data in enumerate(document.data["reports"]):
        place = document.place("reports", index)
        defect = defects.get(data["id"])
        if defect is None:
            hint = f"Use an id of nerconform/libraries/{folder}/defects.yaml."
            raise BadFile(f"there is no defect {data['id']!r}", place=place, hint=hint)
        found[defect.id] = _entry(defect, data, place)
    return MappingProxyType(found)


def all_upstream_entries() -> Iterator[UpstreamEntry]:
    """Yield the entries of every library, in the order of the folders and of their files. Raises `BadFile`."""
    for folder in folders():
        yield from upstream_entries(folder).values()


def _entry(defect: Defect, data: Mapping[str, Any], place: str) -> UpstreamEntry:
    given = {} if defect.contradicts is None else defect.contradicts._asdict()
    shown = {**given, **{name: data[name].strip() for name in Contradiction._fields if name in data}}
    missing = [name for name in Contradiction._fields if name not in shown]
    if missing:
        hint = (
            "Write these keys in the entry, or under `contradicts` of the defect in defects.yaml: call (the smallest "
            "call that shows the defect, such as f1_score([[]], [[]])), setup (its imports), gives (what it returns), "
            "says (what the library's documentation says instead) and where (the place in that documentation)."
        )
        raise BadFile(f"the entry lacks {', '.join(missing)}", place=place, hint=hint)
    patch = Patch(**data["patch"]) if "patch" in data else None
    return UpstreamEntry(
        defect, data["title"], Contradiction(**shown), data.get("right", ""), data.get("raises", ""), patch
    )
