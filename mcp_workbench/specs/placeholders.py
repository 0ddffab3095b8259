"""Placeholders such as `${NAME}` in a definition: found and taken apart here, filled elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .servers import ServerSpec

# `$${` stands for a `${` that is meant as it is; one without its brace reaches to the end
PIECE = re.compile(r"\$(\$\{)|\$\{([^}]*)(\}|\Z)")
UNCLOSED = "${"
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
KINDS = ("env", "input", "secret", "file", "envFile")
PLACES = ("workspaceFolder", "userHome")
WITH_DEFAULT = ("env", "input")
SECRET_FIELDS = ("env.", "headers.", "url", "auth.", "proxy")
HOME_FIELDS = re.compile(r"command|cwd|args\[\d+\]|env_file")


class Placeholder(NamedTuple):
    """One `${…}`: the field it stands in, such as `env.TOKEN`, and what is between the braces."""

    field: str
    content: str


@dataclass(frozen=True)
class Reference:
    """What a placeholder asks for.

    Args:
        kind: `env`, `input`, `secret`, `file`, `envFile`, `place` for a directory, or empty for
            what nobody can fill.
        name: of the variable, input, secret, directory, or the path of the file.
        default: what stands in for a variable or an input that is not there.
    """

    kind: str
    name: str
    default: str | None = None

    @property
    def shown(self) -> str:
        """The name for people and reports; all but variables say their kind.

        >>> reference("env:HOME").shown, reference("input:key").shown
        ('HOME', 'input:key')
        """
        return self.name if self.kind in ("env", "place", "") else f"{self.kind}:{self.name}"


def reference(content: str) -> Reference:
    """What stands between the braces of a placeholder, taken apart.

    The forms are those of Claude Code (`NAME`, `NAME:-default`) and VS Code (`env:NAME`,
    `input:ID`, `workspaceFolder`, `userHome`), and three of our own: `secret:NAME`, `file:PATH`,
    and `envFile:PATH#NAME` for one variable of a file of them.

    >>> reference("ZONE:-eu")
    Reference(kind='env', name='ZONE', default='eu')
    >>> reference("a b").kind
    ''
    """
    if content in PLACES:
        return Reference("place", content)
    kind, colon, rest = content.partition(":")
    if not colon or rest.startswith("-"):
        kind, rest = "env", content
    if kind not in KINDS:
        return Reference("", content)
    name, sign, default = rest.partition(":-") if kind in WITH_DEFAULT else (rest, "", "")
    plain = NAME.fullmatch(name) if content == rest else name.strip() and "\n" not in name
    return Reference(kind, name, default if sign else None) if plain else Reference("", content)


def placeholders(spec: ServerSpec) -> list[Placeholder]:
    """All placeholders of `spec`, in the order of its fields.

    >>> from mcp_workbench.specs import StdioServer
    >>> placeholders(StdioServer("python", ("${FILE}",)))
    [Placeholder(field='args[0]', content='FILE')]
    """
    return [
        Placeholder(field, content) for field, text in spec.texts() for content in contents_of(text)
    ]


def contents_of(text: str) -> list[str]:
    """What is between the braces of each placeholder of `text`.

    >>> contents_of("${A} $${B} ${C")
    ['A']
    """
    return [match[2] for match in PIECE.finditer(text) if match[3]]


def substituted(text: str, value: Callable[[Reference], str]) -> str:
    """`text` with each placeholder replaced by its `value`, which is not looked into again.

    A `${` without its brace is handed over too, as a reference of no kind.

    >>> substituted("$${A} ${B:-2}", lambda found: found.default or "")
    '${A} 2'
    """

    def piece(match: re.Match[str]) -> str:
        literal, content, brace = match.groups()
        return literal or value(reference(content) if brace else Reference("", UNCLOSED))

    return PIECE.sub(piece, text) if "${" in text else text


def literal(text: str) -> str:
    """`text` in the form in which nothing of it is filled.

    >>> literal("echo ${HOME}")
    'echo $${HOME}'
    """
    return text.replace("${", "$${")


def with_home(field: str, text: str) -> str:
    """A `~` that begins a command, an argument or a directory, as the placeholder it stands for.

    >>> with_home("cwd", "~/project"), with_home("env.A", "~")
    ('${userHome}/project', '~')
    """
    begins = text == "~" or text.startswith(("~/", "~\\"))
    return "${userHome}" + text[1:] if begins and HOME_FIELDS.fullmatch(field) else text


def may_hold_secrets(field: str) -> bool:
    """Whether `${secret:…}` may stand in `field`: never where other programs can read it.

    >>> may_hold_secrets("env.TOKEN"), may_hold_secrets("args[0]")
    (True, False)
    """
    return field.startswith(SECRET_FIELDS)
