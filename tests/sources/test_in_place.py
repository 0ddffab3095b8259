"""A file is changed by one program at a time, and never one that is none or that is protected."""

import json
import os
from pathlib import Path

import pytest

from mcp_workbench.errors import ConfigInvalid
from mcp_workbench.sources.editing import save_entry, set_disabled
from mcp_workbench.sources.in_place import changed
from mcp_workbench.sources.report import ConfigReport
from mcp_workbench.specs import StdioServer

pytestmark = pytest.mark.usefixtures("own_home")
TEXT = '{"mcpServers": {"a": {"command": "x"}}}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / ".mcp.json"
    path.write_text(TEXT)
    return path


def nothing(_before: ConfigReport, _after: ConfigReport) -> None:
    """Whatever a file says then is right."""


def test_what_another_program_writes_meanwhile_is_kept(file: Path) -> None:
    others = iter([TEXT.replace("{", '{"history": [1], ', 1)])

    def change(text: str, _: ConfigReport) -> str:
        for other in others:
            file.write_text(other)
        return text.replace('"x"', '"y"')

    changed(file, ["a"], change, nothing)
    wanted = {"history": [1], "mcpServers": {"a": {"command": "y"}}}
    assert json.loads(file.read_text()) == wanted


def test_a_file_that_is_written_to_all_the_time_is_left_to_its_program(file: Path) -> None:
    def change(text: str, _: ConfigReport) -> str:
        file.write_text(text + " ")
        return text.replace('"x"', '"y"')

    with pytest.raises(ConfigInvalid, match="another program") as caught:
        changed(file, ["a"], change, nothing)
    assert caught.value.reason == "busy"
    assert file.read_text().strip() == TEXT


def test_what_is_no_file_is_neither_waited_for_nor_read_without_end(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)
    for _ in range(2):
        with pytest.raises(ConfigInvalid, match="not a file") as caught:
            save_entry(file, "a", StdioServer("x"))
        assert caught.value.reason == "unwritable"
        file.unlink()
        file.symlink_to("/dev/zero")


def test_what_is_too_large_is_neither_read_nor_made(file: Path) -> None:
    with pytest.raises(ConfigInvalid, match="too large"):
        save_entry(file, "b", StdioServer("y", ("z" * (1 << 20),)))
    assert file.read_text() == TEXT
    file.write_text(TEXT + " " * (1 << 20))
    with pytest.raises(ConfigInvalid, match="more than 1 MiB"):
        save_entry(file, "b", StdioServer("y"))


def test_a_file_that_is_protected_stays_as_it_is(file: Path) -> None:
    file.chmod(0o444)
    with pytest.raises(ConfigInvalid, match="protected") as caught:
        set_disabled(file, "a", True)
    assert caught.value.reason == "unwritable"
    assert file.read_text() == TEXT


def test_a_link_that_leads_to_itself_is_told_as_such(file: Path) -> None:
    file.unlink()
    file.symlink_to(file)
    with pytest.raises(ConfigInvalid) as caught:
        save_entry(file, "a", StdioServer("x"))
    assert caught.value.reason == "unwritable"
