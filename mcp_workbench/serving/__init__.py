"""An agent's tools as an MCP server: the host's model writes Python that calls them.

General layout: `offer` is what is served, made of an agent or a recipe by `origin`; `served_tool`
puts a tool of it into the sandbox; `reference` and `instructions` are what the host's model reads,
`answers` what it gets; `endpoint` speaks the protocol, `wire` keeps standard output for it alone;
`repl_server` is what people use.
"""

from .repl_server import ReplServer, serve

__all__ = ["ReplServer", "serve"]
