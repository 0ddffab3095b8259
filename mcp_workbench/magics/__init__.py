"""`%mcp` and `%%mcp`: thin lines over the workbench.

`mcp_magics` is the magic, `subcommands` the table of what it knows, each entry a `command` from a
file of its own; `resolving` and `body` give arguments their values; `tables`, `listings`, `failure`
and `progress` are what a cell shows; `completion` offers words while a line is typed.
"""

from .completion import matcher
from .failure import Failure
from .listings import ServerListing, ToolListing
from .mcp_magics import McpMagics
from .subcommands import COMMANDS

__all__ = ["COMMANDS", "Failure", "McpMagics", "ServerListing", "ToolListing", "matcher"]
