"""`%%mcp server NAME`: the functions of a cell as the tools of a server, without a process."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ..errors import UsageInvalid
from ..specs import check_name
from ..visible import one_line
from .command import SHOWN, Command, Line, sole_word
from .progress import connecting

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLE = "def add(a: int, b: int) -> int:"


def serve_cell(line: Line) -> Any:
    """Run the cell in the notebook's names, and connect its public functions as a server.

    A server of this name is replaced, so that running the cell again is all that an edit needs. A
    docstring of the cell is what a host should know of the whole.

    Raises:
        UsageInvalid: there is no name, or no function.
        ConfigInvalid: a function cannot be a tool.
    """
    name = check_name(sole_word(line, "name", "server"))
    # the line above counts, as in the front end's own numbers
    code = "\n" + line.shell.transform_cell(line.body or "")
    # known to the shell under its name, so that tracebacks and `inspect` find the lines
    file = line.shell.compile.cache(code, line.shell.execution_count)
    tree = line.shell.compile.ast_parse(code, file)
    wanted = _public_functions(tree)
    if not wanted:
        raise UsageInvalid(
            f"the cell below %%mcp server {name} defines no public function",
            hint=f"write its tools there, as in {EXAMPLE}",
            reason="missing",
        )
    exec(line.shell.compile(tree, file, "exec"), line.shell.user_ns)  # noqa: S102  it is the person's own cell
    functions = [_function(one, line.shell.user_ns) for one in wanted]
    from ..sessions.functions_server import server_of_functions

    with connecting(name, line.shell):
        spec = server_of_functions(name, functions, ast.get_docstring(tree) or "")
        return line.workbench.connect_sync(spec, name)


def _public_functions(tree: ast.Module) -> list[str]:
    """Names of the functions at the top of the cell, without those that begin with `_`."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = (node.name for node in tree.body if isinstance(node, kinds))
    return [name for name in dict.fromkeys(found) if not name.startswith("_")]


def _function(name: str, scope: dict[str, Any]) -> Callable[..., Any]:
    found = scope.get(name)
    if callable(found) and hasattr(found, "__name__"):
        return found
    raise UsageInvalid(
        f"{one_line(name, SHOWN)!r} is no function any more once the cell has run",
        hint="take away the decorator that makes something else of it, or begin its name with _",
        reason="bad-function",
    )


SERVER = Command(
    "server",
    ("NAME",),
    "make a server of the functions in the cell below; run it again after each edit",
    serve_cell,
    "await wb.connect(mcp_server, name)",
    takes_body=True,
)
