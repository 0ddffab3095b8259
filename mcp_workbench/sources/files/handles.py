"""Names to type for the names of a file, which may hold what nobody can type."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import ConfigInvalid
from ...specs import check_name, handle


def handles_of(names: Iterable[str]) -> dict[str, str]:
    """A name to type for each of `names`; those that can be typed as they are come first.

    >>> handles_of(["my server", "my-server"])
    {'my-server': 'my-server', 'my server': 'my-server-2'}
    """
    handles: dict[str, str] = {}
    taken = set[str]()
    for name in sorted(names, key=lambda name: not _can_be_typed(name)):
        free = _can_be_typed(name) and name.casefold() not in taken
        handles[name] = name if free else handle(name, taken)
        taken.add(handles[name].casefold())
    return handles


def _can_be_typed(name: str) -> bool:
    try:
        check_name(name)
    except ConfigInvalid:
        return False
    return True
