"""Two comms to a kernel, opened and used as JupyterLab's panel does: on a subshell of their own."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any, Self

from mcp_workbench.messages import RESULT_MIME, TARGET
from tests.kernel.drive import LIMIT, Kernel, Message, Shown


class FrontEnd:
    """A panel of `kernel`. While it is open, it alone reads what the kernel publishes."""

    def __init__(self, kernel: Kernel, version: int = 1) -> None:
        self.kernel = kernel
        self._version = version
        self._subshell: str | None = None
        self._rpc = self._events = ""
        self._session: str = kernel.client.session.session
        self._numbers = iter(range(1, 1_000_000))
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self.published: list[Message] = []

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._read())
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        assert self._reader is not None
        self._reader.cancel()
        await asyncio.wait([self._reader])

    async def open(self) -> None:
        """A subshell, and two new comms on it."""
        self._rpc, self._events = uuid.uuid4().hex, uuid.uuid4().hex
        self._subshell = await self._create_subshell()
        for comm, channel in ((self._rpc, "rpc"), (self._events, "events")):
            opening = {"version": self._version, "channel": channel}
            content = {"comm_id": comm, "target_name": TARGET, "data": opening}
            self._tell("comm_open", content)

    async def beside(self) -> FrontEnd:
        """Another panel of the kernel, with connections of its own; this one reads for both."""
        other = FrontEnd(self.kernel)
        other._session = uuid.uuid4().hex
        other.published, other._news = self.published, self._news
        await other.open()
        return other

    @property
    def subshell(self) -> str | None:
        """The one that its requests run on."""
        return self._subshell

    async def run(self, code: str) -> Shown:
        """One cell to its end, as `Kernel.run`."""
        cell = self.kernel.start(code)
        return await self.ended(cell)

    async def ended(self, cell: str) -> Shown:
        """What came of a cell that was started."""
        return Shown(await self.kernel.reply(cell), await self.idle(cell))

    def close(self) -> None:
        for comm in (self._rpc, self._events):
            self._tell("comm_close", {"comm_id": comm, "data": {}})

    def send(self, data: Any, *, events: bool = False) -> None:
        """Something on a comm, right or wrong."""
        comm = self._events if events else self._rpc
        self._tell("comm_msg", {"comm_id": comm, "data": data})

    def ask(self, method: str, **params: Any) -> str:
        """A request; its id."""
        name = str(next(self._numbers))
        self.send({"id": name, "method": method, **params})
        return name

    async def reply(self, name: str) -> Message:
        """The last word on a request."""
        return await self.told(lambda data: data["id"] == name and data["type"] != "progress")

    async def answer(self, method: str, **params: Any) -> Message:
        return await self.reply(self.ask(method, **params))

    async def told(self, fits: Any) -> Message:
        """What came on `rpc` and fits."""
        return await self._found(lambda: [one for one in self.replies if fits(one)])

    async def state(self, **servers: str) -> Message:
        """The first state in which the servers are as said."""

        def fitting() -> list[Message]:
            return [
                state
                for state in self.states
                if {one["name"]: one["status"] for one in state["servers"]} == servers
            ]

        return await self._found(fitting)

    async def view(self, kind: str, **fields: Any) -> Message:
        """A view that a cell showed, as it was last shown, with these fields."""

        def fitting() -> list[Message]:
            return [
                view
                for view in self.views
                if view["kind"] == kind and fields.items() <= view.items()
            ]

        return await self._found(fitting)

    async def output_of(self, cell: str, text: str) -> Message:
        """Where a cell has printed this text."""
        return await self._found(
            lambda: [
                one
                for one in self.published
                if one["parent_header"].get("msg_id") == cell
                and text in one["content"].get("text", "")
            ]
        )

    async def idle(self, cell: str) -> list[Message]:
        """All that was published of `cell`, once it has ended."""

        def ended() -> list[list[Message]]:
            found = [one for one in self.published if one["parent_header"].get("msg_id") == cell]
            return [
                found
                for one in found
                if one["msg_type"] == "status" and one["content"]["execution_state"] == "idle"
            ]

        return await self._found(ended)

    @property
    def replies(self) -> list[Message]:
        return self._on(self._rpc, "comm_msg")

    @property
    def states(self) -> list[Message]:
        return self._on(self._events, "comm_msg")

    @property
    def closed(self) -> bool:
        """Whether the kernel has closed both comms."""
        return bool(self._on(self._rpc, "comm_close") and self._on(self._events, "comm_close"))

    @property
    def views(self) -> list[Message]:
        shown = [one["content"]["data"] for one in self.published if "data" in one["content"]]
        return [data[RESULT_MIME] for data in shown if RESULT_MIME in data]

    async def until_closed(self) -> None:
        await self._found(lambda: [True] if self.closed else [])

    async def published_on(self, target: str) -> Message:
        """A comm that the kernel opened for `target`."""
        return await self._found(
            lambda: [
                one
                for one in self.published
                if one["msg_type"] == "comm_open" and one["content"]["target_name"] == target
            ]
        )

    def _on(self, comm: str, kind: str) -> list[Message]:
        return [
            one["content"]["data"]
            for one in self.published
            if one["msg_type"] == kind and one["content"]["comm_id"] == comm
        ]

    async def _found(self, look: Any) -> Any:
        try:
            async with asyncio.timeout(LIMIT), self._news:
                while not (found := look()):
                    await self._news.wait()
                return found[0]
        except TimeoutError:
            if self._reader is not None and self._reader.done():
                self._reader.result()
            last = [(one["msg_type"], one["content"]) for one in self.published[-20:]]
            raise AssertionError(f"it never came; the last that did: {last}") from None

    async def _read(self) -> None:
        while True:
            message = await self.kernel.client.get_iopub_msg(timeout=None)
            async with self._news:
                self.published.append(message)
                self._news.notify_all()

    async def _create_subshell(self) -> str:
        client = self.kernel.client
        request = client.session.msg("create_subshell_request", {})
        client.control_channel.send(request)
        while True:
            reply = await client.get_control_msg(timeout=LIMIT)
            if reply["parent_header"].get("msg_id") == request["header"]["msg_id"]:
                return reply["content"]["subshell_id"]

    def _tell(self, kind: str, content: Message) -> None:
        client = self.kernel.client
        message = client.session.msg(kind, content)
        message["header"].update(subshell_id=self._subshell, session=self._session)
        client.shell_channel.send(message)
