"""The language of the magics: text to syntax nodes, and nodes to the same text.

`words` splits a line; `arguments` reads `key=value` into the `nodes`, `series` all that a line
holds; `typed_text` gives text the type a schema wants; `typing` reads a line that is not whole yet;
`options` reads `--name value`; `connect` reads what `%mcp connect` takes; `call_line` writes a
call, `command_line` one for a shell.
Nothing is evaluated or opened here.
"""

from .arguments import Argument, parse_argument
from .call_line import call_line
from .command_line import command_line
from .connect import ConnectLine, parse_connect
from .json_text import finite, read_json, write_json
from .nodes import BinaryFile, Expression, File, Json, Node, Text, Variable
from .options import option_given_twice, read_options, seconds
from .quoting import quoted, unquoted
from .series import given_twice, parse_arguments
from .typed_text import typed
from .typing import fits, spelt_as, typed_so_far
from .words import split_command, split_words

__all__ = [
    "Argument",
    "BinaryFile",
    "ConnectLine",
    "Expression",
    "File",
    "Json",
    "Node",
    "Text",
    "Variable",
    "call_line",
    "command_line",
    "finite",
    "fits",
    "given_twice",
    "option_given_twice",
    "parse_argument",
    "parse_arguments",
    "parse_connect",
    "quoted",
    "read_json",
    "read_options",
    "seconds",
    "spelt_as",
    "split_command",
    "split_words",
    "typed",
    "typed_so_far",
    "unquoted",
    "write_json",
]
