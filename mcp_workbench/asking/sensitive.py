"""Fields of forms that ask for what no form may ask for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# what stands behind the word that tells
TRAILING = {"confirm", "confirmation", "again", "repeat", "repeated", "value", "1", "2"}
SECRET = {
    "apikey", "credential", "credentials", "cvc", "cvv", "passcode", "passphrase", "passwd",
    "password", "pin", "pwd", "secret", "ssn", "token",
}  # fmt: skip
SECRET_PAIRS = {("api", "key"), ("access", "key"), ("private", "key"), ("secret", "key"),
                ("card", "number"), ("security", "code"), ("security", "number")}  # fmt: skip
HIDDEN = {"string", "integer", "number", None}


def sensitive_fields(schema: Mapping[str, Any]) -> list[str]:
    """The names of the fields that ask for a password, a key or the like.

    Source: MCP 2025-11-25, client features, "Elicitation": a server must not ask for sensitive
    information in a form; such things go by an address.

    >>> word = {"type": "string"}
    >>> sensitive_fields({"properties": {"dbPassword": word, "max_tokens": word, "city": word}})
    ['dbPassword']
    """
    fields = _object(schema.get("properties"))
    return [name for name, field in fields.items() if _is_sensitive(name, _object(field))]


def _object(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _is_sensitive(name: str, field: Mapping[str, Any]) -> bool:
    if field.get("format") == "password" or field.get("writeOnly") is True:
        return True
    kind = field.get("type")
    if (isinstance(kind, str) and kind not in HIDDEN) or "enum" in field or "oneOf" in field:
        return False
    title = field.get("title")
    return any(_tells(text) for text in (name, title) if isinstance(text, str))


def _tells(text: str) -> bool:
    words = [word.lower() for word in WORD.findall(text[:1000])]
    while len(words) > 1 and words[-1] in TRAILING:
        words.pop()
    return _ends(words)


def _ends(words: Iterable[str]) -> bool:
    *before, last = words or [""]
    return last in SECRET or (bool(before) and (before[-1], last) in SECRET_PAIRS)
