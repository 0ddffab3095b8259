"""A result as text, for front ends that show nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..visible import hinted

if TYPE_CHECKING:
    from ..messages import Block, ErrorMessage, ResultMessage, TextBlock

LIMIT, LEAST = 20_000, 2_000


def text_view(message: ResultMessage, detections: str) -> str:
    """What a person wants to read: error or value, then notes, then what was detected.

    Args:
        message: the result as it is displayed.
        detections: the line that sums them up, or an empty one.
    """
    first = _error(message["error"]) if message["error"] else []
    # what was sent is told after what came
    ordered = sorted(message["blocks"], key=_was_sent)
    rest = [line for block in ordered for line in _block(block)]
    rest += filter(None, [detections])
    rest += [f"warning: {warning}" for warning in message["warnings"]]
    value = message["structured"]
    if value is not None:
        # the texts are bounded already, so that what stands last is never cut
        room = max(LEAST, LIMIT - sum(map(len, rest)))
        cut = max(0, len(value["text"]) - room)
        more = value["omitted"] + cut
        first += _text(
            {"type": "text", "text": value["text"][:room], "omitted": more}, ".structured"
        )
    return "\n".join((*first, *rest)) or "(the tool answered with nothing)"


def _was_sent(block: Block) -> bool:
    return block["type"] == "image" and block["source"].startswith("argument ")


def _error(error: ErrorMessage) -> list[str]:
    return hinted(f"[{error['code']}] {error['text']}", error["hint"]).split("\n")


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
