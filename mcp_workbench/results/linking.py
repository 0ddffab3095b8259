"""Which picture the detections of a result belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .content import Item
from .picture import Picture

if TYPE_CHECKING:
    from ..detections import Detection, Recognition
    from .context import CallContext

_NAMED = re.compile(
    r"annotat|visuali[sz]|overla(y|id)|labell?ed|drawn|(^|_)(draw|plot|som)(_|$)|with_boxes",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"annotated (image|picture|photo|frame|version|preview|jpe?g|png)"
    r"|(image|picture|photo|boxes|detections|masks|results)\W+(is |are )?(drawn|overlaid|marked)"
    r"|(draws?|overlays?|marks?) (the |all )?(bounding |detected )?(boxes|objects|detections)"
    r"|with (the |all )?(bounding )?boxes",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Linked:
    """What was recognised, and over which pictures it is drawn.

    Args:
        recognition: what the detections package found.
        base: the picture whose pixels the boxes are in; None where there is no picture.
        over: for the source of a picture, what is drawn over it.
        note: why nothing is drawn, where that needs saying.
    """

    recognition: Recognition
    base: Picture | None
    over: dict[str, tuple[Detection, ...]] = field(default_factory=dict[str, Any])
    note: str = ""


def linked(wire: Any, items: Sequence[Item], context: CallContext) -> Linked:
    """The detections of a result with the pictures that they belong to.

    The result's own picture comes first; one that evidently has its boxes painted in already only
    counts where none was sent, and is not drawn over. A size that the payload declares chooses
    between several.
    """
    mine = [item for item in items if isinstance(item, Picture) and item.size]
    done = [picture for picture in mine if _is_annotated(picture, items, context)]
    sent = [picture for picture in context.pictures if picture.size]
    choices = [picture for picture in mine if picture not in done] or sent or done
    base = choices[0] if choices else None
    recognition = _recognised(wire, base, context)
    declared = recognition.sets[0].declared_size if recognition.sets else None
    if base is not None and declared is not None and base.size != declared:
        fitting = next((picture for picture in choices if picture.size == declared), None)
        if fitting is not None:
            base, recognition = fitting, _recognised(wire, fitting, context)
    if base is None or not recognition.sets:
        return Linked(recognition, base)
    if base in done:
        return Linked(recognition, base, note="has its boxes already, nothing is drawn over it")
    return _paired(recognition, base, choices)


def _recognised(wire: Any, base: Picture | None, context: CallContext) -> Recognition:
    from ..detections import recognise

    return recognise(
        wire,
        kind="mcp",
        image_size=base.size if base else None,
        raw_image_size=base.raw_size if base else None,
        exif_orientation=base.exif_orientation if base else 1,
        image_name=base.name if base else None,
        image_linked=base is not None,
        tool_description=context.words,
        arguments=context.arguments,
    )


def _paired(recognition: Recognition, base: Picture, choices: Sequence[Picture]) -> Linked:
    if len(recognition.sets) == 1:
        return Linked(recognition, base, {base.source: tuple(recognition.sets[0].detections)})
    over: dict[str, tuple[Detection, ...]] = {}
    for each in recognition.sets:
        picture = choices[each.image_index] if each.image_index < len(choices) else None
        # boxes were read for the size of one picture, so they fit no picture of another size
        if picture is not None and picture.size == (each.declared_size or base.size):
            over[picture.source] = tuple(each.detections)
    left = len(recognition.sets) - len(over)
    note = f"the detections of {left} more images have no picture here" if left else ""
    return Linked(recognition, base, over, note)


def _is_annotated(picture: Picture, items: Sequence[Item], context: CallContext) -> bool:
    """Whether words about the picture say that boxes are painted into it."""
    if _NAMED.search(context.tool) or _NAMED.search(picture.name or ""):
        return True
    if _SAID.search(context.description):
        return True
    before = items[max(0, items.index(picture) - 1)]
    return isinstance(before, str) and bool(_SAID.search(before[:1000]))
