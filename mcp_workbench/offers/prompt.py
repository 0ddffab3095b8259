"""Prompts, as a server lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, cast

from ..visible import one_line
from .resource import text_of


@dataclass(frozen=True)
class PromptArgument:
    """An argument of a prompt; its value is a text.

    >>> PromptArgument("city", required=True).name
    'city'
    """

    name: str
    description: str = ""
    required: bool = False
    title: str | None = None

    @classmethod
    def from_wire(cls, entry: Mapping[str, Any]) -> Self:
        """The argument of one entry; a field of a wrong type counts as absent."""
        title = entry.get("title")
        return cls(
            str(entry["name"]),
            text_of(entry, "description"),
            required=entry.get("required") is True,
            title=title if isinstance(title, str) else None,
        )


@dataclass(frozen=True)
class Prompt:
    """A prompt as `prompts/list` describes it.

    Args:
        server: the name of its server.
        name: its own name, as the server spells it.
        title: a name for people, where the server gives one.
        description: what it is for, in the server's words.
        arguments: what it takes.

    Source: MCP 2025-11-25, server/prompts, "Prompt".

    >>> Prompt.from_wire("demo", {"name": "greet", "arguments": [{"name": "who"}]}).full_name
    'demo.greet'
    """

    server: str
    name: str
    title: str | None = None
    description: str = ""
    arguments: tuple[PromptArgument, ...] = ()

    @classmethod
    def from_wire(cls, server: str, entry: Mapping[str, Any]) -> Self:
        """The prompt of one entry of a list; a field of a wrong type counts as absent."""
        title, arguments = entry.get("title"), entry.get("arguments")
        entries = cast("list[Any]", arguments) if isinstance(arguments, list) else []
        return cls(
            server=server,
            name=str(entry["name"]),
            title=title if isinstance(title, str) else None,
            description=text_of(entry, "description"),
            arguments=tuple(
                PromptArgument.from_wire(cast("Mapping[str, Any]", one))
                for one in entries
                if isinstance(one, Mapping)
                and isinstance(cast("Mapping[str, Any]", one).get("name"), str)
            ),
        )

    @property
    def full_name(self) -> str:
        """`server.prompt`, as magics take it."""
        return f"{self.server}.{self.name}"

    @property
    def required(self) -> list[str]:
        """The names of the arguments that must be given."""
        return [one.name for one in self.arguments if one.required]

    def __repr__(self) -> str:
        takes = ", ".join(f"{one.name}{'' if one.required else '=…'}" for one in self.arguments)
        told = one_line(self.description or self.title or "no words")
        return f"<Prompt {one_line(self.full_name)}({one_line(takes)}): {told}>"
