"""Names of tools in the sandbox: identifiers of Python, each one once."""

from __future__ import annotations

import builtins
import itertools
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from ..errors import ServeRefused
from ..visible import one_line
from .tool import SandboxTool

# what code in the sandbox finds without an import
BUILTINS = {name for name in dir(builtins) if name[0].isupper()}.union(
    ("abs", "all", "any", "bin", "bool", "bytes", "chr", "complex", "dict", "divmod"),
    ("enumerate", "eval", "exec", "filter", "float", "format", "frozenset", "getattr", "hasattr"),
    ("hash", "hex", "id", "int", "isinstance", "iter", "len", "list", "locals", "map", "max"),
    ("min", "next", "object", "oct", "open", "ord", "pow", "print", "property", "range", "repr"),
    ("reversed", "round", "set", "setattr", "slice", "sorted", "str", "sum", "tuple", "type"),
    ("zip",),
)
# what `import` finds there; a tool of such a name would take its place
MODULES = (
    *("asyncio", "base64", "binascii", "bisect", "collections", "copy", "csv", "dataclasses"),
    *("datetime", "decimal", "functools", "hashlib", "itertools", "json", "math", "os", "pathlib"),
    *("random", "re", "sys", "time", "tomllib", "typing", "unicodedata"),
)
NO_LETTER = re.compile(r"\W", re.ASCII)
RENAME = {
    "function": "give the function another name: @tool(name=…)",
    "server": "connect the server under another name",
}


class Names:
    """Tools by their names in the sandbox: `shop.find` below a server, `count` for a function.

    Hyphens and other letters that Python has no use for become `_`; a keyword gets one behind it.
    Of two that would share a name, the one that is spelt so keeps it and the other gets a number;
    so does what is called like a module that code may import.

    Args:
        tools: in the order in which they are to be listed.

    Raises:
        ServeRefused: a tool would hide a builtin function of the sandbox.

    >>> class Find:
    ...     namespace, name, parameters = "my-shop", "find", ("what",)
    >>> list(Names([Find()]).tools)
    ['my_shop.find']
    """

    def __init__(self, tools: Iterable[SandboxTool]) -> None:
        listed = list(tools)
        flat = given((tool.name for tool in listed if not tool.namespace), MODULES)
        taken = (*MODULES, *flat.values())
        spaces = given((tool.namespace for tool in listed if tool.namespace), taken)
        _check(flat.values(), "function")
        _check(spaces.values(), "server")
        below = {
            space: given(tool.name for tool in listed if tool.namespace == space)
            for space in spaces
        }
        self.namespaces = tuple(spaces.values())
        self.functions = tuple(flat.values())
        self.tools: Mapping[str, SandboxTool] = MappingProxyType(
            {
                f"{spaces[tool.namespace]}.{below[tool.namespace][tool.name]}"
                if tool.namespace
                else flat[tool.name]: tool
                for tool in listed
            }
        )

    def renamed(self) -> Iterator[str]:
        """In words what has another name than its own, because a module has that."""
        tops = {name.partition(".")[0]: tool for name, tool in self.tools.items()}
        for top, tool in tops.items():
            own = python_name(tool.namespace or tool.name)
            if own in MODULES:
                kind = "server" if tool.namespace else "function"
                yield f"the {kind} {own} is called {top} in the sandbox, where {own} is a module"

    def below(self, namespace: str) -> list[str]:
        """What can be called as `namespace.…`, without the namespace."""
        start = f"{namespace}."
        return [name.removeprefix(start) for name in self.tools if name.startswith(start)]

    @property
    def top(self) -> frozenset[str]:
        """What is bound at the top level: functions and namespaces."""
        return frozenset((*self.functions, *self.namespaces))


def python_name(name: str) -> str:
    """`name` as an identifier; the sandbox hides those that begin with `_`.

    >>> python_name("read-file"), python_name("class"), python_name("3d"), python_name("_all")
    ('read_file', 'class_', 'tool_3d', 'tool_all')
    """
    plain = NO_LETTER.sub("_", name) or "_"
    if not plain[0].isalpha():
        plain = f"tool_{plain.lstrip('_')}"
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def given(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Each of these names to its own in the sandbox, none of which is `taken`.

    >>> given(["read-file", "read_file"])
    {'read-file': 'read_file_2', 'read_file': 'read_file'}
    """
    wanted, used = list(dict.fromkeys(names)), set(taken)
    found: dict[str, str] = {}
    # who is spelt right comes first
    for name in sorted(wanted, key=lambda one: python_name(one) != one):
        found[name] = next(one for one in _candidates(python_name(name)) if one not in used)
        used.add(found[name])
    return {name: found[name] for name in wanted}


def _candidates(plain: str) -> Iterator[str]:
    yield plain
    yield from (f"{plain}_{number}" for number in itertools.count(2))


def _check(names: Iterable[str], kind: str) -> None:
    for name in names:
        if name in BUILTINS:
            raise ServeRefused(
                f"the {kind} {one_line(name)!r} would hide the builtin of that name in the sandbox",
                hint=RENAME[kind],
                reason="name-taken",
            )
