"""Placeholders such as `${NAME}` in a definition: found here, filled elsewhere."""

from __future__ import annotations

import re
from typing import NamedTuple

from .servers import ServerSpec

PLACEHOLDER = re.compile(r"\$\{([^{}]*)\}")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Placeholder(NamedTuple):
    """One `${…}`: the field it stands in, such as `env.TOKEN`, and what is between the braces."""

    field: str
    content: str


def placeholders(spec: ServerSpec) -> list[Placeholder]:
    """All placeholders of `spec`, in the order of its fields.

    >>> from mcp_workbench.specs import StdioServer
    >>> placeholders(StdioServer("python", ("${FILE}",)))
    [Placeholder(field='args[0]', content='FILE')]
    """
    return [
        Placeholder(field, match[1])
        for field, text in spec.texts()
        for match in PLACEHOLDER.finditer(text)
    ]
