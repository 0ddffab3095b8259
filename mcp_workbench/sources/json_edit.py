"""A JSON text changed in place: order, unknown keys, comments and looks of all the rest stay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from .files.json_text import TOKEN

LINE_END_COMMENT = re.compile(r"[ \t]*(//[^\r\n]*|/\*(?:[^*\n]|\*(?!/))*+\*/[ \t]*(?=\r?\n))")
LINE_END = re.compile(r"[ \t]*(\r?\n)?")
INDENT = re.compile(r"\n([ \t]+)\S")


@dataclass
class Node:
    """A value and where it stands; `members` are those of an object or a list."""

    start: int
    end: int
    sign: str = ""
    members: list[Member] = field(default_factory=list["Member"])

    def member(self, key: str) -> Member | None:
        """The member that counts where a key is there twice: the last one."""
        return next((one for one in reversed(self.members) if one.key == key), None)


@dataclass
class Member:
    """A key with its value; `comma` is where the one behind it stands."""

    key: str
    start: int
    key_end: int
    value: Node
    comma: int | None = None


def with_values(text: str, values: Mapping[Sequence[str], Any]) -> str:
    """`text` with each of `values` at its path, as `with_value` and, for None, `without` say.

    >>> with_values('{"a": {"b": 1, "c": 2}}', {("a", "b"): 3, ("a", "c"): None})
    '{"a": {"b": 3}}'
    """
    for path, value in values.items():
        text = without(text, path) if value is None else with_value(text, path, value)
    return text


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    r"""`text` with `value` at `path`; objects on the way there are made.

    Args:
        text: a JSON object, with comments and trailing commas where there are some.
        path: keys from the root on, at least one.
        value: anything that JSON can say.

    Raises:
        ValueError: what stands on the way is no object.

    >>> print(with_value('{\n  "a": {"b": 1} // kept\n}', ["a", "c"], [2]))
    {
      "a": {"b": 1, "c": [2]} // kept
    }
    """
    node = located(text)
    for at, key in enumerate(path):
        if node.sign != "{":
            raise ValueError("what stands on the way is no object")
        member = node.member(key)
        if member is None:
            for inner in reversed(path[at + 1 :]):
                value = {inner: value}
            return _inserted(text, node, key, value)
        node = member.value
    place = _indent_of(text, node.start)
    return text[: node.start] + _written(text, value, place) + text[node.end :]


def without(text: str, path: Sequence[str]) -> str:
    """`text` without what stands at `path`, as often as it does; the comments around it stay.

    >>> without('{"a": 1, "b": 2}', ["b"]), without('{"a": 1, "b": 2, "a": 3}', ["a"])
    ('{"a": 1}', '{"b": 2}')
    """
    members = _parent(text, path).members
    gone = [one for one in members if one.key == path[-1]]
    kept = [one for one in members if one.key != path[-1]]
    end = kept[-1].start if kept else 0
    cuts = [cut for one in gone for cut in _cuts(text, one, is_last=one.start > end)]
    if gone and kept and gone[-1] is members[-1] and gone[-1].comma is None:
        comma = cast("int", kept[-1].comma)  # others were behind it, and now it is the last one
        cuts.append((comma, comma + 1))
    return _spliced(text, ((start, end, "") for start, end in cuts))


def _cuts(text: str, member: Member, *, is_last: bool) -> Iterator[tuple[int, int]]:
    """What goes with a member: its comma, and the white space or the line that is left of it."""
    start, end, comma = member.start, member.value.end, member.comma
    if comma is not None and not text[end:comma].strip():
        end = comma + 1
    elif comma is not None:
        yield comma, comma + 1  # a comment is before it
    before = start
    while before and text[before - 1] in " \t":
        before -= 1
    is_first = not before or text[before - 1] == "\n"
    rest = cast("re.Match[str]", LINE_END.match(text, end))
    if is_first and rest[1]:
        yield before, rest.end()
    elif is_last:
        yield (start if is_first else before), end
    else:
        yield start, (end if rest[1] else rest.end())


def renamed(text: str, path: Sequence[str], key: str) -> str:
    """`text` with the last key of `path` called `key`, as often as it is there.

    >>> renamed('{"a": {"b": 1}}', ["a", "b"], "c")
    '{"a": {"c": 1}}'
    """
    members = (one for one in _parent(text, path).members if one.key == path[-1])
    return _spliced(text, ((one.start, one.key_end, _text(key)) for one in members))


def _spliced(text: str, pieces: Iterable[tuple[int, int, str]]) -> str:
    """`text` with other texts in the place of pieces of it; pieces that go may overlap."""
    parts: list[str] = []
    at = 0
    for start, end, piece in sorted(pieces):
        parts += [text[at:start], piece]
        at = max(at, end)
    return "".join([*parts, text[at:]])


def located(text: str) -> Node:
    """The root of `text`, which is right JSON save for comments and trailing commas."""
    root = Node(0, len(text))
    opened: list[Node] = []
    name: tuple[str, int, int] | None = None

    def attach(node: Node) -> None:
        nonlocal root, name
        if not opened:
            root = node
            return
        key, start, end = name or ("", node.start, node.start)
        opened[-1].members.append(Member(key, start, end, node))
        name = None

    for token in TOKEN.finditer(text):
        sign = token["sign"]
        if token["comment"] or sign == ":":
            continue
        if sign in ("{", "["):
            attach(node := Node(token.start(), token.end(), sign))
            opened.append(node)
        elif sign in ("}", "]"):
            opened.pop().end = token.end()
        elif sign == ",":
            opened[-1].members[-1].comma = token.start()
        elif opened and opened[-1].sign == "{" and name is None:
            name = (json.loads(token[0]), token.start(), token.end())
        elif token[0] != "\ufeff":
            attach(Node(token.start(), token.end()))
    return root


def _parent(text: str, path: Sequence[str]) -> Node:
    node = located(text)
    for key in path[:-1]:
        member = node.member(key)
        if member is None:
            return Node(0, 0)
        node = member.value
    return node


def _inserted(text: str, parent: Node, key: str, value: Any) -> str:
    """`text` with a member behind the last one of `parent`."""
    if not parent.members:
        return _first(text, parent, key, value)
    last = parent.members[-1]
    indent = _line_of(text, last.start)
    if indent is None:
        piece = f" {_text(key)}: {_written(text, value, None)}"
    else:
        piece = f"{_newline(text)}{indent}{_text(key)}: {_written(text, value, indent)}"
    end = last.value.end if last.comma is None else last.comma + 1
    comment = LINE_END_COMMENT.match(text, end) if indent is not None else None
    after = comment.end() if comment else end
    if last.comma is None:
        return f"{text[:end]},{text[end:after]}{piece}{text[after:]}"
    return f"{text[:after]}{piece},{text[after:]}"


def _first(text: str, parent: Node, key: str, value: Any) -> str:
    """`text` with the first member of an empty object; comments in it stay."""
    start, end = parent.start + 1, parent.end - 1
    inside = text[start:end].rstrip()
    outer = _indent_of(text, parent.start)
    if "\n" not in text.strip() and not inside:
        return f"{text[:start]}{_text(key)}: {_written(text, value, None)}{text[end:]}"
    indent, newline = (outer or "") + _unit(text), _newline(text)
    member = f"{_text(key)}: {_written(text, value, indent)}"
    return f"{text[:start]}{inside}{newline}{indent}{member}{newline}{outer or ''}{text[end:]}"


def _written(text: str, value: Any, indent: str | None) -> str:
    """`value` in the looks of `text`, for a line that is indented so; on one line for None."""
    if indent is None or "\n" not in text.strip() or not isinstance(value, Mapping) or not value:
        return _text(value)
    deeper = indent + _unit(text)
    inner = f"{_newline(text)}{deeper}"
    pairs = cast("Mapping[str, Any]", value).items()
    lines = (f"{_text(key)}: {_written(text, one, deeper)}" for key, one in pairs)
    return f"{{{inner}{f',{inner}'.join(lines)}{_newline(text)}{indent}}}"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _line_of(text: str, at: int) -> str | None:
    """The white space before `at` where nothing else stands on its line."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    first = "\n" not in text[:at]
    return before if not before.strip() and not first else None


def _indent_of(text: str, at: int) -> str | None:
    """How the line that `at` is on is indented; None in a text of one line."""
    if "\n" not in text.strip():
        return None
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    found = INDENT.search(text)
    return found[1] if found else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
