"""Formats of texts that a form may ask for."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

EMAIL = re.compile(r"[^\s@]+@[^\s@]+")
# `fromisoformat` reads more than these forms: weeks, missing minutes, zones without a colon
DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
TIME = re.compile(rf"{DATE.pattern}[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


def misfit(schema: Mapping[str, Any], value: object) -> str:
    """What a text must be by the `format` of its schema, where it is not that; else "".

    Source: MCP 2025-11-25, schema, `StringSchema`: email, uri, date and date-time; RFC 3339.

    >>> misfit({"format": "date"}, "30.11.2026"), misfit({"format": "date"}, "2026-11-30")
    ('a date, as 2026-11-30', '')
    """
    name = schema.get("format")
    if not isinstance(value, str) or not isinstance(name, str) or name not in FORMATS:
        return ""
    wanted, fits = FORMATS[name]
    return "" if fits(value) else wanted


def _is_date(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return DATE.fullmatch(text) is not None


def _is_time(text: str) -> bool:
    try:
        datetime.datetime.fromisoformat(text.upper())
    except ValueError:
        return False
    return TIME.fullmatch(text) is not None


def _is_address(text: str) -> bool:
    try:
        return bool(urlsplit(text).scheme) and not any(char.isspace() for char in text)
    except ValueError:
        return False


FORMATS: Mapping[str, tuple[str, Callable[[str], bool]]] = {
    "date": ("a date, as 2026-11-30", _is_date),
    "date-time": ("a time with its zone, as 2026-11-30T12:00:00Z", _is_time),
    "email": ("an e-mail address", lambda text: EMAIL.fullmatch(text) is not None),
    "uri": ("an address, as https://example.org", _is_address),
}
