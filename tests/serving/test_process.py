"""The process of a served agent: what it writes, how it begins, how it ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from mcp_workbench import Agent, Workbench, serve
from mcp_workbench.agent import ScriptedModel
from mcp_workbench.asking import Approval
from mcp_workbench.errors import ServeRefused, UsageInvalid
from mcp_workbench.serving.offer import Offer

SHOP = Path(__file__).parent.parent / "servers" / "shop.py"
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "by hand", "version": "1"},
}


class ByHand:
    """A client that writes the protocol itself, and keeps every line that comes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self._asked = 0

    def send(self, method: str, params: dict[str, Any], *, ask: bool = True) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if ask:
            self._asked += 1
            message["id"] = self._asked
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.send(method, params)
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            self.lines.append(line)
            if json.loads(line).get("id") == self._asked:
                return json.loads(line)["result"]
        raise AssertionError("the server ended")

    def repl(self, code: str) -> str:
        found = self.ask("tools/call", {"name": "repl", "arguments": {"code": code}})
        return found["content"][0]["text"]

    def rest(self) -> tuple[list[str], str]:
        """All further lines, and what was written to standard error."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        return self.process.stdout.readlines(), self.process.stderr.read()


@contextmanager
def served(*arguments: str) -> Generator[ByHand]:
    process = subprocess.Popen(
        [sys.executable, str(SHOP), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        client = ByHand(process)
        client.ask("initialize", HELLO)
        client.send("notifications/initialized", {}, ask=False)
        try:
            yield client
        finally:
            process.kill()


def test_standard_output_is_the_protocols_and_no_process_is_left_when_its_client_goes() -> None:
    with served("--demo") as client:
        assert "\n3\n" in client.repl("count('banana')")
        assert "SystemExit: 3" in client.repl("leave()")
        assert "\n3\n" in client.repl("demo.add(1, 2)")
        code = {"name": "repl", "arguments": {"code": "print(1)\nwhile True: pass"}}
        client.send("tools/call", code)
        children = psutil.Process(client.process.pid).children(recursive=True)
        assert {child.name() for child in children} > {"monty"}
        assert client.process.stdin is not None
        client.process.stdin.close()
        # the limit of computing is 30 s
        assert client.process.wait(20) == 0
        assert psutil.wait_procs(children, 5)[1] == []
        lines, said = client.rest()
    for line in (*client.lines, *lines):
        assert json.loads(line)["jsonrpc"] == "2.0"
    for words in ("counting a", "a child counts", "the server has ended"):
        assert words in said


@pytest.mark.parametrize("asks", [signal.SIGTERM, signal.SIGINT])
def test_who_asks_for_the_end_gets_it_in_order(asks: signal.Signals) -> None:
    with served() as client:
        assert "\n1\n" in client.repl("1")
        children = psutil.Process(client.process.pid).children(recursive=True)
        client.process.send_signal(asks)
        assert client.process.wait(10) == 0
        said = client.rest()[1]
        assert "the server has ended" in said
        assert "Traceback" not in said
        assert psutil.wait_procs(children, 5)[1] == []


def test_a_host_that_asks_for_the_end_before_it_says_anything_gets_it() -> None:
    with subprocess.Popen([sys.executable, str(SHOP)], stdin=subprocess.PIPE) as process:
        own = psutil.Process(process.pid)
        while not (children := own.children()):
            assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(10) == 0
        finally:
            process.kill()
        assert psutil.wait_procs(children, 5)[1] == []


def test_a_host_that_has_stopped_reading_can_ask_for_the_end() -> None:
    with served() as client:
        for _ in range(8):
            code = {"name": "repl", "arguments": {"code": "count('a')\n'x' * 19_000"}}
            client.send("tools/call", code)
        assert client.process.stderr is not None
        begun = 0
        while begun < 8:
            begun += client.process.stderr.readline().startswith("counting a")
        # by now there is more than a pipe holds
        client.process.send_signal(signal.SIGTERM)
        assert client.process.wait(10) == 0


def started(code: str, **environment: str) -> tuple[str, str]:
    """What a script of these lines writes to its two streams; its client says nothing."""
    head = "from mcp_workbench import Agent, Recipe, WorkbenchError, Workbench, serve, tool\n"
    head += "from mcp_workbench.agent import ScriptedModel\n"
    run = subprocess.run(
        [sys.executable, "-c", head + code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env=environment or None,
    )
    return run.stdout, run.stderr


def test_what_cannot_be_served_is_refused_before_anything_is_said() -> None:
    out, said = started("""
import sys
def help(): "Helps."
def sorted(): "Sorts."
hidden = tool(lambda: None, name="hidden", serve=False)
for function in (hidden, help, sorted):
    try:
        serve(Agent(ScriptedModel([]), tools=[function]), name="x", version="1").run_stdio()
    except WorkbenchError as error:
        print(error.code, error.reason, error, file=sys.stderr)
""")
    assert out == ""
    assert "serve_refused no-tools x has no tool to serve\n" in said
    assert "serve_refused name-taken help would hide the function help of the sandbox" in said
    assert "serve_refused name-taken the function 'sorted' would hide the builtin" in said


async def test_without_its_servers_there_is_nothing_to_serve(workbench: Workbench) -> None:
    workbench.add("nowhere-to-be-found --stdio", name="gone")
    agent = Agent(ScriptedModel([]), servers=["gone"], workbench=workbench)
    with pytest.raises(ServeRefused, match="server 'gone' is left out: ") as no:
        Offer("x", "", await agent.toolbox(), Approval())
    assert no.value.reason == "no-tools"
    assert "[launcher_not_found]" in no.value.what


def test_a_recipe_is_served_under_its_own_name_to_who_agreed_to_its_code(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PATH": ""}
    out, said = started(
        """
import sys
recipe = Recipe.of({
    "recipe": "mcp-workbench/1",
    "name": "hats",
    "title": "Sell hats",
    "version": "2.0.1",
    "python_tools": ["price"],
    "code": "print('noise')\\ndef price(hat: str) -> int:\\n    'What a hat costs.'\\n    return 9",
})
say = lambda *words: print(*words, file=sys.stderr)
try:
    serve(recipe).run_stdio()
except WorkbenchError as error:
    say(error.code)
say(serve(recipe), serve(recipe, name="caps", version="3"))
serve(recipe, trust=True).run_stdio()
serve(recipe).run_stdio()
""",
        **home,
    )
    assert out == ""
    lines = said.splitlines()
    assert lines == [
        "config_untrusted",
        "<ReplServer hats 2.0.1> <ReplServer caps 3>",
        "noise",
        "noise",
    ]


@pytest.mark.parametrize(
    ("given", "missing"),
    [({}, "no name and no version"), ({"name": "x"}, "no version"), ({"version": "1"}, "no name")],
)
def test_an_agent_needs_a_name_and_a_version(given: dict[str, Any], missing: str) -> None:
    with pytest.raises(ServeRefused, match=missing) as caught:
        serve(Agent(ScriptedModel([])), **given)
    assert 'version="1.0"' in caught.value.hint


async def test_a_notebook_has_no_standard_input_to_serve_on() -> None:
    server = serve(Agent(ScriptedModel([])), name="x", version="1")
    with pytest.raises(UsageInvalid, match="a notebook has no standard input"):
        server.run_stdio()
