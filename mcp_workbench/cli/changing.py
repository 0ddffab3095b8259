"""`mcp-workbench servers add`, `remove`, `rename`, `enable`, `disable`, `edit`: files changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from ..errors import ConfigInvalid, UsageInvalid
from ..grammar import parse_connect, quoted, read_json
from ..grammar.connect import OPTIONS
from ..visible import one_line
from .exits import DONE
from .given import json_option, notebook_option
from .here import added, workbench_here
from .output import put, put_json, say, say_warnings

if TYPE_CHECKING:
    from ..sessions import Server, Workbench
    from ..sessions.editable import Saved

TEXTS = re.compile(r"command|url|type|cwd|(env|headers)\..+")  # fields whose value is text
SHOWN = 60  # characters of a word in an error
Command = TypeVar("Command", bound=Callable[..., Any])
HELP: Mapping[str, str] = {
    "--env": "A variable. May be given again.",
    "--cwd": "Where the command starts.",
    "--header": "A header. May be given again.",
    "--bearer": "A token of the header Authorization; write ${secret:NAME} for a stored one.",
    "--api-key": "The value of the header X-API-Key.",
    "--basic": "A name and a password of the header Authorization.",
    "--proxy": "Through which proxy it is reached.",
    "--verify": "Whose certificates are trusted.",
    "--type": "How it is spoken to over HTTP.",
    "--timeout": "How long a call may be silent.",
    "--startup-timeout": "How long it may take to connect.",
    "--era": "Which revision of the protocol it is spoken to in.",
}
_scope_option = click.option(
    "--scope",
    type=click.Choice(("project", "user")),
    help="Whose file: the .mcp.json of the project, or the user's own servers.",
)


def _connect_options(command: Command) -> Command:
    """The options that `%mcp add` has, as the program has options."""
    for option, told in reversed(tuple(HELP.items())):
        several = told.endswith("again.")
        given = click.option(option, multiple=several, metavar=OPTIONS[option], help=told)
        command = given(command)
    return command


@click.command()
@click.argument("name")
@click.argument("what", metavar="URL | demo | -- COMMAND [ARGS]...", nargs=-1, required=True)
@_scope_option
@_connect_options
@click.option("--replace", is_flag=True, help="Change an entry that has this name already.")
@notebook_option
@json_option
def add(
    name: str,
    what: Sequence[str],
    scope: str | None,
    replace: bool,
    as_json: bool,
    **given: str | Sequence[str] | None,
) -> int:
    """Write a server into the project's .mcp.json, or into the user's own servers."""
    from ..sources.inline_secrets import inline_secrets

    line = parse_connect([name, *_words(given), *(what if len(what) == 1 else ("--", *what))])
    with workbench_here() as workbench:
        chosen = cast("Saved", scope or "project")
        if not replace:
            _refuse_taken(workbench, name, chosen)
        server = added(workbench, line.what, name, line.options)
        file = server.save(chosen)
        # what is odd is said of what stands in the file now
        written = _server(workbench, name, chosen)
        if inline_secrets(written.name, written.spec):
            written.notes.append(f"%mcp secret move {name} puts it into the secret store")
        return _told(written, f"is kept in the scope {chosen}", file, as_json)


def _words(given: Mapping[str, str | Sequence[str] | None]) -> Iterator[str]:
    """The options as a line has them."""
    for name, value in given.items():
        option = f"--{name.replace('_', '-')}"
        values = [value] if isinstance(value, str) else value or ()
        yield from (f"{option}={quoted(one)}" for one in values)


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


def _switch(word: str, summary: str) -> click.Command:
    @click.command(word, help=summary)
    @click.argument("name", metavar="SERVER")
    @_scope_option
    @notebook_option
    @json_option
    def command(name: str, scope: str | None, as_json: bool) -> int:
        with workbench_here() as workbench:
            found = _server(workbench, name, scope)
            server = found.enable(write=True) if word == "enable" else found.disable(write=True)
            return _told(server, f"is {word}d", Path(server.origin), as_json)

    return command


enable = _switch("enable", "Let SERVER be started again.")
disable = _switch("disable", "Keep SERVER in its file without starting it.")


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
        new: object = read_json(left)
    except ValueError as error:
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
        return key, read_json(value)
    except ValueError:
        return key, value


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
        say_warnings(server.notes, "note")
    return DONE
