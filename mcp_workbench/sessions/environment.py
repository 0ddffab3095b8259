"""What a server's process is started with: its environment and its command."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from ..errors import ConnectionFailed, LauncherNotFound
from ..specs import StdioServer

PERSON_AND_MACHINE = (
    "HOME LOGNAME PATH SHELL TERM USER LANG LANGUAGE TZ TMPDIR TEMP TMP"
    " SYSTEMROOT SYSTEMDRIVE COMSPEC PATHEXT WINDIR USERPROFILE USERNAME HOMEDRIVE HOMEPATH"
    " APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROCESSOR_ARCHITECTURE"
)
NETWORK = (
    "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE"
    " CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS"
)
OURS = (
    "MCP_WORKBENCH_HOME"  # a recipe that is served looks for consents where this kernel keeps them
)
LAUNCHERS = "NVM_DIR VOLTA_HOME PYENV_ROOT DOTNET_ROOT DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG"
INHERITED = frozenset(f"{PERSON_AND_MACHINE} {NETWORK} {OURS} {LAUNCHERS}".split())
PREFIXES = ("LC_", "XDG_", "UV_", "NPM_CONFIG_", "PIP_")
SECRET = re.compile(r"(?i)TOKEN|SECRET|PASSW|AUTH|KEY|CREDENTIAL")
USERINFO = re.compile(r"://[^/\s]*@")  # user and password in an address, as of a private index

INSTALL = {
    "npx": "install Node.js, which brings `npx`",
    "npm": "install Node.js, which brings `npm`",
    "node": "install Node.js",
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


def child_environment(extra: Mapping[str, str]) -> dict[str, str]:
    """What a server inherits: the safe part of this process's environment, plus `extra`.

    Safe are the user, the language, temporary and home directories, proxies, CA files, and the
    settings of launchers, save those of `uv`, `pip`, `npm` and XDG whose name sounds like a secret
    or whose value is an address with a user or password. Nothing else passes, such as the tokens
    that a kernel was started with. Proxies pass with their password, since without it nothing
    would reach the network; `docs/connecting.md` lists all names. `PATH` leads to the programs of
    this Python too, so that `python -m some_server` is looked for where the notebook runs.

    >>> child_environment({"DEBUG": "1"})["DEBUG"]
    '1'
    >>> "JUPYTERHUB_API_TOKEN" in child_environment({})
    False
    """
    kept = {name: value for name, value in os.environ.items() if _is_safe(name, value)}
    return _with_this_python(kept) | dict(extra)


def _with_this_python(environment: dict[str, str]) -> dict[str, str]:
    """`environment` as an activated one: a kernel is often started without its own `PATH`."""
    here = os.path.dirname(sys.executable)
    path = environment.get("PATH", os.defpath)
    if not here or here in path.split(os.pathsep):
        return environment
    return environment | {"PATH": f"{here}{os.pathsep}{path}"}


def _is_safe(name: str, value: str) -> bool:
    upper = name.upper()
    if value.startswith("()"):
        return False  # a shell function, run by any shell that the server starts
    if upper in INHERITED:
        return True
    is_secret = SECRET.search(upper) or USERINFO.search(value)
    return upper.startswith(PREFIXES) and not is_secret


def command_line(spec: StdioServer, environment: Mapping[str, str]) -> list[str]:
    """The full path of the command and its arguments.

    Raises:
        ConnectionFailed: `cwd` is no directory (`no_directory`), or the command cannot be run
            (`not_executable`).
        LauncherNotFound: no such command; the hint says how to get it.

    >>> command_line(StdioServer("sh", ("-c", "exit")), {"PATH": "/bin"})
    ['/bin/sh', '-c', 'exit']
    """
    if spec.cwd is not None and not Path(spec.cwd).is_dir():
        raise ConnectionFailed(
            f"there is no directory {spec.cwd!r} to start the server in",
            hint="correct `cwd`",
            reason="no_directory",
        )
    typed = spec.command
    if os.path.dirname(typed):
        typed = os.path.join(spec.cwd or "", typed)
    found = shutil.which(typed, path=environment.get("PATH"))
    if found is not None:
        return [os.path.abspath(found), *spec.args]
    if os.path.dirname(typed) and os.path.exists(typed):
        raise ConnectionFailed(
            f"{spec.command!r} is no program that can be run",
            hint="make it executable, or name its interpreter first, as in `python server.py`",
            reason="not_executable",
        )
    raise LauncherNotFound(
        f"the command {spec.command!r} is not on this machine",
        hint=_how_to_get(spec.command),
        reason="not_found",
    )


def _how_to_get(command: str) -> str:
    if command in INSTALL:
        return INSTALL[command]
    if " " in command:
        return "`command` is the program alone; put its arguments into `args`"
    return "install it, or give its full path"


def supervised(command: list[str]) -> list[str]:
    """`command` behind the launcher, which leaves no process behind; as it is on Windows."""
    if sys.platform == "win32":
        return command
    launcher = str(Path(__file__).with_name("launcher.py"))
    return [sys.executable, "-I", "-S", launcher, str(os.getpid()), *command]
