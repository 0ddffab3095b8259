"""Fields of forms that ask for what no form may ask for."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, cast

WORD = re.compile(r"[A-ZÄÖÜÑ]+(?![a-zà-ÿ])|[A-ZÄÖÜÑ]?[a-zà-ÿ]+|[0-9]+")
# what stands behind the word that tells
TRAILING = {"confirm", "confirmation", "again", "repeat", "repeated", "string", "value", "1", "2"}
MEASURES = {"max", "maximum", "min", "minimum", "num", "number", "total"}
AMBIGUOUS = {"pass", "pat", "pin"}  # a title that tells something else frees them
SECRET = {
    "apikey", "contraseña", "credential", "cvc", "cvv", "otp", "pass", "passcode", "passphrase",
    "passwd", "passwort", "password", "pat", "pin", "pwd", "secret", "ssn", "token",
}  # fmt: skip
SECRET_PAIRS = {("api", "key"), ("access", "key"), ("private", "key"), ("secret", "key"),
                ("card", "number"), ("security", "code"), ("security", "number")}  # fmt: skip
HIDDEN = {"string", "integer", "number", None}


def sensitive_fields(schema: Mapping[str, Any]) -> list[str]:
    """The names of the fields that ask for a password, a key or the like, as far as words tell.

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
    told = isinstance(title, str) and bool(title.strip())
    if told and _tells(cast("str", title)):
        return True
    return _tells(name, SECRET - AMBIGUOUS if told else SECRET)


def _tells(text: str, secret: Collection[str] = SECRET - AMBIGUOUS | {"pin"}) -> bool:
    words = [word.lower() for word in WORD.findall(text[:1000])]
    while len(words) > 1 and words[-1] in TRAILING:
        words.pop()
    *before, last = words or [""]
    # a count of tokens is none of them
    singular = last if MEASURES.intersection(before) else last.removesuffix("s")
    return any(
        one in secret or (bool(before) and (before[-1], one) in SECRET_PAIRS)
        for one in (last, singular)
    )
