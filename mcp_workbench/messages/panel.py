"""What the panel and the kernel tell each other, over two comms of one target.

The panel asks on `rpc`, and is answered there; the kernel tells its state on `events`, on which the
panel never sends. Both are opened with an `OpeningMessage`.
"""

from typing import Literal, NotRequired, TypedDict

from .form import FormMessage
from .question import AskedMessage
from .result import ErrorMessage, ResultMessage

TARGET = "mcp_workbench"
# opened and closed at once by the kernel, so that a panel that is there already learns of it
HELLO = "mcp_workbench.hello"


class OpeningMessage(TypedDict):
    """The data with which the panel opens a comm.

    `notebook` is the path of the notebook from the root of its Jupyter server on, told over `rpc`.
    """

    version: Literal[1]
    channel: Literal["rpc", "events"]
    notebook: NotRequired[str]


class ServerMessage(TypedDict):
    """A registered server. `address` is its command or URL, secrets masked; `tools` counts them.

    `tools` is None until it was connected once; `listed` is another number whenever they are other
    tools. `origin` is `cell`, or the path of a file.
    """

    name: str
    transport: str
    address: str
    origin: str
    status: Literal["registered", "connecting", "connected", "needs_auth", "failed", "closed"]
    disabled: bool
    protocol_version: str
    tools: int | None
    listed: int
    error: ErrorMessage | None
    warnings: list[str]


class StateMessage(TypedDict):
    """All that the panel shows, sent whole at each change; `revision` grows with each."""

    version: Literal[1]
    type: Literal["state"]
    package: str
    revision: int
    servers: list[ServerMessage]


class ServerRequest(TypedDict):
    """Connect a server, end its connection, or list its tools (which connects it)."""

    id: str
    method: Literal["warm", "close", "tools"]
    server: str


class CallRequest(TypedDict):
    """Call a tool with the fields of its form that are filled, or write the line that does.

    For the line, a field of base64 may hold `@@NAME` in place of the content of that file.
    """

    id: str
    method: Literal["call", "line"]
    server: str
    tool: str
    values: dict[str, str]


class CancelRequest(TypedDict):
    """Cancel the request with the id `request`, which then fails with `mcp_cancelled`."""

    id: str
    method: Literal["cancel"]
    request: str


class AnswerRequest(TypedDict):
    """A person's answer to the question with the id `question`.

    `content` is what stands in the fields of a form, or the `value` of a secret. Where it does not
    fit, the request fails, and the question stays open.
    """

    id: str
    method: Literal["answer"]
    question: str
    decision: Literal["once", "session", "denied", "accept", "decline", "cancel"]
    content: dict[str, str]


class MovedRequest(TypedDict):
    """The notebook is at the path `notebook` now, as in the opening."""

    id: str
    method: Literal["moved"]
    notebook: str


class DoneReply(TypedDict):
    """What was asked for is done."""

    id: str
    type: Literal["done"]


class ToolsReply(TypedDict):
    """The tools of a server; `omitted` are the names of those whose forms are too large to send."""

    id: str
    type: Literal["tools"]
    tools: list[FormMessage]
    omitted: list[str]


class ResultReply(TypedDict):
    """What a call gave; errors of the call are inside."""

    id: str
    type: Literal["result"]
    result: ResultMessage


class LineReply(TypedDict):
    """A line of `%mcp` for a cell."""

    id: str
    type: Literal["line"]
    line: str


class FailedReply(TypedDict):
    """What was asked for could not be done; `field` names the field of the form that is wrong."""

    id: str
    type: Literal["failed"]
    error: ErrorMessage
    field: str | None


class ProgressReply(TypedDict):
    """A call goes on; the last word on it is another reply. `total` is None where not known."""

    id: str
    type: Literal["progress"]
    progress: float
    total: float | None
    message: str


class QuestionReply(TypedDict):
    """A server asks something during a call; the same question comes again when its state changes.

    The last word on the call is another reply.
    """

    id: str
    type: Literal["question"]
    question: AskedMessage


Request = ServerRequest | CallRequest | CancelRequest | AnswerRequest | MovedRequest
Reply = (
    DoneReply | ToolsReply | ResultReply | LineReply | FailedReply | ProgressReply | QuestionReply
)
