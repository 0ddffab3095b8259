"""Syntax nodes become values: text by the schema, variables, expressions, files."""

from __future__ import annotations

import base64
import builtins
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import UsageInvalid, near
from ..grammar import BinaryFile, Expression, File, Json, Node, Text, Variable, typed
from ..grammar.words import SHOWN
from ..visible import one_line

SHELLS = {"In", "Out", "get_ipython", "exit", "quit", "open"}  # what IPython puts beside variables
LARGEST = 64 << 20  # bytes of a file that is sent as an argument


def value_of(node: Node, schema: object, scope: Mapping[str, Any]) -> Any:
    """The value of `node`; one of Python's is made JSON where the call is made.

    Args:
        node: what stands behind the sign of an argument.
        schema: the schema of this one argument.
        scope: the variables that the cell sees.

    Raises:
        UsageInvalid: there is no such variable or file, or the expression raised.

    >>> value_of(Text("3"), {"type": "integer"}, {}), value_of(Variable("x"), {}, {"x": (1, 2)})
    (3, (1, 2))
    """
    match node:
        case Text(text, quoted):
            return typed(text, schema, quoted=quoted)
        case Json(value):
            return value
        case Variable(name):
            return _variable(name, scope)
        case Expression():
            return _evaluated(node, scope)
        case File(path):
            # a person who sends a file of JSON to an argument that takes an object means the object
            return typed(_text(path), schema, quoted=True)
        case BinaryFile(path):
            return base64.b64encode(_bytes(path)).decode("ascii")


def _variable(name: str, scope: Mapping[str, Any]) -> Any:
    if name not in scope:
        guess = near(name, filter(_is_a_persons, scope))
        # a list of all that a cell can see would help nobody
        first = guess if guess.startswith("did you mean") else "run the cell that sets it"
        raise UsageInvalid(
            f"there is no variable {one_line(name, SHOWN)!r}",
            hint=f'{first}; the text itself goes into quotes: "${one_line(name, SHOWN)}"',
            reason="variable",
        )
    return scope[name]


def _is_a_persons(name: str) -> bool:
    return not name.startswith("_") and name not in SHELLS and not hasattr(builtins, name)


def _evaluated(node: Expression, scope: Mapping[str, Any]) -> Any:
    try:
        # one mapping: names inside a comprehension see globals alone
        return eval(node.code, dict(scope))  # noqa: S307  the person's own cell, their own code
    except Exception as error:  # noqa: BLE001  whatever their code raises is told in one line
        raise UsageInvalid(
            f"{one_line(str(node), SHOWN)} raised {type(error).__name__}: {one_line(str(error))}",
            hint="try the expression in a cell of its own; JSON follows :=",
            reason="expression",
        ) from None


def _text(path: str) -> str:
    try:
        return _bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageInvalid(
            f"the file {one_line(path)!r} is not text in UTF-8, from byte {error.start} on",
            hint=f"send its bytes as base64: @@{one_line(path)}",
            reason="file",
        ) from None


def _bytes(path: str) -> bytes:
    file = Path(path).expanduser()
    try:
        if file.exists() and not file.is_file():
            raise UsageInvalid(
                f"{one_line(path)!r} is not a file",
                hint="give the path of a file",
                reason="file",
            )
        if file.stat().st_size > LARGEST:
            raise UsageInvalid(
                f"the file {one_line(path)!r} has more than {LARGEST >> 20} MiB",
                hint="give the server its path instead",
                reason="file",
            )
        return file.read_bytes()
    except (OSError, ValueError) as error:
        why, shown = getattr(error, "strerror", None) or str(error), one_line(path)
        raise UsageInvalid(
            f"the file {shown!r} cannot be read: {why.lower()}",
            hint=f'looked for in {Path.cwd()}; the text itself goes into quotes: "@{shown}"',
            reason="file",
        ) from None
