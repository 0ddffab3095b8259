"""A value that is shown anew whenever it changed, until the person stops the cell."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ..errors import UsageInvalid
from .progress import can_change_what_it_showed

PAUSE = 0.5  # seconds between two looks


class Shown(Protocol):
    """What can be followed."""

    @property
    def mark(self) -> object:
        """Another one whenever it would be shown differently."""
        ...

    def html(self) -> str:
        """What a notebook shows."""
        ...


S = TypeVar("S", bound=Shown)


def follow(look: Callable[[], S], shell: Any) -> S:
    """What `look` gave last; each is shown in the place of the one before.

    Args:
        look: gives what there is now.
        shell: the IPython shell, whose classes have no types.

    Raises:
        UsageInvalid: the shell cannot change what it showed.
    """
    if not can_change_what_it_showed(shell):
        raise UsageInvalid(
            "a terminal cannot follow: what it showed stays",
            hint="use the line again without --follow",
            reason="no-display",
        )
    name = uuid.uuid4().hex

    def show(plain: str, html: str, *, update: bool) -> None:
        data = {"text/plain": plain, "text/html": html}
        shell.display_pub.publish(data, transient={"display_id": name}, update=update)

    shown = look()
    try:
        show(repr(shown), shown.html(), update=False)
        while True:
            time.sleep(PAUSE)
            now = look()
            if now.mark != shown.mark:
                show(repr(now), now.html(), update=True)
            shown = now
    except KeyboardInterrupt:
        show("", "", update=True)  # it is the value of the cell now
    return shown
