"""Base64 as servers really send it."""

from __future__ import annotations

import base64
import binascii
import re

_DATA_URI = re.compile(r"\s*data:[^,]{0,200},", re.IGNORECASE)
_URL_SAFE = str.maketrans("-_", "+/")


def decoded(text: str) -> bytes | None:
    r"""The bytes of a base64 text; None where it is none.

    Also read are what RFC 4648 calls the URL-safe alphabet, text without its padding, with line
    breaks, and behind the prefix of a `data:` URI (RFC 2397).

    >>> decoded("aGk="), decoded("aGk"), decoded("data:text/plain;base64,aG\nk="), decoded("hé")
    (b'hi', b'hi', b'hi', None)
    """
    prefix = _DATA_URI.match(text)
    body = "".join(text[prefix.end() if prefix else 0 :].split()).translate(_URL_SAFE).rstrip("=")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
