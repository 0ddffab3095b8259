"""A file as the object it holds, whatever it is written in."""

from __future__ import annotations

from pathlib import Path

from .entries import Document
from .json_text import parse_json
from .text import LARGEST, read_text

LARGEST_YAML = 256 << 10  # bytes; its reader takes seconds for more


def read_document(path: Path) -> Document:
    """What the file holds; the ending of its name says how it is written, JSON where it is unknown.

    Raises:
        ConfigInvalid: the file cannot be read, or is not what its name says.
    """
    match path.suffix.lower():
        case ".toml":
            from .toml_text import parse_toml

            return parse_toml(read_text(path, syntax="toml-syntax"))
        case ".yaml" | ".yml":
            # the reader of YAML is loaded where there is some
            from .yaml_text import parse_yaml

            return parse_yaml(read_text(path, largest=LARGEST_YAML, syntax="yaml-syntax"))
        case _:
            return parse_json(read_text(path, largest=LARGEST))
