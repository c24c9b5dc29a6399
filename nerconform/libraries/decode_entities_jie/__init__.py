"""decode_entities_jie: a decoder that is passed on from project to project."""

from nerconform.libraries.library import Library
from nerconform.libraries.quirk import Quirk, Step
from nerconform.libraries.quirk_changes import has_illegal, raises_where_refused
from nerconform.reference.points import REFUSE
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.schemes import Scheme

LIBRARY = Library(package=__name__, name="decode_entities_jie")


def _without_end(scheme: Scheme) -> Policy:
    """Return `jie` that refuses what is pending at the end."""
    return Policy.of(POLICIES["jie"].at(scheme)._replace(F=REFUSE))


QUIRKS = (
    Quirk(
        "decode-entities-jie.crash-at-end",
        Step.DECODE,
        has_illegal,
        raises_where_refused("AttributeError", _without_end),
        base={"policy": "jie", "align": "none"},
        schemes=(Scheme.BIOES,),
    ),
)
