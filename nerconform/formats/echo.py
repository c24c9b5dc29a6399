"""Echo: the text of a file as it was, behind the reader."""

from collections import deque
from collections.abc import Iterator


class Echo:
    """What a source has read, line by line and with the ends of lines, so that it can be written again."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._texts: deque[str] = deque()
        self._begun = False
        self.mark = ""
        """The byte-order mark with which the text begins, if it does; it belongs to no line."""

    def add(self, text: str) -> None:
        """Take the next piece of the file."""
        if text and not self._begun:
            self._begun = True
            rest = text.removeprefix("\ufeff")
            self.mark, text = text[: len(text) - len(rest)], rest
        self._texts.append(text)

    def lines(self) -> Iterator[str]:
        """Yield the lines that the reader has seen; one without an end is the last of the file."""
        pending: list[str] = []
        while self._texts:
            whole, end, rest = self._texts.popleft().rpartition("\n")
            if end:
                yield from [f"{line}\n" for line in ("".join(pending) + whole).split("\n")]
                pending.clear()
            pending.append(rest)
        if rest := "".join(pending):
            yield rest
