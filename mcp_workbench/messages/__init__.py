"""Shapes shared with the front end."""

from .result import (
    RESULT_MIME,
    AudioBlock,
    Block,
    CandidateMessage,
    DetectionMessage,
    ErrorMessage,
    ImageBlock,
    LinkBlock,
    NoteBlock,
    PictureMessage,
    RecognitionMessage,
    RejectedMessage,
    ResourceBlock,
    ResultMessage,
    TextBlock,
)

__all__ = [
    "RESULT_MIME",
    "AudioBlock",
    "Block",
    "CandidateMessage",
    "DetectionMessage",
    "ErrorMessage",
    "ImageBlock",
    "LinkBlock",
    "NoteBlock",
    "PictureMessage",
    "RecognitionMessage",
    "RejectedMessage",
    "ResourceBlock",
    "ResultMessage",
    "TextBlock",
]
