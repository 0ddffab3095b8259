"""A recipe as YAML: read within bounds, and written for people to read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path as File
from typing import Any, cast

import yaml

from ..errors import RecipeInvalid
from ..grammar.yaml_core import RULES, CoreLoader
from ..visible import one_line
from .faults import Path

LARGEST = 256 << 10  # bytes; the parser needs seconds for more
WIDE = 10_000  # columns; a text in one line stays in one


class Source:
    """The values of a YAML document, and on which line each of them stands.

    Args:
        values: of the whole document.
        root: its outermost node.
    """

    def __init__(self, values: dict[str, Any], root: yaml.Node) -> None:
        self.values, self._root = values, root

    def line(self, path: Path) -> int | None:
        """The line of what stands at `path`, or of the nearest thing around it."""
        node: Any = self._root
        line = None
        for part in path:
            node, mark = _within(node, part)
            if node is None:
                break
            line = mark.line + 1
        return line


def _within(node: Any, part: str | int) -> tuple[Any, Any]:
    if isinstance(node, yaml.MappingNode):
        pairs = cast("list[tuple[Any, Any]]", node.value)
        return next(((v, k.start_mark) for k, v in pairs if k.value == part), (None, None))
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int):
        entries = cast("list[Any]", node.value)
        if part < len(entries):
            return entries[part], entries[part].start_mark
    return None, None


def read(file: File) -> Source:
    """The document in `file`.

    Raises:
        RecipeInvalid: there is no such file, it is too large, or it is no YAML mapping.
    """
    shown = one_line(str(file))
    try:
        if file.exists() and not file.is_file():
            # a pipe would be waited for
            raise _refused(shown, "is not a file", "give the path of a recipe")
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise _refused(shown, f"cannot be read: {why}", "give the path of a recipe") from None
    if len(data) > LARGEST:
        hint = f"a recipe has at most {LARGEST >> 10} KiB; put large data into a file"
        raise _refused(shown, "is too large", hint, "too-large")
    try:
        return _parsed(data.decode("utf-8-sig"), shown)
    except UnicodeDecodeError as error:
        raise _refused(shown, f"is not UTF-8, from byte {error.start} on", "save it so") from None


def _parsed(text: str, file: str) -> Source:
    try:
        loader = CoreLoader(text)
        root = loader.get_single_node()  # pyright: ignore[reportUnknownMemberType]  no types
        values: Any = None if root is None else loader.construct_document(root)  # pyright: ignore[reportUnknownMemberType]  no types
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{file}:{mark.line + 1}" if mark else file
        what = one_line(str(error.problem or error.context))
        raise RecipeInvalid(f"{place}: {what}", hint="correct it there", reason="yaml") from None
    except RecursionError:
        raise _refused(file, "is nested too deep", "a recipe is flat", "yaml") from None
    except (yaml.YAMLError, ValueError) as error:
        what = f"is not YAML: {one_line(str(error))}"
        raise _refused(file, what, "correct it there", "yaml") from None
    if root is None or not isinstance(values, dict):
        what = "is empty" if root is None else "does not hold a mapping of names to values"
        raise _refused(file, what, "begin it with recipe: mcp-workbench/1", "not-a-recipe")
    return Source(cast("dict[str, Any]", values), root)


def _refused(file: str, what: str, hint: str, reason: str = "unreadable") -> RecipeInvalid:
    return RecipeInvalid(f"{file} {what}", hint=hint, reason=reason)


class _Writer(yaml.SafeDumper):
    """Writes what `CoreLoader` and any other reader of YAML read alike."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002  the signature of the library
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:  # noqa: ARG002  its signature
        return super().increase_indent(flow, False)


def _text(writer: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # lines as they are, where the blank line behind a section cannot become one of the text
    blocks = "\n" in text and bool(text.strip()) and not text.endswith("\n\n")
    style = "|" if blocks else None
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style=style)  # pyright: ignore[reportUnknownMemberType]  no types


_Writer.add_representer(str, _text)
for _tag, _pattern, _first in RULES:
    # 1e5 is text to the older YAML of the library, and a number to others
    _Writer.add_implicit_resolver(_tag, re.compile(f"^(?:{_pattern})$"), _first)  # pyright: ignore[reportUnknownMemberType]  no types


def write(document: Mapping[str, Any], comments: Sequence[str]) -> str:
    r"""`document` as YAML, its sections in their order, below lines of comment.

    >>> print(write({"name": "a", "prompt": "one\ntwo"}, ["made by hand"]), end="")
    # made by hand
    name: a
    <BLANKLINE>
    prompt: |-
      one
      two
    """
    dump = cast("Any", yaml.dump)  # pyright: ignore[reportUnknownMemberType]  no types upstream
    text: str = dump(document, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=WIDE)
    # within a section every line is indented, so a name at the margin begins one
    sections = re.split(r"^(?=[a-z_]+:)", text, flags=re.MULTILINE)[1:]
    parts = ["".join(f"# {one_line(line, WIDE)}\n" for line in comments)]
    for before, section in zip(["", *sections], sections, strict=False):
        gap = "\n" if before and max(before.count("\n"), section.count("\n")) > 1 else ""
        parts.append(gap + section)
    return "".join(parts)
