"""A form that a server wants filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from ..errors import ArgumentsInvalid
from ..visible import one_line
from .asked import Answer, Asked

if TYPE_CHECKING:
    from ..messages import FormMessage
    from ..tools import Tool

TITLE = 200  # characters of the title of a field
FORM = "answer"  # what the form is called where it is read as one of a tool


@dataclass(frozen=True)
class FormQuestion(Asked[Answer]):
    """What a server asks a person to fill in.

    Args:
        server: its name.
        message: why it asks, in its own words.
        schema: of what it wants: an object of flat fields.

    Source: MCP 2025-11-25, client features, "Elicitation", form mode; SEP-1330 for the forms that a
    choice may have.

    >>> schema = {"properties": {"age": {"type": "integer", "minimum": 0}}, "required": ["age"]}
    >>> question = FormQuestion("shop", "How old are you?", schema)
    >>> question.content_of({"age": "18"})
    {'age': 18}
    """

    server: str
    message: str
    schema: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)

    @property
    def undone(self) -> str:
        """See `Asked`."""
        return f"server {self.server!r} got no answer to {one_line(self.message)!r}"

    @property
    def way_out(self) -> str:
        """See `Asked`."""
        return "run it where a person can answer, or give wb.elicitation a function that does"

    @cached_property
    def tool(self) -> Tool:
        """The form as a tool that takes what is filled in."""
        from ..tools import Tool  # here and below: what loads the extension needs none of it

        return Tool(self.server, FORM, _with_sets(self.schema), self.message)

    @cached_property
    def form(self) -> FormMessage:
        """The fields, bounded; the title of a field stands before its words."""
        from ..tools import form_of

        form = form_of(self.tool)
        for one in form["fields"]:
            title = self.tool.properties.get(one["name"], {}).get("title")
            if isinstance(title, str) and title.strip() and title != one["name"]:
                parts = (one_line(title, TITLE), one["description"])
                one["description"] = "\n".join(filter(None, parts))
        return form

    @cached_property
    def values(self) -> dict[str, str]:
        """What stands in the fields before a person touches them: the defaults of the schema."""
        fields = self.form["fields"]
        return {one["name"]: one["default"] for one in fields if one["default"] is not None}

    @property
    def defaults(self) -> dict[str, Any]:
        """What counts for a field that nobody fills in, by the schema."""
        fields = self.tool.properties.items()
        return {name: schema["default"] for name, schema in fields if "default" in schema}

    def content_of(self, values: Mapping[str, str]) -> dict[str, Any]:
        """The content for what stands in the fields.

        Raises:
            ArgumentsInvalid: a field is wrong or missing; the error's `field` names it.
        """
        from ..tools import arguments_of

        try:
            content = arguments_of(self.form, values)
        except ArgumentsInvalid as error:
            raise self._in_words_of_the_form(error) from None
        return self.checked(content)

    def checked(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """`content` where it fits the schema.

        Raises:
            ArgumentsInvalid: it does not; the error's `field` names the place.

        >>> question = FormQuestion("s", "Your mail?", {"properties": {"m": {"format": "email"}}})
        >>> try:
        ...     question.checked({"m": "ada"})
        ... except ArgumentsInvalid as error:
        ...     print(error.field, "-", error.what)
        m - `m` must be an e-mail address, not 'ada'
        """
        from ..tools import check_arguments
        from .formats import misfit

        try:
            check_arguments(self.tool, content)
        except ArgumentsInvalid as error:
            raise self._in_words_of_the_form(error) from None
        for name, value in content.items():
            wanted = misfit(self.tool.properties.get(name, {}), value)
            if wanted:
                raise ArgumentsInvalid(
                    f"`{one_line(name)}` must be {wanted}, not {one_line(repr(value))}",
                    hint="correct it, or decline",
                    reason="format",
                    field=name,
                )
        return dict(content)

    def _in_words_of_the_form(self, error: ArgumentsInvalid) -> ArgumentsInvalid:
        """Without the name of the tool that there is none of."""
        what = error.what.removeprefix(one_line(self.tool.full_name)).removeprefix(":").strip()
        if what.startswith(("needs ", "has no ")):
            what = f"the form {what}"
        hint = error.hint.partition("; %mcp info")[0]
        return ArgumentsInvalid(what, hint=hint, reason=error.reason, field=error.field)


def _with_sets(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """`schema` with each list of choices as a set: a person ticks a choice, or does not."""
    fields: Any = schema.get("properties")
    if not isinstance(fields, Mapping):
        return schema
    properties = cast("Mapping[str, Any]", fields)
    return {**schema, "properties": {name: _set(one) for name, one in properties.items()}}


def _set(field: Any) -> Any:
    if not isinstance(field, Mapping):
        return field
    schema = cast("Mapping[str, Any]", field)
    return {**schema, "uniqueItems": True} if schema.get("type") == "array" else schema
