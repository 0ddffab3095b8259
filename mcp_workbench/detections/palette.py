"""Colours of classes, told apart with every kind of colour vision, and ink that reads on them."""

from __future__ import annotations

from collections.abc import Iterable

Colour = tuple[int, int, int]

# petroff10, https://arxiv.org/abs/2107.02270
PALETTE: tuple[Colour, ...] = (
    (0x3F, 0x90, 0xDA),
    (0xFF, 0xA9, 0x0E),
    (0xBD, 0x1F, 0x01),
    (0x94, 0xA4, 0xA2),
    (0x83, 0x2D, 0xB6),
    (0xA9, 0x6B, 0x59),
    (0xE7, 0x63, 0x00),
    (0xB9, 0xAC, 0x70),
    (0x71, 0x75, 0x81),
    (0x92, 0xDA, 0xDD),
)
BLACK, WHITE, HALO = (0, 0, 0), (255, 255, 255), (16, 16, 20)


def colours(titles: Iterable[str]) -> dict[str, Colour]:
    """A colour for every title, the same in every run for the same titles.

    >>> colours(["dog", "cat", "dog"])
    {'cat': (63, 144, 218), 'dog': (255, 169, 14)}
    """
    return {title: PALETTE[at % len(PALETTE)] for title, at in numbered(titles).items()}


def numbered(titles: Iterable[str]) -> dict[str, int]:
    """The place of every title among all of them, from 0, which gives its colour.

    >>> numbered(["dog", "cat", "dog"])
    {'cat': 0, 'dog': 1}
    """
    return {title: at for at, title in enumerate(sorted(set(titles)))}


def ink(colour: Colour) -> Colour:
    """Black or white, whichever has more contrast on `colour`.

    Source: WCAG 2.2, contrast ratio, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio

    >>> ink((255, 169, 14)), ink((131, 45, 182))
    ((0, 0, 0), (255, 255, 255))
    """
    light = luminance(colour) + 0.05
    return BLACK if light / 0.05 >= 1.05 / light else WHITE


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1.

    Source: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance

    >>> luminance((255, 255, 255))
    1.0
    """
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
