"""A result as text, for front ends that show nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..messages import Block, ErrorMessage, ResultMessage, TextBlock

LIMIT = 20_000


def plain(message: ResultMessage, detections: str) -> str:
    """What a person wants to read: error or value, then notes, then what was detected.

    Args:
        message: the result as it is displayed.
        detections: the line that sums them up, or an empty one.
    """
    lines: list[str] = []
    if message["error"]:
        lines += _error(message["error"])
    if message["structured"]:
        lines += _text(message["structured"], ".value")
    for block in message["blocks"]:
        lines += _block(block)
    lines += filter(None, [detections])
    lines += [f"warning: {warning}" for warning in message["warnings"]]
    text = "\n".join(lines) or "(the tool answered with nothing)"
    if len(text) <= LIMIT:
        return text
    return f"{text[:LIMIT]}\n… {len(text) - LIMIT:,} more characters of this display"


def _error(error: ErrorMessage) -> list[str]:
    hint = [f"hint: {error['hint']}"] if error["hint"] else []
    return [f"[{error['code']}] {error['text']}", *hint]


def _block(block: Block) -> list[str]:
    match block["type"]:
        case "text":
            return _text(block, ".text")
        case "image":
            picture = block["picture"]
            return [f"[{block['source']}: picture, {picture['width']} × {picture['height']}]"]
        case "audio":
            size = len(block["data"]) * 3 // 4
            return [f"[{block['source']}: {block['mime']}, {size:,} bytes]"]
        case "link":
            about = " · ".join(filter(None, (block["name"], block["description"], block["mime"])))
            return [f"[link {block['uri']}: {about}]" if about else f"[link {block['uri']}]"]
        case "resource":
            kind = f"{block['mime'] or 'resource'}, {block['size']:,} bytes"
            text = [] if block["text"] is None else [block["text"]]
            more = [_more(block["omitted"], ".resources")] if block["omitted"] else []
            return [f"[resource {block['uri']}: {kind}]", *text, *more]
        case "note":
            return [f"[{block['source']}: {block['text']}]"]


def _text(block: TextBlock, where: str) -> list[str]:
    more = [_more(block["omitted"], where)] if block["omitted"] else []
    return [block["text"], *more]


def _more(omitted: int, where: str) -> str:
    return f"… {omitted:,} more characters in {where}"
