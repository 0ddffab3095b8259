"""Packages of Python that code imports, as pip knows them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from .code import parsed

OURS = "mcp_workbench"


def requirements_of(sources: Iterable[str], directory: Path) -> tuple[list[str], list[str]]:
    """The packages that code imports, sorted, and what cannot come along.

    Args:
        sources: the code.
        directory: of the notebook, whose own modules are told apart.

    >>> requirements_of(["import math, yaml"], Path())
    (['PyYAML'], [])
    """
    modules = sorted({name for source in sources for name in _imported(source)})
    wanted = [m for m in modules if m not in sys.stdlib_module_names and m != OURS]
    if not wanted:
        return [], []
    homes = metadata.packages_distributions()
    packages: set[str] = set()
    notes: list[str] = []
    for module in wanted:
        beside = any((directory / f"{module}{end}").exists() for end in ("", ".py"))
        if beside:
            notes.append(f"module {module} is a file beside the notebook; it must be where it runs")
        elif module in homes:
            packages.add(sorted(homes[module])[0])
        else:
            notes.append(f"module {module} is of no package that is installed here")
    return sorted(packages, key=str.lower), notes


def _imported(source: str) -> Iterator[str]:
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]
