"""The shape of the package: layers, owners of third-party imports, sizes, names, errors."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_workbench import errors

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "mcp_workbench"
# Bottom first. A package imports only packages named on a line above its own.
LAYERS = (
    ("visible", "_version"),
    ("errors",),
    ("settings",),
    ("network", "home", "notebook"),
    ("grammar", "messages"),
    ("specs", "tools", "offers", "detections"),
    ("secrets", "results", "asking"),
    ("sources", "generated", "oauth", "sandbox"),
    ("sessions",),
    ("agent",),
    ("recipes",),
    ("widgets", "comm", "rest", "serving"),
    ("magics",),
    ("extension", "cli", "server_extension", "demo"),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
ROOTS = LAYERS[-1]
PURE = (*LAYERS[4], *LAYERS[5])
OWNERS = {
    "IPython": {"magics", "widgets", "comm", "extension"},
    "anywidget": {"widgets"},
    "ipywidgets": {"widgets"},
    "mcp": {"sessions", "generated", "oauth", "serving", "demo"},
    "httpx2": {"sessions", "generated", "oauth", "sources"},
    "pydantic_ai": {"agent"},
    "pydantic_monty": {"sandbox"},
    "starlette": {"serving"},
    "uvicorn": {"serving"},
    "keyring": {"secrets"},
    "cryptography": {"secrets"},
    "nbformat": {"recipes"},
    "dask": {"recipes"},
    "PIL": {"detections", "results", "demo"},
    "click": {"cli"},
    "jupyter_server": {"rest", "server_extension"},
}
NOT_PURE = {"asyncio", "anyio", "httpx2", "pathlib", "socket", "subprocess", "threading", "io"}
# drawing needs a font, which is a file
FONT = "detections/fonts.py"
MAX_LINES, MAX_FUNCTION = 400, 40
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "core", "base"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def owner(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(nodes: Iterator[ast.AST], path: Path) -> Iterator[str]:
    """Dotted names of all that these nodes import, relative ones made absolute."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = path.relative_to(PACKAGE.parent).parent.parts
            above = package[: len(package) - node.level + 1] if node.level else ()
            stem = ".".join((*above, *filter(None, [node.module])))
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def at_runtime(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run when a module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from at_runtime(child)


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_imports_only_lower_layers(path: Path) -> None:
    me = owner(path)
    if me == "__init__":
        return
    assert me in LEVEL, f"{me} has no layer"
    too_high = {
        other
        for name in imported(ast.walk(tree(path)), path)
        if name.startswith("mcp_workbench.")
        and (other := name.split(".")[1]) != me
        and LEVEL[other] >= LEVEL[me]
    }
    assert not too_high, f"{me} sits at or below {sorted(too_high)}"


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_third_party_packages_stay_with_their_owner(path: Path) -> None:
    me = owner(path)
    strays = {
        top
        for name in imported(ast.walk(tree(path)), path)
        if (top := name.split(".")[0]) in OWNERS and me not in OWNERS[top]
    }
    assert not strays, f"{sorted(strays)} may not be imported by {me}"


@pytest.mark.parametrize("path", [p for p in MODULES if owner(p) in PURE], ids=named)
def test_values_do_no_input_output(path: Path) -> None:
    names = set(imported(ast.walk(tree(path)), path))
    tops = {name.split(".")[0] for name in names if not name.startswith("pathlib.Pure")}
    assert tops & NOT_PURE <= ({"pathlib"} if named(path) == FONT else set())
    assert not [n for n in ast.walk(tree(path)) if isinstance(n, ast.AsyncFunctionDef)]


def test_no_module_needs_itself_to_load() -> None:
    names = {".".join(p.relative_to(PACKAGE.parent).with_suffix("").parts): p for p in MODULES}
    names = {name.removesuffix(".__init__"): path for name, path in names.items()}
    needs = {
        name: {
            target
            for found in imported(at_runtime(tree(path)), path)
            for target in (found, found.rpartition(".")[0])
            if target in names and target != name
        }
        for name, path in names.items()
    }
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join((*way, name))
        if name not in done:
            for target in sorted(needs[name]):
                # a package's __init__ re-exports its own modules; that is no cycle
                if not name.startswith(f"{target}."):
                    visit(target, (*way, name))
            done.add(name)

    for name in names:
        visit(name, ())


def lines_of_code(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function without its docstring, which may be as long as it helps."""
    length = (node.end_lineno or 0) - node.lineno + 1
    return length - len((ast.get_docstring(node, clean=False) or "").splitlines())


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_modules_and_functions_are_short_and_say_what_they_hold(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= MAX_LINES
    assert path.stem not in VAGUE, "name the concept, not the drawer"
    assert ast.get_docstring(tree(path)), "start with one line on what the module holds"
    long = {
        node.name: length
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := lines_of_code(node)) > MAX_FUNCTION
    }
    assert not long


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_broad_except_says_why(path: Path) -> None:
    silent = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if "noqa: BLE001" in line and not re.search(r"noqa: BLE001\s+\S+ \S+", line)
    ]
    assert not silent


def test_every_error_lives_in_one_file() -> None:
    strays = {
        f"{named(path)}: {node.name}"
        for path in MODULES
        if path.stem != "errors"
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if re.search(r"(Error|Exception|Failed|Invalid|NotFound|Interrupt)$", ast.unparse(base))
    }
    assert strays == set()


def test_the_tree_of_errors_is_drawn_as_it_is() -> None:
    drawn = dict(re.findall(r"^[│├└─ ]*(\w+) {2,}(\w+)$", errors.__doc__ or "", re.MULTILINE))
    real = {
        cls.__name__: cls.code
        for cls in vars(errors).values()
        if isinstance(cls, type) and issubclass(cls, errors.WorkbenchError)
    }
    assert drawn == real
    assert len(set(real.values())) == len(real), "a code names one class"


HEAVY = [
    "mcp", "mcp_types", "pydantic_ai", "starlette", "PIL", "matplotlib", "jsonschema",
    "ipywidgets", "anywidget", "nbformat", "keyring", "httpx2", "anyio", "yaml", "pydantic",
    "pydantic_monty", "click",
]  # fmt: skip


def loaded(code: str) -> list[str]:
    code += f"\nprint(*(m for m in {HEAVY!r} if m in sys.modules and m not in before))"
    run = [sys.executable, "-c", "import sys; before = set()\n" + code]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded("import mcp_workbench") == []


def test_loading_the_extension_loads_nothing_heavy_and_starts_no_thread() -> None:
    code = """
import threading
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
before = set(sys.modules)
threads = threading.active_count()
shell.extension_manager.load_extension('mcp_workbench')
assert threading.active_count() == threads
assert 'mcp' in shell.magics_manager.magics['line']
"""
    assert loaded(code) == []
