"""`%mcp` and `%agent`: thin lines over the workbench, and over the agents of a notebook.

`mcp_magics`, `agent_magics`, `configuration`, `person` and `completion` are what `%load_ext` puts
into a shell; they are light, and fetch the rest on first use. `dispatch` finds the subcommand in
the table of `subcommands`, each entry a `command` from a file of its own; `resolving` and `body`
give arguments their values; `tables`, `listings`, `failure` and `progress` are what a cell shows,
and `following` shows it anew while it changes;
`offering` knows what may be typed next. `agent_line` runs an agent, and `run_display` shows its
run; `standard_input` asks the person by lines that are typed, `typed_answers` knows what each kind
of question says there, and `terminal` reads where there is no kernel; `stopping` tells a stop in
one line.
"""

from .agent_magics import AgentMagics
from .completion import matcher
from .configuration import McpWorkbench
from .mcp_magics import McpMagics
from .person import Person

__all__ = ["AgentMagics", "McpMagics", "McpWorkbench", "Person", "matcher"]
