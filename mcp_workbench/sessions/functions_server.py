"""Functions as an MCP server in this process."""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..errors import ConfigInvalid
from ..specs import InProcessServer
from ..visible import one_line

if TYPE_CHECKING:
    from collections.abc import Generator

NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
SHOWN = 200  # characters of why a function cannot be a tool


def server_of_functions(
    name: str, functions: Iterable[Callable[..., Any]], instructions: str = ""
) -> InProcessServer:
    """A server whose tools are these functions: name, docstring and type hints as they stand.

    A function that raises is a tool's error which says what was raised, and where. Functions that
    are not async run in worker threads, so that several calls go on at once.

    Args:
        name: what the server calls itself.
        functions: may be async; a parameter of the type `Context` of the `mcp` package is not an
            argument, but gives access to progress, logs and questions.
        instructions: what a host should know of the whole.

    Raises:
        ConfigInvalid: a function cannot be a tool.

    >>> def area(width: float, height: float) -> float:
    ...     return width * height
    >>> server_of_functions("shapes", [area]).origin
    "MCPServer 'shapes' in this process"
    """
    from mcp.server import MCPServer

    with _untouched_logging():
        server: Any = MCPServer(name, instructions=instructions or None)
    for function in functions:
        try:
            server.add_tool(_telling(function))
        except Exception as fault:  # reported: the class of an annotation may raise anything
            raise ConfigInvalid(
                f"{function.__name__} cannot be a tool: {one_line(str(fault), SHOWN)}",
                hint="give each parameter a type that JSON can carry; no *args, no `_` first",
                reason="bad-function",
            ) from fault
    return InProcessServer(server)


@contextmanager
def _untouched_logging() -> Generator[None]:
    """Keep `MCPServer` from setting up logging for the whole process, as it does in its own."""
    root, guard = logging.getLogger(), logging.NullHandler()
    root.addHandler(guard)  # with a handler there, `logging.basicConfig` does nothing
    try:
        yield
    finally:
        root.removeHandler(guard)


def _telling(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, whose errors say what they are: `MCPServer` tells only its own `ToolError`."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in NAMED:
            raise TypeError(f"its parameter {parameter} has no name that an argument could have")
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def awaited(*args: Any, **kwargs: Any) -> Any:
            with _told(function):
                return await function(*args, **kwargs)

        return awaited

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        with _told(function):
            return function(*args, **kwargs)

    return called


@contextmanager
def _told(function: Callable[..., Any]) -> Generator[None]:
    from mcp import MCPError
    from mcp.server.mcpserver.exceptions import ToolError

    try:
        yield
    except (ToolError, MCPError):
        raise
    except Exception as fault:
        raise ToolError(f"{type(fault).__name__}: {fault}{_place(fault, function)}") from fault


def _place(fault: BaseException, function: Callable[..., Any]) -> str:
    """The last line of the same file, or cell, that the fault came through."""
    code = inspect.unwrap(function).__code__
    line, trace = 0, fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == code.co_filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line else ""
