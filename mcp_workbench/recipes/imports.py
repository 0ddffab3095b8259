"""Imports of a notebook that come along without a tag, since they do no harm."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from .code import parsed
from .notebook import Cell, is_python

FUTURE = "__future__"


def imports_of(cells: Iterable[Cell]) -> dict[str, list[str]]:
    """Each name that an import at the top of a cell brings, with the lines that bring it.

    >>> imports_of([Cell(1, "code", "import os.path, math as m", frozenset())])
    {'os': ['import os.path'], 'm': ['import math as m']}
    """
    found: dict[str, list[str]] = {}
    for cell in cells:
        for node in ast.parse(cell.python).body if is_python(cell.python) else ():
            for name, line, more in _brought(node):
                # `import a.b` and `import a.c` bring one name, and both count
                found[name] = [*(found.get(name, ()) if more else ()), line]
    return found


def _brought(node: ast.stmt) -> Iterator[tuple[str, str, bool]]:
    """Each name, the line that brings it alone, and whether other lines add to the name."""
    match node:
        case ast.Import(names=aliases):
            for alias in aliases:
                name = alias.asname or alias.name.partition(".")[0]
                yield name, ast.unparse(ast.Import([alias])), not alias.asname
        case ast.ImportFrom(module, aliases, level) if module != FUTURE:
            for alias in aliases:
                line = ast.unparse(ast.ImportFrom(module, [alias], level))
                yield alias.asname or alias.name, line, False
        case _:
            pass


def with_imports(setup: str, lines: Iterable[str]) -> str:
    r"""`setup` below `lines`; what Python wants to have first stays first.

    >>> with_imports("from __future__ import annotations\nx = np.pi\n", ["import numpy as np"])
    'from __future__ import annotations\nimport numpy as np\nx = np.pi\n'
    """
    first = [
        node.end_lineno or 0
        for node in parsed(setup).body
        if isinstance(node, ast.ImportFrom) and node.module == FUTURE
    ]
    above = max(first, default=0)
    plain = setup.splitlines(keepends=True)
    return "".join([*plain[:above], *(f"{line}\n" for line in lines), *plain[above:]])
