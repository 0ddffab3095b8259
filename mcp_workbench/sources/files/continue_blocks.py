"""Continue: `mcpServers` as a list, with `${{ secrets.NAME }}`.

Source: Continue documentation, "config.yaml reference", mcpServers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .dialect import Dialect, Raw, not_a_server, spelt
from .entries import mapping
from .notation import CONTINUE


def _continue(raw: Raw) -> Mapping[str, Any]:
    if raw.fields.get("uses") is not None and raw.fields.get("command") is None:
        raise not_a_server("names a block of Continue's hub", "give its command or url here")
    options = raw.fields.get("requestOptions")
    inner = mapping(options)
    if inner is None or "headers" not in inner:
        return raw.fields
    rest = {name: value for name, value in raw.fields.items() if name != "requestOptions"}
    return {**rest, "headers": inner["headers"]}


CONTINUE_DEV = Dialect(
    "continue",
    "Continue",
    spellings=spelt(startup_timeout="connectionTimeout"),
    notation=CONTINUE,
    has_comments=True,
    may_list=True,
    shape=_continue,
    silent=frozenset({"faviconUrl", "sourceFile", "schema", "version", "requestOptions"}),
)
