"""One tool of one server."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from ..visible import one_line, visible
from .interface import Interface
from .plain import PlainCheck
from .references import resolved

if TYPE_CHECKING:
    from ..messages import FormMessage
    from .offered import OfferedTool
    from .schema_check import SchemaCheck

JSON = Any
# where an entry that was repaired keeps itself as it came, as `entry`, and `repairs`
AS_SENT = "mcp-workbench/as-sent"
ONLY_AS_TASK = "It runs only as a task, which is not done here."
SHOWN = 300  # characters of one description in the table
LONGEST_KIND = 100  # characters of the words for one type
LONGEST_DEFAULT = 40  # characters of a default in the table
MOST_KINDS = 20  # types of a union that are told
DEEPEST = 4  # lists and unions inside each other that are told


def _nothing() -> Mapping[str, JSON]:
    return {}


@dataclass(frozen=True)
class Tool:
    """A tool as `tools/list` describes it.

    Args:
        server: the name of its server.
        name: its own name, as the server spells it.
        input_schema: the JSON Schema of its arguments, an object schema.
        description: what it does, in the server's words.
        title: a name for people, where the server gives one.
        output_schema: the JSON Schema of its structured content, where the server gives one.
        annotations: hints such as `readOnlyHint`, as they are on the wire.
        meta: what else the server says of it, `_meta` on the wire; no part of its definition.
        sent: the entry of `tools/list` as it came.
        repairs: what was put right in it.

    Source: MCP 2025-11-25, server/tools, "Tool".

    >>> Tool("time", "now", {"type": "object"}).full_name
    'time.now'
    """

    server: str
    name: str
    input_schema: Mapping[str, JSON] = field(hash=False)
    description: str = ""
    title: str | None = None
    output_schema: Mapping[str, JSON] | None = field(default=None, hash=False)
    annotations: Mapping[str, JSON] = field(default_factory=_nothing, hash=False)
    meta: Mapping[str, JSON] = field(default_factory=_nothing, compare=False, repr=False)
    sent: Mapping[str, JSON] = field(default_factory=_nothing, compare=False, repr=False)
    repairs: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def full_name(self) -> str:
        """`server.tool`, as magics and `Workbench.call` take it."""
        return f"{self.server}.{self.name}"

    @cached_property
    def properties(self) -> Mapping[str, Mapping[str, JSON]]:
        """The schema of each argument, its local references put in place; `{}` for an odd one.

        For showing, typing and completing; arguments are checked against the schema as it was sent.

        >>> Tool("t", "x", {"type": "object", "properties": {"a": True}}).properties["a"]
        {}
        """
        root = self.input_schema
        declared = as_object(root.get("properties"))
        return MappingProxyType(
            {name: resolved(as_object(schema), root) for name, schema in declared.items()}
        )

    @property
    def required(self) -> frozenset[str]:
        """The names of the arguments that must be given."""
        named = self.input_schema.get("required")
        entries = cast("list[JSON]", named) if isinstance(named, list) else []
        return frozenset(name for name in entries if isinstance(name, str))

    @property
    def ui(self) -> Interface | None:
        """The interface of its own that it brings for hosts that show such, if it does."""
        return Interface.from_meta(self.meta)

    @property
    def is_for_models(self) -> bool:
        """Whether a model may see it: some are for the interface of another tool alone.

        >>> Tool("shop", "pay", {}, meta={"ui": {"visibility": ["app"]}}).is_for_models
        False
        """
        return self.ui is None or "model" in self.ui.visibility

    @property
    def needs_task(self) -> bool:
        """Whether its server runs it as a task alone, which is not done here.

        Source: MCP 2025-11-25, basic/utilities/tasks, "Tool-Level Negotiation".

        >>> execution = {"execution": {"taskSupport": "required"}}
        >>> Tool.from_wire("t", {"name": "research", **execution}).needs_task
        True
        """
        return as_object(self.raw.get("execution")).get("taskSupport") == "required"

    @property
    def raw(self) -> Mapping[str, JSON]:
        """Its entry of `tools/list` as the server sent it, faults and all; `repairs` tells those.

        >>> Tool("time", "now", {"type": "object"}).raw
        {'name': 'now', 'inputSchema': {'type': 'object'}}
        """
        return self.sent or entry_of(self)

    @property
    def form(self) -> FormMessage:
        """What a person fills in to call it, as fields."""
        from .form import form_of

        return form_of(self)

    def for_model(
        self, provider: str = "openai", *, name: str | None = None, hint: str = ""
    ) -> dict[str, JSON]:
        """What an agent sends to a provider; `offered` also tells what differs, and why.

        Args:
            provider: `openai`, `openai-responses` or `anthropic`.
            name: what the model calls it; its own name, as providers take it, where it is None.
            hint: when to use it; it follows the server's description.

        Raises:
            UsageInvalid: there is no such provider.

        >>> Tool("time", "now", {"type": "object"}).for_model("anthropic")["name"]
        'now'
        """
        from .offered.formats import format_called

        return format_called(provider)(self.offered(name, hint))

    def offered(self, name: str | None = None, hint: str = "") -> OfferedTool:
        """How models are told of it, with the reason for each difference.

        >>> print(*Tool("t", "a.b", {"type": "object"}).offered().differences)
        ... # doctest: +ELLIPSIS
        name: 'a.b' is called a_b (name-mapped: ...)
        """
        from .offered import offered

        return offered(self, name, hint)

    @cached_property
    def fingerprint(self) -> str:
        """The mark of its whole definition: another one where the server says something else."""
        from .fingerprint import fingerprint

        return fingerprint(self)

    @cached_property
    def output_validator(self) -> SchemaCheck | None:
        """Checks structured content, where the server says what it is."""
        from .schema_check import SchemaCheck

        return None if self.output_schema is None else SchemaCheck(self.output_schema)

    @cached_property
    def plain_output_check(self) -> PlainCheck:
        """Knows in a microsecond when structured content fits for certain."""
        return PlainCheck(self.output_schema or {})

    @cached_property
    def validator(self) -> SchemaCheck:
        """Checks arguments by the draft that `$schema` names, else by draft 2020-12."""
        from .schema_check import SchemaCheck

        return SchemaCheck(self.input_schema)

    @cached_property
    def plain_check(self) -> PlainCheck:
        """Knows in a microsecond when arguments fit for certain."""
        return PlainCheck(self.input_schema)

    @classmethod
    def from_wire(cls, server: str, entry: Mapping[str, JSON]) -> Tool:
        """The tool of one entry of `tools/list`; a field of a wrong type counts as absent.

        >>> Tool.from_wire("time", {"name": "now", "inputSchema": {"type": "object"}}).name
        'now'
        """
        title, output = entry.get("title"), entry.get("outputSchema")
        kept = as_object(entry.get(AS_SENT))
        return cls(
            server=server,
            name=str(entry["name"]),
            input_schema=as_object(entry.get("inputSchema")) or {"type": "object"},
            description=_text(entry.get("description")),
            title=title if isinstance(title, str) else None,
            output_schema=as_object(output) if isinstance(output, Mapping) else None,
            annotations=as_object(entry.get("annotations")),
            meta=as_object(entry.get("_meta")),
            sent=as_object(kept.get("entry")) or entry,
            repairs=tuple(kept.get("repairs", ())),
        )

    def __repr__(self) -> str:
        told = one_line(self.description or self.title or "no words")
        return f"<Tool {one_line(self.full_name)}: {told}>"

    def details(self) -> str:
        """What it does and takes, as lines for people."""
        told = self._told or "The server says nothing about it."
        lines = [one_line(self.full_name), *(f"  {line}" for line in told.splitlines()), ""]
        rows = [(one_line(name), *self._cells(name)) for name in self.properties]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        lines += [] if rows else ["It takes no arguments."]
        return "\n".join([*lines, *(line for one in self._asides for line in ("", one))])

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        # what IPython prints where it shows no HTML
        printer.text(self.details())

    def _repr_html_(self) -> str:
        title = f" <em>{escape(one_line(self.title))}</em>" if self.title else ""
        rows = "".join(self._row(name) for name in self.properties)
        head = _html_row("th", ("argument", "type", "needed", "description"))
        table = f"<table>{head}{rows}</table>" if rows else "<p>takes no arguments</p>"
        told = escape(self._told)
        asides = "".join(f"<p>{escape(one)}</p>" for one in self._asides)
        return (
            f"<div><strong>{escape(one_line(self.full_name))}</strong>{title}"
            f'<p style="white-space:pre-wrap">{told}</p>{table}{asides}</div>'
        )

    @property
    def _asides(self) -> list[str]:
        return [*([str(self.ui)] if self.ui else []), *([ONLY_AS_TASK] if self.needs_task else [])]

    @property
    def _told(self) -> str:
        # servers in Python send docstrings with the indentation of their source
        return visible(inspect.cleandoc(self.description))

    def _row(self, name: str) -> str:
        return _html_row("td", (one_line(name), *self._cells(name)))

    def _cells(self, name: str) -> tuple[str, str, str]:
        """Type, need and meaning of an argument, for tables."""
        schema = self.properties[name]
        need = "required" if name in self.required else ""
        kind = kind_of(schema)
        if "default" in schema:
            kind += f", default {one_line(_json(schema['default']), LONGEST_DEFAULT)}"
        return kind, need, one_line(_text(schema.get("description")), SHOWN)


def entry_of(tool: Tool) -> dict[str, JSON]:
    """The entry of `tools/list` that would describe `tool`.

    >>> entry_of(Tool("time", "now", {"type": "object"}, "The time."))["description"]
    'The time.'
    """
    told = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "annotations": tool.annotations,
        "_meta": tool.meta,
    }
    return {key: value for key, value in told.items() if value or key in ("name", "inputSchema")}


def as_object(value: JSON) -> Mapping[str, JSON]:
    """`value` where it is a JSON object, else an empty one."""
    return cast("Mapping[str, JSON]", value) if isinstance(value, Mapping) else {}


def kind_of(schema: Mapping[str, JSON], depth: int = DEEPEST) -> str:
    """The type of a value in a few words, for tables.

    Args:
        schema: the schema of the value.
        depth: how many lists and unions inside each other are told.

    >>> kind_of({"type": ["integer", "null"]}), kind_of({"enum": ["a", "b"]}), kind_of({})
    ('integer or null', 'choice', 'any')
    >>> kind_of({"type": "array", "items": {"type": "string"}})
    'array of string'
    """
    kind = schema.get("type")
    branches = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(schema.get("enum"), list):
        return "choice"
    if kind == "array" and depth > 0:
        entry = kind_of(as_object(schema.get("items")), depth - 1)
        return "array" if entry == "any" else f"array of {entry}"
    if isinstance(kind, str):
        return one_line(kind, LONGEST_KIND)
    if isinstance(kind, list) and kind:
        return _union(str(one) for one in cast("list[JSON]", kind))
    if isinstance(branches, list) and branches and depth > 0:
        return _union(kind_of(as_object(one), depth - 1) for one in cast("list[JSON]", branches))
    return "object" if "properties" in schema else "any"


def _union(kinds: Iterable[str]) -> str:
    return one_line(" or ".join(islice(kinds, MOST_KINDS)), LONGEST_KIND)


def _json(value: JSON) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _html_row(tag: str, cells: Iterable[str]) -> str:
    # the theme of JupyterLab aligns cells to the right, as numbers want it
    told = (f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells)
    return f"<tr>{''.join(told)}</tr>"


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else ""
