"""Answers that are hardly of the protocol: read where they can be, told where they cannot."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from mcp_workbench import StdioServer, Workbench
from tests.conftest import ROOT
from tests.sessions.programs import until

ODD_TOOLS = str(ROOT / "tests" / "servers" / "odd_tools.py")


@pytest.fixture
async def odd(workbench: Workbench, tmp_path: Path) -> Workbench:
    """A workbench with a server `odd` that gives back what it is told to."""
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps([{"name": "says", "inputSchema": {"type": "object"}}]))
    await workbench.connect(StdioServer(sys.executable, (ODD_TOOLS, str(tools))), "odd")
    return workbench


async def said(odd: Workbench, **arguments: Any) -> Any:
    return await odd.call("odd.says", arguments, raise_on_error=False)


@pytest.mark.requirement("CON-32")
async def test_an_answer_of_an_unknown_kind_is_an_error_and_no_empty_success(
    odd: Workbench,
) -> None:
    result = await said(odd, answer={"resultType": "draft"})
    assert (result.error.code, result.error.reason) == ("mcp_protocol_error", "malformed")
    assert "'draft', a kind of answer that is not known here" in result.error.what
    assert (await said(odd)).error is None


async def test_an_answer_with_the_id_as_a_text_with_blanks_is_the_answer(odd: Workbench) -> None:
    result = await said(odd, spaced=True, word="here")
    assert result.value == {"word": "here"}


async def test_a_server_that_asks_for_thousands_of_things_is_refused(odd: Workbench) -> None:
    asked = {f"q{number}": {"method": "roots/list"} for number in range(20_000)}
    result = await said(odd, answer={"resultType": "input_required", "inputRequests": asked})
    assert "it asks for 20,000 things before it answers; 100 are the most" in result.error.what


async def test_a_server_that_asks_for_it_does_not_say_what_is_refused_in_words_of_its_own(
    odd: Workbench,
) -> None:
    result = await said(odd, answer={"resultType": "input_required"})
    assert result.error.reason == "malformed"
    assert result.error.what.endswith("does not say for which")


@pytest.mark.requirement("CON-18")
async def test_a_word_of_progress_that_is_no_number_costs_itself_alone(odd: Workbench) -> None:
    words: list[float] = []

    def told(done: float, total: float | None, message: str | None) -> None:
        words.append(done)

    for progress in ({"progress": 10**400}, {"total": 10**400}, {"progress": "half"}):
        result = await odd.call("odd.says", {"progress": progress}, progress=told)
        assert result.error is None
    await odd.call("odd.says", {"progress": {"progress": 2}}, progress=told)
    assert words == [2]


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt])
async def test_code_of_a_person_that_leaves_the_program_ends_no_server(
    odd: Workbench, kind: type[BaseException]
) -> None:
    def leave(*_: object) -> None:
        raise kind

    result = await odd.call("odd.says", {"progress": "on"}, progress=leave)
    assert any(kind.__name__ in warning for warning in result.warnings)
    stop = odd.listen(leave)
    odd.changed()
    assert (await said(odd)).error is None
    stop()


@pytest.mark.requirement("CON-32")
async def test_a_number_that_python_cannot_write_is_refused_before_it_is_sent(
    odd: Workbench,
) -> None:
    result = await said(odd, number=7**6000)
    assert (result.error.code, result.error.reason) == ("mcp_arguments_invalid", "no-json")
    assert "4,200 digits" in result.error.what
    assert (await said(odd, number=7**4000)).error is None
    for entry in odd.history:
        json.loads(entry.as_json())


async def test_the_last_words_of_an_error_are_none_that_a_start_left(odd: Workbench) -> None:
    await until(lambda: "it starts" in odd.servers["odd"].log)
    result = await said(odd, words="the disk is full")
    await until(lambda: "the disk is full" in odd.servers["odd"].log)
    later = await said(odd, words="it is still full")
    assert (result.error.code, later.error.code) == ("mcp_protocol_error", "mcp_protocol_error")
    assert "the disk is full" in later.error.hint
    assert "it starts" not in later.error.hint
