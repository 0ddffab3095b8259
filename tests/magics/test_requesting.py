"""`%mcp request`, `%mcp call --raw`, and a pinned revision."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.sessions.revisions import LEGACY, MODERN
from tests.conftest import FAULTY
from tests.magics.cells import MIRROR, Cells
from tests.magics.conftest import cells

CHOOSY = f"{FAULTY} speaks-what-is-asked"


@pytest.fixture(scope="module")
def raw() -> Iterator[Cells]:
    """Cells of one shell, with the server `mirror`."""
    for one in cells():
        one(f"%mcp connect mirror --era legacy -- {MIRROR}")
        yield one


@pytest.mark.requirement("TOOL-22")
@pytest.mark.parametrize(
    ("era", "spoken"),
    [("legacy", LEGACY[-1]), *((one, one) for one in LEGACY)],
)
def test_a_pinned_era_is_spoken_and_raw_requests_go_in_it(
    raw: Cells, era: str, spoken: str
) -> None:
    server = raw(f"%mcp connect old --era {era} -- {CHOOSY}")
    assert server.protocol_version == spoken
    assert raw("%mcp request old tools/list").result["tools"][0]["name"] == "ok"
    assert raw("%mcp call --raw old.ok {}").value == "done"
    (sent, _) = server.messages.find(method="initialize")
    assert sent.body["params"]["protocolVersion"] == spoken
    assert server.messages.find(method="server/discover") == []


@pytest.mark.requirement("TOOL-22")
def test_auto_finds_the_newest_revision_and_that_needs_no_handshake(raw: Cells) -> None:
    for era in ("auto", MODERN):
        server = raw(f"%mcp connect new demo --era {era}")
        assert server.protocol_version == MODERN
        assert raw("%mcp request new server/discover").result["resultType"] == "complete"
        assert raw("%mcp request new ping").error["code"] == -32601  # it is no method there
        failed = raw('%mcp call --raw new.add {"a": "x"}')
        assert "validation error" in failed.error.what
        assert raw('%mcp call --raw new.add {"a": 1, "b": 2}').value == 3
        # one that starts slowly is offered a handshake as well, where nobody said what it speaks
        assert era == "auto" or server.messages.find(method="initialize") == []
        (sent, *_) = server.messages.find(method="ping")
        meta = sent.body["params"]["_meta"]
        assert meta["io.modelcontextprotocol/protocolVersion"] == MODERN


@pytest.mark.requirement("TOOL-22")
def test_a_raw_call_takes_an_object_a_cell_or_words_without_a_schema(raw: Cells) -> None:
    assert raw('%mcp call --raw mirror.mirror {"n": "x", "odd": [1]}').value == {
        "n": "x",
        "odd": [1],
    }
    assert raw("%%mcp call --raw mirror.mirror\nn: many\n").value == {"n": "many"}
    assert raw("%mcp call mirror.mirror --raw n=many m:=7 --timeout 5").value == {
        "n": "many",
        "m": 7,
    }
    assert raw("%mcp call --raw mirror.hidden").value == {}


@pytest.mark.requirement("TOOL-22")
def test_the_answer_to_a_request_is_shown_raw_and_an_error_is_a_value(raw: Cells) -> None:
    call = '%mcp request mirror tools/call {"name": "mirror", "arguments": {"n": 1}}'
    answer = raw(call)
    assert answer.result["structuredContent"] == {"result": {"n": 1}}
    assert '"structuredContent": {"result": {"n": 1}}' in repr(answer)
    in_a_cell = raw('%%mcp request mirror tools/call\n{"name": "x", "arguments": {"a": 1}}')
    assert in_a_cell.result["structuredContent"] == {"result": {"a": 1}}
    refused = raw("%mcp request mirror no/such --timeout 5")
    assert refused.is_error
    assert repr(refused) == "error -32601: unknown"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("%mcp request", "a server and a method"),
        ("%mcp request mirror", "needs a method"),
        ("%mcp request mirror ping {1}", "is not JSON"),
        ("%mcp request mirror ping [1]", "no JSON object"),
        ("%mcp request mirror ping {} {}", "more than one"),
        ("%mcp request mirror ping --odd 1", "no option --odd"),
        ("%mcp call --raw", "not a tool"),
        ("%mcp call --raw mirror.mirror {1}", "is not JSON"),
        ('%mcp call --raw mirror.mirror {"a": 1} a=2', "twice"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(raw: Cells, line: str, told: str) -> None:
    with pytest.raises(UsageInvalid, match=told):
        raw(line)
