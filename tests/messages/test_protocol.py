"""The messages of the kernel and of the front end are the same, field by field."""

import re
import types
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from mcp_workbench import messages
from mcp_workbench.detections.palette import PALETTE
from mcp_workbench.messages import agent, form, panel, question, result

FRONT_END = Path(__file__).parents[2] / "labextension/src"
PROTOCOL = (FRONT_END / "protocol.ts").read_text("utf-8")
COLOURS = (FRONT_END / "components/colours.ts").read_text("utf-8")
UNIONS = ("Block", "Reply", "Request", "View")
NAMES = {str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null"}


def said_by_python() -> dict[str, dict[str, str]]:
    """Field names and types of each TypedDict, in TypeScript's words."""
    shapes = {
        name: shape
        for module in (result, form, question, agent, panel)
        for name, shape in vars(module).items()
        if is_typeddict(shape)
    }
    return {
        name: {
            field + ("?" if field in shape.__optional_keys__ else ""): in_typescript(hint)
            for field, hint in get_type_hints(shape).items()
        }
        for name, shape in shapes.items()
    }


def said_by_typescript() -> dict[str, dict[str, str]]:
    """Field names and types of each interface."""
    interfaces = re.findall(r"^export interface (\w+) \{\n(.*?)^\}$", PROTOCOL, re.M | re.S)
    return {
        name: {
            field: union(words) for field, words in re.findall(r"^  (\w+\??): (.+);$", body, re.M)
        }
        for name, body in interfaces
    }


def in_typescript(hint: Any) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return union(" | ".join(in_typescript(arg) for arg in args))
    if origin is Literal:
        return union(" | ".join(repr(arg) for arg in args))
    if origin is tuple:
        return f"[{', '.join(in_typescript(arg) for arg in args)}]"
    if origin is list:
        return f"{in_typescript(args[0])}[]"
    if origin is dict:
        return f"Record<{in_typescript(args[0])}, {in_typescript(args[1])}>"
    return NAMES.get(hint) or hint.__name__


def union(words: str) -> str:
    """A union whose parts are in a fixed order, known names of unions written out."""
    parts = [part for name in words.split(" | ") for part in written_out(name)]
    suffix = "[]" if words.endswith("[]") and len(parts) > 1 else ""
    return " | ".join(sorted(parts)) + suffix


def written_out(name: str) -> list[str]:
    alias = re.search(
        rf"^export type {re.escape(name.removesuffix('[]'))} =(.+?);$", PROTOCOL, re.M | re.S
    )
    return re.split(r"\s*\|\s*", alias[1].strip(" |\n")) if alias else [name]


def test_the_front_end_reads_exactly_the_fields_that_the_kernel_writes() -> None:
    assert said_by_typescript() == said_by_python()


def test_every_line_of_an_interface_is_a_field_that_is_compared() -> None:
    bodies = re.findall(r"^export interface \w+ \{\n(.*?)^\}$", PROTOCOL, re.M | re.S)
    lines = [line for body in bodies for line in body.splitlines()]
    assert len(lines) == sum(len(fields) for fields in said_by_typescript().values())
    assert PROTOCOL.count("interface ") == len(bodies)


@pytest.mark.parametrize("name", ["RESULT_MIME", "TARGET", "HELLO"])
def test_the_names_that_both_sides_use_are_the_same(name: str) -> None:
    assert f"export const {name} = '{getattr(messages, name)}';" in PROTOCOL


@pytest.mark.parametrize("name", UNIONS)
def test_a_union_has_the_same_members_on_both_sides(name: str) -> None:
    members = {member.__name__ for member in get_args(getattr(messages, name))}
    assert members == {part.strip() for part in written_out(name)}


def test_the_package_gives_every_message_by_name() -> None:
    others = {"RESULT_MIME", "TARGET", "HELLO", *UNIONS}
    assert {*said_by_python(), *others} == set(messages.__all__)


def test_the_palette_of_the_view_is_the_one_that_python_draws_with() -> None:
    listed = re.search(r"PALETTE = \[(.*?)\]", COLOURS, re.S)
    assert listed is not None
    named = re.findall(r"'#(\w{6})'", listed[1])
    assert [tuple(bytes.fromhex(each)) for each in named] == list(PALETTE)
