"""JSON Schema checks that end soon, whatever the schema of a server holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from .bounded import bounded
from .brief import brief
from .meter import METER, Meter

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

# A check runs on the loop that all servers share, so it must end within a fraction of a second: one
# value against one part of a schema is two steps, and takes about 10 microseconds.
STEPS = 20_000
SECONDS = 0.1
LARGEST = 20_000  # parts of a schema; to search so many for an anchor takes about 0.1 s
# The check for being JSON Schema takes some 15 steps a part; a larger schema is used unchecked.
LARGEST_META = 1_000
META_STEPS = 100_000


class SchemaCheck:
    """What one schema has to say about values.

    No `$ref` is ever fetched: only the schema itself and the published meta-schemas resolve.

    Args:
        schema: a JSON Schema of the draft that its `$schema` names, else of draft 2020-12.

    >>> check = SchemaCheck({"type": "object", "maxProperties": 1})
    >>> fault, unchecked = check.fault({"a": 1, "b": 2})
    >>> fault.validator, unchecked
    ('maxProperties', '')
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._broken, self._validator = "", None
        try:
            self._validator = _validator(schema)
        except Exception as error:  # noqa: BLE001  a schema can break jsonschema anywhere
            self._broken = _why(error)

    def fault(self, value: Any) -> tuple[ValidationError | None, str]:
        """The most telling fault of a value, and why nothing, or not all, was checked, else ""."""
        if self._validator is None:
            return None, f"checks nothing: {self._broken}"
        try:
            return _fault(self._validator, brief(value))
        except Exception as error:  # noqa: BLE001  a schema can break jsonschema anywhere
            return None, f"checks nothing: {_why(error)}"


def _fault(validator: Validator, value: Any) -> tuple[ValidationError | None, str]:
    fault, unread = _first(validator, value, Meter(STEPS, SECONDS))
    if not unread:
        return fault, ""
    # what could not be looked at was taken as right; inside a `not` that would be a fault
    if fault is not None:
        other, _ = _first(validator, value, Meter(STEPS, SECONDS, assumed=False))
        fault = fault if other is not None else None
    return fault, f"was not checked whole: it holds {', '.join(unread)}, which cannot be tried"


def _first(
    validator: Validator, value: Any, meter: Meter
) -> tuple[ValidationError | None, list[str]]:
    from jsonschema import exceptions

    token = METER.set(meter)
    try:
        faults = validator.iter_errors(value)
        # untyped upstream
        fault = cast("ValidationError | None", exceptions.best_match(faults))  # pyright: ignore[reportUnknownMemberType]
    finally:
        METER.reset(token)
    return fault, list(meter.unread)


def _validator(schema: Mapping[str, Any]) -> Validator:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import validator_for
    from referencing import Registry

    parts, patterned = _extent(schema)
    if parts > LARGEST:
        raise TimeoutError("the schema is too large")
    named = isinstance(schema.get("$schema"), str)
    kind = validator_for(schema, default=Draft202012Validator) if named else Draft202012Validator
    own_kind = bounded(kind, patterned)
    own = brief(schema)
    if parts <= LARGEST_META:
        _check_schema(own_kind, own)
    return own_kind(own, registry=Registry())


def _extent(schema: Any) -> tuple[int, bool]:
    """How many parts there are, and whether one has patterns for the names of properties."""
    waiting, parts, patterned = [schema], 0, False
    while waiting and parts <= LARGEST:
        part = waiting.pop()
        parts += 1
        if isinstance(part, Mapping):
            patterned = patterned or "patternProperties" in part
            waiting.extend(cast("Mapping[str, Any]", part).values())
        elif isinstance(part, list):
            waiting.extend(cast("list[Any]", part))
    return parts, patterned


def _check_schema(kind: type[Validator], schema: Any) -> None:
    from jsonschema import SchemaError

    try:
        fault, _ = _first(kind(kind.META_SCHEMA), schema, Meter(META_STEPS, SECONDS))
    except TimeoutError:
        return
    if fault is not None:
        raise SchemaError.create_from(fault)


def _why(error: Exception) -> str:
    from jsonschema import SchemaError
    from referencing.exceptions import Unresolvable

    match error:
        case TimeoutError():
            return str(error)
        case RecursionError():
            return "it, or a value, goes round in circles or too deep"
        case SchemaError():
            return f"{error.json_path} is no JSON Schema: {error.message}"
        case Unresolvable():
            return f"it refers to {error.ref!r}, which is not in it"
        case _:
            return f"it cannot be read: {type(error).__name__}: {error}"
