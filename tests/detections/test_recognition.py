"""What recognition decides, and what it refuses to decide silently."""

import json
from typing import Any

import pytest

from mcp_workbench import WorkbenchError
from mcp_workbench.detections import CODES, Recognition, meaning, recognise

SIZE = (640, 480)


def boxes(found: Recognition) -> list[tuple[float, ...] | None]:
    return [each.box for each in found.detections]


def corners(*rows: Any, score: Any = 0.5) -> list[dict[str, Any]]:
    names = ("xmin", "ymin", "xmax", "ymax")
    return [
        {"label": "cat", "score": score, "box": dict(zip(names, row, strict=True))} for row in rows
    ]


def bare(*rows: list[Any], **more: Any) -> dict[str, Any]:
    return {"detections": [{"label": "cat", "score": 0.5, "bbox": row} for row in rows], **more}


# --- the convention of bare numbers


def test_two_conventions_that_fit_are_offered_and_nothing_is_drawn() -> None:
    found = recognise(bare([100, 100, 300, 200]), image_size=SIZE)

    assert found.outcome == "ambiguous"
    assert found.detections == ()
    assert {each.convention: each.detections[0].box for each in found.candidates} == {
        "xyxy.px": (100, 100, 300, 200),
        "xywh.px": (100, 100, 400, 300),
    }


def test_one_row_decides_for_the_whole_list() -> None:
    found = recognise(bare([100, 100, 300, 200], [400, 300, 500, 400]), image_size=SIZE)

    assert (found.convention, found.certainty) == ("xyxy.px", "inferred")
    assert boxes(found) == [(100, 100, 300, 200), (400, 300, 500, 400)]


@pytest.mark.parametrize(
    ("facts", "more"),
    [
        ({"tool_description": "Boxes are [x, y, width, height] in pixels."}, {}),
        ({}, {"bbox_format": "xywh"}),
        ({"hint": "xywh.px"}, {}),
    ],
)
def test_a_convention_that_is_declared_is_taken(facts: Any, more: Any) -> None:
    found = recognise(bare([100, 100, 300, 200], **more), image_size=SIZE, **facts)

    assert (found.outcome, found.certainty, found.convention) == ("ok", "declared", "xywh.px")
    assert boxes(found) == [(100, 100, 400, 300)]


def test_a_key_declares_the_order_too() -> None:
    row = {"label": "cat", "score": 0.5, "xyxy": [100, 100, 300, 200]}

    found = recognise([row], image_size=SIZE)

    assert boxes(found) == [(100, 100, 300, 200)]


def test_prose_beside_the_boxes_may_declare_them() -> None:
    answer = {
        "content": [
            {"type": "text", "text": json.dumps(bare([100, 100, 300, 200]))},
            {"type": "text", "text": "Note: boxes are in [x1, y1, x2, y2] format, in pixels."},
        ]
    }

    found = recognise(answer, kind="mcp", image_size=SIZE)

    assert (found.certainty, boxes(found)) == ("declared", [(100, 100, 300, 200)])


def test_a_declaration_that_the_boxes_contradict_is_not_believed() -> None:
    rows = bare([600, 10, 20, 30])

    found = recognise(rows, image_size=SIZE, tool_description="boxes as xyxy, in pixels")

    assert found.outcome == "ambiguous"
    assert [each.convention for each in found.candidates] == ["xywh.px"]


def test_a_declared_range_that_the_numbers_leave_is_an_error() -> None:
    found = recognise(
        corners((129.3, 20.5, 203.7, 25.5)), image_size=SIZE, tool_description="normalized boxes"
    )

    assert (found.outcome, found.error) == ("error", "out_of_declared_range")


def test_whole_numbers_without_scores_may_be_thousandths() -> None:
    answer = {"objects": [{"label": "kite", "bbox": [600, 100, 900, 300]}]}

    found = recognise(answer, image_size=(1000, 500))
    told = recognise(
        answer, image_size=(1000, 500), tool_description="bbox: [ymin, xmin, ymax, xmax], 0-1000"
    )

    assert found.outcome == "ambiguous"
    assert {"xyxy.px", "yxyx.1000"} <= {each.convention for each in found.candidates}
    assert boxes(told) == [(100, 300, 300, 450)]
    assert told.certainty == "declared"


def test_one_key_of_two_models_is_ambiguous_until_the_model_is_named() -> None:
    rows = [{"bbox_2d": [100, 200, 300, 400], "label": "sign"}]

    unknown = recognise(rows, image_size=(1000, 500))
    named = recognise(rows, image_size=(1000, 500), tool_description="Grounding with Qwen3-VL")

    assert unknown.outcome == "ambiguous"
    assert boxes(named) == [(100, 100, 300, 200)]


def test_no_convention_that_fits_is_an_error() -> None:
    found = recognise(bare([600, 400, 620, 900], [630, 10, 10, 470]), image_size=SIZE)

    assert (found.outcome, found.error) == ("error", "no_convention_fits")


def test_the_same_box_under_two_names_is_no_ambiguity() -> None:
    answer = {"objects": [{"label": "kite", "bbox": [600, 700, 900, 900]}]}

    found = recognise(answer, image_size=(1000, 1000), tool_description="x1, y1, x2, y2")

    assert boxes(found) == [(600, 700, 900, 900)]


def test_a_hint_that_is_no_convention_says_what_there_is() -> None:
    with pytest.raises(WorkbenchError, match="xyxy") as failure:
        recognise([], hint="diagonal.px")

    assert failure.value.code == "usage_invalid"


def test_a_hint_never_turns_named_corners_around() -> None:
    found = recognise(corners((100, 200, 300, 400)), image_size=(1000, 500), hint="yxyx.1000")

    assert boxes(found) == [(100, 100, 300, 200)]


# --- rows that cannot be drawn


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ((30, 2, 1, 40), "inverted_box"),
        ((1, 2, None, 40), "non_finite"),
        ((1, 2, float("nan"), 40), "non_finite"),
        ((1, 2, "wide", 40), "not_a_number"),
        ((1, 2, True, 40), "not_a_number"),
        ((1, 2, 1e300, 40), "out_of_range"),
        ((700, 2, 800, 40), "outside_image"),
    ],
)
def test_a_bad_row_is_refused_with_its_code_and_costs_no_other(row: Any, code: str) -> None:
    found = recognise(corners((10, 10, 50, 50), row, (20, 20, 60, 60)), image_size=SIZE)

    assert (found.outcome, found.error) == ("partial", code)
    assert [(bad.index, bad.code) for bad in found.rejected] == [(1, code)]
    assert [each.index for each in found.detections] == [0, 2]


def test_a_missing_coordinate_is_not_zero() -> None:
    rows = corners((10, 10, 50, 50))
    del rows[0]["box"]["ymin"]

    found = recognise(rows, image_size=SIZE)

    assert (found.outcome, found.error) == ("error", "missing_coordinate")


def test_rows_in_two_forms_are_not_mixed() -> None:
    rows = [*corners((10, 10, 50, 50)), {"label": "dog", "score": 0.5, "box": [1, 2, 3, 4]}]

    found = recognise(rows, image_size=SIZE)

    assert [(bad.index, bad.code) for bad in found.rejected] == [(1, "mixed_geometry")]


def test_a_box_partly_outside_keeps_its_numbers_and_says_so() -> None:
    (found,) = recognise(corners((600, 10, 665, 50)), image_size=SIZE).detections

    assert found.box == (600, 10, 665, 50)
    assert found.warnings == ("outside_image",)


def test_numbers_that_come_as_text_are_read_and_named() -> None:
    (found,) = recognise(corners(("10", "20.5", "30", "40")), image_size=SIZE).detections

    assert found.box == (10, 20.5, 30, 40)
    assert found.warnings == ("coerced_numbers",)


def test_an_outline_that_contradicts_its_box_is_refused() -> None:
    rows = corners((10, 10, 50, 50))
    rows[0]["polygon"] = [[300, 300], [400, 300], [400, 400]]

    found = recognise(rows, image_size=SIZE)

    assert [bad.code for bad in found.rejected] == ["conflicting_geometry"]


@pytest.mark.parametrize(
    ("score", "value"), [("87%", 0.87), ("0.5", 0.5), (None, None), (-1, None), ("", None), (1, 1)]
)
def test_scores_are_parts_of_one(score: Any, value: Any) -> None:
    (found,) = recognise(corners((10, 10, 50, 50), score=score), image_size=SIZE).detections

    assert found.score == value


def test_a_number_of_a_class_is_never_turned_into_a_name() -> None:
    rows = [{"image_id": 1, "category_id": 1, "bbox": [1, 2, 30, 40], "score": 0.5}]

    (found,) = recognise(rows, image_size=SIZE).detections

    assert (found.label, found.class_id, found.title) == (None, 1, "#1")


# --- texts


@pytest.mark.parametrize("cut", [140, 150, 170, 189])
def test_a_text_that_is_cut_off_is_never_drawn_as_if_it_were_whole(cut: int) -> None:
    whole = json.dumps(corners((1, 1, 9, 9), (2, 2, 8, 8), (3, 3, 7, 7)))

    found = recognise(f"Found:\n```json\n{whole[:cut]}", kind="text", image_size=SIZE)

    assert (found.outcome, found.error) == ("error", "truncated_json")
    assert found.detections == ()
    assert found.recoverable == whole[:cut].count("}}")


def test_other_texts_are_no_detections() -> None:
    for text in ("", "3 cats [1]", "see {this}", "[1, 2, 3", "{'a': 1}", "x = [[1, 2], [3, 4]]"):
        assert recognise(text, kind="text", image_size=SIZE).outcome == "none"


def test_an_array_as_text_is_refused_because_it_may_have_lost_rows() -> None:
    rows = [{"label": "cat", "score": 0.5, "bbox": "[ 1.  2. 30. 40.]"}]

    assert recognise(rows, image_size=SIZE).error == "stringified_array"


@pytest.mark.parametrize("answer", [{"detections": []}, {"predictions": [], "image": {}}])
def test_nothing_found_is_an_answer(answer: Any) -> None:
    found = recognise(answer, image_size=SIZE)

    assert (found.outcome, found.error, len(found.sets)) == ("ok", None, 1)
    assert recognise(answer, image_size=SIZE, image_linked=False).outcome == "none"


def test_bare_numbers_need_a_picture() -> None:
    rows = bare([100, 100, 300, 200], [400, 300, 500, 400])

    assert recognise(rows, image_size=SIZE, image_linked=False).outcome == "none"


# --- sizes and orientation


def test_a_size_that_is_declared_scales_the_boxes() -> None:
    answer = {"image": {"width": 320, "height": 240}, "detections": corners((10, 20, 30, 40))}

    found = recognise(answer, image_size=SIZE)

    assert boxes(found) == [(20, 40, 60, 80)]
    assert found.warnings == ("scaled_from_declared_size",)
    assert found.sets[0].declared_size == (320, 240)


def test_a_size_of_another_shape_is_asked_about() -> None:
    answer = {"image_size": [640, 640], "detections": corners((100, 200, 300, 400))}

    found = recognise(answer, image_size=SIZE)
    chosen = recognise(answer, image_size=SIZE, hint="xyxy.px.letterbox")

    assert {each.convention: each.detections[0].box for each in found.candidates} == {
        "xyxy.px.stretch": (100, 150, 300, 300),
        "xyxy.px.letterbox": (100, 120, 300, 320),
        "xyxy.px.original": (100, 200, 300, 400),
    }
    assert boxes(chosen) == [(100, 120, 300, 320)]


@pytest.mark.parametrize("size", [{"width": "0", "height": "0"}, {"width": "", "height": ""}])
def test_a_size_of_nothing_is_no_size(size: Any) -> None:
    answer = {"image": size, "detections": corners((10, 20, 30, 40))}

    assert boxes(recognise(answer, image_size=SIZE)) == [(10, 20, 30, 40)]


def test_boxes_of_the_unrotated_file_are_turned_with_it() -> None:
    answer = {"image": {"width": 640, "height": 480}, "detections": corners((500, 10, 600, 60))}

    found = recognise(answer, image_size=(480, 640), raw_image_size=SIZE, exif_orientation=6)

    assert boxes(found) == [(420, 500, 470, 600)]
    assert found.warnings == ("exif_rotated",)


def test_a_rotated_picture_without_a_declared_size_is_decided_by_where_boxes_fit() -> None:
    facts: Any = {"image_size": (480, 640), "raw_image_size": SIZE, "exif_orientation": 6}

    either = recognise(corners((10, 10, 60, 60)), **facts)
    raw = recognise(corners((500, 10, 600, 60)), **facts)

    assert {each.convention for each in either.candidates} == {"xyxy.px", "xyxy.px.raw"}
    assert (boxes(raw), raw.certainty) == ([(420, 500, 470, 600)], "inferred")


# --- several pictures


def test_each_picture_has_a_set_of_its_own() -> None:
    found = recognise([corners((1, 1, 9, 9)), [], corners((2, 2, 8, 8))], image_size=SIZE)

    assert [(each.image_index, len(each)) for each in found.sets] == [(0, 1), (1, 0), (2, 1)]


def test_the_picture_at_hand_is_found_by_its_name() -> None:
    images = [{"id": at, "file_name": f"in/{at}.jpg", "width": 640, "height": 480} for at in (1, 2)]
    rows = [{"id": at, "image_id": at, "category_id": 1, "bbox": [at, 2, 30, 40]} for at in (1, 2)]
    answer = {"images": images, "annotations": rows, "categories": [{"id": 1, "name": "cup"}]}

    assert len(recognise(answer, image_size=SIZE).sets) == 2
    assert boxes(recognise(answer, image_size=SIZE, image_name="2.jpg")) == [(2, 2, 32, 42)]


def test_what_was_asked_for_is_the_label_where_the_answer_leaves_it_out() -> None:
    answer = {"objects": [{"x_min": 0.1, "y_min": 0.2, "x_max": 0.3, "y_max": 0.6}]}

    (found,) = recognise(answer, image_size=(100, 100), arguments={"object": "cat"}).detections

    assert found.label == "cat"


def test_places_in_a_page_that_was_straightened_are_refused() -> None:
    answer = {
        "res": {
            "rec_texts": ["A"], "rec_scores": [0.9],
            "rec_polys": [[[1, 1], [9, 1], [9, 9], [1, 9]]],
            "model_settings": {"use_doc_preprocessor": True},
            "doc_preprocessor_res": {"angle": 90},
        }
    }  # fmt: skip

    assert recognise(answer, image_size=SIZE).error == "foreign_coordinate_space"


def test_scaling_the_picture_and_the_pixels_scales_the_boxes() -> None:
    rows = [(12.5, 8.0, 200.0, 300.0), (220.0, 100.0, 400.0, 479.0)]
    small = recognise(corners(*rows), image_size=SIZE)
    large = recognise(
        corners(*[tuple(3 * v for v in row) for row in rows]),
        image_size=(1920, 1440),
    )

    for one, other in zip(small.detections, large.detections, strict=True):
        assert one.box is not None
        assert other.box == pytest.approx([3 * v for v in one.box])


def test_a_recognition_says_in_one_line_what_it_is() -> None:
    open_ = recognise(bare([100, 100, 300, 200]), image_size=SIZE)
    drawn = repr(recognise(corners((10, 10, 50, 50)), image_size=SIZE))

    assert repr(open_) == "<Recognition ambiguous: xyxy, pixels or xywh, pixels>"
    assert repr(open_.candidates[0]) == "<Candidate xyxy, pixels: 1 detection>"
    assert drawn == "<Recognition ok: 1 detection, hf.object_detection, xyxy, pixels (signature)>"


def test_every_code_has_a_meaning() -> None:
    assert all(meaning(code) for code in CODES)
