"""A result as a MIME bundle: an interactive view, a picture, and text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..messages import RESULT_MIME
from ..visible import one_line, visible
from .blocks import TEXT, blocks, main_picture
from .error_view import error_message
from .found import summary
from .gallery import Gallery
from .pretty import pretty
from .preview import base64_text, png_within
from .text_view import text_view
from .value import same

if TYPE_CHECKING:
    from ..messages import ResultMessage, TextBlock
    from .linking import Linked
    from .tool_result import ToolResult

# what the renderer reads of a message, rather than shows
READ = frozenset(("kind", "type", "server", "tool", "code", "mime", "outcome", "certainty"))


def bundle(result: ToolResult) -> dict[str, Any]:
    """The result for display: text always, a PNG where there is a picture, the renderer's message.

    It never raises, whatever a server sent; what cannot be shown is named in the text. It adds
    about 400 kB to a notebook at most. A picture is scaled to 1,600 pixels; where it is too large
    even so, the renderer gets it as a JPEG of 100 kB, and the PNG falls to 256 colours and then to
    fewer pixels, until it is below 150 kB.
    """
    try:
        return _bundle(result)
    except Exception as error:  # noqa: BLE001  a server's data must not break the display
        words = f"{result!r}\n[this result cannot be displayed: {_named(error)}]"
        return {"text/plain": result.redact(words)}


def result_message(result: ToolResult) -> ResultMessage:
    """The result as the renderer reads it, without what is shown where there is no renderer.

    It never raises, and is bounded as `bundle` is.
    """
    linked, notes = _linked(result)
    try:
        return result.redact(_message(result, linked, Gallery(), notes), READ)
    except Exception as error:  # noqa: BLE001  a server's data must not break the display
        said = result.redact(f"this result cannot be displayed: {_named(error)}")
        server, tool = result.context.names
        return {
            "version": 1,
            "kind": "result",
            "server": one_line(server),
            "tool": one_line(tool),
            "elapsed": round(result.elapsed, 3),
            "error": None,
            "warnings": [said],
            "blocks": [],
            "structured": None,
        }


def _bundle(result: ToolResult) -> dict[str, Any]:
    linked, notes = _linked(result)
    told = "" if linked.base is None else summary(linked.recognition, drawable=True)
    gallery = Gallery()
    data: dict[str, Any] = {}
    try:
        png = _png(result, linked, gallery)
    except Exception as error:  # noqa: BLE001  text and view are still worth showing
        png, notes = None, [*notes, f"the picture cannot be drawn: {_named(error)}"]
    message = result.redact(_message(result, linked, gallery, notes), READ)
    data["text/plain"] = text_view(message, result.redact(told))
    if png is not None:
        data["image/png"] = base64_text(png)
    data[RESULT_MIME] = message
    return data


def _linked(result: ToolResult) -> tuple[Linked, list[str]]:
    from ..detections import Recognition
    from .linking import Linked

    try:
        return result.linked, []
    except Exception as error:  # noqa: BLE001  the rest of the result is still worth showing
        note = f"detections cannot be read: {_named(error)}"
        return Linked(Recognition("none"), None), [note]


def _png(result: ToolResult, linked: Linked, gallery: Gallery) -> bytes | None:
    picture = main_picture(result, linked, gallery)
    if picture is None:
        return None
    over = linked.over.get(picture.source)
    image = gallery.image(picture, exact=bool(over))
    if image is None:
        return None
    if over:
        from ..detections import draw

        image = draw(image, over)
    return png_within(image)


def _message(
    result: ToolResult, linked: Linked, gallery: Gallery, notes: list[str]
) -> ResultMessage:
    server, tool = result.context.names
    return {
        "version": 1,
        "kind": "result",
        "server": one_line(server),
        "tool": one_line(tool),
        "elapsed": round(result.elapsed, 3),
        "error": None if result.error is None else error_message(result.error),
        "warnings": [one_line(each, 1000) for each in (*result.warnings[:50], *notes)],
        "blocks": blocks(result, linked, gallery),
        "structured": _structured(result),
    }


def _structured(result: ToolResult) -> TextBlock | None:
    texts = [item for item in result.items if isinstance(item, str)]
    if result.structured is None or same(result.structured, texts):
        return None
    text, omitted = pretty(result.structured, TEXT)
    if result.error is not None and visible(text) in result.error.what:
        return None
    return {"type": "text", "text": visible(text), "omitted": omitted}


def _named(error: Exception) -> str:
    return one_line(f"{type(error).__name__}: {error}", 300)
