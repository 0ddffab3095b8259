"""`%mcp tools` in its forms, `%mcp diff`, `%mcp doctor` and what `%mcp trust` says of tools."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.completer import provisionalcompleter

from mcp_workbench.errors import UsageInvalid
from mcp_workbench.sessions.doctor import Diagnosis
from tests.conftest import ROOT
from tests.magics.cells import Cells
from tests.magics.conftest import cells

SERVER = ROOT / "tests" / "servers" / "odd_tools.py"
SCHEMA = {
    "type": "object",
    "properties": {"a b": {"$ref": "#/$defs/A"}, "c": {"type": "object"}},
    "$defs": {"A": {"type": "string"}},
}
TOOL: dict[str, Any] = {
    "name": "do.it",
    "description": "Does it.",
    "inputSchema": SCHEMA,
    "annotations": [],
}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("odd")


@pytest.fixture(scope="module")
def odd(directory: Path) -> Iterator[Cells]:
    file = directory / "tools.json"
    file.write_text(json.dumps([TOOL]))
    for one in cells():
        one(f"%mcp connect odd -- {shlex.join([sys.executable, str(SERVER), str(file)])}")
        yield one


@pytest.mark.requirement("TOOL-17")
def test_a_tool_is_shown_as_its_server_sent_it_with_what_was_repaired(odd: Cells) -> None:
    view = odd("%mcp tools odd.do.it --raw")
    assert view.document == TOOL
    assert repr(view).endswith("- tool 'do.it': its annotations are no object")
    tool = odd.workbench.tool_sync("odd.do.it")
    assert tool.raw == TOOL
    assert tool.repairs == ("tool 'do.it': its annotations are no object",)


@pytest.mark.requirement("TOOL-17")
def test_a_tool_is_shown_as_its_form_has_it_with_the_reasons(odd: Cells) -> None:
    view = odd("%mcp tools odd.do.it --form")
    assert [field["kind"] for field in view.document["fields"]] == ["text", "json"]
    assert [one.partition(":")[0] for one in view.reasons] == ["a b", "c"]
    assert "reference-inlined" in view.reasons[0]
    assert "field-of-json" in view.reasons[1]


@pytest.mark.requirement("TOOL-17")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--model", "as openai gets it"),
        ("--model anthropic", "as anthropic gets it"),
        ("--model=openai-responses", "as openai-responses gets it"),
    ],
)
def test_a_tool_is_shown_as_each_provider_gets_it_with_the_reasons(
    odd: Cells, line: str, words: str
) -> None:
    view = odd(f"%mcp tools odd.do.it {line}")
    assert words in repr(view)
    told = json.dumps(view.document)
    assert '"do_it"' in told
    assert '"a_b"' in told
    assert "$ref" not in told
    codes = {one.rpartition("(")[2].partition(":")[0] for one in view.reasons}
    assert {"name-mapped", "reference-inlined", "keyword-added"} <= codes
    assert "<li>" in view._repr_html_()


@pytest.mark.requirement("TOOL-16")
def test_the_list_of_a_server_has_the_format_of_a_provider(odd: Cells) -> None:
    (told,) = odd("%mcp tools odd --format anthropic")
    assert set(told) == {"name", "description", "input_schema"}
    assert odd("%mcp tools --format openai") == odd.workbench.tool_list_sync("openai")
    assert odd("%mcp tools odd.do.it --format openai")[0]["function"]["name"] == "do_it"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("odd --raw", "--raw needs one tool"),
        ("odd.do.it --row", "no option --row"),
        ("odd --format", "--format has no value"),
        ("odd --format opnai", "no format 'opnai'"),
        ("odd.do.it --raw more", "one word too many"),
        ("odd.do.it --raw --form", "do not go together"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_would(odd: Cells, line: str, word: str) -> None:
    with pytest.raises(UsageInvalid, match=word) as caught:
        odd(f"%mcp tools {line}")
    assert caught.value.hint


def test_forms_and_providers_are_offered_while_a_line_is_typed(odd: Cells) -> None:
    assert words_of(odd, "%mcp tools odd.d") == {"odd.do.it"}
    assert words_of(odd, "%mcp tools odd.do.it --m") == {"--model"}
    assert words_of(odd, "%mcp tools odd.do.it --model o") == {"openai", "openai-responses"}
    assert words_of(odd, "%mcp doctor o") == words_of(odd, "%mcp diff o") == {"odd"}


def words_of(odd: Cells, line: str) -> set[str]:
    begun = line.rpartition(" ")[2]
    with provisionalcompleter():
        found = list(odd.shell.Completer.completions(line, len(line)))
    return {begun[: one.start - len(line) or None] + one.text for one in found}


@pytest.mark.requirement("CON-33")
def test_the_doctor_is_a_line_and_its_value_has_the_steps(odd: Cells) -> None:
    odd("%mcp add broken -- no-such-program-4711")
    found = odd("%mcp doctor broken")
    assert isinstance(found, Diagnosis)
    assert found.failed is not None
    assert found.failed.name == "command"
    assert "hint: " in repr(found)
    assert odd("%mcp doctor odd").ok


@pytest.mark.requirement("TOOL-12")
def test_a_change_is_seen_by_diff_and_accepted_by_trust(odd: Cells, directory: Path) -> None:
    assert "no tool changed" in repr(odd("%mcp diff odd"))
    odd("%mcp close odd")
    (directory / "tools.json").write_text(json.dumps([{**TOOL, "description": "Does more."}]))
    found = odd("%mcp diff odd")
    assert list(found.changed) == ["do.it"]
    assert "    + Does more." in repr(found)
    assert repr(found).endswith("%mcp trust odd accepts this")
    trusted = odd("%mcp trust odd")
    assert "approved, odd: 1 tool changed" in repr(trusted)
    assert not odd("%mcp diff odd")


def test_trust_says_when_tools_cannot_be_looked_at(odd: Cells, directory: Path) -> None:
    odd("%mcp close odd")
    kept = (directory / "tools.json").read_text()
    (directory / "tools.json").write_text("{")
    try:
        assert "its tools are not looked at: [mcp_" in repr(odd("%mcp trust odd"))
    finally:
        (directory / "tools.json").write_text(kept)
