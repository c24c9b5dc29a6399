"""The schemes under the names that seqeval gives to them, and the one that a call means."""

from collections.abc import Iterable
from itertools import chain

from nerconform.reference.refusals import AmbiguousScheme
from nerconform.reference.schemes import Scheme, scheme_of

IOB1 = Scheme.IOB1
IOB2 = Scheme.IOB2
IOE1 = Scheme.IOE1
IOE2 = Scheme.IOE2
IOBES = Scheme.BIOES
BILOU = Scheme.BILOU

CONLLEVAL_TABLE = Scheme.BIOES
"""The scheme whose `lenient` policy is conlleval's table of B, I, E and S: it reads IOB1, IOB2, IOE1, IOE2, BIOES."""

_BY_PREFIXES = (
    (frozenset("BI"), frozenset("B"), Scheme.IOB2),
    (frozenset("IE"), frozenset("E"), Scheme.IOE2),
    (frozenset("BIES"), frozenset("BES"), Scheme.BIOES),
    (frozenset("BILU"), frozenset("BLU"), Scheme.BILOU),
)
"""Which prefixes a scheme has, and of which the data need one before they can be of this scheme."""


def meant(scheme: object) -> Scheme:
    """Return the scheme of a name (`IOB2`, `IOBES`), of this module, or of a class of `seqeval.scheme`.

    Raises `UnknownScheme` or `AmbiguousScheme`.
    """
    return scheme_of(scheme.__name__ if isinstance(scheme, type) else scheme)  # type: ignore[arg-type] # it refuses


def detect(gold: Iterable[Iterable[str]], pred: Iterable[Iterable[str]], *, suffix: bool) -> Scheme:
    """Return the scheme of data that are read in strict mode without `scheme=`, from the prefixes of gold.

    Predictions decide where gold has only O; where both have only O, every scheme gives the same numbers. Raises
    `AmbiguousScheme` for prefixes of no scheme or of several, such as only I.
    """
    for side in (gold, pred):
        prefixes = {tag[-1 if suffix else 0] for tag in set(chain.from_iterable(side)) if tag} - {"O"}
        if not prefixes:
            continue
        for known, needed, scheme in _BY_PREFIXES:
            if prefixes <= known and prefixes & needed:
                return scheme
        message = f"the tags have the prefixes {', '.join(sorted(prefixes))}, which do not show their scheme"
        hint = (
            "Name it: scheme='IOB1' (I alone is legal), 'IOB2' (B, I), 'IOE1', 'IOE2' (I, E), 'IOBES' (B, I, E, S) or "
            "'BILOU' (B, I, L, U). Fix tags whose prefix is not in that scheme."
        )
        raise AmbiguousScheme(message, place="mode='strict'", hint=hint)
    return Scheme.IOB2
