"""`%%agent` in a shell: the run below the cell, its value, and lines that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.displaypub import DisplayPublisher

from mcp_workbench.asking import set_this_kernels_asker, this_kernels_asker
from mcp_workbench.errors import UsageInvalid
from mcp_workbench.messages import RESULT_MIME
from tests.magics.cells import Cells
from tests.magics.conftest import cells

SET_UP = """
from mcp_workbench.agent import Agent, ScriptedModel
def double(n: int) -> int:
    "Twice n."
    return 2 * n
def boom() -> int:
    "Always fails."
    raise ValueError("no luck")
def call(name, **arguments):
    return {"name": name, "args": arguments}
def made(*steps, **options):
    model = ScriptedModel(steps, name="tour")
    return Agent(model, tools=[double, boom], servers=["demo"], **options)
"""
PROMPT = "What is twice 2 + 3?"


@pytest.fixture(scope="module")
def shell() -> Iterator[Cells]:
    for one in cells():
        one("%mcp connect demo")
        one(SET_UP)
        yield one


def shown(shell: Cells) -> list[dict[str, Any]]:
    """What stays below the cell in the end: each display as it was last."""
    last: dict[str, dict[str, Any]] = {}
    for one in shell.displays:
        assert one["update"] is (one["transient"]["display_id"] in last)
        last[one["transient"]["display_id"]] = one["data"]
    shell.displays.clear()
    return list(last.values())


def kinds(displays: list[dict[str, Any]]) -> list[tuple[str, str]]:
    messages = [one[RESULT_MIME] for one in displays]
    return [(one["kind"], one.get("state", one.get("stop_reason"))) for one in messages]


def test_a_run_is_shown_piece_by_piece_and_is_the_value(shell: Cells) -> None:
    shell(
        "agent = made({'thought': 'Sum first.', 'text': 'One moment.', 'calls': "
        "[call('add', a=2, b=3), call('double', n=5)]}, 'It is **10**.')"
    )
    shell.displays.clear()
    run = shell(f"%%agent agent\n{PROMPT}")
    assert (run.output, run.stop_reason, run.usage.calls) == ("It is **10**.", "done", 2)
    assert repr(run).startswith("<AgentRun tour")
    displays = shown(shell)
    assert kinds(displays) == [
        ("model-text", "done"),
        ("model-text", "done"),
        ("agent-call", "done"),
        ("agent-call", "done"),
        ("model-text", "done"),
        ("agent-run", "done"),
    ]
    texts = [one["text/plain"] for one in displays]
    assert texts[:2] == ["(thinking) Sum first.", "One moment."]
    assert texts[2].startswith("→ demo.add(a=2, b=3)\n← 5 · ")
    assert texts[3].startswith("→ double(n=5)\n← 10 · ")
    assert texts[4] == "It is **10**."
    assert " · 2 rounds · 2 calls · " in texts[5]
    # models write what they read; Markdown could fetch an address that tells what the run knows
    assert {key for one in displays for key in one} == {"text/plain", RESULT_MIME}


def test_the_line_form_takes_the_prompt_and_gives_the_run(shell: Cells) -> None:
    shell("agent = made('Hello!')")
    run = shell("run = %agent agent\t Say $hello {to} us \nrun")
    assert run.output == "Hello!"
    assert shell("run.trace[0]['text']") == "Say $hello {to} us"
    assert kinds(shown(shell)) == [("model-text", "done"), ("agent-run", "done")]


def test_the_agent_of_a_function_is_found_in_its_scope(shell: Cells) -> None:
    code = "def inside():\n    local = made('Here.')\n    run = %agent local Where?\n    return run"
    assert shell(f"{code}\ninside().output") == "Here."
    shell.displays.clear()


@pytest.mark.parametrize(
    "line",
    [
        "%agent agent How many?",
        "run = %agent agent How many?",
        "if True:\n    %agent agent How many?",
    ],
)
def test_a_prompt_on_a_line_may_be_a_question(shell: Cells, line: str) -> None:
    shell("agent = made('Two.')")
    shell(line)
    assert shell("agent.messages[0].parts[0].content") == "How many?"
    shell.displays.clear()


@pytest.mark.parametrize("text", ['"""\n%agent agent How many?\n"""', "'%agent agent How many?'"])
def test_what_stands_in_a_text_stays_as_it_is(shell: Cells, text: str) -> None:
    assert shell(text).strip() == "%agent agent How many?"


def test_a_run_is_shown_where_it_is_asked_for_and_not_a_second_time_as_the_value(
    shell: Cells, capsys: pytest.CaptureFixture[str]
) -> None:
    shell("import pickle\nagent = made(*['Hello!'] * 4)")
    capsys.readouterr()
    shell("%agent agent Hi.")
    assert "AgentRun" not in capsys.readouterr().out
    # what display() asks
    asked = "get_ipython().display_formatter.format(run)[0]['text/plain']"
    shell(f"run = %agent agent Hi.\ntold = {asked}\ncopy = pickle.loads(pickle.dumps(run))")
    assert shell("told").startswith("<AgentRun tour")
    assert shell("copy.output") == "Hello!"
    capsys.readouterr()
    shell.displays.clear()
    shell("run")
    assert "<AgentRun tour" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["%agent?", "agent?", "%agent agent?"])
def test_a_call_for_help_stays_one(
    shell: Cells, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shell("agent = made('Two.')")
    shell.displays.clear()
    capsys.readouterr()
    shell(line)
    assert "Docstring:" in capsys.readouterr().out
    assert shell.displays == []


def test_errors_are_shown_and_the_cell_goes_on(shell: Cells) -> None:
    shell("agent = made({'calls': [call('boom'), call('nope')]}, 'Sorry.')")
    assert shell("run = %agent agent Try.\n'goes on'") == "goes on"
    first, second, *_ = shown(shell)
    assert first["text/plain"].startswith("→ boom()\n← [mcp_tool_error] boom: ValueError: no luck")
    assert second["text/plain"].startswith("→ nope()\n← [mcp_tool_not_found]")


def test_a_limit_is_shown_calmly(shell: Cells) -> None:
    shell("agent = made({'calls': [call('double', n=1)]}, 'Done.', max_rounds=1)")
    run = shell("%agent agent Go.")
    assert run.stop_reason == "limit"
    last = shown(shell)[-1]
    assert last[RESULT_MIME]["error"]["code"] == "limit_reached"
    assert "[limit_reached]" in last["text/plain"]


def test_a_model_that_fails_is_shown_calmly_and_its_run_is_the_value(shell: Cells) -> None:
    shell("agent = made()")
    run = shell("run = %agent agent Go.\nrun")
    assert (run.stop_reason, run.error.code) == ("model_failed", "model_failed")
    (last,) = shown(shell)
    assert "the script of 'tour' is over" in last["text/plain"]


@pytest.fixture
def asker() -> Iterator[None]:
    """The way to ask of the shell before this test is there again after it."""
    before = this_kernels_asker()
    yield
    set_this_kernels_asker(before)


@pytest.mark.usefixtures("asker")
def test_unloading_leaves_the_shell_as_it_was(cell: Cells) -> None:
    shell = cell.shell
    cell("%unload_ext mcp_workbench")

    def state() -> list[Any]:
        matchers = shell.Completer.custom_matchers
        transformers = shell.input_transformer_manager.token_transformers
        heard = [shell.events.callbacks[name] for name in ("pre_run_cell", "post_run_cell")]
        return [shell.find_magic("agent"), list(matchers), list(transformers), *map(list, heard)]

    before = state()
    cell("%load_ext mcp_workbench")
    assert this_kernels_asker() is not None
    assert all(now != then for now, then in zip(state(), before, strict=True))
    cell("%unload_ext mcp_workbench")
    assert state() == before
    assert this_kernels_asker() is None


BUSY = """
import threading
began, go_on = threading.Event(), threading.Event()
def hold() -> str:
    "Waits."
    began.set()
    go_on.wait(10)
    return "held"
busy = Agent(ScriptedModel([{"calls": [call("hold")]}, "Done."]), tools=[hold])
thread = threading.Thread(target=busy.run_sync, args=("First.",))
thread.start()
began.wait(10)
run = %agent busy Second.
go_on.set()
thread.join()
run
"""


def test_where_no_run_begins_the_failure_is_the_value(shell: Cells) -> None:
    failure = shell(BUSY)
    assert (failure.code, failure.value) == ("usage_invalid", None)
    assert "is running already" in repr(failure)
    assert shown(shell) == []


def test_a_denied_call_is_shown_and_told_to_the_model(shell: Cells) -> None:
    shell(
        "async def deny(question):\n    return 'denied'\n"
        "agent = made({'calls': [call('add', a=1, b=2)]}, 'I may not.', approve='always', "
        "approver=deny)"
    )
    assert shell("%agent agent Add.").output == "I may not."
    assert (
        "[approval_denied] demo.add was not called: a person denied it"
        in (shown(shell)[0]["text/plain"])
    )


def test_without_anybody_to_ask_it_is_denied(shell: Cells) -> None:
    shell("agent = made({'calls': [call('add', a=1, b=2)]}, 'Then not.', approve='always')")
    shell("run = %agent agent Add.")
    assert "nobody can be asked: standard input is no terminal" in shown(shell)[0]["text/plain"]


def test_words_change_no_more_than_ten_times_a_second(shell: Cells) -> None:
    shell(f"agent = made({'word ' * 3000!r})")
    shell.displays.clear()
    run = shell("%agent agent Talk.")
    words = [one for one in shell.displays if one["data"][RESULT_MIME]["kind"] == "model-text"]
    assert len(words) <= 2 + run.elapsed / 0.1
    assert shown(shell)[0]["text/plain"] == "word " * 3000


def test_where_displays_cannot_change_each_piece_is_printed_once(
    shell: Cells, capsys: pytest.CaptureFixture[str]
) -> None:
    shell("agent = made({'text': 'Adding.', 'calls': [call('add', a=1, b=2)]}, 'It is 3.')")
    before, shell.shell.display_pub = shell.shell.display_pub, DisplayPublisher(shell=shell.shell)
    try:
        capsys.readouterr()
        shell("run = %agent agent Add.")
    finally:
        shell.shell.display_pub = before
    lines = capsys.readouterr().out.splitlines()
    assert [lines[0], lines[1], lines[3]] == ["Adding.", "→ demo.add(a=1, b=2)", "It is 3."]
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("code", "what", "hint"),
    [
        ("%agent nobody Hi", "there is no variable 'nobody'", "there is agent"),
        ("%agent agnet Hi", "there is no variable 'agnet'", "did you mean 'agent'?"),
        ("%%agent number\nHi", "'number' is no Agent; its type is int", "there is agent"),
        ("%agent agent", "the line holds no prompt", "%agent agent PROMPT"),
        ("%%agent agent\n  \n", "the cell below holds no prompt", "%%agent agent with the prompt"),
        ("%%agent agent Hi\nthere", "there is a prompt on the line", "%%agent agent"),
        ("%%agent\nHi", "%%agent needs the name of an agent", "%%agent agent"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_to_write(
    cell: Cells, code: str, what: str, hint: str
) -> None:
    cell("from mcp_workbench.agent import Agent, ScriptedModel\nnumber = 3")
    cell("agent = Agent(ScriptedModel(['x']))")
    with pytest.raises(UsageInvalid) as caught:
        cell(code)
    assert what in caught.value.what
    assert hint in caught.value.hint
    assert cell.displays == []


def test_without_any_agent_the_hint_says_how_one_is_made(cell: Cells) -> None:
    with pytest.raises(UsageInvalid, match=r"make one: agent = mcp_workbench\.Agent\("):
        cell("%agent agent Hi")


@pytest.mark.parametrize("code", ["%agent", "%agent ?", "%agent --help", "%agent agent --help"])
def test_help_tells_both_forms_and_which_agents_there_are(shell: Cells, code: str) -> None:
    shell("agent = made('x')")
    told = repr(shell(code))
    assert "%%agent NAME" in told
    assert "%agent NAME PROMPT" in told
    assert "agents here: agent" in told


@pytest.mark.parametrize("line", ["%agent ", "%%agent ag", "run = %agent a"])
def test_agents_in_scope_are_offered(shell: Cells, line: str) -> None:
    shell("agent = made('x')\nagile = 3\nbusy = None")
    with provisionalcompleter():
        found = list(shell.shell.Completer.completions(line, len(line)))
    assert [one.text for one in found] == ["agent"]
