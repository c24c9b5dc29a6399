"""Quirks of decode_entities_jie, the decoder that document 001 prints."""

from types import MappingProxyType

from nerconform.libraries.illegal import has_illegal, raises_where_refused
from nerconform.libraries.quirk import Quirk, Shown, Step
from nerconform.reference.points import REFUSE
from nerconform.reference.policies import POLICIES, Policy
from nerconform.reference.schemes import Scheme


def _without_end(scheme: Scheme) -> Policy:
    """Return `jie` that refuses what is pending at the end."""
    return Policy.of(POLICIES["jie"].at(scheme)._replace(F=REFUSE))


QUIRKS = (
    Quirk(
        id="decode-entities-jie.crash-at-end",
        library="decode_entities_jie",
        versions="001_5ec669b62a6358d2.txt",
        step=Step.DECODE,
        title="As printed it crashes where an entity is pending at the end",
        prose=(
            "Its last line reads an attribute `end` that a pending entity does not have, so every sequence that "
            "ends inside an entity raises an AttributeError. The policy `jie` is the same decoder with that line "
            "repaired. Verified by running it on all 66,430 sequences of up to 5 tokens with two types."
        ),
        clause="DEC-12",
        base=MappingProxyType({"policy": "jie", "align": "none"}),
        schemes=(Scheme.BIOES,),
        fires=has_illegal,
        change=raises_where_refused("AttributeError", _without_end),
        shown=Shown(Scheme.BIOES, "O", "B-X", error="AttributeError"),
    ),
)
