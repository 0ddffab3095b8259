"""What a person may change about a registered server: its name, whether it starts, its file."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from ..errors import ConfigInvalid, ConfigUntrusted
from ..notebook import working_directory
from ..sources.scopes import Scope, scope_of
from ..sources.trust import Consent
from ..specs import ServerSpec, StdioServer
from ..specs.masking import literal_masked_value, literals_masked_line
from .trusting import consent_for, is_trusted, trust

if TYPE_CHECKING:
    from .server import Server

Saved = Literal["project", "user"]
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Editable:
    """The part of `Server` that changes it; every change holds at once in this kernel.

    With `write=True` it is written into the server's file too, where all the rest stays as it is.
    """

    laid_over: Mapping[str, Any] = NOTHING
    """The options that a cell laid over what the file says; they hold however that changes."""

    _server: Server

    @property
    def scope(self) -> Scope:
        """How near the definition stands: `kernel`, `environment`, `project`, `user` or `file`."""
        return scope_of(self._server.origin)

    @property
    def trusted(self) -> bool:
        """Whether it may be started without a question.

        What a person typed in a cell is; an entry of a project's file is once the person has
        agreed to exactly that. Then what its tools say of themselves is believed, too, such as
        that they only read.
        """
        return is_trusted(self._server)

    @property
    def consent(self) -> Consent:
        """What starting it would do, in words, where a person has to agree to that first."""
        return consent_for(self._server)

    def trust(self) -> Consent:
        """Agree to what it starts, for good; gives that in words. A changed entry asks again.

        Raises:
            ConfigInvalid: the consent cannot be remembered.
        """
        agreed = trust(self._server)
        self._server.forgive(ConfigUntrusted)
        return agreed

    def enable(self, *, write: bool = False) -> Server:
        """Let it be started again.

        Raises:
            ConfigInvalid: its file cannot be changed, or it comes from none; nothing is.
        """
        return self._set_disabled(False, write=write)

    def disable(self, *, write: bool = False) -> Server:
        """Keep it without starting it; its connection ends in the background.

        Raises:
            ConfigInvalid: its file cannot be changed, or it comes from none; nothing is.

        >>> from mcp_workbench import Server, Workbench
        >>> server = Workbench().add("uvx mcp-server-time", "time")
        >>> isinstance(server, Server) and server.disable().disabled
        True
        """
        return self._set_disabled(True, write=write)

    def rename(self, name: str, *, write: bool = False) -> Server:
        """Call it something else; its connection ends, and the next use connects anew.

        Raises:
            ConfigInvalid: it cannot be a name, another server has it, or its file cannot be
                changed or is none; nothing is.
        """
        from .registration import check_free

        check_free(name, set(self._server.workbench.servers) - {self._server.name})
        if write:
            from ..sources.editing import rename_entry

            rename_entry(self._file(), self._server.entry, name)
            self._server.entry = name
        self._server.workbench.rename(self._server.name, name)
        self._server.workbench.part(self._server.start_over())
        return self._server

    def save(self, scope: Saved = "project") -> Path:
        """Write it into the project's `.mcp.json`, or into the user's own servers.

        An entry of its name keeps the fields that are not known here. What such a file cannot say
        is added to `notes`.

        Raises:
            ConfigInvalid: the file cannot be changed (it is as it was), or the definition holds a
                secret that a project's file would spread (reason `secret`).
            ConfigUntrusted: it is of another file, and nobody has agreed to it yet.
        """
        from ..notebook import here
        from ..sources.editing import save_entry
        from ..sources.scopes import PROJECT_FILE, project_root, user_file
        from .registration import started_beside

        server = self._server
        self._refuse_untrusted()
        if scope == "project":
            self._refuse_secrets()
            path = project_root(here().directory) / PROJECT_FILE
        else:
            path = user_file()
        entry = server.entry if str(path) == server.origin else server.name
        wanted = as_written(server.spec, path.parent if scope == "project" else None)
        if str(path) == server.origin:
            wanted = _in_its_words(wanted, server)
        server.notes += save_entry(path, entry, wanted, disabled=server.disabled)
        server.origin, server.entry, server.laid_over = str(path), entry, NOTHING
        server.spec = started_beside(wanted, server.origin)
        trust(server)  # it is the person's own word, wherever it stands now
        server.workbench.changed()
        return path

    def erase(self) -> Path:
        """Take it out of its file; it stays registered here.

        Raises:
            ConfigInvalid: the file cannot be changed, or it comes from none.
        """
        from ..sources.editing import remove_entry

        path = self._file()
        remove_entry(path, self._server.entry)
        return path

    def redefine(self, spec: ServerSpec, *, disabled: bool) -> None:
        """Be `spec` from now on; the connection ends in the background."""
        self._server.spec, self._server.disabled = spec, disabled
        self._server.workbench.part(self._server.start_over())
        self._server.workbench.changed()

    def _set_disabled(self, disabled: bool, *, write: bool) -> Server:
        if write:
            from ..sources.editing import set_disabled

            set_disabled(self._file(), self._server.entry, disabled)
        self._server.disabled = disabled
        if disabled:
            self._server.workbench.part(self._server.disconnect())
        self._server.forgive()
        self._server.workbench.changed()
        return self._server

    def _file(self) -> Path:
        if self.scope in ("kernel", "environment"):
            raise ConfigInvalid(
                f"server {self._server.name!r} comes from no file, so there is none to write to",
                hint=f"%mcp save {self._server.name} --scope user, or --scope project",
                reason="no-file",
            )
        return Path(self._server.origin)

    def _refuse_untrusted(self) -> None:
        if not self.trusted:
            raise ConfigUntrusted(
                f"server {self._server.name!r} is not trusted, and what is saved is",
                hint=f"%mcp trust {self._server.name}",
                reason="no-consent",
            )

    def _refuse_secrets(self) -> None:
        field = literal_secret(self._server.spec)
        if field:
            raise ConfigInvalid(
                f"server {self._server.name!r} was not saved: {field} holds what may be a secret,"
                " and a project's file is shared",
                hint="write ${NAME} or ${secret:NAME} there, or save it with --scope user",
                reason="secret",
            )


def literal_secret(spec: ServerSpec) -> str:
    """The first field of a definition that holds what may be a secret; empty for none.

    >>> literal_secret(StdioServer("uvx", env={"API_KEY": "abc12345", "ZONE": "eu"}))
    'env.API_KEY'
    >>> from mcp_workbench.specs import HttpServer
    >>> literal_secret(HttpServer("https://x.example", {"Authorization": "Bearer ${TOKEN}"}))
    ''
    """
    if isinstance(spec, StdioServer):
        words = [spec.command, *spec.args]
        if literals_masked_line(words) != shlex.join(words):
            return "its command line"
    for field, text in spec.texts():
        name = field.partition(".")[2]
        if literal_masked_value(name, text) != text:
            return field
    return ""


def as_written(spec: ServerSpec, project: Path | None) -> ServerSpec:
    """`spec` as it means the same when a file names it.

    One that names a file beside this kernel starts there also from elsewhere; the directory of a
    project is where its servers start anyway.

    Args:
        spec: as it is here.
        project: the directory of the project's file; `None` for the user's own servers.

    >>> as_written(StdioServer("uvx", ("shop",), cwd="/data"), Path("/data")).cwd is None
    True
    """
    if not isinstance(spec, StdioServer) or (spec.cwd or "").startswith("${"):
        return spec
    here = working_directory()
    place = here / os.path.expanduser(spec.cwd) if spec.cwd else None
    if place is None and here != project and any(map(_is_beside, (spec.command, *spec.args))):
        place = here
    if place is None or place == project:
        return replace(spec, cwd=None)
    inside = project is not None and place.is_relative_to(project)
    return replace(spec, cwd=str(place.relative_to(project) if project and inside else place))


def _in_its_words(wanted: ServerSpec, server: Server) -> ServerSpec:
    """`wanted`, with the directory as the file of `server` has it where it is still that one."""
    from ..sources.in_place import entry_in
    from ..sources.scopes import read_servers
    from .registration import started_beside

    found = entry_in(read_servers(Path(server.origin)), server.entry)
    there = None if found is None else found.spec
    if not isinstance(there, StdioServer) or not isinstance(wanted, StdioServer):
        return wanted
    same = replace(wanted, cwd=there.cwd)
    return same if started_beside(same, server.origin) == server.spec else wanted


def _is_beside(word: str) -> bool:
    try:
        return not word.startswith("-") and not os.path.isabs(word) and os.path.exists(word)
    except ValueError:
        return False
