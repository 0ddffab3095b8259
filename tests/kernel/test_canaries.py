"""Secrets are planted wherever a person may put them, and looked for wherever they could surface.

The servers tell all that they were given, encoded in several ways, in every place that the protocol
has for words.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shlex
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
import pytest_asyncio

from mcp_workbench import Recipe
from mcp_workbench.errors import RecipeInvalid
from mcp_workbench.secrets import Secrets
from tests.kernel.drive import LIMIT, Kernel
from tests.kernel.front_end import FrontEnd
from tests.recipes.notebooks import CONNECT, notebook, replaced
from tests.servers.telltale import Telltale, forms

TELLTALE = Path(__file__).parent.parent / "servers" / "telltale.py"
# each of another shape, so that encodings differ; no two share a beginning
CANARIES = {
    "store": "kiwi/ar4?Qz+8_Lm=",
    "environment": "plum ox7&Wt%2 yes",
    "file": "ghp_figDate93nutmegOlive",
    "bearer": "eyJtango.limeVine7.oatQuill",
    "key": "quince-55-rye-Zest",
    "address": "leek~mint.Sage9!",
    "password": "pear:fennel@Dill6",
    "typed": "sorrel Yew 88 broom",
}
LOOKS = """\
import logging
logging.basicConfig(filename="debug.log", level="DEBUG", force=True)
for name in ("httpx2", "client", "mcp", "mcp.client.streamable_http"):
    logging.getLogger(name).setLevel("DEBUG")
"""
CELLS = (
    "%mcp trust told web refused",
    "%mcp connect .mcp.json",
    "%mcp connect frail --env A_CANARY='${secret:STORE}' -- "
    + shlex.join([sys.executable, str(TELLTALE), "dies"]),
    "%mcp call frail.say",
    "%mcp info frail",
    "%mcp servers",
    "%mcp tools",
    "%mcp secret list",
    *(f"%mcp info {name}" for name in ("told", "web", "basic", "told.say", "web.say")),
    *(
        f"%mcp call {server}.{tool}"
        for server in ("told", "web", "basic")
        for tool in ("say", "structure", "fail", "refuse", "long")
    ),
    "%mcp call web.say given=1",
    "%mcp logs told",
    "%mcp connect refused",
    LOOKS,
    "%xmode Verbose",
    "from mcp_workbench import get_workbench; wb = get_workbench()",
    'wb.call_sync("told.refuse")',
    'wb.call_sync("web.fail")',
    'import traceback\ntry:\n    wb.call_sync("told.refuse")\n'
    "except Exception as error:\n    print(''.join(traceback.format_exception(error)))",
    "print(wb.servers, wb.secrets, [s.spec for s in wb.servers.values()])",
    "import hashlib; "
    "print('value', hashlib.sha256(wb.call_sync('told.say').text.encode()).hexdigest())",
    "print(*(line for s in wb.servers.values() for line in s.log))",
    "print(*(s.error for s in wb.servers.values()))",
    "print([t for s in wb.servers.values() for t in s.tools])",
    'wb.server("told").tool("say")',
    'wb.call_sync("told.fail", raise_on_error=False).error',
    "%mcp close told",
    "%mcp secret set STORE sorrel",
)  # fmt: skip


@dataclass
class Run:
    """All that a run has left: what was published, and the processes at its end."""

    directory: Path
    published: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    arguments: str = ""


def encodings(value: str) -> Iterator[str]:
    yield value
    yield from (quote(value, safe=""), quote(value), quote_plus(value), json.dumps(value)[1:-1])
    data = value.encode()
    for before in range(3):
        code = base64.b64encode(b"\0" * before + data).decode()
        # what of it does not depend on what stands around
        part = code[-(-before * 8 // 6) : (before + len(data)) * 8 // 6]
        yield from (part, part.replace("+", "-").replace("/", "_"))


def leaks(text: str) -> list[str]:
    """The canaries that `text` holds in any form."""
    return [name for name, value in CANARIES.items() if any(f in text for f in encodings(value))]


def process_arguments(parent: int) -> str:
    """The command lines of all processes below `parent`."""
    found, wanted = list[str](), {parent}
    for entry in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            above = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if above in wanted or int(entry.name) in wanted:
            wanted.add(int(entry.name))
            found.append(line)
    return "\n".join(found)


def prepare(directory: Path, web: Telltale) -> dict[str, str]:
    """The files of the project, the stores, and the kernel's environment."""
    home = directory / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
        secrets = Secrets(home)
        for name in ("store", "bearer", "key", "address", "password"):
            secrets.set(name.upper(), CANARIES[name])
    command = {"command": sys.executable, "args": [str(TELLTALE)]}
    servers = {
        "told": {
            **command,
            "env": {
                "A_CANARY": "${secret:STORE}",
                "B_CANARY": "${ENVIRONMENT_TOKEN}",
                "C_CANARY": CANARIES["file"],
            },
        },
        "web": {
            "url": web.url + "?key=${secret:ADDRESS}",
            "headers": {
                "Authorization": "Bearer ${secret:BEARER}",
                "X-Api-Key": "${secret:KEY}",
            },
        },
        "refused": {
            "url": web.url.replace("/mcp", "/refused"),
            "headers": {"Authorization": "Bearer ${secret:BEARER}"},
        },
    }
    (directory / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))
    profile = directory / "ipython" / "profile_default"
    profile.mkdir(parents=True)
    (profile / "ipython_config.py").write_text(
        "c = get_config()\nc.HistoryManager.db_log_output = True\n"
    )
    return {
        "MCP_WORKBENCH_HOME": str(home),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        "ENVIRONMENT_TOKEN": CANARIES["environment"],
    }


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def run(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Run]:
    directory = tmp_path_factory.mktemp("canaries")
    done = Run(directory)
    with Telltale() as web:
        env = prepare(directory, web)
        basic = f"%mcp connect basic {web.url} --basic 'me:${{secret:PASSWORD}}'"
        async with Kernel(directory, env) as kernel:
            await kernel.run("%load_ext mcp_workbench")
            async with FrontEnd(kernel) as front:
                await type_secret(front)
                for code in (CELLS[0], basic, *CELLS[1:]):
                    await front.run(code)
                await talk(front)
                done.arguments = process_arguments(os.getpid())
                done.published = [
                    {"type": one["msg_type"], "content": one["content"]} for one in front.published
                ]
        yield done


async def type_secret(front: FrontEnd) -> None:
    """Give a secret as a person does; the front end is told not to show it."""
    client = front.kernel.client
    client.allow_stdin = True
    cell = front.kernel.start("%mcp secret set TYPED")
    asked = await client.get_stdin_msg(timeout=LIMIT)
    assert asked["content"]["password"] is True
    client.input(CANARIES["typed"])
    shown = await front.ended(cell)
    assert "${secret:TYPED}" in shown.texts[-1]
    cell = client.execute("%mcp secret set NOBODY", allow_stdin=False)  # as a run without a person
    told = await front.ended(cell)
    assert "mcp-workbench secret set NOBODY" in told.reply["evalue"]


async def talk(front: FrontEnd) -> None:
    """What a panel asks for."""
    for server in ("told", "web"):
        await front.answer("tools", server=server)
        for tool in ("say", "fail"):
            await front.answer("call", server=server, tool=tool, values={"given": "x"})


def text_of(published: object) -> str:
    return json.dumps(published, ensure_ascii=False, default=str)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.requirement("SEC-02")
async def test_no_secret_is_in_what_a_kernel_publishes(run: Run) -> None:
    """Outputs of cells, and so the notebook; tracebacks; every comm message."""
    # the servers were there, and told what they know
    assert text_of(run.published).count("…") > 50
    assert "ready with" in text_of(run.published)
    assert "gone with" in text_of(run.published)
    assert {"comm_msg", "execute_result", "display_data", "error", "stream"} <= {
        one["type"] for one in run.published
    }
    assert [(leaks(text_of(one)), one) for one in run.published if leaks(text_of(one))] == []


@pytest.mark.asyncio(loop_scope="module")
async def test_values_are_as_the_server_sent_them(run: Run) -> None:
    told = [CANARIES[name] for name in ("store", "environment", "file")]
    digest = hashlib.sha256(forms(told).encode()).hexdigest()
    assert f"value {digest}" in text_of(run.published)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.requirement("SEC-02")
async def test_no_secret_is_in_what_a_kernel_writes(run: Run) -> None:
    """The history with its outputs, logs of every library, what the kernel itself wrote."""
    files = [file for file in run.directory.rglob("*") if file.is_file()]
    texts = {file.name: file.read_bytes().decode("latin-1") for file in files}
    assert "%mcp call told.say" in texts["history.sqlite"]
    assert "HTTP Request: POST" in texts["debug.log"]
    assert "TYPED" in texts["secrets.json"]
    del texts[".mcp.json"]  # where a person wrote one
    assert {name: leaks(text) for name, text in texts.items() if leaks(text)} == {}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.requirement("SEC-02")
async def test_no_secret_is_among_the_arguments_of_a_process(run: Run) -> None:
    assert "telltale.py" in run.arguments
    assert leaks(run.arguments) == []


@pytest.mark.requirement("SEC-02")
def test_a_recipe_holds_references_alone(tmp_path: Path) -> None:
    line = "%mcp connect demo --env A='${secret:STORE}' -- python telltale.py"
    made = notebook(tmp_path, *replaced(CONNECT, f"%load_ext mcp_workbench\n{line}"))
    saved = Recipe.from_notebook(made).save()
    assert "A: ${secret:STORE}" in saved.read_text("utf-8")
    literal = line.replace("${secret:STORE}", CANARIES["file"])
    made = notebook(tmp_path, *replaced(CONNECT, f"%load_ext mcp_workbench\n{literal}"))
    with pytest.raises(RecipeInvalid) as refused:
        Recipe.from_notebook(made)
    assert leaks(str(refused.value)) == []
