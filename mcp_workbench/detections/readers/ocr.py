"""Texts that were read, each with the four corners of its line or word.

EasyOCR (https://www.jaided.ai/easyocr/documentation/), PaddleOCR
(https://paddlepaddle.github.io/PaddleOCR/), docTR (https://mindee.github.io/doctr/, `export`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..document import Document
from ..shapes import Row, as_list, is_list, is_object, objects
from .fields import declared_size
from .reading import Found, Page, Reading, Refusal

SPACES = ("points.px", "points.01")


def quads(document: Document) -> Reading | None:
    """`[[quad, text, score]]` of EasyOCR, and `[[quad, [text, score]]]` of PaddleOCR 2."""
    rows: Any = document.value
    if is_list(rows) and len(rows) == 1 and not _is_line(rows[0]):
        # PaddleOCR gives one list a picture
        rows = rows[0]
    if not is_list(rows) or not rows or not all(map(_is_line, rows)):
        return None
    found = [_line(row) for row in rows]
    return Reading("easyocr", (Page(found),), SPACES)


def _is_line(row: Any) -> bool:
    if not is_list(row) or len(row) not in (2, 3):
        return False
    quad, text = row[:2]
    pair = is_list(text) and len(text) == 2 and isinstance(text[0], str)
    return is_quad(quad) and (isinstance(text, str) or pair)


def _line(row: list[Any]) -> Found:
    quad, text, *rest = row
    # PaddleOCR keeps text and score together
    text, score = text if is_list(text) else (text, rest[0] if rest else None)
    return Found((), text, score=score, polygons=(quad,))


def is_quad(value: Any) -> bool:
    """Whether a value is four pairs; what is in them is checked with everything else.

    >>> is_quad([[0, 0], [1, 0], [1, 1], [0, 1]]), is_quad([0, 0, 1, 1])
    (True, False)
    """
    if not is_list(value) or len(value) != 4:
        return False
    return set(map(type, value)) == {list} and set(map(len, value)) == {2}


def lines(document: Document) -> Reading | None:
    """Rows of `{text, confidence, bbox: quad}`: PaddleOCR's server, EasyOCR's dictionary form."""
    for table in document.tables:
        key = next((k for k in ("bbox", "box", "boxes", "quad") if _all_quads(table.rows, k)), None)
        if key is None or not all(isinstance(row.get("text"), str) for row in table.rows):
            continue
        pages = tuple(
            Page(
                [
                    # EasyOCR's own spelling
                    Found(
                        (), row["text"], polygons=(row[key],),
                        score=row.get("confident", row.get("confidence", row.get("score"))),
                    )
                    for row in group.rows
                ]
            )
            for group in table.groups
        )  # fmt: skip
        return Reading("ocr.lines", pages, SPACES)
    return None


def _all_quads(rows: list[Row], key: str) -> bool:
    return bool(rows) and all(is_quad(row.get(key)) for row in rows)


def paddle(document: Document) -> Reading | Refusal | None:
    """`{res: {rec_texts, rec_scores, rec_polys}}` of PaddleOCR 3, one such object a picture.

    Its places are those of the picture after its own turning and flattening, where that is on.
    """
    pictures = objects(document.value) or [document.top]
    results = [each["res"] if is_object(each.get("res")) else each for each in pictures]
    if not all({"rec_texts", "rec_scores"} <= each.keys() for each in results):
        return None
    pages: list[Page] = []
    for each in results:
        if _preprocessed(each):
            return Refusal("paddleocr", "foreign_coordinate_space")
        texts, scores = as_list(each["rec_texts"]), as_list(each["rec_scores"])
        polygons = as_list(each.get("rec_polys", each.get("dt_polys")))
        if not len(texts) == len(scores) == len(polygons):
            return Refusal("paddleocr", "length_mismatch")
        rows = [
            Found((), text, score=score, polygons=(polygon,))
            for text, score, polygon in zip(texts, scores, polygons, strict=True)
        ]
        pages.append(Page(rows))
    return Reading("paddleocr", tuple(pages), ("points.px",))


def _preprocessed(result: Row) -> bool:
    settings = result.get("model_settings")
    if not is_object(settings) or not settings.get("use_doc_preprocessor"):
        return False
    done = result.get("doc_preprocessor_res")
    if not is_object(done):
        return True
    used = done.get("model_settings")
    flattened = not is_object(used) or used.get("use_doc_unwarping") is not False
    return flattened or done.get("angle") not in (0, -1)


def doctr(document: Document) -> Reading | Refusal | None:
    """`{pages: [{dimensions: [h, w], blocks: [{lines: [{words}]}]}]}`, in parts of the page."""
    sheets = objects(document.top.get("pages"))
    if sheets is None or not all({"blocks", "dimensions"} <= sheet.keys() for sheet in sheets):
        return None
    for sheet in sheets:
        orientation: Any = sheet.get("orientation")
        # a page that was straightened is one that nobody else has
        if is_object(orientation) and orientation.get("value"):
            return Refusal("doctr", "foreign_coordinate_space")
    pages = tuple(Page(list(map(_word, _words(sheet))), _dimensions(sheet)) for sheet in sheets)
    straight = all(found.numbers for page in pages for found in page.rows)
    return Reading("doctr", pages, ("xyxy.01" if straight else "points.01",))


def _words(sheet: Row) -> Iterator[Row]:
    for block in objects(sheet.get("blocks")) or []:
        for line in objects(block.get("lines")) or []:
            yield from objects(line.get("words")) or []


def _word(row: Row) -> Found:
    geometry: Any = row.get("geometry")
    label, score = row.get("value"), row.get("confidence")
    corners = as_list(geometry)
    if len(corners) == 2 and all(is_list(corner) for corner in corners):
        return Found((*corners[0], *corners[1]), label, score=score)
    return Found((), label, score=score, polygons=(corners,))


def _dimensions(sheet: Row) -> tuple[int, int] | None:
    # rows first, as NumPy has it
    return declared_size([{"image_shape": sheet["dimensions"]}])
