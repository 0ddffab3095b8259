"""What a cell shows of a result: text always, a picture where there is one, a valid message."""

import base64
import io
import json
import math
import random
from typing import Any

import pytest
from PIL import Image, ImageChops

from mcp_workbench import messages as shapes
from mcp_workbench.demo.server import build
from mcp_workbench.detections.palette import PALETTE
from mcp_workbench.messages import RESULT_MIME
from mcp_workbench.results import CallContext, ToolResult, sent_pictures

CONTEXT = CallContext("demo", "look")
SHAPES = {
    "text": shapes.TextBlock,
    "image": shapes.ImageBlock,
    "audio": shapes.AudioBlock,
    "link": shapes.LinkBlock,
    "resource": shapes.ResourceBlock,
    "note": shapes.NoteBlock,
}
BOX = {"xmin": 20, "ymin": 10, "xmax": 120, "ymax": 80}
CENTRE = {"x": 60, "y": 50, "width": 80, "height": 80}
ROWS = {"detections": [{"label": "cup", "score": 0.9, "box": BOX}]}


def as_base64(image: Image.Image, kind: str = "PNG", **options: Any) -> str:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return base64.b64encode(out.getvalue()).decode()


def photo(size: tuple[int, int] = (200, 100)) -> dict[str, Any]:
    data = as_base64(Image.new("RGB", size, "white"))
    return {"type": "image", "data": data, "mimeType": "image/png"}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def shown(
    *content: Any, context: CallContext = CONTEXT, **wire: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The bundle and the message in it, both as a notebook file would keep them."""
    bundle = ToolResult({"content": list(content), **wire}, context, 0.1)._repr_mimebundle_()
    kept = json.loads(json.dumps(bundle, allow_nan=False))
    assert json.dumps(bundle, ensure_ascii=False, allow_nan=False).encode("utf-8")
    assert kept["text/plain"]
    message = kept[RESULT_MIME]
    assert set(message) == set(shapes.ResultMessage.__annotations__)
    for block in message["blocks"]:
        shape: Any = SHAPES[block["type"]]
        assert shape.__required_keys__ <= set(block) <= set(shape.__annotations__)
        if block["type"] == "image" and block["recognition"]:
            recognition = block["recognition"]
            assert set(recognition) == set(shapes.RecognitionMessage.__annotations__)
            for found in (recognition, *recognition["candidates"]):
                assert_sound(found["detections"])
    return kept, message


def assert_sound(detections: dict[str, Any]) -> None:
    assert set(detections) == set(shapes.DetectionsMessage.__annotations__)
    for each in detections["best"]:
        assert set(each) == set(shapes.DetectionMessage.__annotations__)


def found_in(message: dict[str, Any]) -> dict[str, Any]:
    """The detections over the first picture of a message."""
    block = next(block for block in message["blocks"] if block["type"] == "image")
    return block["recognition"]["detections"]


def drawn(bundle: dict[str, Any]) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(bundle["image/png"]))).convert("RGB")


@pytest.mark.requirement("RES-06")
@pytest.mark.parametrize(
    ("content", "wire", "plain"),
    [
        ([text("5")], {"structuredContent": {"result": 5}}, "5"),
        ([text("hello")], {}, "hello"),
        ([text('{"a": 1}')], {"structuredContent": {"a": 1}}, '{"a": 1}'),
        ([text("found 1")], {"structuredContent": {"a": 1}}, '{"a": 1}\nfound 1'),
        ([], {}, "(the tool answered with nothing)"),
        ([], {"structuredContent": {"result": None}}, '{"result": null}'),
        ([text("a\x1b[2Jb")], {}, "a␛[2Jb"),
    ],
)
def test_the_text_is_what_a_person_wants_to_read(
    content: list[Any], wire: dict[str, Any], plain: str
) -> None:
    bundle, message = shown(*content, **wire)
    assert bundle["text/plain"] == plain
    assert set(bundle) == {"text/plain", RESULT_MIME}
    assert (message["version"], message["kind"], message["tool"]) == (1, "result", "look")


@pytest.mark.requirement("RES-06")
@pytest.mark.requirement("DET-01")
def test_boxes_are_drawn_over_the_picture_and_the_message_has_them() -> None:
    bundle, message = shown(photo(), structuredContent=ROWS)
    image = drawn(bundle)
    assert image.size == (200, 100)
    changed = ImageChops.difference(image, Image.new("RGB", (200, 100), "white")).getbbox()
    assert changed is not None
    left, _, right, bottom = changed
    assert abs(left - 20) <= 4
    assert abs(right - 120) <= 4
    assert abs(bottom - 80) <= 4
    (block,) = message["blocks"]
    assert block["source"] == "content[0]"
    assert (block["picture"]["width"], block["picture"]["height"]) == (200, 100)
    assert base64.b64decode(block["picture"]["data"]) == base64.b64decode(photo()["data"])
    (detection,) = block["recognition"]["detections"]["best"]
    assert detection["box"] == [20, 10, 120, 80]
    assert (detection["label"], detection["score"]) == ("cup", 0.9)
    assert "1 detection · xyxy, pixels" in bundle["text/plain"]


@pytest.mark.requirement("DET-01")
def test_boxes_are_drawn_over_the_picture_that_was_sent() -> None:
    arguments = {"image": photo()["data"]}
    context = CallContext("demo", "find", "", arguments, pictures=sent_pictures(arguments))
    bundle, message = shown(structuredContent=ROWS, context=context)
    assert drawn(bundle).getcolors() != Image.new("RGB", (200, 100), "white").getcolors()
    assert message["blocks"][0]["source"] == "argument image"
    assert len(found_in(message)["best"]) == 1


def test_a_picture_that_was_sent_is_not_shown_when_nothing_was_found_in_it() -> None:
    arguments = {"image": photo()["data"]}
    context = CallContext("demo", "title", "", arguments, pictures=sent_pictures(arguments))
    bundle, message = shown(text("a white rectangle"), context=context)
    assert bundle["text/plain"] == "a white rectangle"
    assert message["blocks"] == [{"type": "text", "text": "a white rectangle", "omitted": 0}]


def test_boxes_over_a_turned_photo_are_where_it_is_displayed() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = as_base64(Image.new("RGB", (100, 200), "white"), "JPEG", exif=exif)
    bundle, message = shown(
        {"type": "image", "data": data, "mimeType": "image/jpeg"},
        structuredContent={"width": 200, "height": 100, **ROWS},
    )
    assert drawn(bundle).size == (200, 100)
    assert found_in(message)["best"][0]["box"] == [20, 10, 120, 80]
    picture = message["blocks"][0]["picture"]
    assert (picture["width"], picture["height"]) == (200, 100)


def test_readings_that_differ_are_all_offered_and_none_is_drawn() -> None:
    rows = {"detections": [{"label": "cup", "score": 0.9, "bbox": [10, 10, 30, 40]}]}
    bundle, message = shown(photo(), structuredContent=rows)
    assert drawn(bundle).getcolors() == [(20_000, (255, 255, 255))]
    recognition = message["blocks"][0]["recognition"]
    assert recognition["outcome"] == "ambiguous"
    told = [(c["convention"], c["words"]) for c in recognition["candidates"]]
    assert told == [("xyxy.px", "xyxy, pixels"), ("xywh.px", "xywh, pixels")]
    assert [c["detections"]["total"] for c in recognition["candidates"]] == [1, 1]
    assert "ambiguous" in bundle["text/plain"]


@pytest.mark.requirement("RES-01")
async def test_every_kind_of_content_is_shown() -> None:
    answer = await build().call_tool("kinds", {})
    wire = answer.model_dump(by_alias=True, exclude_none=True, mode="json")
    bundle, message = shown(*wire.pop("content"), **wire)
    kinds = [block["type"] for block in message["blocks"]]
    assert kinds == ["text", "image", "audio", "link", "resource"]
    plain = bundle["text/plain"]
    for words in (
        '"kinds"',
        "A text, a photo",
        "picture, 512 × 600",
        "audio/wav",
        "demo://note",
        "This note comes from the demo server.",
    ):
        assert words in plain
    assert drawn(bundle).height > 400


@pytest.mark.parametrize("prefix", ["", "Error executing tool look: "])
def test_an_error_says_its_code_its_words_and_what_to_do_once(prefix: str) -> None:
    context = CallContext("demo", "look", arguments={"path": "a.png"})
    bundle, message = shown(text(f"{prefix}no such file"), context=context, isError=True)
    assert bundle["text/plain"] == (
        "[mcp_tool_error] demo.look: no such file\nhint: `%mcp info demo.look` shows what it takes"
    )
    assert message["error"]["code"] == "mcp_tool_error"
    assert message["blocks"] == []


def test_of_a_tool_that_takes_nothing_no_arguments_are_blamed() -> None:
    _, message = shown(text("disk full"), isError=True)
    assert message["error"]["hint"] == ""
    takes = CallContext("demo", "look", input_schema={"properties": {"path": {}}})
    _, message = shown(text("disk full"), context=takes, isError=True)
    assert message["error"]["hint"] == "`%mcp info demo.look` shows what it takes"


def test_the_end_of_a_long_error_follows_it_and_nothing_is_said_twice() -> None:
    words = " ".join(f"line{number}" for number in range(1000))
    bundle, message = shown(text(words), text("the cause"), photo(), isError=True)
    (rest, _) = message["blocks"]
    assert rest["text"].endswith("line999\nthe cause")
    for word in ("line0 ", "line300 ", "line998 ", "the cause"):
        assert bundle["text/plain"].count(word) == 1


def test_a_reason_in_structured_content_is_said_once() -> None:
    bundle, message = shown(structuredContent={"reason": "disk full"}, isError=True)
    assert bundle["text/plain"].count("disk full") == 1
    assert message["structured"] is None


@pytest.mark.parametrize("beside", [{"structuredContent": ROWS}, {}])
def test_json_whose_boxes_are_shown_is_folded(beside: dict[str, Any]) -> None:
    bundle, message = shown(photo(), text(json.dumps(ROWS)), **beside)
    _, block = message["blocks"]
    assert block["folded"] is True
    assert json.loads(block["text"]) == ROWS
    assert message["structured"] is None
    assert '"cup"' in bundle["text/plain"]


def test_rows_that_came_one_a_block_share_one_fold() -> None:
    rows = [{**ROWS["detections"][0], "label": label} for label in ("cup", "plate")]
    _, message = shown(photo(), *(text(json.dumps(row)) for row in rows))
    _, block = message["blocks"]
    assert block["folded"] is True
    assert [json.loads(line) for line in block["text"].split("\n")] == rows


def test_data_stay_open_where_no_picture_shows_them_and_words_always() -> None:
    _, alone = shown(text(json.dumps(ROWS)))
    assert "folded" not in alone["blocks"][0]
    _, beside = shown(photo(), text("Two cups"), text(json.dumps({"n": 1})), structuredContent=ROWS)
    assert not any("folded" in block for block in beside["blocks"])
    _, said = shown(photo(), text("Here they are: " + json.dumps(ROWS)))
    assert said["blocks"][0]["recognition"] is not None
    assert "folded" not in said["blocks"][1]


def test_an_error_keeps_its_picture() -> None:
    bundle, message = shown(text("half done"), photo(), isError=True)
    assert drawn(bundle).size == (200, 100)
    assert message["error"]["text"] == "demo.look: half done"


@pytest.mark.requirement("RES-01")
@pytest.mark.parametrize(
    ("block", "said"),
    [
        ({"type": "image", "data": "?", "mimeType": "image/png"}, "base64 is broken"),
        ({"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"}, "no image"),
        ({"type": "image", "data": photo()["data"][:80], "mimeType": "image/png"}, "broken image"),
        ({**photo(), "mimeType": "image/jpeg"}, "declared as image/jpeg, is image/png"),
        ({"type": "audio", "data": "?", "mimeType": "audio/wav"}, "base64 is broken"),
        ({"type": "hologram"}, "unknown type"),
        (None, "not a content block"),
    ],
)
def test_what_cannot_be_shown_is_named(block: Any, said: str) -> None:
    bundle, message = shown(text("before"), block, text("after"), structuredContent=ROWS)
    notes = [b for b in message["blocks"] if b["type"] == "note" and b["source"] == "content[1]"]
    assert said in notes[0]["text"]
    assert "content[1]" in bundle["text/plain"]
    assert "before" in bundle["text/plain"]
    assert "after" in bundle["text/plain"]


def test_boxes_outside_the_picture_are_codes_and_the_others_are_drawn() -> None:
    out = {"xmin": 900, "ymin": 900, "xmax": 990, "ymax": 990}
    bad = {"label": "far", "score": 0.5, "box": out}
    bundle, message = shown(photo(), structuredContent={"detections": [*ROWS["detections"], bad]})
    recognition = message["blocks"][0]["recognition"]
    assert recognition["detections"]["total"] == 1
    words = "the box lies outside the picture, wholly or in part"
    told = {"code": "outside_image", "text": words, "count": 1, "rows": [1]}
    assert recognition["rejected"] == [told]
    assert f"1 refused: {words} (outside_image)" in bundle["text/plain"]


def test_refused_rows_are_all_counted_and_the_first_are_named() -> None:
    out = {"xmin": 900, "ymin": 900, "xmax": 990, "ymax": 990}
    far = [{"label": "far", "score": 0.5, "box": out}] * 250
    half = {"label": "half", "score": 0.5, "box": {"xmin": 20, "ymin": 10, "xmax": 120}}
    rows = [*ROWS["detections"], *far, half]
    _, message = shown(photo(), structuredContent={"detections": rows})
    rejected = message["blocks"][0]["recognition"]["rejected"]
    assert [(each["code"], each["count"], each["rows"]) for each in rejected] == [
        ("outside_image", 250, [1, 2, 3, 4, 5]),
        ("missing_coordinate", 1, [251]),
    ]


def test_class_numbers_are_names_and_have_the_colours_of_the_drawn_picture() -> None:
    boxes = [[20, 10, 60, 80], [80, 10, 120, 80]]
    columns = {"boxes": boxes, "labels": [7, 1], "scores": [0.9, 0.8]}
    bundle, message = shown(photo(), structuredContent=columns)
    best = found_in(message)["best"]
    assert [(each["label"], each["class_index"]) for each in best] == [("#7", 1), ("#1", 0)]
    image = drawn(bundle)
    assert [image.getpixel((x, 60)) for x in (20, 80)] == [PALETTE[1], PALETTE[0]]


def test_colours_are_those_of_all_detections_where_the_message_has_only_the_best() -> None:
    weak = {"label": "ant", "score": 0.1, "box": {"xmin": 150, "ymin": 10, "xmax": 190, "ymax": 80}}
    cups = [{"label": "cup", "score": 0.9, "box": BOX}] * 1000
    bundle, message = shown(photo(), structuredContent={"detections": [weak, *cups]})
    found = found_in(message)
    assert (len(found["best"]), found["total"]) == (1000, 1001)
    assert {each["class_index"] for each in found["best"]} == {1}
    image = drawn(bundle)
    assert image.getpixel((150, 60)) == PALETTE[0]
    assert image.getpixel((20, 60)) == PALETTE[1]


def test_boxes_of_candidates_that_are_left_out_are_counted() -> None:
    rows = [{"label": "cup", "score": 0.9, "bbox": [10, 10, 30, 40]}] * 2000
    _, message = shown(photo(), structuredContent={"detections": rows})
    candidates = message["blocks"][0]["recognition"]["candidates"]
    counts = [(len(c["detections"]["best"]), c["detections"]["total"]) for c in candidates]
    assert counts == [(800, 2000), (800, 2000)]


def test_an_outline_that_is_too_long_is_counted_and_the_others_are_kept() -> None:
    def outlined(count: int, score: float) -> list[Any]:
        turns = [2 * math.pi * at / count for at in range(count)]
        points = [[60 + 40 * math.cos(turn), 50 + 40 * math.sin(turn)] for turn in turns]
        return [{"x": x, "y": y} for x, y in points], score

    rows = [
        {"class": "leaf", "confidence": score, "points": points, **CENTRE}
        for points, score in (outlined(6000, 0.9), outlined(8, 0.8))
    ]
    size = {"width": 200, "height": 100}
    _, message = shown(photo(), structuredContent={"predictions": rows, "image": size})
    found = found_in(message)
    assert (found["omitted_outlines"], found["omitted_points"]) == (1, 6000)
    assert [len(each["polygons"]) for each in found["best"]] == [0, 1]


def test_masks_and_keypoints_are_counted_since_the_view_does_not_draw_them() -> None:
    points = [{"x": 40, "y": 30, "confidence": 0.9, "class": "nose"}]
    row = {"class": "person", "confidence": 0.9, "keypoints": points, **CENTRE}
    size = {"width": 200, "height": 100}
    _, message = shown(photo(), structuredContent={"predictions": [row], "image": size})
    assert (found_in(message)["keypoints"], found_in(message)["masks"]) == (1, 0)

    rle = {"size": [100, 200], "counts": [1000, 500, 18_500]}
    row = {"image_id": 1, "category_id": 3, "bbox": [10, 0, 5, 100], "score": 0.9}
    _, message = shown(photo(), structuredContent={"result": [{**row, "segmentation": rle}]})
    assert (found_in(message)["keypoints"], found_in(message)["masks"]) == (0, 1)


def test_what_was_odd_about_detections_is_told_in_words_for_all_of_them() -> None:
    wide = {"label": "cup", "score": 0.9, "box": {**BOX, "xmax": 260}}
    rows = [wide] * 1200
    _, message = shown(photo(), structuredContent={"detections": rows})
    (warning,) = found_in(message)["warnings"]
    assert (warning["code"], warning["count"]) == ("outside_image", 1200)
    assert warning["text"] == "the box lies outside the picture, wholly or in part"


def test_detections_of_a_picture_that_is_not_shown_are_counted() -> None:
    one = {"image_width": 200, "image_height": 100, **ROWS}
    _, message = shown(*[photo()] * 9, structuredContent={"result": [one] * 9})
    notes = [block["text"] for block in message["blocks"] if block["type"] == "note"]
    assert len(notes) == 2
    assert all("200 × 100, 1 detection, not shown here" in note for note in notes)


def test_long_texts_are_shortened_and_what_is_left_out_is_counted() -> None:
    bundle, message = shown(text("a" * 15_000), text("b" * 15_000), text("c"))
    assert [(len(b["text"]), b["omitted"]) for b in message["blocks"]] == [
        (15_000, 0),
        (5_000, 10_000),
        (0, 1),
    ]
    assert len(bundle["text/plain"]) < 20_200
    assert "more characters" in bundle["text/plain"]


def test_a_display_stays_small_whatever_was_sent() -> None:
    noise = Image.effect_noise((3000, 2000), 120).convert("RGB")
    image = {"type": "image", "data": as_base64(noise, "JPEG"), "mimeType": "image/jpeg"}
    sound = {"type": "audio", "data": "AAAA" * 200_000, "mimeType": "audio/wav"}
    rows = [
        {"label": f"cup {n}", "score": n / 3000, "box": {**BOX, "xmax": 121 + n % 70}}
        for n in range(3000)
    ]
    content = [text("x" * 100_000), *[image] * 4, sound, *[photo()] * 30, *[text("y")] * 200]
    bundle, message = shown(*content, structuredContent={"detections": rows})
    assert len(json.dumps(bundle)) < 700_000
    assert len(message["blocks"]) < 200
    assert "3,000 detections" in bundle["text/plain"]
    assert "the interactive view has the best 1,000" in bundle["text/plain"]
    found = found_in(message)
    assert (len(found["best"]), found["total"]) == (1000, 3000)
    assert found["best"][0]["label"] == "cup 2999"


def test_numbers_that_json_does_not_know_do_not_reach_the_message() -> None:
    bundle, message = shown(structuredContent={"score": float("nan"), "far": float("inf")})
    assert json.loads(message["structured"]["text"]) == {"score": None, "far": None}
    assert "null" in bundle["text/plain"]


def test_server_text_is_never_markup() -> None:
    bundle, _ = shown(text("<script>alert(1)</script> **bold**"))
    assert set(bundle) == {"text/plain", RESULT_MIME}


def test_warnings_are_shown() -> None:
    result = ToolResult({"content": [text("5")]}, CONTEXT, 0.1, None, ["a line was no JSON"])
    assert result._repr_mimebundle_()["text/plain"] == "5\nwarning: a line was no JSON"


KEYS = (
    "type", "text", "data", "mimeType", "uri", "name", "resource", "blob",
    "detections", "box", "bbox", "label", "score",
)  # fmt: skip


def hostile(chance: random.Random, depth: int = 3) -> Any:
    """Some JSON value that a server might send in place of the right one."""
    leaves: list[Any] = [
        None, True, -1, 0, 1e308, float("nan"), float("inf"), 10**400, "", "\ud800\u202e",
        "x" * 999, "content", "image", "text", "resource", photo()["data"], "demo://x",
    ]  # fmt: skip
    if depth == 0 or chance.random() < 0.4:
        return chance.choice(leaves)
    if chance.random() < 0.5:
        return [hostile(chance, depth - 1) for _ in range(chance.randint(0, 4))]
    picked = chance.sample(KEYS, chance.randint(0, 6))
    return {key: hostile(chance, depth - 1) for key in picked}


@pytest.mark.requirement("RES-01")
@pytest.mark.parametrize("seed", range(10))
def test_no_answer_of_a_server_breaks_the_display(seed: int) -> None:
    chance = random.Random(seed)
    kinds = ("text", "image", "audio", "resource", "resource_link", "video")
    for _ in range(20):
        blocks = [{"type": kind, chance.choice(KEYS): hostile(chance)} for kind in kinds]
        wire = {"structuredContent": hostile(chance), "isError": chance.random() < 0.2}
        bundle, _ = shown(*blocks, hostile(chance), photo(), **wire)
        assert "cannot be displayed" not in bundle["text/plain"]
        assert "image/png" in bundle
