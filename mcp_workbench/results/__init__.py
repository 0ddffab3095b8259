"""What a tool returned, as Python values and as something to look at.

General layout: `encoding`, `png` and `picture` read what servers send; `content` gives each block
as a Python value; `value` and `tool_result` are what a caller sees, `read_result`,
`prompt_result` and `raw_answer` the same for resources, prompts and any request; `linking` says
which picture detections belong to; `blocks`, `found`, `text_view`, `preview` and `view` make the
MIME bundle.
"""

from .content import Link, Resource, Sound
from .context import CallContext
from .encoding import decoded
from .error_view import error_message
from .picture import Picture
from .pretty import pretty
from .prompt_result import Message, PromptResult
from .raw_answer import RawAnswer
from .read_result import ReadContext, ReadResult
from .sent import sent_pictures, sent_texts
from .tool_result import ToolResult
from .view import result_message

__all__ = [
    "CallContext",
    "Link",
    "Message",
    "Picture",
    "PromptResult",
    "RawAnswer",
    "ReadContext",
    "ReadResult",
    "Resource",
    "Sound",
    "ToolResult",
    "decoded",
    "error_message",
    "pretty",
    "result_message",
    "sent_pictures",
    "sent_texts",
]
