"""Numbers and reports that know their signature; in all else they are the float, array, str or dict of seqeval."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Self


class SignedFloat(float):
    """A float with a `signature`."""

    signature: str = ""

    @classmethod
    def of(cls, value: float, signature: str) -> Self:
        """Return the number with its signature."""
        found = cls(value)
        found.signature = signature
        return found


class SignedText(str):  # noqa: SLOT000 - a signature is set on it
    """A text with a `signature`."""

    signature: str = ""

    @classmethod
    def of(cls, text: str, signature: str) -> Self:
        """Return the text with its signature."""
        found = cls(text)
        found.signature = signature
        return found


class SignedDict(dict[str, Any]):
    """A dict with a `signature`."""

    signature: str = ""

    @classmethod
    def of(cls, rows: dict[str, Any], signature: str) -> Self:
        """Return the dict with its signature."""
        found = cls(rows)
        found.signature = signature
        return found


def signed_array(values: Iterable[float], signature: str) -> Any:  # noqa: ANN401 - NumPy is an extra
    """Return an array of NumPy with a `signature`. Raises `ImportError` with what to install."""
    listed = list(values)
    found = _array_class()(len(listed), dtype=type(listed[0]) if listed else float)
    found[:] = listed
    found.signature = signature
    return found


@cache
def _array_class() -> Any:  # noqa: ANN401 - NumPy is an extra
    try:
        import numpy as np  # noqa: PLC0415 - needed only where the caller asks for arrays
    except ImportError:
        raise ImportError("average=None returns arrays: pip install 'nerconform[engines]'") from None

    class SignedArray(np.ndarray):
        """An array with a `signature`; what is computed from it has none."""

        signature: str = ""

        def __reduce__(self) -> Any:  # noqa: ANN401 - as NumPy's
            """Copy and pickle as a plain array."""
            return np.asarray(self).view(np.ndarray).__reduce__()

    return SignedArray
