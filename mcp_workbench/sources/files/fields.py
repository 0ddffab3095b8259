"""The fields of one entry, each looked at for what it must be, under whatever name a client has."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, cast

from ...errors import ConfigInvalid
from ...visible import one_line
from .dialect import Dialect, Note, Shared
from .entries import mapping, sequence
from .notation import Place

SHOWN = 60  # characters of a name in an error

Check = Callable[[str, str], None]


class Fields:
    """What an entry says.

    Args:
        given: the fields, with what a client writes in a form of its own taken apart.
        dialect: how its client writes one.
        place: the project it belongs to.
    """

    def __init__(self, given: Mapping[str, Any], dialect: Dialect, place: Place) -> None:
        self.given, self.dialect = given, dialect
        self.errors: list[Note] = []
        self.coerced: list[str] = []
        self.spelled: dict[str, str] = {}
        self._place = place

    def spelt(self, field: str) -> str:
        """What this file calls `field`."""
        spellings = self.dialect.spellings[field]
        there = (name for name in spellings if self.given.get(name) is not None)
        return next(there, spellings[0] if spellings else field)

    def value(self, field: str) -> Any:
        """What the file has there; `None` where it has nothing."""
        return self.given.get(self.spelt(field)) if self.dialect.spellings[field] else None

    def unit(self, field: str) -> float:
        """Seconds of one unit of that time."""
        return self.dialect.units.get(self.spelt(field), self.dialect.unit)

    def typed(self, field: str, kind: type, wanted: str) -> Any:
        """The value, which must be a `kind`.

        Raises:
            ConfigInvalid: it is not; so do all below.
        """
        value = self.value(field)
        if value is not None and not isinstance(value, kind):
            raise self.bad_type(field, wanted)
        if isinstance(value, str):
            _refuse_zero(self.spelt(field), value)
        return value

    def text(self, field: str) -> str | None:
        """A text, its placeholders in the shared form."""
        found = self.typed(field, str, "text")
        return None if found is None else self.shared(found)

    def flag(self, field: str) -> bool | None:
        """True or false."""
        return self.typed(field, bool, "true or false")

    def whole(self, field: str) -> int | None:
        """A whole number."""
        value = self.value(field)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise self.bad_type(field, "a whole number")
        return value

    def time(self, field: str) -> float | None:
        """Seconds."""
        value = self.value(field)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.bad_type(field, "a number")
        number = _float(value)
        if not math.isfinite(number):
            raise self.bad_type(field, "a finite number")
        if number <= 0:
            what = f"has a {self.spelt(field)} of {number:g}"
            raise refused("bad-value", what, "give one above 0")
        return number * self.unit(field)

    def names(self, field: str) -> tuple[str, ...] | None:
        """A list of names."""
        value = self.value(field)
        if value is None:
            return None
        found = sequence(value)
        if found is None or not all(isinstance(one, str) for one in found):
            raise self.bad_type(field, "a list of texts")
        return tuple(cast("list[str]", found))

    def words(self, field: str) -> tuple[str, ...]:
        """The words of a command line; what is no text becomes some, where it can."""
        value = self.value(field)
        if value is None:
            return ()
        found = sequence(value)
        if found is None:
            raise self.bad_type(field, "a list, with one text for each argument")
        spelt = self.spelt(field)
        texts = [self.as_text(f"{spelt}[{at}]", one) for at, one in enumerate(found)]
        return tuple(text for text in texts if text is not None)

    def pairs(self, field: str, check: Check | None = None) -> dict[str, str]:
        """Texts by name; one that cannot be used is left out, and is an error of its own."""
        given = self.value(field)
        if given is None:
            return {}
        pairs = mapping(given)
        if pairs is None:
            raise self.bad_type(field, "an object")
        found: dict[str, str] = {}
        spelt = self.spelt(field)
        for name, value in pairs.items():
            try:
                _refuse_zero(spelt, name)
                text = self.as_text(f"{spelt}.{name}", value)
            except ConfigInvalid as error:
                self.errors.append((error.reason, error.what, error.hint))
                continue
            if text is not None:
                if check is not None:
                    check(name, text)
                found[name] = text
        return found

    def as_text(self, field: str, value: Any) -> str | None:
        """`value` as text, a number as JSON writes it; `None` stands for what is left out."""
        if isinstance(value, str):
            _refuse_zero(field, value)
            return self.shared(value)
        if isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
            self.coerced.append(field)
            return json.dumps(value)
        if value is not None:
            raise _bad_type(field, "text")
        return None

    def shared(self, text: str) -> str:
        """`text` with its placeholders in the shared form."""
        if isinstance(text, Shared):
            return str(text)
        return self.dialect.notation.shared(text, self._place, self.spelled)

    def bad_type(self, field: str, wanted: str) -> ConfigInvalid:
        """The error that `field` is of a wrong type."""
        return _bad_type(self.spelt(field), wanted)


def refused(code: str, what: str, hint: str) -> ConfigInvalid:
    """Why an entry cannot be used; the words follow the server's name.

    >>> refused("bad-url", "has a url that is none", "").reason
    'bad-url'
    """
    return ConfigInvalid(what, hint=hint, reason=code)


def _refuse_zero(field: str, text: str) -> None:
    # no operating system takes one in a program's arguments or environment
    if "\0" in text:
        raise refused("bad-value", f"has a zero byte in {one_line(field, SHOWN)}", "take it out")


def _bad_type(field: str, wanted: str) -> ConfigInvalid:
    shown = one_line(field, SHOWN)
    return refused("bad-type", f"has {shown} of a wrong type", f"{shown} must be {wanted}")


def _float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:  # a whole number of hundreds of digits
        return math.inf
