"""Columns in place of rows: `boxes`, `labels`, `scores` side by side.

torchvision (https://pytorch.org/vision/stable/models.html#object-detection), Hugging Face
`post_process_*` (https://huggingface.co/docs/transformers/model_doc/grounding-dino), MMDetection's
`DetInferencer`, Grounding DINO, the TensorFlow Object Detection API, Hugging Face data sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..document import WEAK, Document, Group
from ..shapes import Row, as_list, is_list, is_object, objects
from .fields import declared_size, names_table, words_around
from .reading import Found, Page, Reading, Refusal

BOXES = ("boxes", "bboxes", "bbox", "detection_boxes", "xyxy", "xywh")
LABELS = (
    "text_labels", "phrases", "label_names", "class_names", "labels", "categories", "classes",
    "detection_class_entities", "detection_classes_as_text",
)  # fmt: skip
CLASSES = (
    "class_ids", "category_ids", "detection_classes", "labels", "class_id", "classes", "category",
)  # fmt: skip
SCORES = ("scores", "confidences", "confidence", "logits", "detection_scores", "conf", "probs")
TRACKS = ("tracker_ids", "track_ids", "tracker_id", "track_id")


class Columns(NamedTuple):
    """The columns of one picture.

    Args:
        table: the object that holds them.
        around: the objects it lies in, outermost first.
    """

    table: Row
    around: tuple[Row, ...] = ()

    @property
    def key(self) -> str:
        """The key of the boxes."""
        return next(key for key in BOXES if isinstance(self.table.get(key), list | str))


def columns(document: Document) -> Reading | Refusal | None:
    """Any such columns of equal length."""
    found = next(_candidates(document), None)
    if found is None:
        return None
    name, conventions = _signature(found[0])
    pages: list[Page] = []
    for each in found:
        if isinstance(each.table[each.key], str):
            return Refusal(name, "stringified_array")
        rows = _rows(each, name)
        if rows is None:
            return Refusal(name, "length_mismatch")
        places = (each.table, *each.around[::-1])
        pages.append(Page(rows, declared_size(places), None, names_table(places)))
    words = words_around(Group([], "", (*found[0].around, found[0].table)))
    key = found[0].key if found[0].key in ("xyxy", "xywh") else ""
    return Reading(name, tuple(pages), conventions, words=f"{key}; {words}")


def _candidates(document: Document) -> Iterator[list[Columns]]:
    """Objects that hold boxes beside labels or scores, one a picture."""
    rows = objects(document.value)
    if rows is not None and all(map(_is_columns, rows)):
        yield [Columns(row) for row in rows]
    yield from _inside(document.top, (), 3)


def _inside(place: Row, around: tuple[Row, ...], levels: int) -> Iterator[list[Columns]]:
    if _is_columns(place):
        yield [Columns(place, around)]
    if not levels:
        return
    for key in ("predictions", "detections", "objects", "instances", "<OD>", *WEAK):
        inner = place.get(key)
        rows = objects(inner)
        if rows is not None and all(map(_is_columns, rows)):
            yield [Columns(row, (*around, place)) for row in rows]
        elif is_object(inner):
            yield from _inside(inner, (*around, place), levels - 1)


def _is_columns(table: Row) -> bool:
    boxes = next((table[key] for key in BOXES if isinstance(table.get(key), list | str)), None)
    beside = any(is_list(table.get(k)) for k in (*LABELS, *CLASSES, *SCORES))
    if boxes is None or not beside:
        return False
    if isinstance(boxes, str):
        return boxes.lstrip().startswith("[[")
    return bool(boxes) and all(is_list(box) for box in boxes)


def _signature(columns: Columns) -> tuple[str, tuple[str, ...]]:
    """The name of a known format and its conventions; none where only the geometry can tell."""
    keys = columns.table.keys()
    around: Row = columns.around[-1] if columns.around else {}
    space = ("xyxy.px", "xyxy.01")
    if {"boxes", "logits", "phrases"} <= keys:
        return "groundingdino.raw", ("cxcywh.01",)
    if {"detection_boxes", "detection_scores"} <= keys:
        return "tfod", ("yxyx.01",)
    if {"bbox", "area", "category"} <= keys:
        return "hf.datasets", ("xywh.px",)
    if columns.table is around.get("<OD>"):
        return "florence2", ("xyxy.px",)
    if {"boxes", "scores", "text_labels"} <= keys:
        return "hf.post_process", space
    if {"bboxes", "labels", "scores"} <= keys and "predictions" in around:
        return "mmdet.inferencer", space
    if keys <= {"boxes", "labels", "scores", "masks", "keypoints"} and {"boxes", "scores"} <= keys:
        labels: Any = columns.table.get("labels")
        boxes: Any = columns.table["boxes"]
        if _numbered(labels) and not _fractional(boxes):
            return "torchvision", ("xyxy.px",)
    return "columns", ()


def _numbered(column: Any) -> bool:
    return is_list(column) and all(type(v) is int for v in column)


def _fractional(boxes: Any) -> bool:
    values = [v for box in boxes for v in box]
    return all(type(v) in (int, float) and abs(v) <= 1.5 for v in values)


def _rows(columns: Columns, name: str) -> list[Found] | None:
    table = columns.table
    if name == "tfod":
        table = _without_padding(table)
    boxes: list[list[Any]] = table[columns.key]
    count = len(boxes)
    beside = [
        as_list(table.get(key)) for key in (*LABELS, *CLASSES, *SCORES, *TRACKS) if key in table
    ]
    if any(column and len(column) != count for column in beside):
        return None
    labels, classes = _column(table, LABELS, str), _column(table, CLASSES, int)
    scores, tracks = _column(table, SCORES, float), _column(table, TRACKS, int)
    if name == "florence2":
        # its tokeniser may leave the mark that ends a sentence
        texts = (label if isinstance(label, str) else "" for label in labels or [])
        labels = [text.replace("</s>", "") for text in texts]
    nothing = [None] * count
    return [
        Found(tuple(as_list(box)), label, number, score, track)
        for box, label, number, score, track in zip(
            boxes, labels or nothing, classes or nothing, scores or nothing, tracks or nothing,
            strict=True,
        )
    ]  # fmt: skip


def _column(table: Row, names: Sequence[str], kind: type) -> list[Any] | None:
    """The first of the columns whose values are of a kind; whole floats count as ints."""
    for name in names:
        column = table.get(name)
        if not is_list(column):
            continue
        values = column
        if kind is str and any(isinstance(v, str) for v in values):
            return values
        if kind is int and all(_whole(v) for v in values):
            return [int(v) for v in values]
        if kind is float and not any(isinstance(v, list | dict) for v in values):
            return values
    return None


def _whole(value: Any) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


def _without_padding(table: Row) -> Row:
    """One picture of a batch of one, and no rows beyond `num_detections`.

    Source: https://github.com/tensorflow/models/blob/master/research/object_detection/g3doc/
    """
    boxes: Any = table["detection_boxes"]
    if len(boxes) == 1 and boxes[0] and is_list(boxes[0][0]):
        table = {
            key: value[0] if is_list(value) and len(value) == 1 else value
            for key, value in table.items()
        }
    count: Any = table.get("num_detections")
    if not _whole(count):
        return table
    end = int(count)
    return {key: value[:end] if is_list(value) else value for key, value in table.items()}
