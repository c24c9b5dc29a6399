"""Exact ratio: a fraction that is a float to whatever formats, logs or serialises it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Self

_OPERATORS = "add sub mul truediv floordiv mod divmod pow"
_COMPARISONS = "lt le gt ge"
_SINGLE = "neg pos abs round trunc floor ceil"


class ExactRatio(float):
    """A ratio that is exact, in every operation a `fractions.Fraction`, and at the border the nearest float.

    `json.dumps(e.f1)`, NumPy, pandas and loggers take it as a float; `f"{e.f1:.2f}"` formats it as one. It equals the
    fraction and hashes as the fraction does. What is computed from it and integers or fractions is exact again.
    """

    __slots__ = ("_exact",)
    _exact: Fraction

    def __new__(cls, value: Fraction) -> Self:
        """Take the fraction. Raises `OverflowError` for one that no double is near to."""
        made = super().__new__(cls, value)
        made._exact = Fraction(value)
        return made

    real = property(lambda self: self)
    numerator = property(lambda self: self._exact.numerator)
    denominator = property(lambda self: self._exact.denominator)
    _numerator, _denominator = numerator, denominator  # what `Fraction` reads of another one

    def __repr__(self) -> str:
        """Return what a fraction is written as: to Python it is one."""
        return repr(self._exact)

    def __str__(self) -> str:
        """Return the fraction, such as `2/3`."""
        return str(self._exact)

    def __format__(self, spec: str, /) -> str:
        """Return the nearest double in the format of a float; without a format the fraction, such as `2/3`."""
        return format(float(self), spec) if spec else str(self)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same number, exactly."""
        return bool(self._exact == _plain(other))

    def __ne__(self, other: object) -> bool:
        """Whether they are not."""
        return not self == other

    def __hash__(self) -> int:
        """Return what the fraction has."""
        return hash(self._exact)

    def __reduce__(self) -> tuple[type[Self], tuple[Fraction]]:
        """Copy and pickle by the fraction."""
        return type(self), (self._exact,)

    def as_integer_ratio(self) -> tuple[int, int]:
        """Return numerator and denominator."""
        return self.numerator, self.denominator

    def is_integer(self) -> bool:
        """Whether it is a whole number."""
        return bool(self.denominator == 1)

    def conjugate(self) -> Self:
        """Return the ratio, which has no imaginary part."""
        return self

    def limit_denominator(self, max_denominator: int = 1_000_000) -> Fraction:
        """Return the nearest fraction whose denominator is at most this."""
        return self._exact.limit_denominator(max_denominator)


def _plain(value: Any) -> Any:  # noqa: ANN401 - a number of any kind
    return value._exact if isinstance(value, ExactRatio) else value  # noqa: SLF001 - its own


def _exactly(name: str) -> Callable[..., Any]:
    """Return an operation of fractions, whose result is a ratio again where it is a fraction."""
    operation = getattr(Fraction, name)

    def method(*values: Any) -> Any:  # noqa: ANN401 - numbers of any kind
        found = operation(*map(_plain, values))
        return ExactRatio(found) if type(found) is Fraction else found

    method.__name__ = name
    return method


for _name in f"{_OPERATORS} {_COMPARISONS} {_SINGLE}".split():
    setattr(ExactRatio, f"__{_name}__", _exactly(f"__{_name}__"))
for _name in _OPERATORS.split():
    setattr(ExactRatio, f"__r{_name}__", _exactly(f"__r{_name}__"))
Fraction.register(ExactRatio)
