"""Images among the arguments of a call."""

import base64
import io
from typing import Any

import pytest
from PIL import Image

from mcp_workbench.results import sent_pictures


def photo(kind: str = "PNG", size: tuple[int, int] = (30, 20)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "teal").save(out, kind)
    return out.getvalue()


def as_text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def no_file(path: str) -> bytes | None:
    raise AssertionError(f"{path!r} was read")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF"])
@pytest.mark.parametrize("prefix", ["", "data:image/x;base64,", "\n "])
def test_base64_of_an_image_is_found_whatever_the_argument_is_called(
    kind: str, prefix: str
) -> None:
    (picture,) = sent_pictures({"payload": prefix + as_text(photo(kind))})
    assert picture.size == (30, 20)
    assert picture.source == "argument payload"
    assert picture.note == ""


def test_images_in_lists_and_objects_are_found_in_order() -> None:
    one, two = as_text(photo(size=(1, 2))), as_text(photo(size=(3, 4)))
    found = sent_pictures({"images": [one, {"data": two}], "n": 5, "text": "hello"})
    assert [(p.source, p.size) for p in found] == [
        ("argument images[0]", (1, 2)),
        ("argument images[1].data", (3, 4)),
    ]


@pytest.mark.parametrize(
    "value",
    [
        "",
        "iVBORw0KGgo",
        "x" * 1_000_000,
        as_text(b"just some bytes that are no image, but long enough to look at"),
        "https://example.org/cat.png",
        "data:text/html;base64," + as_text(b"<html>" * 20),
        5,
        None,
        [["cat.png"] * 3] * 3,
    ],
)
def test_what_is_no_image_is_not_taken_for_one(value: Any) -> None:
    assert sent_pictures({"image": value}) == ()


@pytest.mark.parametrize(
    ("name", "value", "schema"),
    [
        ("image", "photos/cat", {}),
        ("source", "photos/cat.JPG", {}),
        ("source", "photos/cat", {"properties": {"source": {"description": "An image file"}}}),
        ("source", "file:///photos/my%20cat.png", {}),
        ("source", "C:\\photos\\cat.png", {}),
    ],
)
def test_a_path_is_read_where_reading_is_given(
    name: str, value: str, schema: dict[str, Any]
) -> None:
    asked: list[str] = []

    def read(path: str) -> bytes:
        asked.append(path)
        return photo("JPEG")

    (picture,) = sent_pictures({name: value}, schema, read)
    assert picture.size == (30, 20)
    assert asked == [value.replace("file://", "").replace("%20", " ")]
    assert picture.name == asked[0].replace("\\", "/").split("/")[-1]
    assert sent_pictures({name: value}, schema) == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("image", "https://example.org/cat.png"),
        ("image", "sample://cat.png"),
        ("image", "a\nb.png"),
        ("image", "x" * 5000),
        ("text", "hello"),
        ("image", as_text(photo())),
    ],
)
def test_nothing_is_read_that_is_no_path_of_an_image(name: str, value: str) -> None:
    assert len(sent_pictures({name: value}, {}, no_file)) in (0, 1)


@pytest.mark.parametrize("content", [None, b"", b"no image at all"])
def test_a_file_that_is_no_image_is_none(content: bytes | None) -> None:
    assert sent_pictures({"image": "cat.png"}, {}, lambda _: content) == ()


def test_the_number_of_pictures_is_bounded() -> None:
    assert len(sent_pictures({f"image{n}": as_text(photo()) for n in range(40)})) == 16


@pytest.mark.parametrize("schema", [{"properties": None}, {"properties": {"image": True}}, {}])
def test_a_schema_of_any_shape_is_accepted(schema: dict[str, Any]) -> None:
    assert len(sent_pictures({"image": as_text(photo())}, schema)) == 1
