"""Arguments against a tool's input schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from ..errors import ArgumentsInvalid
from .tool import Tool

if TYPE_CHECKING:
    from jsonschema import ValidationError

SHOWN = 200  # characters of a value in a message; a picture as base64 has millions


def check_arguments(tool: Tool, arguments: Mapping[str, Any]) -> str:
    """Refuse arguments that do not fit; the answer tells why they could not be checked, else "".

    A schema that is broken on the server's side forbids nothing: it is told, and the call goes on.

    Raises:
        ArgumentsInvalid: names the path, the rule and the value of the most telling fault.

    Source: JSON Schema draft 2020-12, or the draft that the schema's `$schema` names.

    >>> adds = Tool("t", "add", {"type": "object", "properties": {"a": {"type": "integer"}}})
    >>> check_arguments(adds, {"a": 1})
    ''
    >>> try:
    ...     check_arguments(adds, {"a": "one"})
    ... except ArgumentsInvalid as error:
    ...     print(error.what)
    t.add: $.a: 'one' is not of type 'integer'
    """
    if tool.plain_check.fits(arguments):
        return ""
    from jsonschema import SchemaError, exceptions
    from referencing.exceptions import Unresolvable

    try:
        faults = tool.validator.iter_errors(dict(arguments))
        # untyped upstream
        fault = cast("ValidationError | None", exceptions.best_match(faults))  # pyright: ignore[reportUnknownMemberType]
    except SchemaError as error:
        return _unchecked(tool, f"{error.json_path} is no JSON Schema: {error.message}")
    except Unresolvable as error:
        return _unchecked(tool, f"it refers to {error.ref!r}, which is not in it")
    except re.error as error:
        return _unchecked(tool, f"a pattern in it cannot be read: {error}")
    except RecursionError:
        return _unchecked(tool, "it, or a value, goes round in circles or too deep")
    if fault is not None:
        raise _refusal(tool, fault)
    return ""


def _unchecked(tool: Tool, why: str) -> str:
    return f"the input schema of {tool.full_name} checks nothing: {_short(why)}"


def _refusal(tool: Tool, fault: ValidationError) -> ArgumentsInvalid:
    rule, wanted = str(fault.validator), _short(repr(fault.validator_value))
    return ArgumentsInvalid(
        f"{tool.full_name}: {_short(fault.json_path)}: {_short(fault.message)}",
        hint=(
            f"the rule is {rule}: {wanted}, the value {_short(repr(fault.instance))};"
            f" `%mcp info {tool.full_name}` shows what it takes"
        ),
        reason=rule,
    )


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 40]} … {text[-30:]}"
