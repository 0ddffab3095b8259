"""YAML that says what JSON can say: the core schema of YAML 1.2, no aliases, no name twice."""

from __future__ import annotations

import re
from typing import Any, cast

import yaml
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError

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

    def compose_node(self, parent: Any, index: Any) -> Any:
        """The next node; an alias is refused, since a few of them can stand for gigabytes."""
        if self.check_event(yaml.AliasEvent):
            event = cast("yaml.Event", self.peek_event())  # pyright: ignore[reportUnknownMemberType]
            why = "aliases (*name) are not read"
            raise ComposerError(None, None, why, cast("Any", event).start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        """The pairs of `node`; a name that is there twice is refused."""
        found = cast("dict[Any, Any]", super().construct_mapping(node, deep=deep))
        if len(found) < len(node.value):
            raise ConstructorError(None, None, "a name is there twice", node.start_mark)
        return found

    def construct_yaml_int(self, node: Any) -> Any:
        """A whole number; one of more digits than Python writes could not be sent."""
        number = super().construct_yaml_int(node)
        str(number)  # raises ValueError
        return number


CoreLoader.add_constructor("tag:yaml.org,2002:int", CoreLoader.construct_yaml_int)
for _tag, _pattern, _first in RULES:
    # no types upstream
    CoreLoader.add_implicit_resolver(_tag, re.compile(f"^(?:{_pattern})$"), _first)  # pyright: ignore[reportUnknownMemberType]
