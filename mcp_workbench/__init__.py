"""The workbench for the Model Context Protocol (MCP) in Jupyter.

General layout, each line built on the ones below it:

    extension, demo      load the workbench into a kernel; a server to try things on
    cli                  `mcp-workbench` in a terminal
    magics               `%mcp`
    widgets, comm        what a cell shows to be worked with; the kernel's end of the panel
    serving              an agent's tools as an MCP server
    recipes              a notebook's agent in one file that runs without it
    agent                functions and tools in the hands of a model
    sessions             connections to servers, and `Workbench`, which holds them
    sandbox              Python of a model that can reach its tools and nothing else
    sources              where servers come from: command lines, URLs, files
    results              what a tool returned
    specs, tools, detections      plain values
    grammar, messages    the language of the magics; what kernel and front end tell each other
    errors, visible, settings
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__ as __version__

if TYPE_CHECKING:
    from .agent import Agent, AgentRun, tool
    from .asking import SamplingReply, SamplingRequest
    from .detections import Detection, DetectionSet, Recognition, draw, recognise
    from .errors import WorkbenchError
    from .recipes import Recipe
    from .results import ToolResult
    from .serving import serve
    from .sessions import Server, Workbench, get_workbench
    from .specs import HttpServer, InProcessServer, StdioServer
    from .tools import Tool
    from .widgets import ToolTester

__all__ = [
    "Agent",
    "AgentRun",
    "Detection",
    "DetectionSet",
    "HttpServer",
    "InProcessServer",
    "Recipe",
    "Recognition",
    "Server",
    "StdioServer",
    "Tool",
    "ToolResult",
    "ToolTester",
    "Workbench",
    "WorkbenchError",
    "draw",
    "get_workbench",
    "recognise",
    "serve",
    "tool",
]

# Name to the module that holds it. They load on first use, so that `%load_ext` stays light.
_HOMES = {
    "Agent": "agent",
    "AgentRun": "agent",
    "Detection": "detections",
    "DetectionSet": "detections",
    "HttpServer": "specs",
    "InProcessServer": "specs",
    "Recipe": "recipes",
    "Recognition": "detections",
    "Server": "sessions",
    "StdioServer": "specs",
    "Tool": "tools",
    "ToolResult": "results",
    "ToolTester": "widgets",
    "Workbench": "sessions",
    "WorkbenchError": "errors",
    "draw": "detections",
    "get_workbench": "sessions",
    "recognise": "detections",
    "serve": "serving",
    "tool": "agent",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if home == "sessions":
        _let_models_answer()
    return getattr(import_module(f".{home}", __name__), name)


def _let_models_answer() -> None:
    """Have servers that may ask a model answered by it; agents know models, sessions do not."""
    from .asking import set_sampler

    async def sampler(model: Any, request: "SamplingRequest") -> "SamplingReply":
        from .agent.sampling import sampled

        return await sampled(model, request)

    set_sampler(sampler)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _jupyter_labextension_paths() -> list[dict[str, str]]:  # pyright: ignore[reportUnusedFunction]  called by name
    # `jupyter labextension develop` asks for this
    return [{"src": "labextension", "dest": "mcp-workbench"}]


def load_ipython_extension(ipython: Any) -> None:
    """What `%load_ext mcp_workbench` runs."""
    from .extension import load

    _let_models_answer()
    load(ipython)


def unload_ipython_extension(ipython: Any) -> None:
    """What `%unload_ext mcp_workbench` runs."""
    from .extension import unload

    unload(ipython)
