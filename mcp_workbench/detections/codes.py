"""The closed list of codes that recognition gives, each with its meaning in words."""

from __future__ import annotations

from typing import Literal, get_args

Code = Literal[
    "non_finite",
    "not_a_number",
    "coerced_numbers",
    "inverted_box",
    "zero_area",
    "outside_image",
    "out_of_range",
    "out_of_declared_range",
    "length_mismatch",
    "missing_coordinate",
    "conflicting_geometry",
    "mixed_geometry",
    "unknown_category",
    "score_scale_mixed",
    "bad_polygon",
    "bad_mask",
    "mask_too_large",
    "too_deep",
    "too_large",
    "truncated_json",
    "stringified_array",
    "foreign_coordinate_space",
    "scaled_from_declared_size",
    "exif_rotated",
    "label_sanitised",
    "draw_cap",
    "tool_error_payload",
    "no_convention_fits",
    "xml_doctype",
    "reader_failed",
]
CODES: tuple[Code, ...] = get_args(Code)

_MEANINGS: dict[Code, str] = {
    "non_finite": "a coordinate is not a finite number (NaN, infinite, or null in its place)",
    "not_a_number": "a coordinate is no number",
    "coerced_numbers": "numbers came as text and were read as numbers",
    "inverted_box": "the right or lower edge lies before the left or upper one",
    "zero_area": "the box has no width or no height",
    "outside_image": "the box lies outside the picture, wholly or in part",
    "out_of_range": "a number is far beyond any picture",
    "out_of_declared_range": "a coordinate lies outside the range that the payload declares",
    "length_mismatch": "columns of the payload have different lengths",
    "missing_coordinate": "a row lacks one of its coordinates",
    "conflicting_geometry": "a row describes its place twice, and the two disagree",
    "mixed_geometry": "rows of one list describe their places in different forms",
    "unknown_category": "the number of a class is not in the payload's list of classes",
    "score_scale_mixed": "scores of one list are partly 0 to 1 and partly per cent",
    "bad_polygon": "an outline has less than three points, or a point that is none",
    "bad_mask": "a mask does not cover its picture exactly",
    "mask_too_large": "a mask is much larger than the picture",
    "too_deep": "the payload is nested too deeply",
    "too_large": "the payload is too large",
    "truncated_json": "the payload ends in the middle",
    "stringified_array": "numbers came as the text of an array, which may have lost rows",
    "foreign_coordinate_space": "coordinates refer to a picture that the server changed",
    "scaled_from_declared_size": "coordinates were scaled from the size that the payload declares",
    "exif_rotated": "coordinates were turned as the picture's EXIF orientation says",
    "label_sanitised": "a label was shortened, or control characters were taken out",
    "draw_cap": "only the highest scores are drawn",
    "tool_error_payload": "the tool answered with an error in place of a result",
    "no_convention_fits": "no convention puts the boxes inside the picture",
    "xml_doctype": "the XML declares a document type",
    "reader_failed": "the payload could not be read",
}


def meaning(code: Code) -> str:
    """What `code` says, as part of a sentence.

    >>> meaning("zero_area")
    'the box has no width or no height'
    """
    return _MEANINGS[code]
