"""Names of types: plain ones, and those on which libraries stumble."""

from collections import deque
from collections.abc import Sequence

from hypothesis import strategies as st

from nerconform.reference.refusals import UnknownOption

PLAIN = ("X", "Y", "Z")
NAMES = (
    *("PER", "LOC", "age"),
    *("A-B", "multi-word", "B-X", "U-X", "X-", "-X", "-"),  # hyphens, and types that look like tags
    *("x_y", "_X", "_"),
    *("0", "1"),  # "0" is false to Perl
    *("O", "B", "I", "S", "x"),  # letters of schemes; a type that differs from another by its case
    *("é", "e\u0301", "ß", "名前", "★"),  # the first two look alike
    *("%2C", "{X}", "X,Y", "X|Y"),  # what signatures, queries and files are written with
    *("micro", "macro", "accuracy", "None"),  # the other rows of a report
)
SLOTS = 3
"""How many types a corpus has at most."""
Types = Sequence[str] | st.SearchStrategy[Sequence[str]] | None
"""Types to choose from, of which a corpus has three at most; a strategy that draws them; or `None`: plain and odd."""


def types() -> st.SearchStrategy[str]:
    """Draw the name of a type: a plain or an odd one, or two of them joined. Shrinks to `X`.

    Among them are names with hyphens, underscores, digits and signs beyond ASCII, of one letter and of none. They hold
    no white space, so that they can stand in a file.
    """
    name = st.sampled_from((*PLAIN, *NAMES))
    return st.one_of(name, st.tuples(name, name).map("".join))


def drawn_types(types: Types) -> st.SearchStrategy[Sequence[str]]:
    """Return the strategy of a caller's types; it draws none where they are left to the corpus (`None`).

    Raises `UnknownOption` for a list that is empty or holds anything but names.
    """
    if types is None:
        return st.just(())
    if isinstance(types, st.SearchStrategy):
        return types.map(_different)
    return some_of(_different(types))


def some_of(names: Sequence[str]) -> st.SearchStrategy[Sequence[str]]:
    """Draw as many neighbours among these names as a corpus can have types."""
    if len(names) <= SLOTS:
        return st.just(names)
    return st.sampled_from([(*names[first:], *names[:first])[:SLOTS] for first in range(len(names))])


def _different(names: Sequence[str]) -> Sequence[str]:
    """Return the names, each once, if they are some."""
    if isinstance(names, str) or not names or not all(isinstance(name, str) and name for name in names):
        raise UnknownOption(f"{names!r:.60} is no list of types", hint="Pass types such as ('PER', 'LOC').")
    return tuple(dict.fromkeys(names))


class Cast(dict[int, str]):
    """The types of a corpus by slots, in the order in which the corpus first speaks of them.

    So the first type of a corpus is always the first name, whichever slot a tape says: what differs by the numbers of
    slots alone is one corpus.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        """Hand out these names, and where there are too few, from the first again; `()`: any, plain ones first."""
        super().__init__()
        self._names = names
        self._suggested: deque[str] = deque()

    def suggest(self, name: str) -> None:
        """Use this name for the next type."""
        self._suggested.append(name)

    def __missing__(self, slot: int) -> str:
        """Return the name of a slot that is spoken of for the first time."""
        if self._names:
            name = self._names[len(self) % len(self._names)]
        else:
            names = (*self._suggested, *PLAIN)
            name = next(name for name in names if name not in self.values())
            while self._suggested and self._suggested.popleft() != name:
                pass
        self[slot] = name
        return name
