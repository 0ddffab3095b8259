"""`%%mcp server`: a server in one cell."""

import logging

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.magics.failure import Failure
from tests.magics.cells import Cells

SHOP = '''%%mcp server shop
"""What a shop tells."""
from __future__ import annotations

FACTOR = 3

def price(item: str, count: int = 1) -> float:
    """What so many cost.

    Not in the summary.
    """
    return FACTOR * count

async def fails(why: str) -> str:
    raise ValueError(why)

def _hidden(): ...
'''


@pytest.mark.requirement("CON-04")
def test_public_functions_of_a_cell_are_the_tools_of_a_server(cell: Cells) -> None:
    server = cell(SHOP)
    assert repr(server) == "<Server shop connected, 2 tools: MCPServer 'shop' in this process>"
    assert server.transport == "in-process"
    tool = server.tools["price"]
    assert tool.description.startswith("What so many cost.")
    assert tool.required == {"item"}
    assert cell("%mcp call shop.price item=tea count=4").value == 12
    assert cell("FACTOR, price('tea')") == (3, 3)


@pytest.mark.requirement("CON-04")
def test_running_the_cell_again_is_the_new_server_and_names_are_read_when_they_are_used(
    cell: Cells,
) -> None:
    before = cell(SHOP)
    cell("FACTOR = 5")
    assert cell("%mcp call shop.price item=tea").value == 5
    after = cell("%%mcp server shop\ndef price(item: str) -> str:\n    return item * 2")
    assert after.tools.names == ["price"]
    assert cell("%mcp call shop.price item=tea").value == "teatea"
    assert list(cell.workbench.servers) == ["shop"]
    assert before is not after


@pytest.mark.requirement("CON-04")
def test_an_error_of_a_function_is_told_with_the_line_of_the_cell(cell: Cells) -> None:
    cell(SHOP)
    result = cell("%mcp call shop.fails why=closed")
    line = SHOP.splitlines().index("    raise ValueError(why)") + 1
    assert f"ValueError: closed (line {line})" in result.error.what


@pytest.mark.parametrize(
    "body", [" ", "x = 1", "def _only_hidden(): ...", "class Shop:\n    def price(self): ..."]
)
def test_a_cell_without_functions_is_no_server(cell: Cells, body: str) -> None:
    with pytest.raises(UsageInvalid, match="defines no public function"):
        cell(f"%%mcp server shop\n{body}")
    assert not cell.workbench.servers


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("def f(*items): ...", "its parameter *items has no name"),
        ("def f(_a: int): ...", "_a"),
        ("def f(a: 'Nowhere'): ...", "Nowhere"),
    ],
)
def test_a_function_that_cannot_be_a_tool_is_told_and_the_old_server_stays(
    cell: Cells, body: str, words: str
) -> None:
    cell(SHOP)
    told = cell(f"%%mcp server shop\n{body}")
    assert isinstance(told, Failure)
    assert told.error.what.startswith("f cannot be a tool: ")
    assert words in told.error.what
    assert cell("%mcp call shop.price item=tea").value == 3


def test_a_mistake_in_the_cell_is_one_of_the_cell(cell: Cells) -> None:
    with pytest.raises(SyntaxError):
        cell("%%mcp server shop\ndef f(:")
    with pytest.raises(ZeroDivisionError):
        cell("%%mcp server shop\ndef f(): ...\n1 / 0")
    assert not cell.workbench.servers


def test_the_line_needs_a_name_that_can_be_typed(cell: Cells) -> None:
    with pytest.raises(UsageInvalid):
        cell("%%mcp server\ndef f(): ...")
    assert isinstance(cell("%%mcp server 'my shop'\ndef f(): ..."), Failure)


def test_logging_of_the_process_stays_as_it_was(cell: Cells) -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    cell(SHOP)
    assert (root.level, list(root.handlers)) == before


@pytest.mark.requirement("CON-04")
@pytest.mark.parametrize("word", ["$mine", "{servers['mine']}"])
def test_a_server_object_of_the_notebook_is_connected_by_its_name_in_the_line(
    cell: Cells, word: str
) -> None:
    cell(
        "from mcp.server import MCPServer\n"
        "mine = MCPServer('theirs', log_level='CRITICAL')\n"
        "@mine.tool()\n"
        "def add(a: int, b: int) -> int:\n"
        "    return a + b\n"
        "servers = {'mine': mine}"
    )
    server = cell(f"%mcp connect shop {word}")
    assert (server.name, server.transport) == ("shop", "in-process")
    assert cell("%mcp call shop.add a=1 b=2").value == 3
    assert isinstance(cell("%mcp connect shop {7}"), Failure)
    with pytest.raises(UsageInvalid, match="no variable 'minne'"):
        cell("%mcp connect shop $minne")
