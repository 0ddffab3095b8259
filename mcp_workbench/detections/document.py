"""What a reader looks at: a value, its tables of rows, and the call that it came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from .shapes import Row, as_object, is_list, is_object, objects

# keys that say by themselves that things in a picture follow, and keys that do not
STRONG = (
    "detections", "objects", "predictions", "faces", "instances", "tracks", "regions", "boxes",
    "bboxes", "bounding_boxes", "boundingBoxes", "annotations", "people", "persons", "text_lines",
    "text_segments", "text_regions", "text_blocks", "ocr_results",
)  # fmt: skip
WEAK = ("results", "result", "data", "items", "output", "outputs", "response", "res", "matches")
MAX_LEVELS = 6


@dataclass(frozen=True)
class Context:
    """The call that a payload answers.

    Args:
        image_size: of the displayed picture.
        raw_image_size: of its file, before the EXIF orientation.
        exif_orientation: 1 to 8.
        image_name: the picture's file name.
        image_linked: whether a picture belongs to the result at all.
        words: what the tool's description and the prose of the result say.
        arguments: what the tool was called with.
        hint: the convention that a person has chosen.
    """

    image_size: tuple[int, int] | None = None
    raw_image_size: tuple[int, int] | None = None
    exif_orientation: int = 1
    image_name: str | None = None
    image_linked: bool = True
    words: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    hint: str | None = None


class Group(NamedTuple):
    """The rows of one picture.

    Args:
        rows: objects, one a detection.
        container: the key they stood under; empty at the top.
        around: the objects they lie in, outermost first.
    """

    rows: list[Row]
    container: str = ""
    around: tuple[Row, ...] = ()

    @property
    def strong(self) -> bool:
        """Whether the container says that its rows are things in a picture."""
        return self.container in STRONG


class Table(NamedTuple):
    """Rows of one or more pictures.

    Args:
        groups: one a picture.
        listed: false for an object that stands alone and may be a row by itself.
    """

    groups: tuple[Group, ...]
    listed: bool = True

    @property
    def rows(self) -> list[Row]:
        """All rows of all pictures."""
        if len(self.groups) == 1:
            return self.groups[0].rows
        return [row for group in self.groups for row in group.rows]


class Document:
    """A JSON value with the places where rows may stand, looked up once for all readers.

    Args:
        value: the JSON value.
        context: the call it answers.

    >>> [t.groups[0].container for t in Document({"faces": [{"x": 1}]}, Context()).tables]
    ['faces', '']
    """

    def __init__(self, value: Any, context: Context) -> None:
        self.value = value
        self.context = context

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Where rows may stand, best first."""
        return tuple(_tables(self.value, "", (), MAX_LEVELS))

    @property
    def top(self) -> Row:
        """The value where it is an object, else an empty one."""
        return as_object(self.value)


def _tables(value: Any, container: str, around: tuple[Row, ...], levels: int) -> Iterator[Table]:
    if not levels:
        return
    if is_list(value):
        yield from _listed(value, container, around, levels)
    elif is_object(value):
        row = value
        for key in (*STRONG, *WEAK):
            if isinstance(row.get(key), list | dict):
                # a weak key inside a strong one does not make it weaker
                name = container if key in WEAK and container in STRONG else key
                yield from _tables(row[key], name, (*around, row), levels - 1)
        yield Table((Group([row], container, around),), listed=False)


def _listed(
    value: list[Any], container: str, around: tuple[Row, ...], levels: int
) -> Iterator[Table]:
    rows = objects(value)
    if rows is not None:
        batch = _envelopes(rows, around)
        if batch is not None:
            yield batch
        yield Table((Group(rows, container, around),))
    elif value and all(is_list(part) for part in value):
        parts = [objects(part) if part else [] for part in value]
        if any(parts) and None not in parts:
            yield Table(tuple(Group(part or [], container, around) for part in parts))
        elif len(value) == 1:
            yield from _tables(value[0], container, around, levels - 1)


def _envelopes(rows: list[Row], around: tuple[Row, ...]) -> Table | None:
    """One object a picture, each with its rows under the same strong key."""
    for key in STRONG:
        if key not in rows[0]:
            continue
        inner = [objects(row.get(key)) if row.get(key) else [] for row in rows]
        if any(inner) and None not in inner:
            groups = (
                Group(part or [], key, (*around, row))
                for part, row in zip(inner, rows, strict=True)
            )
            return Table(tuple(groups))
    return None
