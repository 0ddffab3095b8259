"""Shapes shared with the front end; `labextension/src/protocol.ts` says the same.

General layout: `result`, `form`, `question` and `agent` are views, which the MIME renderer shows;
`panel` is what the panel and the kernel tell each other.
"""

from .agent import AgentCallMessage, AgentRunMessage, ModelTextMessage
from .form import ChoiceMessage, FieldMessage, FormMessage, TesterMessage
from .panel import (
    HELLO,
    TARGET,
    AnswerRequest,
    CallRequest,
    CancelRequest,
    DoneReply,
    FailedReply,
    LineReply,
    MovedRequest,
    OpeningMessage,
    ProgressReply,
    QuestionReply,
    Reply,
    Request,
    ResultReply,
    ServerMessage,
    ServerRequest,
    StateMessage,
    ToolsReply,
)
from .question import AskedMessage, PartMessage, QuestionMessage
from .result import (
    RESULT_MIME,
    AudioBlock,
    Block,
    CandidateMessage,
    CodeMessage,
    DetectionMessage,
    DetectionsMessage,
    ErrorMessage,
    ImageBlock,
    LinkBlock,
    NoteBlock,
    PictureMessage,
    RecognitionMessage,
    ResourceBlock,
    ResultMessage,
    RowsMessage,
    TextBlock,
)

View = (
    ResultMessage
    | TesterMessage
    | QuestionMessage
    | AskedMessage
    | ModelTextMessage
    | AgentCallMessage
    | AgentRunMessage
)

__all__ = [
    "HELLO",
    "RESULT_MIME",
    "TARGET",
    "AgentCallMessage",
    "AgentRunMessage",
    "AnswerRequest",
    "AskedMessage",
    "AudioBlock",
    "Block",
    "CallRequest",
    "CancelRequest",
    "CandidateMessage",
    "ChoiceMessage",
    "CodeMessage",
    "DetectionMessage",
    "DetectionsMessage",
    "DoneReply",
    "ErrorMessage",
    "FailedReply",
    "FieldMessage",
    "FormMessage",
    "ImageBlock",
    "LineReply",
    "LinkBlock",
    "ModelTextMessage",
    "MovedRequest",
    "NoteBlock",
    "OpeningMessage",
    "PartMessage",
    "PictureMessage",
    "ProgressReply",
    "QuestionMessage",
    "QuestionReply",
    "RecognitionMessage",
    "Reply",
    "Request",
    "ResourceBlock",
    "ResultMessage",
    "ResultReply",
    "RowsMessage",
    "ServerMessage",
    "ServerRequest",
    "StateMessage",
    "TesterMessage",
    "TextBlock",
    "ToolsReply",
    "View",
]
