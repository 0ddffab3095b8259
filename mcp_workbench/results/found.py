"""Detections as the MIME renderer reads them, and in one line of words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..visible import one_line, visible

if TYPE_CHECKING:
    from ..detections import Code, Detection, Recognition
    from ..detections.detection import Box
    from ..messages import (
        CodeMessage,
        DetectionMessage,
        DetectionsMessage,
        RecognitionMessage,
        RowsMessage,
    )

# what keeps a saved notebook small; Python has them all
MAX_SHOWN, MAX_OFFERED, MAX_ROWS, MAX_POINTS = 1000, 1600, 5, 5000


def recognition_message(
    recognition: Recognition, detections: Sequence[Detection]
) -> RecognitionMessage:
    """The `detections` of one picture with how they were read; the best 1,000 by score."""
    offered = recognition.candidates
    return {
        "outcome": recognition.outcome,
        "error": None if recognition.error is None else _code(recognition.error),
        "reader": recognition.reader,
        "convention": recognition.convention,
        "words": recognition.convention_words,
        "certainty": recognition.certainty,
        "detections": _detections(detections, MAX_SHOWN),
        "candidates": [
            {
                "convention": each.convention,
                "words": each.words,
                "detections": _detections(each.detections, MAX_OFFERED // len(offered)),
            }
            for each in offered
        ],
        "rejected": _by_code((each.code, each.index) for each in recognition.rejected),
        "warnings": [_code(each) for each in recognition.warnings],
    }


def summary(recognition: Recognition, drawable: bool) -> str:
    """One line for people: how many, how read, how sure, what is left out.

    >>> from mcp_workbench import recognise
    >>> found = recognise([{"box_2d": [0, 0, 500, 500], "label": "cup"}], image_size=(100, 100))
    >>> summary(found, drawable=True)
    '1 detection · yxyx, 0–1000 · signature'
    """
    if recognition.outcome == "none" and not recognition.error:
        return ""
    if recognition.outcome == "ambiguous":
        options = " or ".join(each.words for each in recognition.candidates)
        return f"ambiguous detections: {options}; nothing is drawn"
    count = len(recognition.detections)
    if recognition.error and recognition.outcome in ("none", "error") and not count:
        return f"no detections could be read: {_in_words(recognition.error)}"
    parts = [
        f"{count:,} detection{'' if count == 1 else 's'}",
        recognition.convention_words,
        recognition.certainty or "",
        _refused(recognition),
        f"the interactive view has the best {MAX_SHOWN:,}" if count > MAX_SHOWN else "",
        "" if drawable else "no picture to draw on",
    ]
    return " · ".join(filter(None, parts))


def _refused(recognition: Recognition) -> str:
    if not recognition.rejected:
        return ""
    codes: dict[Code, None] = dict.fromkeys(each.code for each in recognition.rejected)
    return f"{len(recognition.rejected):,} refused: {'; '.join(map(_in_words, codes))}"


def _in_words(code: Code) -> str:
    from ..detections import meaning

    return f"{meaning(code)} ({code})"


def _code(code: Code) -> CodeMessage:
    from ..detections import meaning

    return {"code": code, "text": meaning(code)}


def _by_code(told: Iterable[tuple[Code, int]]) -> list[RowsMessage]:
    """Codes in the order in which they first come, each with the rows that it is about."""
    rows: dict[Code, list[int]] = {}
    for code, row in told:
        rows.setdefault(code, []).append(row)
    return [
        {**_code(code), "count": len(every), "rows": every[:MAX_ROWS]}
        for code, every in rows.items()
    ]


def _detections(detections: Sequence[Detection], limit: int) -> DetectionsMessage:
    from ..detections.palette import numbered

    best = sorted(detections, key=lambda each: -1 if each.score is None else -each.score)[:limit]
    classes = numbered(each.title for each in detections)
    messages: list[DetectionMessage] = []
    omitted: list[int] = []
    room = MAX_POINTS
    for each in best:
        points = sum(map(len, each.polygons))
        fits = points <= room
        if fits:
            room -= points
        else:
            omitted.append(points)
        messages.append(_message(each, classes[each.title], outlined=fits))
    return {
        "best": messages,
        "total": len(detections),
        "unplaced": sum(each.box is None and not each.polygons for each in detections),
        "masks": sum(each.mask is not None for each in detections),
        "keypoints": sum(bool(each.keypoints) for each in detections),
        "omitted_outlines": len(omitted),
        "omitted_points": sum(omitted),
        "warnings": _by_code((code, each.index) for each in detections for code in each.warnings),
    }


def _message(detection: Detection, class_index: int, *, outlined: bool) -> DetectionMessage:
    polygons = detection.polygons if outlined else ()
    track = detection.track_id
    return {
        "kind": detection.kind,
        "label": one_line(detection.title),
        "class_index": class_index,
        "score": None if detection.score is None else _number(detection.score, 4),
        "box": None if detection.box is None else _box(detection.box),
        "polygons": [[(_number(x, 1), _number(y, 1)) for x, y in each] for each in polygons],
        "track_id": visible(track) if isinstance(track, str) else track,
        "warnings": list(detection.warnings),
    }


def _box(box: Box) -> Box:
    x1, y1, x2, y2 = (_number(value, 2) for value in box)
    return x1, y1, x2, y2


def _number(value: float, digits: int) -> float:
    return round(float(value), digits) if math.isfinite(value) else 0.0
