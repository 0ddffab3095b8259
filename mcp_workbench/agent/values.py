"""Python values as text and pictures that a model can read, by what they can do, not by imports."""

from __future__ import annotations

import dataclasses
import io
import json
import math
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from ..visible import visible

if TYPE_CHECKING:
    from ..results import Picture

ROWS = 50  # of a table
MOST_NUMBERS = 1000  # of an array; beyond, its shape and its ends are told
DEEPEST = 20  # lists inside lists
MOST_PICTURES = 20  # of one value
# of these, none is a picture or a table
WORDS = frozenset((str, int, float, bool, type(None), dict, bytes))
_PNG_MODES = {"1", "L", "LA", "P", "RGB", "RGBA", "I;16"}


def told(value: Any) -> str:
    """`value` as text: JSON where it has a form as JSON, a table as CSV, else what Python prints.

    >>> told({"a": (1, 2.5)}), told("as it is"), told(None)
    ('{"a": [1, 2.5]}', 'as it is', '')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if type(value) in WORDS:
        return json.dumps(plain(value), ensure_ascii=False)
    if _is_table(value):
        return _table(value)
    if _is_picture(value):
        return ""
    try:
        return json.dumps(plain(value), ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return printed(value)


def printed(value: Any) -> str:
    """What Python prints for `value`, whatever its class does.

    >>> printed(range(3))
    'range(0, 3)'
    """
    try:
        return visible(repr(value))
    except Exception as error:  # noqa: BLE001  the class of a value may raise anything
        return f"<{type(value).__name__}; its repr raised {type(error).__name__}>"


def plain(value: Any, depth: int = DEEPEST) -> Any:
    """`value` in dicts, lists, texts, numbers, true, false and null; the rest as it is printed.

    >>> plain({1: {2}, "n": float("nan"), "b": b"hi"})
    {'1': [2], 'n': None, 'b': '2 bytes'}
    """
    if value is None or isinstance(value, bool | int):
        return value if value is None or isinstance(value, bool) else int(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, bytes | bytearray):
        return f"{len(value):,} bytes"
    if depth == 0:
        return printed(value)[:200]
    return _container(value, depth - 1)


def _container(value: Any, depth: int) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        named = ((each.name, getattr(value, each.name)) for each in dataclasses.fields(value))
        return {name: plain(one, depth) for name, one in named}
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        return plain(dump(), depth)
    if isinstance(value, Mapping):
        entries = cast("Mapping[Any, Any]", value).items()
        return {_key(key): plain(one, depth) for key, one in entries}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one, depth) for one in cast("list[Any]", value)]
    if _is_picture(value):
        return "(a picture)"
    if _is_array(value):
        return _array(value, depth)
    if _is_table(value):
        return _table(value)
    return printed(value)


def _key(key: Any) -> str:
    if isinstance(key, tuple):
        return ",".join(map(str, cast("tuple[Any, ...]", key)))
    return str(key)


def _is_array(value: Any) -> bool:
    return not isinstance(value, type) and all(
        hasattr(value, name) for name in ("tolist", "dtype", "shape")
    )


def _array(value: Any, depth: int) -> Any:
    size = math.prod(value.shape)
    if size <= MOST_NUMBERS:
        return plain(value.tolist(), depth)
    about: dict[str, Any] = {"shape": list(value.shape), "dtype": str(value.dtype)}
    with suppress(Exception):  # of texts there is no least one
        about |= {"min": plain(value.min(), 1), "max": plain(value.max(), 1)}
    with suppress(Exception):
        flat = value.reshape(-1)
        about |= {"first": plain(flat[:10].tolist()), "last": plain(flat[-10:].tolist())}
    return about


def _is_table(value: Any) -> bool:
    return not isinstance(value, type) and all(
        hasattr(value, name) for name in ("to_csv", "head", "shape")
    )


def _table(value: Any) -> str:
    """The head of a DataFrame or Series, as CSV, under a line with its size."""
    count = value.shape[0]
    size = f"{count:,} rows" + (f" × {value.shape[1]:,} columns" if len(value.shape) > 1 else "")
    more = f", the first {ROWS} of them" if count > ROWS else ""
    return f"{type(value).__name__} of {size}{more}:\n{value.head(ROWS).to_csv()}"


def pictures_of(value: Any, depth: int = 3) -> list[Picture]:
    """The pictures that a value is or holds: PIL images, figures, `Picture`, `ToolResult`.

    >>> from PIL import Image
    >>> pictures_of([Image.new("RGB", (4, 3)), "text"])
    [<Picture result: image/png, 4 × 3>]
    """
    if type(value) in WORDS:
        return []
    from ..results import Picture, ToolResult

    if isinstance(value, Picture):
        return [value]
    if isinstance(value, ToolResult):
        return value.images
    if isinstance(value, list | tuple) and depth:
        several = cast("list[Any]", value)[: 10 * MOST_PICTURES]
        return [picture for one in several for picture in pictures_of(one, depth - 1)][
            :MOST_PICTURES
        ]
    data = _drawn(value) if _is_picture(value) else None
    return [Picture(data, "result")] if data else []


def _is_picture(value: Any) -> bool:
    from ..results import Picture

    return not isinstance(value, type) and (
        isinstance(value, Picture) or _is_image(value) or _is_figure(value)
    )


def _is_image(value: Any) -> bool:
    """Whether it is an image of Pillow, as far as that matters here."""
    return all(hasattr(value, name) for name in ("save", "mode", "convert", "getbbox"))


def _is_figure(value: Any) -> bool:
    """Whether it is a figure of matplotlib, or of a library that draws with it."""
    return hasattr(value, "savefig") and hasattr(value, "axes")


def _drawn(value: Any) -> bytes | None:
    out = io.BytesIO()
    try:
        if _is_figure(value):
            value.savefig(out, format="PNG")
        else:
            # a PNG has no form for modes such as CMYK
            common = value if value.mode in _PNG_MODES else value.convert("RGB")
            common.save(out, "PNG")
    except Exception:  # noqa: BLE001  what cannot be drawn is left out, whatever it raises
        return None
    return out.getvalue()
