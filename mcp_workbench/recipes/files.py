"""Files of recipes, written whole or not at all."""

from __future__ import annotations

import os
import re
from pathlib import Path

from ..errors import RecipeInvalid
from ..home import write_whole
from ..visible import one_line

# what this package wrote, or a person in its place; anything else is not ours to replace
OURS = re.compile(rb"^recipe: ['\"]?mcp-workbench/", re.MULTILINE)
READ = 256 << 10  # bytes; a recipe has no more


def replace(path: Path, text: str) -> Path:
    """Write `text` to `path`; whoever reads meanwhile sees the old file or the new one.

    Raises:
        RecipeInvalid: it cannot be written, or something else than a recipe is there.
    """
    shown = one_line(str(path))
    try:
        if path.exists() and not _is_ours(path):
            raise RecipeInvalid(
                f"{shown} is there, and is no recipe",
                hint="give another path, or move it away",
                reason="taken",
            )
        write_whole(path, text, _mode(path))
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise RecipeInvalid(
            f"{shown} cannot be written: {why}",
            hint="give a path in a directory that is there",
            reason="unwritable",
        ) from None
    return path


def _is_ours(path: Path) -> bool:
    if not path.is_file():  # a pipe would be waited for
        return False
    with path.open("rb") as file:
        return OURS.search(file.read(READ)) is not None


def _mode(path: Path) -> int:
    """The mode of the file that is replaced, else that of any new one."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
