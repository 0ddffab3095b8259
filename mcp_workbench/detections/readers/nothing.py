"""A detector's answer that it has found nothing, which is not the same as no answer."""

from __future__ import annotations

from ..document import Document
from .reading import Page, Reading

KEYS = ("detections", "predictions", "objects", "faces")


def nothing(document: Document) -> Reading | None:
    """`{detections: []}`, where a picture belongs to it."""
    if not document.context.image_linked:
        return None
    if any(document.top.get(key) == [] for key in KEYS):
        return Reading("empty", (Page([]),), ("xyxy.px",))
    return None
