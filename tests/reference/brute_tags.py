"""Tags to spans for the second evaluator: reading by regular expressions, decoding by chunks."""

import re
from collections.abc import Mapping, Sequence

from tests.reference.chunkers import Tag, discard, lenient
from tests.reference.exhaustive import LETTERS, bigrams

CANON = {"BILOU": "BIES", "BMES": "BIES", "BMEWO": "BIES"}
SPELLING = {"BILOU": "BILU", "BMES": "BMES", "BMEWO": "BMEW"}


class Refused(Exception):
    """The dialect refuses; `codes` are those of all the errors that the tags deserve, in no order."""

    def __init__(self, *codes: str) -> None:
        """Keep the codes."""
        super().__init__(*codes)
        self.codes = set(codes)


def read(tags: Sequence[str], side: str, options: Mapping[str, str]) -> list[tuple[str, int, int]]:
    """Return the spans of one unit of tags."""
    if options["item"] == "token":
        return [(tag, n, n + 1) for n, tag in enumerate(tags)]
    errors = {code for tag in tags for code in _errors(tag, options)}
    if errors:
        raise Refused(*errors)
    marks = _resolved([_mark(tag, options) for tag in tags], options)
    legal = _is_legal(marks, options["scheme"])
    if not legal and options["policy"] == "refuse":
        raise Refused("illegal-transition")
    if not legal and options["gold"] == "legal" and side == "gold":
        raise Refused("illegal-gold")
    plain = [(letter[0], kind) for letter, kind in marks]
    if options["policy"] == "discard" and options["scheme"] != "IO":
        return list(discard(plain, options["scheme"]))
    return list(lenient(plain))


def _errors(tag: str, options: Mapping[str, str]) -> set[str]:
    """Return why a tag cannot be read."""
    try:
        _mark(tag, options)
    except Refused as refusal:
        return refusal.codes
    return set()


def _mark(tag: str, options: Mapping[str, str]) -> Tag:
    """Return letter and type; `?` is an unknown letter under as-I."""
    bare, suffix = options["bare"], options["affix"] == "suffix"
    if tag == "O":
        return "O", ""
    if bare in {"first-char", "two-chars"}:
        return _by_position(tag, options)
    cut = re.escape(_delimiter(options))
    form = f"(?P<kind>.+){cut}(?P<letter>.*?)" if suffix else f"(?P<letter>.*?){cut}(?P<kind>.+)"
    whole = re.fullmatch(form, tag, re.DOTALL)
    if whole and suffix:
        kind, letter = tag.rsplit(_delimiter(options), 1)
        whole = whole if kind else None
    if whole:
        letter, kind = tag.split(_delimiter(options), 1) if not suffix else (letter, kind)
        return _letter(letter, kind, options)
    if bare == "refuse":
        raise Refused("malformed-tag")
    if bare == "untyped":
        return _letter(tag.replace(_delimiter(options), "", 1) if _has_only_letter(tag, options) else tag, "", options)
    return ("O", "") if bare == "outside" else ("1", tag)


def _has_only_letter(tag: str, options: Mapping[str, str]) -> bool:
    """Whether the delimiter is there and the type is not, as in `B-`."""
    cut = _delimiter(options)
    return tag.rfind(cut) == 0 if options["affix"] == "suffix" else 0 <= tag.find(cut) == len(tag) - len(cut)


def _delimiter(options: Mapping[str, str]) -> str:
    """Return the delimiter, decoded."""
    return re.sub("%(..)", lambda found: chr(int(found[1], 16)), options["delimiter"])


def _by_position(tag: str, options: Mapping[str, str]) -> Tag:
    """Read by position: what is left of the tag without its letter."""
    suffix = options["affix"] == "suffix"
    letter, rest = (tag[-1], tag[:-1]) if suffix else (tag[0], tag[1:])
    if options["bare"] == "two-chars":
        return _letter(letter, rest[:-1] if suffix else rest[1:], options)
    if options["outside"] == "by-prefix" and letter == "O":
        return "O", ""
    parts = rest.split(_delimiter(options))
    if len(parts) > 1:
        parts = parts[:-1] if suffix else parts[1:]
    return _letter(letter, _delimiter(options).join(parts) or "_", options)


def _letter(letter: str, kind: str, options: Mapping[str, str]) -> Tag:
    """Give the letter its meaning."""
    scheme = options["scheme"]
    known = SPELLING.get(scheme, LETTERS[scheme])
    if len(letter) == 1 and letter in known:
        return CANON.get(scheme, known)[known.index(letter)], kind
    if options["unknown"] == "refuse":
        raise Refused("unknown-prefix")
    return ("?", kind) if options["unknown"] == "as-I" else ("1", kind)


def _resolved(marks: list[Tag], options: Mapping[str, str]) -> list[Tag]:
    """Say of each unknown letter whether it continues a span (`I?`) or opens one (`!?`)."""
    done: list[Tag] = []
    for letter, kind in marks:
        if letter == "?":
            going_on = bool(done) and done[-1][1] == kind and _is_open(done, options)
            done.append(("I?" if going_on else "!?", kind))
        else:
            done.append((letter, kind))
    return done


def _is_open(done: list[Tag], options: Mapping[str, str]) -> bool:
    """Whether a span is pending behind these tags: after an opened one another `I` would still belong to it."""
    plain = [(letter[0], kind) for letter, kind in done]
    kind = plain[-1][1]
    if plain[-1][0] in "OES1":
        return False
    if options["policy"] != "discard" or options["scheme"] in {"IO", "IOE2"}:
        return True
    start = next(begin for _, begin, end in lenient(plain) if end == len(plain) and plain[begin][1] == kind)
    return plain[start][0] in "B!"


def _is_legal(marks: list[Tag], scheme: str) -> bool:
    """Whether every pair occurs in some encoding; an unknown letter may stand anywhere and is `I` to its successor."""
    pairs = zip((None, *marks), (*marks, None), strict=True)
    return not marks or all(_pair_is_legal(before, after, scheme) for before, after in pairs)


def _pair_is_legal(before: Tag | None, after: Tag | None, scheme: str) -> bool:
    """Whether two marks may stand side by side."""
    if after is not None and after[0][-1] == "?":
        return True
    same = before is not None and after is not None and before[1] == after[1]
    texts = [_text(before, "X"), _text(after, "X" if same else "Y")]
    scheme = "BIOES" if scheme in CANON else scheme
    return (texts[0], texts[1]) in bigrams(scheme, 4)


def _text(mark: Tag | None, kind: str) -> str | None:
    """Write a mark as a tag of the small alphabet."""
    if mark is None:
        return None
    if mark[0][0] in "O1":
        return "O"
    return f"{'I' if mark[0][-1] == '?' else mark[0]}-{kind}"
