"""Where servers come from: definitions, command lines, URLs, configuration files, names.

`resolve` takes what a person gave and answers with definitions; `config` reads a file whole, with a
module a dialect in `files`; `scopes` knows the files that nobody has to name; `options` and
`filling` complete a definition. `consent` says what a definition would start, and `trust` keeps
what this user has agreed to; `editing` changes entries of a file, and `in_place` its text.
"""

from .config import CLIENTS, load_config, servers_of_environment
from .filling import Filling, fill
from .report import ConfigReport, Found, Input, Problem
from .resolve import CELL, Resolution, resolve

__all__ = [
    "CELL",
    "CLIENTS",
    "ConfigReport",
    "Filling",
    "Found",
    "Input",
    "Problem",
    "Resolution",
    "fill",
    "load_config",
    "resolve",
    "servers_of_environment",
]
