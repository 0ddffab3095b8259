"""`%mcp` and `%%mcp`: thin lines over the workbench.

`mcp_magics` and `completion` are what `%load_ext` puts into a shell; they are light, and fetch the
rest on first use. `dispatch` finds the subcommand in the table of `subcommands`, each entry a
`command` from a file of its own; `resolving` and `body` give arguments their values; `tables`,
`listings`, `failure` and `progress` are what a cell shows; `offering` knows what may be typed next.
"""

from .completion import matcher
from .mcp_magics import McpMagics

__all__ = ["McpMagics", "matcher"]
