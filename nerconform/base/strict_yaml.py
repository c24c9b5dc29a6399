"""The one YAML loader: strict, and every message has file and line.

Integers, `true`, `false` and `null` are typed; every other scalar stays the text that was written (`NO`, `2:40`,
`1_000`, `1/2`). Duplicate keys, anchors, aliases, tags and merge keys are refused. `check_form` holds a document to its
published JSON Schema.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import fastjsonschema
import yaml
from yaml.reader import ReaderError

from nerconform.base.bounds import MAX_DEPTH, MAX_DIGITS, MAX_TEXT_BYTES, read_bounded
from nerconform.base.errors import NerconformError
from nerconform.base.resources import spec_file

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STR, _SEQ, _MAP = (f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))
_TYPED: Mapping[str, tuple[re.Pattern[str], list[str], Callable[[str], object]]] = {
    "tag:yaml.org,2002:int": (re.compile(r"-?(?:0|[1-9][0-9]*)\Z"), list("-0123456789"), int),
    "tag:yaml.org,2002:bool": (re.compile(r"(?:true|false)\Z"), list("tf"), "true".__eq__),
    "tag:yaml.org,2002:null": (re.compile(r"null\Z"), ["n"], lambda _: None),
}

Path_ = tuple[str | int, ...]
"""Where a node stands: keys and indices from the top."""


class BadFile(NerconformError):
    """A file of the suite or of a user cannot be read as what it should be."""


class Document(NamedTuple):
    """The data of one file, and the line of every node."""

    file: str
    data: Any
    lines: Mapping[Path_, int]

    def place(self, *path: str | int) -> str:
        """Return `file:line` of a node, or of the nearest node around it that is there."""
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.file}:{self.lines.get(path, 1)}"


_TOO_DEEP_FOR_LIBYAML = "exceeded maximum nesting depth"
"""What the parser of PyYAML 6.0.4 says before a loader can count."""


class _Loader(_Base):  # type: ignore[misc] # the C loader has no types
    """A loader that types what this format types, and nothing else, to a depth that no stack overflows at."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[Any]]] = {}

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0

    def descend_resolver(self, current_node: yaml.Node | None, current_index: object) -> None:  # noqa: ARG002 - PyYAML's
        """Count a level; both composers of PyYAML call this for every node, and they recurse.

        What it does beside in PyYAML is for resolvers by path, and this loader has none.
        """
        self._depth += 1
        if self._depth > MAX_DEPTH and current_node is not None:
            raise _TooDeep(None, None, "nested too deep", current_node.start_mark)

    def ascend_resolver(self) -> None:
        """Leave a level."""
        self._depth -= 1


class _TooDeep(yaml.MarkedYAMLError):
    """Lists and mappings are nested deeper than the limit."""


for _tag, (_pattern, _first, _) in _TYPED.items():
    _Loader.add_implicit_resolver(_tag, _pattern, _first)


def load(path: Path, name: str | None = None) -> Document:
    """Return the data of a YAML file. Raises `BadFile` with file and line, `NotPlain` or `TooLarge`.

    `name` is how messages call the file.
    """
    name = name or path.name
    try:
        text = read_bounded(path, MAX_TEXT_BYTES).decode("utf-8")
    except OSError as error:
        hint = f"`ls -l {path}` shows what it is and who may read it. Change its permissions, or name another file."
        raise BadFile(f"the file cannot be read: {error.strerror}", place=str(path), hint=hint) from None
    except UnicodeDecodeError as error:
        raise BadFile(
            f"the file is not UTF-8: {error.reason}",
            place=name,
            hint="Save the file as UTF-8, in an editor or with iconv.",
        ) from None
    return loads(text, name)


def loads(text: str, name: str = "<text>") -> Document:
    """Return the data of a YAML text. Raises `BadFile` with line."""
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
    except yaml.YAMLError as error:
        raise _syntax_error(error, name, text) from None
    builder = _Builder(name)
    data = None if node is None else builder.build(node, ())
    return Document(name, data, builder.lines)


def _syntax_error(error: yaml.YAMLError, name: str, text: str) -> BadFile:
    mark = getattr(error, "problem_mark", None)
    if isinstance(error, ReaderError):
        line = text.count("\n", 0, error.position) + 1
        return BadFile(
            f"the character {chr(error.character)!r} is not allowed in YAML",
            place=f"{name}:{line}",
            hint='Remove the character. Or write it as an escape in double quotes, such as "\\x07".',
        )
    place = f"{name}:{mark.line + 1}" if mark else name
    problem = getattr(error, "problem", None)
    if isinstance(error, _TooDeep) or problem == _TOO_DEEP_FOR_LIBYAML:
        hint = f"Write lists and mappings at most {MAX_DEPTH} levels deep."
        return BadFile(f"the YAML is nested more than {MAX_DEPTH} levels deep", place=place, hint=hint)
    message = f"not valid YAML: {problem or error}"
    hint = (
        "Fix this line or one above it. Look for a quote that is not closed, and for a text with a colon: it needs "
        "quotes, such as title: 'F1: wrong'."
    )
    return BadFile(message, place=place, hint=hint)


class _Builder:
    """Builds data from nodes, and remembers lines."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[Path_, int] = {}
        self.seen: set[int] = set()

    def build(self, node: yaml.Node, path: Path_) -> Any:  # noqa: ANN401 - whatever the file holds
        self.lines[path] = node.start_mark.line + 1
        if id(node) in self.seen:
            raise self._error(
                node, "an alias", "Write the value again instead of the alias, the word that starts with *."
            )
        self.seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if isinstance(node, yaml.SequenceNode) and node.tag == _SEQ:
            return [self.build(item, (*path, index)) for index, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode) and node.tag == _MAP:
            return self._mapping(node, path)
        raise self._error(node, f"the tag {node.tag!r}", "Remove the tag, the word that starts with !.")

    def _mapping(self, node: yaml.MappingNode, path: Path_) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.value == "<<":
                raise self._error(key, "a key that is not plain text", "Write a string as the key, and no << merge.")
            if key.value in mapping:
                raise self._error(key, f"the key {key.value!r} twice", "Remove one of the two.")
            inner = (*path, key.value)
            mapping[key.value] = self.build(value, inner)
            self.lines[inner] = key.start_mark.line + 1
        return mapping

    def _scalar(self, node: yaml.ScalarNode) -> object:
        if node.tag == _STR:
            return node.value
        if node.style in {None, ""} and node.tag in _TYPED:
            if len(node.value) > MAX_DIGITS:
                raise self._error(
                    node, f"a number of {len(node.value)} digits", f"Write a number of at most {MAX_DIGITS} digits."
                )
            if not _TYPED[node.tag][0].match(node.value):  # tagged by hand: !!int text
                raise self._error(node, f"the tag {node.tag!r}", "Remove the tag, the word that starts with !.")
            return _TYPED[node.tag][2](node.value)
        if node.tag not in _TYPED:
            raise self._error(node, f"the tag {node.tag!r}", "Remove the tag, the word that starts with !.")
        return node.value

    def _error(self, node: yaml.Node, what: str, hint: str) -> BadFile:
        return BadFile(f"found {what}", place=f"{self.name}:{node.start_mark.line + 1}", hint=hint)


def schema(name: str) -> dict[str, Any]:
    """Return the published JSON Schema `spec/formats/NAME.schema.json`."""
    data: dict[str, Any] = json.loads(spec_file(f"formats/{name}.schema.json").read_text(encoding="utf-8"))
    return data


@cache
def _validator(name: str) -> Callable[[Any], Any]:
    """Return the compiled schema."""
    compiled: Callable[[Any], Any] = fastjsonschema.compile(schema(name))
    return compiled


def check_form(document: Document, name: str) -> None:
    """Raise `BadFile`, with the line, where a document does not have the form of its schema."""
    try:
        _validator(name)(document.data)
    except fastjsonschema.JsonSchemaValueException as error:
        path = [int(part) if part.isdigit() else part for part in error.path[1:]]
        where = ".".join(str(part) for part in path) or "the file"
        problem = error.message.removeprefix(error.name or "").strip()
        hint = f"Write the value as spec/formats/{name}.schema.json says."
        raise BadFile(f"{where} {problem}", place=document.place(*path), hint=hint) from None
