"""Whether a server may be started or contacted, and the question to the person about it."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import TYPE_CHECKING

from ..errors import ApprovalDenied, ConfigInvalid, ConfigUntrusted
from ..notebook import working_directory
from ..sources.consent import consent_of
from ..sources.scopes import is_own
from ..sources.trust import Consent, TrustStore
from ..specs import ServerSpec, StdioServer
from ..visible import one_line, whole_line
from .environment import child_environment

if TYPE_CHECKING:
    from .server import Server

SHOWN = 2000  # characters of a line; what is agreed to should be seen


def consent_for(server: Server, spec: ServerSpec | None = None) -> Consent:
    """What the person must have agreed to before `server` starts; nothing for one of the person's
    own: typed in a cell, in the environment, or in the user's own file.

    Args:
        server: the server.
        spec: its definition, where that must be the same one before and after a wait.
    """
    if is_own(server.scope):
        return Consent("", ())
    spec = spec or server.spec
    return consent_of(spec, _program(spec), working_directory())


def is_trusted(server: Server) -> bool:
    """Whether `server` may be started without a question."""
    consent = consent_for(server)
    return not consent.needed or TrustStore().covers(consent.digest)


def trust(server: Server) -> Consent:
    """Agree to what `server` starts, for good; returns what was agreed to.

    Raises:
        ConfigInvalid: it cannot be remembered.
    """
    consent = consent_for(server)
    if consent.needed:
        _remember(server, consent)
    return consent


def _remember(server: Server, consent: Consent) -> None:
    TrustStore().remember(consent.digest, [f"server {server.name}", *consent.what])


async def ensure_trusted(server: Server) -> ServerSpec:
    """The definition with which `server` may be started; the person is asked where that is not
    known yet. While they think, a file may come to define another one: that is not agreed to.

    Raises:
        ConfigUntrusted: nobody has agreed. `reason` is `denied` where a person said no, and
            `no-consent` where nobody could be asked.
    """
    spec = server.spec
    # files are looked at, and all servers share this loop
    consent, trouble = await asyncio.to_thread(_wanted, server, spec)
    if not consent.needed:
        return spec
    from ..asking import ConsentQuestion, ask

    question = ConsentQuestion(
        f"{_verb(spec)} the server {server.name!r} of {one_line(server.origin)}?",
        tuple(whole_line(line, SHOWN) for line in consent.what),
        server.name,
        _hint(server),
    )
    try:
        agreed = await ask(question)
    except ApprovalDenied:
        raise _untrusted(server, consent, trouble) from None
    if not agreed:
        raise ConfigUntrusted(
            f"server {server.name!r} was not started: a person said no",
            hint=f"{_hint(server)}; the next use asks again",
            reason="denied",
        )
    try:
        await asyncio.to_thread(_remember, server, consent)
    except ConfigInvalid as error:
        # the person is here and agrees; that the next kernel asks again is no harm
        server.notes.append(f"{error.what}; {error.hint}")
    return spec


def _wanted(server: Server, spec: ServerSpec) -> tuple[Consent, str]:
    """What the person has to agree to yet, and why the file of consents is no help."""
    consent, store = consent_for(server, spec), TrustStore()
    known = consent.needed and store.covers(consent.digest)
    return Consent("", ()) if known else consent, store.trouble


def _untrusted(server: Server, consent: Consent, trouble: str) -> ConfigUntrusted:
    lines = [f"  {whole_line(line, SHOWN)}" for line in consent.what]
    told = "\n".join([*lines, *([trouble] if trouble else [])])
    return ConfigUntrusted(
        f"server {server.name!r} of {one_line(server.origin)} is not trusted yet, or has changed;"
        f" nothing was started. It\n{told}",
        hint=f"if that is what you want: {_hint(server)}",
        reason="no-consent",
    )


def _verb(spec: ServerSpec) -> str:
    return "Start" if isinstance(spec, StdioServer) else "Connect to"


def _hint(server: Server) -> str:
    return f"%mcp trust {server.name}"


def _program(spec: ServerSpec) -> str:
    """What the command leads to on this machine; the command itself where it leads nowhere."""
    if not isinstance(spec, StdioServer):
        return ""
    typed = spec.command
    if os.path.dirname(typed):
        return os.path.abspath(working_directory() / (spec.cwd or "") / typed)
    found = shutil.which(typed, path=child_environment(spec.env).get("PATH"))
    return typed if found is None else os.path.abspath(working_directory() / found)
