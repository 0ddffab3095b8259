"""What servers offer, as they list it: resources, their templates, and prompts; tools are `tools`.

`kinds` names the lists of the protocol, `resource` and `prompt` hold their entries, `template`
fills URI templates.
"""

from .kinds import KINDS, PROMPTS, RESOURCES, TEMPLATES, TOOLS, Kind
from .prompt import Prompt, PromptArgument
from .resource import Resource, ResourceTemplate
from .template import expanded, variables_of

__all__ = [
    "KINDS",
    "PROMPTS",
    "RESOURCES",
    "TEMPLATES",
    "TOOLS",
    "Kind",
    "Prompt",
    "PromptArgument",
    "Resource",
    "ResourceTemplate",
    "expanded",
    "variables_of",
]
