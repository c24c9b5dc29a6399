"""Export text: which files were written, and what moved since an earlier export."""

from rich.console import Console
from rich.text import Text

from nerconform.base.plain_text import counted, plain
from nerconform.reporting.layout import grid
from nerconform.results.exported_cases import Export

_MOST_FILES = 12
_MOST_MOVED = 8


def print_screen(export: Export, console: Console) -> None:
    """Print the first screen."""
    print_export(export, console, verbose=False)


def print_export(export: Export, console: Console, *, verbose: bool = True) -> None:
    """Print how much was exported, the files with their sizes, and the cases that moved."""
    mebibytes = sum(one.bytes for one in export.files if one.cases) / 2**20
    cases = f"{counted(export.cases, 'golden case')} with {counted(export.answers, 'answer')}"
    console.print(Text(f"{cases}, spec {export.spec}, fixtures {export.fixtures}: {mebibytes:.1f} MiB", "bold"))
    files = [one for one in export.files if one.cases]
    shown = files if verbose else files[:_MOST_FILES]
    rows = [(plain(one.name), str(one.cases), f"{one.bytes / 1024:.0f} KiB") for one in shown]
    console.print(grid(rows, ("file", "cases", "size"), (1, 2)))
    if len(export.files) > len(shown):
        console.print(Text(f"and {len(export.files) - len(shown)} more files, with SHA256SUMS", "dim"))
    if not export.against:
        return
    console.print()
    console.print(Text(f"since fixtures {export.against}: {counted(len(export.moved), 'case')} moved", "bold"))
    for one in export.moved if verbose else export.moved[:_MOST_MOVED]:
        where = f" in {', '.join(one.dialects[:3])}{' ...' if len(one.dialects) > 3 else ''}" if one.dialects else ""  # noqa: PLR2004 - as many as are named
        console.print(Text(f"  {plain(one.case)}: {one.turn}{where}. {plain(one.why)}"))
    if len(export.moved) > _MOST_MOVED and not verbose:
        console.print(Text("more: --verbose", "dim"))
