"""Which picture boxes belong to."""

import base64
import io
from typing import Any

import pytest
from PIL import Image

from mcp_workbench.results import CallContext, ToolResult, sent_pictures

ROWS = [{"label": "cup", "score": 0.9, "box": {"xmin": 10, "ymin": 5, "xmax": 60, "ymax": 45}}]


def as_base64(size: tuple[int, int], kind: str = "PNG", **options: Any) -> str:
    out = io.BytesIO()
    Image.new("RGB", size, "teal").save(out, kind, **options)
    return base64.b64encode(out.getvalue()).decode()


def image(size: tuple[int, int]) -> dict[str, Any]:
    return {"type": "image", "data": as_base64(size), "mimeType": "image/png"}


def result(
    *content: dict[str, Any],
    tool: str = "detect",
    description: str = "",
    structured: Any = None,
    **arguments: Any,
) -> ToolResult:
    context = CallContext("vision", tool, description, arguments, pictures=sent_pictures(arguments))
    wire = {"content": list(content), "structuredContent": structured or {"detections": ROWS}}
    return ToolResult(wire, context, 0.1)


def boxes(found: ToolResult) -> list[Any]:
    return [detection.box for detection in found.detections]


@pytest.mark.requirement("DET-01")
def test_the_picture_of_the_result_is_drawn_on() -> None:
    got = result(image((200, 100)), image=as_base64((90, 80)))
    assert boxes(got) == [(10, 5, 60, 45)]
    assert list(got.linked.over) == ["content[0]"]
    assert got.linked.base is got.images[0]


@pytest.mark.requirement("DET-01")
def test_without_one_the_picture_that_was_sent_is_drawn_on() -> None:
    got = result(image=as_base64((90, 80)))
    assert boxes(got) == [(10, 5, 60, 45)]
    assert list(got.linked.over) == ["argument image"]


@pytest.mark.parametrize(
    ("tool", "description"),
    [
        ("detect_and_annotate", ""),
        ("visualize_detections", ""),
        ("draw_boxes", ""),
        ("detect", "Finds cups. Returns their boxes and an annotated image."),
        ("detect", "The picture comes back with bounding boxes."),
        ("detect", "Draws the detected objects and returns them."),
    ],
)
def test_a_picture_that_has_its_boxes_already_is_not_drawn_on(tool: str, description: str) -> None:
    got = result(image((200, 100)), tool=tool, description=description)
    assert boxes(got) == [(10, 5, 60, 45)]
    assert got.linked.over == {}
    assert "already" in got.linked.note
    sent = result(
        image((200, 100)), tool=tool, description=description, image=as_base64((200, 100))
    )
    assert list(sent.linked.over) == ["argument image"]


@pytest.mark.parametrize("name", ["overlay.png", "cat_annotated.jpg", "file:///a/labelled-3.png"])
def test_the_name_of_a_picture_can_say_that_it_has_its_boxes(name: str) -> None:
    resource = {"uri": name, "mimeType": "image/png", "blob": as_base64((200, 100))}
    got = result({"type": "resource", "resource": resource})
    assert got.linked.over == {}


def test_words_before_a_picture_can_say_that_it_has_its_boxes() -> None:
    words = {"type": "text", "text": "Annotated image:"}
    got = result(image((200, 100)), words, image((200, 100)))
    assert list(got.linked.over) == ["content[0]"]


def test_an_ordinary_detector_is_not_taken_for_one_that_draws() -> None:
    words = "Detects drawings and labels in an image and returns boxes in pixels, with scores."
    assert list(result(image((200, 100)), description=words).linked.over) == ["content[0]"]


def test_a_declared_size_chooses_among_several_pictures() -> None:
    structured = {"image_width": 300, "image_height": 150, "detections": ROWS}
    got = result(image((200, 100)), image((300, 150)), structured=structured)
    assert list(got.linked.over) == ["content[1]"]
    assert boxes(got) == [(10, 5, 60, 45)]


def test_a_picture_inside_the_payload_is_not_drawn_on() -> None:
    structured = {"detections": ROWS, "overlay_base64": as_base64((200, 100))}
    got = result(structured=structured, image=as_base64((90, 80)))
    assert list(got.linked.over) == ["argument image"]


def test_boxes_follow_the_picture_as_it_is_displayed() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    sent = as_base64((100, 200), "JPEG", exif=exif)  # displayed 200 wide, 100 high
    stored = [{**ROWS[0], "box": {"xmin": 5, "ymin": 140, "xmax": 45, "ymax": 190}}]
    upright = result(image=sent, structured={"width": 200, "height": 100, "detections": ROWS})
    raw = result(image=sent, structured={"width": 100, "height": 200, "detections": stored})
    for got in (upright, raw):
        assert got.linked.base is not None
        assert got.linked.base.size == (200, 100)
        assert boxes(got) == [(10, 5, 60, 45)]
    either = result(image=sent)
    assert either.recognition.outcome == "ambiguous"
    assert [c.detections[0].box for c in either.recognition.candidates] == [
        (10, 5, 60, 45),
        (155, 10, 195, 60),
    ]


def test_the_output_schema_can_declare_the_convention() -> None:
    structured = {"detections": [{"label": "cup", "score": 0.9, "bbox": [10, 5, 50, 40]}]}
    wire = {"content": [image((200, 100))], "structuredContent": structured}
    schema = {"properties": {"detections": {"items": {"properties": {"bbox": {}}}}}}
    bbox = schema["properties"]["detections"]["items"]["properties"]["bbox"]
    bbox["description"] = "x, y, width, height in pixels"
    context = CallContext("vision", "detect", output_schema=schema)
    found = ToolResult(wire, context, 0.1).recognition
    assert (found.convention, found.certainty) == ("xywh.px", "declared")
    assert found.detections[0].box == (10, 5, 60, 45)


def test_without_any_picture_the_detections_are_values_and_nothing_is_drawn() -> None:
    got = result()
    assert got.linked.base is None
    assert got.linked.over == {}
    assert got.recognition.outcome in ("no_image", "none")
