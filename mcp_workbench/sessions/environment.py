"""What a server's process inherits of this one's environment."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping

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
