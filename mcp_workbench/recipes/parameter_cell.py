"""The cell tagged `parameters`: assignments with types and comments, as papermill has it."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Mapping
from typing import Any

from ..errors import ArgumentsInvalid
from ..tools import json_value
from .notebook import Cell
from .sections import ParameterType

TYPES: Mapping[str, ParameterType] = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "date": "date",
    "Path": "file",
    "dict": "json",
    "list": "json",
    "Any": "json",
}
KINDS: Mapping[type, ParameterType] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    dict: "json",
    list: "json",
}
NOTHING = object()


def parameters_of(cell: Cell) -> tuple[list[dict[str, Any]], list[str]]:
    r"""What the cell declares, and what of it cannot be taken over.

    `name: type = value  # description`. A name without value, or with `None` where its type does
    not allow that, is required; `Literal["a", "b"]` is a choice.

    >>> cell = Cell(1, "code", 'label: str = "box"  # what to count\nlimit: int', frozenset())
    >>> [(one["key"], one["type"]) for one in parameters_of(cell)[0]]
    [('label', 'string'), ('limit', 'integer')]
    """
    found: dict[str, dict[str, Any]] = {}
    notes: list[str] = []
    comments = _comments(cell.python)
    for node in ast.parse(cell.python).body:
        name, annotation, value = _assigned(node)
        if not name:
            if not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
                notes.append(f"{cell.place}, line {node.lineno}: only assignments are parameters")
            continue
        if name.startswith("_"):
            continue
        default = _literal(value)
        if value is not None and default is NOTHING:
            computed = f"the default of {name} is computed, so a run must give it"
            notes.append(f"{cell.place}, line {node.lineno}: {computed}")
        entry = _entry(name, annotation, default)
        if default is None and entry.get("required"):
            told = f"{name} has a type without None, so a run must give it"
            notes.append(f"{cell.place}, line {node.lineno}: {told}")
        if comment := comments.get(node.end_lineno or 0):
            entry["description"] = comment
        found[name] = entry
    return list(found.values()), notes


def _assigned(node: ast.stmt) -> tuple[str, ast.expr | None, ast.expr | None]:
    """Name, annotation and value of an assignment; an empty name for anything else."""
    match node:
        case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
            return name, annotation, value
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name, None, value
        case _:
            return "", None, None


def _entry(name: str, annotation: ast.expr | None, default: Any) -> dict[str, Any]:
    kind, options, may_be_missing = _kind(annotation)
    known = default is not NOTHING
    if kind is None:
        kind = _kind_of(default)
    entry: dict[str, Any] = {"key": name, "type": kind}
    if not known or (default is None and not may_be_missing):
        entry["required"] = True
    elif default is not None:
        # the options of a choice are texts, too
        entry["default"] = str(default) if options else _number(default, kind)
    if options:
        entry["options"] = options
    return entry


def _number(default: Any, kind: ParameterType) -> Any:
    try:
        return float(default) if kind == "number" and isinstance(default, int) else default
    except OverflowError:  # a whole number may be larger
        return default


def _kind_of(default: Any) -> ParameterType:
    for python, kind in KINDS.items():
        if type(default) is python:
            return kind
    return "string"


def _kind(annotation: ast.expr | None) -> tuple[ParameterType | None, list[str], bool]:
    """The type, the options of a choice, and whether it may be `None`."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return (*_kind(left)[:2], True)
        case ast.Subscript(value=outer, slice=inner) if _last(outer) == "Optional":
            return (*_kind(inner)[:2], True)
        case ast.Subscript(value=outer, slice=inner) if _last(outer) == "Literal":
            entries = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            options = [_literal(entry) for entry in entries]
            if NOTHING in options:  # as of an enumeration
                return None, [], False
            return "select", [*map(str, options)], False
        case ast.Subscript(value=outer):
            return TYPES.get(_last(outer)), [], False
        case None:
            return None, [], False
        case _:
            return TYPES.get(_last(annotation)), [], False


def _last(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def _literal(node: ast.expr | None) -> Any:
    """The value of a literal, of `Path("…")` and `date(…)`; `NOTHING` for all else."""
    match node:
        case None:
            return NOTHING
        case ast.Call(func=func, args=[argument], keywords=[]) if _last(func) == "Path":
            return _literal(argument)
        case ast.Call(func=func, args=[_, _, _] as parts, keywords=[]) if _last(func) == "date":
            numbers = [_literal(part) for part in parts]
            whole = all(isinstance(number, int) for number in numbers)
            return "{:04}-{:02}-{:02}".format(*numbers) if whole else NOTHING
        case _:
            pass
    try:
        return json_value(ast.literal_eval(node))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError, ArgumentsInvalid):
        return NOTHING


def _comments(source: str) -> dict[int, str]:
    """Line to the comment at its end."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {
        token.start[0]: token.string.lstrip("#").strip()
        for token in tokens
        if token.type == tokenize.COMMENT and token.line[: token.start[1]].strip()
    }
