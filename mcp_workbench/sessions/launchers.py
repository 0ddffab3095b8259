"""The program that starts a server: found before the start, or told how to get it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from glob import glob
from pathlib import Path

from ..errors import ConnectionFailed, LauncherNotFound, near
from ..notebook import working_directory
from ..settings import Settings
from ..specs import ServerSpec, StdioServer
from ..visible import one_line

INSTALL = {
    "npx": "install Node.js, which brings `npx`",
    "npm": "install Node.js, which brings `npm`",
    "node": "install Node.js",
    "pnpm": "`npm install -g pnpm`",
    "yarn": "`npm install -g yarn`",
    "bun": "install Bun",
    "bunx": "install Bun, which brings `bunx`",
    "deno": "install Deno",
    "uvx": "`pip install uv` brings `uvx`",
    "uv": "`pip install uv`",
    "pipx": "`pip install pipx`",
    "docker": "install Docker, or Podman with its `docker` command",
    "podman": "install Podman",
    "dnx": "install the .NET 10 SDK, which brings `dnx`",
    "dotnet": "install the .NET SDK",
    "python": "give the full path of a Python, or write `python3`",
    "python3": "install Python 3, or give the full path of one",
    "java": "install a Java runtime",
    "go": "install Go",
    "cargo": "install Rust",
    "ruby": "install Ruby",
}
# these may fetch the server from the network at its first start
NODE = ("npx", "npm", "pnpm", "yarn", "bunx", "deno")
FETCHING = frozenset((*NODE, "uvx", "uv", "pipx", "docker", "podman", "dnx"))
OTHERWISE = "install it, or give its full path"
PATIENCE = 4  # times the usual limit to connect for those
# where programs are that a kernel's `PATH` often lacks, since no shell has set it up
ELSEWHERE = (
    "~/.nvm/versions/node/*/bin",
    "~/.volta/bin",
    "~/.local/share/fnm/node-versions/*/installation/bin",
    "~/.bun/bin",
    "~/.deno/bin",
    "~/.local/bin",
    "~/.cargo/bin",
    "~/.dotnet",
    "~/.pyenv/shims",
    "~/*conda*/bin",
    "~/go/bin",
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/snap/bin",
)
SHOWN, DIRECTORIES = 60, 6  # characters of a name, and directories of a `PATH`, in a hint
MOST = 20_000  # programs that are looked at for a similar name


def command_line(spec: StdioServer, environment: Mapping[str, str]) -> list[str]:
    """The full path of the command and its arguments.

    Raises:
        ConnectionFailed: `cwd` is no directory (`no_directory`), or the command cannot be run
            (`not_executable`).
        LauncherNotFound: no such command; the hint says how to get it.

    >>> command_line(StdioServer("sh", ("-c", "exit")), {"PATH": "/bin"})
    ['/bin/sh', '-c', 'exit']
    """
    check_directory(spec)
    typed = os.path.expanduser(spec.command)
    if os.path.dirname(typed):
        typed = os.path.join(spec.cwd or "", typed)
    path = environment.get("PATH", os.defpath)
    found = shutil.which(typed, path=path)
    if found is not None:
        return [os.path.abspath(working_directory() / found), *spec.args]
    if os.path.dirname(typed) and os.path.exists(typed):
        raise ConnectionFailed(
            f"{spec.command!r} is no program that can be run",
            hint="make it executable, or name its interpreter first, as in `python server.py`",
            reason="not_executable",
        )
    raise LauncherNotFound(
        f"the command {spec.command!r} is not on this machine",
        hint=_how_to_get(typed, path),
        reason="not_found",
    )


def check_directory(spec: StdioServer) -> None:
    """Return where the directory is there that the server starts in.

    Raises:
        ConnectionFailed: it is not (`no_directory`).
    """
    if spec.cwd is not None and not Path(spec.cwd).is_dir():
        raise ConnectionFailed(
            f"there is no directory {spec.cwd!r} to start the server in",
            hint="correct `cwd`",
            reason="no_directory",
        )


def _how_to_get(command: str, path: str) -> str:
    if " " in command and not os.path.dirname(command.partition(" ")[0]):
        return "`command` is the program alone; put its arguments into `args`"
    if os.path.dirname(command):
        return "give its full path; a relative one begins at `cwd`, or where the notebook is"
    told = _elsewhere(command) or INSTALL.get(command) or _similar(command, path) + OTHERWISE
    directories = path.split(os.pathsep)
    more = f" and {len(directories) - DIRECTORIES} more" if len(directories) > DIRECTORIES else ""
    searched = ", ".join(directories[:DIRECTORIES]) + more
    return f"{told}; searched in {searched}, which --env PATH=… changes"


def _elsewhere(command: str) -> str:
    """Where it is all the same, in words."""
    for pattern in ELSEWHERE:
        for directory in sorted(glob(os.path.expanduser(pattern)), reverse=True):
            found = shutil.which(command, path=directory)
            if found is not None:
                return f"it is at {found}, so give that path"
    return ""


def _similar(command: str, path: str) -> str:
    """Programs that are spelt alike, in words."""
    hint = near(command, set(_programs(path)), empty="")
    return f"{hint} else " if hint.startswith("did you mean") else ""


def _programs(path: str) -> Iterator[str]:
    left = MOST
    for directory in path.split(os.pathsep):
        try:
            entries = os.listdir(directory)[:left]
        except OSError:
            continue
        left -= len(entries)
        yield from (name for name in entries if shutil.which(name, path=directory) is not None)


def startup_limit(spec: ServerSpec, settings: Settings) -> float:
    """Seconds in which the server has to connect.

    What its definition says, else the limit of the settings, four times that for programs such as
    `npx`, which may have to fetch the server first.

    >>> startup_limit(StdioServer("uvx", ("mcp-server-time",)), Settings())
    120.0
    """
    if spec.startup_timeout is not None:
        return spec.startup_timeout
    return settings.connect_timeout * (PATIENCE if fetches(spec) else 1)


def fetches(spec: ServerSpec) -> bool:
    """Whether starting the server may download it first."""
    if not isinstance(spec, StdioServer):
        return False
    name = re.split(r"[/\\]", spec.command)[-1].lower()
    return re.sub(r"\.(exe|cmd|bat)$", "", name) in FETCHING


def oddities(spec: ServerSpec) -> list[str]:
    """What is probably meant otherwise in a command line, for a warning.

    >>> oddities(StdioServer("npx", ("-y server-everything",)))
    ["the argument '-y server-everything' holds a space: are these two arguments?"]
    """
    if not isinstance(spec, StdioServer) or not fetches(spec):
        return []
    packed = (argument for argument in spec.args if re.match(r"--?[\w-]+\s+\S", argument))
    return [
        f"the argument {one_line(argument, SHOWN)!r} holds a space: are these two arguments?"
        for argument in packed
    ]


def supervised(command: list[str]) -> list[str]:
    """`command` behind the launcher, which leaves no process behind; as it is on Windows."""
    if sys.platform == "win32":
        return command
    launcher = str(Path(__file__).with_name("launcher.py"))
    return [sys.executable, "-I", "-S", launcher, str(os.getpid()), *command]
