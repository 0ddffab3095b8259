"""Texts of a server as a model is told them: nothing hidden in them, and not too long."""

from __future__ import annotations

import re

from ...visible import hidden_in, without_hidden
from .difference import Differences

LARGEST = 8 << 10  # bytes of UTF-8 in one description
CUT = "… [truncated]"
SEQUENCE = re.compile(
    r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?)|\x9b[0-?]*[ -/]*[@-~]"
)


def plain_words(text: str, place: str, found: Differences) -> str:
    r"""`text` without what only a machine reads, and at most 8 KiB of it.

    Args:
        text: of a server.
        place: where it stands, for the differences.
        found: told what was taken out.

    >>> found = Differences()
    >>> plain_words("\x1b[31mred\u202e" + "x" * 9000, "description", found)[-15:]
    'xx… [truncated]'
    >>> [one.code for one in found]
    ['hidden-characters', 'truncated']
    """
    kept = without_hidden(SEQUENCE.sub("", text.replace("\r\n", "\n")))
    if kept != text.replace("\r\n", "\n"):
        names = ", ".join(f"U+{ord(one):04X}" for one in hidden_in(text)[:10])
        why = "they hide words from people, or words from the model"
        found.add("hidden-characters", place, f"taken out: {names}", why)
    data = kept.encode("utf-8", "replace")
    if len(data) <= LARGEST:
        return kept
    short = data[: LARGEST - len(CUT.encode())].decode("utf-8", "ignore")
    why = f"more than {LARGEST >> 10} KiB cost more than they tell"
    found.add("truncated", place, f"cut after {len(short):,} of {len(kept):,} characters", why)
    return short + CUT
