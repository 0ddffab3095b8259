"""Amazon Rekognition: labels and texts, in parts of the picture with the EXIF orientation applied.

Source: https://docs.aws.amazon.com/rekognition/latest/APIReference/API_DetectLabels.html and
`API_DetectText.html`, `API_BoundingBox.html` (values may lie below 0 and above 1)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..coordinates import MISSING
from ..document import Document
from ..shapes import Row, as_object, is_list, objects
from .outlines import pairs
from .reading import Found, Page, Reading

SIDES = ("Left", "Top", "Width", "Height")


def labels(document: Document) -> Reading | None:
    """`{Labels: [{Name, Instances: [{BoundingBox, Confidence}]}]}`; many labels have no place."""
    rows = objects(document.top.get("Labels"))
    if rows is None or not all({"Name", "Confidence"} <= row.keys() for row in rows):
        return None
    found = [
        Found(_sides(instance), row["Name"], score=instance.get("Confidence"))
        for row in rows
        for instance in objects(row.get("Instances")) or []
    ]
    return _reading("aws.rekognition.labels", found)


def texts(document: Document) -> Reading | None:
    """`{TextDetections: [{DetectedText, Type, Geometry}]}`; a line's words repeat what it says."""
    rows = objects(document.top.get("TextDetections"))
    if rows is None or not all({"DetectedText", "Geometry"} <= row.keys() for row in rows):
        return None
    # every word lies within a line that is there too
    lines = [row for row in rows if row.get("Type") != "WORD"] or rows
    return _reading("aws.rekognition.text", list(map(_text, lines)))


def _text(row: Row) -> Found:
    geometry = as_object(row["Geometry"])
    points = geometry.get("Polygon")
    outline = (pairs(points, "X", "Y"),) if is_list(points) else ()
    return Found(
        _sides(geometry), row["DetectedText"], score=row.get("Confidence"), polygons=outline
    )


def faces(document: Document) -> Reading | None:
    """`{FaceDetails: [{BoundingBox, Confidence, Landmarks}]}`."""
    rows = objects(document.top.get("FaceDetails"))
    if rows is None or not all("BoundingBox" in row for row in rows):
        return None
    found = [
        Found(_sides(row), "face", score=row.get("Confidence"), keypoints=tuple(_landmarks(row)))
        for row in rows
    ]
    return _reading("aws.rekognition.faces", found)


def _landmarks(row: Row) -> Iterator[tuple[Any, Any, None, Any]]:
    for point in objects(row.get("Landmarks")) or []:
        yield point.get("X", MISSING), point.get("Y", MISSING), None, point.get("Type")


def _sides(row: Row) -> tuple[Any, ...]:
    box = row.get("BoundingBox")
    held = as_object(box)
    return tuple(held.get(side, MISSING) for side in SIDES)


def _reading(name: str, found: list[Found]) -> Reading | None:
    if not found:
        return None
    return Reading(name, (Page(found),), ("xywh.01",), score_scale=100.0, upright=True)
