"""From a payload to detections in pixels, never by a silent guess."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from .conventions import parse
from .detection import Recognition
from .document import Context, Document
from .nesting import value_too_deep
from .payload import Source, prose, sources
from .readers import READERS
from .settling import settle
from .shapes import is_object

# outcomes after which no other part of the payload is looked at
_FOUND = ("ok", "partial", "ambiguous", "no_image")


def recognise(  # noqa: PLR0913  keyword-only facts about one call, each optional
    payload: Any,
    *,
    kind: Literal["json", "text", "mcp"] = "json",
    image_size: tuple[int, int] | None = None,
    raw_image_size: tuple[int, int] | None = None,
    exif_orientation: int = 1,
    image_name: str | None = None,
    image_linked: bool = True,
    tool_description: str = "",
    arguments: Mapping[str, Any] | None = None,
    hint: str | None = None,
) -> Recognition:
    """Detections in what a tool has returned, whatever format they are written in.

    Nothing about the payload raises: what is wrong with it is a code in the answer.

    Args:
        payload: a JSON value, a text, or an MCP `tools/call` result as on the wire.
        kind: which of them: `json`, `text` or `mcp`.
        image_size: width and height of the picture as displayed, in pixels.
        raw_image_size: those of its file, before the EXIF orientation is applied.
        exif_orientation: 1 to 8, as the file's EXIF data say.
        image_name: its file name, to find it among several in a data set.
        image_linked: whether a picture belongs to the result; without one only formats that
            cannot be anything else are recognised.
        tool_description: the tool's text; some servers say there how their boxes are written.
        arguments: what the tool was called with.
        hint: a convention such as `yxyx.1000` that a person has chosen.

    Raises:
        UsageInvalid: `hint` is no convention.

    >>> found = recognise(
    ...     {"detections": [{"label": "cup", "score": 0.9, "bbox": [8, 8, 30, 40]}]},
    ...     image_size=(64, 64), tool_description="boxes as [x1, y1, x2, y2]",
    ... )
    >>> found.certainty, found.detections
    ('declared', (<Detection cup 0.90 at 8, 8, 30, 40>,))
    """
    if hint is not None:
        parse(hint)
    context = Context(
        _size(image_size), _size(raw_image_size), exif_orientation, image_name, image_linked,
        tool_description, arguments or {}, hint,
    )  # fmt: skip
    try:
        words = f"{tool_description} {prose(payload, kind)}"
        return _undisturbed(payload, kind, replace(context, words=words.strip()))
    except Exception:  # noqa: BLE001  the boundary to data from servers: readers meet anything there
        return Recognition("error", "reader_failed")


def _size(size: Sequence[int] | None) -> tuple[int, int] | None:
    """What may come from JSON or NumPy as a pair that can be compared."""
    return None if size is None else (int(size[0]), int(size[1]))


def _undisturbed(payload: Any, kind: str, context: Context) -> Recognition:
    """`_first` with no search for cycles: there are none, and it takes up to a third of the time.

    The switch is one of the whole process. Only who finds it on turns it off, and turns it on
    again, so that it is on once all threads are done, in whatever order they are.
    """
    enabled = gc.isenabled()
    try:
        if enabled:
            gc.disable()
        return _first(payload, kind, context)
    finally:
        if enabled:
            gc.enable()


def _first(payload: Any, kind: str, context: Context) -> Recognition:
    """The first part of the payload that holds detections; else what was wrong with the others."""
    fallback: Recognition | None = None
    for source in sources(payload, kind):
        found = _read(source, context)
        if found is None:
            continue
        found = replace(found, source=source.place)
        if found.outcome in _FOUND and (found.detections or found.candidates):
            return found
        fallback = fallback or found
    return fallback or Recognition("none")


def _read(source: Source, context: Context) -> Recognition | None:
    if source.value is None:
        return Recognition("error", source.problem)
    document = Document(source.value, context)
    for reader in READERS:
        reading = reader(document)
        if reading is not None:
            found = settle(reading, context)
            if source.problem is None:
                return found
            # what is cut off is never drawn as if it were all
            count = len(found.detections) + len(found.candidates and found.candidates[0].detections)
            return Recognition("error", source.problem, reader=found.reader, recoverable=count)
    if source.problem is None and value_too_deep(source.value):
        return Recognition("error", "too_deep")
    return _error_payload(source.value)


def _error_payload(value: Any) -> Recognition | None:
    """A tool that answers with an object that only says what went wrong."""
    if is_object(value) and "error" in value and isinstance(value["error"], str):
        return Recognition("none", "tool_error_payload") if value["error"] else None
    return None
