"""What a server says of its tools, resources and prompts, without secrets that it knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from .redaction import Redactor

WORDS = frozenset(("title", "description", "instructions", "$comment", "examples"))
# below these, keys are names that the server chose
NAMED = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"))
DEEPEST = 100


def redacted_prose(value: Any, redactor: Redactor) -> Any:
    """`value` with all words for people redacted; itself where no secret is known.

    What the protocol needs stays: names, addresses, and what arguments are checked against. A
    default value that holds a secret is left out, as when a program takes it from its environment:
    the server has it anyway.

    >>> redactor = Redactor()
    >>> redactor.learn(["hunter2hunter2"])
    >>> said = {"name": "a", "description": "hunter2hunter2", "default": "hunter2hunter2"}
    >>> redacted_prose(said, redactor)
    {'name': 'a', 'description': '…'}
    """
    return _redacted(value, redactor, DEEPEST) if redactor else value


def _redacted(value: Any, redactor: Redactor, depth: int, *, named: bool = False) -> Any:
    if depth == 0:
        return value
    if isinstance(value, list):
        return [_redacted(one, redactor, depth - 1) for one in cast("list[Any]", value)]
    if not isinstance(value, Mapping):
        return value
    found: dict[str, Any] = {}
    for key, one in cast("Mapping[str, Any]", value).items():
        if not named and key in WORDS and not isinstance(one, Mapping):
            found[key] = redactor.json(one)
        elif named or key != "default" or redactor.json(one) == one:
            found[key] = _redacted(one, redactor, depth - 1, named=not named and key in NAMED)
    return found
