"""The pictures that a call sends, caught at the moment of the call."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..specs import ServerSpec, StdioServer

if TYPE_CHECKING:
    from ..results import Picture

LARGEST = 64 << 20  # bytes of a picture that is read
LONGEST_PATH = 4096
SHORTEST = 32  # characters of the least that can be a picture as base64


async def pictures_sent(
    arguments: Mapping[str, Any], schema: Mapping[str, Any], spec: ServerSpec
) -> tuple[Picture, ...]:
    """Pictures among `arguments`; a path counts where the server runs on this machine.

    Files are read in a thread, everything else costs next to nothing.
    """
    texts = list(_texts(arguments))
    if isinstance(spec, StdioServer) and any(map(_may_be_a_path, texts)):
        from ..results import sent_pictures

        base = Path(spec.cwd or ".")
        return await asyncio.to_thread(
            sent_pictures, arguments, schema, lambda path: read_picture(base / path)
        )
    if any(len(text) >= SHORTEST for text in texts):
        from ..results import sent_pictures

        return sent_pictures(arguments, schema)
    return ()


def read_picture(path: Path) -> bytes | None:
    """The bytes of a regular file of a bearable size, else `None`."""
    try:
        # a pipe or a device would block, so nothing is opened before its kind is known
        kind = os.stat(path)
        if not stat.S_ISREG(kind.st_mode) or kind.st_size > LARGEST:
            return None
        return path.read_bytes()
    except (OSError, ValueError):
        return None


def _may_be_a_path(text: str) -> bool:
    return len(text) <= LONGEST_PATH and ("/" in text or "." in text or "\\" in text)


def _texts(value: Any, depth: int = 4) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, Mapping):
        for one in cast("Mapping[str, Any]", value).values():
            yield from _texts(one, depth - 1)
    elif depth and isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _texts(one, depth - 1)
