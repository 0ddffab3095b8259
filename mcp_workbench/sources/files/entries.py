"""An object of a file as a mapping that still knows which of its names were there twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

Key = str | int
Keys = tuple[Key, ...]


class Entries(dict[str, Any]):
    """An object of the file; of a name that is there twice the last value counts."""

    def __init__(self, pairs: Iterable[tuple[str, Any]] = ()) -> None:
        super().__init__()
        self.twice: list[str] = []
        for name, value in pairs:
            if name in self:
                self.twice.append(name)
                del self[name]  # it takes the place of the value that counts
            self[name] = value


@dataclass(frozen=True)
class Document:
    """What a file holds.

    Args:
        root: the object.
        find_lines: gives the lines on which the values of its upper names begin, counted from 1;
            asked once, where there is something to say.
        has_comments: whether it is JSON only once comments and trailing commas are left out.
    """

    root: Entries
    find_lines: Callable[[], Mapping[Keys, int]] = dict[Keys, int]
    has_comments: bool = False

    @cached_property
    def lines(self) -> Mapping[Keys, int]:
        """Where each of its upper values begins."""
        return self.find_lines()

    def line(self, keys: Keys) -> int | None:
        """Where the value to which `keys` lead begins, or the nearest one above it that is known.

        >>> Document(Entries(), lambda: {("a",): 3}).line(("a", "b"))
        3
        """
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return self.lines.get(keys)


def mapping(value: object) -> Mapping[str, Any] | None:
    """`value`, if it is an object of the file.

    >>> mapping({"a": 1}), mapping([1])
    ({'a': 1}, None)
    """
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else None


def sequence(value: object) -> list[Any] | None:
    """`value`, if it is a list of the file.

    >>> sequence([1]), sequence("ab")
    ([1], None)
    """
    return cast("list[Any]", value) if isinstance(value, list) else None


def value_at(root: object, keys: Keys) -> Any:
    """The value below `root` to which `keys` lead; `None` where there is none.

    >>> value_at({"mcp": {"servers": [5]}}, ("mcp", "servers", 0))
    5
    """
    for key in keys:
        if isinstance(key, str):
            root = (mapping(root) or {}).get(key)
        else:
            among = sequence(root) or []
            root = among[key] if key < len(among) else None
    return root


def repeated(value: Any) -> list[str]:
    """The names that are there twice anywhere inside `value`, in the file's order."""
    names: list[str] = []
    rest, seen = [value], set[int]()
    while rest:
        one: Any = rest.pop()
        pairs, many = mapping(one), sequence(one)
        if (pairs is None and many is None) or id(one) in seen:
            continue
        seen.add(id(one))  # a file may name the same part in many places
        if isinstance(one, Entries):
            names += one.twice
        rest += reversed([*(pairs or {}).values(), *(many or ())])
    return names
