"""`%mcp secret`: values that no cell, no history and no file of a project holds."""

from __future__ import annotations

import getpass
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from IPython.core.error import StdinNotImplementedError

from ..errors import UsageInvalid, near
from ..grammar import unquoted
from ..secrets import Stored, check_secret_name
from ..visible import one_line
from .command import SHOWN, Command, Line, Typing, all_servers
from .tables import Listed, Table

if TYPE_CHECKING:
    from ..sessions import Workbench
    from ..sessions.secret_moving import Moved

NONE = "No secret is stored yet. %mcp secret set NAME asks for one; write ${secret:NAME} for it."
FORMS = "%mcp secret set NAME, list, rotate NAME, delete NAME, or move SERVER"
PROMPTS = {"set": "Value of the secret {}: ", "rotate": "New value of the secret {}: "}
USED = "${{secret:{}}} in env, headers or url stands for it"


class Told:
    """What was done, in words; no value is in it.

    Args:
        what: the words.
        value: what a program may want to know.
    """

    def __init__(self, what: str, value: Any) -> None:
        self._what, self.value = what, value

    def __repr__(self) -> str:
        return self._what


class SecretListing(Listed[Stored]):
    """Names of secrets; a cell shows where each is kept, and who uses it.

    Args:
        stored: what is known of each.
        users: the servers that refer to it, by name.
    """

    def __init__(self, stored: Iterable[Stored], users: Mapping[str, Sequence[str]]) -> None:
        super().__init__(stored, NONE)
        self._users = users

    @property
    def table(self) -> Table:
        """The names as a table."""
        rows = [
            (one.name, one.where, one.when[:16].replace("T", " "), self._used(one.name))
            for one in self
        ]
        return Table(("secret", "kept in", "set (UTC)", "used by"), rows, self.empty)

    def _used(self, name: str) -> str:
        return ", ".join(self._users.get(name, ()))


def secret(line: Line) -> Any:
    """Do what the second word says."""
    action = unquoted(line.words[0]) if line.words else "list"
    if action not in ACTIONS:
        raise UsageInvalid(
            f"{one_line(action, SHOWN)!r} is nothing that can be done with a secret",
            hint=f"{near(action, ACTIONS)}; {FORMS}",
            reason="unknown-action",
        )
    return ACTIONS[action](line, [unquoted(word) for word in line.words[1:]])


def _set(line: Line, words: list[str]) -> Told:
    name = check_secret_name(_only(line, "set", words))
    stored = line.workbench.secrets.set(name, typed("set", name))
    return Told(f"{name} is kept in {stored.where}; {USED.format(name)}", stored)


def _rotate(line: Line, words: list[str]) -> Told:
    name, secrets = _only(line, "rotate", words), line.workbench.secrets
    if name not in secrets.names():
        secrets.rotate(name, "-")  # raises, before anybody is asked
    stored = secrets.rotate(name, typed("rotate", name))
    users = users_of(line.workbench).get(name, ())
    closed = [one for one in users if line.workbench.server(one).status == "connected"]
    for server in closed:
        line.workbench.server(server).close_sync()
    told = f"; closed, and connected with it at the next use: {', '.join(closed)}" if closed else ""
    return Told(f"{name} has its new value, kept in {stored.where}{told}", stored)


def _delete(line: Line, words: list[str]) -> Told:
    name = _only(line, "delete", words)
    stored = line.workbench.secrets.delete(name)
    users = users_of(line.workbench).get(name, ())
    told = f"; it is missed by {', '.join(users)}" if users else ""
    return Told(f"{name} is deleted{told}", stored)


def _list(line: Line, words: list[str]) -> SecretListing:
    if words:
        raise UsageInvalid(
            f"list takes nothing, not {one_line(words[0], SHOWN)!r}",
            hint="%mcp secret list",
            reason="too-many",
        )
    return SecretListing(line.workbench.secrets.listed(), users_of(line.workbench))


def _move(line: Line, words: list[str]) -> Told:
    if len(words) != 1:
        raise UsageInvalid(
            "move needs one server", hint="%mcp secret move SERVER", reason="missing"
        )
    moved = line.workbench.server(words[0]).move_secrets()
    return Told(told(moved), moved)


def told(moved: Moved) -> str:
    """What was moved, in words; no value is in them."""
    if not moved.fields:
        return f"nothing in the definition of {moved.server} looks like a credential in plain text"
    lines = [f"{place} of {moved.server} is now ${{secret:{name}}}" for place, name in moved.fields]
    if moved.file:
        lines.append(f"{one_line(moved.file)} was changed; older copies of it still hold the value")
    else:
        lines += ["put this line into the cell in the place of the old one:", moved.line]
    return "\n".join(lines)


def _only(line: Line, action: str, words: list[str]) -> str:
    """The name alone: a value in a cell would be in the notebook, and in the history.

    Raises:
        UsageInvalid: there is none, or more.
    """
    if len(words) == 1:
        return words[0]
    if not words:
        raise UsageInvalid(
            f"{action} needs a name", hint=f"%mcp secret {action} NAME", reason="missing"
        )
    line.workbench.redactor.learn([*words[1:], " ".join(words[1:])])
    raise UsageInvalid(
        "a value does not belong into a cell: the notebook and the history keep it, so nothing was"
        " stored",
        hint=f"%mcp secret {action} {one_line(words[0], SHOWN)} asks for it; a real value that was"
        " typed here should be replaced where it comes from",
        reason="value",
    )


def typed(action: str, name: str) -> str:
    """What a person types without seeing it.

    Raises:
        UsageInvalid: nobody can type here.
    """
    try:
        with warnings.catch_warnings():
            # what it warns of is that it will show the value all the same
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(PROMPTS[action].format(name))
    except (StdinNotImplementedError, getpass.GetPassWarning, EOFError, OSError):
        raise UsageInvalid(
            "nobody can type the value here",
            hint=f"do it in a terminal: mcp-workbench secret {action} {name}",
            reason="no-input",
        ) from None


def users_of(workbench: Workbench) -> Mapping[str, list[str]]:
    """The registered servers that refer to each secret."""
    from ..specs.placeholders import placeholders

    users: dict[str, list[str]] = {}
    for server in workbench.servers.values():
        kinds = (one.content.partition(":") for one in placeholders(server.spec))
        for name in dict.fromkeys(name for kind, _, name in kinds if kind == "secret"):
            users.setdefault(name, []).append(server.name)
    return users


ACTIONS: Mapping[str, Callable[[Line, list[str]], Any]] = {
    "set": _set,
    "list": _list,
    "rotate": _rotate,
    "delete": _delete,
    "move": _move,
}


def _complete(typing: Typing) -> Iterable[str]:
    match typing.plain:
        case []:
            return ACTIONS
        case ["move"]:
            return all_servers(typing)
        case ["rotate" | "delete"]:
            return typing.workbench.secrets.names()
        case _:
            return ()


SECRET = Command(
    "secret",
    ("set NAME", "list", "rotate NAME", "delete NAME", "move SERVER"),
    "keep values out of notebooks and files; ${secret:NAME} stands for one",
    secret,
    'wb.secrets.set("NAME", value), .listed(), .rotate("NAME", value), .delete("NAME")',
    complete=_complete,
)
