"""Constraints: what a record requires of its members, so that no stored result contradicts itself.

A type of this module is checked where a file is read. A record whose members refer to each other checks that in its
`__post_init__`. Both end in `BadResult`, which names the member.
"""

import sys
from collections.abc import Collection, Iterable
from typing import Annotated, Any

from msgspec import Meta

from nerconform.base.bounds import MAX_DIGITS, TooLarge, has_few_digits

NotNegative = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


def with_short_numbers(holder: dict[str, Any]) -> dict[str, Any]:
    """Return an object of JSON. Raises `TooLarge` if it has a whole number of more than `MAX_DIGITS` digits.

    The numerator and the denominator of an exact ratio may be longer; `ExactNumber` looks at their ratio.
    """
    if holder.get("is") == "exact":
        return holder
    for name, value in holder.items():
        numbers = value if isinstance(value, list) else [value]
        if any(isinstance(one, int) and not has_few_digits(one) for one in numbers):
            message = f"`{name}` has a whole number of more than {MAX_DIGITS} digits, which is the limit"
            raise TooLarge(message, hint=f"Write a number of at most {MAX_DIGITS} digits.")
    return holder


def require_known(who: str, names: Iterable[object], member: str, known: Collection[object]) -> None:
    """Raise `ValueError` if a member of a record lacks a name that another member, `who`, needs."""
    for name in names:
        if name not in known:
            message = f"`{member}` has no {name!r}, but {who} needs it"
            raise ValueError(message)


def require_length(member: str, values: Collection[object], other: str, others: Collection[object]) -> None:
    """Raise `ValueError` if a member of a record has not as many values as another member."""
    if len(values) != len(others):
        message = f"`{member}` has {len(values)} values, but `{other}` has {len(others)}"
        raise ValueError(message)


def require_double(numerator: int, denominator: int) -> None:
    """Raise `ValueError` if a ratio is larger than a double."""
    if numerator.bit_length() - denominator.bit_length() >= sys.float_info.max_exp:
        message = f"`numerator` is so large that the ratio has more than {sys.float_info.max_10_exp} digits"
        raise ValueError(message)
