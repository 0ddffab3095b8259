"""What a reader is, and what it hands on: rows in the convention of their format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..codes import Code
from ..detection import Certainty
from ..document import Document
from ..masks import RleMask


class Found(NamedTuple):
    """One detection before its numbers are pixels; nothing is checked yet.

    Args:
        numbers: four in the order of the reading's convention; empty where `polygons` say it all.
        label: as the payload has it.
        class_id: the number of its class.
        score: as the payload has it: a number, or a text such as `87%`.
        track_id: the same for one object over several pictures.
        polygons: outlines of x, y pairs in the scale of the reading's `points`.
        keypoints: x, y, score, name in the same scale.
        mask: its pixels, or the code of what is wrong with them.
        rotated: whether the one polygon is a rectangle at an angle.
        size: width and height where the row repeats them beside its corners.
        attributes: what else the format says.
        code: why the row cannot be drawn, where the reader knows it.
    """

    numbers: tuple[Any, ...]
    label: Any = None
    class_id: Any = None
    score: Any = None
    track_id: Any = None
    polygons: tuple[Any, ...] = ()
    keypoints: tuple[Any, ...] = ()
    mask: RleMask | Code | None = None
    rotated: bool = False
    size: tuple[Any, Any] | None = None
    attributes: Mapping[str, Any] | None = None
    code: Code | None = None


class Page(NamedTuple):
    """The rows of one picture.

    Args:
        rows: what was found in it.
        size: the width and height that the payload declares its coordinates to refer to.
        name: the picture's name as the payload gives it.
        names: labels of the classes by number, where the payload holds a table of them.
    """

    rows: list[Found]
    size: tuple[int, int] | None = None
    name: str | None = None
    names: Mapping[int, str] | None = None


@dataclass(frozen=True)
class Reading:
    """All rows of a payload.

    Args:
        name: of the format.
        pages: one a picture.
        conventions: those that the format allows; one is certain, several are decided by the
            values, none leaves the order open too.
        certainty: how sure the format makes the convention, where the values need not decide.
        score_scale: 100 where scores are per cent by definition, else found from the values.
        points: the scale of polygons and keypoints where it is not that of the boxes.
        words: what keys and fields beside the rows say about the convention.
        upright: the service has applied the EXIF orientation itself.
    """

    name: str
    pages: tuple[Page, ...]
    conventions: tuple[str, ...] = ()
    certainty: Certainty = "signature"
    score_scale: float | None = None
    points: str = ""
    words: str = ""
    upright: bool = False


@dataclass(frozen=True)
class Refusal:
    """Detections that are recognised and cannot be drawn.

    Args:
        name: of the format.
        code: why.
    """

    name: str
    code: Code


# a reader looks at a document and answers with None unless the document has its exact signature;
# it copies numbers, and never converts to pixels, clips, orders corners, or names classes
Reader = Callable[[Document], Reading | Refusal | None]
