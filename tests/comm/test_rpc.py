"""Requests over one line of a front end, which may go at any moment."""

from __future__ import annotations

import threading
from queue import Queue
from typing import Any

import pytest
from comm import get_comm_manager
from comm.base_comm import BaseComm

from mcp_workbench import get_workbench
from mcp_workbench.comm.questions import Questions
from mcp_workbench.comm.rpc import Rpc
from mcp_workbench.messages import TARGET
from mcp_workbench.notebook import tell_by_panel, told_by_panel


class Line(BaseComm):
    """A comm whose front end only listens, if it is there at all."""

    def __init__(self, **options: Any) -> None:
        self.told: Queue[Any] = Queue()
        super().__init__(target_name=TARGET, primary=False, **options)
        get_comm_manager().register_comm(self)  # as the kernel does with one that it is sent

    def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
        self.told.put(data)


def test_a_call_does_not_begin_once_its_front_end_has_gone() -> None:
    workbench = get_workbench()
    workbench.connect_sync("demo")
    try:
        line, gate = Line(), threading.Event()
        rpc = Rpc(line, Questions(None))

        def hold() -> None:
            gate.wait(30)  # what comes next waits for its turn

        workbench.loop.post(hold)
        call = {"id": "1", "method": "call", "server": "demo", "tool": "echo"}
        rpc.received({"content": {"data": {**call, "values": {"text": "too late"}}}})
        rpc.ended()
        gate.set()
        workbench.call_sync("demo.echo", {"text": "the next"})
        assert [dict(one.arguments) for one in workbench.history] == [{"text": "the next"}]
    finally:
        workbench.close_sync()


@pytest.mark.requirement("CFG-17")
def test_a_notebook_that_has_moved_is_told_over_the_line_that_is_there() -> None:
    line = Line()
    try:
        moved = {"id": "1", "method": "moved", "notebook": "other/b.ipynb"}
        Rpc(line, Questions(None)).received({"content": {"data": moved}})
        while (told := line.told.get(timeout=30)) != {"id": "1", "type": "done"}:
            assert told is None  # the comm was opened
        assert [one.path for one in told_by_panel()] == ["other/b.ipynb"]
    finally:
        tell_by_panel("")
        get_workbench().close_sync()
