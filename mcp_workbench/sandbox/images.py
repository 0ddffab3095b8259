"""Pictures as code in the sandbox sees them: size and kind, while the bytes stay outside."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from pydantic_monty import ClassInstance

    from ..results import Picture


@dataclass(frozen=True)
class Image:
    """What stands for a picture in the sandbox; its class name is what code there prints."""

    picture: Picture
    width: int
    height: int
    mime_type: str

    @classmethod
    def of(cls, picture: Picture) -> Image:
        """The one of `picture`; 0 × 0 pixels where it is no image."""
        width, height = picture.size or (0, 0)
        return cls(picture, width, height, picture.mime)


class Images:
    """Pictures by the identity that they have in the sandbox, within a number of bytes.

    A restored sandbox knows them by identity alone, so that without it they would be lost.

    >>> Images(1000).found(UUID(int=1)) is None
    True
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._kept: OrderedDict[UUID, Image] = OrderedDict()

    def sent(self, picture: Picture) -> ClassInstance:
        """`picture` as it enters the sandbox; the oldest are forgotten when it gets too much."""
        from pydantic_monty import ClassInstance

        image = Image.of(picture)
        handle = ClassInstance(image, eager_attrs=("width", "height", "mime_type"))
        self._kept[handle.id] = image
        total = sum(len(kept.picture.data) for kept in self._kept.values())
        while total > self._room and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            total -= len(oldest.picture.data)
        return handle

    def found(self, identity: UUID) -> Picture | None:
        """The picture of this identity, where it is still kept."""
        kept = self._kept.get(identity)
        return kept.picture if kept else None
