"""Draw texts of one kind, for a reader who rates them: `python -m tests.reading.draw_texts KIND --seed N`.

README.md beside this file says who reads and how. Each text is printed alone, as a user meets it, under a number.
"""

import argparse
import ast
import json
import random
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from nerconform.libraries.defects import all_defects
from nerconform.suite.cases import load_suite

ROOT = Path(__file__).parents[2]
SCREENS = json.loads((Path(__file__).parent / "screens.json").read_text(encoding="utf-8"))
"""The commands whose first screens are read, as they are typed at the top of the checkout."""
LINES = 25
"""The length of a first screen."""


def explanations() -> list[str]:
    """Return what `explain` says of each defect."""
    return [f"nerconform explain {one.id}" for one in all_defects()]


def reasons() -> list[str]:
    """Return the reason of each golden case."""
    return [case.why for case in load_suite().cases]


def hints() -> list[str]:
    """Return each error message with its hint, as the source writes them: what is filled in stands in braces."""
    found = []
    for path in sorted((ROOT / "nerconform").rglob("*.py")):
        found += [text for _, text in hints_of(ast.parse(path.read_text(encoding="utf-8")))]
    return sorted({*found})


def hints_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line, and the message with the hint, of each call with a hint. A name is the last text it was given."""
    texts: dict[str, str] = {}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.Call)]
    for node in sorted(nodes, key=lambda one: (one.lineno, one.col_offset)):
        if isinstance(node, ast.Assign):
            names = [one.id for one in node.targets if isinstance(one, ast.Name)]
            texts |= dict.fromkeys(names, _text(node.value, texts))
            continue
        hint = next((_text(one.value, texts) for one in node.keywords if one.arg == "hint"), "")
        message = _text(node.args[0], texts) if node.args else ""
        if hint and message:
            yield node.lineno, f"{message}\n    {hint}"


def _text(node: ast.expr, texts: dict[str, str]) -> str:
    """Return a text as it is written, empty where it is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
            for part in node.values
            if isinstance(part, ast.Constant | ast.FormattedValue)
        )
    if isinstance(node, ast.BinOp):
        return _text(node.left, texts) + _text(node.right, texts)
    return texts.get(node.id, "") if isinstance(node, ast.Name) else ""


def screens() -> list[str]:
    """Return the commands whose first screens are read."""
    return list(SCREENS)


KINDS: dict[str, Callable[[], list[str]]] = {
    "explanations": explanations,
    "reasons": reasons,
    "hints": hints,
    "screens": screens,
}
SIZES = {"explanations": 40, "reasons": 40, "hints": 30, "screens": 20}


def shown(text: str) -> str:
    """Return a text, or the first screen of the command that it is, at 80 columns."""
    if not text.startswith("nerconform ") and text != "nerconform":
        return text
    command = [sys.executable, "-m", *shlex.split(text)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = (done.stdout or done.stderr).splitlines()
    return "\n".join([f"$ {text}", *lines[:LINES], *(["..."] if len(lines) > LINES else [])])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the drawn texts of one kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, help="how many (default: as README.md says)")
    asked = parser.parse_args(arguments)
    texts = KINDS[asked.kind]()
    drawn = random.Random(asked.seed).sample(  # noqa: S311 - a draw that can be repeated, no secret
        texts, min(asked.count or SIZES[asked.kind], len(texts))
    )
    for number, text in enumerate(drawn, 1):
        sys.stdout.write(f"--- {asked.kind} {number}\n{shown(text)}\n\n")


if __name__ == "__main__":
    main()
