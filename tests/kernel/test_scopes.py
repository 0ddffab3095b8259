"""A kernel knows where its notebook is, asks before a project's file starts something, and obeys
`%config`."""

import json
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from mcp_workbench.messages import TARGET
from tests.kernel.drive import LIMIT, Kernel, Shown

pytestmark = [pytest.mark.asyncio(loop_scope="module")]
DEMO = {"command": sys.executable, "args": ["-m", "mcp_workbench.demo"]}
CONFIG = "c.McpWorkbench.connect_timeout = 41\nc.McpWorkbench.call_timeout = 42\n"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kernel(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Kernel]:
    """One that Jupyter's server started for `books/a.ipynb`, with a person's configuration."""
    place = tmp_path_factory.mktemp("scopes")
    for directory in ("books", "other", "ipython/profile_default"):
        (place / directory).mkdir(parents=True)
    for name in ("books", "other"):
        text = json.dumps({"mcpServers": {f"{name}-shop": DEMO}})
        (place / name / ".mcp.json").write_text(text)
    (place / "ipython/profile_default/ipython_kernel_config.py").write_text(CONFIG)
    environment = {
        "JPY_SESSION_NAME": str(place / "books" / "a.ipynb"),
        "MCP_WORKBENCH_HOME": str(place / "home"),
    }
    async with Kernel(place, environment) as one:
        assert (await one.run("%load_ext mcp_workbench")).status == "ok"
        yield one


async def answered(kernel: Kernel, code: str, answer: str) -> tuple[str, Shown]:
    """A cell that asks one question: the question, and what came of the cell."""
    cell = kernel.client.execute(code)
    message = await kernel.client.get_stdin_msg(timeout=LIMIT)
    kernel.client.input(answer)
    reply = await kernel.reply(cell)
    outputs = await kernel.output(cell, lambda one: one["content"].get("execution_state") == "idle")
    return message["content"]["prompt"], Shown(reply, outputs)


@pytest.mark.requirement("CFG-17")
async def test_files_are_looked_for_beside_the_notebook_that_a_front_end_names(
    kernel: Kernel,
) -> None:
    (table,) = (await kernel.run("%mcp servers")).texts
    assert "books-shop" in table
    assert "books, where the notebook is, says Jupyter" in table
    editor = "__vsc_ipynb_file__ = __import__('os').path.abspath('other/b.ipynb')\n%mcp servers"
    (table,) = (await kernel.run(editor)).texts
    assert "other-shop" in table
    assert "other, where the notebook is, says VS Code" in table
    (table,) = (await kernel.run("del __vsc_ipynb_file__\n%mcp servers")).texts
    assert "books-shop" in table


@pytest.mark.requirement("CFG-17")
async def test_the_panel_says_where_the_notebook_is_now(kernel: Kernel) -> None:
    await kernel.run("open('other/moved.ipynb', 'w').close()")
    tell(kernel, "other/moved.ipynb")
    (table,) = (await kernel.run("%mcp servers")).texts
    assert "other-shop" in table
    assert "other, where the notebook is, says the panel" in table
    tell(kernel, "other/deleted.ipynb")
    (table,) = (await kernel.run("%mcp servers")).texts
    assert "says Jupyter" in table


def tell(kernel: Kernel, notebook: str) -> None:
    """What the panel says when it opens its line to the kernel, which it then lets go."""
    data = {"version": 1, "channel": "rpc", "notebook": notebook}
    opened = {"comm_id": notebook, "target_name": TARGET, "data": data}
    for kind, content in (("comm_open", opened), ("comm_close", {"comm_id": notebook})):
        kernel.client.shell_channel.send(kernel.client.session.msg(kind, content))


@pytest.mark.requirement("CFG-07")
async def test_the_first_start_asks_below_the_cell_and_no_is_the_default(kernel: Kernel) -> None:
    call = "%mcp call books-shop.add a=1 b=2"
    prompt, refused = await answered(kernel, call, "")
    assert "Start the server 'books-shop' of" in prompt
    assert f"starts {sys.executable} -m mcp_workbench.demo" in prompt
    assert "config_untrusted" in refused.texts[-1]
    _, agreed = await answered(kernel, call, "yes")
    assert agreed.texts[-1] == "3"
    assert (await kernel.run("%mcp close books-shop\n" + call)).texts[-1] == "3"


@pytest.mark.requirement("CFG-15")
async def test_configuration_sets_every_setting_and_config_changes_it(kernel: Kernel) -> None:
    shown = await kernel.run(
        "from mcp_workbench import get_workbench\nlimits = get_workbench().settings\n"
        "limits.connect_timeout, limits.call_timeout"
    )
    assert shown.texts == ["(41.0, 42.0)"]
    shown = await kernel.run(
        "%config McpWorkbench.call_timeout = 5\nget_workbench().settings.call_timeout"
    )
    assert shown.texts == ["5.0"]


INPUTS = [
    {"id": "api-key", "type": "promptString", "password": True, "description": "Key of the shop"},
    {"id": "zone", "type": "pickString", "options": ["eu", "us"], "description": "Where it is"},
]


@pytest.mark.requirement("CFG-05")
async def test_inputs_of_a_file_are_asked_for_once_below_the_cell(kernel: Kernel) -> None:
    entry = {**DEMO, "env": {"KEY": "${input:api-key}", "ZONE": "${input:zone}"}}
    file = kernel.log.parent / "books" / ".vscode" / "mcp.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"inputs": INPUTS, "servers": {"asks": entry}}))
    cell = kernel.client.execute("%mcp connect asks .vscode/mcp.json")
    dialogue = (
        ("Start the server 'asks' of", "yes", False),
        ("zone · 1 eu, 2 us · required · Where it is", "y", False),
        ("zone: ", "us", False),
        ("Key of the shop", "a-Hidden-key-7", True),
        ("Keep the input 'api-key' in your secret store?", "", False),
    )
    for words, answer, hidden in dialogue:
        message = await kernel.client.get_stdin_msg(timeout=LIMIT)
        assert words in message["content"]["prompt"]
        assert message["content"]["password"] is hidden
        kernel.client.input(answer)
    assert (await kernel.reply(cell))["status"] == "ok"
    again = await kernel.run("%mcp close asks\n%mcp call asks.add a=1 b=2")
    assert again.texts[-1] == "3"
    (listed,) = (await kernel.run("%mcp secret list")).texts
    assert "input." not in listed
