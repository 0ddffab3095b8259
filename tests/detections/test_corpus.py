"""Payloads of services, libraries and servers, against answers that were typed by hand."""

from typing import Any

import pytest

from mcp_workbench.detections import Detection, Recognition
from tests.detections.corpus import NAMES, case, run

_TEXT = """
    amb_bbox_xyxy_or_xywh amb_css_order_without_description amb_mcp_see_without_description
    amb_normalised_cxcywh_or_xyxy amb_opencv_ssd_raw azure_custom_vision azure_face bad_booleans
    bad_chart_bbox bad_classification_only bad_columns_length_mismatch bad_computer_use_action
    bad_conflicting_geometry bad_counts_only bad_declared_fraction_holds_pixels bad_deep_nesting
    bad_error_payload bad_geo_nominatim bad_huge_numbers bad_hundred_thousand bad_nan_literal_text
    bad_nan_score_only bad_no_image bad_normalised_without_size bad_numpy_repr
    bad_polygon_two_points bad_prose_only bad_rle_bomb bad_rle_sum bad_score_scale_mixed
    bad_unknown_category bad_wholly_outside bad_zero_area coco_instances_dataset coco_results
    coco_rle_uncompressed_crowd columns_with_names_table createml deepstack doctr_export
    easyocr_standard fiftyone_detections florence2_od gemini_3_6_boxes_polygon gemini_fenced
    google_vision_localized google_vision_snake_case grounding_dino_raw hf_datasets_objects
    hf_object_detection hf_post_process_grounded insightface mcp_cvdlt mcp_dinox
    mcp_groundlight_vision mcp_imagesorcery_detect mcp_landing_text mcp_many_text_blocks
    mcp_moondream_colemurray mcp_moondream_nighttrek mcp_openvino mcp_python_repr_dict mediapipe_js
    mmdet_inferencer moondream_detect near_chart_series near_docling_points near_figma_nodes
    near_pdfplumber_words obb_xywhr omniparser_list paddleocr_mcp paddleocr_v3
    paddlex_object_detection paddlex_rotated qwen3_vl_named rekognition_labels rekognition_text
    roboflow_inference roboflow_instance_seg roboflow_keypoints sagemaker_builtin tfod_batched
    torchvision_dict ultralytics_seg_track ultralytics_summary ultralytics_summary_normalized
"""
SUPPORTED = _TEXT.split()

OTHERS = [name for name in NAMES if name not in SUPPORTED]
BARE = ("label", "score", "box_xyxy_px", "box_normalised", "polygon_px", "keypoints_px",
        "mask_area_px", "attributes", "warnings")  # fmt: skip


@pytest.mark.parametrize("name", SUPPORTED)
def test_a_supported_payload_gives_the_stated_answer(name: str) -> None:
    it = case(name)
    found = run(it)

    assert found.outcome in (it.get("expected_outcome", "ok"), it.get("alternative_outcome"))
    assert found.error == it.get("expected_error")
    if "expected_count" in it:
        assert len(found.detections) == it["expected_count"]
    else:
        assert len(found.detections) == len(it["expected"])
        for got, want in zip(found.detections, it["expected"], strict=True):
            _same(got, want, it.get("tolerance_px", 1))
    _same_whole(found, it)


@pytest.mark.parametrize("name", OTHERS)
def test_a_payload_that_is_not_supported_draws_nothing_wrong(name: str) -> None:
    it = case(name)
    found = run(it)

    if found.detections:
        assert len(found.detections) == len(it["expected"])
        for got, want in zip(found.detections, it["expected"], strict=True):
            _same(got, want, it.get("tolerance_px", 1))


def test_the_supported_cases_exist() -> None:
    assert set(SUPPORTED) <= set(NAMES)
    assert len(SUPPORTED) == len(set(SUPPORTED))


def _same(got: Detection, want: dict[str, Any], tolerance: float) -> None:
    if want["box_xyxy_px"] is None:
        assert got.box is None
    else:
        assert got.box == pytest.approx(want["box_xyxy_px"], abs=tolerance)
    assert got.label == want["label"]
    assert got.score == (None if want["score"] is None else pytest.approx(want["score"]))
    for key in set(want) - set(BARE):
        assert getattr(got, key) == want[key], key
    for mine, theirs in zip(got.polygons, want.get("polygon_px", got.polygons), strict=True):
        for point, place in zip(mine, theirs, strict=True):
            assert point == pytest.approx(tuple(place), abs=tolerance)
    if "keypoints_px" in want:
        places = [[point.x, point.y, point.score] for point in got.keypoints]
        assert places == want["keypoints_px"]
    if "mask_area_px" in want:
        assert got.mask is not None
        assert got.mask.area == want["mask_area_px"]
    if "box_normalised" in want:
        assert got.attributes["box_normalised"] == pytest.approx(want["box_normalised"])
    assert got.attributes.items() >= want.get("attributes", {}).items()
    assert got.warnings == tuple(want.get("warnings", ()))


def _same_whole(found: Recognition, it: dict[str, Any]) -> None:
    if "certainty" in it:
        assert found.certainty == it["certainty"]
    if "rejected" in it:
        rejected = [{"index": bad.index, "code": bad.code} for bad in found.rejected]
        assert rejected == it["rejected"]
    assert found.warnings == tuple(it.get("warnings", ()))
    if found.outcome == "ambiguous":
        offered = {each.convention: each.detections[0].box for each in found.candidates}
        named = {each["convention"]: each for each in it["candidates"]}
        assert set(offered) <= set(named)
        assert set(offered) >= {key for key, each in named.items() if not each.get("optional")}
        for key, box in offered.items():
            assert box == pytest.approx(named[key]["box_xyxy_px"], abs=1)
