"""The table of readers, and formats of which the shared cases hold no example."""

import inspect
from typing import Any

import pytest

from mcp_workbench.detections import recognise
from mcp_workbench.detections.readers import READERS


def test_every_reader_says_which_format_it_reads_and_where_that_is_described() -> None:
    assert len(set(READERS)) == len(READERS)
    for reader in READERS:
        module = inspect.getmodule(reader)
        assert module is not None
        assert inspect.getdoc(reader), reader
        described = f"{module.__doc__} {reader.__doc__}"
        assert "https://" in described or module.__name__.endswith("nothing"), reader


FACE = {"BoundingBox": {"Left": 0.1, "Top": 0.2, "Width": 0.3, "Height": 0.4}, "Confidence": 99.5}
QUAD = [[10, 10], [110, 12], [109, 40], [9, 38]]


@pytest.mark.parametrize(
    ("payload", "reader", "box", "label"),
    [
        ({"FaceDetails": [FACE]}, "aws.rekognition.faces", (10, 20, 40, 60), "face"),
        ([[[QUAD, ["TOTAL", 0.9]]]], "easyocr", (9, 10, 110, 40), "TOTAL"),
        ([{"boxes": QUAD, "text": "A", "confident": 0.9}], "ocr.lines", (9, 10, 110, 40), "A"),
        (
            {
                "results": [
                    {
                        "detections": [
                            {"box": [1, 2, 30, 40], "confidence": 0.9, "class_name": "cat"}
                        ],
                        "image_shape": [100, 100],
                    }
                ],
                "model_used": "yolov8n.pt",
            },
            "mcp.yolo",
            (1, 2, 30, 40),
            "cat",
        ),
        (
            {
                "object_count": 1,
                "objects": [
                    {"x": 1, "y": 2, "width": 30, "height": 40, "confidence": None, "name": "cat"}
                ],
            },
            "mcp.opencv",
            (1, 2, 31, 42),
            "cat",
        ),
        (
            [{"name": "ship", "class": 1, "confidence": 0.5, "box": {
                "x1": 10, "y1": 10, "x2": 50, "y2": 10, "x3": 50, "y3": 30, "x4": 10, "y4": 30}}],
            "ultralytics.obb",
            (10, 10, 50, 30),
            "ship",
        ),
        (
            {"responses": [{"faceAnnotations": [{
                "detectionConfidence": 0.9,
                "boundingPoly": {"vertices": [{}, {"x": 9}, {"x": 9, "y": 8}, {"y": 8}]}}]}]},
            "google.vision.face_annotations",
            (0, 0, 9, 8),
            "face",
        ),
    ],
)  # fmt: skip
def test_a_format_is_read_by_its_own_reader(
    payload: Any, reader: str, box: tuple[float, ...], label: str
) -> None:
    found = recognise(payload, image_size=(200, 100) if "ocr" in reader else (100, 100))

    assert (found.outcome, found.reader) == ("ok", reader)
    assert [(each.box, each.label) for each in found.detections] == [(pytest.approx(box), label)]


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "FeatureCollection", "features": [{"type": "Feature", "bbox": [1, 2, 3, 4]}]},
        {"items": [{"id": "a", "score": 0.5, "stac_version": "1.0.0", "bbox": [1.5, 2, 3, 4]}]},
        [{"name": "window", "left": 0, "top": 0, "right": 100, "bottom": 80}],
        [{"name": "div", "rect": {"x": 1, "y": 2, "width": 30, "height": 40}}],
        {"lines": [{"x1": 0, "y1": 0, "x2": 10, "y2": 10}]},
        {"axis": {"xmin": 0, "xmax": 10, "ymin": 0, "ymax": 5}},
        {"labels": ["a", "b"], "scores": [0.5, 0.4]},
        {"boxes": 3, "labels": ["a"]},
        {"prediction": [[1, 2, 3]]},
        {"pages": [{"number": 1}]},
    ],
)  # fmt: skip
def test_what_only_looks_like_detections_is_none(payload: Any) -> None:
    assert recognise(payload, image_size=(640, 480)).outcome == "none"
