"""Topics: what `explain` says, on a terminal and in Markdown."""

from rich.console import Console
from rich.text import Text

from nerconform.reporting.layout import grid, indented, listing
from nerconform.reporting.markdown_parts import code, rows, text
from nerconform.results.topic import Topic, Topics

_MOST_ROWS = 12


def print_topics(found: Topics, console: Console, *, verbose: bool = True) -> None:
    """Print topics, one below the other; without `verbose` no table is longer than `_MOST_ROWS`."""
    for number, topic in enumerate(found.topics):
        if number:
            console.print()
        _print(topic, console, verbose=verbose)


def _print(topic: Topic, console: Console, *, verbose: bool) -> None:
    console.print(Text.assemble((topic.name, "bold"), (f"  ({topic.kind})", "dim")))
    if topic.title:
        console.print(Text(topic.title, "bold"))
    if topic.words:
        console.print()
    if topic.kind == "clause":
        from rich.markdown import Markdown  # noqa: PLC0415 - slow to load, and only `explain` needs it

        console.print(Markdown(topic.words, code_theme="ansi_dark"))
    elif topic.words:
        # A signature is there to be copied, so it is one line, however long.
        console.print(Text(topic.words), soft_wrap=topic.kind == "signature")
    facts = [(Text(label, "dim"), fact) for label, fact in topic.facts.items()]
    if facts:
        console.print()
        console.print(grid(facts))
    for table in topic.tables:
        shown = table.rows if verbose else table.rows[: 0 if topic.kind == "defect" else _MOST_ROWS]
        left = len(table.rows) - len(shown)
        console.print()
        if table.title and shown:
            console.print(Text(table.title, "bold"))
        if shown:
            console.print(indented(listing(shown, table.columns, console)))
        if left:
            words = f"and {left} more" if shown else f"{table.title}: {left}"
            console.print(Text(f"{words} with --verbose", "dim"))


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
