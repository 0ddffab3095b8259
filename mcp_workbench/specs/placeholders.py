"""Placeholders such as `${NAME}` in a definition: found here, filled elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .servers import ServerSpec, StdioServer

PLACEHOLDER = re.compile(r"\$\{([^{}]*)\}")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Placeholder(NamedTuple):
    """One `${…}`: the field it stands in, such as `env.TOKEN`, and what is between the braces."""

    field: str
    content: str


def texts(spec: ServerSpec) -> Iterator[tuple[str, str]]:
    """Every field of `spec` that may hold placeholders, with its text."""
    if isinstance(spec, StdioServer):
        yield "command", spec.command
        yield from ((f"args[{index}]", text) for index, text in enumerate(spec.args))
        yield from ((f"env.{name}", text) for name, text in spec.env.items())
        if spec.cwd is not None:
            yield "cwd", spec.cwd
    else:
        yield "url", spec.url
        yield from ((f"headers.{name}", text) for name, text in spec.headers.items())


def placeholders(spec: ServerSpec) -> list[Placeholder]:
    """All placeholders of `spec`, in the order of its fields.

    >>> placeholders(StdioServer("python", ("${FILE}",)))
    [Placeholder(field='args[0]', content='FILE')]
    """
    return [
        Placeholder(field, match[1])
        for field, text in texts(spec)
        for match in PLACEHOLDER.finditer(text)
    ]
