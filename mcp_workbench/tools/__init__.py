"""Tools as servers describe them: one tool, the list of a server, arguments, signatures, forms.

`form` is a tool as fields; `field_kind` says which field holds a value, `rule_words` what is asked
of it. `offered` is a tool as models are told of it, `changes` how tools differ from those approved.
"""

from .catalogue import Catalogue
from .form import arguments_of, form_of, texts_of
from .json_values import json_arguments, json_value
from .selection import Selection
from .signature import documentation_of, signature_of
from .tool import Tool
from .validation import check_arguments

__all__ = [
    "Catalogue",
    "Selection",
    "Tool",
    "arguments_of",
    "check_arguments",
    "documentation_of",
    "form_of",
    "json_arguments",
    "json_value",
    "signature_of",
    "texts_of",
]
