"""What each request does, and gives."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ..errors import ArgumentsInvalid
from ..grammar import BinaryFile, call_line, write_json
from ..messages import (
    AnswerRequest,
    AskedMessage,
    CallRequest,
    DoneReply,
    FormMessage,
    LineReply,
    MovedRequest,
    Reply,
    Request,
    ResultMessage,
    ResultReply,
    ServerRequest,
    ToolsReply,
)
from ..notebook import tell_by_panel
from ..results import ToolResult, result_message
from ..sessions import Workbench
from ..sessions.surface import calls_from
from ..tools import Tool, arguments_of, form_of
from ..visible import one_line
from .desk import Desk
from .questions import beside
from .replies import READ, done

LARGEST = 4_000_000  # characters of the forms in one reply; of tools that do not fit, the names are
AT_ONCE = 50  # forms made before others on the loop have a turn
PAUSE = 0.05  # seconds between two words on the progress of a call
FILE = "@@"  # before the name of a file, which no base64 begins with
SAID = 300  # characters of what a server says about its progress


async def answered(request: Request, desk: Desk) -> Reply:
    """The reply to `request`; on the background loop, cancelled as a task is.

    Raises:
        WorkbenchError: it cannot be done.
    """
    return await METHODS[request["method"]](request, desk)


async def _warm(request: ServerRequest, desk: Desk) -> DoneReply:
    await desk.workbench.server(request["server"]).warm()
    return done(request["id"])


async def _close(request: ServerRequest, desk: Desk) -> DoneReply:
    await desk.workbench.server(request["server"]).close()
    return done(request["id"])


async def _tools(request: ServerRequest, desk: Desk) -> ToolsReply:
    tools = await desk.workbench.tools(request["server"])
    forms: list[FormMessage] = []
    omitted: list[str] = []
    room = LARGEST
    for number, tool in enumerate(tools, 1):
        form = form_of(tool)
        size = len(write_json(form))
        if size > room:
            omitted.append(form["label"])
        else:
            room -= size
            forms.append(form)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return {"id": request["id"], "type": "tools", "tools": forms, "omitted": omitted}


async def _call(request: CallRequest, desk: Desk) -> ResultReply:
    tool, arguments = await _filled(request, desk)
    beside.set(_beside(request["id"], desk))
    progress = _progress(request["id"], desk)
    with calls_from("panel"):
        result = await desk.workbench.call(
            tool.full_name, arguments, raise_on_error=False, progress=progress
        )
    if isinstance(result.error, ArgumentsInvalid) and result.error.field:
        raise result.error  # a field of the form is wrong, and nothing was sent
    # reading pictures takes a while, and all servers share this loop
    message = await asyncio.to_thread(_shown, result, desk.workbench)
    return {"id": request["id"], "type": "result", "result": message}


def _shown(result: ToolResult, workbench: Workbench) -> ResultMessage:
    return workbench.redactor.json(result_message(result), READ)


async def _line(request: CallRequest, desk: Desk) -> LineReply:
    tool, arguments = await _filled(request, desk)
    files = {
        field["name"]: BinaryFile(text.removeprefix(FILE))
        for field in form_of(tool)["fields"]
        if field["base64"] and (text := arguments.get(field["name"], "")).startswith(FILE)
    }
    line = call_line(tool.full_name, arguments | files, tool.properties)
    saved = [f"# save {one_line(file.path)} beside this notebook first" for file in files.values()]
    return {"id": request["id"], "type": "line", "line": "\n".join((*saved, line))}


async def _answer(request: AnswerRequest, desk: Desk) -> DoneReply:
    desk.questions.answer(request)
    return done(request["id"])


async def _moved(request: MovedRequest, _desk: Desk) -> DoneReply:
    tell_by_panel(request["notebook"])
    return done(request["id"])


async def _filled(request: CallRequest, desk: Desk) -> tuple[Tool, dict[str, Any]]:
    """The tool, and the arguments that stand in its form."""
    tool = await desk.workbench.tool(f"{request['server']}.{request['tool']}")
    return tool, arguments_of(form_of(tool), request["values"])


def _beside(name: str, desk: Desk) -> Callable[[AskedMessage], None]:
    """Shows what a server asks during the call, at the call."""

    def show(message: AskedMessage) -> None:
        desk.tell({"id": name, "type": "question", "question": message})

    return show


def _progress(name: str, desk: Desk) -> Callable[[float, float | None, str | None], None]:
    """Passes on what a server says about its progress, not more often than can be seen."""
    last = -math.inf

    def tell(progress: float, total: float | None, message: str | None) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < PAUSE or not math.isfinite(progress):
            return
        last = now
        known = total is not None and math.isfinite(total) and total > 0
        desk.tell(
            {
                "id": name,
                "type": "progress",
                "progress": progress,
                "total": total if known else None,
                "message": one_line(message or "", SAID),
            }
        )

    return tell


METHODS: Mapping[str, Callable[[Any, Desk], Awaitable[Reply]]] = {
    "warm": _warm,
    "close": _close,
    "tools": _tools,
    "call": _call,
    "line": _line,
    "answer": _answer,
    "moved": _moved,
}
