"""A tool as a form of flat fields, and what stands in the fields as arguments."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, cast

from ..errors import ArgumentsInvalid, near
from ..grammar import read_json, typed, write_json
from ..messages import FieldMessage, FormMessage
from ..visible import one_line, visible
from .brief import brief_repr
from .field_kind import FieldKind
from .rule_words import rule_of
from .tool import Tool

MOST = 200  # fields of a form; of more, what is required comes first
TITLE, DESCRIPTION, ABOUT = 200, 4000, 1000  # characters: of the tool, and of one field
LONGEST_DEFAULT = 10_000  # characters; a longer one is left to the server
LONGEST_NAME = 1000  # characters of the name of an argument
SHOWN = 64  # characters of a name in an error
TYPES: Mapping[str, tuple[type, ...]] = {
    "text": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
}
WANTED = {
    "integer": ("a whole number", "as in 42"),
    "number": ("a number", "as in 0.5"),
    "boolean": ("true or false", "write true or false"),
    "choice": ("one of the choices", "choose one of the list"),
}


def form_of(tool: Tool) -> FormMessage:
    """What a person fills in to call `tool`, and what its server says about it.

    A text, a number, a box to tick, a choice and a set of choices are fields of their own kind; all
    else, such as a list, an object or a union, is a field of JSON. Whatever the schema holds, there
    is a form, and it is bounded.

    Source: JSON Schema draft 2020-12; MCP 2025-11-25, schema, `Tool` and `ToolAnnotations`.

    >>> schema = {"properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}
    >>> (field,) = form_of(Tool("t", "repeat", schema, "Says it again."))["fields"]
    >>> field["name"], field["kind"], field["rule"], field["required"]
    ('n', 'integer', 'at least 1', True)
    """
    hints = tool.annotations
    read_only = hints.get("readOnlyHint") is True
    return {
        "server": tool.server,
        "tool": tool.name,
        "label": one_line(tool.name),
        "title": one_line(tool.title or _text(hints.get("title")), TITLE),
        "description": _words(tool.description, DESCRIPTION),
        "read_only": read_only,
        "destructive": not read_only and hints.get("destructiveHint") is True,
        "fields": [_field(tool, name) for name in _names(tool)],
    }


def texts_of(form: FormMessage, arguments: Mapping[str, Any]) -> dict[str, str]:
    """What stands in the fields of `form` for these arguments; what has no field is left out.

    A value that its field cannot hold stands there as JSON all the same, for a person to correct.

    Args:
        form: of the tool.
        arguments: JSON values.

    >>> form = form_of(Tool("t", "x", {"properties": {"a": {"type": "string"}, "b": {}}}))
    >>> texts_of(form, {"a": "3", "b": "3", "c": 1})
    {'a': '3', 'b': '"3"'}
    """
    kinds = {field["name"]: field["kind"] for field in form["fields"]}
    return {
        name: value if kinds[name] == "text" and isinstance(value, str) else write_json(value)
        for name, value in arguments.items()
        if name in kinds
    }


def arguments_of(form: FormMessage, values: Mapping[str, str]) -> dict[str, Any]:
    """The arguments for what stands in the fields of `form`.

    A field that is not in `values` is not filled, and neither is one with nothing but blanks that
    is none of text. Rules beyond the kinds, such as a minimum, are checked where the call is.

    Raises:
        ArgumentsInvalid: a field cannot be read, or is missing; the error's `field` names it.

    >>> form = form_of(Tool("t", "x", {"properties": {"a": {"type": "integer"}, "b": {}}}))
    >>> arguments_of(form, {"a": "9007199254740993", "b": "[true]"})
    {'a': 9007199254740993, 'b': [True]}
    >>> try:
    ...     arguments_of(form, {"a": "one"})
    ... except ArgumentsInvalid as error:
    ...     print(error.field, "-", error.what)
    a - t.x: `a` must be a whole number, not 'one'
    """
    names = [field["name"] for field in form["fields"]]
    unknown = next(iter(values.keys() - names), None)
    if unknown is not None:
        raise ArgumentsInvalid(
            f"{_tool(form)} has no argument {_quoted(unknown)}",
            hint=near(unknown, names, empty="it takes none"),
            reason="unknown-argument",
            field=unknown,
        )
    arguments = {
        field["name"]: _value(form, field, values[field["name"]])
        for field in form["fields"]
        if field["kind"] == "text" or values.get(field["name"], "").strip()
        if field["name"] in values
    }
    _refuse_missing(form, arguments)
    return arguments


def _names(tool: Tool) -> list[str]:
    """The arguments in the server's order; required ones that it does not describe at the end."""
    known = dict.fromkeys([*tool.properties, *sorted(tool.required)])
    names = [name for name in known if len(name) <= LONGEST_NAME and _can_be_sent(name)]
    if len(names) <= MOST:
        return names
    kept = frozenset(sorted(names, key=lambda name: name not in tool.required)[:MOST])
    return [name for name in names if name in kept]


def _field(tool: Tool, name: str) -> FieldMessage:
    schema, required = tool.properties.get(name, {}), name in tool.required
    kind = FieldKind.of(schema, required=required)
    return {
        "name": name,
        "label": one_line(name),
        "kind": kind.name,
        "required": required,
        "description": _words(schema.get("description"), ABOUT),
        "default": _default(kind, schema),
        "choices": [{"value": value, "label": label} for value, label in kind.choices],
        "rule": _rule(kind, schema),
        "base64": kind.name == "text" and kind.schema.get("contentEncoding") == "base64",
    }


def _rule(kind: FieldKind, schema: Mapping[str, Any]) -> str:
    if kind.name == "choice":
        return ""
    if kind.name == "choices":
        # each can be ticked but once
        return rule_of({key: one for key, one in kind.schema.items() if key != "uniqueItems"})
    return rule_of(kind.schema, whole=schema if kind.name == "json" else None)


def _default(kind: FieldKind, schema: Mapping[str, Any]) -> str | None:
    """What would stand in the field for the default of its schema, where that is a value."""
    value: Any = schema.get("default")
    fits = TYPES.get(kind.name)
    if value is None or (fits is not None and type(value) not in fits):
        return None
    text: str | None = value if kind.name == "text" else _json(value)
    if text is None or len(text) > LONGEST_DEFAULT or not _can_be_sent(text):
        return None
    return text if _can_be_chosen(kind, text, value) else None


def _can_be_chosen(kind: FieldKind, text: str, value: Any) -> bool:
    known = dict(kind.choices)
    if kind.name == "choices":
        return isinstance(value, list) and all(
            _json(one) in known for one in cast("list[Any]", value)
        )
    return kind.name != "choice" or text in known


def _value(form: FormMessage, field: FieldMessage, text: str) -> Any:
    """What `text` stands for in this field."""
    kind = field["kind"]
    if kind == "text":
        return text
    if kind in ("json", "choices"):
        try:
            return read_json(text)
        except ValueError as error:
            raise _refusal(
                form, field, f"is not JSON: {error}", 'texts stand in "quotes"'
            ) from None
    if kind == "choice":
        if any(text == choice["value"] for choice in field["choices"]):
            return read_json(text)
    else:
        value = typed(text.strip(), {"type": kind})
        if type(value) in TYPES[kind]:
            return value
    wanted, hint = WANTED[kind]
    raise _refusal(form, field, f"must be {wanted}, not {brief_repr(text)}", hint)


def _refuse_missing(form: FormMessage, arguments: Mapping[str, Any]) -> None:
    missing = [
        field["name"]
        for field in form["fields"]
        if field["required"] and field["name"] not in arguments
    ]
    if missing:
        told = ", ".join(map(_quoted, missing[:10])) + (" …" if len(missing) > 10 else "")
        raise ArgumentsInvalid(
            f"{_tool(form)} needs {told}",
            hint="fill in what is required",
            reason="required",
            field=missing[0],
        )


def _refusal(form: FormMessage, field: FieldMessage, what: str, hint: str) -> ArgumentsInvalid:
    name, kind = field["name"], field["kind"]
    told = f"{_tool(form)}: {_quoted(name)} {what}"
    return ArgumentsInvalid(
        told, hint=hint, reason="json" if kind == "json" else "type", field=name
    )


def _tool(form: FormMessage) -> str:
    return one_line(f"{form['server']}.{form['tool']}")


def _quoted(name: str) -> str:
    return f"`{one_line(name, SHOWN)}`"


def _json(value: Any) -> str | None:
    try:
        return write_json(value)
    except ValueError:
        return None


def _words(text: object, limit: int) -> str:
    # servers in Python send docstrings with the indentation of their source
    return visible(inspect.cleandoc(_text(text)[: 2 * limit])[:limit])


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _can_be_sent(text: str) -> bool:
    """Whether UTF-8 has a form for it, which half of a surrogate pair has not."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
