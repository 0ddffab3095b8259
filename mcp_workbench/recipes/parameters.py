"""The values of a run: what is given, checked against what the recipe declares."""

from __future__ import annotations

import datetime
import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import ArgumentsInvalid, ParameterMissing, UsageInvalid, near
from ..grammar import typed
from ..tools import json_value
from ..visible import one_line
from .sections import Parameter

SHOWN = 60  # characters of a value in an error
SCHEMAS: Mapping[str, Mapping[str, str]] = {
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "json": {},
}
WANTED = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "date": "a date, as in 2026-01-31",
    "file": "the path of a file",
    "select": "one of its options",
    "json": "what JSON has a form for",
}


def values_of(parameters: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """A value for each parameter: the one given, else its default.

    Raises:
        UsageInvalid: something is given that is no parameter, or is of a wrong type.
        ParameterMissing: a required one is not given; all of them are named.

    >>> values_of([Parameter(key="n", type="integer", default=3)], {})
    {'n': 3}
    """
    found = checked(parameters, given)
    missing = [one for one in parameters if one.required and one.key not in found]
    if missing:
        keys = ", ".join(one.key for one in missing)
        raise ParameterMissing(
            f"the recipe needs the parameter{'s' if missing[1:] else ''} {keys}",
            hint=_how_to_give(missing[0]),
            reason="missing",
        )
    return {one.key: found.get(one.key, one.default) for one in parameters}


def checked(parameters: Sequence[Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """What is given, as plain values of the right types; defaults are not looked at.

    Raises:
        UsageInvalid: something is given that is no parameter, or is of a wrong type.
    """
    known = {parameter.key: parameter for parameter in parameters}
    for key in given:
        if key not in known:
            raise UsageInvalid(
                f"the recipe has no parameter {one_line(key, SHOWN)!r}",
                hint=near(key, known, empty="it takes none"),
                reason="unknown-parameter",
            )
    return {key: _value(known[key], value) for key, value in given.items()}


def _how_to_give(parameter: Parameter) -> str:
    told = f", {one_line(parameter.description, SHOWN)}" if parameter.description else ""
    return f"-p {parameter.key}=… ({WANTED[parameter.type]}{told}), or {parameter.key}=… in Python"


def from_text(parameter: Parameter, text: str) -> Any:
    """`text`, as a command line gives it, as a value of the parameter's type.

    What does not fit stays text, so that `values_of` can say why.

    >>> from_text(Parameter(key="n", type="integer"), "3"), from_text(Parameter(key="t"), "3")
    (3, '3')
    """
    schema = SCHEMAS.get(parameter.type)
    return text if schema is None else typed(text, schema)


def fault_of(parameter: Parameter, value: Any) -> str:
    """What keeps `value` from being one of the parameter's; empty where it fits.

    A file is looked for only when the recipe runs.

    >>> fault_of(Parameter(key="day", type="date"), "31.1.2026")
    'is not a date, as in 2026-01-31'
    """
    if parameter.type == "select":
        options = parameter.options or []
        return "" if value in options else f"is not one of {one_line(', '.join(options))}"
    return "" if _fits(parameter.type, value) else f"is not {WANTED[parameter.type]}"


def _fits(kind: str, value: Any) -> bool:
    if kind == "boolean":
        return isinstance(value, bool)
    if kind in ("integer", "number"):
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole or (kind == "number" and isinstance(value, float) and math.isfinite(value))
    if kind == "json":
        return True
    return isinstance(value, str) and (kind != "date" or _is_date(value))


def _is_date(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == len("2026-01-31")


def _value(parameter: Parameter, given: Any) -> Any:
    value = _plain(parameter, given)
    if value is None and not parameter.required:
        return None
    fault = fault_of(parameter, value)
    if not fault and parameter.type == "file" and not os.path.isfile(str(value)):
        fault = "is no file that is there"
    if fault:
        hint = f"give {WANTED[parameter.type]}"
        if parameter.type == "select":
            hint = near(str(value), parameter.options or [])
        raise UsageInvalid(
            f"the parameter {parameter.key} {fault}: {one_line(repr(value), SHOWN)}",
            hint=hint,
            reason="parameter-value",
        )
    return value


def _plain(parameter: Parameter, given: Any) -> Any:
    """`given` as JSON has it; dates and paths become text."""
    if isinstance(given, datetime.date) and not isinstance(given, datetime.datetime):
        return given.isoformat()
    try:
        return json_value(given)
    except ArgumentsInvalid as error:
        raise UsageInvalid(
            f"the parameter {parameter.key} cannot be used: {error.what}",
            hint=error.hint,
            reason="parameter-value",
        ) from None
