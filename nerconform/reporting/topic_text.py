"""Topics: what `explain` says, on a terminal and in Markdown."""

import re
from collections.abc import Collection, Iterator
from itertools import accumulate

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.text import Text

from nerconform.base.plain_text import plain
from nerconform.reporting.layout import LINES, WIDTH, columns, folded, grid, indented, is_prose, listing, shortened
from nerconform.reporting.markdown_parts import code, rows, text
from nerconform.results.topic import Topic, Topics, TopicTable

_NOT_FIRST = {"why", "related", "searched", "clause", "modes", "step", "place", "library"}
"""Facts of a defect that a first screen leaves out: what happens and what to do come first."""
_IF_LONG = ("documented", "versions", "upstream")
"""Facts that a first screen leaves out, too, in this order, as long as it has more than `LINES` lines."""
_KINDS = {"clause": "clause, a rule of the spec", "dialect": "dialect, a set of rules for computing scores"}
"""Kinds of topics that do not explain themselves."""
_OF_RULES = frozenset({"signature", "dialect"})
"""What consists of rules: its prose is a signature."""
_MOST_BEFORE = WIDTH // 2 + 10
"""The most columns that stand before the last one of a table, which goes on below itself."""
_WIDE_CELL = 24
_LEAST_TABLE = 2
"""The fewest lines that a table of the first screen takes: title, and how many rows there are."""


def print_topics(found: Topics, console: Console) -> None:
    """Print topics with everything that there is to say of them, one below the other."""
    for number, topic in enumerate(found.topics):
        if number:
            console.print()
        for part in _head(topic):
            console.print(part, soft_wrap=_is_copied(part))
        for table in topic.tables:
            console.print()
            if table.title:
                console.print(Text(table.title, "bold"))
            console.print(indented(listing(table.rows, table.columns, console)))


def print_screen(found: Topics, console: Console) -> None:
    """Print topics with the first rows of their tables: `LINES` lines for each topic, more where its prose is long."""
    for number, topic in enumerate(found.topics):
        if number:
            console.print()
        head = _fitting_head(topic, console)
        for part in head:
            console.print(part, soft_wrap=_is_copied(part))
        if topic.kind == "defect":
            words = f"more: nerconform explain {topic.name} --verbose"
            console.print(Text(words, "dim"), soft_wrap=True)
            continue
        room = LINES - len(console.render_lines(Group(*head), pad=False))
        for index, table in enumerate(topic.tables):
            others = (_LEAST_TABLE + 1) * (len(topic.tables) - index - 1)
            some = index == 0 or topic.kind not in _OF_RULES  # what is different says more than the first of all rules
            lines = _first_rows(table, max(room - others - 1, _LEAST_TABLE) if some else 0)
            console.print()
            console.print(Text("\n").join(lines), soft_wrap=True)
            room -= len(lines) + 1


def _fitting_head(topic: Topic, console: Console) -> list[RenderableType]:
    """Return the parts of a first screen before its tables, without the facts that a long one leaves out."""
    left_out = _NOT_FIRST if topic.kind == "defect" else set[str]()
    head = list(_head(topic, left_out, whole=False))
    for label in _IF_LONG if topic.kind == "defect" else ():
        if len(console.render_lines(Group(*head), pad=False)) < LINES:  # one line is for `more:`
            break
        left_out = {*left_out, label}
        head = list(_head(topic, left_out, whole=False))
    return head


def _is_copied(part: RenderableType) -> bool:
    """Whether a part is a signature, which is one line, however long."""
    return isinstance(part, Text) and part.no_wrap is True


def _head(topic: Topic, left_out: Collection[str] = (), *, whole: bool = True) -> Iterator[RenderableType]:
    """Yield name, title, prose, and the facts that are not left out; rules have their prose in the `whole` only."""
    yield Text.assemble((topic.name, "bold"), (f"  ({_KINDS.get(topic.kind, topic.kind)})", "dim"))
    if topic.title:
        yield Text(topic.title, "bold")
    if topic.kind == "clause" and topic.words:
        from rich.markdown import Markdown  # noqa: PLC0415 - slow to load, and only `explain` needs it

        yield Text()
        yield Markdown(_with_import(topic.words), code_theme="ansi_dark")
    elif topic.words and (whole or topic.kind not in _OF_RULES):
        yield Text()
        yield Text(topic.words, no_wrap=topic.kind in _OF_RULES or None)
    facts = [(Text(label, "dim"), fact) for label, fact in topic.facts.items() if label not in left_out]
    if facts:
        yield Text()
        yield grid(facts)


def _with_import(words: str) -> str:
    """Return the words of a clause, before whose first example `nc` is imported if an example uses it."""
    if not re.search(r"^ *(>>>|\.\.\.) .*\bnc\.", words, re.MULTILINE):
        return words
    return re.sub(r"^( *)>>> ", r"\1>>> import nerconform as nc\n\1>>> ", words, count=1, flags=re.MULTILINE)


def _first_rows(table: TopicTable, room: int) -> list[Text]:
    """Return the title, the heads, as many rows as there is room for, a line each, and how many more there are."""
    title = [Text(table.title, "bold")] if table.title else []
    heads, found = _lines(table)
    room -= len(title) + len(heads)
    ends = list(accumulate(map(len, found)))
    shown = found if not ends or ends[-1] <= room else found[: sum(end < room for end in ends)]
    left = len(found) - len(shown)
    if left and not shown:
        return [Text(f"{table.title or 'Rows'}: --verbose lists all {left}", "bold")]
    more = [Text(f"  and {left} more with --verbose", "dim")] if left else []
    return [*title, *map(Text, heads), *(Text(line) for row in shown for line in row), *more]


def _lines(table: TopicTable) -> tuple[list[str], list[list[str]]]:
    """Return the line of the heads, and those of each row: one; two where prose would be cut much."""
    cells = [[f"  {plain(first)}", *map(plain, rest)] for first, *rest in table.rows]
    heads = [f"  {table.columns[0]}", *table.columns[1:]] if any(table.columns) else []
    if is_prose(table.columns[-1]) and any(len(line) >= WIDTH for line in columns(cells)):
        prose = [folded(f"    {row[-1]}", "    ") for row in cells]
        return [], [[line, *said] for line, said in zip(columns([row[:-1] for row in cells]), prose, strict=True)]
    if sum(max(map(cell_len, column)) + 2 for column in list(zip(*cells, strict=True))[:-1]) > _MOST_BEFORE:
        cells = [[*(shortened(cell, _WIDE_CELL) for cell in row[:-1]), row[-1]] for row in cells]
    head, *lines = columns(cells, heads) if heads else ["", *columns(cells)]
    before = [line.rstrip() for line in columns([[*row[:-1], "|"] for row in [heads or cells[0], *cells]])][1:]
    found = [
        [line] if not line.endswith("...") else _folded(start, row[-1])
        for line, start, row in zip(lines, before, cells, strict=True)
    ]
    return [head] if heads else [], found


def _folded(start: str, last: str) -> list[str]:
    """Return a row whose last cell goes on in further lines, below its beginning; `start` ends where that begins."""
    width = cell_len(start) - 1
    if width > _MOST_BEFORE:
        return [shortened(f"{start[:-1]}{last}")]
    return folded(f"{start[:-1]}{last}", " " * width, most=4)


def render(found: Topics) -> str:
    """Return a page of Markdown."""
    return text([line for topic in found.topics for line in _page(topic)])


def _page(topic: Topic) -> list[str]:
    lines = [f"# {topic.name} {topic.title}".rstrip(), "", *topic.words.splitlines(), ""]
    lines += [f"- {label}: {code(fact)}" for label, fact in topic.facts.items()]
    for table in topic.tables:
        lines += ["", f"## {table.title}" if table.title else "", ""]
        lines += rows(list(table.columns), [[code(cell) for cell in row] for row in table.rows])
    return lines
