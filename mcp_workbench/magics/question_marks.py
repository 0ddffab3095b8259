"""Prompts on a line that end with a question mark, which IPython would take for a call for help."""

from __future__ import annotations

import re

LINE = re.compile(
    r"(?P<indent>\s*)(?P<target>[\w\s,.]+=\s*)?%agent\s+(?P<prompt>\w+\s+\S.*\?)\s*", re.DOTALL
)


def keep_question_marks(lines: list[str]) -> list[str]:
    r"""The lines of a cell, `%agent NAME PROMPT?` as the call that IPython makes of other magics.

    For IPython's `input_transformers_cleanup`. Without it `%agent agent How many?` would look up
    what `many` is.

    >>> keep_question_marks(["run = %agent agent How many?\n"])
    ["run = get_ipython().run_line_magic('agent', 'agent How many?')\n"]
    """
    if lines and lines[0].lstrip().startswith("%%"):
        return lines  # the body of a cell magic is its own
    return [_kept(line) for line in lines]


def _kept(line: str) -> str:
    match = LINE.fullmatch(line)
    if match is None:
        return line
    call = f"get_ipython().run_line_magic('agent', {match['prompt']!r})"
    return f"{match['indent']}{match['target'] or ''}{call}\n"
