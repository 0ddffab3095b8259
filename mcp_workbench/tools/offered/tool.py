"""One tool as every model is offered it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..naming import is_model_safe, model_safe
from ..tool import Tool
from .difference import Difference, Differences
from .restoring import Restoration
from .schema import SchemaWalk
from .words import plain_words

NAMES = "providers take letters, digits, `_` and `-` in the names of tools, 64 at most"


@dataclass(frozen=True)
class OfferedTool:
    """A tool as a model is told of it; the same for every provider.

    Gateways pass requests on to other providers, and one schema that one of them refuses makes
    every request of an agent fail, so there is one form that all of them take.

    Args:
        name: what the model calls it.
        description: the server's words, then the hint of whoever offers it.
        schema: of its arguments.
        differences: from what the server says.
        renamed: the model's name of an argument, to the server's, where they differ.
        respelt: the same for the values of choices.
        source: the schema as the server says it.
    """

    name: str
    description: str
    schema: Mapping[str, Any] = field(hash=False)
    differences: tuple[Difference, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    respelt: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    source: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False)

    def restored(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a model as the server names them.

        >>> tool = offered(Tool("t", "x", {"properties": {"größe": {}}}))
        >>> tool.restored({"gr__e": 3})
        {'größe': 3}
        """
        if not (self.renamed or self.respelt):
            return dict(arguments)
        return Restoration(self.source, self.renamed, self.respelt).of(arguments)


def offered(tool: Tool, name: str | None = None, hint: str = "") -> OfferedTool:
    r"""`tool` as models are offered it.

    Args:
        tool: of a server.
        name: what the model calls it; its own name in a form that providers take where it is None.
        hint: when to use it, in the words of whoever offers it.

    >>> told = offered(Tool("t", "a.b", {"type": "object"}, "Does it."), hint="Use it.")
    >>> told.name, told.description, [one.code for one in told.differences]
    ('a_b', 'Does it.\n\nUse it.', ['name-mapped'])
    """
    found = Differences()
    known_as = name or model_safe(tool.name)
    if known_as != tool.name:
        why = "that name was given, or is free" if is_model_safe(tool.name) else NAMES
        found.add("name-mapped", "name", f"{tool.name!r} is called {known_as}", why)
    said = tool.description or tool.title or ""
    words = plain_words(said, "description" if tool.description else "title", found)
    walk = SchemaWalk(tool.input_schema, found)
    schema = walk.schema()
    description = "\n\n".join(filter(None, (words, hint)))
    return OfferedTool(
        known_as,
        description,
        schema,
        tuple(found),
        walk.renamed,
        walk.respelt,
        tool.input_schema,
    )
