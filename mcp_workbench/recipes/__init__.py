"""Recipes: a notebook's agent in one file that runs without the notebook.

General layout: `sections` are the parts of the file, `checking` what holds within and across
them, `faults` what is wrong in words; `yaml_text` and `files` read and write; `recipe` is the
facade. From a notebook: `notebook` reads its cells, `parameter_cell`, `magic_lines` and
`agent_call` one kind each, `imports` what comes along untagged, `secret_literals` refuses what
must not be written, `exporting` puts all together, `freezing` adds what connected servers say.
To a run: `consent`, `parameters`, `template`, `servers` and `code` prepare it, `running` runs it.
"""

from .recipe import Recipe

__all__ = ["Recipe"]
