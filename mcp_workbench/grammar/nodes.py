"""What a value of an argument can be; each node writes itself as the word it was read from."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass
from typing import Any

from ..errors import UsageInvalid
from ..visible import one_line
from .json_text import read_json, write_json
from .quoting import is_quoted, quoted
from .words import SHOWN, split_words

SIGILS = "$@{"


@dataclass(frozen=True)
class Text:
    """Text as it was typed; the tool's schema says whether it is a number, a list or a string.

    Args:
        text: without quotes.
        quoted: whether it stood in quotes, which says that a string is meant; text that only
            quotes can hold together is always quoted.

    >>> str(Text("3")), str(Text("3", quoted=True)), str(Text("two words"))
    ('3', '"3"', '"two words"')
    """

    text: str
    quoted: bool = False

    def __post_init__(self) -> None:
        bare = _is_bare(self.text) and (self.text[0] not in SIGILS or is_json_object(self.text))
        object.__setattr__(self, "quoted", self.quoted or not bare)

    def __str__(self) -> str:
        return quoted(self.text) if self.quoted else self.text


@dataclass(frozen=True)
class Json:
    """A value written as JSON after `:=`.

    >>> str(Json([1, {"a": None}]))
    '[1, {"a": null}]'
    """

    value: Any

    def __str__(self) -> str:
        try:
            return write_json(self.value)
        except ValueError as error:
            raise UsageInvalid(
                f"a value cannot be written as JSON: {error}",
                hint="give texts, finite numbers, true, false, null, lists and objects of them",
                reason="json",
            ) from None


@dataclass(frozen=True)
class Variable:
    """`$name`: the object that a variable of the calling scope holds.

    >>> str(Variable("rows"))
    '$rows'
    """

    name: str

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            shown = one_line("$" + self.name, SHOWN)
            raise UsageInvalid(
                f"{shown} is not a variable",
                hint=f"as in $rows; an expression goes into {{…}}, the text itself into quotes:"
                f" {quoted(shown)}",
                reason="variable",
            )

    def __str__(self) -> str:
        return f"${self.name}"


@dataclass(frozen=True)
class Expression:
    """`{source}`: a Python expression, or what stands between the braces of a dict or set.

    >>> str(Expression("len(rows) + 1")), Expression("'a': rows").code
    ('{len(rows) + 1}', "{'a': rows}")
    """

    source: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", self.source.strip())
        word = f"{{{self.source}}}"
        one_word = split_words(word) == [word] and len(word.splitlines()) == 1
        if not one_word or not self.code or is_json_object(word):
            raise UsageInvalid(
                f"{one_line(word, SHOWN)} is not a Python expression",
                hint="as in {len(rows) + 1}; JSON follows :=, as in key:={…};"
                " text goes into quotes",
                reason="expression",
            )

    @property
    def code(self) -> str:
        """The Python expression to evaluate."""
        for code in (self.source, f"{{{self.source}}}"):
            try:
                with warnings.catch_warnings(action="ignore"):
                    ast.parse(code, mode="eval")
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            return code
        return ""

    def __str__(self) -> str:
        return f"{{{self.source}}}"


@dataclass(frozen=True)
class File:
    """`@path`: the text of a file.

    >>> str(File("notes.txt")), str(File("my notes.txt"))
    ('@notes.txt', '@"my notes.txt"')
    """

    path: str

    def __post_init__(self) -> None:
        _refuse_no_path(self.path)

    def __str__(self) -> str:
        return "@" + _path(self.path)


@dataclass(frozen=True)
class BinaryFile:
    """`@@path`: the bytes of a file, as base64.

    >>> str(BinaryFile("cat.png"))
    '@@cat.png'
    """

    path: str

    def __post_init__(self) -> None:
        _refuse_no_path(self.path)

    def __str__(self) -> str:
        return "@@" + _path(self.path)


Node = Text | Json | Variable | Expression | File | BinaryFile


def is_json_object(text: str) -> bool:
    """Whether `text` is an object in JSON, which is text for the schema and no expression.

    >>> is_json_object('{"a": true}'), is_json_object("{1 + 2}")
    (True, False)
    """
    if not text.startswith("{"):
        return False
    try:
        return isinstance(read_json(text), dict)
    except ValueError:
        return False


def _is_bare(text: str) -> bool:
    """Whether `text` is one word that nobody takes for a quoted one.

    At the end of a line IPython takes `?` for a question and a backslash for more to come.
    """
    if not text or not text.isprintable() or text.endswith(("?", "\\")) or is_quoted(text):
        return False
    try:
        return split_words(text) == [text]
    except UsageInvalid:
        return False


def _path(path: str) -> str:
    return path if _is_bare(path) and path[0] != "@" else quoted(path)


def _refuse_no_path(path: str) -> None:
    if not path:
        raise UsageInvalid(
            "there is no file name after @",
            hint='as in @notes.txt; the sign itself is "@"',
            reason="file",
        )
