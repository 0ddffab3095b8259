"""The pictures that a call sends, caught at the moment of the call."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..specs import ServerSpec, StdioServer

if TYPE_CHECKING:
    from ..results import Picture

BIG = 1 << 20  # characters that take so long to decode that the loop must not wait for it
LARGEST = 64 << 20  # bytes of a picture that is read
LONGEST_PATH = 4096
SHORTEST = 32  # characters of the least that can be a picture as base64


async def pictures_sent(
    arguments: Mapping[str, Any], schema: Mapping[str, Any], spec: ServerSpec
) -> tuple[Picture, ...]:
    """Pictures among `arguments`; a path counts where the server runs on this machine.

    Files are read, and large texts decoded, in a thread; everything else costs next to nothing.
    """
    from ..results import sent_pictures, sent_texts

    texts = [text for *_, text in sent_texts(arguments)]
    if isinstance(spec, StdioServer) and any(map(_may_be_a_path, texts)):
        base = Path(spec.cwd or ".")
        return await asyncio.to_thread(
            sent_pictures, arguments, schema, lambda path: read_picture(base / path)
        )
    if max(map(len, texts), default=0) < SHORTEST:
        return ()
    if sum(map(len, texts)) < BIG:
        return sent_pictures(arguments, schema)
    return await asyncio.to_thread(sent_pictures, arguments, schema)


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
