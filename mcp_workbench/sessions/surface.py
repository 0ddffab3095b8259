"""From where a call is made: code, a magic, the panel, an agent."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

Surface = Literal["python", "magic", "panel", "agent"]

_surface: ContextVar[Surface] = ContextVar("mcp_workbench_surface", default="python")


@contextmanager
def calls_from(surface: Surface) -> Generator[None]:
    """Calls within come from `surface`, as the history tells.

    >>> with calls_from("magic"):
    ...     surface_now()
    'magic'
    """
    token = _surface.set(surface)
    try:
        yield
    finally:
        _surface.reset(token)


def surface_now() -> Surface:
    """From where a call comes that is made now."""
    return _surface.get()
