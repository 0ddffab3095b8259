"""Regular expressions of servers, matched in time that grows with the text and no faster."""

from __future__ import annotations

import re
from functools import lru_cache
from math import prod
from typing import Any

# Texts times pattern, counted repetitions multiplied; takes the engine about 0.1 s at most.
HEAVIEST = 100_000_000
KEPT = 32  # compiled patterns; each may be as large as the 10 MB that the engine allows
REPETITIONS = re.compile(r"\{(\d{1,6})(?:,(\d{0,6}))?\}", re.ASCII)


def matches(pattern: str, text: str) -> bool | None:
    r"""Whether the pattern is found anywhere in `text`; `None` where this cannot be told.

    Python's own `re` goes back and forth, on some patterns for years, and nothing else runs
    meanwhile. The engine of Rust, which pydantic brings, does not, but it has no look-around and
    no back references.

    Source: https://docs.rs/regex, "Untrusted input".

    >>> matches("^(a+)+$", "a" * 40 + "b"), matches(r"\d", "a1"), matches("a(?=b)", "ab")
    (False, True, None)
    """
    if _weight(pattern) * len(text) > HEAVIEST:
        return None
    compiled = _compiled(pattern)
    # half of a surrogate pair is no text that the engine could read
    if compiled is None or not _is_text(text):
        return None
    return bool(compiled.isinstance_python(text))


def _weight(pattern: str) -> int:
    counted = (max(int(low), int(high or 0), 1) for low, high in REPETITIONS.findall(pattern))
    return len(pattern) * prod(counted)


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=KEPT)
def _compiled(pattern: str) -> Any:
    from pydantic_core import SchemaError, SchemaValidator, core_schema

    wanted = core_schema.str_schema(pattern=pattern, regex_engine="rust-regex")
    try:
        return SchemaValidator(wanted)
    except (SchemaError, UnicodeError):
        return None
