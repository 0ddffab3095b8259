"""Literal secrets, which no recipe may hold: found by the form of a value, and by its name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ..specs.masking import FLAG, KEY, NAME
from .code import parsed
from .faults import Path
from .sections import ServerEntry

SOUNDS = re.compile(NAME, re.IGNORECASE)
PLACEHOLDER = re.compile(r"\$\{[^{}]*\}")
# what stands behind a name that sounds like a secret, and is none
HARMLESS = re.compile(
    r"(?i)(?:true|false|yes|no|on|off|none|null|auto|\d{0,5}|(?:bearer|basic)?\s*)"
)
# in code a name says less: `token = "word"` is no secret, so the value must look like one too
RANDOM = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.+/=-]{12,}")
USERINFO = re.compile(r"://([^/\s@]*)@")
PAIR = re.compile(rf"(?is)(-{{0,2}}{NAME})(?:=|:\s*)(.*)")
QUERY = re.compile(rf"(?i)[?&;]({NAME})=([^&;#]*)")


def is_key(text: str) -> bool:
    """Whether `text` holds something of the form of a key, such as `sk-…` or `ghp_…`.

    >>> is_key("use " + "sk-" + "abcdefgh1234"), is_key("use ${OPENAI_API_KEY}")
    (True, False)
    """
    return KEY.search(text) is not None


def is_secret(name: str, value: str) -> bool:
    """Whether `value`, which `name` has, is a literal that nobody else should see.

    >>> is_secret("API_KEY", "abc"), is_secret("API_KEY", "${KEY}"), is_secret("CITY", "Bonn")
    (True, False, False)
    """
    if is_key(value):
        return True
    rest = PLACEHOLDER.sub("", value).strip()
    return bool(SOUNDS.fullmatch(name)) and not HARMLESS.fullmatch(rest)


def in_server(entry: ServerEntry) -> Iterator[Path]:
    """Where a server's definition holds one."""
    yield from (("env", name) for name, value in entry.env.items() if is_secret(name, value))
    yield from (("headers", key) for key, value in entry.headers.items() if is_secret(key, value))
    yield from (("args", at) for at in in_words(entry.args))
    if entry.url is not None and in_address(entry.url):
        yield ("url",)


def in_words(words: Sequence[str]) -> Iterator[int]:
    """Which words of a command line hold one.

    >>> list(in_words(["--token", "abc", "--key=${KEY}", "postgres://me:pw@host/db"]))
    [1, 3]
    """
    follows = False
    for at, word in enumerate(words):
        pair = PAIR.fullmatch(word)
        flagged = follows and not word.startswith("-") and is_secret("key", word)
        if flagged or in_address(word) or (pair and is_secret(pair[1].lstrip("-"), pair[2])):
            yield at
        follows = FLAG.fullmatch(word) is not None


def in_address(url: str) -> bool:
    """Whether user, password or query of an address hold one.

    >>> in_address("https://h/mcp?key=${KEY}"), in_address("https://me:pw@h/mcp")
    (False, True)
    """
    user = USERINFO.search(PLACEHOLDER.sub("", url))
    has_user = user is not None and ":" in user[1] and user[1] != ":"
    query = any(is_secret(name, value) for name, value in QUERY.findall(url))
    return is_key(url) or has_user or query


def in_code(source: str) -> Iterator[int]:
    r"""The lines of code that hold one, in order.

    >>> list(in_code("word = 'token'\npassword = 'hunter2hunter2'"))
    [2]
    """
    found = {
        node.lineno
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (is_key(node.value) or _with_password(node.value))
    }
    found |= {value.lineno for name, value in _named(parsed(source)) if _looks_secret(name, value)}
    comments = (at for at, line in enumerate(source.splitlines(), 1) if is_key(line))
    yield from sorted(found.union(comments))


def _with_password(text: str) -> bool:
    user = USERINFO.search(text)
    return user is not None and ":" in user[1] and not re.search(r"[{}$<>]", user[1])


def _named(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Every value that is given a name: variables, attributes, keys, keywords."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            yield from ((_name(target), node.value) for target in node.targets)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield _name(node.target), node.value
        elif isinstance(node, ast.keyword):
            yield node.arg or "", node.value
        elif isinstance(node, ast.Dict):
            yield from (
                (_text(key), value) for key, value in zip(node.keys, node.values, strict=True)
            )


def _name(target: ast.expr) -> str:
    if isinstance(target, ast.Subscript):
        return _text(target.slice)
    return ast.unparse(target).rpartition(".")[2]


def _text(node: ast.expr | None) -> str:
    known = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(cast("ast.Constant", node).value) if known else ""


def _looks_secret(name: str, value: ast.expr) -> bool:
    text = _text(value)
    return bool(SOUNDS.fullmatch(name) and RANDOM.fullmatch(text) and "${" not in text)


def in_values(values: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in plain data that holds something of the form of a key.

    >>> list(in_values({"prompt": "use " + "sk-" + "abcdefgh1234"}))
    [('prompt',)]
    """
    if isinstance(values, str):
        if is_key(values):
            yield path
    elif isinstance(values, Mapping):
        for key, value in cast("Mapping[str, Any]", values).items():
            yield from in_values(value, (*path, key))
    elif isinstance(values, list):
        for at, value in enumerate(cast("list[Any]", values)):
            yield from in_values(value, (*path, at))


def in_settings(settings: Mapping[str, Any], path: Path = ()) -> Iterator[Path]:
    """Where settings hold one, by its name."""
    for name, value in settings.items():
        if isinstance(value, str) and is_secret(name, value):
            yield (*path, name)
        elif isinstance(value, Mapping):
            yield from in_settings(cast("Mapping[str, Any]", value), (*path, name))
