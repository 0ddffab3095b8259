"""Prompts on a line that end with a question mark, which IPython would take for a call for help."""

from __future__ import annotations

import tokenize
from typing import Any

from IPython.core.inputtransformer2 import HelpEnd, MagicAssign, TokenTransformBase

# no types upstream
Tokens = list[tokenize.TokenInfo]
AROUND = {tokenize.INDENT, tokenize.DEDENT}


class KeptQuestionMark(TokenTransformBase):
    r"""Makes of `%agent NAME PROMPT?` the call that IPython makes of other magics.

    For the `token_transformers` of IPython's `TransformerManager`, which finds such lines by their
    tokens, so that what stands in a text stays as it is. Without it `%agent agent How many?` would
    look up what `many` is.

    >>> from IPython.core.inputtransformer2 import TransformerManager
    >>> manager = TransformerManager()
    >>> manager.token_transformers.append(KeptQuestionMark)
    >>> manager.transform_cell("run = %agent agent How many?")
    "run = get_ipython().run_line_magic('agent', 'agent How many?')\n"
    """

    priority = HelpEnd.priority - 1

    def __init__(self, start: tuple[int, int], magic: tuple[int, int]) -> None:
        super().__init__(start)
        self._magic = magic

    @classmethod
    def find(cls, tokens_by_line: list[Tokens]) -> KeptQuestionMark | None:
        """The first such line, where there is one."""
        for tokens in tokens_by_line:
            line = [one for one in tokens if one.type not in AROUND]
            place = _place(line)
            if place is not None:
                return cls(line[0].start, line[place].start)
        return None

    def transform(self, lines: list[str]) -> list[str]:
        """The lines with this one as a call."""
        # it takes whatever stands before the magic for the left side of an assignment
        made: Any = MagicAssign(self._magic)
        return made.transform(lines)


def _place(line: Tokens) -> int | None:
    """Where the magic begins in a line that IPython takes for a call for help."""
    words = [one.string for one in line[:-1]]  # without the end of the line
    if words[-1:] != ["?"] or "%" not in words:
        return None
    place = words.index("%")
    prompt = line[place + 3 : -2]
    if not prompt or words[place + 1] != "agent" or (place and words[place - 1] != "="):
        return None
    name = line[place + 2]
    # before a lone quotation mark, a space is a token too
    apart = prompt[0].start > name.end or prompt[0].string.isspace()
    return place if name.type == tokenize.NAME and apart else None
