"""A tool result as the MIME renderer reads it; `labextension/src/protocol.ts` says the same."""

from typing import Literal, NotRequired, TypedDict

RESULT_MIME = "application/vnd.mcp-workbench.result+json"


class DetectionMessage(TypedDict):
    """One detection, in pixels of the picture as displayed (EXIF applied).

    `label` is what Python's `draw` writes: a class without a name has its number, what has neither
    is empty. `class_index` is the place of that label among all of the picture, in order; it gives
    the colour, which is so the same as Python's whatever part of the detections is here.
    """

    kind: str
    label: str
    class_index: int
    score: float | None
    box: tuple[float, float, float, float] | None
    polygons: list[list[tuple[float, float]]]
    track_id: str | int | None
    warnings: list[str]


class CodeMessage(TypedDict):
    """A detection code and what it means, as part of a sentence."""

    code: str
    text: str


class RowsMessage(TypedDict):
    """A detection code of `count` rows of the payload; `rows` are the first of them, from 0."""

    code: str
    text: str
    count: int
    rows: list[int]


class DetectionsMessage(TypedDict):
    """The detections of one picture: the `best` of them by score, and what is not among these.

    Counted over all `total` are those that have no place in the picture (`unplaced`), and those
    with a mask or keypoints, which only Python's `draw` shows. `omitted_outlines` counts those of
    `best` whose outlines, of `omitted_points` points, were left out: their boxes stand for them.
    """

    best: list[DetectionMessage]
    total: int
    unplaced: int
    masks: int
    keypoints: int
    omitted_outlines: int
    omitted_points: int
    warnings: list[RowsMessage]


class CandidateMessage(TypedDict):
    """One reading of boxes whose convention is ambiguous; `words` are its name for people."""

    convention: str
    words: str
    detections: DetectionsMessage


class RecognitionMessage(TypedDict):
    """What was recognised in the result, how it was read, and how sure that is.

    `words` name the convention for people, empty where there is none. `warnings` are of the whole.
    """

    outcome: str
    error: CodeMessage | None
    reader: str | None
    convention: str | None
    words: str
    certainty: str | None
    detections: DetectionsMessage
    candidates: list[CandidateMessage]
    rejected: list[RowsMessage]
    warnings: list[CodeMessage]


class PictureMessage(TypedDict):
    """A picture: a preview in base64, `width` and `height` of the original as displayed.

    `data` may hold fewer pixels than `width` × `height`; detections are in the latter.
    """

    mime: str
    data: str
    width: int
    height: int


class TextBlock(TypedDict):
    """A text block; `omitted` counts the characters that were left out of the display.

    `folded` is there, and true, where a picture shows what the text says: it is opened on demand.
    """

    type: Literal["text"]
    text: str
    omitted: int
    folded: NotRequired[bool]


class ImageBlock(TypedDict):
    """A picture, with what is drawn over it where the detections belong to this one.

    `source` says where it comes from: `content[1]`, or `argument image` for one that was sent.
    """

    type: Literal["image"]
    source: str
    picture: PictureMessage
    recognition: RecognitionMessage | None


class AudioBlock(TypedDict):
    """A sound in base64."""

    type: Literal["audio"]
    source: str
    mime: str
    data: str


class LinkBlock(TypedDict):
    """A link to a resource of the server."""

    type: Literal["link"]
    uri: str
    name: str
    description: str
    mime: str


class ResourceBlock(TypedDict):
    """An embedded resource; `text` is None where it is binary, `size` is in bytes."""

    type: Literal["resource"]
    uri: str
    mime: str
    text: str | None
    omitted: int
    size: int


class NoteBlock(TypedDict):
    """Something that cannot be shown as what it claims to be; Python keeps its bytes."""

    type: Literal["note"]
    source: str
    text: str


Block = TextBlock | ImageBlock | AudioBlock | LinkBlock | ResourceBlock | NoteBlock


class ErrorMessage(TypedDict):
    """A failed call: stable code, finer reason, words, and what to do."""

    code: str
    reason: str
    text: str
    hint: str


class ResultMessage(TypedDict):
    """The whole result of one call; `elapsed` in seconds.

    `structured` is the structured content as indented JSON, None where the blocks say the same.
    """

    version: Literal[1]
    kind: Literal["result"]
    server: str
    tool: str
    elapsed: float
    error: ErrorMessage | None
    warnings: list[str]
    blocks: list[Block]
    structured: TextBlock | None
