"""What sets one client's configuration files apart from the others'."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ...errors import ConfigInvalid
from .entries import Keys, mapping, value_at
from .notation import SHARED, Notation

MILLISECONDS, SECONDS = 0.001, 1.0
ROOT = "mcpServers"
NOT_A_SERVER = "not-an-mcp-server"

T = TypeVar("T")
Note = tuple[str, str, str]
Spellings = Mapping[str, tuple[str, ...]]

# what a field is called here, and how clients spell it; the first that is there counts
SPELLINGS: Spellings = {
    "type": ("type", "transport", "transportType"),
    "command": ("command",),
    "args": ("args",),
    "env": ("env",),
    "cwd": ("cwd",),
    "env_file": ("envFile", "env_file"),
    "url": ("url",),
    "headers": ("headers",),
    "oauth": ("oauth",),
    "timeout": ("timeout",),
    "startup_timeout": ("startup_timeout",),
    "max_total_timeout": ("max_total_timeout",),
    "idle_timeout": ("idle_timeout",),
    "max_concurrency": ("max_concurrency",),
    "era": ("era",),
    "proxy": ("proxy",),
    "verify": ("verify",),
    "connect_timeout": ("connect_timeout",),
    "read_timeout": ("read_timeout",),
    "disabled": ("disabled",),
    "enabled": ("enabled",),
    "include_tools": ("include_tools", "includeTools", "enabledTools"),
    "exclude_tools": ("exclude_tools", "excludeTools", "disabledTools"),
    "auto_approve": ("autoApprove", "alwaysAllow"),
}


class Shared(str):
    """A text whose placeholders are in the shared form already, whatever the client's notation."""

    __slots__ = ()


@dataclass(frozen=True)
class Raw:
    """One entry as its file has it.

    Args:
        name: what the file calls it.
        fields: what the file says about it.
        root: the whole document.
        warnings: takes what is to be said about it: code, words behind its name, hint.
        made: what was made of parts of the document, for all of its entries.
    """

    name: str
    fields: Mapping[str, Any]
    root: Mapping[str, Any]
    warnings: list[Note]
    made: dict[str, Any] = field(default_factory=dict[str, Any])

    def once(self, part: str, make: Callable[[object], T]) -> T:
        """What `make` makes of a part of the document, whichever entry asks first.

        >>> Raw("a", {}, {"tools": ["x"]}, []).once("tools", repr)
        "['x']"
        """
        if part not in self.made:
            self.made[part] = make(self.root.get(part))
        return self.made[part]


@dataclass(frozen=True)
class Where:
    """What decides which part of a file counts.

    Args:
        workspace: the directory of the project.
        agent: the one whose servers are wanted, of a file with several.
    """

    workspace: Path
    agent: str | None = None


Shape = Callable[[Raw], Mapping[str, Any]]
Places = Callable[[Mapping[str, Any], Where], Iterable[Keys]]


def as_it_is(raw: Raw) -> Mapping[str, Any]:
    """The fields, where a client writes nothing that has to be taken apart."""
    return raw.fields


def always_sse(_: str) -> str:
    """SSE, whatever the URL looks like."""
    return "sse"


def always_http(_: str) -> str:
    """Streamable HTTP, which falls back to SSE where a server does not know it."""
    return "http"


def below(*roots: Keys) -> Places:
    """The first of `roots` that the document has.

    >>> below(("mcp", "servers"), ("servers",))({"servers": {}}, Where(Path()))
    [('servers',)]
    """

    def places(root: Mapping[str, Any], _: Where) -> list[Keys]:
        # a name that is there with nothing behind it is there
        found = (keys for keys in roots if keys[-1] in (mapping(value_at(root, keys[:-1])) or ()))
        return list(found)[:1]

    return places


USUAL = below((ROOT,))


def spelt(**names: str | tuple[str, ...]) -> Spellings:
    """The usual spellings, with those of a client before them; `()` for a field it has not.

    >>> spelt(url="serverUrl")["url"], spelt(timeout=())["timeout"]
    (('serverUrl', 'url'), ())
    """
    more = {key: (value,) if isinstance(value, str) else value for key, value in names.items()}
    return {
        key: (*more[key], *usual) if more.get(key) else more.get(key, usual)
        for key, usual in SPELLINGS.items()
    }


def not_a_server(what: str, hint: str) -> ConfigInvalid:
    """Why an entry is left out without being wrong; the words follow its name.

    >>> not_a_server("is built into its client", "").reason
    'not-an-mcp-server'
    """
    return ConfigInvalid(what, hint=hint, reason=NOT_A_SERVER)


@dataclass(frozen=True)
class Dialect:
    """How one client writes its servers.

    Args:
        name: what `client` calls it.
        title: for people.
        places: where in a document its servers stand.
        spellings: what it calls the fields.
        unit: seconds of one unit of its times.
        units: the same for single spellings that differ.
        notation: its placeholders.
        has_comments: whether the client itself reads comments and trailing commas.
        shape: takes apart what it writes in a form of its own.
        untyped: how it reaches a URL that has no type.
        may_list: whether its servers may stand in a list, each with its name.
        layered: whether a server of one place counts over one of that name of a place before.
        silent: its fields that mean nothing here, and lose nothing.
    """

    name: str
    title: str
    places: Places = USUAL
    spellings: Spellings = field(default_factory=lambda: SPELLINGS)
    unit: float = MILLISECONDS
    units: Mapping[str, float] = field(default_factory=dict[str, float])
    notation: Notation = SHARED
    has_comments: bool = False
    shape: Shape = as_it_is
    untyped: Callable[[str], str] = always_http
    may_list: bool = False
    layered: bool = False
    silent: frozenset[str] = frozenset()
