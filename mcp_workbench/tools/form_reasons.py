"""Why a form is not simply the schema of its tool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..messages import FieldMessage
from ..visible import hidden_in
from .form import ABOUT, LONGEST_DEFAULT, MOST, form_of
from .offered.difference import Difference
from .offered.folding import REFUSED_AT_TOP
from .tool import Tool, as_object


def form_differences(tool: Tool) -> list[Difference]:
    """How the fields differ from what the server says, and why.

    >>> odd = Tool("t", "x", {"properties": {"a": {"type": "object"}}})
    >>> [(one.code, one.place) for one in form_differences(odd)]
    [('field-of-json', 'a')]
    """
    fields = {field["name"]: field for field in form_of(tool)["fields"]}
    found = list(_of_the_whole(tool, fields))
    for name, field in fields.items():
        found += _of_a_field(tool, as_object(tool.input_schema.get("properties")).get(name), field)
    return found


def _of_the_whole(tool: Tool, fields: Mapping[str, FieldMessage]) -> Iterator[Difference]:
    schema = tool.input_schema
    for key in REFUSED_AT_TOP:
        if key in schema:
            what, why = "checked once the form is sent", "a form has no alternatives as a whole"
            yield Difference("root-combinator", f"input_schema.{key}", what, why)
    names = dict.fromkeys([*tool.properties, *sorted(tool.required)])
    for name in names:
        if name not in fields:
            why = f"a form has {MOST} fields at most, and names that can be sent"
            yield Difference("field-left-out", name, "it has no field", why)


def _of_a_field(tool: Tool, schema: Any, field: FieldMessage) -> Iterator[Difference]:
    name, told = field["name"], tool.properties.get(field["name"], {})
    if name not in tool.properties:
        why = "it is required, and the server does not describe it"
        yield Difference("field-added", name, "it has a field of JSON", why)
    elif not isinstance(schema, Mapping):
        yield Difference("boolean-schema", name, "anything may stand in it", "it has no type")
    elif dict(told) != schema:
        why = "a field shows what a reference leads to"
        yield Difference("reference-inlined", name, "references are put in place", why)
    if field["kind"] == "json" and name in tool.properties:
        why = "no simple field holds every value that it may have"
        yield Difference("field-of-json", name, "it is written as JSON", why)
    yield from _of_words(name, told, field)


def _of_words(name: str, told: Mapping[str, Any], field: FieldMessage) -> Iterator[Difference]:
    words, default = told.get("description"), told.get("default")
    if isinstance(words, str) and hidden_in(words):
        why = "they hide words, or act on a terminal"
        yield Difference("hidden-characters", name, "shown as what they are", why)
    if isinstance(words, str) and len(words) > ABOUT:
        yield Difference("truncated", name, f"cut after {ABOUT:,} characters", "it is too long")
    if default is not None and field["default"] is None:
        why = f"it does not fit its field, or has more than {LONGEST_DEFAULT:,} characters"
        yield Difference("default-left-out", name, "the server fills it in", why)
