"""Runs: how they go on, where they end, what a provider refuses, and how they are stopped."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import Agent, AgentRun, Workbench
from mcp_workbench.agent import ScriptedModel, events
from mcp_workbench.errors import LimitReached, ModelFailed, UsageInvalid
from tests.agent.wire import Provider

ROOT = Path(__file__).parent.parent.parent
CALL = {"calls": [{"name": "count", "args": {}}]}


class Listener:
    """Hears events, and lets others wait for one."""

    def __init__(self) -> None:
        self.seen: list[events.Event] = []
        self._rang = asyncio.Event()

    def __call__(self, event: events.Event) -> None:
        self.seen.append(event)
        self._rang.set()

    async def heard(self, kind: type[events.Event]) -> None:
        while not any(isinstance(one, kind) for one in self.seen):
            self._rang.clear()
            await self._rang.wait()

    @property
    def ended(self) -> AgentRun:
        last = self.seen[-1]
        assert isinstance(last, events.Ended)
        return last.run


def counter() -> Any:
    """A function that counts its calls."""
    done: list[int] = []

    def count() -> int:
        done.append(1)
        return len(done)

    return count


async def test_the_next_run_goes_on_with_the_conversation() -> None:
    with Provider("I am Ann.", "Ann, as I said.") as provider:
        agent = Agent(provider.model)
        await agent.run("Who are you?")
        second = await agent.run("Who?")
        told = [one["content"] for one in provider.messages]
        agent.reset()

    assert told == ["Who are you?", "I am Ann.", "Who?"]
    assert len(second.messages) == 2
    assert agent.messages == []


async def test_reaching_the_limit_of_rounds_is_no_exception() -> None:
    with Provider({"text": "One moment.", **CALL}, CALL, "done") as provider:
        agent = Agent(provider.model, tools=[counter()], max_rounds=2)
        run = await agent.run("Count")
        again = await agent.run("Go on")

    assert isinstance(run.error, LimitReached)
    assert (run.stop_reason, run.output, run.usage.rounds) == ("limit", "One moment.", 2)
    assert provider.unanswered() == set()
    assert again.output == "done"


@pytest.mark.parametrize(
    ("status", "hint"),
    [(401, "key"), (404, "name"), (429, "wait"), (500, "again"), (400, "words")],
)
async def test_a_refusal_of_the_provider_keeps_the_conversation(status: int, hint: str) -> None:
    refusal = {"status": status, "body": {"error": {"message": "the words of the provider"}}}
    with Provider("Hello.", CALL, refusal, "Now it works.") as provider:
        agent = Agent(provider.model, tools=[counter()])
        await agent.run("Hello")
        seen: list[events.Event] = []
        with pytest.raises(ModelFailed, match="the words of the provider") as caught:
            await agent.run("Count", on_event=seen.append)
        last = await agent.run("Again")

    assert caught.value.reason == f"http_{status}"
    assert hint in caught.value.hint
    ended = seen[-1]
    assert isinstance(ended, events.Ended)
    assert (ended.run.stop_reason, ended.run.error) == ("model_failed", caught.value)
    assert last.output == "Now it works."
    assert provider.unanswered() == set()
    assert provider.answers() == ["1"], "what was done before stays in the conversation"


async def test_a_prompt_that_nobody_answered_is_not_asked_twice() -> None:
    with Provider({"status": 500}, "Hello.") as provider:
        agent = Agent(provider.model)
        with pytest.raises(ModelFailed):
            await agent.run("Hello")
        assert agent.messages == []
        await agent.run("Hello")
    assert [one["content"] for one in provider.messages] == ["Hello"]


async def test_no_key_is_shown_or_sent_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "s3cret-of-the-house"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai-abcdefgh12345678")
    monkeypatch.setenv("MCP_WORKBENCH_MODEL_KEY", secret)
    body = {"error": {"message": f"Incorrect API key provided: {secret} and sk-proj-abcdefgh1234"}}
    with Provider({"status": 401, "body": body}) as provider:
        agent = Agent(provider.model)
        with pytest.raises(ModelFailed) as caught:
            await agent.run("Hello")

    assert provider.headers[0]["authorization"] == f"Bearer {secret}"
    shown = f"{caught.value} {caught.value!r} {agent!r}"
    assert secret not in shown
    assert "sk-" not in shown
    assert caught.value.__suppress_context__, "or a traceback would show the provider's words"


@pytest.mark.parametrize("handled", [LimitReached("of another run"), ImportError("no module")])
async def test_what_the_caller_is_handling_is_not_told_as_the_fault(
    handled: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    try:
        raise handled
    except type(handled):
        with pytest.raises(ModelFailed, match="needs a key"):
            await Agent("openai:gpt-5").run("What went wrong?")


async def test_nobody_at_the_address_is_told_as_that() -> None:
    with Provider() as provider:
        address = provider.model
    agent = Agent(address, model_settings={"max_retries": 0})
    with pytest.raises(ModelFailed, match="cannot be reached") as caught:
        await agent.run("Hello")
    assert caught.value.reason == "connection"


async def test_two_runs_at_once_are_refused() -> None:
    with Provider({"text": "a long answer", "hold": True}) as provider:
        agent = Agent(provider.model)
        first = asyncio.create_task(agent.run("One"))
        await asyncio.to_thread(provider.held.wait)
        with pytest.raises(UsageInvalid, match="running already"):
            await agent.run("Two")
        with pytest.raises(UsageInvalid, match="running already"):
            agent.run_sync("Three")
        with pytest.raises(UsageInvalid, match="running already"):
            agent.reset()
        provider.release.set()
        assert (await first).output == "a long answer"


@pytest.mark.parametrize("prompt", ["", "  \n", None, 7])
async def test_there_must_be_a_prompt(prompt: Any) -> None:
    with pytest.raises(UsageInvalid, match="no prompt"):
        await Agent(ScriptedModel([])).run(prompt)


async def test_run_sync_works_inside_a_running_loop(bench: Workbench) -> None:
    asked = {"calls": [{"name": "add", "args": {"a": 1, "b": 2}}]}
    with Provider(asked, "three", "more", "most") as provider:
        agent = Agent(provider.model, servers=["demo"], workbench=bench)
        assert agent.run_sync("Add").output == "three"
        assert (await agent.run("More")).output == "more"
        assert agent.run_sync("Most").output == "most"
    assert provider.answers() == ["3"]


async def test_a_run_within_a_tool_is_refused_or_works_but_never_hangs() -> None:
    inner = Agent(ScriptedModel(["inner"]))

    def ask() -> str:
        return inner.run_sync("Hello").output

    def ask_again() -> str:
        return outer.run_sync("Hello").output

    steps = [{"calls": [{"name": "ask"}, {"name": "ask_again"}]}, "done"]
    outer = Agent(ScriptedModel(steps), tools=[ask, ask_again])
    run = await outer.run("Go")
    texts = [entry["text"] for entry in run.trace if entry["kind"] == "call"]
    assert texts[0] == "inner"
    assert "[usage_invalid]" in texts[1]
    assert run.output == "done"


def test_what_async_functions_keep_is_usable_in_the_next_run_that_blocks() -> None:
    loops: list[asyncio.AbstractEventLoop] = []
    threads: list[threading.Thread] = []

    async def look() -> None:
        loops.append(asyncio.get_running_loop())
        threads.append(threading.current_thread())

    steps = [{"calls": [{"name": "look"}]}, "done"] * 2
    agent = Agent(ScriptedModel(steps), tools=[look])
    agent.run_sync("Look")
    agent.run_sync("Look again")
    assert loops[0] is loops[1]
    assert not loops[0].is_closed()
    assert threads[0].daemon, "it holds up no end of the process"


def test_runs_inside_runs_that_block_do_not_wait_for_themselves() -> None:
    innermost = Agent(ScriptedModel(["at the bottom"]))

    async def descend() -> str:
        return innermost.run_sync("Hello").output

    inner = Agent(ScriptedModel([{"calls": [{"name": "descend"}]}, "below"]), tools=[descend])

    async def ask() -> list[str]:
        run = inner.run_sync("Hello")
        return [run.trace[1]["text"], run.output]

    outer = Agent(ScriptedModel([{"calls": [{"name": "ask"}]}, "done"]), tools=[ask])
    assert outer.run_sync("Go").trace[1]["text"] == '["at the bottom", "below"]'


async def test_a_listener_that_would_never_run_is_refused() -> None:
    async def listen(event: events.Event) -> None: ...

    with pytest.raises(UsageInvalid, match="on_event="):
        await Agent(ScriptedModel(["Hello."])).run("Hello", on_event=listen)


async def test_a_script_reads_and_writes_no_tokens() -> None:
    usage = (await Agent(ScriptedModel(["Hello."])).run("Hello")).usage
    assert (usage.rounds, usage.input_tokens, usage.output_tokens) == (1, 0, 0)


async def test_stopping_in_the_middle_of_an_answer_keeps_what_came() -> None:
    listener = Listener()
    with Provider({"text": "A story that is long", "hold": True}, "The end.") as provider:
        agent = Agent(provider.model)
        running = asyncio.create_task(agent.run("Tell", on_event=listener))
        await listener.heard(events.TextDelta)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        provider.release.set()
        run = await agent.run("Go on")

    assert listener.ended.stop_reason == "interrupted"
    assert listener.ended.output == "A story "
    assert [one["content"] for one in provider.messages] == ["Tell", "A story ", "Go on"]
    assert run.output == "The end."


async def test_stopping_in_the_middle_of_calls_answers_every_one(bench: Workbench) -> None:
    started = asyncio.Event()

    async def hangs() -> None:
        started.set()
        await asyncio.Event().wait()

    def quick() -> str:
        return "quick"

    asked = [{"name": "quick"}, {"name": "hangs"}, {"name": "slow", "args": {"seconds": 60}}]
    listener = Listener()
    with Provider({"calls": asked}, "Stopped.") as provider:
        agent = Agent(provider.model, tools=[hangs, quick], servers=["demo"], workbench=bench)
        running = asyncio.create_task(agent.run("Go", on_event=listener))
        await started.wait()
        await listener.heard(events.CallFinished)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await agent.run("What happened?")

    assert provider.unanswered() == set()
    assert provider.answers()[0] == "quick"
    states = [one["state"] for one in listener.ended.trace if one["kind"] == "call"]
    assert states == ["done", "stopped", "stopped"]


async def test_a_listener_that_raises_ends_the_run_and_keeps_the_conversation() -> None:
    def broken(event: events.Event) -> None:
        if isinstance(event, events.CallFinished):
            raise ZeroDivisionError("of the listener")

    with Provider(CALL, "done") as provider:
        agent = Agent(provider.model, tools=[counter()])
        with pytest.raises(ZeroDivisionError):
            await agent.run("Count", on_event=broken)
        await agent.run("Go on")
    assert provider.unanswered() == set()


PROGRAM = """
    import _thread, json, sys, threading, time
    from mcp_workbench import Agent
    from mcp_workbench.errors import Interrupted

    def hangs():
        try:
            print("began", flush=True)
            while True:
                time.sleep(0.01)
        except KeyboardInterrupt:
            ended.set()
            raise

    ended = threading.Event()
    agent = Agent(sys.argv[1], tools=[hangs])
    began = time.perf_counter()
    try:
        agent.run_sync("Go")
    except Interrupted as stop:
        print(json.dumps(["stopped", ended.wait(5), str(stop)]), flush=True)
    print(agent.run_sync("What happened?").output, flush=True)
"""


def test_control_c_stops_run_sync_and_the_function_that_it_waits_for() -> None:
    with Provider({"calls": [{"name": "hangs"}]}, "I was stopped.") as provider:
        command = [sys.executable, "-c", textwrap.dedent(PROGRAM), provider.model]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "began\n"
            process.send_signal(2)
            stopped = json.loads(process.stdout.readline())
            rest = process.stdout.read()
    assert stopped[:2] == ["stopped", True]
    assert "goes on" in stopped[2]
    assert rest == "I was stopped.\n"
    assert provider.unanswered() == set()


STUCK = """
    import threading
    from mcp_workbench import Agent
    from mcp_workbench.agent import ScriptedModel
    from mcp_workbench.errors import Interrupted

    async def never_awaits():
        print("began", flush=True)
        threading.Event().wait(60)

    steps = [{"calls": [{"name": "never_awaits"}]}]
    try:
        Agent(ScriptedModel(steps), tools=[never_awaits]).run_sync("Go")
    except Interrupted:
        print("stopped", flush=True)
    print(Agent(ScriptedModel(["It works."])).run_sync("And now?").output, flush=True)
"""


def test_an_async_function_that_never_awaits_holds_up_no_later_run() -> None:
    command = [sys.executable, "-c", textwrap.dedent(STUCK)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "began\n"
        process.send_signal(2)
        assert process.stdout.read() == "stopped\nIt works.\n"
    assert process.returncode == 0
