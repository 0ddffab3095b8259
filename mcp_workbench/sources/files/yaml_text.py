"""YAML, and the lines its values are on."""

from __future__ import annotations

from typing import Any, cast

import yaml
from yaml.composer import Composer

from ...errors import ConfigInvalid
from ...grammar.yaml_core import CoreLoader
from ...visible import one_line
from .entries import Document, Entries, Keys
from .text import unreadable

SYNTAX = "yaml-syntax"
DEEPEST = 6  # levels of which the lines are kept
MOST = 100_000  # values, those that an alias stands for included


class ConfigLoader(CoreLoader):
    """Reads one document as `CoreLoader` does; but a name may be there twice, or be a number, and
    an alias stands for the very part it names, which is not copied. Whoever reads that part copies
    it, so what a document stands for has a bound.
    """

    def __init__(self, stream: Any) -> None:
        super().__init__(stream)
        self._sizes: dict[int, int] = {}  # values that a node stands for

    def compose_node(self, parent: Any, index: Any) -> Any:
        """The next node."""
        if self.check_event(yaml.AliasEvent):  # pyright: ignore[reportUnknownMemberType]  no types
            return Composer.compose_node(self, parent, index)
        node = super().compose_node(parent, index)
        self._measure(node)
        return node

    def _measure(self, node: Any) -> None:
        inside: list[Any] = [] if isinstance(node, yaml.ScalarNode) else node.value
        if isinstance(node, yaml.MappingNode):
            inside = [value for _, value in inside]
        size = 1 + sum(self._sizes.get(id(one), 1) for one in inside)
        if size > MOST:
            what = f"it stands for more than {MOST:,} values"
            raise yaml.MarkedYAMLError(problem=what, problem_mark=node.start_mark)
        self._sizes[id(node)] = size

    def construct_mapping(self, node: Any, deep: bool = True) -> Any:
        """The pairs of `node`, each name as it is written."""
        construct = cast("Any", self).construct_object
        return Entries(
            (key.value, construct(value, deep=deep))
            for key, value in node.value
            if isinstance(key, yaml.ScalarNode)
        )


ConfigLoader.add_constructor("tag:yaml.org,2002:map", ConfigLoader.construct_mapping)


def parse_yaml(text: str) -> Document:
    r"""The document.

    Raises:
        ConfigInvalid: it is no YAML, or nested too deep (reason `yaml-syntax`), or it holds no
            object (`not-an-object`).

    >>> found = parse_yaml("a: 1\nservers:\n  - name: now")
    >>> found.root["servers"], found.lines["servers", 0]
    ([{'name': 'now'}], 3)
    """
    try:
        loader = ConfigLoader(text)
        node = cast("Any", loader.get_single_node())
        root = cast("Any", loader).construct_document(node) if node is not None else None
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark
        place = f"line {at.line + 1}, column {at.column + 1}: " if at is not None else ""
        raise syntax(place + (error.problem or "it cannot be read")) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise syntax(one_line(str(error)) or type(error).__name__) from None
    if not isinstance(root, Entries):
        raise unreadable("not-an-object", "it does not hold an object", "begin it with mcpServers:")
    return Document(root, lambda: _lines(node))


def syntax(what: str) -> ConfigInvalid:
    """Why a file is no YAML.

    >>> syntax("it is nested too deep").reason
    'yaml-syntax'
    """
    return unreadable(SYNTAX, what, "correct it there")


def _lines(root: Any) -> dict[Keys, int]:
    found: dict[Keys, int] = {}
    rest: list[tuple[Keys, Any]] = [((), root)]
    seen = set[int]()
    while rest:
        keys, node = rest.pop()
        if len(keys) >= DEEPEST or id(node) in seen:
            continue
        seen.add(id(node))
        inside: list[tuple[Any, Any]] = []
        if isinstance(node, yaml.MappingNode):
            inside = [(key.value, (key, value)) for key, value in cast("Any", node).value]
        elif isinstance(node, yaml.SequenceNode):
            inside = [(at, (value, value)) for at, value in enumerate(cast("Any", node).value)]
        for key, (first, value) in inside:
            if isinstance(key, str | int):
                found[(*keys, key)] = first.start_mark.line + 1
                rest.append(((*keys, key), value))
    return found
