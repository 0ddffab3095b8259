"""What one display decodes, and what it says of the rest."""

import base64
import io
import json
from typing import Any

from PIL import Image

from mcp_workbench.messages import RESULT_MIME
from mcp_workbench.results import CallContext, Picture, ToolResult
from mcp_workbench.results.gallery import Gallery


def saved(size: tuple[int, int], kind: str = "PNG", mode: str = "1") -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, kind)
    return out.getvalue()


def shown(data: list[bytes], **wire: Any) -> tuple[ToolResult, dict[str, Any]]:
    content = [{"type": "image", "data": base64.b64encode(each).decode()} for each in data]
    result = ToolResult({"content": content, **wire}, CallContext("s", "t"), 0.1)
    bundle = result._repr_mimebundle_()
    json.dumps(bundle)
    return result, bundle


def test_of_pictures_that_hold_many_pixels_in_few_bytes_a_display_decodes_some() -> None:
    result, bundle = shown([saved((7000, 4000))] * 4)
    blocks = bundle[RESULT_MIME]["blocks"]
    assert [block["type"] for block in blocks] == ["image", "note", "note", "note"]
    assert blocks[1]["text"] == (
        "image/png, 7000 × 4000, not shown: a display decodes 50 million pixels at most"
    )
    assert "content[3]: image/png, 7000 × 4000" in bundle["text/plain"]
    assert [picture.data for picture in result.images] == [saved((7000, 4000))] * 4


def test_a_picture_too_large_for_a_display_gives_way_to_a_smaller_one() -> None:
    result, bundle = shown([saved((8000, 7000)), saved((30, 20))])
    assert Image.open(io.BytesIO(base64.b64decode(bundle["image/png"]))).size == (30, 20)
    assert [block["type"] for block in bundle[RESULT_MIME]["blocks"]] == ["note", "image"]
    assert result.images[0].size == (8000, 7000)
    alone = Picture(saved((8000, 7000)), "content[0]")._repr_mimebundle_()
    assert set(alone) == {"text/plain"}
    assert "8000 × 7000, not shown" in alone["text/plain"]


def test_boxes_over_a_picture_too_large_are_told_in_words() -> None:
    box = {"xmin": 20, "ymin": 10, "xmax": 120, "ymax": 80}
    rows = {"detections": [{"label": "cup", "score": 0.9, "box": box}]}
    result, bundle = shown([saved((8000, 7000))], structuredContent=rows)
    assert [each.box for each in result.detections] == [(20, 10, 120, 80)]
    assert "8000 × 7000, not shown" in bundle["text/plain"]
    assert "1 detection" in bundle["text/plain"]


def test_a_large_photo_is_decoded_with_fewer_pixels_where_nothing_is_drawn_on_it() -> None:
    photo = saved((8000, 7000), "JPEG", "RGB")
    _, bundle = shown([photo])
    (block,) = bundle[RESULT_MIME]["blocks"]
    assert (block["picture"]["width"], block["picture"]["height"]) == (8000, 7000)
    assert max(Image.open(io.BytesIO(base64.b64decode(bundle["image/png"]))).size) == 1600
    part = Gallery().image(Picture(photo, "content[0]"), exact=False)
    assert part is not None
    assert part.size == (2000, 1750)
