"""What kind of field holds the value of one argument."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from ..grammar import write_json
from ..visible import one_line
from .tool import as_object

Kind = Literal["text", "integer", "number", "boolean", "choice", "choices", "json"]
MOST_CHOICES = 200  # of a select; of more, a person types one
LONGEST_CHOICE, LONGEST_LABEL = 1000, 100  # characters
DEEPEST = 4  # unions inside each other that are looked into
UNIONS = ("anyOf", "oneOf")
FLAT: Mapping[str, Kind] = {
    "string": "text",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
}


@dataclass(frozen=True)
class FieldKind:
    """A kind of field, and the schema of what stands in it.

    Args:
        name: what it is called in a form.
        schema: the schema of a value, what only says "or null" taken off.
        choices: the values of a select as JSON text, each with its label; of `choices`, a set of
            them is the value.
    """

    name: Kind
    schema: Mapping[str, Any]
    choices: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, schema: Mapping[str, Any], *, required: bool) -> FieldKind:
        """The simplest kind that can hold every value which the schema allows.

        A value that may be null and may be left out, with no default, needs no null.

        Args:
            schema: of one argument, its references put in place.
            required: whether it must be given.

        >>> FieldKind.of({"type": ["integer", "null"]}, required=False).name
        'integer'
        >>> FieldKind.of({"type": ["integer", "null"]}, required=True).name
        'json'
        """
        core, nullable = _core(schema, DEEPEST)
        choices = list(_choices(core))
        if nullable and choices and None not in choices:
            choices.append(None)
        select = _select(core, choices)
        if select:
            return cls("choice", core, select)
        several = () if nullable else _several(core)
        if several:
            return cls("choices", core, several)
        name = _named(choices) if choices else _flat(core)
        if nullable and (required or schema.get("default") is not None):
            if name == "boolean":
                return cls("choice", core, _select(core, [True, False, None]))
            name = "json"
        return cls(name, core)


def _core(schema: Mapping[str, Any], depth: int) -> tuple[Mapping[str, Any], bool]:
    """What is left of `schema` without null, and whether null is allowed."""
    nullable = schema.get("nullable") is True
    kinds = schema.get("type")
    if isinstance(kinds, list):
        named = cast("list[Any]", kinds)
        rest = [kind for kind in named if kind != "null"]
        if "number" in rest:
            rest = [kind for kind in rest if kind != "integer"]
        nullable = nullable or "null" in named
        schema = {**schema, "type": rest[0] if len(rest) == 1 else rest or "null"}
    for word in UNIONS:
        branches = schema.get(word)
        if not isinstance(branches, list):
            continue
        parts = cast("list[Any]", branches)
        some = [part for part in parts if not _is_null(part)]
        nullable = nullable or len(some) < len(parts)
        outer = {key: value for key, value in schema.items() if key != word}
        if len(some) == 1 and isinstance(some[0], Mapping) and depth > 0:
            inner, more = _core({**outer, **cast("Mapping[str, Any]", some[0])}, depth - 1)
            return inner, nullable or more
        schema = {**outer, word: some}
    return schema, nullable


def _is_null(schema: Any) -> bool:
    part = as_object(schema)
    return part.get("type") == "null" or part.get("enum") == [None] or part.get("const", 0) is None


def _choices(schema: Mapping[str, Any]) -> Iterator[Any]:
    """The values that the schema names one by one, if it names all that it allows."""
    if "const" in schema:
        yield schema["const"]
    elif isinstance(schema.get("enum"), list):
        yield from cast("list[Any]", schema["enum"])
    else:
        branches = _named_branches(schema)
        for branch in branches:
            yield from _choices(branch)


def _named_branches(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The branches of a union that all name their values."""
    for word in UNIONS:
        branches = schema.get(word)
        if isinstance(branches, list) and branches:
            parts = [as_object(part) for part in cast("list[Any]", branches)]
            if all("const" in part or isinstance(part.get("enum"), list) for part in parts):
                return parts
    return []


def _several(schema: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The choices of a list whose entries are chosen, each at most once."""
    if schema.get("type") != "array" or schema.get("uniqueItems") is not True:
        return ()
    entry = as_object(schema.get("items"))
    return _select(entry, list(_choices(entry)))


def _select(schema: Mapping[str, Any], values: list[Any]) -> tuple[tuple[str, str], ...]:
    """The values as choices; none where there are too many, or one cannot be chosen."""
    if not 0 < len(values) <= MOST_CHOICES:
        return ()
    titles = {
        id(branch["const"]): branch.get("title")
        for branch in _named_branches(schema)
        if "const" in branch
    }
    enum, names = schema.get("enum"), schema.get("enumNames")
    if isinstance(enum, list) and isinstance(names, list):
        # of forms that servers ask for before revision 2025-11-25
        named = zip(cast("list[Any]", enum), cast("list[Any]", names), strict=False)
        titles |= {id(value): name for value, name in named}
    plain = all(isinstance(value, str) or value is None for value in values)
    found: dict[str, str] = {}
    for value in values:
        try:
            text = write_json(value)
        except ValueError:
            return ()
        if len(text) > LONGEST_CHOICE:
            return ()
        title = titles.get(id(value))
        told = value if plain and isinstance(value, str) and value.strip() else text
        label = title if isinstance(title, str) and title.strip() else told
        found.setdefault(text, one_line(label, LONGEST_LABEL))
    return tuple(found.items())


def _named(values: list[Any]) -> Kind:
    """The kind for values of which there are too many for a select."""
    if all(isinstance(value, str) for value in values):
        return "text"
    whole = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return "integer" if whole else "json"


def _flat(schema: Mapping[str, Any]) -> Kind:
    kind = schema.get("type")
    return FLAT.get(kind, "json") if isinstance(kind, str) else "json"
