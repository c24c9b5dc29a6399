"""The releases of seqeval: what the functions of each take and return, where it is not what 1.2.2 does."""

from dataclasses import dataclass

from packaging.version import Version

from nerconform.reference.dialect import Dialect
from nerconform.reference.named import NAMED
from nerconform.reference.schemes import Scheme

_FIRST = (Scheme.IO, Scheme.IOB1, Scheme.IOB2)
_ALL = (*_FIRST, Scheme.IOE1, Scheme.IOE2, Scheme.BIOES)


@dataclass(frozen=True, slots=True)
class Release:
    """One release of seqeval. The properties say since when it has what it was not born with."""

    version: Version

    @property
    def takes_units(self) -> bool:
        """Whether gold and prediction are lists of units, no one flat list."""
        return self.version >= Version("0.0.2")

    @property
    def takes_suffix(self) -> bool:
        """Whether its scores can be told that the letter stands behind the type."""
        return self.version >= Version("0.0.5")

    @property
    def returns_rows(self) -> bool:
        """Whether the report can be had as a dictionary; before, a program has the scores of all types together."""
        return self.version >= Version("0.0.19")

    @property
    def is_strict(self) -> bool:
        """Whether it has a strict mode."""
        return self.version >= Version("1.0.0")

    @property
    def has_zero(self) -> bool:
        """Whether there is an argument `zero_division`."""
        return self.version >= Version("1.0.0")

    @property
    def has_beta(self) -> bool:
        """Whether default mode, too, has a function that takes beta."""
        return self.version >= Version("1.2.0")

    @property
    def knows_bilou(self) -> bool:
        """Whether strict mode has a class for BILOU."""
        return self.version >= Version("1.1.0")

    @property
    def schemes(self) -> tuple[Scheme, ...]:
        """Return the schemes that default mode reads: for a time it refused every letter but B and I."""
        return _FIRST if Version("0.0.15") <= self.version < Version("0.0.17") else _ALL

    @property
    def printed(self) -> tuple[str, ...]:
        """Return which averages stand at the end of the printed report, by what their names say, in their order.

        `avg / total` has no name of an average; it is weighted by the support.
        """
        if self.version < Version("0.0.10"):
            return ("weighted",)
        return ("micro", "macro") if self.version < Version("0.0.15") else ("micro", "macro", "weighted")

    def default(self) -> Dialect:
        """Return the dialect of default mode.

        Before 1.2.0 the averages over types were those of the gold types; from 0.0.15 to 0.0.17 a tag was refused that
        did not begin with a letter that it knew.
        """
        dialect = NAMED["seqeval"]
        if self.version < Version("1.2.0"):
            dialect = dialect.set(labels_avg="gold")
        if Version("0.0.15") <= self.version < Version("0.0.18"):
            bare = "refuse" if self.version < Version("0.0.17") else "first-char"
            dialect = dialect.set(unknown="refuse", outside="whole", bare=bare)
        return dialect
