"""Words are offered while a line is typed, from what is known already."""

import json
import re
import time
from pathlib import Path

import pytest
from IPython.core.completer import provisionalcompleter

from mcp_workbench.magics.completion import AGENT, LINE
from mcp_workbench.magics.offering import keys_at, words_at
from mcp_workbench.magics.subcommands import COMMANDS
from tests.conftest import EVERYTHING, ODD_NAMES
from tests.magics.cells import MIRROR, Cells
from tests.sessions.offers import LISTER

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
LIMIT = 0.2  # seconds


def offered(cells: Cells, line: str) -> list[str]:
    """What a front end would offer at the end of `line`, as the whole word would then stand."""
    with provisionalcompleter():
        found = list(cells.shell.Completer.completions(line, len(line)))
    # several lines are completed together; the words begin where the fragment does
    begun = line[found[0].start :] if found and '"' in line.rpartition("\n")[2] else ""
    begun = begun or re.split(r"\s", line)[-1]
    at = len(line) - len(begun)
    return [line[at : one.start] + one.text for one in found]


@pytest.mark.requirement("TOOL-20")
@pytest.mark.parametrize("before", ["%mcp ", "%%mcp ", "r = %mcp ", "a, b = %mcp ", "    %mcp "])
def test_every_subcommand_is_offered(connected: Cells, before: str) -> None:
    assert set(offered(connected, before)) == set(COMMANDS)
    assert offered(connected, f"{before}cl") == ["close"]


@pytest.mark.requirement("TOOL-06")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "%mcp tools ",
            {"demo", "mirror", "--search", "--raw", "--form", "--model", "--format", "--help"},
        ),
        ("%mcp tools D", {"demo"}),
        ("%mcp tools demo.a", {"demo.add"}),
        ("%mcp enable mirror --w", {"--write"}),
        ("%mcp save mirror --scope p", {"project"}),
        ("%mcp logs --last 5 m", {"mirror"}),
        ("%mcp logs m", {"mirror"}),
        ("%mcp logs mirror --level warn", {"warning"}),
        ("%mcp history --as c", {"cell", "curl", "cli"}),
        ("%mcp request m", {"mirror"}),
        ("%mcp request mirror prompts/", {"prompts/list", "prompts/get"}),
        ("%mcp close m", {"mirror"}),
        ("%mcp info mirror.o", {"mirror.open"}),
        ("%mcp info demo.a", {"demo.add"}),
        ("%mcp help wa", {"warm"}),
        ("%mcp call mirror.m", {"mirror.mirror"}),
        ("%mcp call demo.add ", {"a=", "b=", "--raw", "--timeout"}),
        ("r = %mcp call demo.add b=1 ", {"a=", "--raw", "--timeout"}),
        ("%%mcp call demo.add b:=1 ", {"a=", "--raw", "--timeout"}),
        ("%mcp call --timeout 5 demo.add b", {"b="}),
        ('%mcp call mirror.mirror text="a b" fl', {"flag="}),
        ("%mcp call mirror.mirror unit=", {"unit=celsius", "unit=kelvin", 'unit="degree Rankine"'}),
        ("%mcp call mirror.mirror unit=k", {"unit=kelvin"}),
        ("%mcp call mirror.mirror unit=deg", {'unit="degree Rankine"'}),
        ("%mcp call mirror.mirror level=", {"level=1", "level=2", "level=3"}),
        ("%mcp call mirror.mirror flag=t", {"flag=true"}),
        ("%mcp connect x --e", {"--env", "--era"}),
        ("%mcp connect x --env A=1 --era auto --e", {"--env"}),
        ("%mcp connect x --era ", {"auto", "legacy", *REVISIONS}),
        ("%mcp connect m", {"mirror"}),
        ("%mcp add dem", {"demo"}),
        ('%mcp call mirror.mirror unit="degree Ra', {'unit="degree Rankine"'}),
        ('%mcp call mirror.mirror unit="kel', {'unit="kelvin"'}),
        ("%mcp call mirror.mirror unit='kel", {"unit='kelvin'"}),
        ("%mcp resources m", {"mirror"}),
        ("%mcp read d", {"demo"}),
        ("%mcp read demo ", {"demo://note", "demo://cards/{word}"}),
        ("%mcp prompt demo.explain_codes ", {"words=", "language="}),
        ("%mcp read demo demo://n", {"demo://note"}),
        ("%mcp prompts m", {"mirror"}),
        ("%%mcp call demo.add\n", {"a: ", "b: "}),
        ("%%mcp call demo.add\na: 1\nb", {"b: "}),
        ('%%mcp call demo.add\n{"a": 1,\n  "', {'"b": '}),
    ],
)
def test_what_fits_is_offered(connected: Cells, line: str, words: set[str]) -> None:
    assert set(offered(connected, line)) == words


@pytest.mark.parametrize(
    "line",
    [
        "%mcp nonsense ",
        "%mcp call nope.tool a",
        "%mcp call demo.add a=",
        "%mcp warm demo ",
        "%mcp call --timeout ",
        "%mcp tools demo.add --raw --r",
        "%mcp connect x -- python ",
    ],
)
def test_nothing_is_offered_where_nothing_is_known(connected: Cells, line: str) -> None:
    assert words_at(line.removeprefix("%mcp "))[0] == []


def test_inside_an_expression_python_completes(connected: Cells) -> None:
    connected("a_long_name = 1")
    assert offered(connected, "%mcp call demo.add a={a_long_n") == ["a={a_long_name"]


def test_other_lines_are_left_alone(connected: Cells) -> None:
    connected("a_long_name = 1")
    assert offered(connected, "print(a_long_n") == ["print(a_long_name"]


def test_a_server_that_is_only_registered_is_not_connected_by_typing(cell: Cells) -> None:
    server = cell(f"%mcp add mirror -- {MIRROR}")
    assert set(offered(cell, "%mcp call ")) == {"--help", "--raw", "--timeout"}
    assert server.status == "registered"


@pytest.fixture(scope="module")
def everything(connected: Cells) -> Cells:
    """Beside the others, a server whose lists were never looked at."""
    connected(f"%mcp connect ev -- {EVERYTHING}")
    return connected


TEXTS = "demo://resource/dynamic/text/{resourceId}"


@pytest.mark.requirement("TOOL-06")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("read ev demo://resource/dynamic/t", [TEXTS]),
        (f"read ev {TEXTS} ", ["resourceId="]),
        (f"read ev {TEXTS} resourceId=7", ["resourceId=7"]),
        ("read nope ", []),
        ("prompt ev.s", ["ev.simple-prompt"]),
        ("prompt ev.args-prompt city=x ", ["state="]),
        ("prompt ev.nope a", []),
        ("prompt demo.explain_codes language=f", ["language=French"]),
        ("prompt demo.explain_codes language=x", []),
        ("prompt demo.explain_codes language=F", ["language=French"]),
        ("prompt ev.completable-prompt department=Sa", ["department=Sales"]),
        ('prompt ev.completable-prompt department="Sa', ['department="Sales"']),
        ("prompt ev.completable-prompt department=Sales name=E", ["name=Eve"]),
    ],
)
def test_resources_prompts_and_what_a_server_suggests_are_offered(
    everything: Cells, line: str, words: list[str]
) -> None:
    assert in_a_moment(line, words) == words
    if words:  # else other matchers of the shell offer what they know
        assert set(offered(everything, f"%mcp {line}")) == set(words)


def in_a_moment(line: str, words: list[str]) -> list[str]:
    """What is offered once the server has told; each look waits for it a little itself."""
    until = time.monotonic() + 10
    while words_at(line)[0] != words and time.monotonic() < until:
        pass
    return words_at(line)[0]


@pytest.mark.requirement("TOOL-06")
def test_nobody_who_types_waits_for_a_server_that_hangs(cell: Cells) -> None:
    server = cell(f"%mcp connect hangs -- {LISTER} hangs")
    assert len(server.tools) == 5000
    for line, count in (
        ("call ", 5000),
        ("call hangs.tool_number_4", 1111),
        ("call hangs.tool_number_4999 ", 0),
        ("call --timeout 3 hangs.tool_", 5000),
        ("info hangs.", 5000),
        ("test hangs.tool_number_49", 111),
        ("read hangs ", 0),
        ("read hangs odd://", 0),
        ("prompt hangs.", 0),
        ("prompt hangs.p a=", 0),
        ("connect h", 1),
        ("", len(COMMANDS)),
    ):
        found, elapsed = fastest(line)
        assert len([one for one in found if not one.startswith("--")]) == count
        assert elapsed < LIMIT, line


def fastest(line: str) -> tuple[list[str], float]:
    """What is offered, and the shorter time of two: others use this machine, too."""
    times: list[float] = []
    found: list[str] = []
    for _ in range(2):
        began = time.perf_counter()
        found, _ = words_at(line)
        times.append(time.perf_counter() - began)
    return found, min(times)


def test_typing_neither_connects_nor_asks_who_is_not_connected(cell: Cells) -> None:
    server = cell(f"%mcp add odd -- {LISTER} odd")
    for line in ("read odd ", "prompt odd.", "prompt odd.good a=", "resources o", "prompts o"):
        words_at(line)
    assert server.status == "registered"
    assert server.log == []


@pytest.fixture(scope="module")
def odd_names(connected: Cells) -> Cells:
    """Beside the others, a server whose names want to be more than one word."""
    connected(f"%mcp connect odd_names -- {ODD_NAMES}")
    return connected


@pytest.mark.requirement("TOOL-11")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("call odd_names.x", ['"odd_names.x\\n!touch here"']),
        ("call odd_names.g", ['"odd_names.gone\\u202e"']),
        ("call odd_names.o", ['"odd_names.odd tool"']),
        ('call "odd_names.odd', ['"odd_names.odd tool"']),
        ('call "odd_names.odd tool" a', ["a="]),
        ("call odd_names.fine o", []),
        ("call odd_names.fine b", []),
        ("prompt odd_names.p", ['"odd_names.p\\n!ls"']),
        ("prompt odd_names.q n", ["n="]),
        ('prompt "odd_names.p\\n!ls" w', ["word="]),
        ("read odd_names a", ['"a:b\\n!ls"']),
        ("messages odd_names --method notifications/o", ['"notifications/odd\\n!rm"']),
    ],
)
def test_what_is_offered_is_one_word_in_one_line_whatever_a_server_calls_it(
    odd_names: Cells, line: str, words: list[str]
) -> None:
    assert in_a_moment(line, words) == words


def test_a_word_that_is_offered_is_read_back_as_the_name(odd_names: Cells) -> None:
    ((word,), _) = words_at("info odd_names.x")
    assert odd_names(f"%mcp info {word}").name == "x\n!touch here"


def test_a_key_of_a_body_is_one_key_in_one_line(odd_names: Cells) -> None:
    cell = "%%mcp call odd_names.fine\n"
    assert keys_at(cell, "")[0] == ["a: ", '"odd name": ', '"b\\nimport os": ']
    assert keys_at(f"{cell}o", "o") == (['"odd name": '], "o")
    assert keys_at(f"{cell}'", "'")[0] == ["'a': "]


@pytest.mark.requirement("TOOL-06")
def test_servers_of_files_are_offered_where_the_first_use_registers_them(
    cell: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = {"command": "nothing"}
    entries = {"filed": entry, "filed too": entry}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": entries}))
    monkeypatch.chdir(tmp_path)
    cell(f"%mcp add here -- {MIRROR}")
    for name in (
        *("connect", "add", "enable", "disable", "rename", "save", "doctor", "diff", "trust"),
        *("info", "tools", "warm", "request", "resources", "read", "prompts", "secret move"),
    ):
        assert words_at(f"{name} filed")[0] == ["filed", "filed-too"], name
        assert words_at(f"{name} h")[0] == ["here"]
    for name in ("close", "logs", "messages", "remove"):
        assert words_at(f"{name} filed")[0] == [], name
        assert words_at(f"{name} h")[0] == ["here"]
    assert words_at("trust filed f")[0] == ["filed-too"]


def test_a_long_line_is_looked_at_in_no_time() -> None:
    began = time.perf_counter()
    for line in (" " * 200_000, "a " * 100_000, "a, " * 50_000 + "= %mcp", "%mcp" + " " * 200_000):
        assert AGENT.fullmatch(line) is None
        LINE.fullmatch(line)
    assert time.perf_counter() - began < 1
    assert LINE.fullmatch("  a, b.c = %mcp call x")[1] == "call x"  # pyright: ignore[reportOptionalSubscript]


def test_a_store_that_cannot_be_read_offers_nothing(
    cell: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCP_WORKBENCH_HOME", str(tmp_path))
    (tmp_path / "secrets.json").write_text("{")
    assert words_at("secret delete ")[0] == []
