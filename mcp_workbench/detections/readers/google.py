"""Google Cloud Vision: objects, texts and faces, whose JSON leaves out coordinates that are zero.

Source: https://cloud.google.com/vision/docs/reference/rest/v1/AnnotateImageResponse; leaving out
zeros is the rule of proto3's JSON form, https://protobuf.dev/programming-guides/json/
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..document import Document
from ..shapes import Row, is_object, objects
from .reading import Found, Page, Reading


class _Kind(NamedTuple):
    camel: str
    snake: str
    label: str


KINDS = (
    _Kind("localizedObjectAnnotations", "localized_object_annotations", "name"),
    _Kind("textAnnotations", "text_annotations", "description"),
    _Kind("faceAnnotations", "face_annotations", ""),
)


def vision(document: Document) -> Reading | None:
    """The first kind of annotation that a response, or a list of responses, has."""
    responses = objects(document.top.get("responses")) or [document.top]
    for kind in KINDS:
        pages = [objects(r.get(kind.camel, r.get(kind.snake))) or [] for r in responses]
        rows = [row for page in pages for row in page]
        if not rows or not all(_polygon(row) is not None for row in rows):
            continue
        relative = all(_vertices(row, "normalizedVertices", "normalized_vertices") for row in rows)
        convention = "points.01" if relative else "points.px"
        read = tuple(Page([_found(row, kind) for row in _single(page, kind)]) for page in pages)
        return Reading(f"google.vision.{kind.snake}", read, (convention,))
    return None


def _single(rows: list[Row], kind: _Kind) -> list[Row]:
    # the first text is the whole page, and the others are its words
    return rows[1:] if kind.snake == "text_annotations" and len(rows) > 1 else rows


def _polygon(row: Row) -> Row | None:
    polygon = row.get("boundingPoly", row.get("bounding_poly"))
    return polygon if is_object(polygon) else None


def _vertices(row: Row, *keys: str) -> list[Row] | None:
    polygon = _polygon(row) or {}
    return next((found for key in keys if (found := objects(polygon.get(key)))), None)


def _found(row: Row, kind: _Kind) -> Found:
    vertices = _vertices(row, "normalizedVertices", "normalized_vertices", "vertices") or []
    points: list[tuple[Any, Any]] = [
        (vertex.get("x", 0), vertex.get("y", 0)) for vertex in vertices
    ]
    label = row.get(kind.label) if kind.label else "face"
    score = row.get("score", row.get("detectionConfidence"))
    return Found((), label, score=score, polygons=(points,))
