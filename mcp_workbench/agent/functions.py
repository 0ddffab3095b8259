"""Functions of the notebook as tools."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, update_wrapper
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_type_hints, overload

from ..asking import Question, came_from_outside
from ..errors import ArgumentsInvalid, ToolFailed, UsageInvalid, WorkbenchError
from ..tools.naming import model_safe
from ..visible import one_line, printed
from .agent_tool import AgentTool
from .given import check_name
from .outcome import Outcome
from .threads import in_own_thread

if TYPE_CHECKING:
    from pydantic_ai.tools import Tool as Declared

    from ..asking import Guard
    from ..sessions.progress import Progress

Function = TypeVar("Function", bound=Callable[..., Any])
MARK = "__mcp_workbench_tool__"
LONGEST_FAULT = 2000  # characters of what a function raised
AT_ONCE = (NoneType, bool, int, float, str)  # types of values that are read in no time


@dataclass(frozen=True)
class Said:
    """What a person says of a function beside its signature and docstring."""

    name: str | None = None
    hint: str = ""
    destructive: bool = False
    serve: bool = True


@overload
def tool(
    function: None = None,
    *,
    name: str | None = None,
    hint: str = "",
    destructive: bool = False,
    serve: bool = True,
) -> Callable[[Function], Function]: ...
@overload
def tool(
    function: Function,
    *,
    name: str | None = None,
    hint: str = "",
    destructive: bool = False,
    serve: bool = True,
) -> Function: ...
def tool(
    function: Function | None = None,
    *,
    name: str | None = None,
    hint: str = "",
    destructive: bool = False,
    serve: bool = True,
) -> Function | Callable[[Function], Function]:
    """Say more about a function that is given to an agent; it stays the function that it was.

    Any function can be a tool as it is: its signature and its docstring say what a model needs.

    Args:
        function: the function, where the decorator has no arguments of its own.
        name: what the model calls it; its own name where this is None.
        hint: when to use it, for the model; it follows the docstring.
        destructive: whether it may destroy something, so that a person is asked before.
        serve: whether it is offered to others where the agent is served.

    Raises:
        UsageInvalid: no provider takes such a name.

    >>> from mcp_workbench import Agent, tool
    >>> from mcp_workbench.agent import ScriptedModel
    >>> @tool(hint="Use it for words of any language.")
    ... def count(word: str) -> int:
    ...     "The number of letters."
    ...     return len(word)
    >>> steps = [{"calls": [{"name": "count", "args": {"word": "box"}}]}, "It has three."]
    >>> run = Agent(ScriptedModel(steps), tools=[count]).run_sync("How long is box?")
    >>> run.output, run.usage.calls, count("box")
    ('It has three.', 1, 3)
    """
    if name is not None:
        check_name(name)
    said = Said(name, hint, destructive, serve)

    def marked(one: Function) -> Function:
        found: Any = one
        try:
            setattr(found, MARK, said)
        except AttributeError:  # methods and functions in C take no marks
            found = partial(found)
            setattr(found, MARK, said)
            found.__name__ = getattr(one, "__name__", "")
        return found

    return marked if function is None else marked(function)


@dataclass(frozen=True)
class FunctionTool(AgentTool):
    """A function: async ones run on the caller's loop, others in a thread that can be stopped."""

    declared: Declared[Any] = field(kw_only=True, repr=False, hash=False)

    async def call(
        self,
        arguments: Mapping[str, Any],
        approval: Guard | None = None,
        progress: Progress | None = None,  # noqa: ARG002  a function tells none
    ) -> Outcome:
        """See `AgentTool.call`."""
        try:
            valid = self._validated(arguments)
            if approval is not None:
                await approval.check(self._question(arguments), self.annotations)
        except WorkbenchError as error:
            return Outcome(error=error)
        started = time.perf_counter()
        try:
            value = await self.declared.function_schema.call(valid, cast("Any", None))
        except BaseException as error:
            if came_from_outside(error):
                raise
            # whatever a function raises goes to the model
            failed = error if isinstance(error, WorkbenchError) else self._failed(error)
            return Outcome(error=failed, elapsed=time.perf_counter() - started)
        read = partial(Outcome, value, elapsed=time.perf_counter() - started)
        # a large value would hold up the loop while it is read; for a small one a thread costs more
        return read() if type(value) in AT_ONCE else await in_own_thread(read)

    def _validated(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        from pydantic import ValidationError

        try:
            return self.declared.function_schema.validator.validate_python(dict(arguments))
        except ValidationError as error:
            faults = error.errors(include_url=False, include_input=False, include_context=False)
            told = "; ".join(f"{_place(one['loc'])}: {one['msg']}" for one in faults[:5])
            raise ArgumentsInvalid(
                f"{self.name}: {one_line(told, 500)}",
                hint=f"it takes {one_line(', '.join(self._properties) or 'no arguments', 300)}",
            ) from None

    @property
    def _properties(self) -> list[str]:
        return list(self.input_schema.get("properties", {}))

    def _question(self, arguments: Mapping[str, Any]) -> Question:
        reason = "it is marked as destructive" if self.annotations.get("destructiveHint") else ""
        return Question(self.tool, "", self.name, self.description, dict(arguments), reason)

    def _failed(self, error: BaseException) -> ToolFailed:
        words = printed(error, str)[:LONGEST_FAULT]
        kind = type(error).__name__
        told = f"{kind}: {words}" if words else kind
        failed = ToolFailed(f"{self.name}: {told}", reason=kind)
        failed.__cause__ = error  # with its traceback, for the person who wrote the function
        return failed


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(map(str, location)) or "the arguments"


def function_tool(function: Callable[..., Any]) -> FunctionTool:
    """The tool that a function makes.

    Raises:
        UsageInvalid: it has no name, or an argument of a type that no JSON Schema can describe.

    >>> def add(a: int, b: int) -> int:
    ...     "Adds."
    ...     return a + b
    >>> found = function_tool(add)
    >>> found.name, found.description, found.input_schema["required"]
    ('add', 'Adds.', ['a', 'b'])
    """
    said: Said = getattr(function, MARK, Said())
    own = getattr(function, "__name__", "")
    name = said.name or (model_safe(own) if own and own != "<lambda>" else "")
    if not name:
        raise UsageInvalid(
            f"{one_line(repr(function), 80)} has no name that a model could call",
            hint='give it one: mcp_workbench.tool(function, name="…")',
            reason="name",
        )
    declared = _declared(function, name)
    schema = declared.function_schema
    description = "\n\n".join(filter(None, (schema.description, said.hint)))
    annotations = {"destructiveHint": True} if said.destructive else {"readOnlyHint": True}
    return FunctionTool(
        name,
        "",
        name,
        description,
        schema.json_schema,
        annotations,
        said.serve,
        declared=declared,
    )


def _declared(function: Callable[..., Any], name: str) -> Declared[Any]:
    from pydantic.errors import PydanticUserError
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.tools import Tool as Declared

    try:
        return Declared(_awaitable(function), takes_ctx=False, name=name)
    except (UserError, PydanticUserError, TypeError, ValueError, NameError) as error:
        raise UsageInvalid(
            f"the function {name!r} cannot be a tool: {one_line(str(error), 300)}",
            hint="annotate its arguments with types that JSON has, as in `limit: int`",
            reason="signature",
        ) from None


def _awaitable(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` as an async one with the same parameters; what it returns is nobody's business."""
    given: Any = function
    plain: Any = given.func if isinstance(function, partial) else given
    described: Any = plain if inspect.isroutine(plain) else type(plain).__call__
    is_async = inspect.iscoroutinefunction(given)

    async def called(*args: Any, **kwargs: Any) -> Any:
        if is_async:
            return await given(*args, **kwargs)
        found = await in_own_thread(partial(given, *args, **kwargs))
        return await found if inspect.isawaitable(found) else found

    hints = get_type_hints(described, include_extras=True)
    hints.pop("return", None)
    update_wrapper(called, given)
    called.__doc__, called.__annotations__ = described.__doc__, hints
    return called
