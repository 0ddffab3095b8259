"""Readers, one file a family of formats, in the order in which they are tried.

A new family is a file with functions of the type `Reader`, and a line each below: formats that
cannot be mistaken first, then those that are known by several keys, bare numbers last.
"""

from . import (
    arrays,
    centres,
    coco,
    columns,
    corners,
    extents,
    gemini,
    google,
    nothing,
    numbers,
    ocr,
    rekognition,
    rotated,
)  # fmt: skip
from .reading import Reader

READERS: tuple[Reader, ...] = (
    coco.dataset,
    coco.results,
    gemini.box_2d,
    gemini.bbox_2d,
    rekognition.labels,
    rekognition.texts,
    rekognition.faces,
    google.vision,
    ocr.paddle,
    ocr.doctr,
    ocr.quads,
    ocr.lines,
    centres.roboflow,
    centres.createml,
    arrays.arrays,
    arrays.yolo_server,
    arrays.sagemaker,
    rotated.rotated,
    columns.columns,
    corners.named,
    extents.corner_and_size,
    extents.point_and_size,
    numbers.bare,
    nothing.nothing,
)

__all__ = ["READERS", "Reader"]
