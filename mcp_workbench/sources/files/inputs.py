"""What a file wants a person to be asked for: `inputs` beside its servers.

Source: VS Code, "MCP configuration reference", input variables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...specs import ServerSpec
from ...specs.placeholders import PIECE, placeholders, reference
from ..report import Input
from .definition import Definition
from .entries import mapping, sequence, value_at
from .fields import refused

MOST_DEFAULTS = 1 << 20  # characters that the defaults of a file may add to its texts
ONE_TEXT = ("command", "cwd", "env", "env_file", "url", "headers", "oauth")


def inputs_of(root: Mapping[str, Any]) -> dict[str, Input]:
    """The inputs that a document declares, by id; what is none of them is left out.

    >>> inputs_of({"inputs": [{"id": "key", "type": "promptString", "password": True}]})["key"]
    Input(id='key', description='', password=True, options=())
    """
    declared = sequence(root.get("inputs")) or sequence(value_at(root, ("mcp", "inputs"))) or []
    found: dict[str, Input] = {}
    for one in declared:
        fields = mapping(one)
        if fields is not None and isinstance(name := fields.get("id"), str) and name.strip():
            found[name] = _input(name, fields)
    return found


def _input(name: str, fields: Mapping[str, Any]) -> Input:
    description, default = fields.get("description"), fields.get("default")
    options = [_option(one) for one in sequence(fields.get("options")) or ()]
    return Input(
        name,
        description if isinstance(description, str) else "",
        fields.get("password") is True,
        tuple(one for one in options if one is not None),
        default if isinstance(default, str) else None,
    )


def _option(option: object) -> str | None:
    """One of the choices: a text, or a label with the value it stands for."""
    if isinstance(option, str):
        return option
    value = (mapping(option) or {}).get("value")
    return value if isinstance(value, str) else None


def inputs_named_in(spec: ServerSpec, declared: Mapping[str, Input]) -> tuple[Input, ...]:
    """Those of `declared` that the placeholders of `spec` name, in their order there."""
    named = (reference(one.content) for one in placeholders(spec))
    names = dict.fromkeys(one.name for one in named if one.kind == "input")
    return tuple(declared[name] for name in names if name in declared)


class Defaults:
    """The defaults of inputs, put into the placeholders of those that have one.

    There they are part of what a person agrees to, and of what is kept elsewhere.

    Args:
        inputs: those that a file declares, by id.

    >>> Defaults({"zone": Input("zone", default="eu")}).text("--zone=${input:zone}", {})
    '--zone=${input:zone:-eu}'
    """

    def __init__(self, inputs: Mapping[str, Input]) -> None:
        self._inputs, self._room = inputs, MOST_DEFAULTS

    def of(self, definition: Definition) -> Definition:
        """`definition`, whose placeholders of inputs say their defaults.

        Raises:
            ConfigInvalid: they would make too much text (reason `bad-value`).
        """
        spelled = dict(definition.spelled)

        def text(_: str, given: str) -> str:
            return self.text(given, spelled)

        values = definition.as_dict(text)
        changed = {name: values[name] for name in ONE_TEXT}
        options = dict(definition.options)
        if isinstance(proxy := options.get("proxy"), str):
            options["proxy"] = text("proxy", proxy)
        args = tuple(values["args"])
        return replace(definition, **changed, args=args, options=options, spelled=spelled)

    def text(self, given: str, spelled: dict[str, str]) -> str:
        """`given` with them; `spelled` learns how the file has each placeholder."""

        def piece(match: re.Match[str]) -> str:
            form = self._with_default(match[0], match[2] if match[3] else "")
            if form != match[0]:
                spelled[form] = spelled.get(match[0], match[0])
            return form

        return PIECE.sub(piece, given)

    def _with_default(self, whole: str, content: str) -> str:
        found = reference(content)
        known = self._inputs.get(found.name)
        if found.kind != "input" or found.default is not None or known is None:
            return whole
        if known.default is None or "}" in known.default:
            return whole
        self._room -= len(known.default)
        if self._room < 0:
            raise refused(
                "bad-value", "is too large with the defaults of its inputs", "shorten them"
            )
        return f"${{input:{found.name}:-{known.default}}}"
