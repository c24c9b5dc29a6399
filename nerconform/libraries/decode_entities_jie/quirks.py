"""Quirks of decode_entities_jie, the decoder that document 001 prints."""

from types import MappingProxyType

from nerconform.libraries.quirk import Quirk, Step
from nerconform.libraries.quirk_changes import has_illegal, raises_where_refused
from nerconform.reference.points import REFUSE
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.schemes import Scheme


def _without_end(scheme: Scheme) -> Policy:
    """Return `jie` that refuses what is pending at the end."""
    return Policy.of(POLICIES["jie"].at(scheme)._replace(F=REFUSE))


QUIRKS = (
    Quirk(
        id="decode-entities-jie.crash-at-end",
        step=Step.DECODE,
        base=MappingProxyType({"policy": "jie", "align": "none"}),
        schemes=(Scheme.BIOES,),
        fires=has_illegal,
        change=raises_where_refused("AttributeError", _without_end),
    ),
)
