"""The result of one call: a Python value, an error, and everything that came."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import ToolFailed, WorkbenchError
from ..visible import shortened
from .content import Item, Link, Resource, Sound, content_of, items
from .context import CallContext
from .picture import Picture
from .pretty import pretty
from .value import value_of

if TYPE_CHECKING:
    from ..detections import Detection, Recognition
    from .linking import Linked

ERROR_WORDS = 4000


def as_it_is(shown: Any, _keep: Container[str] = ()) -> Any:
    """Nothing is known to be secret."""
    return shown


class ToolResult:
    """What a tool returned. A cell shows it as pictures with boxes, text, sound, or an error.

    Args:
        wire: the `tools/call` result as it came, `{}` where nothing came.
        context: what was called, and with what.
        elapsed: how long the call took, in seconds.
        error: why the call failed; a result that says `isError` brings its own.
        warnings: what was repaired or set aside on the way.
        redact: leaves secrets out of a text or a JSON value that is shown or kept, save texts
            under the keys that it is given beside it; `value`, `text` and `content` are as they
            came.

    >>> r = ToolResult({"structuredContent": {"result": 3}}, CallContext("demo", "add"), 0.1)
    >>> r.value, r.error
    (3, None)
    """

    def __init__(
        self,
        wire: Mapping[str, Any],
        context: CallContext,
        elapsed: float,
        error: WorkbenchError | None = None,
        warnings: Sequence[str] = (),
        *,
        redact: Callable[..., Any] = as_it_is,
    ) -> None:
        self.wire, self.context, self.elapsed, self.redact = wire, context, elapsed, redact
        self.warnings: list[str] = list(redact(list(warnings)))
        self.content: list[Any] = content_of(wire)
        self.structured: Any = wire.get("structuredContent")
        self._is_own_error = error is None and bool(wire.get("isError"))
        self.error = self._failed() if self._is_own_error else error

    @property
    def is_error(self) -> bool:
        """Whether the call or the tool failed."""
        return self.error is not None

    @cached_property
    def value(self) -> Any:
        """Structured content, else JSON text parsed, else text, else the blocks; None on an error.

        A sole `result` in structured content is unwrapped; several text blocks that are JSON
        objects or arrays become a list.
        """
        return None if self.is_error else value_of(self.structured, self._texts, self.content)

    @property
    def text(self) -> str:
        """All text blocks, joined by line breaks."""
        return "\n".join(self._texts)

    @property
    def images(self) -> list[Picture]:
        """All images, embedded ones too; what is broken has a `note` and keeps its bytes."""
        return [item for item in self.items if isinstance(item, Picture)]

    @property
    def audio(self) -> list[Sound]:
        """All sounds, embedded ones too."""
        return [item for item in self.items if isinstance(item, Sound)]

    @property
    def links(self) -> list[Link]:
        """All links to resources."""
        return [item for item in self.items if isinstance(item, Link)]

    @property
    def resources(self) -> list[Resource]:
        """All embedded resources that are neither image nor sound."""
        return [item for item in self.items if isinstance(item, Resource)]

    @cached_property
    def items(self) -> list[Item]:
        """Each content block as a Python value, in order."""
        return list(items(self.content))

    @property
    def recognition(self) -> Recognition:
        """What was recognised as detections, how it was read, and how sure that is."""
        return self.linked.recognition

    @property
    def detections(self) -> Sequence[Detection]:
        """All detections, flat, in pixels of the picture as displayed."""
        return self.recognition.detections

    @cached_property
    def linked(self) -> Linked:
        """The recognition with the pictures that its detections are drawn over."""
        from .linking import linked

        return linked({} if self.is_error else self.wire, self.items, self.context)

    @property
    def _texts(self) -> list[str]:
        return [item for item in self.items if isinstance(item, str)]

    @property
    def _reason(self) -> str:
        """What the tool says of its failure."""
        # the reference SDK repeats the tool's name, which is said anyway
        return (
            self.redact(self.text)
            .strip()
            .removeprefix(f"Error executing tool {self.context.tool}: ")
        )

    @property
    def untold(self) -> str | None:
        """What the texts say beyond `error`; None where it does not speak for them.

        >>> wire = {"isError": True, "content": [{"type": "text", "text": "no such file"}]}
        >>> ToolResult(wire, CallContext("demo", "look"), 0.1).untold
        ''
        """
        if self._is_own_error:
            return self._reason[ERROR_WORDS:]
        return None

    def _failed(self) -> ToolFailed:
        said, silent = self._reason, False
        if not said and self.structured is not None:
            said = self.redact(pretty(self.structured, ERROR_WORDS)[0])
        if not said:
            said, silent = "the tool failed and said nothing", True
        words, omitted = shortened(said, ERROR_WORDS)
        more = f"… ({omitted:,} more characters in .text)" if omitted else ""
        return ToolFailed(
            f"{self.context.full_name}: {words}{more}",
            hint=self._what_it_takes(),
            reason="silent" if silent else "",
        )

    def _what_it_takes(self) -> str:
        """Where to read about arguments, if they can be the reason."""
        if not (self.context.arguments or self.context.input_schema.get("properties")):
            return ""
        return f"`%mcp info {self.context.full_name}` shows what it takes"

    def __repr__(self) -> str:
        count = len(self.content)
        blocks = f"{count} block{'' if count == 1 else 's'}"
        state = f"error {self.error.code}" if self.error else blocks
        return f"<ToolResult {self.context.full_name}: {state}, {self.elapsed:.2g} s>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from .view import bundle

        return bundle(self)
