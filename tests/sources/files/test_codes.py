"""The codes of configuration files are a closed list, and the page explains each."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import mcp_workbench
from mcp_workbench.sources import CLIENTS

PACKAGE = Path(mcp_workbench.__file__).parent
PAGE = PACKAGE.parent / "docs" / "configuration.md"
CODE = re.compile(r"[a-z]+(?:-[a-z0-9]+)*")
# they make the errors whose code is their first argument, or an element of a note
MAKERS = {"refused", "unreadable"}
# of an option, not of a file
OF_CALLS = {"unknown-client", "no-store", "unsupported-placeholder"}


def literals(node: ast.AST) -> Iterator[str]:
    """The codes that a module names."""
    for child in ast.walk(node):
        first: ast.AST | None = None
        match child:
            case ast.Call(func=ast.Name(id=name), args=[code, *_]) if name in MAKERS:
                first = code
            case ast.keyword(arg="reason", value=code):
                first = code
            case ast.Tuple(elts=[code, _, _]) | ast.Assign(value=code):
                first = code
            case ast.Yield(value=ast.Tuple(elts=[code, *_])):
                first = code
            case _:
                pass
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


def test_every_code_is_explained_and_no_other() -> None:
    modules = [
        *(PACKAGE / "sources" / "files").glob("*.py"),
        PACKAGE / "sources" / "filling.py",
        PACKAGE / "specs" / "servers.py",
        PACKAGE / "specs" / "options.py",
    ]
    found = {code for path in modules for code in literals(ast.parse(path.read_text("utf-8")))}
    text = PAGE.read_text("utf-8").partition("## What is said of a file")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)
    explained = {code for row in rows for code in re.findall(r"`([^`]+)`", row)}
    assert explained >= {code for code in found if "-" in code and CODE.fullmatch(code)} - OF_CALLS
    assert explained <= found


def test_every_client_is_in_the_table() -> None:
    text = PAGE.read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (?:[^|]+ \| ){3}m?s \|$", text, re.MULTILINE)
    assert sorted(rows) == sorted(CLIENTS)
