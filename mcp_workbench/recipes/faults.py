"""What is wrong with a recipe: where, what, and what to do; and the one error that tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import RecipeInvalid, near
from ..visible import one_line

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

Path = tuple[str | int, ...]
SHOWN = 80  # characters of a path or a value
TOLD = 5  # faults that are told at once

# what pydantic calls a type, in words for a person
KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping of names to values",
    "model_type": "a mapping of names to values",
    "model_attributes_type": "a mapping of names to values",
}


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    Args:
        path: where in the document, from the outside in.
        what: what is wrong there.
        hint: what to do.
        reason: a stable word for it.
        at: what stands on the line that is told, where the words begin with no path.
    """

    path: Path
    what: str
    hint: str = ""
    reason: str = "bad-value"
    at: Path | None = None


def written(path: Path) -> str:
    """`path` as a person reads it.

    >>> written(("servers", "time", "args", 0))
    'servers.time.args[0]'
    """
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return one_line(text.removeprefix("."), SHOWN)


def refused(
    file: str, faults: Sequence[Fault], line_of: Callable[[Path], int | None] = lambda _: None
) -> RecipeInvalid:
    r"""The error for these faults; the hint is that of the first.

    Args:
        file: what it is called before each fault.
        faults: at least one.
        line_of: the line of the file on which something stands, where that is known.

    >>> str(refused("a.yaml", [Fault(("name",), "is not text", "write it as text")]))
    'a.yaml: name is not text\nhint: write it as text'
    """
    told = [
        _told(file, fault, line_of(fault.path if fault.at is None else fault.at))
        for fault in faults[:TOLD]
    ]
    if len(faults) > TOLD:
        told.append(f"… and {len(faults) - TOLD} more")
    return RecipeInvalid("\n".join(told), hint=faults[0].hint, reason=faults[0].reason)


def _told(file: str, fault: Fault, line: int | None) -> str:
    place = f"{file}:{line}" if line else file
    return (
        f"{place}: {written(fault.path)} {fault.what}" if fault.path else f"{place}: {fault.what}"
    )


def faults_of(error: ValidationError, known: Callable[[Path], Iterable[str]]) -> list[Fault]:
    """What pydantic found, in words for a person.

    Args:
        error: of the document as a whole.
        known: the keys that may stand at a path.
    """
    return [_fault(one, known) for one in error.errors(include_url=False, include_context=True)]


def _fault(error: ErrorDetails, known: Callable[[Path], Iterable[str]]) -> Fault:
    path, kind = tuple(error["loc"]), error["type"]
    if path and path[-1] == "[key]":  # pydantic's mark for a name of a mapping
        path = path[:-1]
    context: Mapping[str, Any] = error.get("ctx") or {}
    if kind == "extra_forbidden":
        key = str(path[-1])
        where = f" in {written(path[:-1])}" if path[:-1] else ""
        what = f"there is no key {one_line(key, SHOWN)!r}{where}"
        return Fault((), what, near(key, known(path[:-1])), "unknown-key", path)
    if kind == "missing":
        return Fault((), f"{written(path)} is missing", f"write {path[-1]}: …", "missing-key", path)
    if kind == "literal_error":
        return Fault(path, f"is {_shown(error)}", f"it can be {context.get('expected', '')}")
    if kind == "string_pattern_mismatch":
        return Fault(path, f"is {_shown(error)}, which is not allowed", _form(path, context))
    if kind in KINDS:
        return Fault(path, f"is not {KINDS[kind]}", f"it must be {KINDS[kind]}", "bad-type")
    message = error["msg"]
    return Fault(path, f"is {_shown(error)}", f"{message[:1].lower()}{message[1:]}")


def _shown(error: ErrorDetails) -> str:
    return one_line(repr(error["input"]), SHOWN)


def _form(path: Path, context: Mapping[str, Any]) -> str:
    forms = {
        "name": "small letters, digits and single hyphens, as in count-objects",
        "key": "letters, digits and underscores, beginning with a letter",
        "servers": "letters, digits, - and _, at most 64",
        "names": "server.tool: name, the name in letters, digits, - and _",
        "fingerprints": "server.tool: sha256:…, as an export writes it",
        "version": "as in 1.0.0",
    }
    last = path[-1] if path[-1] in forms else path[0]
    return forms.get(str(last), f"it must fit {context.get('pattern', '')}")
