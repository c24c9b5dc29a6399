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
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from nerconform.libraries.defects import all_defects
from nerconform.suite.cases import load_suite

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "nerconform"
SCREENS = json.loads((Path(__file__).parent / "screens.json").read_text(encoding="utf-8"))
"""The commands whose first screens are read, as they are typed at the top of the checkout."""
EXAMPLES: Mapping[str, Mapping[str, str]] = json.loads((Path(__file__).parent / "examples.json").read_text("utf-8"))
"""For each module what is filled in where it writes an error message: `value`, or `value of NAME` for one error only,
and `at NAME` or `at NAME of PLACE` for the place that the error speaks of."""
LINES = 25
"""The length of a first screen."""


def explanations() -> list[str]:
    """Return what `explain` says of each defect."""
    return [f"nerconform explain {one.id}" for one in all_defects()]


def reasons() -> list[str]:
    """Return the reason of each golden case."""
    return [case.why for case in load_suite().cases]


def hints() -> list[str]:
    """Return each error message with its hint as a user meets it: the place, what is wrong, and what to do."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        found += [text for _, text in hints_of(path)]
    return sorted({*found})


def hints_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each call with a hint; what is filled in at run time is an example.

    A message that passes on that of another error says nothing of its own, and is left out.
    """
    path = path.resolve()
    module = path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else ""
    values = EXAMPLES.get(module, {})
    writer = _Writer(values, f"nerconform/{module}"[:-3].replace("/", ".").removesuffix(".__init__") if module else "")
    kinds = (ast.Assign, ast.Call, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, kinds)]
    for node in sorted(nodes, key=lambda one: (one.lineno, one.col_offset)):
        if isinstance(node, ast.FunctionDef):
            writer.forget(node.args)
            continue
        if isinstance(node, ast.Assign):
            writer.texts |= {one.id: node.value for one in node.targets if isinstance(one, ast.Name)}
            continue
        hint = next((one.value for one in node.keywords if one.arg == "hint"), None)
        if hint is None or not node.args or not writer.says(node.args[0]) or not writer.says(hint):
            continue
        writer.error = ast.unparse(node.func)
        given = next((one.value for one in node.keywords if one.arg == "place"), ast.Constant(""))
        at = f"at {writer.error} of {ast.unparse(given)}"
        place = values[at] if at in values else values.get(f"at {writer.error}")
        place = str(given.value) if isinstance(given, ast.Constant) and given.value else place
        yield node.lineno, f"{place + ': ' if place else ''}{writer.text(node.args[0])}\n    {writer.text(hint)}"


class _Writer:
    """Writes the texts of one module out, each name as the last text that it was given before."""

    def __init__(self, values: Mapping[str, str], module: str) -> None:
        self.values, self.module = values, module
        self.texts: dict[str, ast.expr] = {}
        self.error = ""

    def forget(self, parameters: ast.arguments) -> None:
        """Forget texts with the names of a function's parameters: what is passed is another text, or the default."""
        names = [one.arg for one in parameters.args]
        for name in names + [one.arg for one in parameters.kwonlyargs]:
            self.texts.pop(name, None)
        defaults = zip(reversed(names), reversed(parameters.defaults), strict=False)
        self.texts |= {name: value for name, value in defaults if self.says(value)}

    def says(self, node: ast.expr) -> bool:
        """Whether a text has words of its own."""
        if isinstance(node, ast.Name):
            return node.id in self.texts and self.says(self.texts[node.id])
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        own = "".join(one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str))
        return any(map(str.isalpha, own)) or (isinstance(node, ast.BinOp) and self.says(node.left))

    def text(self, node: ast.expr) -> str:
        """Return a text with its examples filled in. Raises `KeyError` for a name that has none."""
        if isinstance(node, ast.Constant):
            return str(node.value)
        if isinstance(node, ast.JoinedStr):
            return "".join(map(self.text, node.values))
        if isinstance(node, ast.FormattedValue):
            value = self._filled(node.value)
            quoted = value[:1] == value[-1:] == "'" and value.count("'") == 2
            keeps = node.conversion != -1 or isinstance(node.value, ast.Call)
            return value[1:-1] if quoted and not keeps else value
        if isinstance(node, ast.BinOp):
            return self.text(node.left) + self.text(node.right)
        if isinstance(node, ast.Name) and node.id in self.texts:
            return self.text(self.texts[node.id])
        return self._filled(node)

    def _filled(self, node: ast.expr) -> str:
        """Return what stands in braces: an example, another text, or what the names of the module mean."""
        name = ast.unparse(node)
        if not self.module:  # not our own source
            return f"{{{name}}}"
        for key in (f"{name} of {self.error}", name):
            if key in self.values:
                return self.values[key]
        if isinstance(node, ast.IfExp):
            return self.text(node.body)
        if isinstance(node, ast.Name) and isinstance(self.texts.get(node.id), ast.Constant | ast.JoinedStr | ast.BinOp):
            return self.text(self.texts[node.id])
        try:
            return str(eval(name, vars(import_module(self.module))))  # noqa: S307 - our own source
        except Exception as error:
            raise KeyError(f"examples.json has no example of {name} in {self.module}") from error


def screens() -> list[str]:
    """Return the commands whose first screens are read."""
    return list(SCREENS)


KINDS: dict[str, Callable[[], list[str]]] = {
    "explanations": explanations,
    "reasons": reasons,
    "hints": hints,
    "screens": screens,
}
RUN = {"explanations", "screens"}
"""The kinds whose texts are commands, of which the first screens are read."""
SIZES = {"explanations": 40, "reasons": 40, "hints": 30, "screens": 20}


def screen(text: str) -> str:
    """Return the first screen of a command, at 80 columns."""
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
        sys.stdout.write(f"--- {asked.kind} {number}\n{screen(text) if asked.kind in RUN else text}\n\n")


if __name__ == "__main__":
    main()
