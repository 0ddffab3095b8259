"""A picture of bar codes printed on cards that lie on a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from ..detections.fonts import font

if TYPE_CHECKING:
    import zxingcpp

CARD, GAP, COLUMNS = (260, 300), 50, 4
PRINT, BAR_HEIGHT = 212, 150
TABLE, PAPER = "#e9e4da", "#ffffff"
SHADOW, SOFT, DARKNESS = (60, 50, 40), 24, 90
# from strong to faint, so that detections have scores worth filtering
INKS = ("#1d2440", "#7a1f3d", "#0f5c4c", "#5b4a8a", "#a2551f", "#6f7f92")
TURNS = (-4, 3, -2, 5, 2, -5)


def sheet(words: list[str]) -> Image.Image:
    """Cards with the codes of `words` in rows of four; the same words give the same picture.

    Raises:
        ValueError: twelve or thirteen digits that are no EAN-13.
    """
    columns = min(len(words), COLUMNS)
    rows = -(-len(words) // columns)
    width, height = columns * (CARD[0] + GAP) + GAP, rows * (CARD[1] + GAP) + GAP
    table = Image.new("RGB", (width, height), TABLE)
    for index, word in enumerate(words):
        card = _card(word, INKS[index % len(INKS)]).rotate(
            TURNS[index % len(TURNS)], Image.Resampling.BICUBIC, expand=True
        )
        row, column = divmod(index, columns)
        x = GAP + column * (CARD[0] + GAP) - (card.width - CARD[0]) // 2
        y = GAP + row * (CARD[1] + GAP) - (card.height - CARD[1]) // 2
        _lay(table, card, (x, y))
    return table


def _lay(table: Image.Image, card: Image.Image, at: tuple[int, int]) -> None:
    shadow = Image.new("L", (card.width + 2 * SOFT, card.height + 2 * SOFT))
    shadow.paste(DARKNESS, (SOFT, SOFT), card.getchannel("A"))
    shadow = shadow.filter(ImageFilter.GaussianBlur(SOFT / 3))
    table.paste(SHADOW, (at[0] - SOFT + 4, at[1] - SOFT + 6), shadow)
    table.paste(card, at, card)


def _card(word: str, ink: str) -> Image.Image:
    card = Image.new("RGBA", CARD)
    draw = ImageDraw.Draw(card)
    draw.rounded_rectangle((0, 0, CARD[0] - 1, CARD[1] - 1), 14, PAPER)
    code = _printed(word)
    card.paste(ink, ((CARD[0] - code.width) // 2, 24 + (PRINT - code.height) // 2), code)
    caption = word if len(word) <= 20 else word[:19] + "…"
    draw.text((CARD[0] / 2, 268), caption, ink, font(18), anchor="mm")
    return card


def _printed(word: str) -> Image.Image:
    """A mask of the dark modules, whole pixels a module, at most `PRINT` pixels wide."""
    import zxingcpp

    code = _encoded(word)
    modules = Image.fromarray(zxingcpp.write_barcode_to_image(code, add_quiet_zones=False)).width
    dark = zxingcpp.write_barcode_to_image(code, PRINT // modules, add_quiet_zones=False)
    mask = ImageChops.invert(Image.fromarray(dark))
    return mask.resize((mask.width, BAR_HEIGHT)) if _is_ean(word) else mask


def _encoded(word: str) -> zxingcpp.Barcode:
    import zxingcpp

    kind = zxingcpp.BarcodeFormat.EAN13 if _is_ean(word) else zxingcpp.BarcodeFormat.QRCode
    try:
        return zxingcpp.create_barcode(word, kind)  # pyright: ignore[reportUnknownMemberType]  its **kwargs have no type
    except ValueError as error:
        raise ValueError(f"{word!r} cannot be printed as {kind.name}: {error}") from None


def _is_ean(word: str) -> bool:
    return len(word) in (12, 13) and word.isascii() and word.isdigit()
