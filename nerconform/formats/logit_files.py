"""Logits files: what a model says about each token, as an `.npz` archive of NumPy; nothing in it is ever unpickled.

The archive holds three arrays, compressed or not, and no others:

| key | shape | numbers | what it is |
|---|---|---|---|
| `logits` | [all tokens, labels] | float or integer | a row for each token, the units on end, without padding |
| `lengths` | [units] | integer | the number of tokens of each unit, in the order of the data |
| `labels` | [labels] | text (NumPy's `U`) | the tag of each column, in any order |

    numpy.savez_compressed("logits.npz", logits=np.concatenate(units), lengths=[len(unit) for unit in units],
                           labels=np.array(["O", "B-PER", "I-PER"]))

A logit may be -inf, which forbids a label at a token (VIT-5), never NaN or +inf. Importing this module without NumPy
raises `MissingNumPy`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerconform.base.errors import NerconformError
from nerconform.formats.byte_files import shown
from nerconform.formats.file_errors import FormatError, NotAFile
from nerconform.formats.source import TextSource
from nerconform.reference.logits import InvalidLabels, InvalidLengths, InvalidLogit, WrongShape
from nerconform.reference.refusals import EmptyTag


class MissingNumPy(FormatError):
    """Logits files need NumPy, which is not installed."""

    code = "missing-numpy"


class NotLogits(FormatError):
    """A file is no archive of arrays, is damaged, or holds other arrays than logits, lengths and labels."""


try:
    import numpy as np
except ImportError:
    raise MissingNumPy("reading logits needs NumPy", hint="Run: pip install 'nerconform[engines]'.") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEYS = ("logits", "lengths", "labels")
_FORM = (
    "Write the file with numpy.savez_compressed('logits.npz', logits=LOGITS, lengths=[12, 7], labels=['O', 'B-PER', "
    "'I-PER']): a row of LOGITS for each token, the number of tokens of each sentence, and the tag of each column."
)
_FLOAT64 = 8
"""The bytes of the widest numbers that every machine reads alike."""


@dataclass(frozen=True, slots=True, eq=False)
class Logits:
    """The logits of several units, as `nc.viterbi_decode(logits, labels, scheme, lengths)` takes them."""

    logits: "NDArray[Any]"
    """[all tokens, labels]: the rows of all units on end; a number, or -inf."""
    lengths: tuple[int, ...]
    """The tokens of each unit."""
    labels: tuple[str, ...]
    """The tags of the columns."""

    def units(self) -> "list[NDArray[Any]]":
        """Return the logits of each unit, [tokens, labels], as views."""
        return np.split(self.logits, np.cumsum(self.lengths)[:-1]) if self.lengths else []


def read_logits(path: Path) -> Logits:
    """Return the logits of a file.

    Raises `MissingFile`, `NotAFile`, `UnreadableFile` or `NotLogits`; and for what the arrays say `WrongShape`,
    `InvalidLogit` (with unit, position and label), `InvalidLengths`, `InvalidLabels` or `EmptyTag`. Each names the file
    and the key. Whether the labels are tags of a scheme is asked when they are decoded.
    """
    name = shown(path)
    _refuse_other_files(path)
    return _checked(_arrays(path), name)


def _refuse_other_files(path: Path) -> None:
    """Refuse what is no archive, before NumPy tries other ways to read it."""
    if path.exists() and not path.is_file() and not path.is_dir():
        hint = "Save the logits to a file first; a pipe cannot be read as .npz."
        raise NotAFile("this is a pipe or a device, not a file", place=shown(path), hint=hint)
    with TextSource(path) as source:
        if not source.head.startswith(b"PK"):
            raise NotLogits("the file is not an .npz archive", place=shown(path), hint=_FORM)


def _arrays(path: Path) -> dict[str, "NDArray[Any]"]:
    """Return the three arrays of an archive."""
    name = shown(path)
    key = ""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            _refuse_other_keys(archive.files, name)
            found = {}
            for key in KEYS:
                found[key] = archive[key]
    except NotLogits:
        raise
    except Exception as error:  # noqa: BLE001 # zipfile, zlib and NumPy each have errors of their own for damage
        place = f"{name}, {key}" if key else name
        reason = "it contains pickled objects" if "allow_pickle" in str(error) else f"{type(error).__name__}: {error}"
        hint = "Save numbers as float32, and the labels as numpy.array(['O', 'B-PER']); arrays of objects are not read."
        hint = hint if "pickle" in reason else "Write the file again; it is damaged or was cut off."
        raise NotLogits(f"the array cannot be read: {reason:.120}", place=place, hint=hint) from None
    for key, array in found.items():
        if not isinstance(array, np.ndarray):  # a member of the archive that is no array comes as bytes
            raise NotLogits(f"{key!r} in the archive is not an array", place=name, hint=_FORM)
    return found


def _refuse_other_keys(keys: Sequence[str], name: str) -> None:
    """Refuse an archive that lacks an array or has others."""
    for key in KEYS:
        if list(keys).count(key) != 1:
            there = ", ".join(keys) or "no array"
            how = "occurs twice" if key in keys else "is missing"
            raise NotLogits(f"the array {key!r} {how}; the archive has {there:.80}", place=name, hint=_FORM)
    for other in keys:
        if other not in KEYS:
            message = f"the array {other!r:.40} does not belong here; the archive holds only {', '.join(KEYS)}"
            raise NotLogits(message, place=name, hint=f"Remove this array. {_FORM}")


def _checked(arrays: Mapping[str, "NDArray[Any]"], name: str) -> Logits:
    """Return arrays that fit each other. Each error names the file and the key."""
    checks = {"labels": _labels, "lengths": _lengths, "logits": _numbers}
    for key, check in checks.items():
        try:
            check(arrays)
        except NerconformError as error:
            raise error.at(f"{name}, {key}") from None
    lengths, labels = arrays["lengths"].tolist(), arrays["labels"].tolist()
    return Logits(arrays["logits"], tuple(lengths), tuple(labels))


def _labels(arrays: Mapping[str, "NDArray[Any]"]) -> None:
    """Refuse labels that are no list of distinct texts."""
    labels = arrays["labels"]
    if labels.ndim != 1 or not len(labels) or labels.dtype.kind != "U":
        message = (
            f"the array labels has the shape {list(labels.shape)} and the type {labels.dtype}, not those of a "
            "list of strings"
        )
        raise InvalidLabels(
            message, hint="Save the tags as str, not bytes, in one list: labels=numpy.array(['O', 'B-PER', ...])."
        )
    names = labels.tolist()
    if "" in names:
        hint = "Save the tag of each column of the logits: labels=numpy.array(['O', 'B-PER', ...])."
        raise EmptyTag("the label is an empty string", place=f"position {names.index('')}", hint=hint)
    values, firsts = np.unique(labels, return_index=True)
    if len(values) < len(names):
        again = min(set(range(len(names))) - set(firsts.tolist()))
        raise InvalidLabels(
            f"columns {names.index(names[again])} and {again} both have the label {names[again]!r}",
            place=f"position {again}",
            hint="Save the tag of each column of the logits, each once: labels=numpy.array(['O', 'B-PER', ...]).",
        )


def _lengths(arrays: Mapping[str, "NDArray[Any]"]) -> None:
    """Refuse lengths that are no numbers of tokens."""
    lengths = arrays["lengths"]
    hint = "Save the number of tokens of each sentence: lengths=numpy.array([12, 7, ...])."
    if lengths.ndim != 1 or (lengths.dtype.kind not in "iu" and lengths.size):
        shape = f"the shape {list(lengths.shape)} and the type {lengths.dtype}"
        raise InvalidLengths(f"the array lengths has {shape}, not those of a list of integers", hint=hint)
    for unit, length in enumerate(lengths.tolist()):
        if length < 0:
            raise InvalidLengths(f"{length} is not a number of tokens", place=f"sentence {unit}", hint=hint)


def _numbers(arrays: Mapping[str, "NDArray[Any]"]) -> None:
    """Refuse logits of another shape than lengths and labels say, and NaN and plus infinity."""
    logits, lengths, labels = (arrays[key] for key in KEYS)
    if logits.dtype.kind not in "fiu" or logits.dtype.itemsize > _FLOAT64:
        raise InvalidLogit(
            f"the array of logits has the type {logits.dtype}, and only floats of at most 64 bits and "
            "integers are read",
            hint="Save the array as numbers: logits.astype('float32').",
        )
    wanted = [sum(lengths.tolist()), len(labels)]
    if list(logits.shape) != wanted:
        message = f"logits has the shape {list(logits.shape)}; lengths and labels ask for {wanted}"
        hint = "Save one row for each token, the rows of all sentences one after the other, without padding."
        raise WrongShape(message, hint=hint)
    wrong = np.isnan(logits) | np.isposinf(logits) if logits.dtype.kind == "f" else np.zeros(logits.shape, np.bool_)
    if wrong.any():
        row, column = np.unravel_index(wrong.argmax(), wrong.shape)
        unit = int(np.searchsorted(np.cumsum(lengths), row, side="right"))
        position = int(row) - int(lengths[:unit].sum())
        place = f"sentence {unit}, position {position}, label {labels.tolist()[column]!r}"
        hint = "Save finite numbers, or -inf to forbid the label at that token; look for an overflow in the model."
        raise InvalidLogit(f"the logit is {logits[row, column]}", place=place, hint=hint)
