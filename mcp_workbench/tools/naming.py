"""Names under which a model knows tools: valid for every provider, each its own, stable."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping

LONGEST = 64  # characters that every provider takes
KEPT = 55  # of a longer name; a line and eight digits of its hash follow
VALID = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")  # Gemini takes no digit at the start
_INVALID = re.compile(r"[^a-zA-Z0-9_-]")


def is_model_safe(name: str) -> bool:
    """Whether every provider takes `name` as the name of a tool.

    >>> is_model_safe("read_file"), is_model_safe("detect.objects/v1")
    (True, False)
    """
    return VALID.fullmatch(name) is not None


def model_safe(name: str) -> str:
    """`name` in letters, digits, `_` and `-`, at most 64 of them, a letter or `_` at the start.

    What is too long keeps its start and gets a hash of the whole, so that two long names with the
    same start stay two names.

    >>> model_safe("detect.objects/v1"), model_safe("3d-view"), model_safe("")
    ('detect_objects_v1', '_3d-view', '_')
    >>> model_safe("a" * 70)[-12:]
    'aaa_6bd5e503'
    """
    safe = _INVALID.sub("_", name)
    if not VALID.match(safe):
        safe = f"_{safe}"
    if len(safe) <= LONGEST:
        return safe
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{safe[:KEPT]}_{digest[:8]}"


def assign_names(
    reserved: Iterable[str],
    tools: Iterable[tuple[str, str]],
    frozen: Mapping[str, str] | None = None,
) -> dict[tuple[str, str], str]:
    """A name for each tool, as `(server, tool)`, in their order; the same input, the same names.

    A tool keeps its own name where that is free. Of two with the same name the first keeps it, and
    the other becomes `mcp_SERVER_TOOL`; a number follows where that is taken too.

    Args:
        reserved: names that are taken, such as those of the notebook's functions.
        tools: the tools, those of the first server first.
        frozen: `server.tool` to the name that it had before and keeps. What is no valid name, or
            is taken, is passed over.

    >>> assign_names(["add"], [("a", "add"), ("a", "echo"), ("b", "echo")])
    {('a', 'add'): 'mcp_a_add', ('a', 'echo'): 'echo', ('b', 'echo'): 'mcp_b_echo'}
    >>> assign_names([], [("a", "echo"), ("b", "echo")], {"b.echo": "echo"})
    {('a', 'echo'): 'mcp_a_echo', ('b', 'echo'): 'echo'}
    """
    taken, wanted, kept = set(reserved), list(dict.fromkeys(tools)), dict(frozen or {})
    known = {f"{server}.{tool}": (server, tool) for server, tool in wanted}
    found: dict[tuple[str, str], str] = {}
    for full_name, name in kept.items():
        if is_model_safe(name) and name not in taken:
            # also for one that is away at the moment: nobody else gets its name meanwhile
            taken.add(name)
            if full_name in known:
                found[known[full_name]] = name
    for one in wanted:
        if one not in found:
            found[one] = next(name for name in _candidates(*one) if name not in taken)
            taken.add(found[one])
    return {one: found[one] for one in wanted}


def _candidates(server: str, tool: str) -> Iterator[str]:
    yield model_safe(tool)
    longer = f"mcp_{server}_{tool}"
    yield model_safe(longer)
    yield from (model_safe(f"{longer}_{number}") for number in itertools.count(2))
