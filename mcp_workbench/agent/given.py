"""Checks of what an agent is given, so that a slip is told when it is made."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any, cast

from ..errors import UsageInvalid
from ..tools.brief import brief_repr
from ..tools.naming import is_model_safe, model_safe
from ..visible import one_line, printed


def several(given: object, what: str) -> Iterator[Any]:
    """What a list holds, and what the lists in it hold.

    Raises:
        UsageInvalid: it is no list.

    >>> list(several(["a", ["b", "c"]], "servers"))
    ['a', 'b', 'c']
    """
    if isinstance(given, str) or callable(given) or not isinstance(given, Iterable):
        raise refused(given, what, "no list", f"{what}=[…]")
    for one in cast("Iterable[Any]", given):
        if isinstance(one, list | tuple):
            yield from cast("list[Any]", one)
        else:
            yield one


def check_kind(given: object, kind: Any, what: str, hint: str) -> None:
    """Refuse what is no instance of `kind`.

    Raises:
        UsageInvalid: it is.

    >>> check_kind("Be brief.", str, "instructions", "a text")
    """
    if not isinstance(given, kind):
        raise refused(given, what, "of the wrong kind", hint)


def check_name(name: object) -> None:
    """Refuse a name of a tool that some provider does not take.

    Raises:
        UsageInvalid: it is none.

    >>> check_name("read_file")
    """
    if not isinstance(name, str) or not is_model_safe(name):
        raise UsageInvalid(
            f"{one_line(printed(name, brief_repr), 80)} cannot be the name of a tool",
            hint="letters, digits, _ and -, at most 64, a letter or _ at the start, as in "
            f"{model_safe(str(name))!r}",
            reason="name",
        )


def check_rounds(given: object) -> None:
    """Refuse what is no number of rounds.

    Raises:
        UsageInvalid: it is none.
    """
    if not isinstance(given, int) or isinstance(given, bool) or given < 1:
        raise refused(given, "max_rounds", "no limit", "a whole number of at least 1")


def check_listener(given: object) -> None:
    """Refuse an `on_event` that would not run.

    Raises:
        UsageInvalid: it cannot be called, or is async.
    """
    if given is None:
        return
    called = getattr(type(given), "__call__", None)  # noqa: B004  the method itself is looked at
    if called is None or inspect.iscoroutinefunction(given) or inspect.iscoroutinefunction(called):
        raise refused(given, "on_event", "no plain function", "a function that is not async")


def refused(given: object, what: str, why: str, hint: str) -> UsageInvalid:
    """The error for something that cannot be used as `what`."""
    told = f"{what}={one_line(printed(given, brief_repr), 80)} is {why}"
    return UsageInvalid(told, hint=hint, reason=what)
