"""What a person may be asked before something happens, and what counts where nobody can be asked.

General layout: `asked` is what all questions have in common, and `ask` of `person` puts any of them
to the person of this kernel. `question` is one about a call; `form`, `address` and `sampling` are
those of servers, `consent` those of the workbench itself; `sampler` is how a model answers;
`formats` and `sensitive` look at forms.
`annotations` says which tools are asked about; `approval` is the policy of one agent, with its
memory, and what of it a call needs; `turns` lets one question be asked at a time; `outside` tells a
stop from what a person's code raises.
"""

from .address import AddressQuestion
from .annotations import needs_approval
from .approval import Approval, Guard, Policy
from .asked import Action, Answer, Asked
from .consent import ConsentQuestion, SecretQuestion
from .form import FormQuestion
from .outside import came_from_outside
from .person import (
    Person,
    ask,
    ask_person,
    nobody,
    set_this_kernels_asker,
    this_kernels_asker,
)
from .question import Asker, Decision, Question
from .sampler import (
    SamplingReply,
    SamplingRequest,
    set_sampler,
    this_processes_sampler,
)
from .sampling import SamplingQuestion
from .sensitive import sensitive_fields

__all__ = [
    "Action",
    "AddressQuestion",
    "Answer",
    "Approval",
    "Asked",
    "Asker",
    "ConsentQuestion",
    "Decision",
    "FormQuestion",
    "Guard",
    "Person",
    "Policy",
    "Question",
    "SamplingQuestion",
    "SamplingReply",
    "SamplingRequest",
    "SecretQuestion",
    "ask",
    "ask_person",
    "came_from_outside",
    "needs_approval",
    "nobody",
    "sensitive_fields",
    "set_sampler",
    "set_this_kernels_asker",
    "this_kernels_asker",
    "this_processes_sampler",
]
