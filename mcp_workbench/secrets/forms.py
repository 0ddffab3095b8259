"""The forms in which a value may be written: as it is, encoded for addresses, JSON, headers."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

SHORTEST = 6  # characters; anything shorter would be found everywhere
SHORTEST_PART = 16  # characters of one line of a value of many
SHORTEST_CODE = 8  # characters of what is left of a value in the midst of base64


def forms_of(value: str) -> tuple[str, ...]:
    """All that `value` may look like in a text, the longest first; none where it is too short.

    >>> forms = forms_of("a b/c?d")
    >>> [form in forms for form in ("a b/c?d", "a%20b%2Fc%3Fd", "a+b%2Fc%3Fd", "YSBiL2M/ZA==")]
    [True, True, True, True]
    >>> forms_of("word")
    ()
    """
    found = {form for form in _forms(value) if len(form) >= SHORTEST}
    return tuple(sorted(found, key=lambda form: (-len(form), form)))


def _forms(value: str) -> Iterator[str]:
    if len(value) < SHORTEST:
        return
    yield value
    yield from _escaped(value)
    yield from (part for part in value.splitlines() if len(part) >= SHORTEST_PART)
    data = value.encode("utf-8", "surrogatepass")
    for code in (base64.b64encode(data), base64.urlsafe_b64encode(data)):
        yield code.decode()
        yield code.decode().rstrip("=")
    yield from _within_base64(data)


def _escaped(value: str) -> Iterator[str]:
    data = value.encode("utf-8", "surrogatepass")
    for encoded in (quote(data, safe=""), quote(data), quote_plus(data)):
        yield encoded
        yield re.sub("%..", lambda code: code[0].lower(), encoded)
        yield encoded.replace("%", "%25")  # an address within an address
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield repr(value)[1:-1]
    yield html.escape(value)
    yield html.escape(value, quote=False)


def _within_base64(data: bytes) -> Iterator[str]:
    """What is the same wherever the value stands in bytes that are encoded as a whole.

    Three bytes are four characters, so there are three ways; the characters at both ends depend
    on the neighbours too, so they are left out. Source: RFC 4648, section 4.
    """
    for before in range(3):
        first, last = -(-before * 8 // 6), (before + len(data)) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            part = encode(b"\0" * before + data).decode()[first:last]
            if len(part) >= SHORTEST_CODE:
                yield part
