"""A file as the object it holds, whatever it is written in."""

from __future__ import annotations

from pathlib import Path

from .entries import Document
from .json_text import parse_json
from .text import LARGEST, SYNTAX, read_text

YAML = (".yaml", ".yml")
LARGEST_YAML = 256 << 10  # bytes; its reader takes seconds for more
# Claude Code keeps its history in there, too
WITH_HISTORY, LARGEST_WITH_HISTORY = ".claude.json", 16 << 20


def largest(path: Path) -> int:
    """The most bytes that are read of such a file.

    >>> largest(Path("a.yaml")) < largest(Path(".mcp.json"))
    True
    """
    if path.name == WITH_HISTORY:
        return LARGEST_WITH_HISTORY
    return LARGEST_YAML if path.suffix.lower() in YAML else LARGEST


def read_document(path: Path, text: str | None = None) -> Document:
    """What the file holds; the ending of its name says how it is written, JSON where it is unknown.

    Args:
        path: the file.
        text: what it is taken to hold; `None` for what is in it.

    Raises:
        ConfigInvalid: the file cannot be read, or is not what its name says.
    """

    def told(syntax: str = SYNTAX) -> str:
        return read_text(path, largest=largest(path), syntax=syntax) if text is None else text

    match path.suffix.lower():
        case ".toml":
            from .toml_text import parse_toml

            return parse_toml(told("toml-syntax"))
        case ending if ending in YAML:
            # the reader of YAML is loaded where there is some
            from .yaml_text import parse_yaml

            return parse_yaml(told("yaml-syntax"))
        case _:
            return parse_json(told())
