"""A consent covers exactly one definition, and says all that it starts."""

from dataclasses import replace
from pathlib import Path

import pytest

from mcp_workbench.sources.consent import consent_of, hijacking, unpinned, warnings_of
from mcp_workbench.specs import ApiKey, HttpServer, ServerSpec, StdioServer

PLACE = Path("/data")
RUN = StdioServer("srv", ("--db", "a"), {"DB": "1", "KEY": "s3cretvalue"})
WEB = HttpServer("https://x.example/mcp?key=s3cretvalue", {"X-Key": "s3cretvalue"})


def digest(spec: ServerSpec, program: str = "/bin/srv", place: Path = PLACE) -> str:
    return consent_of(spec, program, place).digest


@pytest.mark.requirement("CFG-07")
@pytest.mark.parametrize(
    "other",
    [
        replace(RUN, command="srv2"),
        replace(RUN, args=("--db", "b")),
        replace(RUN, args=("--db a",)),
        replace(RUN, env={"DB": "2", "KEY": "s3cretvalue"}),
        replace(RUN, env={"DC": "1", "KEY": "s3cretvalue"}),
        replace(RUN, cwd="/elsewhere"),
    ],
)
def test_any_change_of_a_command_is_another_consent(other: ServerSpec) -> None:
    assert digest(other) != digest(RUN)


@pytest.mark.requirement("CFG-07")
@pytest.mark.parametrize(
    "other",
    [
        replace(WEB, url="https://x.example/mcp?key=other"),
        replace(WEB, headers={"X-Key": "other"}),
        replace(WEB, headers={"X-Kex": "s3cretvalue"}),
        replace(WEB, type="sse"),
        replace(WEB, auth=ApiKey("k", "X-Other")),
        replace(WEB, proxy="http://p.example:1"),
        replace(WEB, verify=False),
    ],
)
def test_any_change_of_an_address_is_another_consent(other: ServerSpec) -> None:
    assert digest(other) != digest(WEB)


@pytest.mark.requirement("CFG-07")
def test_the_program_and_the_directory_are_covered() -> None:
    assert digest(RUN, "/tmp/srv") != digest(RUN)
    assert digest(RUN, place=Path("/tmp")) != digest(RUN)
    assert digest(replace(RUN, cwd="/data"), place=Path("/tmp")) == digest(RUN)


def test_limits_start_nothing_and_ask_nothing_again() -> None:
    assert digest(replace(RUN, timeout=5, include_tools=("a",), era="legacy")) == digest(RUN)


def test_a_file_of_variables_is_covered_with_its_content(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("A=1")
    spec = replace(RUN, env={"A": f"${{envFile:{file}#A}}"})
    before = digest(spec)
    assert f"with variables of {file}" in consent_of(spec, "srv", PLACE).what
    file.write_text("A=2")
    assert digest(spec) != before


def test_a_file_that_fills_a_command_is_covered_with_its_content(tmp_path: Path) -> None:
    file = tmp_path / "options"
    file.write_text("--quiet")
    spec, web = replace(RUN, args=(f"${{file:{file}}}",)), HttpServer("https://h/mcp")
    web = replace(web, headers={"Authorization": f"Bearer ${{file:{file}}}"})
    before = digest(spec), digest(web)
    file.write_text("--require evil")
    assert digest(spec) != before[0]
    assert digest(web) == before[1]


@pytest.mark.requirement("CFG-07")
def test_all_is_shown_and_no_secret() -> None:
    spec = replace(RUN, args=("--token", "s3cretvalue", "-c", "x; rm -rf ~"), cwd="sub")
    spec = replace(spec, env={**RUN.env, "Z": "${ZONE}"})
    what = "\n".join(consent_of(spec, "/bin/srv", PLACE).what)
    assert what.splitlines() == [
        "starts /bin/srv --token … -c 'x; rm -rf ~'",
        "in /data/sub",
        "with the variables DB, KEY, Z",
        "hands over your ZONE",
    ]
    web = consent_of(WEB, "", PLACE).what
    assert web == ("reaches https://x.example/mcp?key=…", "with the headers X-Key")


def test_who_stands_between_and_who_is_trusted_is_told() -> None:
    way = replace(WEB, proxy="http://me:s3cretvalue@p.example:1", verify=False)
    told = consent_of(way, "", PLACE).what[2:]
    assert told[0] == "through the proxy http://…@p.example:1"
    assert told[1].startswith("warning: trusts any certificate")
    assert consent_of(replace(WEB, proxy="", verify="/etc/ca.pem"), "", PLACE).what[2:] == (
        "through no proxy, whatever the environment says",
        "trusts the certificates in /etc/ca.pem",
    )


@pytest.mark.parametrize(
    ("line", "package"),
    [
        ("npx -y mcp-server-githb@latest", "mcp-server-githb@latest"),
        ("npx mcp-server", "mcp-server"),
        ("npx -y @scope/server", "@scope/server"),
        ("npx -y @scope/server@2.1.0", ""),
        ("npx --package=server@1 run", ""),
        ("npx -p server run", "server"),
        ("uvx mcp-server-time", "mcp-server-time"),
        ("uvx mcp-server-time@latest", "mcp-server-time@latest"),
        ("uvx --from mcp-server-time==1.0 time", ""),
        ("uvx --from git+https://h.example/r mcp", "git+https://h.example/r"),
        ("uv run server.py", ""),
        ("uv tool run mcp-server", "mcp-server"),
        ("pipx run server", "server"),
        ("pnpm dlx server", "server"),
        ("npm start", ""),
        ("bunx ./server", ""),
        ("NPX.CMD server", "server"),
        ("python server.py", ""),
        ("npx", ""),
    ],
)
def test_a_launcher_without_a_version_is_warned_about(line: str, package: str) -> None:
    command, *args = line.split()
    spec = StdioServer(command, tuple(args))
    assert unpinned(spec) == package
    assert bool(warnings_of(spec)) is bool(package)


@pytest.mark.parametrize(
    ("name", "hijacks"),
    [
        *((name, True) for name in ("PATH", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "path")),
        *((name, True) for name in ("NODE_OPTIONS", "PYTHONPATH", "PYTHONSTARTUP", "BASH_ENV")),
        *((name, False) for name in ("DEBUG", "NODE_ENV", "MY_PATH", "ENV", "PATHS")),
    ],
)
def test_variables_that_make_a_command_run_something_else(name: str, hijacks: bool) -> None:
    assert hijacking(StdioServer("x", env={name: "1"})) == ([name] if hijacks else [])
