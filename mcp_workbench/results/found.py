"""Detections as the MIME renderer reads them, and in one line of words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..visible import one_line, visible

if TYPE_CHECKING:
    from ..detections import Candidate, Detection, Recognition
    from ..detections.detection import Box
    from ..messages import CandidateMessage, DetectionMessage, RecognitionMessage

# what keeps a saved notebook small; Python has them all
MAX_SHOWN, MAX_OFFERED, MAX_REJECTED, MAX_POINTS = 1000, 200, 100, 5000


def recognition_message(
    recognition: Recognition, detections: Sequence[Detection]
) -> RecognitionMessage:
    """The `detections` of one picture with how they were read; the best 1,000 by score."""
    return {
        "outcome": recognition.outcome,
        "error": recognition.error,
        "reader": recognition.reader,
        "convention": recognition.convention,
        "certainty": recognition.certainty,
        "detections": _messages(detections, MAX_SHOWN),
        "candidates": [_candidate(each) for each in recognition.candidates[:8]],
        "rejected": [
            {"index": each.index, "code": each.code} for each in recognition.rejected[:MAX_REJECTED]
        ],
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
    if recognition.outcome in ("none", "error") and not count:
        return f"no detections could be read ({recognition.error})"
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
    codes = Counter(each.code for each in recognition.rejected)
    if not codes:
        return ""
    return f"{codes.total()} refused ({', '.join(codes)})"


def _candidate(candidate: Candidate) -> CandidateMessage:
    return {
        "convention": candidate.convention,
        "detections": _messages(candidate.detections, MAX_OFFERED),
    }


def _messages(detections: Iterable[Detection], limit: int) -> list[DetectionMessage]:
    best = sorted(detections, key=lambda each: -1 if each.score is None else -each.score)
    points = MAX_POINTS
    messages: list[DetectionMessage] = []
    for each in best[:limit]:
        points -= sum(map(len, each.polygons))
        messages.append(_message(each, outlined=points >= 0))
    return messages


def _message(detection: Detection, *, outlined: bool) -> DetectionMessage:
    polygons = detection.polygons if outlined else ()
    track = detection.track_id
    return {
        "kind": detection.kind,
        "label": None if detection.label is None else one_line(detection.label),
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
