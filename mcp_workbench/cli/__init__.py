"""`mcp-workbench`: servers, tools and recipes in a terminal, in scripts and in CI.

General layout: `program` is the group and the one place where errors become words and exit codes,
`exits` the table of those; each other module is one command or two, beside `given` (what options
and arguments say), `here` (which servers there are) and `output` (what is written where).
"""

from .program import main

__all__ = ["main"]
