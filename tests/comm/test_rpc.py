"""Requests over one line of a front end, which may go at any moment."""

from __future__ import annotations

import threading
from typing import Any

from comm import get_comm_manager
from comm.base_comm import BaseComm

from mcp_workbench import get_workbench
from mcp_workbench.comm.questions import Questions
from mcp_workbench.comm.rpc import Rpc
from mcp_workbench.messages import TARGET


class Line(BaseComm):
    """A comm of a front end that has gone: what is sent over it reaches nobody."""

    def __init__(self, **options: Any) -> None:
        super().__init__(target_name=TARGET, primary=False, **options)
        get_comm_manager().register_comm(self)  # as the kernel does with one that it is sent

    def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
        pass


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
