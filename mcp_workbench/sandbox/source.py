"""What a snippet says before it runs: which calls are awaited, and which names it binds."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

Span = tuple[int, int]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (ast.ClassDef, *FUNCTIONS, *COMPREHENSIONS)
# statements that bind the same names whenever they end well
CERTAIN = (
    *(ast.Expr, ast.Assert, ast.Assign, ast.AugAssign, ast.Import, ast.ImportFrom, ast.Pass),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)
# what binds names elsewhere, also later; and the function that tells names where this is not plain
ELSEWHERE = (":=", "global", "exec", "eval", "locals", "import *")
AWAITING = ("gather", "run")  # what `asyncio` awaits for who calls it


class Fed(NamedTuple):
    """What stays of a snippet that was run.

    Args:
        label: its name in tracebacks.
        awaited: where calls stand that are awaited, so that others may run meanwhile: the start
            and the end of each in bytes of UTF-8.
    """

    label: str
    awaited: frozenset[Span] = frozenset()


@dataclass(frozen=True)
class Source:
    r"""A snippet with the name that tracebacks give it.

    >>> Source("repl #1", "x = await shop.find('a')").fed.awaited
    frozenset({(10, 24)})
    >>> Source("repl #1", "import math\nx = y = 1\ndef f(): z = 2").bound
    ('math', 'x', 'y', 'f')
    """

    label: str
    code: str

    @cached_property
    def size(self) -> int:
        """Bytes of the code."""
        return len(self.code.encode())

    @cached_property
    def fed(self) -> Fed:
        """What is known of it afterwards."""
        if "await" not in self.code and "asyncio" not in self.code:
            return Fed(self.label)
        calls = (call for scope in self._scopes for call in _awaited(scope))
        return Fed(self.label, frozenset(self._span(call) for call in calls))

    @cached_property
    def bound(self) -> tuple[str, ...]:
        """The names that it binds outside functions, wherever it comes to that."""
        found = [(place, name) for node in self._scopes[0] for place, name in _bound_by(node)]
        return tuple(dict.fromkeys(name for _, name in sorted(found)))

    @cached_property
    def is_plain(self) -> bool:
        """Whether `bound` is what it binds when it ends well, unless it `binds_elsewhere`."""
        tree = self._tree
        return tree is not None and all(isinstance(one, CERTAIN) for one in tree.body)

    @cached_property
    def binds_elsewhere(self) -> bool:
        """Whether it may bind what `bound` does not tell, or its functions when they are called."""
        return any(word in self.code for word in ELSEWHERE)

    @cached_property
    def _scopes(self) -> list[list[ast.AST]]:
        """The nodes of the module, and of each function and the like without those within."""
        return [[]] if self._tree is None else [*_scopes_of(self._tree)]

    @cached_property
    def _tree(self) -> ast.Module | None:
        # the sandbox reads a younger Python than this one may be, and tells what is wrong with it
        try:
            return ast.parse(self.code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line starts, in bytes."""
        lines = self.code.encode().split(b"\n")
        return [0, *accumulate(len(line) + 1 for line in lines)]

    def _span(self, node: ast.expr) -> Span:
        last = node.end_lineno or node.lineno
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[last - 1] + (node.end_col_offset or 0),
        )


def _scopes_of(tree: ast.AST) -> Iterator[list[ast.AST]]:
    roots = [tree]
    while roots:
        nodes = [*ast.iter_child_nodes(roots.pop())]
        for node in nodes:  # which grows
            if isinstance(node, SCOPES):
                roots.append(node)
            else:
                nodes.extend(ast.iter_child_nodes(node))
        yield nodes


def _bound_by(node: ast.AST) -> Iterator[tuple[Span, str]]:
    """Names that a node binds, with its line and its column there."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield (node.lineno, node.col_offset), node.id
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield (node.lineno, node.col_offset), node.name
    elif isinstance(node, ast.alias):
        yield (node.lineno, node.col_offset), node.asname or node.name.partition(".")[0]


def _awaited(scope: Iterable[ast.AST]) -> Iterator[ast.Call]:
    """Calls whose result is awaited or gathered: where they stand, or by a name of this scope."""
    names: set[str] = set()
    for node in scope:
        for part in _parts(_awaits(node)):
            if isinstance(part, ast.Call):
                yield part
            else:
                names.add(part.id)
    for node in scope if names else ():
        targets, values = _gives(node)
        if any(isinstance(one, ast.Name) and one.id in names for one in targets):
            yield from (part for part in _parts(values) if isinstance(part, ast.Call))


def _awaits(node: ast.AST) -> list[ast.expr]:
    """What a node awaits; of a call, its arguments are awaited by `asyncio.gather` alone."""
    if isinstance(node, ast.Await):
        return [node.value]
    if not isinstance(node, ast.Call):
        return []
    match node.func:
        case ast.Name(id=name) | ast.Attribute(value=ast.Name(id="asyncio"), attr=name):
            return node.args if name in AWAITING else []
        case _:
            return []


def _gives(node: ast.AST) -> tuple[list[ast.expr], list[ast.expr]]:
    """What gets which values, as in `tasks = […]` and `tasks.append(…)`."""
    if isinstance(node, ast.Assign):
        return node.targets, [node.value]
    if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr):
        return [node.target], [node.value] if node.value else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return [node.func.value], node.args if node.func.attr in ("append", "extend") else []
    return [], []


def _parts(values: Iterable[ast.expr]) -> Iterator[ast.Call | ast.Name]:
    """The calls and names among these, and in lists of them."""
    left = [*values]
    for value in left:  # which grows
        if isinstance(value, ast.Call | ast.Name):
            yield value
        elif isinstance(value, ast.Starred):
            left.append(value.value)
        elif isinstance(value, ast.List | ast.Tuple | ast.Set):
            left += value.elts
        elif isinstance(value, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            left.append(value.elt)
        elif isinstance(value, ast.IfExp):
            left += value.body, value.orelse
