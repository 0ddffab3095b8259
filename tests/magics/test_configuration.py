"""Every setting is a trait that `%config` sets, and that the page of settings describes."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from traitlets.config import Config

from mcp_workbench import Workbench
from mcp_workbench.magics import McpWorkbench
from mcp_workbench.settings import Settings, current_settings, set_current_settings
from tests.magics.cells import Cells

PAGE = Path(__file__).parent.parent.parent / "docs" / "configuration.md"
ROW = re.compile(r"^\| `(\w+)` \| `([^`]+)` \| (.+) \|$", re.MULTILINE)
NAMES = [one.name for one in fields(Settings)]


@pytest.mark.requirement("CFG-15")
def test_every_setting_is_a_trait_with_words_and_the_same_default(cell: Cells) -> None:
    traits = McpWorkbench.class_traits(config=True)
    assert sorted(traits) == sorted(NAMES)
    assert all(trait.help for trait in traits.values())
    for name in NAMES:
        assert cell(f"%config McpWorkbench.{name}") == getattr(Settings(), name)


@pytest.mark.requirement("CFG-15")
def test_every_setting_is_documented_with_its_default() -> None:
    settings = PAGE.read_text(encoding="utf-8").partition("\n## Settings\n")[2]
    rows = {name: value for name, value, _ in ROW.findall(settings)}
    assert rows == {name: repr(getattr(Settings(), name)) for name in NAMES}


@pytest.mark.requirement("CFG-15")
@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_set_by_config_and_holds_at_once(cell: Cells, name: str) -> None:
    now = getattr(current_settings(), name)
    wanted = not now if isinstance(now, bool) else f"{now}x" if isinstance(now, str) else now + 1
    cell(f"%config McpWorkbench.{name} = {wanted!r}")
    assert getattr(cell.workbench.settings, name) == wanted
    cell("%unload_ext mcp_workbench")
    assert getattr(current_settings(), name) == now


def test_a_workbench_with_settings_of_its_own_keeps_them(cell: Cells) -> None:
    own = Workbench(Settings(call_timeout=7))
    cell("%config McpWorkbench.call_timeout = 8")
    assert (own.settings.call_timeout, cell.workbench.settings.call_timeout) == (7, 8)
    own.close_sync()


@pytest.mark.parametrize("value", ["-1", "0", "'soon'", "float('nan')"])
def test_a_value_that_lets_nothing_work_is_refused(
    cell: Cells, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = current_settings()
    cell(f"%config McpWorkbench.call_timeout = {value}")
    assert current_settings() == before
    assert "call_timeout" in caplog.text


def test_a_configuration_file_sets_what_it_names_and_the_environment_the_rest(
    cell: Cells, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell("%unload_ext mcp_workbench")
    monkeypatch.setenv("MCP_WORKBENCH_CALL_TIMEOUT_S", "33")
    cell.shell.config.merge(Config({"McpWorkbench": {"connect_timeout": 44}}))
    before = set_current_settings(None)
    try:
        cell("%load_ext mcp_workbench")
        now = current_settings()
        assert (now.connect_timeout, now.call_timeout) == (44, 33)
        assert cell("%config McpWorkbench.call_timeout") == 33
    finally:
        set_current_settings(before)
