"""Credentials that a definition holds in plain text, and the same definition with references."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from ..specs import ServerSpec
from ..specs.masking import HARMLESS, SOUNDS
from ..specs.placeholders import may_hold_secrets
from .files.credentials import is_credential

SCHEME = re.compile(r"(?i)(?:bearer|basic|token)\s+(\S+)")
SHORTEST = 4  # characters of what is taken for a credential


@dataclass(frozen=True)
class InlineSecret:
    """One credential in plain text.

    Args:
        place: the field in which it stands, such as `env.TOKEN`.
        value: the part of the field that is secret.
        name: what it could be called in the secret store.
    """

    place: str
    value: str = field(repr=False)
    name: str


def inline_secrets(server: str, spec: ServerSpec) -> list[InlineSecret]:
    """What of `spec`, the definition of `server`, should be in the secret store instead.

    >>> from mcp_workbench.specs import HttpServer
    >>> spec = HttpServer("https://h.example/mcp", {"Authorization": "Bearer abc123"})
    >>> inline_secrets("shop", spec)
    [InlineSecret(place='headers.Authorization', name='SHOP_AUTHORIZATION')]
    """
    found = [
        InlineSecret(where, value, secret_name(server, where))
        for where, text in spec.texts()
        if may_hold_secrets(where) and "${" not in text
        for value in _credentials(where, text)
        if len(value) >= SHORTEST
    ]
    return [one for at, one in enumerate(found) if one not in found[:at]]


def _credentials(where: str, text: str) -> Iterator[str]:
    kind, _, key = where.partition(".")
    if kind == "url":
        yield from _of_address(text)
    elif kind == "auth":
        if key != "user":
            yield text
    elif is_credential(where, text):
        scheme = SCHEME.fullmatch(text.strip())
        in_address = list(_of_address(text)) if "://" in text else []
        yield from [scheme[1]] if scheme else (in_address or [text])


def _of_address(text: str) -> Iterator[str]:
    try:
        parts = urlsplit(text)
        password = parts.password
    except ValueError:
        return
    if password:
        yield password
    for name, value in parse_qsl(parts.query):
        if SOUNDS.search(name) and not HARMLESS.fullmatch(value) and value in parts.query:
            yield value


def secret_name(server: str, where: str) -> str:
    """A name for the secret in one field of a server.

    >>> secret_name("shop", "env.SHOP_TOKEN"), secret_name("my maps", "headers.X-Key")
    ('SHOP_TOKEN', 'MY_MAPS_X_KEY')
    """
    whose, what = _word(server), _word(where.partition(".")[2] or where)
    name = what if what.startswith(f"{whose}_") else f"{whose}_{what}"
    return name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"


def _word(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_").upper()


def with_references(spec: ServerSpec, secrets: Iterable[InlineSecret]) -> ServerSpec:
    """`spec` with `${secret:NAME}` in the place of each of `secrets`.

    >>> from mcp_workbench.specs import StdioServer
    >>> spec = StdioServer("shop", env={"TOKEN": "ghp_0123456789"})
    >>> dict(with_references(spec, inline_secrets("shop", spec)).env)
    {'TOKEN': '${secret:SHOP_TOKEN}'}
    """
    by_place: dict[str, list[InlineSecret]] = {}
    for one in secrets:
        by_place.setdefault(one.place, []).append(one)
    return spec.filled(lambda where, text: referring(text, by_place.get(where, ())))


def referring(text: str, secrets: Sequence[InlineSecret]) -> str:
    """`text` with a reference in the place of the value of each of `secrets`.

    >>> referring("Bearer abc123", [InlineSecret("headers.Authorization", "abc123", "SHOP")])
    'Bearer ${secret:SHOP}'
    """
    for one in secrets:
        text = text.replace(one.value, f"${{secret:{one.name}}}")
    return text


def told(server: str, secrets: Sequence[InlineSecret]) -> list[str]:
    """A warning for each of `secrets`, with what to do; no value is in it."""
    return [
        f"{one.place} holds what looks like a credential, and the notebook keeps it in plain text;"
        f" %mcp secret move {server} puts it into the secret store"
        for one in secrets
    ]
