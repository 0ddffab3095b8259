"""Agents: functions of the notebook and tools of servers in the hands of a model.

General layout: `events` and `run` are what people see of a run; `outcome` is what came of a call;
`agent_tool` is the seam, `functions` and `server_tool` fill it, `threads` stops functions;
`values`, `pictures` and `content` turn results into what a model reads, `arguments` and `schema`
what it writes; `toolbox` gathers the tools; `toolset`, `models`, `scripted`, `faults`, `rounds` and
`history` speak with pydantic-ai, which loads when the first agent is made; `record` is what is
known of a run meanwhile, `heartbeat` lets it be stopped, `blocking` is where it runs for those who
cannot await, `view` shows it; `sampling` has a model answer a server; `given` checks what `agent`,
the facade, is given.
"""

from .agent import Agent
from .agent_tool import AgentTool
from .functions import tool
from .outcome import Outcome
from .run import AgentRun, Usage
from .scripted import ScriptedModel
from .toolbox import Toolbox

__all__ = [
    "Agent",
    "AgentRun",
    "AgentTool",
    "Outcome",
    "ScriptedModel",
    "Toolbox",
    "Usage",
    "tool",
]
