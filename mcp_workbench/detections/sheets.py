"""The rows of one picture with all that is known of them before the convention is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from .codes import Code
from .coordinates import check, outline, sound_rows
from .detection import Polygon
from .document import Context
from .frames import Target
from .geometry import Corners, enclosing
from .readers.reading import Found, Page, Reading
from .scores import normalised

MAX_ROWS = 100_000


@dataclass(frozen=True)
class Sheet:
    """A page, checked.

    Args:
        page: as the reader handed it on.
        numbers: of every row; empty where there are none, or none that are sound.
        polygons: the sound outlines of every row; empty where no row has any.
        faults: rows that cannot be drawn, with why.
        coerced: rows whose numbers came as text.
        spoiled: rows of which an outline is not sound.
        scores: of every row, 0 to 1.
        score_code: what is wrong with the scores of the whole payload.
        target: the picture that the rows are drawn on.
    """

    page: Page
    numbers: Sequence[tuple[float, ...]]
    polygons: Sequence[tuple[Polygon, ...]]
    faults: dict[int, Code]
    coerced: frozenset[int]
    spoiled: frozenset[int]
    scores: Sequence[float | None]
    score_code: Code | None
    target: Target

    def values(self) -> list[float]:
        """All numbers of all sound rows; for rows of points alone, those of the points."""
        numbers = self.numbers
        if self.faults:
            numbers = [four for at, four in enumerate(numbers) if at not in self.faults]
        found = values(numbers)
        if self.polygons and not found:
            return values(values(values(self.polygons)))
        return found

    def boxes(self) -> list[tuple[float, ...]]:
        """Four numbers a sound row; for rows of points alone, the corners around them."""
        if not self.faults and not self.polygons:
            return list(self.numbers)
        return [
            four or _around(self.polygons[at])
            for at, four in enumerate(self.numbers)
            if at not in self.faults and (four or self.polygons[at])
        ]

    def outlined(self) -> list[tuple[tuple[float, ...], Corners]]:
        """The four numbers of rows that have an outline too, with the corners around that."""
        return [
            (four, _around(polygons))
            for four, polygons in zip(self.numbers, self.polygons, strict=False)
            if four and polygons
        ]


def sheets(reading: Reading, context: Context) -> tuple[list[Sheet], bool]:
    """The pages of a reading, checked, and whether there were more rows than are read.

    >>> page = Page([Found((1, 2, 3, "x"))])
    >>> sheets(Reading("x", (page,)), Context())[0][0].faults
    {0: 'not_a_number'}
    """
    pages, too_many = _bounded(reading.pages)
    rows = [found for page in pages for found in page.rows]
    scores = normalised([found.score for found in rows], reading.score_scale)
    done: list[Sheet] = []
    at = 0
    for page in pages:
        end = at + len(page.rows)
        target = _target(page, context, alone=len(pages) == 1, upright=reading.upright)
        done.append(_sheet(page, scores.values[at:end], scores.code, target))
        at = end
    return done, too_many


def _sheet(
    page: Page, scores: Sequence[float | None], score_code: Code | None, target: Target
) -> Sheet:
    numbers = [found.numbers for found in page.rows]
    polygons, spoiled = _outlines(page.rows)
    sheet = Sheet(page, numbers, polygons, {}, frozenset(), spoiled, scores, score_code, target)
    plain = sound_rows(numbers, 4) or (polygons and not any(numbers))
    if plain and not any(found.code for found in page.rows):
        return replace(sheet, faults=_without_place(sheet))
    return _closely(sheet)


def _closely(sheet: Sheet) -> Sheet:
    """`sheet` with every row looked at by itself, because some are not sound."""
    numbers: list[tuple[float, ...]] = []
    faults: dict[int, Code] = {}
    coerced: set[int] = set()
    for at, found in enumerate(sheet.page.rows):
        checked = check(found.numbers) if found.numbers or not found.polygons else None
        numbers.append(checked.numbers if checked else ())
        code = found.code or (checked.code if checked else None)
        if code is not None:
            faults[at] = code
        if checked is not None and checked.coerced:
            coerced.add(at)
    sheet = replace(sheet, numbers=numbers, coerced=frozenset(coerced))
    return replace(sheet, faults={**_without_place(sheet), **faults})


def _without_place(sheet: Sheet) -> dict[int, Code]:
    """Rows of points alone whose points are not sound."""
    if not sheet.polygons:
        return {}
    return {
        at: "bad_polygon" if found.polygons else "missing_coordinate"
        for at, (four, found) in enumerate(zip(sheet.numbers, sheet.page.rows, strict=True))
        if not four and not sheet.polygons[at]
    }


def _outlines(rows: Sequence[Found]) -> tuple[list[tuple[Polygon, ...]], frozenset[int]]:
    if not any(found.polygons for found in rows):
        return [], frozenset()
    quick = _all_outlines([found.polygons for found in rows])
    if quick is not None:
        return quick, frozenset()
    done: list[tuple[Polygon, ...]] = []
    spoiled: set[int] = set()
    for at, found in enumerate(rows):
        good = [points for each in found.polygons if (points := outline(each)) is not None]
        if len(good) < len(found.polygons):
            spoiled.add(at)
        done.append(tuple(good))
    return done, frozenset(spoiled)


def _all_outlines(rows: Sequence[tuple[Any, ...]]) -> list[tuple[Polygon, ...]] | None:
    """One outline a row, all of them sound, which is the usual case; else `None`."""
    if set(map(len, rows)) != {1}:
        return None
    polygons = [row[0] for row in rows]
    if not set(map(type, polygons)) <= {list, tuple} or min(map(len, polygons)) < 3:
        return None
    points = values(polygons)
    if not set(map(type, points)) <= {list, tuple} or not sound_rows(points, 2):
        return None
    return [(tuple(map(tuple, polygon)),) for polygon in polygons]


def _bounded(pages: Sequence[Page]) -> tuple[list[Page], bool]:
    left, kept = MAX_ROWS, list[Page]()
    for page in pages:
        kept.append(page._replace(rows=page.rows[:left]) if len(page.rows) > left else page)
        left -= min(left, len(page.rows))
    return kept, sum(len(page.rows) for page in pages) > MAX_ROWS


def _target(page: Page, context: Context, *, alone: bool, upright: bool) -> Target:
    if not alone and page.size is not None:
        # one of several pictures; only its own size is known to be its
        return Target(page.size)
    if upright:
        return Target(context.image_size)
    return Target(context.image_size, context.raw_image_size, context.exif_orientation)


def _around(polygons: Sequence[Polygon]) -> Corners:
    return enclosing(polygons[0] if len(polygons) == 1 else chain.from_iterable(polygons))


def values(rows: Sequence[Sequence[Any]]) -> list[Any]:
    """All numbers of all rows, one after the other.

    >>> values([(1, 2), (3, 4)])
    [1, 2, 3, 4]
    """
    return list(chain.from_iterable(rows))
