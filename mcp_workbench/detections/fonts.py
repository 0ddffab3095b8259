"""The font of labels: DejaVu Sans, which matplotlib ships among its data."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import ImageFont

FILE = ("fonts", "ttf", "DejaVuSans.ttf")
# a character that no font has, and that is drawn as the sign for what is missing
_NONE = "\U0010fffd"


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """DejaVu Sans at `size` pixels.

    >>> font(12).getname()
    ('DejaVu Sans', 'Book')
    """
    from PIL import ImageFont

    return ImageFont.truetype(str(shipped(*FILE)), size, layout_engine=ImageFont.Layout.BASIC)


def shipped(*parts: str) -> Path:
    """A file below matplotlib's data folder; some distributions leave out what is no font.

    >>> shipped("sample_data", "grace_hopper.jpg").name
    'grace_hopper.jpg'
    """
    spec = importlib.util.find_spec("matplotlib")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(place, "mpl-data", *parts)
        if path.exists():
            return path
    # distributions move the data elsewhere; only then is the package imported, which is slow
    import matplotlib

    return Path(matplotlib.get_data_path(), *parts)


def can_write(text: str) -> bool:
    """Whether the font has every character of `text`.

    >>> can_write("é ж λ"), can_write("日本")
    (True, False)
    """
    return text.isascii() or all(map(_has, text))


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    if character.isspace():
        return True
    glyph, missing = (_bitmap(each) for each in (character, _NONE))
    return glyph != missing


def _bitmap(character: str) -> bytes:
    mask: Any = font(16).getmask(character)
    return bytes(mask)
