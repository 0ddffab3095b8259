"""Configuration files of MCP clients, read whole: what can be used and what is wrong."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..errors import ConfigInvalid
from ..notebook import expanded, working_directory
from .files.dialects import DIALECTS, dialect_called, dialect_of, workspace_of
from .files.document import read_document
from .files.entries import Document
from .files.json_text import parse_json
from .files.reading import Source, read
from .files.text import unreadable
from .filling import Filling
from .report import ConfigReport, Problem

VARIABLE = "MCP_WORKBENCH_SERVERS"
CLIENTS = tuple(DIALECTS)


def load_config(
    path: str | Path,
    *,
    client: str | None = None,
    env: Mapping[str, str] | None = None,
    workspace: str | Path | None = None,
    home: str | Path | None = None,
    inputs: Mapping[str, str] | None = None,
    agent: str | None = None,
    text: str | None = None,
) -> ConfigReport:
    """The servers of a client's configuration file, and everything that is wrong with the file.

    One broken entry never costs the others. Nothing is started, and the definitions under
    `servers` keep their placeholders; `as_dict()` has them filled.

    Args:
        path: the file; `~` stands for the home directory.
        client: whose file it is, as in `CLIENTS`; path and content tell where it is `None`.
        env: the variables; `os.environ` where it is `None`.
        workspace: the directory of the project; by default the one that the file is in.
        home: the person's directory; by default that of `env`.
        inputs: answers to what the file asks a person for, by id.
        agent: the one whose servers are wanted, of a file with several under `agents`; all by
            default.
        text: what the file is taken to hold, as before it is saved; what is in it by default.

    Raises:
        ConfigInvalid: there is no such client.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     file = Path(directory, ".mcp.json")
    ...     _ = file.write_text('{"mcpServers": {"now": {"command": "uvx"}, "lost": {}}}')
    ...     report = load_config(file)
    >>> [found.name for found in report.servers], [one.code for one in report.errors]
    (['now'], ['missing-command-or-url'])
    """
    file = working_directory() / expanded(path)
    dialect = None if client is None else dialect_called(client)
    environ = os.environ if env is None else env
    person = Path(home) if home is not None else Path(environ.get("HOME") or Path.home())
    try:
        document = read_document(file, text)
    except ConfigInvalid as error:
        return _broken(file, error, client or "")
    if dialect is None:
        dialect = dialect_of(file, document.root)
    project = Path(workspace) if workspace is not None else workspace_of(file, person)
    filling = Filling(environ, project or working_directory(), person, inputs or {})
    return read(Source(file, document, dialect, filling, agent))


def servers_of_environment(env: Mapping[str, str] | None = None) -> ConfigReport | None:
    """The servers that `MCP_WORKBENCH_SERVERS` holds as JSON; `None` where it is not set.

    It is read as a file of no certain client: with `mcpServers`, or a name for each server.

    Args:
        env: the variables; `os.environ` where it is `None`.

    >>> report = servers_of_environment({VARIABLE: '{"now": {"command": "uvx"}}'})
    >>> [found.origin for found in report.servers]
    ['MCP_WORKBENCH_SERVERS']
    """
    environ = os.environ if env is None else env
    text = environ.get(VARIABLE, "")
    if not text.strip():
        return None
    label = Path(VARIABLE)
    try:
        document = _parsed(text)
    except ConfigInvalid as error:
        return _broken(label, error, "generic")
    filling = Filling(environ, working_directory(), Path(environ.get("HOME") or Path.home()))
    return read(Source(label, document, DIALECTS["generic"], filling))


def _parsed(text: str) -> Document:
    try:
        return parse_json(text)
    except UnicodeError as error:  # half of a pair of surrogates
        raise unreadable("json-syntax", str(error), "give plain JSON") from None


def _broken(path: Path, error: ConfigInvalid, client: str) -> ConfigReport:
    problem = Problem(None, error.reason, f"{path}: {error.what}", error.hint)
    return ConfigReport(path, errors=(problem,), client=client)
