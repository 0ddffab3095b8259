"""Fields that hold text: what else a person gives is told by its field, never taken for text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from ..errors import ConfigInvalid


def check_texts(field: str, given: object) -> tuple[str, ...]:
    """The texts that are given.

    Raises:
        ConfigInvalid: they are none (reason `bad-type`); one text is no list of them.

    >>> check_texts("args", ["-m", "x"])
    ('-m', 'x')
    """
    if isinstance(given, str):
        raise _refused(field, given, "split it, as in ['-m', 'x']")
    if not isinstance(given, Iterable):
        raise _refused(field, given, "give a list of texts")
    texts: list[str] = []
    for one in cast("Iterable[object]", given):
        if not isinstance(one, str):
            raise _refused(field, one, "give text")
        texts.append(one)
    return tuple(texts)


def check_pairs(field: str, given: object) -> None:
    """Refuse what is no mapping of texts.

    Raises:
        ConfigInvalid: it is none (reason `bad-type`).

    >>> check_pairs("env", {"A": "1"})
    """
    if not isinstance(given, Mapping):
        raise _refused(field, given, "give a dict of texts")
    pairs = cast("Mapping[object, object]", given)
    check_texts(field, [*pairs, *pairs.values()])


def _refused(field: str, given: object, hint: str) -> ConfigInvalid:
    # the value itself may be a secret
    what = f"{field} holds what is of the type {type(given).__name__}"
    return ConfigInvalid(what, hint=hint, reason="bad-type")
