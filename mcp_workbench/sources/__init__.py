"""Where servers come from: definitions, command lines, URLs, configuration files, names.

`resolve` takes what a person gave and answers with definitions; `config` reads a file whole, with a
module a dialect in `files`; `options` and `filling` complete a definition.
"""

from .config import load_config
from .filling import fill
from .report import ConfigReport, Found, Problem
from .resolve import CELL, Resolution, resolve

__all__ = [
    "CELL",
    "ConfigReport",
    "Found",
    "Problem",
    "Resolution",
    "fill",
    "load_config",
    "resolve",
]
