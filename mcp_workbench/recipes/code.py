"""The code of a recipe: what it defines, what it uses, and a module of its own to run it in."""

from __future__ import annotations
import __future__

import ast
import builtins
import itertools
import linecache
import symtable
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

from ..errors import CodeFailed, Interrupted
from ..visible import one_line

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
SHOWN = 200  # characters of what an exception says
NUMBERS = itertools.count(1)
ALWAYS_THERE = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}


def parsed(source: str) -> ast.Module:
    """The syntax tree of `source`.

    Raises:
        SyntaxError: it is no Python, for whatever reason.
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source)
            compile(tree, "<recipe>", "exec", dont_inherit=True)
    except SyntaxError:
        raise
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(one_line(str(error)) or "it is nested too deep") from None
    return tree


def functions_of(source: str) -> list[str]:
    r"""The names of the functions at the top level of `source`, in order.

    >>> functions_of("def add(a): ...\nasync def wait(): ...\nclass C: ...")
    ['add', 'wait']
    """
    names = [node.name for node in parsed(source).body if isinstance(node, FUNCTION)]
    return list(dict.fromkeys(names))


def undefined_in(source: str, given: Iterator[str] | list[str]) -> dict[str, int]:
    r"""Each name that `source` uses and nothing defines, with the line where it first stands.

    Args:
        source: all code that will run in one module.
        given: names that are there before it runs.

    >>> undefined_in("import math\ndef area(r): return math.pi * r ** power", [])
    {'power': 2}
    """
    tree = parsed(source)
    if any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in ast.walk(tree)):
        return {}  # nobody knows what such an import brings
    table = symtable.symtable(source, "<recipe>", "exec")
    defined = ALWAYS_THERE | set(given) | set(_defined(table))
    wanted = set(_wanted(table)) - defined
    found = {name: line for name, line in _uses(tree) if name in wanted}
    return dict(sorted(found.items(), key=lambda use: use[1]))


def _defined(table: symtable.SymbolTable) -> Iterator[str]:
    """Names that the module itself binds, also from within a function that says `global`."""
    for symbol in table.get_symbols():
        at_the_top = table.get_type() == "module" and symbol.is_local()
        if (at_the_top or symbol.is_declared_global()) and (
            symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
        ):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _defined(child)


def _wanted(table: symtable.SymbolTable) -> Iterator[str]:
    """Names that are looked for in the module."""
    for symbol in table.get_symbols():
        at_the_top = table.get_type() == "module"
        if symbol.is_referenced() and (at_the_top or symbol.is_global()):
            yield symbol.get_name()
    for child in table.get_children():
        yield from _wanted(child)


def _uses(tree: ast.Module) -> list[tuple[str, int]]:
    """Every use of a name with its line, the first use last."""
    uses = [
        (node.id, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    ]
    return sorted(uses, key=lambda use: -use[1])


class Code:
    """The module in which the code of one recipe runs.

    Args:
        name: of the recipe; tracebacks name it.
        values: of the parameters, which are variables of the module.

    >>> code = Code("areas", {"r": 2})
    >>> code.run("setup", "import math")
    >>> code.run("code", "def area(): return round(math.pi * r ** 2)")
    >>> code.function("area")()
    13
    """

    def __init__(self, name: str, values: Mapping[str, Any]) -> None:
        self._name = name
        # of its own also where another run has this name
        self._module = types.ModuleType(f"recipe_{name.replace('-', '_')}_{next(NUMBERS)}")
        self._module.__dict__.update(values)
        # dataclasses and pydantic look there for what annotations name
        sys.modules[self._module.__name__] = self._module
        self._flags = 0

    def run(self, section: str, source: str) -> None:
        """Run one section; its lines can be read in tracebacks.

        Raises:
            CodeFailed: it raised; `reason` is the name of the exception.
        """
        file = f"<recipe {self._name}: {section}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        try:
            compiled = compile(source, file, "exec", self._flags, dont_inherit=True)
            # as in a notebook, `from __future__` holds for the cells below too
            self._flags |= compiled.co_flags & FUTURE
            exec(compiled, self._module.__dict__)  # noqa: S102  consent was given to exactly this
        except Interrupted:
            raise
        except BaseException as error:
            # whatever a person's code raises is told in one line; sys.exit() is no end of a run
            raise self._failed(section, file, error) from error

    def close(self) -> None:
        """Forget the module; functions that are still held go on."""
        sys.modules.pop(self._module.__name__, None)

    def _failed(self, section: str, file: str, error: BaseException) -> CodeFailed:
        line, trace = None, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == file:
                line = trace.tb_lineno
            trace = trace.tb_next
        place = f"{section}, line {line}" if line else section
        kind = type(error).__name__
        said = ""
        with suppress(Exception):  # an exception may fail to tell what it is
            said = one_line(str(error), SHOWN)
        missing = isinstance(error, ModuleNotFoundError)
        hint = "install it where the recipe runs" if missing else "correct it in the notebook"
        return CodeFailed(f"recipe {self._name}: {place}: {kind}: {said}", hint=hint, reason=kind)

    def function(self, name: str) -> Callable[..., Any]:
        """The function of that name.

        Raises:
            CodeFailed: the code made something else of the name.
        """
        found = self._module.__dict__.get(name)
        if not callable(found):
            raise CodeFailed(
                f"recipe {self._name}: {name} is no function once the code has run",
                hint="do not assign something else to its name",
                reason="no-function",
            )
        return cast("Callable[..., Any]", found)
