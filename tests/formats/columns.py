"""Files of columns: plain ones, and what one or two edits make of them."""

from hypothesis import strategies as st

SEPARATORS = (None, "\t", " ", ",", "::", " | ", "¦", "T- ")
_TOKENS = ["a", "b", "été", "-DOCSTART-", "#", "x" * 8, "y" * 9, "a" * 17, "\xa0", "1\x1c2"]
_TAGS = ["O", "O", "O", "B-X", "I-X", "B-Y", "B-" + "L" * 6, "I-" + "L" * 7, "B-" + "L" * 30, "B-Ω"]
_BETWEEN = ["-DOCSTART-", "-DOCSTART- -X- O", "", "# a", "# sent_id = 1", "# newdoc"]
_PIECES = [
    *("\n", "\n\n", "\r\n", "\r", " ", "\t", ",", "\n \n", "\v", "\f", "\0", "\x1c", "\xa0", "\ufeff", "\u2028"),
    *("\n# sent_id = 1\n", "\n# newdoc id = a\n", "\n#\tx\n", "\n# newdoc\n", "\n#,O\n", "\n# newdoc = 1\n"),
    *(
        "-DOCSTART-",
        "\n-DOCSTART-\n",
        "\n-DOCSTART- -X- O O\n\n",
        "-DOCSTART-,x\n",
        "# ",
        "::",
        ":",
        "|",
        "\1",
        "O",
        "B-X",
        "I-Q",
        "B-",
        "x",
    ),
]


@st.composite
def texts(draw: st.DrawFn, separator: str | None, tags: int, edits: int = 2) -> str:
    """Draw lines of a token and so many tags, with a few edits at most."""
    between = st.just(separator) if separator else st.sampled_from([" ", " ", "\t", "  ", " \t"])
    lines: list[str] = []
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.integers(0, 3)) == 0:
            lines.append(draw(st.sampled_from(_BETWEEN)))
        for _ in range(draw(st.integers(0, 4))):
            cells = [draw(st.sampled_from(_TOKENS)), *(draw(st.sampled_from(_TAGS)) for _ in range(tags))]
            lines.append(draw(between).join(cells))
        lines.append("")
    text = draw(st.sampled_from(["\n", "\n", "\r\n"])).join(lines)
    for _ in range(draw(st.integers(0, edits))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.sampled_from([start, start, start + 1, start + 5]))
        text = text[:start] + draw(st.sampled_from(["", *_PIECES])) + text[end:]
    return text
