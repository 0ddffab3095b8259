"""Labels as small pictures, each drawn once however often it is pasted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .fonts import can_write, font
from .palette import HALO, Colour, ink

if TYPE_CHECKING:
    from PIL import Image

# a longer label would hide what it names
WIDEST = 0.45


class Tiles:
    """The labels of one picture.

    Args:
        picture: whose size decides that of the letters, and whose mode is that of the tiles.
        titles: all that are drawn, in the order of their colours.

    >>> from PIL import Image
    >>> tiles = Tiles(Image.new("RGB", (640, 480)), ["cup"])
    >>> tiles.tile("cup", 0.5, (0, 0, 0)).size == tiles.size("cup", 0.5)
    True
    """

    def __init__(self, picture: Image.Image, titles: list[str]) -> None:
        self._mode = picture.mode
        # both sides count: a wide, low picture is shown as large as any other of its width
        side = math.sqrt(picture.width * picture.height)
        self._pixels = min(max(round(side / 44), 10), 48)
        self._font = font(self._pixels)
        self._pad = max(3, round(self._pixels * 0.3))
        ascent, descent = self._font.getmetrics()
        self._height = ascent + descent + 2 * max(1, self._pad // 3) + 2
        self._longest = max(WIDEST * picture.width, 6 * self._pixels)
        self._longest = min(self._longest, picture.width - 2 * self._pad - 2)
        self._numbers = {title: at for at, title in enumerate(titles, 1)}
        self._titles: dict[str, tuple[str, float]] = {}
        self._scores: dict[str, float] = {}
        self._tiles: dict[tuple[str, str], Image.Image] = {}

    def size(self, title: str, score: float | None) -> tuple[int, int]:
        """Width and height in pixels, known before anything is drawn."""
        digits, score_width = self._score(score)
        text, width = self._title(title)
        gap = self._pad if text and digits else 0
        return math.ceil(width + gap + score_width) + 2 * self._pad + 1, self._height

    def tile(self, title: str, score: float | None, colour: Colour) -> Image.Image:
        """The label on a ground of `colour`, in the ink that reads on it."""
        from PIL import Image, ImageDraw

        digits, _ = self._score(score)
        tile = self._tiles.get((title, digits))
        if tile is not None:
            return tile
        tile = Image.new(self._mode, self.size(title, score), colour)
        text, width = self._title(title)
        pen, paint, top = ImageDraw.Draw(tile), ink(colour), max(1, self._pad // 3) + 1
        pen.rectangle((0, 0, tile.width - 1, tile.height - 1), outline=HALO)
        pen.text((self._pad, top), text, fill=paint, font=self._font)
        start = self._pad + width + (self._pad if text else 0)
        pen.text((start, top), digits, fill=paint, font=self._font)
        self._tiles[title, digits] = tile
        return tile

    def _score(self, score: float | None) -> tuple[str, float]:
        digits = "" if score is None else f"{score:.2f}"
        if digits not in self._scores:
            self._scores[digits] = self._font.getlength(digits)
        return digits, self._scores[digits]

    def _title(self, title: str) -> tuple[str, float]:
        if title not in self._titles:
            # boxes would stand in place of letters that the font does not have
            text = title if can_write(title) else f"label {self._numbers[title]}"
            text = self._shortened(text)
            self._titles[title] = text, self._font.getlength(text)
        return self._titles[title]

    def _shortened(self, text: str) -> str:
        room = self._longest - self._pad - self._font.getlength("0.00")
        if self._font.getlength(text) <= room:
            return text
        few, many = 0, len(text)
        while few < many - 1:
            middle = (few + many) // 2
            fits = self._font.getlength(f"{text[:middle]}…") <= room
            few, many = (middle, many) if fits else (few, middle)
        return f"{text[:few].rstrip()}…" if few else ""
