"""What a snippet says before it runs: which calls are awaited, and whether it can bind names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

Span = tuple[int, int]
LATER = ("global", "exec", "eval")


class Fed(NamedTuple):
    """What stays of a snippet that was run: its name in tracebacks, and what it awaits."""

    label: str
    awaited: tuple[Span, ...] = ()

    def awaits(self, start: int, end: int) -> bool:
        """Whether the call at these UTF-8 bytes is awaited, so that others may run meanwhile.

        That is so inside the operand of an `await`, and where it makes what a name stands for that
        is awaited or gathered elsewhere.
        """
        return any(first <= start and end <= last for first, last in self.awaited)


@dataclass(frozen=True)
class Source:
    r"""A snippet with the name that tracebacks give it.

    >>> Source("repl #1", "x = await shop.find('a')").fed.awaits(10, 24)
    True
    >>> Source("repl #1", "import math\nx = y = 1\nx + 1").bound
    ('math', 'x', 'y')
    >>> Source("repl #1", "for x in y: z = x").bound is None
    True
    """

    label: str
    code: str

    @cached_property
    def fed(self) -> Fed:
        """What is known of it afterwards."""
        return Fed(self.label, self._awaited())

    @cached_property
    def bound(self) -> tuple[str, ...] | None:
        """The variables that it binds for certain, and no others; None where that is not plain."""
        # a walrus binds wherever it stands
        if self._tree is None or ":=" in self.code:
            return None
        found: list[str] = []
        for statement in self._tree.body:
            names = _bound_by(statement)
            if names is None:
                return None
            found += names
        return tuple(found)

    @cached_property
    def binds_later(self) -> bool:
        """Whether what it defines can bind variables when it is called."""
        if not any(word in self.code for word in LATER):
            return False
        return self._tree is None or any(
            isinstance(node, ast.Global)
            or (isinstance(node, ast.Name) and node.id in ("exec", "eval"))
            for node in ast.walk(self._tree)
        )

    @cached_property
    def _tree(self) -> ast.Module | None:
        # the sandbox reads a younger Python than this one may be, and tells what is wrong with it
        try:
            return ast.parse(self.code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    def _awaited(self) -> tuple[Span, ...]:
        if self._tree is None or "await" not in self.code:
            return ()
        operands = [n.value for n in ast.walk(self._tree) if isinstance(n, ast.Await)]
        names = {name for operand in operands for name in _names_of(operand)}
        makers = [maker for node in ast.walk(self._tree) for maker in _makers(node, names)]
        return tuple(self._span(node) for node in (*operands, *makers))

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line starts, in bytes."""
        lines = self.code.encode("utf-8", "replace").split(b"\n")
        return [0, *accumulate(len(line) + 1 for line in lines)]

    def _span(self, node: ast.expr) -> Span:
        last = node.end_lineno or node.lineno
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[last - 1] + (node.end_col_offset or 0),
        )


def _bound_by(statement: ast.stmt) -> list[str] | None:
    """The names that a statement binds whenever it ends well; None where that depends."""
    if isinstance(statement, ast.Expr | ast.Assert):
        return []
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name.partition(".")[0] for alias in statement.names]
    if isinstance(statement, ast.Assign | ast.AugAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        nodes = (node for target in targets for node in ast.walk(target))
        return [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return None


def _names_of(operand: ast.expr) -> Iterator[str]:
    """Names that stand for what is awaited: `task`, or `tasks` in `gather(*tasks)`."""
    parts = [operand, *(operand.args if isinstance(operand, ast.Call) else [])]
    for part in parts:
        bare = part.value if isinstance(part, ast.Starred) else part
        if isinstance(bare, ast.Name):
            yield bare.id


def _makers(node: ast.AST, names: set[str]) -> Iterator[ast.expr]:
    """Expressions whose value one of `names` gets, as in `tasks = […]` and `tasks.append(…)`."""
    if isinstance(node, ast.Assign):
        targets, values = node.targets, [node.value]
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr):
        targets, values = [node.target], [node.value] if node.value else []
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        adds = node.func.attr in ("append", "extend")
        targets, values = [node.func.value], node.args if adds else []
    else:
        return
    if any(isinstance(one, ast.Name) and one.id in names for one in targets):
        yield from values
