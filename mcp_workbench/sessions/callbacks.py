"""What a server may ask of its client, and what it says by itself: on one connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, Self, TypeVar

from mcp_types import (
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    ElicitResult,
    EmptyResult,
    ErrorData,
    Implementation,
    ListRootsResult,
    RootsListChangedNotification,
    SetLevelRequest,
    SetLevelRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from .._version import __version__
from ..asking import AddressQuestion, Answer, FormQuestion, sensitive_fields
from ..errors import CallCancelled, WorkbenchError
from ..grammar import write_json
from ..secrets import redacted_prose
from ..visible import one_line, printed
from .addresses import COMPLETE, Addresses
from .callers import Caller, Callers
from .elicitation import Question, elicited
from .sampling_request import refused, reply_to
from .tap import Answer as Wire
from .tap import Notice

if TYPE_CHECKING:
    from .connection import Connection
    from .server import Server

T = TypeVar("T")
MOST = 8  # questions of one server that are open at the same time
SHOWN = 60  # characters of a name in a warning
LARGEST = 1_000_000  # characters of a form, which is saved with the cell that shows it
LOG = "notifications/message"
# what is no text of a request for an answer
READ = frozenset(("role", "type", "mimeType", "name", "data"))
# the key of SEP-2575 with which a request says how much of its log it wants
LEVEL = "io.modelcontextprotocol/logLevel"


class Callbacks:
    """What the SDK's client of one connection calls. Only on the background loop.

    Whatever a server asks is asked in the context of the call that it serves, so that it is seen
    below the cell that made it; and there is always an answer, since where nobody can be asked a
    rule answers at once.

    Args:
        server: whose connection it is.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._uncounted: Callable[[], AbstractContextManager[None]] = nullcontext
        self._warn: Callable[[str], None] = server.notes.append
        self._callers = Callers(server.hearing)
        self._open = 0
        self._addresses = Addresses(self._is_opened)
        self.heard: Mapping[str, Notice] = {LOG: self._log, COMPLETE: self._addresses.hear}

    def attached(
        self, uncounted: Callable[[], AbstractContextManager[None]], warn: Callable[[str], None]
    ) -> Self:
        """Itself, for one connection.

        Args:
            uncounted: a context in which the limits of its calls count no time.
            warn: takes what concerns no call.
        """
        self._uncounted, self._warn = uncounted, warn
        return self

    @property
    def options(self) -> dict[str, Any]:
        """Of the SDK's client."""
        sampling = self._server.sampling is not None
        return {
            "elicitation_callback": self._elicit,
            "list_roots_callback": self._list_roots,
            "log_level": self._server.log_level,
            "client_info": Implementation(name="mcp-workbench", version=__version__),
            **({"sampling_callback": self._sample} if sampling else {}),
        }

    def calling(self, answer: Wire) -> Caller:
        """Around a request, in the context of whoever makes it."""
        return self._callers.calling(answer.warn)

    def meta(self, client: Any) -> dict[str, Any] | None:
        """What goes with a call: how much of its log the server shall tell, where it asks that."""
        if client.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return {LEVEL: self._server.log_level}
        return None

    async def addressed(self, send: Callable[[], Awaitable[T]]) -> T:
        """What `send` brings; sent once more where a person first had to open addresses for it."""
        return await self._addresses.before(send)

    async def _is_opened(self, address: ElicitRequestURLParams) -> bool:
        answer = await self._elicit(None, address)
        return isinstance(answer, ElicitResult) and answer.action == "accept"

    async def begin(self, connection: Connection) -> None:
        """Tell a server what it wants to know at first; it may refuse, and is used all the same."""
        with suppress(WorkbenchError):
            await connection.tell(self.set_level)

    async def set_level(self, client: Any) -> None:
        """Tell a server of an older revision how much of its log is wanted."""
        capabilities = client.server_capabilities
        if client.protocol_version in MODERN_PROTOCOL_VERSIONS or capabilities.logging is None:
            return
        params = SetLevelRequestParams(level=self._server.log_level)
        await client.session.send_request(SetLevelRequest(params=params), EmptyResult)

    async def roots_changed(self, client: Any) -> None:
        """Tell a server of an older revision that the directories are others; others ask anew."""
        if client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            await client.session.send_notification(RootsListChangedNotification())

    async def _elicit(
        self, _context: Any, params: ElicitRequestFormParams | ElicitRequestURLParams
    ) -> ElicitResult | ErrorData:
        caller, name, redactor = self._caller, self._server.name, self._server.workbench.redactor
        message = redactor.text(params.message)
        if isinstance(params, ElicitRequestURLParams):
            question: Question = AddressQuestion(name, message, params.url)
            fault = question.fault and f"an address that is refused, since {question.fault}"
            if redactor.text(params.url) != params.url:
                fault = "the address that it wants opened holds a secret"
        else:
            schema = redacted_prose(params.requested_schema, redactor)
            question = FormQuestion(name, message, schema)
            fault = _fault_of(question)
        if fault:
            caller.warn(f"server {name!r} asked for {fault}; it was declined")
            return ElicitResult(action="decline")
        asked = elicited(question, self._server.workbench.elicitation, caller.warn)
        answer = await self._asked(caller, asked, Answer("cancel"))
        filled = answer.action == "accept" and isinstance(question, FormQuestion)
        content = dict(answer.content) if filled else None
        return ElicitResult(action=answer.action, content=content)

    async def _sample(
        self, context: Any, params: CreateMessageRequestParams
    ) -> CreateMessageResult | ErrorData:
        caller, name = self._caller, self._server.name
        redactor = self._server.workbench.redactor
        if redactor:  # what goes to a model is shown, and kept elsewhere
            told = redactor.json(params.model_dump(by_alias=True), READ)
            params = CreateMessageRequestParams.model_validate(told)
        try:
            reply = await self._asked(caller, reply_to(params, name, self._server.sampling), None)
        except WorkbenchError as error:
            if context.session.discover_result is not None:
                raise  # such a server asks within its answer: an error ends the call, and is ours
            caller.warn(f"server {name!r} got no answer of a model: {error.what}")
            return refused(error)
        return reply if reply is not None else refused(None)

    async def _list_roots(self, _context: Any) -> ListRootsResult | ErrorData:
        # whether its file is trusted stands in a file
        roots = await asyncio.to_thread(self._server.workbench.roots_of, self._server)
        listed = [{"uri": path.as_uri(), "name": path.name or str(path)} for path in roots]
        return ListRootsResult.model_validate({"roots": listed})

    @property
    def _caller(self) -> Caller:
        # one that asks out of the blue is seen where it was connected
        return self._callers.current or self._callers.nobody(self._warn)

    async def _asked(self, caller: Caller, work: Coroutine[Any, Any, T], otherwise: T) -> T:
        """What `work` returns, which asks a person; `otherwise` where nobody waits any more."""
        if self._open >= MOST:
            work.close()
            caller.warn(f"server {self._server.name!r} asks too much at once")
            return otherwise
        self._open += 1
        try:
            with self._uncounted():
                return await caller.run(work)
        except CallCancelled:
            return otherwise
        except WorkbenchError:
            raise
        except Exception as error:  # noqa: BLE001  code that asks a person; a server hears none of it
            fault = f"{type(error).__name__}: {printed(error, str)}"
            caller.warn(f"server {self._server.name!r} got no answer, since asking failed: {fault}")
            return otherwise
        finally:
            self._open -= 1

    def _log(self, _method: str, params: Mapping[str, Any]) -> None:
        entry = self._server.hear_log(params)
        callback = self._server.on_log
        if callback is not None:
            self._caller.tell(lambda: callback(entry), "on_log")


def _fault_of(question: FormQuestion) -> str:
    """Why a form is not shown."""
    names = [one_line(name, SHOWN) for name in sensitive_fields(question.schema)]
    if names:
        return f"`{names[0]}` in a form, which must not ask for secrets"
    size = len(write_json(question.form))
    if size > LARGEST:
        return f"a form of {size:,} characters"
    return ""
