"""A tool as an agent has it: the one seam between models and what they may call."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..asking import Guard
    from ..sessions.progress import Progress
    from .outcome import Outcome


@dataclass(frozen=True)
class AgentTool(ABC):
    """One tool under the name by which the model knows it.

    Args:
        name: the model's name for it.
        server: the name of its server; empty for a function of the notebook.
        tool: its own name there.
        description: what it does, as the model is told.
        input_schema: the JSON Schema of its arguments, an object schema.
        annotations: hints such as `readOnlyHint`, as the protocol has them.
        serve: whether it is offered where the agent is served.
        output_schema: the JSON Schema of its structured content, where its server gives one.
    """

    name: str
    server: str
    tool: str
    description: str = ""
    input_schema: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False, repr=False)
    annotations: Mapping[str, Any] = field(default_factory=dict[str, Any], hash=False, repr=False)
    serve: bool = True
    output_schema: Mapping[str, Any] | None = field(default=None, hash=False, repr=False)

    @property
    def full_name(self) -> str:
        """`server.tool`; the plain name of a function."""
        return f"{self.server}.{self.tool}" if self.server else self.tool

    @abstractmethod
    async def call(
        self,
        arguments: Mapping[str, Any],
        approval: Guard | None = None,
        progress: Progress | None = None,
    ) -> Outcome:
        """Call it; what fails is the `error` of what comes back.

        Args:
            arguments: what it takes, JSON values.
            approval: who decides first whether the call may be made; None where a person makes it.
            progress: as `Workbench.call` takes it.
        """
        ...
