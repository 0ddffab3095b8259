"""A notebook as its cells: what kind each is, how it is tagged, and what of it is Python."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from ..errors import RecipeInvalid
from ..tools.tool import as_object
from ..visible import one_line
from .code import parsed

LARGEST = 128 << 20  # bytes; most of it outputs, which are not looked at
SKIPPED = {"skip", "injected-parameters"}
MAGIC = re.compile(r"\s*(?:[\w., ]+=\s*)?(?:(?P<name>%{1,2}\w*)|!)")
# of Python's syntax what may go on in the next line, and comments and texts, which may hold it
PIECE = re.compile(r"""#.*|\"\"\"|'''|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[()\[\]{}]""")
CLOSING = {quote: re.compile(rf"(?:\\.|[^\\])*?{quote}") for quote in ('"""', "'''")}
KEY = "mcp_workbench"


@dataclass(frozen=True)
class Cell:
    """One cell.

    Args:
        number: its place among all cells, from 1.
        kind: `code`, `markdown` or `raw`.
        source: its text.
        tags: the tags that a person gave it.
        failed: whether its outputs say that it raised.
    """

    number: int
    kind: str
    source: str
    tags: frozenset[str]
    failed: bool = False

    @property
    def place(self) -> str:
        """How errors and notes call it.

        >>> Cell(3, "code", "", frozenset({"tool"})).place
        'cell 3 (tool)'
        """
        tags = f" ({one_line(', '.join(sorted(self.tags)), 60)})" if self.tags else ""
        return f"cell {self.number}{tags}"

    @property
    def python(self) -> str:
        r"""Its Python, in which lines of magics and shell commands are blank.

        >>> Cell(1, "code", "%load_ext mcp_workbench\nx = 1", frozenset()).python
        '\nx = 1'
        """
        if self.kind != "code" or self.source.lstrip().startswith("%%"):
            return ""
        return _python_of(self.source)

    @property
    def magics(self) -> list[tuple[int, str]]:
        r"""Number and name of each of its lines that is a magic or a shell command.

        >>> Cell(1, "code", "%load_ext mcp_workbench\nx = 1", frozenset()).magics
        [(1, '%load_ext')]
        """
        lines, kept = self.source.split("\n"), self.python.split("\n")
        found = ((at, MAGIC.match(line)) for at, line in enumerate(lines))
        # the name alone: what follows it may be a secret
        return [
            (at + 1, match["name"] or "!")
            for at, match in found
            if match and not "".join(kept[at : at + 1])
        ]

    @property
    def lead(self) -> int:
        """How many empty lines its Python begins with; `section_code` leaves them out."""
        return len(self.python) - len(self.python.lstrip("\n"))


def _python_of(source: str) -> str:
    if is_python(source):
        return source
    plain: list[str] = []
    quote, depth, goes_on = "", 0, False
    for line in source.split("\n"):
        # a magic begins a statement: within one, such a line belongs to a text or to a sum
        if goes_on or (not quote and not depth and MAGIC.match(line)):
            plain.append("")
            goes_on = line.rstrip().endswith("\\")
        else:
            plain.append(line)
            quote, depth = _open(line, quote, depth)
    return "\n".join(plain)


def _open(line: str, quote: str, depth: int) -> tuple[str, int]:
    """The quotes of a text and the number of brackets that are open behind a line."""
    at = 0
    while match := CLOSING[quote].match(line, at) if quote else PIECE.search(line, at):
        at, piece = match.end(), match[0]
        if quote:
            quote = ""
        elif piece in CLOSING:
            quote = piece
        elif piece in "([{":
            depth += 1
        elif piece in ")]}":
            depth = max(0, depth - 1)
    return quote, depth


def is_python(source: str) -> bool:
    """Whether `source` can be parsed, also where it awaits at its top level as cells do.

    >>> is_python("await x()"), is_python("%time x")
    (True, False)
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


@dataclass(frozen=True)
class Notebook:
    """A notebook without what its outputs show.

    Args:
        path: its file.
        cells: all but those tagged `skip`.
        about: its metadata `mcp_workbench.recipe`.
    """

    path: Path
    cells: list[Cell]
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def tagged(self, tag: str) -> list[Cell]:
        """The cells with this tag, in order."""
        return [cell for cell in self.cells if tag in cell.tags]

    def code(self) -> Iterator[Cell]:
        """The cells that hold code."""
        return (cell for cell in self.cells if cell.kind == "code")


def read_notebook(path: Path) -> Notebook:
    """The notebook in a file; nothing of it is run.

    Source: nbformat, "The notebook file format", version 4.5; older ones are upgraded.

    Raises:
        RecipeInvalid: there is no such file, or it is no notebook.
    """
    import nbformat

    document = _json(path, _text(path))
    version = document.get("nbformat")
    if not isinstance(version, int) or version not in (3, 4):
        told = "is missing" if version is None else f"is {version!r:.40}"
        raise _refused(path, f"is no notebook: nbformat {told}", "save it from Jupyter")
    try:
        # older notebooks lack ids of cells, of which the library warns
        with warnings.catch_warnings(action="ignore"):
            library = cast("Any", nbformat)  # no types upstream
            minor = document.get("nbformat_minor", 0)
            read = library.versions[version].to_notebook_json(document, minor=minor)
            notebook = library.convert(read, 4)
            library.validate(notebook, relax_add_props=True)
    except Exception as error:  # noqa: BLE001  a wrong document makes the library stumble anyhow
        what = one_line(str(error).splitlines()[0] if str(error) else type(error).__name__)
        raise _refused(path, f"is no notebook: {what}", "save it from Jupyter") from None
    return _notebook(path, notebook)


def _notebook(path: Path, notebook: Any) -> Notebook:
    cells = [
        Cell(at, str(cell.cell_type), str(cell.source), _tags(cell), _failed(cell))
        for at, cell in enumerate(notebook.cells, 1)
    ]
    kept = [cell for cell in cells if not cell.tags & SKIPPED]
    about = as_object(as_object(notebook.metadata.get(KEY)).get("recipe"))
    return Notebook(path, kept, dict(about))


def _tags(cell: Any) -> frozenset[str]:
    return frozenset(map(str, cell.metadata.get("tags", ())))


def _failed(cell: Any) -> bool:
    return any(output.get("output_type") == "error" for output in cell.get("outputs", ()))


def _text(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():
            raise _refused(path, "is not a file", "give the path of a file .ipynb")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise _refused(path, f"has more than {LARGEST >> 20} MiB", "clear its outputs")
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise _refused(path, f"cannot be read: {why}", "give the path of a file .ipynb") from None


def _json(path: Path, text: str) -> dict[str, Any]:
    try:
        document: Any = json.loads(text)
    except json.JSONDecodeError as error:
        what = f"is no notebook: line {error.lineno}, column {error.colno}: {error.msg}"
        raise _refused(path, what, "give the path of a file .ipynb") from None
    except RecursionError:
        raise _refused(path, "is nested too deep", "give the path of a file .ipynb") from None
    except ValueError as error:  # a number of more digits than Python reads
        raise _refused(path, f"is no notebook: {error}", "give the path of a file .ipynb") from None
    if not isinstance(document, dict):
        raise _refused(path, "is no notebook: it holds no object", "give the path of a file .ipynb")
    return cast("dict[str, Any]", document)


def _refused(path: Path, what: str, hint: str) -> RecipeInvalid:
    return RecipeInvalid(f"{one_line(str(path))} {what}", hint=hint, reason="notebook")


def section_code(path: Path, cell: Cell) -> str:
    """The Python of a cell that a recipe takes over, with no space at the ends of its lines.

    Raises:
        RecipeInvalid: it is no Python that runs outside of a notebook.
    """
    source = cell.python.strip("\n")
    try:
        tree = parsed(source)
        if cell.kind != "code" or cell.source.lstrip().startswith("%%"):
            raise SyntaxError("it holds no Python")
    except SyntaxError as error:
        line = f", line {error.lineno}" if error.lineno else ""
        raise RecipeInvalid(
            f"{one_line(str(path))}: {cell.place}{line}: {error.msg}",
            hint="a recipe runs it as a plain Python module, without magics or await at its top",
            reason="syntax",
        ) from None
    tidy = "\n".join(line.rstrip() for line in source.splitlines())
    # not where spaces belong to a text
    return tidy if ast.dump(parsed(tidy)) == ast.dump(tree) else source
