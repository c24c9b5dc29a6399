"""Mutants of the source: one small change in one function of the kit, as a slip of the hand would make it.

Only what runs in a call is changed: no table of a module, no function that only fills one, no decorator, no default of
an argument, and no text of an error. `strict=True` of `zip` stays, as `assert` does: both say what always holds, and
nothing in these rooms waits for the ValueError. A change is made in the syntax tree, so every line keeps its number.
"""

import ast
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_LISTED = re.compile(r"^- (\S+):(\d+) (\S+): `(.*)` -> `(.*)`$", re.MULTILINE)
"""A survivor as a run lists it at its end."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_TEXTS = {"hint", "message"}
_EITHER_WAY = {"add", "array_equal", "lcm", "logical_and", "logical_or", "max", "maximum", "min", "minimum", "multiply"}
"""Functions whose first two arguments may change places: that changes nothing."""


class SourceMutant(NamedTuple):
    """A change of a file of the package: where, what was there, and what stands there instead."""

    file: str
    number: int
    lines: range
    where: str
    before: str
    after: str

    def __str__(self) -> str:
        """Return the mutant on one line."""
        return f"{self.file}:{self.lines.start} {self.where}: `{self.before}` -> `{self.after}`"


@dataclass(frozen=True, slots=True)
class _Site:
    """A place in a tree that can be changed: `change` does it, and returns what stands there then."""

    node: ast.AST
    lines: range
    where: str
    change: Callable[[], str]


def source_mutants(package: Path, rooms: Sequence[str]) -> list[SourceMutant]:
    """Return every mutant of these rooms of the package, in the order of files and lines."""
    return [
        mutant
        for room in rooms
        for path in sorted((package / room).rglob("*.py"))
        for mutant in mutants_of(path.read_text(encoding="utf-8"), path.relative_to(package).as_posix())
    ]


def mutants_of(source: str, file: str) -> Iterator[SourceMutant]:
    """Yield the mutants of one file; what stands there instead is not yet known."""
    for number, site in enumerate(_sites(ast.parse(source))):
        yield SourceMutant(file, number, site.lines, site.where, _short(site.node), "")


def again(every: Sequence[SourceMutant], text: str, package: Path) -> Iterator[SourceMutant | None]:
    """Yield the mutants of the list of survivors in a text, where they stand now; `None` for one that is gone."""
    for file, line, where, before, after in _LISTED.findall(text):
        alike = [one for one in every if (one.file, one.where, one.before) == (file, where, before)]
        source = (package / file).read_text(encoding="utf-8") if alike else ""
        found = [made for one in alike if (made := mutated(source, one)[1]).after == after]
        yield min(found, key=lambda one: abs(one.lines.start - int(line)), default=None)


def mutated(source: str, mutant: SourceMutant) -> tuple[ast.Module, SourceMutant]:
    """Return the changed tree, and the mutant that says what stands there."""
    tree = ast.parse(source)
    site = list(_sites(tree))[mutant.number]
    after = site.change()
    return ast.fix_missing_locations(tree), mutant._replace(after=after)


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:120]


def _sites(tree: ast.Module) -> Iterator[_Site]:
    yield from _in_block(tree.body, "", returns="", inside=False, tables=_tables(tree))


def _tables(tree: ast.Module) -> set[str]:
    """Return the names of functions that are called while a module is imported, and by no function of it."""
    functions = [one for one in tree.body if isinstance(one, (*_FUNCTIONS, ast.ClassDef))]
    at_import = [node for one in tree.body if one not in functions for node in ast.walk(one)]
    called = {node.func.id for node in at_import if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    used = {node.id for one in functions for node in ast.walk(one) if isinstance(node, ast.Name)}
    return {one.name for one in functions if one.name.startswith("_") and one.name in called - used}


def _in_block(
    body: list[ast.stmt], where: str, *, returns: str, inside: bool, tables: Collection[str] = ()
) -> Iterator[_Site]:
    """Yield the places of a row of statements, and of what they hold; in functions that fill tables only inner ones."""
    for statement in body:
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            name = f"{where}.{statement.name}".lstrip(".")
            function = isinstance(statement, _FUNCTIONS)
            kind = ast.unparse(statement.returns) if isinstance(statement, _FUNCTIONS) and statement.returns else ""
            yield from _in_block(statement.body, name, returns=kind, inside=inside or (function and name not in tables))
        elif inside and not _is_docstring(statement):
            yield from _of_statement(body, statement, where, returns)


def _of_statement(body: list[ast.stmt], statement: ast.stmt, where: str, returns: str) -> Iterator[_Site]:
    first = getattr(statement, "body", None)
    last = first[0].lineno - 1 if isinstance(first, list) and first else statement.end_lineno or statement.lineno
    lines = range(statement.lineno, max(last, statement.lineno) + 1)
    if _is_removable(statement):
        yield _Site(statement, lines, where, lambda: _removed(body, statement))
    if isinstance(statement, ast.Raise | ast.Assert) or _is_text(statement):
        return
    if isinstance(statement, ast.Return) and statement.value is not None:
        for constant in _constants(statement.value, returns):
            yield _Site(statement, lines, where, _returns(statement, constant))
        if isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, bool):
            return
    if isinstance(statement, ast.If) and not _is_negated_otherwise(statement.test):
        yield _Site(statement.test, lines, where, _negated(statement))
    for child in _expressions(statement):
        yield from _of_expression(child, lines, where)
    for block in _blocks(statement):
        yield from _in_block(block, where, returns=returns, inside=True)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_removable(statement: ast.stmt) -> bool:
    """Whether a function runs on without the statement."""
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return isinstance(statement, ast.Expr | ast.AugAssign | ast.Raise | ast.Continue | ast.Break | ast.Delete)


def _removed(body: list[ast.stmt], statement: ast.stmt) -> str:
    at = next(at for at, one in enumerate(body) if one is statement)
    body[at] = ast.copy_location(ast.Pass(), statement)
    return "pass"


def _is_text(statement: ast.stmt) -> bool:
    """Whether the statement makes the text of an error."""
    return isinstance(statement, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id in _TEXTS for target in statement.targets
    )


def _constants(value: ast.expr, returns: str) -> list[object]:
    constants: list[object] = [True, False] if returns == "bool" else [None]
    return [one for one in constants if not (isinstance(value, ast.Constant) and value.value is one)]


def _returns(statement: ast.Return, constant: object) -> Callable[[], str]:
    def change() -> str:
        statement.value = ast.Constant(constant)  # type: ignore[arg-type] # None or a bool
        return _short(statement)

    return change


def _is_negated_otherwise(test: ast.expr) -> bool:
    """Whether the change of an operator negates the whole condition already."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and not isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _negated(owner: ast.If | ast.IfExp) -> Callable[[], str]:
    def change() -> str:
        owner.test = ast.UnaryOp(ast.Not(), owner.test)
        return _short(owner.test)

    return change


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield what a statement holds beside other statements; no annotation."""
    for name, value in ast.iter_fields(statement):
        if name == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.expr | ast.withitem):
                yield child
            elif isinstance(child, ast.match_case) and child.guard is not None:
                yield child.guard


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(statement, name, None)
        if isinstance(block, list) and block:
            yield block
    for child in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield child.body


def _of_expression(node: ast.AST, lines: range, where: str) -> Iterator[_Site]:
    if isinstance(node, ast.JoinedStr):
        return
    for change in _changes(node):
        yield _Site(node, lines, where, change)
    for child in ast.iter_child_nodes(node):
        if not _is_assertion(node, child):
            yield from _of_expression(child, lines, where)


def _is_assertion(node: ast.AST, child: ast.AST) -> bool:
    """Whether a part of an expression is `strict=True` of `zip`."""
    return isinstance(child, ast.keyword) and ast.unparse(child) == "strict=True" and ast.unparse(node)[:4] == "zip("


def _changes(node: ast.AST) -> Iterator[Callable[[], str]]:  # noqa: C901 - one branch per operator
    """Yield what can be changed in one expression itself."""
    if isinstance(node, ast.Compare):
        for at in range(len(node.ops)):
            yield _compared(node, at)
    elif isinstance(node, ast.BoolOp):
        yield _with_operator(node, ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED:
        yield _with_operator(node, _COMPUTED[type(node.op)]())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _twice(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield _counted(node)
    elif isinstance(node, ast.IfExp) and not _is_negated_otherwise(node.test):
        yield _negated(node)
    elif isinstance(node, ast.comprehension):
        for at in range(len(node.ifs)):
            yield _kept_otherwise(node, at)
    elif isinstance(node, ast.Call) and _is_swappable(node):
        yield _swapped(node)


def _compared(node: ast.Compare, at: int) -> Callable[[], str]:
    def change() -> str:
        node.ops[at] = _COMPARED[type(node.ops[at])]()
        return _short(node)

    return change


def _with_operator(node: ast.BoolOp | ast.BinOp, operator: ast.boolop | ast.operator) -> Callable[[], str]:
    def change() -> str:
        node.op = operator
        return _short(node)

    return change


def _twice(node: ast.UnaryOp) -> Callable[[], str]:
    def change() -> str:
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
        return _short(node)

    return change


def _counted(node: ast.Constant) -> Callable[[], str]:
    def change() -> str:
        node.value = (not node.value) if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator] # an int
        return _short(node)

    return change


def _kept_otherwise(node: ast.comprehension, at: int) -> Callable[[], str]:
    def change() -> str:
        node.ifs[at] = ast.UnaryOp(ast.Not(), node.ifs[at])
        return _short(node)

    return change


def _is_swappable(node: ast.Call) -> bool:
    if len(node.args) < 2 or any(isinstance(arg, ast.Starred) for arg in node.args):
        return False
    named = node.func.id if isinstance(node.func, ast.Name) else ""
    if named in {"isinstance", "issubclass"} or (named or getattr(node.func, "attr", "")) in _EITHER_WAY:
        return False
    return ast.dump(node.args[0]) != ast.dump(node.args[1])


def _swapped(node: ast.Call) -> Callable[[], str]:
    def change() -> str:
        node.args[:2] = node.args[1::-1]
        return _short(node)

    return change
