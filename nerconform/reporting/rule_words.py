"""Rule words: how a first screen names the rules of a score, and where they are listed."""

import re
import shlex

from nerconform.base.plain_text import plain

_SCHEME = re.compile(r",scheme:(\w+)")


def by_rules(short: str) -> str:
    """Return a dialect in its shortest form as words, with the command that lists its rules."""
    scheme = _SCHEME.search(short)
    name = shlex.quote(plain(_SCHEME.sub("", short)))
    return f"{f'{scheme[1]} tags, ' if scheme else ''}by the rules that `nerconform explain {name}` lists"
