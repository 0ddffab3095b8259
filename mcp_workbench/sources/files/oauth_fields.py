"""What an entry says about a sign-in, under the same names whatever client wrote it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...errors import ConfigInvalid
from .entries import mapping, sequence

NAMES = {"scope": "scopes", "authorizationUrl": "authorization_url", "tokenUrl": "token_url"}
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Text = Callable[[str, Any], str | None]


def oauth_of(value: object, text: Text) -> dict[str, Any] | bool | None:
    """The same with names such as `client_id`, and scopes as a list; `False` for no sign-in at all.

    Raises:
        ConfigInvalid: it is of a wrong type.

    >>> oauth_of({"clientId": "a", "scope": "read write"}, lambda _, value: value)
    {'client_id': 'a', 'scopes': ['read', 'write']}
    """
    if value is None or value is False:
        return value
    if value is True:
        return {}
    given = mapping(value)
    if given is None:
        raise ConfigInvalid(
            "has oauth of a wrong type", hint="oauth must be an object", reason="bad-type"
        )
    if given.get("enabled") is False:
        return False
    found: dict[str, Any] = {}
    for key, inner in given.items():
        name = NAMES.get(key) or HUMP.sub("_", key).lower()
        if name != "enabled" and inner is not None:
            found[name] = _value(f"oauth.{key}", name, inner, text)
    return found


def _value(field: str, name: str, value: Any, text: Text) -> Any:
    if name == "scopes":
        parts = value.split() if isinstance(value, str) else sequence(value)
        if parts is None:
            raise ConfigInvalid(
                f"has {field} of a wrong type", hint=f"{field} must be a list", reason="bad-type"
            )
        return [one for part in parts if (one := text(field, part)) is not None]
    return value if isinstance(value, bool | int | float) else text(field, value)
