"""A call written as a line of the `mcp-workbench` program, for a POSIX shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from typing import Any

from ..errors import UsageInvalid
from ..visible import one_line
from .arguments import NAME
from .json_text import write_json
from .typed_text import typed
from .words import SHOWN


def command_line(
    tool: str, arguments: Mapping[str, Any], schemas: Mapping[str, object], connect: str = ""
) -> str:
    r"""The `mcp-workbench call` that sends these arguments.

    Args:
        tool: the full name, `server.tool`.
        arguments: JSON values.
        schemas: of each argument, by which the program gives text its type.
        connect: what follows `--connect`, where the program does not know the server else.

    Raises:
        UsageInvalid: an argument has a name that no word begins with.

    >>> command_line("t.f", {"n": 7, "text": "it's", "words": ["a"]}, {"n": {"type": "integer"}})
    'mcp-workbench call t.f n=7 \'text=it\'"\'"\'s\' \'words=["a"]\''
    """
    words = [_word(name, value, schemas.get(name)) for name, value in arguments.items()]
    asked = ["--connect", connect] if connect else []
    # what follows a bare `--` is no option, whatever it begins with
    ends = ["--"] if tool.startswith("-") else []
    return shlex.join(["mcp-workbench", "call", *asked, *ends, tool, *words])


def _word(name: str, value: Any, schema: object) -> str:
    if not re.fullmatch(NAME, name):
        raise UsageInvalid(
            f"the argument {one_line(name, SHOWN)!r} cannot be written as a word",
            hint="export the call as a cell, or as JSON",
            reason="argument",
        )
    text = value if isinstance(value, str) else write_json(value)
    found = typed(text, schema)
    # `@` stands for a file, and NUL ends a word
    plain = not text.startswith("@") and "\0" not in text
    if plain and type(found) is type(value) and found == value:
        return f"{name}={text}"
    return f"{name}:={write_json(value)}"
