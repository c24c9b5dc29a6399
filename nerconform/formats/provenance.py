"""The run part of a signature: what stands after `#`, and tells of the run that gave the number.

It changes no number (DIA-4): it says which bytes were read, how, in which units, and with which release, so that
whoever has the signature can tell whether he has the same input before he wonders about another number.
"""

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from nerconform.base.errors import NerconformError
from nerconform.formats.byte_files import opened_raw, shown
from nerconform.formats.file_errors import NotAFile
from nerconform.formats.stored_files import StoredFile, url_of
from nerconform.reference.refusals import MalformedSignature

_BLOCK_BYTES = 1 << 20
_SHOWN_DIGITS = 12
_DIGEST_DIGITS = 64
DRAWN = ("resamples", "seed", "random")
"""What stands there of intervals and tests, which are about a score and change none."""


class UnitKind(StrEnum):
    """What is pooled."""

    SENTENCE = "sentence"
    """Every unit of the file."""
    DOCUMENT = "document"
    """The units of a document together; tags are decoded sentence by sentence first, so no span crosses one (DEC-9)."""


class NotReproduced(NerconformError):
    """The input, or the way of reading it, is not what a signature speaks of."""


class SourceFile(NamedTuple):
    """One file that was read, as the user named it, and the SHA-256 of its bytes in hexadecimal digits.

    Of a folder the bytes are those of its files, in the order of their names.
    """

    file: str
    sha256: str

    @classmethod
    def of(cls, path: Path) -> "SourceFile":
        """Return the source that this path is."""
        if url := url_of(path):
            return cls(url, StoredFile(url).digest())
        digest = hashlib.sha256()
        for part in sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]:
            with opened_raw(part) as file:
                while block := file.read(_BLOCK_BYTES):
                    digest.update(block)
        return cls(str(path), digest.hexdigest())


def require_file(path: Path) -> None:
    """Raise `NotAFile` for a pipe, which can be read but once: its digest would not be that of what was scored."""
    if url_of(path):
        return
    try:
        odd = path.exists() and not path.is_file() and not path.is_dir()
    except OSError as error:
        name = shown(path)
        hint = f"`ls -l {name}` shows what it is and who may read it. Change its permissions, or name another file."
        raise NotAFile(f"the file cannot be read: {error.strerror}", place=name, hint=hint) from None
    if odd:
        hint = "Save the data to a file first: the SHA-256 of the file is part of the score's signature."
        raise NotAFile("this is a pipe or a device, not a file", place=str(path), hint=hint)


class RunPart(NamedTuple):
    """Tool version, kind of unit, digests in the order gold, prediction, and the reader's options in its own words.

    What a signature leaves out is empty, or `None`. The options are `default` where none was given.
    """

    tool: str
    unit: UnitKind | None
    digests: tuple[str, ...]
    reader: str

    @classmethod
    def parse(cls, text: str) -> "RunPart":
        """Read what stands after `#`; parts may be left out. Raises `MalformedSignature`."""
        found: dict[str, list[str]] = {
            "nerconform": [],
            "unit": [],
            "sha256": [],
            "read": [],
            **{key: [] for key in DRAWN},
        }
        for piece in text.split():
            key, _, value = piece.partition(":")
            if key not in found:
                hint = f"Remove {piece:.80}. The parts after '#' are {', '.join(f'{name}:...' for name in found)}."
                raise MalformedSignature(
                    f"{piece!r:.80} is not a part of a signature", place="the signature, after '#'", hint=hint
                )
            found[key].append(value)
        unit = found["unit"][-1] if found["unit"] else None
        if unit is not None and unit not in set(UnitKind):
            hint = f"Write {' or '.join(f'`unit:{one}`' for one in UnitKind)}."
            raise MalformedSignature(
                f"`unit:{unit}` is not a part of a signature", place="the signature, after '#'", hint=hint
            )
        for digest in found["sha256"]:
            if len(digest) != _DIGEST_DIGITS or set(digest) - set("0123456789abcdef"):
                hint = "Write the 64 hexadecimal digits, in lower case, that `sha256sum` prints for the scored file."
                raise MalformedSignature(
                    f"{digest!r:.80} is not a SHA-256", place="the signature, after '#'", hint=hint
                )
        tool, reader = ("".join(found[key][-1:]) for key in ("nerconform", "read"))
        return cls(tool, None if unit is None else UnitKind(unit), tuple(found["sha256"]), reader)

    def __str__(self) -> str:
        """Return the text form, without the `#`."""
        digests = " ".join(f"sha256:{digest}" for digest in self.digests)
        return f"nerconform:{self.tool} unit:{self.unit} {digests} read:{self.reader}"


def require_same(claimed: RunPart, run: RunPart, sources: Sequence[SourceFile]) -> None:
    """Raise `NotReproduced`, naming everything that differs from what a signature says of its run.

    Another release of the tool is no difference: one spec has one number. What the signature leaves out is not asked.
    """
    found = list(_digests(claimed.digests, sources)) if claimed.digests else []
    found += [
        f"`{name}` is {mine!r}, and the signature says {theirs!r}"
        for name, mine, theirs in (
            ("unit", str(run.unit), str(claimed.unit or "")),
            ("read", run.reader, claimed.reader),
        )
        if theirs and mine != theirs
    ]
    if found:
        hint = "To score this file by the same rules, remove '#' and what follows it from the signature."
        raise NotReproduced("; ".join(found), hint=hint)


def _digests(claimed: Sequence[str], sources: Sequence[SourceFile]) -> "list[str]":
    """Return what is to be said of digests that differ."""
    if len(claimed) != len(sources):
        return [f"the signature is for {len(claimed)} file(s), and {len(sources)} are given"]
    return [
        f"{source.file} is not the file of the signature: sha256 {_short(source.sha256)}, not {_short(digest)}"
        for digest, source in zip(claimed, sources, strict=True)
        if digest != source.sha256
    ]


def _short(digest: str) -> str:
    """Return the first digits of a digest."""
    return f"{digest[:_SHOWN_DIGITS]}..."
