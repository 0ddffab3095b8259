"""Names to type for the names of a file, which may hold what nobody can type."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import ConfigInvalid
from ...specs import check_name
from ...specs.names import Handles


def handles_of(names: Iterable[str]) -> dict[str, str]:
    """A name to type for each of `names`; those that can be typed as they are come first.

    >>> handles_of(["my server", "my-server"])
    {'my-server': 'my-server', 'my server': 'my-server-2'}
    """
    handles: dict[str, str] = {}
    taken, rest = set[str](), list[str]()
    for name in sorted(names, key=lambda name: not _can_be_typed(name)):
        if not _can_be_typed(name) or name.casefold() in taken:
            rest.append(name)
        else:
            handles[name] = name
            taken.add(name.casefold())
    free = Handles(taken)
    handles |= {name: free.new(name) for name in rest}
    return handles


def _can_be_typed(name: str) -> bool:
    try:
        check_name(name)
    except ConfigInvalid:
        return False
    return True
