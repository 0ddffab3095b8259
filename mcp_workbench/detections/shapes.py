"""JSON values narrowed to the object or the list that they are."""

from __future__ import annotations

from typing import Any, TypeGuard

Row = dict[str, Any]


def is_object(value: Any) -> TypeGuard[Row]:
    """Whether a JSON value is an object.

    >>> is_object({}), is_object([])
    (True, False)
    """
    return isinstance(value, dict)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list.

    >>> is_list([]), is_list("")
    (True, False)
    """
    return isinstance(value, list)


def is_series(value: Any) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """Whether a value is a list of JSON, or a tuple that a reader has made.

    >>> is_series(()), is_series({})
    (True, False)
    """
    return isinstance(value, list | tuple)


def as_object(value: Any) -> Row:
    """`value` where it is an object, else an empty one.

    >>> as_object(None)
    {}
    """
    return value if is_object(value) else {}


def as_list(value: Any) -> list[Any]:
    """`value` where it is a list, else an empty one.

    >>> as_list({"a": 1})
    []
    """
    return value if is_list(value) else []


def objects(value: Any) -> list[Row] | None:
    """`value` where it is a list of objects alone, and not empty.

    >>> objects([{}]), objects([]), objects([1])
    ([{}], None, None)
    """
    if not is_list(value) or not value:
        return None
    return value if set(map(type, value)) == {dict} else None
