"""The extension in real kernels: loading, leaving, one workbench each, nothing left behind."""

import asyncio
from pathlib import Path

import pytest

from tests.kernel.drive import Ears, Kernel, Shown

LOAD = "%load_ext mcp_workbench"


async def shown_after_load(kernel: Kernel, *lines: str) -> Shown:
    return await kernel.run("\n".join((LOAD, *lines)))


@pytest.mark.requirement("CON-36")
async def test_loading_shows_nothing_and_starts_no_thread(kernel: Kernel) -> None:
    await kernel.run("import threading; before = set(threading.enumerate())")
    loaded = await shown_after_load(kernel)
    assert (loaded.status, loaded.texts) == ("ok", [])
    assert (await kernel.run("set(threading.enumerate()) - before")).texts == ["set()"]
    assert (await kernel.run("%mcp servers")).status == "ok"


@pytest.mark.requirement("CON-36")
async def test_unloading_closes_connections_and_takes_magic_and_completion_away(
    used_kernel: Kernel, ears: Ears
) -> None:
    await shown_after_load(used_kernel, f"%mcp connect telling -- {ears.command()}")
    unloaded = await used_kernel.run("%unload_ext mcp_workbench")
    assert (unloaded.status, unloaded.texts) == ("ok", [])
    assert await ears.hear("gone")
    code = "ip = get_ipython(); ip.find_magic('mcp'), ip.find_cell_magic('mcp')"
    assert (await used_kernel.run(code)).texts == ["(None, None)"]
    matchers = await used_kernel.run("ip.Completer.custom_matchers")
    assert matchers.texts == ["[]"]


@pytest.mark.requirement("CON-36")
async def test_reloading_leaves_one_working_magic_and_a_fresh_workbench(
    used_kernel: Kernel, ears: Ears
) -> None:
    matchers = "len(get_ipython().Completer.custom_matchers)"
    await shown_after_load(used_kernel, f"%mcp connect telling -- {ears.command()}")
    before = (await used_kernel.run(matchers)).texts
    assert (await used_kernel.run("%reload_ext mcp_workbench")).status == "ok"
    assert await ears.hear("gone")
    assert "No server is registered" in (await used_kernel.run("%mcp servers")).texts[0]
    assert (await used_kernel.run(matchers)).texts == before
    await used_kernel.run(f"%mcp connect telling -- {ears.command()}")
    assert (await used_kernel.run("%mcp call telling.add a=1 b=2")).texts == ["3"]


@pytest.mark.requirement("CON-36")
async def test_a_workbench_made_before_loading_is_the_one_of_the_magics(
    kernel: Kernel, ears: Ears
) -> None:
    code = (
        f"from mcp_workbench import get_workbench\nget_workbench().add({ears.command()!r}, 'mine')"
    )
    await kernel.run(code)
    listed = await shown_after_load(kernel, "%mcp servers")
    assert "mine" in listed.texts[0]


@pytest.mark.requirement("CON-36")
async def test_ipython_configuration_loads_the_extension(tmp_path: Path) -> None:
    profile = tmp_path / "ipython" / "profile_default"
    profile.mkdir(parents=True)
    line = "get_config().InteractiveShellApp.extensions = ['mcp_workbench']\n"
    (profile / "ipython_config.py").write_text(line)
    async with Kernel(tmp_path) as kernel:
        assert "No server is registered" in (await kernel.run("%mcp servers")).texts[0]


@pytest.mark.requirement("CON-36")
async def test_two_kernels_have_connections_of_their_own(
    kernel: Kernel, ears: Ears, tmp_path: Path
) -> None:
    async with Kernel(tmp_path) as other:
        first = await shown_after_load(kernel, f"%mcp connect telling -- {ears.command()}")
        one = await ears.hear("started")
        empty = await shown_after_load(other, "%mcp servers")
        await other.run(f"%mcp connect telling -- {ears.command()}")
        another = await ears.hear("started")
        assert first.status == "ok"
        assert "No server is registered" in empty.texts[0]
        assert one != another
        await other.run("%mcp close telling")
        assert await ears.hear("gone")
        assert (await kernel.run("%mcp call telling.add a=1 b=2")).texts == ["3"]


async def test_a_quick_connect_leaves_one_output_in_the_notebook(
    used_kernel: Kernel, ears: Ears
) -> None:
    # what is loaded on first use is no part of a quick one
    await shown_after_load(used_kernel, f"%mcp connect telling -- {ears.command()}")
    shown = await used_kernel.run(f"%mcp connect again -- {ears.command()}")
    kept = [one for one in shown.outputs if one["msg_type"] not in ("status", "execute_input")]
    assert [one["msg_type"] for one in kept] == ["execute_result"]
    assert kept[0]["content"]["data"]["text/plain"].startswith("<Server again connected, 2 tools")


@pytest.mark.requirement("TOOL-04")
@pytest.mark.requirement("TOOL-20")
async def test_run_all_goes_on_after_a_failed_call(used_kernel: Kernel, ears: Ears) -> None:
    await shown_after_load(used_kernel, f"%mcp connect telling -- {ears.command()}")
    cells = [
        "r = %mcp call telling.nope",
        "%mcp call absent.tool",
        "%mcp connect lost -- no-such-program-at-all",
        "s = %mcp call telling.add a=1 b=2",
        "r.error.code, r.is_error, s.value",
    ]
    started = [used_kernel.start(code, queued=True) for code in cells]
    replies = [await used_kernel.reply(cell) for cell in started]
    assert [reply["status"] for reply in replies] == ["ok"] * 5
    last = await used_kernel.output(started[-1], lambda m: m["msg_type"] == "execute_result")
    shown = last[-1]["content"]["data"]["text/plain"]
    assert shown == "('mcp_tool_not_found', True, '3')"


@pytest.mark.requirement("TOOL-20")
async def test_a_line_that_cannot_be_read_stops_run_all_in_one_line(used_kernel: Kernel) -> None:
    await shown_after_load(used_kernel)
    cells = ["%mcp call demo.add a={1", "1 + 1"]
    started = [used_kernel.start(code, queued=True) for code in cells]
    first, second = [await used_kernel.reply(cell) for cell in started]
    assert first["ename"] == "UsageInvalid"
    assert len(first["traceback"]) == 1
    assert "the bracket { does not close" in first["traceback"][0]
    assert second["status"] == "aborted"


@pytest.mark.requirement("TOOL-20")
async def test_words_are_completed_while_a_line_is_typed(used_kernel: Kernel, ears: Ears) -> None:
    await shown_after_load(used_kernel, f"%mcp connect telling -- {ears.command()}")
    line = "r = %mcp call telling.a"
    found = await used_kernel.client.complete(line, len(line), reply=True, timeout=30)
    assert found["content"]["matches"] == ["telling.add"]
    assert line[: found["content"]["cursor_start"]] == "r = %mcp call "


@pytest.mark.requirement("CON-36")
@pytest.mark.parametrize("now", [False, True])
async def test_no_server_is_left_when_the_kernel_has_ended(
    kernel: Kernel, ears: Ears, now: bool
) -> None:
    await shown_after_load(kernel, f"%mcp connect telling -- {ears.command()}")
    await kernel.manager.shutdown_kernel(now=now)
    async with asyncio.timeout(20):
        assert await ears.hear("gone")


@pytest.mark.requirement("CON-36")
async def test_no_server_is_left_when_the_kernel_was_restarted(kernel: Kernel, ears: Ears) -> None:
    await shown_after_load(kernel, f"%mcp connect telling -- {ears.command()}")
    await kernel.manager.restart_kernel()
    async with asyncio.timeout(20):
        assert await ears.hear("gone")
    await kernel.client.wait_for_ready(timeout=60)
    assert (await shown_after_load(kernel, "%mcp servers")).status == "ok"


@pytest.mark.requirement("TOOL-04")
async def test_a_failure_is_said_at_the_end_of_its_cell_unless_it_is_displayed(
    used_kernel: Kernel,
) -> None:
    await shown_after_load(used_kernel)
    (said,) = (await used_kernel.run("r = %mcp info nothing\nafter = 1")).texts
    assert said.startswith("mcp: %mcp info failed [mcp_server_not_found]: there is no server")
    shown = await used_kernel.run("r = %mcp info nothing\ndisplay(r)\nafter = 2")
    assert [text.split()[0] for text in shown.texts] == ["[mcp_server_not_found]"]


@pytest.mark.requirement("CON-36")
async def test_loading_what_a_front_end_has_loaded_unseen_shows_and_changes_nothing(
    used_kernel: Kernel, ears: Ears
) -> None:
    # as labextension/src/channel/loading.ts does
    manager = "get_ipython().extension_manager"
    await used_kernel.run(
        f"{manager}.load_extension('mcp_workbench'); {manager}.loaded.discard('mcp_workbench')\n"
        f"%mcp connect telling -- {ears.command()}"
    )
    magics = "get_ipython().magics_manager.registry['McpMagics']"
    loaded = await used_kernel.run(f"before = {magics}\n{LOAD}\nassert {magics} is before")
    assert (loaded.status, loaded.texts) == ("ok", [])
    assert (await used_kernel.run("%mcp call telling.add a=1 b=2")).texts == ["3"]
    await used_kernel.run("%unload_ext mcp_workbench")
    assert await ears.hear("gone")
