"""A server in a cell: one line while all is well, and what helps when it is not."""

import shlex
import sys

import pytest
from IPython.lib.pretty import pretty

from mcp_workbench import Server, StdioServer, Workbench
from mcp_workbench.errors import ConnectionFailed
from tests.conftest import DEMO

CHATTY = f"echo 'started <b>well</b>' >&2; exec {DEMO}"
QUITS = "import sys; sys.exit('<script>\\x1b[31mno licence')"


async def quitter(workbench: Workbench) -> Server:
    server = workbench.add(StdioServer(sys.executable, ("-c", QUITS)), "quitter")
    assert isinstance(server, Server)
    with pytest.raises(ConnectionFailed):
        await server.warm()
    return server


async def test_a_server_that_works_is_one_line_of_text(workbench: Workbench) -> None:
    server = await workbench.connect(StdioServer("sh", ("-c", CHATTY)), "chatty")
    assert isinstance(server, Server)
    assert pretty(server) == repr(server)
    assert repr(server).startswith("<Server chatty connected, ")
    assert "\n" not in repr(server)


async def test_its_line_opens_to_all_that_is_known(workbench: Workbench) -> None:
    server = await workbench.connect(StdioServer("sh", ("-c", CHATTY)), "chatty")
    assert isinstance(server, Server)
    html = server._repr_html_()
    assert html.startswith("<details><summary>")
    for known in ("chatty", "stdio", "connected", server.protocol_version, "echo, ", "cell"):
        assert known in html
    assert "started &lt;b&gt;well&lt;/b&gt;" in html
    assert "<b>" not in html
    assert "<script" not in html


async def test_a_server_that_failed_tells_why_and_its_last_words(workbench: Workbench) -> None:
    server = await quitter(workbench)
    first, *rest = pretty(server).splitlines()
    assert first == repr(server)
    assert rest[0].startswith("error: [mcp_connection_failed] server 'quitter'")
    assert "no licence" in "\n".join(rest)
    assert "\x1b" not in pretty(server)
    html = server._repr_html_()
    assert html.startswith("<details open>")
    assert "no licence" in html
    assert "<script" not in html
    assert "\x1b" not in html


async def test_the_log_of_a_server_that_failed_is_told_once(workbench: Workbench) -> None:
    server = await quitter(workbench)
    assert pretty(server).count("no licence") == 2  # in its command, and in its words
    assert len(server.log) == 1


async def test_what_is_odd_about_a_server_stands_below_its_line(workbench: Workbench) -> None:
    server = Server(workbench, "odd", StdioServer("x"), notes=["<i>one</i>\x1b", "two"])
    assert pretty(server).splitlines() == [
        "<Server odd registered: x>",
        "warning: <i>one</i>␛",
        "warning: two",
    ]
    html = server._repr_html_()
    assert html.startswith("<details open>")
    assert "&lt;i&gt;one&lt;/i&gt;␛" in html


async def test_a_display_is_bounded_whatever_a_server_writes(workbench: Workbench) -> None:
    words = shlex.join([sys.executable, "-c", "import sys; sys.exit('x' * 100_000 + '\\n' * 1000)"])
    server = workbench.add(f"{words} {'y' * 10_000}", "loud")
    assert isinstance(server, Server)
    server.notes += ["z" * 10_000] * 200
    with pytest.raises(ConnectionFailed):
        await server.warm()
    assert len(pretty(server)) < 40_000
    assert len(server._repr_html_()) < 60_000


async def test_terminal_sequences_of_a_definition_are_shown_as_text(workbench: Workbench) -> None:
    server = Server(workbench, "odd", StdioServer("x", ("\x1b[31m",)))
    assert "\x1b" not in repr(server)
