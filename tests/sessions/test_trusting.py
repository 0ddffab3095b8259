"""What a project's file names starts only after the person has agreed to exactly that, once."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mcp_workbench import Server, Workbench
from mcp_workbench.asking import ConsentQuestion, set_this_kernels_asker
from mcp_workbench.errors import ApprovalDenied, ConfigUntrusted, ConnectionFailed
from mcp_workbench.sessions.trusting import ensure_trusted
from tests.sessions.programs import ended

# says that it was started, then serves
STARTED = (
    "import runpy; open('started', 'a').close();"
    " runpy.run_module('mcp_workbench.demo', run_name='__main__')"
)


class Person:
    """Answers each question with the next of its answers."""

    def __init__(self) -> None:
        self.answers: list[bool] = []
        self.asked: list[Any] = []

    async def __call__(self, question: Any) -> Any:
        self.asked.append(question)
        await asyncio.sleep(0)
        if not self.answers:
            raise ApprovalDenied("nobody is there", reason="headless")
        return self.answers.pop(0)


@pytest.fixture
def person() -> Iterator[Person]:
    one = Person()
    before = set_this_kernels_asker(one)
    yield one
    set_this_kernels_asker(before)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Writes the `.mcp.json` of the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path / "home"))

    def write(**more: Any) -> None:
        entry = {"command": sys.executable, "args": ["-c", STARTED], **more}
        servers = {"shop": entry, "web": {"url": "http://127.0.0.1:9/mcp"}}
        Path(".mcp.json").write_text(json.dumps({"mcpServers": servers}))

    write()
    return write


@pytest_asyncio.fixture
async def workbench(project: object) -> AsyncIterator[Workbench]:
    async with Workbench() as wb:
        yield wb


def started() -> bool:
    return Path("started").exists()


@pytest.mark.requirement("CFG-07")
async def test_nothing_starts_before_somebody_agrees(workbench: Workbench, person: Person) -> None:
    assert [one.name for one in workbench.configured()] == ["shop", "web"]
    for use in (
        lambda: workbench.connect("shop"),
        lambda: workbench.call("shop.add", {"a": 1, "b": 2}),
        lambda: workbench.tools("shop"),
        lambda: workbench.server("shop").warm(),
        lambda: workbench.connect("web"),
    ):
        with pytest.raises(ConfigUntrusted) as caught:
            await use()
        assert caught.value.reason == "no-consent"
    assert not started()
    assert workbench.server("web").log == []
    assert "reaches http://127.0.0.1:9/mcp" in caught.value.what
    assert caught.value.hint.endswith("%mcp trust web")


@pytest.mark.requirement("CFG-07")
async def test_a_yes_holds_for_good_and_for_exactly_that(
    workbench: Workbench, person: Person, project: Callable[..., None]
) -> None:
    person.answers = [True]
    assert (await workbench.call("shop.add", {"a": 1, "b": 2})).value == 3
    (question,) = person.asked
    assert isinstance(question, ConsentQuestion)
    assert question.title == f"Start the server 'shop' of {Path.cwd() / '.mcp.json'}?"
    assert question.lines[1:] == (f"in {Path.cwd()}",)
    async with Workbench() as later:
        assert later.server("shop").trusted
        await ensure_trusted(later.server("shop"))
        project(env={"DEBUG": "1"})
        server = later.reload().changed[0]
        assert not server.trusted
        with pytest.raises(ConfigUntrusted):
            await later.call("shop.add", {"a": 1, "b": 2})
        assert "with the variables DEBUG" in person.asked[-1].lines


@pytest.mark.requirement("CFG-07")
async def test_a_no_starts_nothing_and_is_asked_again(workbench: Workbench, person: Person) -> None:
    person.answers = [False, False]
    for _ in range(2):
        with pytest.raises(ConfigUntrusted) as caught:
            await workbench.call("shop.add", {"a": 1, "b": 2})
        assert caught.value.reason == "denied"
    assert len(person.asked) == 2
    assert not started()


async def test_a_yes_does_not_hold_for_what_the_file_says_since_the_question(
    workbench: Workbench, project: Callable[..., None]
) -> None:
    shown: list[ConsentQuestion] = []

    async def slow_person(question: Any) -> Any:
        shown.append(question)
        project(env={"DEBUG": "1"})
        workbench.reload()  # while the question is open
        return True

    before = set_this_kernels_asker(slow_person)
    try:
        with pytest.raises(ConnectionFailed):
            await workbench.connect("shop")
    finally:
        set_this_kernels_asker(before)
    assert len(shown) == 1
    server = workbench.server("shop")
    assert dict(server.spec.texts())["env.DEBUG"] == "1"
    assert not server.trusted
    assert not started()


async def test_uses_at_the_same_time_ask_once(workbench: Workbench, person: Person) -> None:
    person.answers = [True]
    calls = [workbench.call("shop.add", {"a": 1, "b": n}) for n in range(4)]
    assert [one.value for one in await asyncio.gather(*calls)] == [1, 2, 3, 4]
    assert len(person.asked) == 1


@pytest.mark.requirement("CFG-07")
async def test_a_file_that_is_named_asks_for_each_of_its_servers(
    workbench: Workbench, person: Person
) -> None:
    person.answers = [False, False]
    found = await workbench.connect(".mcp.json")
    assert isinstance(found, list)
    assert [one.error.code if one.error else None for one in found] == ["config_untrusted"] * 2
    assert {one.server for one in person.asked} == {"shop", "web"}


async def test_what_a_person_typed_or_keeps_needs_no_question(
    workbench: Workbench, person: Person, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = workbench.add(f"{sys.executable} -m mcp_workbench.demo", "typed")
    (tmp_path / "home").mkdir()
    text = json.dumps({"mcpServers": {"own": {"command": "x"}}})
    (tmp_path / "home" / "servers.json").write_text(text)
    monkeypatch.setenv("MCP_WORKBENCH_SERVERS", '{"ci": {"command": "y"}}')
    servers = [typed, workbench.server("own"), workbench.server("ci")]
    scopes = [one.scope for one in servers if isinstance(one, Server) and one.trusted]
    assert scopes == ["kernel", "user", "environment"]
    assert person.asked == []


async def test_a_disabled_entry_asks_nothing(
    workbench: Workbench, person: Person, project: Callable[..., None]
) -> None:
    project(disabled=True)
    with pytest.raises(Exception, match="is disabled"):
        await workbench.server("shop").warm()
    assert person.asked == []


async def test_a_store_that_cannot_be_written_asks_again_and_says_so(
    workbench: Workbench, person: Person, tmp_path: Path
) -> None:
    (tmp_path / "home").write_text("a file, where a directory should be")
    person.answers = [True]
    assert (await workbench.call("shop.add", {"a": 1, "b": 2})).value == 3
    assert any("cannot be kept" in note for note in workbench.server("shop").warnings)


# prints which files of its directory are opened on the loop that all servers share
LOOKS = """
import asyncio, json, os, sys, threading
from pathlib import Path
from mcp_workbench import Workbench
from mcp_workbench.asking import Approval, set_this_kernels_asker

opened = []

def heard(event, args):
    on_loop = threading.current_thread().name == "mcp-workbench"
    if event == "open" and on_loop and not isinstance(args[0], int):
        opened.extend(name for name in [str(args[0])] if os.getcwd() in os.path.abspath(name))

async def agree(question):
    return True

async def used():
    async with Workbench() as workbench:
        await workbench.call("shop.echo", {"text": "a"}, approval=Approval("never"))
        return await workbench.tools("shop")

sys.addaudithook(heard)
set_this_kernels_asker(agree)
asyncio.run(used())
(kept,) = Path(os.environ["MCP_WORKBENCH_HOME"], "approved-tools").glob("*.json")
kept.write_text(json.dumps(json.loads(kept.read_text()) | {"marks": {}}))
asyncio.run(used())
print(opened, *json.loads(kept.read_text())["marks"])
"""


async def test_no_file_of_the_person_is_waited_for_on_the_loop_that_all_servers_share(
    project: object,
) -> None:
    assert await ended(LOOKS) == (0, "[] echo\n")


async def test_a_fault_of_who_is_asked_is_not_lost_among_the_servers_of_a_file(
    workbench: Workbench,
) -> None:
    async def broken(_: Any) -> Any:
        raise LookupError("the asker is broken")

    before = set_this_kernels_asker(broken)
    try:
        with pytest.raises(LookupError):
            await workbench.connect(".mcp.json")
    finally:
        set_this_kernels_asker(before)


@pytest.mark.requirement("CFG-07")
@pytest.mark.parametrize(("blanks", "told"), [(1500, "; touch x"), (9000, "more characters)")])
async def test_no_command_hides_behind_blanks(
    workbench: Workbench, person: Person, project: Callable[..., None], blanks: int, told: str
) -> None:
    project(command="sh", args=["-c", "echo ok" + " " * blanks + "; touch x"])
    with pytest.raises(ConfigUntrusted) as caught:
        await workbench.connect("shop")
    assert told in person.asked[0].lines[0]
    assert told in caught.value.what
    report = await workbench.doctor("shop")
    assert told in repr(report)
