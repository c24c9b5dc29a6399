"""Policy words: what a policy does at illegal transitions, in a sentence (DEC-4 to DEC-7, DEC-11 to DEC-14)."""

from collections.abc import Mapping
from types import MappingProxyType

from nerconform.reference.dialect import Dialect
from nerconform.reference.points import OPTIONS, text_of
from nerconform.reference.policies import POLICIES
from nerconform.reference.schemes import Scheme, prefix_of

_NAMED: Mapping[str, str] = MappingProxyType(
    {
        "refuse": "An illegal transition is refused.",
        "lenient": "At an illegal transition the span before it is kept, and a tag that may not stand there opens a "
        "span or is one: every token that is not O is in some span.",
        "discard": "At an illegal transition what is not complete is discarded: a span without its beginning or "
        "without its end.",
        "jie": "Only the letters that begin or end a span end one: whatever else stands inside it is swallowed, and a "
        "tag with no span to go on with is lost.",
        "ncrfpp": "Only the letters that begin or end a span end one: whatever else stands inside it is swallowed, "
        "a tag with no span to go on with is lost, and an unfinished span at the end is its first token.",
        "lample": "Everything is kept as under lenient, and a span that was ended goes on if the very next tag is of "
        "its type and does not begin one.",
        "allennlp-bioul": "An illegal transition is refused, but types are not compared: inside a span they may be "
        "any, and the last letter gives the span its own.",
    }
)
_DISCARD: Mapping[Scheme, str] = MappingProxyType(
    {
        Scheme.IOB2: "An I that continues no span of its type is discarded; the span before it is kept.",
        Scheme.IOE2: "A run of I that no E of its type ends is discarded.",
    }
)
_POINTS: Mapping[str, str] = MappingProxyType(
    {
        "B": "at {B} inside a span",
        "I1": "at {I} outside a span",
        "I2": "at {I} of another type",
        "O": "at O inside a span",
        "E1": "at {E} outside a span",
        "E2": "at {E} of another type",
        "S": "at {S} inside a span",
        "F": "at the end of the unit inside a span",
    }
)
_OPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "emit+open": "the span is kept and the tag opens another",
        "drop+open": "the span is lost and the tag opens another",
        "emit+single": "the span is kept and the tag is another",
        "drop+single": "the span is lost and the tag is another",
        "emit+ignore": "the span is kept and the tag is lost",
        "drop+ignore": "both are lost",
        "open": "the tag opens a span",
        "single": "the tag is a span",
        "ignore": "the tag is lost",
        "keep": "the span swallows the tag",
        "retype": "the span swallows the tag and takes its type",
        "close": "the tag ends the span",
        "close-as": "the tag ends the span and gives it its type",
        "emit": "the span is kept",
        "drop": "the span is lost",
        "head": "the first token of the span is kept",
        "refuse": "the unit is refused",
    }
)


def policy_sentence(dialect: Dialect) -> str:
    """Return the sentence of a dialect's policy in its scheme: that of its name, or each point in turn."""
    name = str(dialect.policy)
    if name == "discard":
        return _DISCARD.get(dialect.scheme, _NAMED[name])
    if name in POLICIES:
        return _NAMED[name]
    points = dialect.policy.at(dialect.scheme)
    parts = [
        f"{_POINTS[point].format(**_letters(dialect.scheme))}, {_OPTIONS[text_of(point, option)]}"
        for point, option in points._asdict().items()
        if point in OPTIONS and option is not None
    ]
    if points.R:
        parts.append("right behind a span, a tag of its type that does not begin one goes on with it")
    said = "; ".join(parts) or "there is no illegal transition"
    return f"{said[0].upper()}{said[1:]}."


def _letters(scheme: Scheme) -> dict[str, str]:
    """Return the letter of each role that the scheme has."""
    roles = {Scheme.IO: "I", Scheme.IOB1: "BI", Scheme.IOB2: "BI", Scheme.IOE1: "IE", Scheme.IOE2: "IE"}
    return {role: prefix_of(scheme, role) for role in roles.get(scheme, "BIES")}
