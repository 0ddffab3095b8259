"""What works in an entry, although it may not be what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import near
from ...visible import one_line
from .definition import Definition
from .dialect import Note
from .fields import SHOWN, Fields

OF_COMMANDS = ("args", "env", "cwd", "env_file")
OF_ADDRESSES = ("headers", "oauth", "proxy", "verify", "connect_timeout", "read_timeout")
SHORT = 1.0  # seconds; a shorter limit most likely is in another unit than was meant
HELPER = "headersHelper"
USUAL = (HELPER, "name", "description", "$schema")
SPACES = re.compile(r"^[^/\\]*\s|\s[^/\\]*$|\s[-/~@]")
PACKED = re.compile(r"--?[\w-]+\s+\S")
NOTHING: tuple[object, ...] = (None, "", [], {})
LOOKED_AT = 500  # characters of a command
NAMED = 10  # fields that are named


def oddities(fields: Fields, definition: Definition) -> Iterator[Note]:
    """What is to be said about an entry: code, words behind its name, hint."""
    if fields.coerced:
        what = f"has what is not text in {one_line(', '.join(fields.coerced))}; it becomes text"
        yield "coerced", what, "put it into quotes"
    if definition.timeout is not None and definition.timeout < SHORT:
        what = f"has a {fields.spelt('timeout')} of {definition.timeout:g} s"
        unit = "ms" if fields.unit("timeout") < 1 else "s"
        yield "short-timeout", what, f"{fields.dialect.title} gives it in {unit}"
    if definition.command and SPACES.search(definition.command.strip()[:LOOKED_AT]):
        what = "has a command with spaces, and no shell splits it"
        yield "command-has-spaces", what, "give its arguments in args"
    elif any(PACKED.match(argument) for argument in definition.args):
        what = "has an argument that looks like two"
        yield "command-has-spaces", what, "give each argument on its own"
    if HELPER in fields.given:
        what = f"has a {HELPER}, a command that is not run"
        yield "headers-helper-ignored", what, "give headers"
    yield from _ignored(fields, definition)


def _ignored(fields: Fields, definition: Definition) -> Iterator[Note]:
    kind, others = (
        ("command", OF_ADDRESSES) if definition.transport == "stdio" else ("URL", OF_COMMANDS)
    )
    spellings = fields.dialect.spellings
    foreign = {name for field in others for name in spellings[field]}
    known = {name for names in spellings.values() for name in names}
    meant = known.union(fields.dialect.silent, USUAL)
    # an empty one says nothing
    stray = [
        name for name, value in fields.given.items() if name in foreign and value not in NOTHING
    ]
    unknown = [name for name in fields.given if name not in meant and not name.startswith("_")]
    if stray or unknown:
        told = ", ".join(one_line(name, SHOWN) for name in (*stray, *unknown)[:NAMED])
        what = f"has what a {kind} does not use here: {told}"
        hint = near(unknown[0], known) if unknown else f"take it out, or give it no {kind}"
        yield "ignored-field", what, hint
