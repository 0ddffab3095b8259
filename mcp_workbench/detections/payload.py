"""The values that a payload may hold detections in, best first, each with where it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .codes import Code
from .fragments import Cut, Deep, fragments, looks_like_json
from .shapes import as_list, as_object, is_object, objects

MAX_TEXT = 20_000_000
MAX_WORDS = 4_000


class Source(NamedTuple):
    """A value, where it was found, and what was wrong with its text.

    Args:
        value: JSON; `None` where the text could not be read at all.
        place: `structuredContent`, `content[1]`, `text`, or `value`.
        problem: `truncated_json`, `too_deep` or `too_large`; `None` for what is complete.
    """

    value: Any
    place: str
    problem: Code | None = None


def sources(payload: Any, kind: str) -> Iterator[Source]:
    """The values in `payload`, which is JSON (`json`), a `text`, or an MCP result (`mcp`).

    >>> [found.value for found in sources('say ```[1]```', "text")]
    [[1], [1]]
    """
    if kind == "text":
        yield from _in_text(payload, "text")
    elif kind == "mcp":
        yield from _in_result(payload)
    elif isinstance(payload, str):
        yield from _in_text(payload, "value")
    else:
        yield Source(payload, "value")


def texts(wire: Any) -> list[tuple[int, str]]:
    """The texts among the content blocks of an MCP result, each with its place.

    >>> texts({"content": [{"type": "resource", "resource": {"text": "[]"}}]})
    [(0, '[]')]
    """
    found: list[tuple[int, str]] = []
    for at, block in enumerate(as_list(as_object(wire).get("content"))):
        held = as_object(block)
        # an embedded resource holds its text one level deeper
        text = held.get("text", as_object(held.get("resource")).get("text"))
        if isinstance(text, str):
            found.append((at, text))
    return found


def prose(payload: Any, kind: str) -> str:
    """The beginning of what is said beside the data; a server may explain its boxes there.

    >>> prose({"content": [{"type": "text", "text": "boxes are xyxy"}]}, "mcp")
    'boxes are xyxy'
    """
    if kind == "mcp":
        found = [text for _, text in texts(payload)]
    else:
        found = [payload] if isinstance(payload, str) else []
    told = [text[:MAX_WORDS].strip() for text in found if not looks_like_json(text)]
    return " ".join(told)[:MAX_WORDS]


def _in_text(text: Any, place: str) -> Iterator[Source]:
    if not isinstance(text, str):
        return
    if len(text) > MAX_TEXT:
        if looks_like_json(text):
            yield Source(None, place, "too_large")
        return
    for found in fragments(text):
        if isinstance(found, Deep):
            yield Source(None, place, "too_deep")
        elif isinstance(found, Cut):
            yield Source(found.value, place, "truncated_json")
        else:
            yield Source(found.value, place)


def _in_result(wire: Any) -> Iterator[Source]:
    structured: Any = as_object(wire).get("structuredContent")
    if is_object(structured) and set(structured) == {"result"}:
        structured = structured["result"]
    if isinstance(structured, str):
        yield from _in_text(structured, "structuredContent")
    elif structured is not None:
        yield Source(structured, "structuredContent")
    blocks = [list(_in_text(text, f"content[{at}]")) for at, text in texts(wire)]
    yield from _one_row_a_block(blocks)
    for found in blocks:
        yield from found


def _one_row_a_block(blocks: list[list[Source]]) -> Iterator[Source]:
    """Servers send an untyped list as one block an item; then all blocks are one list."""
    rows = [found[0].value for found in blocks if len(found) == 1 and not found[0].problem]
    if len(rows) > 1 and len(rows) == len(blocks) and objects(rows):
        yield Source(rows, "content")
