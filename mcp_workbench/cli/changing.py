"""`mcp-workbench servers add`, `remove`, `rename`, `enable`, `disable`, `edit`: files changed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from ..errors import ConfigInvalid, UsageInvalid
from ..specs import HttpServer, ServerSpec, StdioServer
from ..visible import one_line
from .exits import DONE
from .given import json_option, notebook_option
from .here import workbench_here
from .output import put, put_json, say

if TYPE_CHECKING:
    from ..sessions import Server, Workbench
    from ..sessions.editable import Saved

URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S*")
TEXTS = re.compile(r"command|url|type|cwd|(env|headers)\..+")  # fields whose value is text
SHOWN = 60  # characters of a word in an error
_scope_option = click.option(
    "--scope",
    type=click.Choice(("project", "user")),
    help="Whose file: the .mcp.json of the project, or the user's own servers.",
)


@click.command()
@click.argument("name")
@click.argument("what", metavar="URL | -- COMMAND [ARGS]...", nargs=-1, required=True)
@_scope_option
@click.option("--env", multiple=True, metavar="K=V", help="A variable. May be given again.")
@click.option("--header", multiple=True, metavar="K:V", help="A header. May be given again.")
@click.option("--cwd", metavar="DIRECTORY", help="Where the command starts.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds of a call.")
@click.option("--replace", is_flag=True, help="Change an entry that has this name already.")
@notebook_option
@json_option
def add(
    name: str,
    what: Sequence[str],
    scope: str | None,
    replace: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Write a server into the project's .mcp.json, or into the user's own servers."""
    options: dict[str, Any] = {
        "env": dict(_pair("--env", "=", one) for one in given["env"]) or None,
        "headers": dict(_pair("--header", ":", one) for one in given["header"]) or None,
        "cwd": given["cwd"],
        "timeout": given["timeout"],
    }
    with workbench_here() as workbench:
        chosen = cast("Saved", scope or "project")
        if not replace:
            _refuse_taken(workbench, name, chosen)
        server = workbench.add(_spec(what), name, **options)
        assert not isinstance(server, list)  # noqa: S101  a definition is one server
        return _told(server, f"is kept in the scope {chosen}", server.save(chosen), as_json)


@click.command()
@click.argument("name", metavar="SERVER")
@_scope_option
@notebook_option
@json_option
def remove(name: str, scope: str | None, as_json: bool) -> int:
    """Take SERVER out of its file; everything else in it stays."""
    with workbench_here() as workbench:
        server = _server(workbench, name, scope)
        return _told(server, "is removed", server.erase(), as_json)


@click.command()
@click.argument("name", metavar="SERVER")
@click.argument("new", metavar="NAME")
@_scope_option
@notebook_option
@json_option
def rename(name: str, new: str, scope: str | None, as_json: bool) -> int:
    """Call SERVER something else in its file."""
    with workbench_here() as workbench:
        server = _server(workbench, name, scope).rename(new, write=True)
        return _told(server, f"was {name}", Path(server.origin), as_json)


@click.command()
@click.argument("name", metavar="SERVER")
@_scope_option
@notebook_option
@json_option
def enable(name: str, scope: str | None, as_json: bool) -> int:
    """Let SERVER be started again."""
    with workbench_here() as workbench:
        server = _server(workbench, name, scope).enable(write=True)
        return _told(server, "is enabled", Path(server.origin), as_json)


@click.command()
@click.argument("name", metavar="SERVER")
@_scope_option
@notebook_option
@json_option
def disable(name: str, scope: str | None, as_json: bool) -> int:
    """Keep SERVER in its file without starting it."""
    with workbench_here() as workbench:
        server = _server(workbench, name, scope).disable(write=True)
        return _told(server, "is disabled", Path(server.origin), as_json)


@click.command()
@click.argument("name", metavar="SERVER")
@click.option(
    "--set",
    "given",
    multiple=True,
    metavar="KEY=VALUE",
    help="A field such as command, args or env.NAME; JSON where it is no text. May be given again.",
)
@click.option("--unset", multiple=True, metavar="KEY", help="Take a field out.")
@_scope_option
@notebook_option
@json_option
def edit(
    name: str, given: Sequence[str], unset: Sequence[str], scope: str | None, as_json: bool
) -> int:
    """Change fields of SERVER in its file; without --set and --unset in $EDITOR."""
    from ..sources.editing import edit_entry, entry_of
    from ..sources.entry_form import differences

    fields = dict(_field(one) for one in given) | dict.fromkeys(unset)
    with workbench_here() as workbench:
        server = _server(workbench, name, scope)
        path = _file(server)
        if fields:
            given_fields = {tuple(key.split(".", 1)): value for key, value in fields.items()}
            edit_entry(path, server.entry, given_fields)
        else:
            old = entry_of(path, server.entry)
            value = _edited(dict(old))
            if value is None:
                say("nothing was changed")
                return DONE
            edit_entry(path, server.entry, differences(old, value))
        return _told(server, "is changed", path, as_json)


def _edited(value: dict[str, Any]) -> dict[str, Any] | None:
    """`value` as a person leaves it in an editor; `None` where it is as it was."""
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    left = click.edit(text, extension=".json")
    if left is None or left == text:
        return None
    try:
        new: object = json.loads(left)
    except (ValueError, RecursionError) as error:
        raise UsageInvalid(
            f"that is no JSON: {one_line(str(error))}", hint="nothing was changed", reason="json"
        ) from None
    if not isinstance(new, dict):
        raise UsageInvalid("that is no object", hint="nothing was changed", reason="json")
    return cast("dict[str, Any]", new)


def _field(text: str) -> tuple[str, Any]:
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise UsageInvalid(
            f"--set {one_line(text, SHOWN)!r} is not KEY=VALUE",
            hint='as in --set timeout=5000, --set \'args=["-m", "x"]\', --set env.ZONE=eu',
            reason="bad-value",
        )
    if TEXTS.fullmatch(key):
        return key, value
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value


def _pair(option: str, sign: str, text: str) -> tuple[str, str]:
    key, found, value = text.partition(sign)
    if not found or not key.strip():
        raise UsageInvalid(
            f"{option} {one_line(text, SHOWN)!r} is not K{sign}V",
            hint=f"as in {option} {'ZONE=eu' if sign == '=' else repr('X-Team: vision')}",
            reason="bad-value",
        )
    return key.strip(), value.strip() if sign == ":" else value


def _spec(what: Sequence[str]) -> ServerSpec:
    if len(what) > 1:
        return StdioServer(what[0], tuple(what[1:]))
    if URL.fullmatch(what[0].strip()):
        return HttpServer(what[0].strip())
    try:
        command, *args = shlex.split(what[0])
    except ValueError:
        raise UsageInvalid(
            f"the command line cannot be split: {one_line(what[0], SHOWN)}",
            hint="write its words behind --",
            reason="bad-command",
        ) from None
    return StdioServer(command, tuple(args))


def _server(workbench: Workbench, name: str, scope: str | None) -> Server:
    """The server of the nearest file that has it, or of the file of `scope`."""
    from ..notebook import here
    from ..sessions.registration import registered
    from ..sources.resolve import nearest
    from ..sources.scopes import known

    places = [one for one in known(here().directory) if scope in (None, one.scope)]
    found = nearest(name, places)
    if found is None:
        where = f" in the scope {scope}" if scope else ""
        raise ConfigInvalid(
            f"there is no server {one_line(name, SHOWN)!r} in a file{where}",
            hint="%mcp servers shows what there is",
            reason="not_found",
        )
    return registered(workbench, found.servers[0], found.warnings)


def _refuse_taken(workbench: Workbench, name: str, scope: str) -> None:
    try:
        there = _server(workbench, name, scope)
    except ConfigInvalid as error:
        if error.reason == "not_found":
            return
        raise
    raise ConfigInvalid(
        f"{there.origin} has a server {there.name!r} already",
        hint="--replace changes it, or choose another name",
        reason="name-taken",
    )


def _file(server: Server) -> Path:
    if server.scope == "environment":
        raise ConfigInvalid(
            f"server {server.name!r} comes from the environment, and from no file",
            hint="change the variable MCP_WORKBENCH_SERVERS",
            reason="no-file",
        )
    return Path(server.origin)


def _told(server: Server, done: str, file: Path, as_json: bool) -> int:
    if as_json:
        told = {"name": server.name, "done": done, "file": str(file), "notes": server.notes}
        put_json({"ok": True, **told})
    else:
        put(f"server {server.name} {done}, written to {file}")
        for note in server.notes:
            say(f"note: {note}")
    return DONE
