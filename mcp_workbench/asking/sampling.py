"""A text that a server wants a model to write."""

from __future__ import annotations

from dataclasses import dataclass

from .asked import Asked


@dataclass(frozen=True)
class SamplingQuestion(Asked[bool]):
    """Whether a model may be given what a server wants to ask it; the person's tokens pay for it.

    Args:
        server: its name.
        model: the model that would answer, as the person named it.
        messages: what the model would be given: who says it (`user`, `assistant`), and the text.
        system: what the server wants it to be told first.
        max_tokens: the longest answer, in tokens.
        temperature: that the server wants; None for the model's own.
        stop_sequences: texts that end the answer.

    Source: MCP 2025-11-25, client features, "Sampling": a person should be able to deny it.

    >>> SamplingQuestion("shop", "openai:gpt-5", (("user", "Hi"),)).undone
    "server 'shop' got no answer of openai:gpt-5"
    """

    server: str
    model: str
    messages: tuple[tuple[str, str], ...]
    system: str = ""
    max_tokens: int = 0
    temperature: float | None = None
    stop_sequences: tuple[str, ...] = ()

    @property
    def given(self) -> list[tuple[str, str]]:
        """All that the model would be given, each with what it is; a person sees it whole.

        >>> SamplingQuestion("shop", "m", (("user", "Hi"),), "Be brief.", temperature=0.5).given
        [('system', 'Be brief.'), ('user', 'Hi'), ('temperature', '0.5')]
        """
        system = [("system", self.system)] if self.system else []
        warmth = [] if self.temperature is None else [("temperature", str(self.temperature))]
        ends = [("ends before", text) for text in self.stop_sequences]
        return [*system, *self.messages, *warmth, *ends]

    @property
    def undone(self) -> str:
        """See `Asked`."""
        return f"server {self.server!r} got no answer of {self.model}"

    @property
    def way_out(self) -> str:
        """See `Asked`."""
        return "run it where a person can allow it"
