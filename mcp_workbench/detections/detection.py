"""Detections as plain values: pixels of the displayed picture, as floats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from .codes import Code
from .conventions import in_words
from .masks import RleMask

Box = tuple[float, float, float, float]
Point = tuple[float, float]
Polygon = tuple[Point, ...]
Size = tuple[int, int]
Kind = Literal["box", "rbox", "polygon", "mask", "point", "circle"]
Outcome = Literal["ok", "partial", "none", "ambiguous", "error", "no_image"]
Certainty = Literal["declared", "signature", "inferred", "assumed"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


def _nothing() -> Mapping[str, Any]:
    return _NOTHING


@dataclass(frozen=True, slots=True)
class Keypoint:
    """One named place of a detection, such as an eye.

    Args:
        x: pixels from the left edge of the displayed picture.
        y: pixels from its top edge.
        score: 0 to 1, `None` where the detector gives none.
        name: what it is, `None` where only its position in the list says so.

    >>> Keypoint(12.0, 30.0, name="nose").name
    'nose'
    """

    x: float
    y: float
    score: float | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Detection:
    """One thing that was found in a picture.

    Args:
        kind: what describes it best; a `rbox` is a rectangle at an angle, given as a polygon.
        box: x1, y1, x2, y2 of the enclosing box in pixels of the displayed picture, not clipped;
            `None` for points, and where the picture's size would be needed and is not known.
        polygons: outlines, each a tuple of x, y pairs in pixels.
        mask: the pixels that belong to it.
        keypoints: places within it.
        label: the class or the text that was read; control characters are taken out.
        class_id: the number of the class; never turned into a name by an assumed list.
        score: 0 to 1, `None` where the detector gives none.
        track_id: the same for one object over several pictures.
        index: the position in the payload.
        warnings: codes of what was noticed about this row.
        attributes: what else the format says, such as `iscrowd`.

    >>> Detection("box", (8.0, 16.0, 40.0, 48.0), label="cup", score=0.875)
    <Detection cup 0.88 at 8, 16, 40, 48>
    """

    kind: Kind
    box: Box | None
    polygons: tuple[Polygon, ...] = ()
    mask: RleMask | None = None
    keypoints: tuple[Keypoint, ...] = ()
    label: str | None = None
    class_id: int | None = None
    score: float | None = None
    track_id: str | int | None = None
    index: int = 0
    warnings: tuple[Code, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=_nothing)

    @property
    def title(self) -> str:
        """The label, else `#3` for class 3, else nothing.

        >>> Detection("box", None, class_id=3).title
        '#3'
        """
        if self.label:
            return self.label
        return "" if self.class_id is None else f"#{self.class_id}"

    def __repr__(self) -> str:
        place = "unknown place" if self.box is None else ", ".join(f"{v:g}" for v in self.box)
        score = "" if self.score is None else f"{self.score:.2f}"
        words = [self.title or self.kind, score, f"at {place}", " ".join(self.warnings)]
        return f"<Detection {' '.join(filter(None, words))}>"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A row of the payload that is not drawn.

    Args:
        index: its position in the payload.
        code: why, a code of `codes.CODES`.

    >>> Rejected(3, "inverted_box").code
    'inverted_box'
    """

    index: int
    code: Code


@dataclass(frozen=True, repr=False)
class DetectionSet:
    """The detections of one picture, a sequence of them.

    Args:
        detections: in the order of the payload.
        image_size: width and height of the displayed picture, `None` where it is not known.
        image_index: which picture of the payload this is, from 0.
        image_name: the picture's name as the payload gives it.
        declared_size: the width and height that the payload says its coordinates refer to.

    >>> len(DetectionSet((Detection("box", (0, 0, 2, 2)),)))
    1
    """

    detections: tuple[Detection, ...]
    image_size: Size | None = None
    image_index: int = 0
    image_name: str | None = None
    declared_size: Size | None = None

    def __iter__(self) -> Iterator[Detection]:
        return iter(self.detections)

    def __len__(self) -> int:
        return len(self.detections)

    def __repr__(self) -> str:
        return f"<DetectionSet of {len(self.detections)}, image {self.image_index}>"


@dataclass(frozen=True, repr=False)
class Candidate:
    """One reading of a payload that can be read in several ways.

    Args:
        convention: what to give as `hint` to choose this reading.
        detections: what it would draw.

    >>> Candidate("xywh.px", ()).words
    'xywh, pixels'
    """

    convention: str
    detections: tuple[Detection, ...]

    @property
    def words(self) -> str:
        """The convention for people."""
        return in_words(self.convention)

    def __repr__(self) -> str:
        return f"<Candidate {self.words}: {_counted(self.detections)}>"


@dataclass(frozen=True, repr=False)
class Recognition:
    """What was found in a payload, how it was read, and how sure that is.

    Args:
        outcome: `ok`; `partial` when rows were refused; `none` when the payload holds no
            detections; `ambiguous` when several readings fit, nothing is drawn then and
            `candidates` holds them; `error` when it holds detections that cannot be read;
            `no_image` when there is no picture to draw them on.
        error: a code of `codes.CODES`; it may accompany every outcome.
        sets: one `DetectionSet` a picture.
        candidates: the readings to choose from.
        rejected: rows that are not drawn, each with its code.
        reader: which format was recognised.
        convention: how its numbers are read, such as `yxyx.1000`.
        certainty: where that is known from.
        warnings: codes of what was noticed about the whole.
        source: where in the payload it lies, such as `structuredContent`.
        recoverable: how many whole rows a payload that is cut off still holds.

    >>> from mcp_workbench import recognise
    >>> recognise([{"box_2d": [0, 0, 500, 500], "label": "cup"}], image_size=(100, 100))
    <Recognition ok: 1 detection, gemini.box_2d, yxyx, 0–1000 (signature)>
    """

    outcome: Outcome
    error: Code | None = None
    sets: tuple[DetectionSet, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    reader: str | None = None
    convention: str | None = None
    certainty: Certainty | None = None
    warnings: tuple[Code, ...] = ()
    source: str | None = None
    recoverable: int = 0
    detections: tuple[Detection, ...] = field(init=False)

    def __post_init__(self) -> None:
        every = tuple(found for each in self.sets for found in each.detections)
        object.__setattr__(self, "detections", every)

    @property
    def convention_words(self) -> str:
        """The convention for people.

        >>> Recognition("ok", convention="xyxy.px").convention_words
        'xyxy, pixels'
        """
        return "" if self.convention is None else in_words(self.convention)

    def __repr__(self) -> str:
        if self.candidates:
            options = " or ".join(candidate.words for candidate in self.candidates)
            return f"<Recognition {self.outcome}: {options}>"
        certainty = "" if self.certainty is None else f" ({self.certainty})"
        parts = [
            _counted(self.detections),
            f"{len(self.rejected)} rejected" if self.rejected else "",
            self.error or "",
            self.reader or "",
            self.convention_words + certainty,
        ]
        return f"<Recognition {self.outcome}: {', '.join(filter(None, parts))}>"


def _counted(detections: tuple[Detection, ...]) -> str:
    count = len(detections)
    return f"{count} detection{'' if count == 1 else 's'}"
