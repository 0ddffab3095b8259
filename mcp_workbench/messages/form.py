"""A tool as a form, and a tester of one tool as a view; all values of fields are texts."""

from typing import Literal, TypedDict


class ChoiceMessage(TypedDict):
    """One value of a select: `value` as JSON text, `label` for people."""

    value: str
    label: str


class FieldMessage(TypedDict):
    """One argument; `label` is its `name` as it is shown.

    `kind` is how it is filled: a text, a number, a box to tick, a choice, a set of choices, or JSON
    for whatever no simple field fits. The value of a field is what stands in it: for `text` the
    text itself, for all others JSON text. `default` is such a value too, None where the schema has
    none. A field that is not filled is not sent. `rule` says in words what the schema asks for, as
    `0 … 100`. `base64` marks a text that is a file in base64, so that a person may choose the file.
    """

    name: str
    label: str
    kind: Literal["text", "integer", "number", "boolean", "choice", "choices", "json"]
    required: bool
    description: str
    default: str | None
    choices: list[ChoiceMessage]
    rule: str
    base64: bool


class FormMessage(TypedDict):
    """One tool: its words, its hints (which are the server's own claims), and its arguments.

    `label` is the name of the `tool` as it is shown.
    """

    server: str
    tool: str
    label: str
    title: str
    description: str
    read_only: bool
    destructive: bool
    fields: list[FieldMessage]


class TesterMessage(TypedDict):
    """A form that is shown under a cell; `values` by name of field are what it starts with."""

    version: Literal[1]
    kind: Literal["tester"]
    form: FormMessage
    values: dict[str, str]
