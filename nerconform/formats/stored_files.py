"""Stored files: Parquet files on this machine or behind a URL, and the folders and patterns that name them.

pyarrow opens `file:`, `s3:`, `gs:` and `hdfs:` by itself. Every other URL (`hf:`, `memory:`, `az:`) is opened by fsspec
with the package of that store.
"""

import glob
import hashlib
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.formats.file_errors import MissingFile, NeedsPackage, UnreadableFile

SUFFIXES = (".parquet", ".parq", ".pq")
_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/+(.*)", re.DOTALL)
"""A URL; a path loses one of its two slashes. One letter is a drive of Windows."""
_HOST = 2
"""Where the host stands in a URL that is split at slashes."""
_BLOCK_BYTES = 1 << 20


class UnknownStore(NerconformError):
    """A URL is of a store that neither pyarrow nor fsspec can open here."""


class SameFile(NerconformError):
    """One file is named twice: as gold and as prediction, or twice in a corpus."""

    code = "same-file"


class StoredFile(NamedTuple):
    """One file by the path or the URL that names it."""

    name: str

    def __str__(self) -> str:
        """Return the name, for people."""
        return self.name

    @property
    def is_remote(self) -> bool:
        """Whether a URL names the file."""
        return _URL.match(self.name) is not None

    def source(self) -> Any:  # noqa: ANN401 - pyarrow has no types
        """Return what pyarrow opens: the path, or the opened file. Raises `UnknownStore`, `OSError`."""
        if not self.is_remote:
            return self.name
        filesystem, path = filesystem_of(self.name)
        return filesystem.open_input_file(path)

    def size(self) -> int:
        """Return the number of bytes. Raises `UnknownStore`, `OSError`."""
        if not self.is_remote:
            return Path(self.name).stat().st_size
        filesystem, path = filesystem_of(self.name)
        return int(filesystem.get_file_info(path).size or 0)

    def digest(self) -> str:
        """Return the SHA-256 of the bytes in hexadecimal digits. Raises `UnknownStore`, `OSError`."""
        found = hashlib.sha256()
        opened = self.source()
        with Path(self.name).open("rb") if opened == self.name else opened as file:
            while block := file.read(_BLOCK_BYTES):
                found.update(block)
        return found.hexdigest()


def url_of(path: Path | str) -> str:
    """Return the URL that a path was, nothing for the path of a file on this machine."""
    found = _URL.fullmatch(str(path))
    if found is None:
        return ""
    return f"{found[1]}://{'/' if found[1] == 'file' else ''}{found[2]}"


def are_parquet(paths: Sequence[Path]) -> bool:
    """Whether every path is a Parquet file, a pattern of such files, a folder that has some, or a URL."""
    return all(
        path.suffix.lower() in SUFFIXES
        or url_of(path)
        or (path.is_dir() and any(one.suffix.lower() in SUFFIXES for one in path.rglob("*")))
        for path in paths
    )


def files_of(paths: Sequence[Path]) -> list[StoredFile]:
    """Return the files that are named, those of folders and patterns in the order of their names.

    Raises `MissingFile`, `NeedsPackage`, `UnknownStore`, `UnreadableFile` where a store does not answer, and `SameFile`
    for a file that is named twice and would be counted twice.
    """
    found = [file for path in paths for file in (_remote(url_of(path)) if url_of(path) else _local(path))]
    seen = set[str]()
    for file in found:
        same = file.name if file.is_remote else str(Path(file.name).resolve())
        if same in seen:
            raise SameFile("this file is named twice", place=file.name, hint="Name each file once.")
        seen.add(same)
    return found


def _local(path: Path) -> list[StoredFile]:
    if path.is_dir():
        return [
            StoredFile(str(one))
            for one in sorted(path.rglob("*"))
            if _is_data(one.name, one.relative_to(path).parts) and one.is_file()
        ]
    if path.is_file():
        return [StoredFile(str(path))]
    names = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207 - the whole path is the pattern
    if not names:
        raise MissingFile("no file has this name or matches this pattern", place=str(path), hint="Check the path.")
    return [file for name in names for file in _local(Path(name))]


def _is_data(name: str, parts: Sequence[str]) -> bool:
    """Whether a file below a folder is data; names with a dot or a low line in front are not."""
    return name.lower().endswith(SUFFIXES) and not any(part[0] in "._" for part in parts if part)


def _remote(url: str) -> list[StoredFile]:
    """Return the files that a URL names: one file, a folder, or a pattern."""
    if find_spec("pyarrow") is None:
        hint = "Run: pip install 'nerconform[arrow]'."
        raise NeedsPackage("files at a URL are read by pyarrow, which is not installed", place=url, hint=hint)
    from pyarrow import fs  # noqa: PLC0415 - an extra

    scheme = url.partition("://")[0]
    try:
        filesystem, path = opened(url)
        pattern = path.split("/")
        plain = next((at for at, part in enumerate(pattern) if glob.has_magic(part)), len(pattern))
        base = "/".join(pattern[:plain])
        info = filesystem.get_file_info(base)
        if plain == len(pattern) and info.type is fs.FileType.File:
            return [StoredFile(url)]
        below = filesystem.get_file_info(fs.FileSelector(base, recursive=True, allow_not_found=True))
    except (OSError, ValueError) as error:
        if isinstance(error, NerconformError):
            raise
        words = " ".join(str(error).split())
        hint = (
            "Look for a misspelled name in the URL. If it is right, log in to the store with an account that may read "
            "the file, and check the network."
        )
        raise UnreadableFile(f"the file cannot be read: {words:.200}", place=url, hint=hint) from None
    prefix = "file://" if scheme == "file" else f"{scheme}://"
    found = [
        StoredFile(prefix + one.path.removeprefix("/" if scheme != "file" else ""))
        for one in sorted(below, key=lambda one: one.path)
        if one.type is fs.FileType.File
        and (
            _is_data(one.base_name, one.path.removeprefix(base).split("/"))
            if plain == len(pattern)
            else _matches(one.path.split("/")[plain:], pattern[plain:])
        )
    ]
    if not found:
        hint = "Look for a misspelled bucket, folder or file in the URL, or for a pattern that matches no name."
        raise MissingFile("no file has this name or matches this pattern", place=url, hint=hint)
    return found


def opened(url: str) -> tuple[Any, str]:
    """Return the file system of a URL, and the path in it. It is opened without brackets, which no URI may hold."""
    named, mark, query = url.partition("?")
    parts = named.split("/")
    plain = next((at for at, part in enumerate(parts) if at > _HOST and "[" in part), len(parts))
    filesystem, path = filesystem_of("/".join(parts[:plain]) + mark + query)
    return filesystem, "/".join([path, *parts[plain:]])


def _matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the parts of a path match those of a pattern, in which `**` is any number of folders."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return _matches(parts, pattern[1:]) or (bool(parts) and _matches(parts[1:], pattern))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and _matches(parts[1:], pattern[1:])


_PACKAGES = {
    "s3": "s3fs",
    "gs": "gcsfs",
    "gcs": "gcsfs",
    "hf": "fsspec huggingface_hub",
    "http": "fsspec aiohttp",
    "https": "fsspec aiohttp",
    "abfs": "adlfs",
    "az": "adlfs",
}
"""What opens addresses that pyarrow does not open by itself."""


def filesystem_of(url: str) -> tuple[Any, str]:
    """Return the file system of pyarrow that opens a URL, and the path in it. Raises `UnknownStore`, `OSError`."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import fs  # noqa: PLC0415

    try:
        filesystem, path = fs.FileSystem.from_uri(url)
    except (ValueError, ImportError, pa.ArrowNotImplementedError) as error:
        refused = str(error)
    else:
        return filesystem, path
    scheme = url.partition("://")[0]
    package = _PACKAGES.get(scheme)
    install = f"Run: pip install {package}." if package else f"Install the package of fsspec that opens {scheme}://."
    hint = f"{install} Or copy the files to this machine."
    try:
        opened, path = import_module("fsspec").core.url_to_fs(url)
    except ImportError as error:
        raise UnknownStore(f"no installed package opens {scheme}:// addresses: {error}", place=url, hint=hint) from None
    except ValueError as error:
        raise UnknownStore(
            f"no installed package opens {scheme}:// addresses: {refused}; {error}", place=url, hint=hint
        ) from None
    return fs.PyFileSystem(fs.FSSpecHandler(opened)), path
