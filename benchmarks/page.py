"""The page of figures, `benchmarks/README.md`: each benchmark writes its own table between two marks."""

from pathlib import Path

PAGE = Path(__file__).parent / "README.md"


def write(section: str, table: str) -> None:
    """Put a table into the page, in the place of the one that stands in this section."""
    begin, end = f"<!-- {section} -->\n", f"<!-- end of {section} -->"
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(begin)[0], page.split(end)[1]
    PAGE.write_text(f"{before}{begin}\n{table}\n{end}{after}", encoding="utf-8")
