"""Hints that were written for cells, in the words of the program."""

from __future__ import annotations

import re
from collections.abc import Sequence

WORDS: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"`?%mcp info ([^\s`]+)`? shows", r"mcp-workbench tools \1 shows"),
        (r"; a %%mcp call cell sends any name", ""),
        (r"%mcp (servers|call|export|secret|doctor)\b", r"mcp-workbench \1"),
        (r"%mcp diff\b", "mcp-workbench servers changes"),
        (r"%mcp (trust|enable|disable)\b", r"mcp-workbench servers \1"),
        (r"; %mcp reload takes it over", ""),
        (r"%mcp connect (\S+) -- (.+)", r"--connect '\1=\2'"),
        (r"give it as JSON in a %%mcp call cell", "see mcp-workbench call --help"),
        (r"give a longer `timeout=`, in a magic `--timeout`,",
         "give a longer --timeout, in a recipe its server a longer timeout:,"),
        (r'the text itself goes into quotes: "(@[^"]*)"', r"""text that begins so: KEY:='"\1"'"""),
        (r"; a command follows --$", ""),
    )
)  # fmt: skip


def in_our_words(hint: str) -> str:
    r"""`hint` as a person in a terminal can follow it.

    >>> in_our_words("`%mcp info demo.add` shows what it takes")
    'mcp-workbench tools demo.add shows what it takes'
    >>> in_our_words('the text itself goes into quotes: "@home"')
    'text that begins so: KEY:=\'"@home"\''
    """
    for pattern, words in WORDS:
        hint = pattern.sub(words, hint)
    return hint
