"""Which values of a definition are secrets: what was filled in, and what sounds like one."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit

from ..specs import HttpServer, StdioServer
from ..specs.masking import HARMLESS, SOUNDS, hidden_values
from ..specs.placeholders import PIECE, contents_of

if TYPE_CHECKING:
    from ..specs import ServerSpec

SCHEME = re.compile(r"(?i)(?:bearer|basic|token|apikey)\s+(\S.*)")
PRIVATE = ("secret:", "input:", "file:", "envFile:")
# fields whose text is made to be secret, whatever it is called
CREDENTIALS = re.compile(r"auth\.(?:token|key|password)")


def secret_values(written: ServerSpec, filled: ServerSpec) -> Iterator[str]:
    """The secrets of a definition that is about to be used.

    Args:
        written: the definition with its placeholders.
        filled: the same with their values.

    >>> from mcp_workbench.specs import HttpServer
    >>> spec = HttpServer("https://h.example/mcp", {"Authorization": "Bearer ${T}", "X-Zone": "eu"})
    >>> filled = spec.filled(lambda _, text: text.replace("${T}", "abcdef"))
    >>> sorted(set(secret_values(spec, filled)))
    ['Bearer abcdef', 'abcdef']
    """
    for (field, before), (_, after) in zip(written.texts(), filled.texts(), strict=True):
        if _is_secret(field, before):
            yield from _with_parts(after)
            yield from _between(before, after)
        if "://" in after:
            yield from _in_address(after)
        yield from hidden_values([after])
    if isinstance(filled, HttpServer) and filled.auth is not None:
        for value in filled.auth.headers().values():
            yield from _with_parts(value)
    if isinstance(filled, StdioServer):
        # a flag may stand before its value
        yield from hidden_values(filled.args)


def passwords_in(variables: Mapping[str, str]) -> Iterator[str]:
    """The passwords of addresses among variables that a server inherits, as of a proxy.

    >>> list(passwords_in({"HTTPS_PROXY": "http://me:a-password@proxy.example:3128"}))
    ['a-password', 'a-password']
    """
    for value in variables.values():
        if "://" in value:
            yield from _in_address(value)


def _is_secret(field: str, written: str) -> bool:
    """Whether what is filled into a field is secret: by where it is from, or by a name."""
    if CREDENTIALS.fullmatch(field):
        return True
    names = contents_of(written)
    if any(name.startswith(PRIVATE) for name in names):
        return True
    name = field.partition(".")[2]
    return SOUNDS.search(name) is not None or any(SOUNDS.search(one) for one in names)


def _with_parts(text: str) -> Iterator[str]:
    """A value, what stands behind the name of a scheme, and what Basic encodes."""
    if HARMLESS.fullmatch(text):
        return
    if "://" not in text:
        yield text
    scheme = SCHEME.fullmatch(text.strip())
    if scheme is None:
        return
    yield scheme[1]
    try:
        user, colon, password = base64.b64decode(scheme[1], validate=True).decode().partition(":")
    except ValueError:
        return
    if colon and user:
        yield password


def _between(written: str, filled: str) -> Iterator[str]:
    """What stands in the place of each placeholder, as far as that can be told."""
    form, at = "", 0
    for piece in PIECE.finditer(written):
        form += re.escape(written[at : piece.start()])
        form += re.escape(piece[1]) if piece[1] else "(.*?)"
        at = piece.end()
    match = re.fullmatch(form + re.escape(written[at:]), filled, re.DOTALL)
    yield from match.groups() if match else ()


def _in_address(text: str) -> Iterator[str]:
    """Password and query values that sound like secrets, also decoded."""
    try:
        parts = urlsplit(text)
        password = parts.password
    except ValueError:
        return
    if password:
        yield from (password, unquote(password))
    for name, value in parse_qsl(parts.query):
        if SOUNDS.search(name) and not HARMLESS.fullmatch(value):
            yield value
