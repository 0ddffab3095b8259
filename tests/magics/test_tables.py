"""What a server says is shown bounded and escaped."""

from mcp_workbench.errors import ToolFailed
from mcp_workbench.magics.failure import Failure
from mcp_workbench.magics.tables import Table
from tests.magics.cells import Cells


def test_markup_and_terminal_sequences_of_a_server_are_shown_as_text(connected: Cells) -> None:
    tools = connected("%mcp tools mirror")
    html, text = tools._repr_html_(), repr(tools)
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert "<b>" not in html
    assert "\x1b" not in html + text
    assert max(map(len, text.splitlines())) < 500


def test_rows_and_cells_are_bounded_and_the_rest_is_counted() -> None:
    table = Table(("a", "b"), [("x" * 1000, "y\nz")] * 300, "none")
    lines = table.text().splitlines()
    assert len(lines) == 1 + 200 + 1
    assert lines[-1] == "… and 100 more"
    assert all(len(line) < 200 for line in lines)
    assert table.html().count("<tr>") == 201
    assert "y z" in lines[1]


def test_a_column_that_is_empty_everywhere_is_left_out() -> None:
    table = Table(("name", "error"), [("a", ""), ("b", "")], "none")
    assert table.text().splitlines() == ["name", "a", "b"]


def test_an_empty_table_says_what_to_do() -> None:
    table = Table(("name",), [], "Try <this>", ["note"])
    assert table.text() == "Try <this>\nnote"
    assert table.html() == "<p>Try &lt;this&gt;</p><p>note</p>"


def test_a_failure_is_escaped_bounded_and_never_empty() -> None:
    failure = Failure(ToolFailed("<b>\x1b[31m" + "x" * 100_000, hint="<i>do this</i>"))
    html = failure._repr_html_()
    assert "<b>" not in html
    assert "<i>" not in html
    assert "\x1b" not in html + repr(failure)
    assert len(html) < 10_000
    assert len(repr(failure)) < 10_000
    assert Failure(ToolFailed("")).text == "mcp_tool_error"
