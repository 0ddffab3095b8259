"""An entry as it stands in the text of a file, with its fields as its client spells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from .entry_form import OF_ADDRESSES, OF_COMMANDS, OPTIONS, Changes, FieldPath
from .files.dialects import DIALECTS
from .files.entries import mapping, value_at
from .files.fields import Fields
from .files.notation import Place
from .in_place import root_of
from .inline_secrets import InlineSecret, referring
from .json_edit import with_values

DISABLED, ENABLED = "disabled", "enabled"
# clients whose files say that a server is enabled; those of all others say that it is disabled
ENABLING = ("zed", "opencode")


class EntryText:
    """One entry of a text.

    Args:
        text: all of the file.
        keys: they lead to the entry, which is an object.
        client: whose file it is.

    >>> text = '{"mcpServers": {"a": {"serverUrl": "u"}}}'
    >>> EntryText(text, ("mcpServers", "a"), "windsurf").having({("url",): "v"})
    '{"mcpServers": {"a": {"serverUrl": "v"}}}'
    """

    def __init__(self, text: str, keys: tuple[str, ...], client: str) -> None:
        self._text, self._keys, self._dialect = text, keys, DIALECTS[client]
        self._held: Mapping[str, Any] = mapping(value_at(root_of(text), keys)) or {}

    def having(self, fields: Changes) -> str:
        """The text with other values at some paths of the entry; `None` takes one out."""
        names = Fields(self._held, self._dialect, Place(Path()))
        return self._with(
            {(names.spelt(name), *rest): fields[name, *rest] for name, *rest in fields}
        )

    def anew(self, form: Mapping[str, Any]) -> str:
        """The text with nothing but `form` where the entry says what a form of its kind can say."""
        own = (*OF_COMMANDS, "env_file", "url") if "command" in form else (*OF_ADDRESSES, "command")
        spellings = self._dialect.spellings
        names = {name for field in (*own, "type", *OPTIONS) for name in spellings[field]}
        gone = {name: None for name in self._held if name in names}
        said = {next(iter(spellings[field]), field): value for field, value in form.items()}
        return self._with({(name,): value for name, value in {**gone, **said}.items()})

    def flags(self, disabled: bool) -> Changes:
        """What says that the server is kept without being started, or that it is not."""
        usual = ENABLED if self._dialect.name in ENABLING else DISABLED
        there = [flag for flag in (DISABLED, ENABLED) if flag in self._held] or [usual]
        values = {DISABLED: True if disabled else None, ENABLED: not disabled}
        return {(flag,): values[flag] for flag in there}

    def referring(self, secrets: Iterable[InlineSecret]) -> str:
        """The text with a reference in the place of each of `secrets` that stands in its field."""
        named: dict[str, list[InlineSecret]] = {}
        for one in secrets:
            field, _, key = one.place.partition(".")
            for name in (key,) if key else self._dialect.spellings.get(field, ()):
                named.setdefault(name, []).append(one)
        found: Changes = {}
        for path, text in _texts(self._held):
            if (now := referring(text, named.get(path[-1], ()))) != text:
                found[path] = now
        return self._with(found)

    def _with(self, values: Mapping[FieldPath, Any]) -> str:
        return with_values(
            self._text, {(*self._keys, *path): value for path, value in values.items()}
        )


def _texts(held: Mapping[str, Any]) -> Iterator[tuple[FieldPath, str]]:
    """The texts of an object and of those within, with the names that lead there."""
    rest: list[tuple[FieldPath, Any]] = [((name,), one) for name, one in held.items()]
    for path, value in rest:
        inner = mapping(value)
        if isinstance(value, str):
            yield path, value
        elif inner is not None:
            rest += [((*path, name), one) for name, one in inner.items()]
