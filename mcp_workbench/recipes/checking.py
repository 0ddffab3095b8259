"""Plain data as a recipe's document: each section by its own rules, then what holds across them."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from ..errors import ConfigInvalid, near
from .code import functions_of, parsed, undefined_in
from .faults import Fault, Path, faults_of, refused
from .parameters import fault_of
from .sections import VERSION, Document, Limits, Parameter, Section, ServerEntry
from .servers import OF_URLS, spec_of
from .template import names_in, unreadable

# what `Recipe.run` takes beside parameters
RESERVED = ("workbench", "trust", "on_event", "model", "self")
# what stands below a path, and knows its keys
WITHIN: Mapping[str, type[Section]] = {
    "parameters": Parameter,
    "servers": ServerEntry,
    "limits": Limits,
}
FUTURE = re.compile(r"^from __future__ import .*$", re.MULTILINE)


def document_of(
    values: Mapping[str, Any],
    file: str = "recipe",
    line_of: Callable[[Path], int | None] = lambda _: None,
) -> Document:
    """The document of plain data.

    Args:
        values: as YAML or JSON has them.
        file: what errors call it.
        line_of: the line on which something stands, for errors.

    Raises:
        RecipeInvalid: something is wrong; place, key and near names are told.

    >>> values = {"recipe": "mcp-workbench/1", "name": "hello", "title": "Hello"}
    >>> document_of(values).version
    '0.1.0'
    """
    version = values.get("recipe")
    if version != VERSION:
        told = "is missing" if version is None else f"is {version!r:.60}"
        raise refused(
            file,
            [Fault(("recipe",), told, f"this version reads recipe: {VERSION}", "not-a-recipe")],
            line_of,
        )
    try:
        document = Document.model_validate(values)
    except ValidationError as error:
        raise refused(file, faults_of(error, _known), line_of) from None
    faults = [fault for check in CHECKS for fault in check(document)]
    if faults:
        raise refused(file, faults, line_of)
    return document


def _known(path: Path) -> Iterable[str]:
    """The keys that may stand at `path`."""
    section: type[BaseModel] = WITHIN.get(str(path[0]), Document) if path else Document
    return section.model_fields


def _parameters(document: Document) -> Iterator[Fault]:
    seen: set[str] = set()
    for at, parameter in enumerate(document.parameters):
        path, key = ("parameters", at), parameter.key
        if key in seen:
            yield Fault((*path, "key"), f"{key!r} is there twice", "rename one", "twice")
        seen.add(key)
        if key in RESERVED or keyword.iskeyword(key):
            yield Fault((*path, "key"), f"{key!r} is taken", "rename it", "reserved")
        yield from _values(parameter, path)


def _values(parameter: Parameter, path: Path) -> Iterator[Fault]:
    if parameter.type == "select" and not parameter.options:
        yield Fault((*path, "options"), "are missing", "a select needs options: [a, b]")
    elif parameter.type != "select" and parameter.options is not None:
        yield Fault((*path, "options"), "belong to a select", "write type: select")
    elif parameter.required and parameter.default is not None:
        yield Fault((*path, "default"), "has no use: it is required", "take one of the two out")
    elif parameter.default is not None and (what := fault_of(parameter, parameter.default)):
        yield Fault((*path, "default"), what, f"its type is {parameter.type}")


def _templates(document: Document) -> Iterator[Fault]:
    known = [parameter.key for parameter in document.parameters]
    for field in ("instructions", "prompt"):
        text: str = getattr(document, field)
        for what in unreadable(text):
            hint = "only {{ name }} is filled in; braces as they stand: {{ '{{ x }}' }}"
            yield Fault((field,), f"holds {what}", hint, "template")
        for name in names_in(text):
            if name not in known:
                hint = near(name, known, empty="no parameter is declared")
                yield Fault((field,), f"wants {name!r}, which is no parameter", hint, "template")


def _servers(document: Document) -> Iterator[Fault]:
    for name, entry in document.servers.items():
        path = ("servers", name)
        is_command = entry.transport == "stdio"
        wanted, other = ("command", "url") if is_command else ("url", "command")
        if getattr(entry, wanted) is None:
            yield Fault(path, f"has no {wanted}", f"{entry.transport} needs one", "missing-key")
            continue
        strange = ("headers", "auth", *OF_URLS) if is_command else ("args", "env", "cwd")
        for field in (other, *strange):
            if getattr(entry, field) != ServerEntry.model_fields[field].default:
                hint = f"take it out; {entry.transport} has {wanted}"
                yield Fault((*path, field), f"is not for {entry.transport}", hint)
        try:
            spec_of(entry)
        except ConfigInvalid as error:
            yield Fault(path, f"cannot be used: {error.what}", error.hint, error.reason)


def _code(document: Document) -> Iterator[Fault]:
    for field in ("setup", "code"):
        try:
            parsed(getattr(document, field))
        except SyntaxError as error:
            what = f"is no Python in its line {error.lineno or 1}: {error.msg}"
            yield Fault((field,), what, "correct it there", "syntax")
            return
    known = functions_of(f"{document.setup}\n\n{document.code}")
    for at, name in enumerate(document.python_tools):
        if name not in known:
            hint = near(name, known, empty="there is no function in it")
            yield Fault(
                ("python_tools", at), f"{name!r} is no function of code", hint, "no-function"
            )
        elif name in document.python_tools[:at]:
            yield Fault(("python_tools", at), f"{name!r} is there twice", "keep one", "twice")
    given = [parameter.key for parameter in document.parameters]
    for field, line, name in undefined(document.setup, document.code, given):
        yield Fault((field,), f"uses {name!r} in its line {line}, which nothing defines",
                    how_to_define(name), "undefined-name")  # fmt: skip


def undefined(setup: str, code: str, given: list[str]) -> Iterator[tuple[str, int, str]]:
    r"""Each name that nothing defines, as section, line in it, and name.

    >>> list(undefined("import math", "def area(r):\n    return math.pi * r ** power", []))
    [('code', 2, 'power')]
    """
    above = setup.count("\n") + 2
    # such an import stands first in each part, but not in both together
    together = FUTURE.sub("", f"{setup}\n\n{code}")
    for name, line in undefined_in(together, given).items():
        inside = line <= above - 1
        yield ("setup", line, name) if inside else ("code", line - above, name)


def how_to_define(name: str) -> str:
    """What to do about a name that nothing defines.

    >>> how_to_define("display")
    'a recipe runs outside of IPython: from IPython.display import display'
    """
    if name in ("display", "get_ipython"):
        home = "IPython.display" if name == "display" else "IPython"
        return f"a recipe runs outside of IPython: from {home} import {name}"
    return f"import or define {name} in a cell tagged setup or tool"


def _requires(document: Document) -> Iterator[Fault]:
    from packaging.requirements import InvalidRequirement, Requirement

    for at, text in enumerate(document.requires):
        try:
            Requirement(text)
        except InvalidRequirement:
            yield Fault(("requires", at), f"is {text!r:.60}", "as pip takes it: numpy>=2")


def _references(document: Document) -> Iterator[Fault]:
    """A tool that is named somewhere must be one of the recipe's servers, or of its functions."""
    named: list[tuple[Path, str]] = [
        (("approved", at), full) for at, full in enumerate(document.approved)
    ]
    named += [(("names", full), full) for full in document.names]
    named += [(("fingerprints", full), full) for full in document.fingerprints]
    for path, full in named:
        server, dot, _ = full.partition(".")
        if dot and server not in document.servers:
            hint = near(server, document.servers, empty="it has no servers")
            yield Fault(path, f"is of a server {server!r:.60}, which is not there", hint, "name")
        elif not dot and full not in document.python_tools:
            hint = near(full, document.python_tools, empty="write server.tool")
            yield Fault(path, f"{full!r:.60} is none of python_tools", hint, "name")


CHECKS: tuple[Callable[[Document], Iterator[Fault]], ...] = (
    _parameters,
    _templates,
    _servers,
    _code,
    _requires,
    _references,
)
