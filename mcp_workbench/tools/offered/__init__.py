"""Tools as models are offered them, and why that differs from what their servers say.

`words` makes texts of servers plain; `keywords` knows what a schema may say, `folding` takes the
alternatives off its top, and `schema` goes through all of it; `tool` puts a tool together,
`formats` writes it as each provider takes it, and `restoring` spells arguments back.
"""

from .difference import Difference
from .formats import FORMATS, tool_list
from .tool import OfferedTool, offered

__all__ = ["FORMATS", "Difference", "OfferedTool", "offered", "tool_list"]
