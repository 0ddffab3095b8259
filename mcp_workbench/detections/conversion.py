"""Rows as detections in pixels of the displayed picture, each checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, cast

from .codes import Code
from .coordinates import check
from .detection import Box, Detection, Keypoint, Kind, Polygon, Rejected, Size
from .frames import Frame
from .geometry import CORNERS, Corners, agree, enclosing
from .labels import sanitised
from .masks import RleMask
from .readers.reading import Found
from .sheets import Sheet

# what is less than a pixel outside comes from rounding
MARGIN = 1.0
_NO_ATTRIBUTES: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Plan:
    """How the rows of one picture become pixels.

    Args:
        order: of the four numbers.
        frame: where boxes lie in the displayed picture.
        points: where polygons and keypoints do.
        placeless: the frame gives parts of a picture whose size is not known.
    """

    order: str
    frame: Frame
    points: Frame
    placeless: bool = False


@dataclass
class Converted:
    """What became of the rows of one picture."""

    detections: list[Detection] = field(default_factory=list[Detection])
    rejected: list[Rejected] = field(default_factory=list[Rejected])


def convert(sheet: Sheet, plan: Plan) -> Converted:
    """The rows as detections, or as rejected ones with their codes."""
    return _Conversion(sheet, plan).run()


class _Conversion:
    """The conversion of one sheet; labels repeat, so each is looked at once."""

    def __init__(self, sheet: Sheet, plan: Plan) -> None:
        self.sheet, self.plan = sheet, plan
        self.size = None if plan.placeless else sheet.target.size
        self.corners = CORNERS.get(plan.order, CORNERS["xyxy"])
        self.remarkable = bool(sheet.spoiled or sheet.coerced or sheet.score_code)
        self.labels: dict[Any, tuple[str | None, tuple[Code, ...]]] = {}

    def run(self) -> Converted:
        done, sheet = Converted(), self.sheet
        outlines = sheet.polygons or [()] * len(sheet.numbers)
        rows = zip(sheet.page.rows, sheet.numbers, outlines, sheet.scores, strict=True)
        for index, (found, numbers, outline, score) in enumerate(rows):
            result = sheet.faults.get(index) or self._row(index, found, numbers, outline, score)
            if isinstance(result, Detection):
                done.detections.append(result)
            else:
                done.rejected.append(Rejected(index, result))
        return done

    def _row(
        self,
        index: int,
        found: Found,
        numbers: tuple[float, ...],
        outline: tuple[Polygon, ...],
        score: float | None,
    ) -> Detection | Code:
        polygons = tuple(map(self.plan.points.polygon, outline)) if outline else ()
        box = self._box(found, numbers, polygons)
        if isinstance(box, str):
            return box
        class_id = found.class_id if type(found.class_id) is int else None
        key = found.label if type(found.label) is str else None, class_id
        label, warnings = self.labels.get(key) or self._label(key)
        if not _well_inside(box, self.size):
            if _outside(box, self.size):
                return "outside_image"
            warnings += _noticed(box, self.size)
        if self.remarkable:
            warnings += self._remarks(index)
        kind: Kind = ("rbox" if found.rotated else "polygon") if polygons else "box"
        plain = Detection(
            kind, box, polygons, None, (), label, class_id, score, _track(found.track_id), index,
            warnings, found.attributes or _NO_ATTRIBUTES,
        )  # fmt: skip
        special = found.mask is not None or found.keypoints or self.plan.placeless
        return self._special(plain, found) if special else plain

    def _special(self, plain: Detection, found: Found) -> Detection:
        """What few rows have: a mask, keypoints, or no place because the size is not known."""
        if self.plan.placeless:
            attributes = {**plain.attributes, "box_normalised": plain.box}
            return replace(plain, box=None, polygons=(), attributes=attributes)
        points = _keypoints(found.keypoints, self.plan.points)
        if found.mask is None:
            return replace(plain, keypoints=points)
        code = self._mask_fault(found.mask)
        if code is not None:
            return replace(plain, keypoints=points, warnings=(*plain.warnings, code))
        mask = cast("RleMask", found.mask)
        return replace(plain, kind="mask", mask=mask, keypoints=points)

    def _box(
        self, found: Found, numbers: tuple[float, ...], polygons: tuple[Polygon, ...]
    ) -> Box | Code:
        if not numbers:
            return enclosing(chain.from_iterable(polygons))
        x1, y1, x2, y2 = corners = self.corners(*numbers)  # pyright: ignore[reportCallIssue]  rows have four
        if x2 < x1 or y2 < y1:
            return "inverted_box"
        box = self.plan.frame.box(corners)
        if polygons and not agree(box, enclosing(chain.from_iterable(polygons))):
            return "conflicting_geometry"
        if found.size is not None and self._conflicting(found.size, corners):
            return "conflicting_geometry"
        return box

    def _conflicting(self, size: tuple[Any, Any], corners: Corners) -> bool:
        """Whether a repeated width and height say something else than the corners."""
        checked = check(size, 2)
        if checked.code is not None:
            return False
        x1, y1 = corners[:2]
        width, height = checked.numbers
        told = self.plan.frame.box((x1, y1, x1 + width, y1 + height))
        return not agree(self.plan.frame.box(corners), told)

    def _label(self, key: tuple[Any, Any]) -> tuple[str | None, tuple[Code, ...]]:
        """The label of all rows of one label and class, and what is to be said about it."""
        known = self.labels[key] = _labelled(*key, self.sheet.page.names)
        return known

    def _remarks(self, index: int) -> tuple[Code, ...]:
        """What was noticed about a row before it had a place."""
        sheet = self.sheet
        remarks: list[Code] = []
        if index in sheet.spoiled:
            remarks.append("bad_polygon")
        if index in sheet.coerced:
            remarks.append("coerced_numbers")
        if sheet.score_code is not None:
            remarks.append(sheet.score_code)
        return tuple(remarks)

    def _mask_fault(self, mask: RleMask | Code) -> Code | None:
        if isinstance(mask, str):
            return mask
        # a mask of the model's own size would have to be moved by rules that nobody states
        sizes = (self.size, self.sheet.page.size)
        known = self.size is None or (mask.width, mask.height) in sizes
        return None if known and self.plan.frame.turn == 1 else "bad_mask"


def _track(value: Any) -> str | int | None:
    return value if type(value) in (int, str) else None


def _well_inside(box: Box, size: Size | None) -> bool:
    x1, y1, x2, y2 = box
    if size is None:
        return x1 < x2 and y1 < y2
    return 0 <= x1 < x2 <= size[0] and 0 <= y1 < y2 <= size[1]


def _outside(box: Box, size: Size | None) -> bool:
    if size is None:
        return False
    x1, y1, x2, y2 = box
    width, height = size
    if x1 == x2 or y1 == y2:
        return not (x2 >= 0 and y2 >= 0 and x1 <= width and y1 <= height)
    return not (x2 > 0 and y2 > 0 and x1 < width and y1 < height)


def _noticed(box: Box, size: Size | None) -> tuple[Code, ...]:
    x1, y1, x2, y2 = box
    noticed: list[Code] = []
    if x1 == x2 or y1 == y2:
        noticed.append("zero_area")
    if size is not None and (
        x1 < -MARGIN or y1 < -MARGIN or x2 > size[0] + MARGIN or y2 > size[1] + MARGIN
    ):
        noticed.append("outside_image")
    return tuple(noticed)


def _labelled(
    label: Any, class_id: Any, names: Mapping[int, str] | None
) -> tuple[str | None, tuple[Code, ...]]:
    if label is None and names is not None and class_id is not None:
        label = names.get(class_id)
        if label is None:
            return None, ("unknown_category",)
    clean = sanitised(label)
    if clean is not None and clean != str(label).strip():
        return clean, ("label_sanitised",)
    return clean, ()


def _keypoints(keypoints: Sequence[Any], frame: Frame) -> tuple[Keypoint, ...]:
    good: list[Keypoint] = []
    for x, y, score, name in keypoints:
        checked = check((x, y), 2)
        if checked.code is None:
            sound = type(score) in (int, float) and 0 <= score <= 1
            place = frame.point(*checked.numbers)
            good.append(Keypoint(*place, float(score) if sound else None, sanitised(name)))
    return tuple(good)
