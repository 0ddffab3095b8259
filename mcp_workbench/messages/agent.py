"""What a cell shows of an agent's run, piece by piece; each piece is one display."""

from typing import Literal, TypedDict

from .result import ErrorMessage, ResultMessage


class ModelTextMessage(TypedDict):
    """Words of the model; `thought` where they are its reasoning, which is folded.

    `omitted` counts the characters that were left out of the display.
    """

    version: Literal[1]
    kind: Literal["model-text"]
    text: str
    omitted: int
    thought: bool
    state: Literal["streaming", "done", "stopped"]


class AgentCallMessage(TypedDict):
    """One call that the model asked for.

    `name` is the tool's as the model knows it; `server` and `tool` say where it comes from, both
    empty where it does not exist, `server` empty for a function of the notebook. `arguments` are
    JSON text. What came of it: `result` of an MCP tool, `text` of a function, or `error`.
    """

    version: Literal[1]
    kind: Literal["agent-call"]
    name: str
    server: str
    tool: str
    arguments: str
    state: Literal["running", "done", "failed", "stopped"]
    elapsed: float
    result: ResultMessage | None
    text: str
    error: ErrorMessage | None


class AgentRunMessage(TypedDict):
    """The end of a run: why it stopped, what it took, and which model it was.

    `scripted` marks a model that plays back prepared answers; no model has thought then.
    """

    version: Literal[1]
    kind: Literal["agent-run"]
    model: str
    scripted: bool
    stop_reason: str
    rounds: int
    calls: int
    input_tokens: int
    output_tokens: int
    elapsed: float
    error: ErrorMessage | None
    warnings: list[str]
