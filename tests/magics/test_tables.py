"""What a server says is shown bounded and escaped, and an error alike wherever it is shown."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from mcp_workbench.errors import ConnectionFailed, ToolFailed, WorkbenchError
from mcp_workbench.magics.failure import Failure
from mcp_workbench.magics.tables import Table
from mcp_workbench.messages import RESULT_MIME
from mcp_workbench.results import CallContext, ToolResult
from tests.magics.cells import Cells

STYLE = Path(__file__).parent.parent.parent / "labextension/style/base.css"


class Read(HTMLParser):
    """The words and the styles of some HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words = ""
        self.styles: list[str] = []
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.styles += [value or "" for name, value in attrs if name == "style"]

    def handle_data(self, data: str) -> None:
        self.words += data


def shown_by_a_result(error: WorkbenchError) -> dict[str, Any]:
    return ToolResult({}, CallContext("demo", "add"), 0.1, error)._repr_mimebundle_()


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


def test_a_short_cell_such_as_a_date_is_not_broken_at_its_hyphens() -> None:
    short, long = Read(Table(("a", "b"), [("2026-07-28", "x-y " * 9)], "none").html()).styles[2:]
    assert "white-space:nowrap" in short
    assert "nowrap" not in long


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


def test_a_failure_has_the_words_of_the_error_box_of_a_result() -> None:
    error = ConnectionFailed("<b> is gone\x1b", hint="do <i>this</i>", reason="http_500")
    shown = shown_by_a_result(error)
    assert repr(Failure(error)) == shown["text/plain"]
    box = shown[RESULT_MIME]["error"]
    read = Read(Failure(error)._repr_html_())
    assert read.words == f"{box['code']} {box['reason']}{box['text']}hint: {box['hint']}"
    assert read.tags == {"div", "code"}


def test_a_failure_has_the_look_of_the_error_box_of_a_result() -> None:
    box = re.findall(r"\.mcpw-(?:Failure|Result) \{([^}]*)\}", STYLE.read_text())
    wanted = dict(re.findall(r"([\w-]+): (.*?);", "".join(reversed(box))))
    outer = Read(Failure(ToolFailed("x"))._repr_html_()).styles[0]
    look = dict(part.split(":") for part in outer.split(";"))
    assert look.pop("padding")  # it has room between its lines instead of a gap
    assert look == {name: wanted[name] for name in look}
    assert "background" in look
    assert "border-left" in look


def test_a_failure_without_reason_and_hint_shows_neither() -> None:
    error = ToolFailed("it said no")
    assert repr(Failure(error)) == shown_by_a_result(error)["text/plain"]
    assert Read(Failure(error)._repr_html_()).words == "mcp_tool_errorit said no"
