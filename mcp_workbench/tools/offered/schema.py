"""An input schema as every provider takes it, with the reasons for each difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from ..naming import LONGEST
from ..references import target
from ..tool import as_object
from .difference import Differences
from .folding import folded
from .keywords import BOOLEAN, DEFINITIONS, NAMED, ONE, SEVERAL, UNREAD, VALUES, is_number
from .words import plain_words

DEEPEST = 24  # schemas inside each other
MOST = 20_000  # schemas, keywords, values and pieces of text in all, references put in place
PIECE = 64  # characters of a text
PROPERTY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")  # what Anthropic takes as the name of an argument
BOUNDS = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
NAMES = "providers take letters, digits, `_`, `.` and `-` in the names of arguments, 64 at most"
DRAFT = "providers take draft 2020-12 alone"


class SchemaWalk:
    """Goes through one input schema; `renamed` and `respelt` are known afterwards.

    What comes out is a valid schema of draft 2020-12 without references, whatever went in.

    Args:
        root: the input schema of a tool.
        found: told of each difference.

    >>> walk = SchemaWalk({"properties": {"größe": {"type": "integer"}}}, Differences())
    >>> walk.schema()
    {'type': 'object', 'properties': {'gr__e': {'type': 'integer', 'description': 'größe'}}}
    >>> walk.renamed
    {'gr__e': 'größe'}
    """

    def __init__(self, root: Mapping[str, Any], found: Differences) -> None:
        self._root, self._found = root, found
        self.renamed: dict[str, str] = {}  # what the model says, to what the server means
        self.respelt: dict[str, str] = {}  # the same for values
        self._names: dict[str, str] = {}
        self._left = MOST
        self._within: list[int] = []  # the targets of references that are being put in place
        self._taken = set(_all_names(root))
        self._numbers: dict[str, int] = {}  # the last one behind a name that several would have
        self._unread: dict[str, None] = {}  # keywords that only name things

    def schema(self) -> dict[str, Any]:
        """The schema as models are shown it."""
        place = "input_schema"
        top = folded(self._flat(self._root, place), place, self._found)
        if top.get("type") != "object":
            top = {**top, "type": "object"}
        told = self._object(top, place, 0)
        if self._unread:
            keys = ", ".join(self._unread)
            self._found.add("keyword-dropped", place, f"left out: {keys}", "no model needs them")
        return {"type": "object", "properties": {}, **told}

    def _flat(self, schema: Mapping[str, Any], place: str, depth: int = DEEPEST) -> dict[str, Any]:
        """The top with references put in place, also those of its alternatives."""
        told = dict(schema)
        self._left -= 1
        for _ in range(depth):
            looked_at = (told, *map(told.get, ("$ref", "properties", "required")))
            if not self._affords(*looked_at):
                break
            named = target(told.get("$ref"), self._root)
            if "$ref" not in told or named is None or named is self._root:
                break
            self._inlined(told.pop("$ref"), place)
            told = {**named, **told}
        for key in ("allOf", "anyOf", "oneOf"):
            listed = told.get(key)
            if isinstance(listed, list) and depth > 0 and self._left > 0:
                branches = cast("list[Any]", listed)
                told[key] = [self._flat(as_object(one), place, depth // 4) for one in branches]
        return told

    def _part(self, schema: Any, place: str, depth: int) -> dict[str, Any]:
        """One schema somewhere below the top."""
        self._left -= 1
        if schema is False:
            self._found.add("boolean-schema", place, "`false` became `not`", DRAFT)
            return {"not": {}}
        if not isinstance(schema, Mapping):
            if schema is not True:
                self._found.add("no-schema", place, "what is no schema allows everything", DRAFT)
            return {}
        if depth > DEEPEST or self._left < 0:
            return self._open(place)
        return self._referred(cast("Mapping[str, Any]", schema), place, depth)

    def _open(self, place: str) -> dict[str, Any]:
        self._found.add("too-deep", place, "what is deeper is left open", "it is too large")
        return {}

    def _affords(self, *values: Any) -> bool:
        """Whether there is room for what `values` hold; each that is looked at takes some."""
        for value in values:
            if isinstance(value, str):
                self._left -= len(value) // PIECE
            elif isinstance(value, Mapping | list):
                self._left -= len(cast("Sequence[Any]", value))
        return self._left > 0

    def _affords_all(self, value: Any) -> bool:
        """As `_affords`, with all that is inside `value`."""
        waiting = [value]
        while waiting and self._affords(one := waiting.pop()):
            if isinstance(one, Mapping):
                fields = cast("Mapping[str, Any]", one)
                waiting += [*fields, *fields.values()]
            elif isinstance(one, list):
                waiting += cast("list[Any]", one)
        return self._left > 0

    def _referred(self, schema: Mapping[str, Any], place: str, depth: int) -> dict[str, Any]:
        """A schema with the reference at its top put in place."""
        if "$ref" not in schema:
            return self._object(schema, place, depth)
        if depth > DEEPEST or not self._affords(schema["$ref"]):
            return self._open(place)
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        named = target(schema["$ref"], self._root)
        if named is None:
            self._found.add(
                *("reference-dropped", place, f"{schema['$ref']!r} leads nowhere in the schema"),
                "nothing is ever fetched",
            )
            return self._object(rest, place, depth)
        if id(named) in self._within:
            self._found.add(
                *("recursion-cut", place, f"{schema['$ref']!r} is left open here"),
                "it leads back into itself",
            )
            return self._object({**_outline(named), **rest}, place, depth)
        self._inlined(schema["$ref"], place)
        self._within.append(id(named))
        try:
            return self._referred({**named, **rest}, place, depth + 1)
        finally:
            self._within.pop()

    def _inlined(self, reference: Any, place: str) -> None:
        why = "some providers read no references"
        self._found.add("reference-inlined", place, f"{reference!r} is put in place", why)

    def _object(self, schema: Mapping[str, Any], place: str, depth: int) -> dict[str, Any]:
        """A schema without a reference, keyword by keyword."""
        told: dict[str, Any] = {}
        for key, value in _modern(schema, lambda what: self._found.add(*_outdated(place, what))):
            self._left -= 1
            if self._left < 0:
                self._open(place)
                break
            kept = self._keyword(key, value, f"{place}.{key}", depth)
            if kept is not None:
                told[key] = kept[0]
        return self._sound(told, place)

    def _keyword(self, key: str, value: Any, place: str, depth: int) -> tuple[Any] | None:
        """The value of a keyword, as a tuple of one; None where the keyword is left out."""
        if (key in VALUES or key == "dependentRequired") and not self._affords_all(value):
            self._open(place)
            return None
        if key in VALUES and VALUES[key](value):
            return (self._value(key, value, place),)
        if key in BOOLEAN and isinstance(value, bool):
            return (value,)
        if key in ONE and isinstance(value, Mapping | bool):
            return (self._part(value, place, depth + 1),)
        if key in SEVERAL and isinstance(value, list) and value:
            entries = enumerate(cast("list[Any]", value))
            return ([self._part(one, f"{place}[{at}]", depth + 1) for at, one in entries],)
        if key in NAMED and isinstance(value, Mapping):
            return (self._named(key, cast("Mapping[str, Any]", value), place, depth),)
        if key == "dependentRequired" and isinstance(value, Mapping):
            return (self._dependent(cast("Mapping[str, Any]", value)),)
        if key in UNREAD:
            self._unread[key] = None
        elif key not in DEFINITIONS:
            known = key in VALUES or key in ONE or key in SEVERAL or key in NAMED
            what = "its value is not what it may be" if known else "it is no keyword of models"
            self._found.add("keyword-dropped", place, f"left out: {what}", DRAFT)
        return None

    def _value(self, key: str, value: Any, place: str) -> Any:
        if key == "required":
            return [self._name(name) for name in value]
        if key == "description":
            return plain_words(value, place, self._found)
        if key in ("enum", "const"):
            return self._plain(value, place, answered=True)
        return self._plain(value, place) if key in ("default", "examples") else value

    def _plain(self, value: Any, place: str, *, answered: bool = False) -> Any:
        """A JSON value with plain texts in it; what a model answers with is spelt back."""
        if isinstance(value, str):
            told = plain_words(value, place, self._found)
            if answered and told != value:
                self.respelt[told] = value
            return told
        if isinstance(value, list):
            entries = cast("list[Any]", value)
            return [self._plain(one, place, answered=answered) for one in entries]
        if isinstance(value, Mapping):
            entries = cast("Mapping[str, Any]", value).items()
            return {
                plain_words(name, place, self._found): self._plain(one, place, answered=answered)
                for name, one in entries
            }
        return None if isinstance(value, float) and not is_number(value) else value

    def _named(
        self, key: str, schemas: Mapping[str, Any], place: str, depth: int
    ) -> dict[str, Any]:
        told: dict[str, Any] = {}
        for name, one in schemas.items():
            self._affords(name)
            if key == "patternProperties":
                told[plain_words(name, place, self._found)] = self._part(one, place, depth + 1)
                continue
            if key == "properties" and one is False:
                what = "it may never be given, so it is not shown"
                self._found.add("boolean-schema", f"{place}.{name}", what, DRAFT)
                continue
            known_as, part = self._name(name), self._part(one, f"{place}.{name}", depth + 1)
            if known_as != name and key == "properties":
                words = (plain_words(name, place, self._found), part.get("description"))
                part["description"] = ": ".join(filter(None, words))
            told[known_as] = part
        return told

    def _dependent(self, needs: Mapping[str, Any]) -> dict[str, list[str]]:
        return {
            self._name(name): [self._name(one) for one in cast("list[str]", names)]
            for name, names in needs.items()
            if VALUES["required"](names)
        }

    def _name(self, name: str) -> str:
        """The name of an argument as every provider takes it; another one for each."""
        if PROPERTY.fullmatch(name):
            return name
        if name not in self._names:
            safe = re.sub(r"[^a-zA-Z0-9_.-]", "_", name)[:LONGEST] or "_"
            told = safe if safe not in self._taken else self._numbered(safe[: LONGEST - 7])
            self._taken.add(told)
            self._names[name], self.renamed[told] = told, name
            self._found.add("name-mapped", f"argument {name!r}", f"it is called {told}", NAMES)
        return self._names[name]

    def _numbered(self, name: str) -> str:
        told, number = name, self._numbers.get(name, 1)
        while told in self._taken or told == name:
            number += 1
            told = f"{name}_{number}"
        self._numbers[name] = number
        return told

    def _sound(self, told: dict[str, Any], place: str) -> dict[str, Any]:
        """The schema with what a provider misses, and without unions of one."""
        for key in ("allOf", "anyOf", "oneOf"):
            if len(told.get(key, ())) == 1:
                (only,) = told.pop(key)
                told = {**only, **told}
        if told.get("type") == "array" and "items" not in told:
            told["items"] = {}
            why = "providers refuse a list that does not say what is in it"
            self._found.add("keyword-added", place, "`items`: anything", why)
        if told.get("type") == "object" and "properties" not in told:
            told["properties"] = {}
            if place != "input_schema":
                why = "some providers leave out objects without it"
                self._found.add("keyword-added", place, "`properties`: none", why)
        return told


def _modern(schema: Mapping[str, Any], note: Callable[[str], None]) -> Iterator[tuple[str, Any]]:
    """The keywords of a schema, those of older drafts as the newest one says them."""
    for key, value in schema.items():
        if key == "items" and isinstance(value, list):
            note("a list of `items` became `prefixItems`")
            yield "prefixItems", value
            if isinstance(schema.get("additionalItems"), Mapping | bool):
                yield "items", schema["additionalItems"]
        elif key in BOUNDS and isinstance(value, bool):
            note(f"`{key}: {str(value).lower()}` became a bound of its own")
            if value:
                yield key, schema.get(BOUNDS[key])
        elif key in BOUNDS.values() and schema.get(_exclusive(key)) is True:
            continue
        elif key == "dependencies" and isinstance(value, Mapping):
            note("`dependencies` became two keywords")
            parts = cast("Mapping[str, Any]", value).items()
            yield "dependentRequired", {k: one for k, one in parts if isinstance(one, list)}
            yield "dependentSchemas", {k: one for k, one in parts if isinstance(one, Mapping)}
        elif key != "additionalItems":
            yield key, value


def _exclusive(bound: str) -> str:
    return f"exclusive{bound.capitalize()}"


def _outdated(place: str, what: str) -> tuple[str, str, str, str]:
    return "draft-updated", place, what, DRAFT


def _outline(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The type and the words of a schema, nothing of what is in it."""
    return {key: schema[key] for key in ("type", "description") if key in schema}


def _all_names(schema: Any) -> Iterator[str]:
    """The names of all properties anywhere in a schema."""
    waiting: list[Any] = [schema]
    left = MOST
    while waiting and left > 0:
        left -= 1
        part = waiting.pop()
        if isinstance(part, Mapping):
            fields = cast("Mapping[str, Any]", part)
            yield from as_object(fields.get("properties"))
            waiting.extend(fields.values())
        elif isinstance(part, list):
            waiting.extend(cast("Sequence[Any]", part))
