"""What was called, and with what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from .picture import Picture

MAX_WORDS = 100_000


@dataclass(frozen=True)
class CallContext:
    """All of a call that its result needs to be read and shown later.

    Args:
        server: name of the server, as registered.
        tool: the tool's own name.
        description: what the tool says about itself.
        arguments: what was sent.
        input_schema: JSON Schema of the arguments.
        output_schema: JSON Schema of the structured content, if the tool declares one.
        pictures: the images that were sent, as they were at the time of the call.

    >>> CallContext("demo", "add").full_name
    'demo.add'
    """

    server: str
    tool: str
    description: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    input_schema: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    output_schema: Mapping[str, Any] | None = field(default=None, repr=False)
    pictures: tuple[Picture, ...] = ()

    @property
    def full_name(self) -> str:
        """`server.tool`."""
        return f"{self.server}.{self.tool}"

    @property
    def names(self) -> tuple[str, str]:
        """Server and tool as a display names them, with a dot between."""
        return self.server, self.tool

    @property
    def words(self) -> str:
        r"""What tool and output schema say, for a reader that looks for a convention of boxes.

        >>> CallContext("s", "t", "Finds cups.", output_schema={"description": "In pixels"}).words
        'Finds cups.\nIn pixels.'
        """
        said = [self.description, *_descriptions(self.output_schema, 12)]
        # a full stop after each, so that no sentence seems to run into the next
        return "\n".join(f"{words.strip().rstrip('.')}." for words in said if words)[:MAX_WORDS]


def _descriptions(schema: Any, depth: int) -> Iterator[str]:
    if depth and isinstance(schema, Mapping):
        for key, value in cast(Mapping[str, Any], schema).items():
            if key == "description" and isinstance(value, str):
                yield value
            else:
                yield from _descriptions(value, depth - 1)
    elif depth and isinstance(schema, list):
        for value in cast(list[Any], schema):
            yield from _descriptions(value, depth - 1)
