"""Page: where the tables of benchmarks are kept."""

from pathlib import Path

PAGE = Path(__file__).parent / "README.md"


def put(name: str, text: str) -> None:
    """Put a table into the page, between the marks that bear its name."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(begin)[0], page.split(end)[1]
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
