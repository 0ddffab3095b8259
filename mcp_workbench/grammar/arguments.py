"""`key=value` and its relatives: one word as a name and a node."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import UsageInvalid
from ..visible import one_line
from .json_text import read_json
from .nodes import BinaryFile, Expression, File, Json, Node, Text, Variable, is_json_object
from .quoting import is_quoted, unquoted
from .words import SHOWN

NAME = r"[^\s=:\"'()\[\]{}-][^\s=:\"'()\[\]{}]*"
ARGUMENT = re.compile(rf"({NAME})(:=|=)(.*)", re.DOTALL)


@dataclass(frozen=True)
class Argument:
    """A named argument, not yet resolved; `str` of it is the word.

    >>> str(Argument("city", Text("New York")))
    'city="New York"'
    """

    name: str
    node: Node

    def __post_init__(self) -> None:
        if not re.fullmatch(NAME, self.name):
            raise UsageInvalid(
                f"the argument {one_line(self.name, SHOWN)!r} cannot be written on a line",
                hint="give it as JSON in a %%mcp call cell",
                reason="argument",
            )

    def __str__(self) -> str:
        sign = ":=" if isinstance(self.node, Json) else "="
        return f"{self.name}{sign}{self.node}"


def parse_argument(word: str) -> Argument:
    """`word` as an argument: `key=text`, `key:=JSON`, `key=$variable`, `key={expression}`,
    `key=@file`, `key=@@file`.

    Text that is a JSON object, as in `key={"a": 1}`, is text for the schema like other JSON, so
    only braces around something else hold Python.

    Raises:
        UsageInvalid: it is none of these; the message says what is wrong with it.

    >>> parse_argument("n=3")
    Argument(name='n', node=Text(text='3', quoted=False))
    >>> parse_argument("n:=[1, 2]").node, parse_argument("n=$rows").node
    (Json(value=[1, 2]), Variable(name='rows'))
    """
    match = ARGUMENT.fullmatch(word)
    if match is None:
        raise UsageInvalid(
            f"{one_line(word, SHOWN)!r} is not an argument",
            hint="write key=value",
            reason="argument",
        )
    name, sign, text = match.groups()
    return Argument(name, _json(name, text) if sign == ":=" else _value(name, text))


def _json(name: str, text: str) -> Json:
    try:
        return Json(read_json(text))
    except ValueError as error:
        shown = one_line(name, SHOWN)
        raise UsageInvalid(
            f"what follows {shown}:= is not JSON: {error}",
            hint=f'as in {shown}:=[1, 2] or {shown}:="text"; a plain value follows {shown}=',
            reason="json",
        ) from None


def _value(name: str, text: str) -> Node:
    if text.startswith("@@"):
        return BinaryFile(unquoted(text[2:]))
    if text.startswith("@"):
        return File(unquoted(text[1:]))
    if text.startswith("$"):
        return Variable(text[1:])
    if text.startswith("{") and not is_json_object(text):
        return _expression(name, text)
    return Text(unquoted(text), quoted=is_quoted(text))


def _expression(name: str, text: str) -> Expression:
    if not text.endswith("}"):
        shown = one_line(name, SHOWN)
        raise UsageInvalid(
            f"{shown}={one_line(text, SHOWN)} goes on after its expression",
            hint=f'put all of it inside, as in {shown}={{f"{{a}}-{{b}}"}}, or into quotes',
            reason="expression",
        )
    return Expression(text[1:-1])
