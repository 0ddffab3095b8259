"""What words say about boxes."""

import pytest

from mcp_workbench.detections.declared import declared


@pytest.mark.parametrize(
    ("words", "order", "scale"),
    [
        ("bbox: [ymin, xmin, ymax, xmax] normalized to 0-1000", "yxyx", "1000"),
        ("[x_min, y_min, x_max, y_max] in pixels of the returned image", "xyxy", "px"),
        ("Boxes as (x1, y1), (x2, y2), absolute pixel coordinates", "xyxy", "px"),
        ("`left`, `top`, `width`, `height`", "xywh", None),
        ("each row: class x_center y_center width height, normalized", "cxcywh", "01"),
        ("cx, cy, w, h relative to the image", "cxcywh", "01"),
        ("location as top, right, bottom, left", "trbl", None),
        ("[xMin, xMax, yMin, yMax]", "xxyy", None),
        ("box_format: xyxy", "xyxy", None),
        ("coordinateScale: 1000; coordinateFormat: [ymin, xmin, ymax, xmax]", "yxyx", "1000"),
        ("coordinates from 0 to 1", None, "01"),
        # two things at once are no declaration
        ("takes [x, y, w, h], answers with [x1, y1, x2, y2]", None, None),
        ("pixels, or normalized if asked", None, None),
        # and neither is what is said of something else
        ("scores from 0 to 1", None, None),
        ("coordinates are not normalized", None, None),
        ("finds 0 or more cats", None, None),
        ("", None, None),
    ],
)
def test_words_declare_an_order_and_a_scale(words: str, order: str, scale: str) -> None:
    assert declared(words) == (order, scale)
