"""Data: files that a `ner_data` marker names, each an item: its transitions, or the tokens of a pair."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from nerconform.base.errors import NerconformError
from nerconform.files.validate_files import validate_files
from nerconform.formats.read import read
from nerconform.formats.reader_options import ReaderOptions
from nerconform.plugin.failure import printed
from nerconform.reference.schemes import scheme_of
from nerconform.reporting.validation import print_validated

_FORM = 'Write @pytest.mark.ner_data("data/train.conll", scheme="BIOES"), with pred="..." for predictions.'


_PLAIN = ReaderOptions()


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file, or gold with its predictions, and how its tags are written."""

    path: Path
    scheme: str
    pred: Path | None = None
    options: ReaderOptions = _PLAIN

    def __str__(self) -> str:
        """Return what the item is called."""
        return self.path.name if self.pred is None else f"{self.path.name}~{self.pred.name}"

    def fault(self) -> str:
        """Return what is wrong, with file and line; nothing where all is right."""
        try:
            if self.pred is not None:
                for _ in read(self.path, self.pred, self.options):
                    pass
                return ""
            found = validate_files([self.path], scheme_of(self.scheme), None, self.options)
        except NerconformError as error:
            return f"{error.place}: {error.message}. {error.hint}"
        return "" if found.legal else printed(partial(print_validated, found))


def parametrize(metafunc: pytest.Metafunc) -> None:
    """Make an item of each file that the marker names. Raises `CollectError`."""
    marker = metafunc.definition.get_closest_marker("ner_data")
    if marker is None:
        return
    files = list(_files(marker, metafunc.config.rootpath, metafunc.definition.path.parent))
    if "ner_data" not in metafunc.fixturenames:
        metafunc.fixturenames.append("ner_data")
    metafunc.parametrize("ner_data", files, ids=[str(one) for one in files], indirect=True)


def look(item: pytest.Function) -> None:
    """Fail where the file of an item is not what its marker says."""
    file = cast("DataFile", item.callspec.params["ner_data"])
    fault = file.fault()
    if fault:
        pytest.fail(fault, pytrace=False)


def _files(marker: pytest.Mark, root: Path, folder: Path) -> Iterator[DataFile]:
    """Yield each file that is named, and each pair of gold and predictions behind its two files."""
    more: dict[str, Any] = dict(marker.kwargs)
    scheme, pred = more.pop("scheme", "IOB2"), more.pop("pred", None)
    try:
        scheme_of(scheme)
        options = ReaderOptions(**more)
    except (NerconformError, TypeError) as error:
        raise _refused(str(error)) from None
    paths = [path for name in marker.args for path in _found(name, root, folder)]
    if not paths:
        raise _refused("no file is named")
    preds = [] if pred is None else _found(pred, root, folder)
    for path in (*paths, *preds):
        yield DataFile(path, scheme, None, options)
    if preds:
        if len(paths) != 1 or len(preds) != 1:
            raise _refused("predictions go with one file of gold")
        yield DataFile(paths[0], scheme, preds[0], options)


def _found(name: object, root: Path, folder: Path) -> Sequence[Path]:
    """Return the files of a path or a pattern, relative to the root of the run, or to the file of the test."""
    for home in (root, folder):
        path = home / str(name)
        if path.is_file():
            return [path]
        if not Path(str(name)).is_absolute() and (
            found := sorted(one for one in home.glob(str(name)) if one.is_file())
        ):
            return found
    raise _refused(f"there is no file {name} below {root} or {folder}")


def _refused(message: str) -> pytest.Collector.CollectError:
    return pytest.Collector.CollectError(f"ner_data: {message}. {_FORM}")
