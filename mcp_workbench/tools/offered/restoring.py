"""The arguments of a model as the server of a tool spells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from ..references import target
from ..tool import as_object

MOST = 500  # schemas that say something of one value
ALTERNATIVES = ("anyOf", "oneOf", "allOf")
CONDITIONS = ("if", "then", "else")
Schemas = Sequence[Mapping[str, Any]]


class Restoration:
    """Spells names and choices back where the server's own schema has them, and nowhere else.

    What stands in a free text or a free object is the model's own, also where it looks the same.

    Args:
        root: the input schema of the tool, as its server says it.
        renamed: the model's name of an argument, to the server's, where they differ.
        respelt: the same for the values of choices.

    >>> root = {"properties": {"größe": {"type": "integer"}, "free": {"type": "object"}}}
    >>> Restoration(root, {"gr__e": "größe"}, {}).of({"gr__e": 3, "free": {"gr__e": 4}})
    {'größe': 3, 'free': {'gr__e': 4}}
    """

    def __init__(
        self, root: Mapping[str, Any], renamed: Mapping[str, str], respelt: Mapping[str, str]
    ) -> None:
        self._root, self._renamed = root, renamed
        self._told = {theirs: told for told, theirs in respelt.items()}

    def of(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments as the server names them."""
        return self._object(arguments, self._here([self._root]))

    def _here(self, schemas: Iterable[Any]) -> list[Mapping[str, Any]]:
        """`schemas` with what they refer to and all of their alternatives."""
        found: dict[int, Mapping[str, Any]] = {}
        waiting = list(schemas)
        while waiting and len(found) < MOST:
            schema = as_object(waiting.pop())
            if not schema or id(schema) in found:
                continue
            found[id(schema)] = schema
            waiting.append(target(schema.get("$ref"), self._root))
            waiting += [schema.get(key) for key in CONDITIONS]
            for key in ALTERNATIVES:
                waiting += _listed(schema.get(key))
            for key in ("dependentSchemas", "dependencies"):
                waiting += as_object(schema.get(key)).values()
        return list(found.values())

    def _value(self, value: Any, schemas: Iterable[Any]) -> Any:
        if not isinstance(value, str | list | Mapping):
            return value
        here = self._here(schemas)
        choices = list(_choices(here)) if self._told else []
        if value not in choices:
            for choice in choices:
                if self._as_told(choice) == value:
                    return choice
        if isinstance(value, list):
            entries = enumerate(cast("list[Any]", value))
            return [self._value(one, _of_entry(at, here)) for at, one in entries]
        if isinstance(value, Mapping):
            return self._object(cast("Mapping[str, Any]", value), here)
        return value

    def _object(self, value: Mapping[str, Any], here: Schemas) -> dict[str, Any]:
        fields: dict[str, list[Any]] = {}
        for schema in here:
            for name, one in as_object(schema.get("properties")).items():
                fields.setdefault(name, []).append(one)
        others = [one for schema in here for one in _others(schema)]
        told: dict[str, Any] = {}
        for name, one in value.items():
            theirs = self._renamed.get(name, name)
            theirs = theirs if theirs in fields else name
            told[theirs] = self._value(one, fields.get(theirs, others))
        return told

    def _as_told(self, value: Any) -> Any:
        """A value of a choice as the model was told it."""
        if isinstance(value, str):
            return self._told.get(value, value)
        if isinstance(value, list):
            return [self._as_told(one) for one in cast("list[Any]", value)]
        if isinstance(value, Mapping):
            entries = cast("Mapping[str, Any]", value).items()
            return {name: self._as_told(one) for name, one in entries}
        return value


def _listed(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _choices(schemas: Schemas) -> Iterator[Any]:
    for schema in schemas:
        yield from _listed(schema.get("enum"))
        if "const" in schema:
            yield schema["const"]


def _of_entry(at: int, schemas: Schemas) -> Iterator[Any]:
    """What says something of the entry `at` of a list, in every draft."""
    for schema in schemas:
        first = _listed(schema.get("prefixItems")) or _listed(schema.get("items"))
        if at < len(first):
            yield first[at]
        else:
            yield schema.get("items")
            yield schema.get("additionalItems")


def _others(schema: Mapping[str, Any]) -> Iterator[Any]:
    """What says something of names that are none of the properties."""
    yield schema.get("additionalProperties")
    yield from as_object(schema.get("patternProperties")).values()
