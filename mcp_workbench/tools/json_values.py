"""Arguments as JSON has them: what Python offers in their place is turned into it, or refused."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, cast

from ..errors import ArgumentsInvalid

DEEPEST = 64  # lists inside lists of a value
LONGEST_PATH = 80  # characters of a path in a message
PLAIN = frozenset((str, bool, type(None)))
LARGEST = 14_000  # bits of a number: Python itself writes and reads no more than 4,300 digits


def json_arguments(tool: str, arguments: object) -> dict[str, Any]:
    """A copy of `arguments` that holds nothing but JSON values.

    Args:
        tool: the tool's full name, for the error.
        arguments: what a person gave; `None` stands for no arguments.

    Raises:
        ArgumentsInvalid: they are no dict, or JSON has no form for a value; its path is named.

    >>> json_arguments("codes.scan", {"words": ("a", "b")})
    {'words': ['a', 'b']}
    """
    if arguments is None:
        return {}
    if not isinstance(arguments, Mapping):
        raise ArgumentsInvalid(
            f"{tool}: the arguments are {arguments!r:.60}, no dict",
            hint='as in {"text": "hello"}',
            reason="no-dict",
        )
    try:
        return json_value(arguments)
    except ArgumentsInvalid as error:
        raise ArgumentsInvalid(
            f"{tool}: {error.what}", hint=error.hint, reason=error.reason
        ) from None


def json_value(value: Any, path: str = "$", depth: int = DEEPEST) -> Any:
    """`value` as JSON has it: tuples become lists, arrays of numbers too, bytes base64, paths text.

    What has bytes of its own, as a `Picture` does, becomes their base64, and what shows itself in a
    notebook as a PNG, as an image of Pillow does, that of the PNG.

    Args:
        value: a Python value.
        path: how the value is called in an error.
        depth: how many lists or dicts may stand inside each other.

    Raises:
        ArgumentsInvalid: JSON has no form for it; NaN and the infinities have none.

    Source: RFC 8259, section 6: numbers that are not finite are not permitted.

    >>> json_value({"a": (1, b"hi")})
    {'a': [1, 'aGk=']}
    """
    if _is_plain(value):
        return value
    if isinstance(value, int):
        if value.bit_length() > LARGEST:
            raise _refusal(path, "a number of more than 4,200 digits")
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refusal(path, f"{float(value)}, which is no number in JSON")
        return float(value)
    if isinstance(value, str):
        # the text itself, where an enum would print its own name
        return str.__str__(value)
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, bytes | bytearray):
        return base64.b64encode(value).decode("ascii")
    if depth == 0:
        raise _refusal(path, "lists or dicts that are nested too deep")
    return _container(value, path, depth - 1)


def _is_plain(value: Any) -> bool:
    kind = cast("type[object]", type(value))
    if kind is int:
        return value.bit_length() <= LARGEST
    return kind in PLAIN or (kind is float and math.isfinite(value))


def _container(value: Any, path: str, depth: int) -> Any:
    # the path of what is plain is never built: there may be a million of them
    if isinstance(value, Mapping):
        return {
            _key(key, path): one if _is_plain(one) else json_value(one, f"{path}.{key}", depth)
            for key, one in cast("Mapping[Any, Any]", value).items()
        }
    if isinstance(value, list | tuple):
        return [
            one if _is_plain(one) else json_value(one, f"{path}[{place}]", depth)
            for place, one in enumerate(cast("list[Any]", value))
        ]
    # numbers and arrays of numpy, pandas and the like
    tolist = getattr(value, "tolist", None)
    if callable(tolist) and type(plain := tolist()) is not type(value):
        return json_value(plain, path, depth)
    file = _file(value)
    if file is None:
        raise _refusal(path, f"an object of the type {type(value).__name__}")
    return base64.b64encode(file).decode("ascii")


def _file(value: Any) -> bytes | None:
    """The bytes of a picture, whatever library it comes from; None where it is none."""
    for name in ("__bytes__", "_repr_png_"):
        # of the type, as Python and IPython look it up, so that no proxy has it by accident
        if callable(getattr(cast("type[object]", type(value)), name, None)):
            try:
                made: object = getattr(value, name)()
            except Exception:  # noqa: BLE001  whatever a foreign picture raises, it cannot be sent
                return None
            return made if isinstance(made, bytes) else None
    return None


def _key(key: Any, path: str) -> str:
    if not isinstance(key, str):
        raise _refusal(path, f"a dict with the key {key!r:.60}; JSON has texts as keys")
    return str.__str__(key)


def _refusal(path: str, held: str) -> ArgumentsInvalid:
    place = path if len(path) <= LONGEST_PATH else f"{path[:40]} … {path[-30:]}"
    return ArgumentsInvalid(
        f"{place} holds {held}",
        hint="give texts, finite numbers, True, False, None, lists and dicts of them",
        reason="no-json",
    )
