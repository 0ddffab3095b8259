"""What a person may be asked before something happens, and what counts where nobody can be asked.

General layout: `question` is what is asked, and the protocol of who asks; `annotations` says
which tools are asked about; `approval` is the policy of one agent, with its memory, and what of it
a call needs; `turns` lets one question be asked at a time; `person` knows how to ask the person of
this kernel; `outside` tells a stop from what a person's code raises.
"""

from .annotations import needs_approval
from .approval import Approval, Guard, Policy
from .outside import came_from_outside
from .person import ask_person, nobody, set_this_kernels_asker, this_kernels_asker
from .question import Asker, Decision, Question

__all__ = [
    "Approval",
    "Asker",
    "Decision",
    "Guard",
    "Policy",
    "Question",
    "ask_person",
    "came_from_outside",
    "needs_approval",
    "nobody",
    "set_this_kernels_asker",
    "this_kernels_asker",
]
