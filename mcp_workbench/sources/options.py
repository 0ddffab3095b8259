"""Options of `connect` and `add`, laid over a definition."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from ..errors import ConfigInvalid, near
from ..specs import ServerSpec, StdioServer
from ..specs.authentication import authentication
from ..visible import one_line

SHOWN = 60  # characters of a name in an error
TIMES = ("timeout", "max_total_timeout", "startup_timeout", "idle_timeout")
CHOICES = ("include_tools", "exclude_tools")
OPTIONS = ("env", "cwd", "headers", *TIMES, "max_concurrency", *CHOICES, "era")
AUTH = ("bearer", "api_key", "basic")
OF_URLS = ("auth", *AUTH, "proxy", "verify", "type")


def with_options(spec: ServerSpec, options: Mapping[str, Any]) -> ServerSpec:
    """`spec` with `options`; `env` and `headers` are added to what it has, the others replace it.

    Args:
        spec: the definition.
        options: `env` and `headers` as mappings of texts, `cwd` as a path, `timeout` and the other
            times in seconds, `max_concurrency`, `include_tools` and `exclude_tools` as lists of
            names and patterns, `era`; with a URL also `auth`, or one of `bearer`, `api_key` and
            `basic`, which mean it, `proxy`, `verify`, `type`. `None` stands for one that is not
            given.

    Raises:
        ConfigInvalid: an option is unknown, is not for this kind of server, or is of a wrong type.

    >>> with_options(StdioServer("uvx", env={"A": "1"}), {"env": {"B": "2"}}).env
    {'A': '1', 'B': '2'}
    """
    changes: dict[str, Any] = {}
    for name, value in options.items():
        if name not in (*OPTIONS, *OF_URLS):
            raise ConfigInvalid(
                f"there is no option {one_line(name, SHOWN)!r}",
                hint=near(name, (*OPTIONS, *OF_URLS)),
                reason="unknown-option",
            )
        if value is None:
            continue
        if not hasattr(spec, "auth" if name in AUTH else name):
            kind = "a command" if isinstance(spec, StdioServer) else "a URL"
            raise ConfigInvalid(
                f"{name} is not an option of {kind}",
                hint="env and cwd go with a command, headers, auth, proxy and verify with a URL",
                reason="bad-option",
            )
        field = "auth" if name in AUTH else name
        if field in changes and field == "auth":
            raise ConfigInvalid(
                "a server takes one authentication",
                hint="give one of bearer, api_key, basic and auth",
                reason="bad-option",
            )
        changes[field] = _checked(spec, name, value)
    return replace(spec, **changes)


def _checked(spec: ServerSpec, name: str, value: object) -> Any:
    if name in ("env", "headers"):
        return {**getattr(spec, name), **_texts(name, value)}
    if name in LIMITS:
        return LIMITS[name](name, value)
    if name == "auth":
        return value  # the definition itself looks at it
    if name == "verify" and (isinstance(value, bool) or value in ("true", "false")):
        return value in (True, "true")
    if name == "cwd" and isinstance(value, os.PathLike):
        return os.fspath(cast("os.PathLike[str]", value))
    if not isinstance(value, str):
        raise _bad_type(name, "text", value)
    if name in AUTH:
        return authentication(name, value)
    return os.path.expanduser(value) if name == "cwd" else value


def _seconds(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _bad_type(name, "a number of seconds", value)
    try:
        return float(value)
    except OverflowError:  # a whole number of hundreds of digits
        raise _bad_type(name, "a finite number of seconds", value) from None


def _names(name: str, value: object) -> tuple[str, ...]:
    given = tuple(cast("list[object]", value)) if isinstance(value, list | tuple) else (None,)
    names = tuple(one for one in given if isinstance(one, str))
    if len(names) != len(given):
        raise _bad_type(name, "a list of names and patterns", cast("object", value))
    return names


def _count(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _bad_type(name, "a whole number", value)
    return value


def _texts(name: str, value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise _bad_type(name, "a dict of texts", value)
    pairs = cast("Mapping[object, object]", value)
    texts: dict[str, str] = {}
    for key, text in pairs.items():
        if not isinstance(key, str) or not isinstance(text, str):
            raise _bad_type(f"{name}[{one_line(repr(key), SHOWN)}]", "text", text)
        texts[key] = text
    return texts


def _bad_type(name: str, wanted: str, value: object) -> ConfigInvalid:
    # the value itself may be a secret
    what = f"{name} is of the type {type(value).__name__}"
    return ConfigInvalid(what, hint=f"give {wanted}", reason="bad-type")


# how each of them is read
LIMITS: Mapping[str, Callable[[str, object], Any]] = {
    **dict.fromkeys(TIMES, _seconds),
    **dict.fromkeys(CHOICES, _names),
    "max_concurrency": _count,
}
