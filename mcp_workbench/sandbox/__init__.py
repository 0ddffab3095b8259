"""Python from a model, run where it can reach nothing but the tools that it was given.

The interpreter is Monty, a Python of its own in a process of its own, without files, environment
or network. `pydantic_monty` loads with the first `Repl`.

General layout: `limits` is what an evaluation may use; `tool` what a tool must offer; `naming` and
`binding` put tools into the sandbox; `source` reads a snippet before it runs; `values` and `images`
carry values across, `showing` writes them; `printing` collects output; `worker` is the process and
`turns` the thread it is driven on; `driving` runs one snippet; `faults` tells what went wrong;
`repl` and `evaluation` are what people use.
"""

from .evaluation import CallMade, Evaluation
from .limits import Limits
from .naming import MODULES, Names
from .repl import Repl
from .showing import cut, shown
from .tool import Answer, SandboxTool
from .values import plain

__all__ = [
    "MODULES",
    "Answer",
    "CallMade",
    "Evaluation",
    "Limits",
    "Names",
    "Repl",
    "SandboxTool",
    "cut",
    "plain",
    "shown",
]
