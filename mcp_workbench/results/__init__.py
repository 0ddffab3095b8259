"""What a tool returned, as Python values and as something to look at.

General layout: `encoding`, `png` and `picture` read what servers send; `content` gives each block
as a Python value; `value` and `tool_result` are what a caller sees, `read_result` and
`prompt_result` the same for resources and prompts; `linking` says which picture detections belong
to; `blocks`, `found`, `text_view`, `preview` and `view` make the MIME bundle.
"""

from .content import Link, Resource, Sound
from .context import CallContext
from .encoding import decoded
from .error_view import error_message
from .picture import Picture
from .pretty import pretty
from .prompt_result import Message, PromptResult
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
