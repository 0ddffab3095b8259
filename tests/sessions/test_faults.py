"""Foreign errors are told in our words, and none was forgotten."""

import importlib
import inspect
import pkgutil
import types
import warnings
from collections.abc import Iterator

import anyio
import httpx2
import mcp.client
import mcp.shared
import pydantic_core
import pytest
from mcp import InputRequiredRoundsExceededError, MCPError

from mcp_workbench.errors import (
    AuthorizationRequired,
    CallTimeout,
    ConnectionFailed,
    ProtocolError,
    WorkbenchError,
)
from mcp_workbench.sessions.faults import Party, maker_of, translated

PARTY = Party("s", "what is known")


def modules(package: types.ModuleType) -> Iterator[types.ModuleType]:
    yield package
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not info.name.endswith("__main__"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield importlib.import_module(info.name)


def exceptions() -> set[type[Exception]]:
    """Every class that the SDK's client half, httpx2 or the streams between them can raise."""
    found: set[type[Exception]] = {
        anyio.BrokenResourceError,
        anyio.ClosedResourceError,
        anyio.EndOfStream,
        pydantic_core.PydanticSerializationError,
    }
    for module in (*modules(mcp.client), *modules(mcp.shared), httpx2):
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if issubclass(kind, Exception) and not issubclass(kind, Warning):
                found.add(kind)
    return found


@pytest.mark.parametrize("kind", sorted(exceptions(), key=lambda kind: kind.__qualname__))
def test_no_foreign_exception_is_forgotten(kind: type[Exception]) -> None:
    assert maker_of(kind) is not None


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [
        (MCPError(-32000, "rate limit reached"), ProtocolError, "rpc_-32000"),
        (MCPError(-32000, "SSE stream ended without a response"), ConnectionFailed, "network"),
        (anyio.EndOfStream(), ConnectionFailed, "closed"),
        (MCPError(-32001, "timed out"), CallTimeout, ""),
        (MCPError(-32700, "bad"), ProtocolError, "rpc_-32700"),
        (MCPError(-32602, "bad"), ProtocolError, "rpc_-32602"),
        (httpx2.ConnectError("refused"), ConnectionFailed, "unreachable"),
        (httpx2.ReadTimeout("late"), ConnectionFailed, "timeout"),
        (httpx2.InvalidURL("bad"), ConnectionFailed, "bad_url"),
        (PermissionError(13, "denied"), ConnectionFailed, "system"),
        (InputRequiredRoundsExceededError(10), ProtocolError, "rounds"),
        (RuntimeError("unsupported version"), ProtocolError, "refused"),
        (KeyError("surprise"), ProtocolError, "unexpected"),
    ],
)
def test_faults_become_errors_that_name_the_server(
    fault: Exception, kind: type[WorkbenchError], reason: str
) -> None:
    nested = ExceptionGroup("outer", [ExceptionGroup("inner", [fault])])
    error = translated(nested, PARTY)
    assert type(error) is kind
    assert error.reason == reason
    assert "'s'" in error.what
    assert error.hint
    assert error.__cause__ is fault


def test_an_error_of_ours_stays_what_it_is() -> None:
    ours = AuthorizationRequired("sign in")
    assert translated(ExceptionGroup("g", [ours]), PARTY) is ours


def test_a_text_from_outside_is_bounded_and_made_visible() -> None:
    error = translated(MCPError(-1, "\x1b[31m" + "x" * 10_000), PARTY)
    assert len(str(error)) < 1000
    assert "\x1b" not in str(error)
