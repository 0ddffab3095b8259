"""YAML that says what JSON can say: YAML 1.2's core schema, no aliases, no tags, no name twice."""

from __future__ import annotations

import math
import re
from typing import Any, cast

import yaml
from yaml.constructor import ConstructorError

DEEPEST = 64
TEXT = "tag:yaml.org,2002:str"
# YAML 1.2.2, chapter 10.3.2, without `.inf` and `.nan`, which JSON has not, and octal numbers
RULES = (
    ("tag:yaml.org,2002:null", r"null|Null|NULL|~|", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("tag:yaml.org,2002:int", r"[-+]?(0|[1-9][0-9]*)|0x[0-9a-fA-F]+", list("-+0123456789")),
    (
        "tag:yaml.org,2002:float",
        r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?",
        list("-+0123456789."),
    ),
)


class CoreLoader(yaml.SafeLoader):
    """Reads one document."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012  the base class shares its own

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self._depth = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """The next node.

        An alias is refused, since a few of them can stand for gigabytes; so is a tag, which makes
        what JSON has not, and what is nested so deep that nobody can have written it.
        """
        event = cast("Any", self.peek_event())  # pyright: ignore[reportUnknownMemberType]  no types
        if isinstance(event, yaml.AliasEvent):
            raise _refused("aliases (*name) are not read", event)
        if event.tag is not None:
            raise _refused("tags (!name) are not read", event)
        if self._depth == DEEPEST:
            raise _refused("it is nested too deep", event)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        """The pairs of `node`; a name that is no text, or is there twice, is refused."""
        for key, _ in node.value:
            if key.tag != TEXT:
                raise _refused("a name is no text; quotes make it one", key)
        found = cast("dict[Any, Any]", super().construct_mapping(node, deep=deep))
        if len(found) < len(node.value):
            raise _refused("a name is there twice", node)
        return found

    def construct_yaml_int(self, node: Any) -> Any:
        """A whole number; one of more digits than Python writes could not be sent."""
        number = super().construct_yaml_int(node)
        str(number)  # raises ValueError
        return number

    def construct_yaml_float(self, node: Any) -> Any:
        """A number; one that is too large for a computer has no form in JSON."""
        number = super().construct_yaml_float(node)
        if not math.isfinite(number):
            raise _refused("a number is too large", node)
        return number


def _refused(why: str, at: Any) -> yaml.MarkedYAMLError:
    return ConstructorError(None, None, why, at.start_mark)


CoreLoader.add_constructor("tag:yaml.org,2002:int", CoreLoader.construct_yaml_int)
CoreLoader.add_constructor("tag:yaml.org,2002:float", CoreLoader.construct_yaml_float)
for _tag, _pattern, _first in RULES:
    # no types upstream
    CoreLoader.add_implicit_resolver(_tag, re.compile(f"^(?:{_pattern})$"), _first)  # pyright: ignore[reportUnknownMemberType]
