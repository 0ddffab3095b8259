"""The kernel's end of the panel: it answers what is asked there, and tells its state.

General layout: `attachment` puts the comm target into a kernel; `requests` reads what a front end
asks, `rpc` has it done and answers, `answering` does it with `desk` at hand; `events` tells the
`state` at each change; `questions` asks the person who sits there, and `asked` knows each
kind of question.

A front end opens two comms of one target, since ipykernel sends what comes next on a comm to the
shell that last sent on it. On `rpc` the kernel only ever answers, from the request's own context,
so requests stay on the subshell of the front end while a cell runs; on `events` it alone sends.
"""

from .attachment import ask, attach, connected, detach, is_beside_a_panel

__all__ = ["ask", "attach", "connected", "detach", "is_beside_a_panel"]
